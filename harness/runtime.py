"""The environment runtime: every action of every agent passes here, and nothing that is not one of the nine does."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from harness.effects import effect_of
from harness.emulator.port import KEY_BITS, Core
from harness.formats.base import ActionNumber, Button, DecisionNumber, FrameNumber, MilestoneId
from harness.formats.errors import Refused
from harness.formats.evidence import Input
from harness.formats.manifest import Manifest
from harness.formats.oracle import OracleState, Profile, SignRecord, StateRecord
from harness.oracle.milestones import MilestoneLatch
from harness.oracle.sample import Sample
from harness.oracle.screen import classify, on_title
from harness.oracle.state import state_of

Keep = Callable[[FrameNumber, bytes], None]
OracleRecord = StateRecord | SignRecord


class Moved(NamedTuple):
    """An action whose after-state is known now; null states where no sample was valid."""

    action: ActionNumber
    button: Button
    last_frame: FrameNumber
    before: OracleState | None
    after: OracleState | None


class Played(NamedTuple):
    """What one accepted action came to: its line of the input log, oracle records, and what is now known of actions."""

    line: Input
    records: list[OracleRecord]
    moved: list[Moved]


class Runtime:
    """One core, one trial. It presses, settles, looks at hidden state on every frame, and tells agents nothing.

    ``keep`` gets every emulated frame in order, from 0. Without a profile nothing is looked at: settled, effect and
    milestones stay null and empty, and the inputs are the same.
    """

    def __init__(self, core: Core, manifest: Manifest, keep: Keep, profile: Profile | None) -> None:
        self._core = core
        self._allowed = frozenset(manifest.agent.allowed_actions) & KEY_BITS.keys()
        self._press = manifest.emulator.press_frames
        self._settle = manifest.emulator.settle_frames
        self._keep = keep
        self._profile = profile
        self._latch = MilestoneLatch(profile) if profile else None
        self._frame = -1
        self._actions = 0
        self._records: list[OracleRecord] = []
        self._sample: Sample | None = None
        self._state: OracleState | None = None
        self._waiting: list[Moved] = []
        self._last_valid: OracleState | None = None
        self._game_ran = False
        self.rgb = b""
        """The picture of the last emulated frame."""

    @property
    def frame(self) -> FrameNumber:
        """Number of the last emulated frame."""
        return self._frame

    @property
    def actions(self) -> int:
        """How many actions were accepted."""
        return self._actions

    @property
    def milestones(self) -> list[MilestoneId]:
        """Milestones latched so far."""
        return self._latch.reached if self._latch else []

    def milestones_by(self, frame: FrameNumber) -> list[MilestoneId]:
        """Return the milestones whose latching frame is at or before a frame."""
        return self._latch.reached_by(frame) if self._latch else []

    @property
    def settled(self) -> bool | None:
        """Whether the last frame was settled; null without an oracle."""
        if self._sample is None:
            return None
        return self._sample.valid() and classify(self._sample).settled

    def start(self) -> list[OracleRecord]:
        """Restore the initial state and run frame 0 with no key held; return what the oracle saw.

        Raises:
            Refused: it was started before.
            BadFile: the emulator refused the state.
        """
        if self._frame >= 0:
            raise Refused("The runtime was started already: a trial is never resumed in place.")
        self._core.restore()
        self._emulate(0)
        self._state = self._look()
        return self._taken()

    def act(self, button: Button, decision: DecisionNumber, index: int) -> Played:
        """Press a button for the manifest's frames, let it settle, and return everything that happened.

        Raises:
            Refused: it is none of the manifest's actions; nothing was pressed.
        """
        if self._frame < 0:
            raise Refused("The runtime was not started: no action is accepted before frame 0.")
        if not isinstance(button, str) or button not in self._allowed:
            raise Refused(f"{button!r} is no action of this experiment: nothing was pressed.")
        number = self._actions + 1
        first, before, picture = self._frame + 1, self._state, self.rgb
        self._last_valid = before or self._last_valid
        self._note(number, "before", self._frame, before)
        read = [self._emulate(KEY_BITS[button]) for _ in range(self._press)]
        for _ in range(self._settle):
            self._emulate(0)
        self._actions = number
        self._state = after = self._look()
        self._note(number, "after", self._frame, after)
        self._waiting.append(Moved(number, button, self._frame, before, after))
        input_read = any(read) if button != "NOOP" else None
        return Played(self._line(number, button, decision, index, first, picture, input_read),
                      self._taken(), self._known())  # fmt: skip

    def finish(self) -> tuple[list[OracleRecord], list[Moved]]:
        """Return the settled signs still missing and the actions whose after-state never came."""
        if self._latch:
            self._records += self._latch.finish(self._frame)
        moved, self._waiting = self._waiting, []
        return self._taken(), moved

    def _line(
        self,
        number: ActionNumber,
        button: Button,
        decision: DecisionNumber,
        index: int,
        first: FrameNumber,
        picture: bytes,
        input_read: bool | None,
    ) -> Input:
        same = picture == self.rgb
        effect = effect_of(button, self._last_valid, self._state, input_read=input_read, picture_same=same)
        return Input(
            action_number=number,
            decision=decision,
            index=index,
            action=button,
            first_frame=first,
            press_frames=self._press,
            settle_frames=self._settle,
            last_frame=self._frame,
            input_read=input_read,
            settled=self.settled,
            effect=effect if self._profile else None,
        )

    def _emulate(self, keys: int) -> bool:
        self.rgb = self._core.run_frame(keys)
        self._frame += 1
        self._keep(self._frame, self.rgb)
        if self._profile is not None and self._latch is not None:
            self._sample = Sample(self._core.memory(), self._profile)
            self._records += self._latch.look(self._frame, self._sample)
            valid = self._sample.valid()
            self._note_reset(self._sample, valid=valid)
            if self._waiting and self._waiting[-1].after is None and valid:
                self._resolve()
        return self._core.keys_were_read()

    def _note_reset(self, sample: Sample, *, valid: bool) -> None:
        """Log once that a game which ran was thrown back to the title."""
        if self._game_ran and not valid and on_title(sample):
            self._records.append(
                StateRecord(
                    frame=self._frame, action_number=None, when="after", valid=False, state=None, event="soft_reset"
                )
            )
        self._game_ran = valid or (self._game_ran and not on_title(sample))

    def _resolve(self) -> None:
        """Give every waiting action the first valid sample after it; it stands in the log at its own frame."""
        state = self._look()
        if state is None:
            return
        for place, waiting in enumerate(self._waiting):
            if waiting.after is None:
                self._waiting[place] = waiting._replace(after=state)
                self._note(waiting.action, "after", self._frame, state)

    def _known(self) -> list[Moved]:
        """Take the actions whose after-state is known, in order."""
        known = 0
        while known < len(self._waiting) and self._waiting[known].after is not None:
            known += 1
        if self._profile is None:
            known = len(self._waiting)
        moved, self._waiting = self._waiting[:known], self._waiting[known:]
        return moved

    def _look(self) -> OracleState | None:
        return state_of(self._sample) if self._sample is not None else None

    def _note(
        self, number: ActionNumber, when: Literal["before", "after"], frame: FrameNumber, state: OracleState | None
    ) -> None:
        if self._profile is not None:
            self._records.append(
                StateRecord(frame=frame, action_number=number, when=when, valid=state is not None, state=state)
            )

    def _taken(self) -> list[OracleRecord]:
        records, self._records = self._records, []
        return records
