"""Playing a trial's input log again in a fresh core: every frame must be the recorded one."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from harness.emulator.game import EMBEDDED, game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS, Core
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.errors import BadFile
from harness.formats.evidence import VALID_REASONS, Input
from harness.formats.manifest import Local

_Progress = Callable[[int, int], None]


class ReplayResult(NamedTuple):
    """What a replay found; ``differs_at`` is the first frame that is another picture, null when all are the same."""

    trial: str
    frames: int
    """Frames compared, the differing one among them."""
    differs_at: int | None
    action: Input | None
    """The action to which the differing frame belongs; null at frame 0 and where all are the same."""
    same_emulator: bool
    """Whether the emulator's files are the ones that the trial was recorded with."""
    unlike_trace: bool = False
    """All pictures are the same, but from ``differs_at`` on another action was played than the trace holds."""

    @property
    def sentence(self) -> str:
        """The result in words."""
        other = "" if self.same_emulator else " The emulator library here is not the one it was recorded with."
        if self.differs_at is None:
            return f"{self.trial}: all {self.frames} frames are the recorded ones.{other}"
        where = "before the first action"
        if self.action is not None:
            where = f"in action {self.action.action_number} ({self.action.action}, decision {self.action.decision})"
        if self.unlike_trace:
            return (
                f"{self.trial}: frame {self.differs_at} was reached by another input than trace.jsonl says, {where}; "
                f"it changes no picture.{other}"
            )
        return f"{self.trial}: frame {self.differs_at} differs, {where}.{other}"


def replay_trial(trial_dir: Path, progress: _Progress | None = None) -> ReplayResult:
    """Play a trial again from its restored state and compare every frame, up to the first that differs.

    ROM and state are those of the experiment's ``local.yaml``, or our own cartridge's where the folder stands alone;
    either way they are checked against the hashes in the trial's header. An action that the trace does not hold is
    found even where it changes no picture.

    Raises:
        MissingPiece: there is no emulator.
        WrongHash: ROM or state is not the recorded one.
        BadFile: trial or experiment is damaged, or its input log has a gap.
    """
    trial = TrialFolder(trial_dir)
    header = trial.header
    experiment = trial_dir.resolve().parent.parent
    alone = not (experiment / "manifest.yaml").exists()
    game = game_files(Local(rom=EMBEDDED, state=EMBEDDED) if alone else Experiment(experiment).local)
    core = MgbaCore(game.rom, game.state, header.rom_sha256, header.initial_state_sha256)
    try:
        with trial.frames as frames:
            identities = frames.identities()
        same = dict(core.files) == header.emulator_files
        schedule = _schedule(trial, len(identities))
        for number, (recorded, action) in enumerate(zip(identities, schedule, strict=False)):
            if hashlib.sha256(_play(core, number, action)).hexdigest() != recorded:
                return ReplayResult(trial.name, number + 1, number, action, same)
            if progress is not None:
                progress(number + 1, len(schedule))
        strange = _unlike_trace(trial)
        where = strange.first_frame if strange else None
        return ReplayResult(trial.name, len(schedule), where, strange, same, strange is not None)
    finally:
        core.close()


def _unlike_trace(trial: TrialFolder) -> Input | None:
    """Return the first input that is not the action its decision chose."""
    closing = trial.header.closing
    if closing is None or closing.reason not in VALID_REASONS:
        return None  # what was cut off may hold inputs whose trace line was never written
    chosen = {record.decision_id: record.parsed_actions for record in trial.trace()}
    for line in trial.inputs():
        if line.action not in chosen.get(line.decision, [])[line.index : line.index + 1]:
            return line
    return None


def _play(core: Core, number: int, action: Input | None) -> bytes:
    held = action is not None and number < action.first_frame + action.press_frames
    return core.run_frame(KEY_BITS[action.action] if action is not None and held else 0)


def _schedule(trial: TrialFolder, count: int) -> list[Input | None]:
    """Return, for each stored frame, the action it belongs to: none for frame 0, then one after the other.

    A void trial may have stored more frames than its log explains, or fewer: those are left out.
    """
    path = trial.path / "inputs.jsonl"
    every: list[Input | None] = [None]
    explained = 1
    for action in trial.inputs():
        due = len(every) + action.press_frames + action.settle_frames - 1
        if action.first_frame != len(every) or action.last_frame != due:
            raise BadFile(
                f"{path}: action {action.action_number} spans frames {action.first_frame} to {action.last_frame}, but "
                f"{len(every)} to {due} were due."
            )
        explained = due + 1
        every += [action] * (min(explained, count) - len(every))
        if explained > count:
            break
    if trial.closing.reason in VALID_REASONS and explained != count:
        raise BadFile(f"{path} does not explain the {count} frames that are stored.")
    return every[:count]
