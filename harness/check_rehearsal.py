"""A rehearsal: a scripted policy plays the frozen experiment on its own ROM, once for every termination rule.

Each rule has an experiment of its own in ``DIR-rehearsal`` beside the experiment, with budgets so small that the rule
must fire. Buttons are a fixed sequence, so any game will do; none of it is a trial of the experiment.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from harness.agents.port import Answer, Usage, View
from harness.emulator.game import game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import Core, EmulatorFailed, MemoryImage
from harness.evidence.places import trial_name
from harness.evidence.reader import Experiment
from harness.evidence.sums import write_sums
from harness.evidence.verify import verify_experiment
from harness.experiment import oracle_profile
from harness.formats.base import Button, Sha256, sha256_hex
from harness.formats.check import CheckItem
from harness.formats.errors import HarnessError
from harness.formats.evidence import TerminationReason, TrialHeader
from harness.formats.files import pretty_json, read_bytes, to_yaml
from harness.formats.oracle import MilestoneRule, Predicate, Profile
from harness.replay import replay_trial
from harness.termination import words
from harness.trial import play_trial
from harness.trial_start import TrialPlace

_ALL: Sequence[Button] = ("RIGHT", "DOWN", "A", "B", "LEFT", "UP", "START", "B", "SELECT", "NOOP")
_TO_AND_FRO: Sequence[Button] = ("LEFT", "LEFT", "LEFT", "RIGHT", "RIGHT", "RIGHT")
_AMPLE: Mapping[str, Any] = {
    "accepted_actions": 100,
    "model_decisions": 100,
    "wall_time_minutes": 10,
    "total_cost_usd": None,
}
_CALL_USD = 0.25
_CRASH_FRAME = 60


class Rehearsal(NamedTuple):
    """One rule: budgets that make it fire, the buttons, and what else has to be arranged for it."""

    reason: TerminationReason
    budgets: Mapping[str, Any] = {}
    buttons: Sequence[Button] = _ALL
    needs_oracle: bool = False
    certain: bool = True
    """False where it rests on how the game moves."""


REHEARSALS = (
    Rehearsal("m8_verified", needs_oracle=True),
    Rehearsal("action_budget", {"accepted_actions": 14}),
    Rehearsal("decision_budget", {"model_decisions": 4}),
    Rehearsal("wall_time_budget", {"wall_time_minutes": 0.002}),
    Rehearsal("money_budget", {"total_cost_usd": 3 * _CALL_USD}),
    Rehearsal("emulator_crash"),
    Rehearsal("repeated_route_loop", buttons=_TO_AND_FRO, needs_oracle=True, certain=False),
)
"""The protocol's seven rules in its order."""


def rehearse(experiment: Experiment) -> list[CheckItem]:
    """Play every rule once and return what came of each; the folders stay beside the experiment.

    Raises:
        HarnessError: a part of the machine failed in a way that no rule foresees.
    """
    place = _free_place(experiment.path.resolve())
    place.mkdir()
    return [_item(experiment, place, one) for one in REHEARSALS]


def _free_place(folder: Path) -> Path:
    number = 1
    while True:
        place = folder.with_name(f"{folder.name}-rehearsal" + (f"-{number}" if number > 1 else ""))
        if not place.exists():
            return place
        number += 1


def _item(experiment: Experiment, place: Path, one: Rehearsal) -> CheckItem:
    title = f"Rehearsal of {one.reason}"
    if one.needs_oracle and experiment.manifest.oracle == "none":
        return CheckItem(title=title, verdict="warn", found="without an oracle this rule cannot fire.")
    folder = _copy(experiment, place / one.reason.replace("_", "-"), one)
    header = _play(folder, one)
    where = f"{place.name}/{folder.name}"
    wrong = _wrong(folder, header)
    if wrong is not None:
        # check.json is published, so it names no path of this machine
        wrong = wrong.replace(f"{place.parent}/", "")
        return CheckItem(title=title, verdict="fail", found=f"{wrong} (kept in {where}).")
    closing = header.closing
    found = words(closing.reason, closing.reason_numbers).rstrip(".") if closing else "it was not closed"
    kept = f"the evidence verifies and replays, kept in {where}"
    if closing is not None and closing.reason == one.reason:
        return CheckItem(title=title, verdict="pass", found=f"it fired: {found}; {kept}.")
    other = f"it did not fire here, the trial ended otherwise: {found}; {kept}."
    return CheckItem(title=title, verdict="fail" if one.certain else "warn", found=other)


def _copy(experiment: Experiment, folder: Path, one: Rehearsal) -> Path:
    """Make an experiment that differs from the frozen one in its budgets alone, and that says what it is."""
    for name in experiment.freeze.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(experiment.path / name, folder / name)
    manifest = experiment.manifest
    budgets = manifest.budgets.model_copy(update={**_AMPLE, **one.budgets})
    changed = {"experiment_id": "rehearsal", "budgets": budgets, "demonstration": True}
    (folder / "manifest.yaml").write_bytes(to_yaml(manifest.model_copy(update=changed)))
    (folder / "local.yaml").write_bytes(to_yaml(experiment.local))
    hashes = {name: sha256_hex(read_bytes(folder / name)) for name in experiment.freeze.files}
    (folder / "freeze.json").write_bytes(pretty_json(experiment.freeze.model_copy(update={"files": hashes})))
    return folder


def _play(folder: Path, one: Rehearsal) -> TrialHeader:
    experiment = Experiment(folder)
    conditions = list(experiment.conditions.values())
    condition = next((c for c in conditions if c.episodic_memory), conditions[0])
    game, freeze = game_files(experiment.local), experiment.freeze
    profile = oracle_profile(experiment.manifest)
    if one.reason == "m8_verified" and profile is not None:
        profile = _won_at_once(profile)
    trial = folder / "trials" / trial_name(condition.id, 1)
    trial.parent.mkdir()
    core: Core = MgbaCore(game.rom, game.state, freeze.rom_sha256, freeze.initial_state_sha256)
    if one.reason == "emulator_crash":
        core = _Crashing(core, _CRASH_FRAME)
    place = TrialPlace(folder, condition, 1, 1, None, trial)
    rules = experiment.manifest.agent
    try:
        agent = _Rehearsing(one.buttons, frozenset(rules.allowed_actions), rules.max_actions_per_decision)
        return play_trial(place, core, agent, profile)
    finally:
        core.close()
        write_sums(folder)


def _won_at_once(profile: Profile) -> Profile:
    rule = MilestoneRule(id="M8", latched=Predicate(op="all"), confirmed=False)
    return profile.model_copy(update={"milestones": [rule]})


def _wrong(folder: Path, header: TrialHeader) -> str | None:
    """Return what is wrong with the evidence, or null."""
    try:
        for item in verify_experiment(folder):
            if item.verdict == "fail":
                return item.findings[0].rstrip(".") if item.findings else f"the check {item.title!r} failed"
        replayed = replay_trial(folder / "trials" / trial_name(header.condition_id, 1))
    except HarnessError as fault:
        return str(fault).rstrip(".")
    return None if replayed.differs_at is None else replayed.sentence.rstrip(".")


class _Rehearsing:
    """Presses a fixed sequence of buttons for ever, whatever is shown; its second decision begins with no reply."""

    name = "rehearsal"

    def __init__(self, buttons: Sequence[Button], allowed: frozenset[Button], at_once: int) -> None:
        self._buttons = [button for button in buttons if button in allowed] or sorted(allowed)
        self._at_once = min(at_once, 3)
        self._next = 0

    def decide(self, view: View, retry: str | None) -> Answer:
        """Return the next buttons, with one fact to remember at the first decision."""
        usage = Usage(cost_usd=_CALL_USD)
        if view.decision == 2 and retry is None:
            return Answer(b"This is no reply.", usage)
        count = len(self._buttons)
        actions = [self._buttons[(self._next + k) % count] for k in range(self._at_once)]
        self._next += self._at_once
        return Answer(_reply(actions, remember=view.decision == 1), usage)


def _reply(actions: Sequence[Button], *, remember: bool) -> bytes:
    fact = {"kind": "event", "value": "the rehearsal began", "confidence": 0.5, "evidence": "the first picture"}
    return json.dumps(
        {
            "reasoning_summary": "a fixed sequence of buttons",
            "observed": {
                "screen": "unknown",
                "location_guess": "unknown",
                "objective_guess": "rehearse",
                "certainty": 0.0,
            },
            "memory_read": [],
            "memory_write": [fact] if remember else [],
            "actions": list(actions),
        }
    ).encode()


class _Crashing:
    """A core that fails at a frame, as mGBA does when it calls an error fatal."""

    def __init__(self, core: Core, frame: int) -> None:
        self._core = core
        self._left = frame
        self.restore: Callable[[], None] = core.restore
        self.keys_were_read: Callable[[], bool] = core.keys_were_read
        self.memory: Callable[[], MemoryImage] = core.memory
        self.state: Callable[[], bytes] = core.state
        self.close: Callable[[], None] = core.close

    @property
    def files(self) -> Mapping[str, Sha256]:
        """File name → SHA-256 of the library files actually loaded."""
        return self._core.files

    def run_frame(self, keys: int) -> bytes:
        """Run one frame until the chosen one is due.

        Raises:
            EmulatorFailed: it is.
        """
        if self._left == 0:
            raise EmulatorFailed("The rehearsal let the emulator fail here.")
        self._left -= 1
        return self._core.run_frame(keys)
