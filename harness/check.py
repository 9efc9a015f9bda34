"""Trying an experiment before its first trial: does the state restore, do the cores agree, can a step settle."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from harness.emulator.game import game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS
from harness.evidence.reader import Experiment
from harness.experiment import check_frozen, oracle_profile
from harness.formats.base import BUTTONS, Sha256, canonical_json, sha256_hex, utc_now
from harness.formats.check import Check, CheckItem
from harness.formats.files import pretty_json, write_whole
from harness.oracle import read_state

STEP_FRAMES = 16
TURN_FRAMES = 8
_ROUNDS = 3


class _Look(NamedTuple):
    """What one fresh core showed: pictures of a short rehearsal, the state at its start and at its end."""

    first_frame: Sha256
    oracle: Sha256 | None
    pictures: Sha256
    end: Sha256
    read: int


def check_experiment(folder: Path) -> Check:
    """Try a frozen experiment; ``check.json`` is written at the first time and before any trial.

    Raises:
        Refused: it is not frozen.
        ProtocolChanged: something frozen is different now.
        HarnessError: a part of the machine is missing or refuses.
    """
    experiment = check_frozen(folder)
    first, second = (_look(experiment) for _ in range(2))
    check = Check(
        checked_utc=utc_now(),
        first_frame_sha256=first.first_frame if first.first_frame == second.first_frame else None,
        items=list(_items(experiment, first, second)),
    )
    if not (folder / "check.json").exists() and not (folder / "SHA256SUMS").exists():
        write_whole(folder / "check.json", pretty_json(check))
    return check


def _look(experiment: Experiment) -> _Look:
    freeze, manifest = experiment.freeze, experiment.manifest
    game = game_files(experiment.local)
    profile = oracle_profile(manifest)
    core = MgbaCore(game.rom, game.state, freeze.rom_sha256, freeze.initial_state_sha256)
    try:
        core.restore()
        first = core.run_frame(0)
        state = read_state(core.memory(), profile) if profile else None
        pictures, read = [sha256_hex(first)], 0
        for button in BUTTONS * _ROUNDS:
            for frame in range(manifest.emulator.press_frames + manifest.emulator.settle_frames):
                held = KEY_BITS[button] if frame < manifest.emulator.press_frames else 0
                pictures.append(sha256_hex(core.run_frame(held)))
                read += core.keys_were_read()
        return _Look(
            sha256_hex(first),
            sha256_hex(canonical_json(state)) if state else None,
            sha256_hex(canonical_json(pictures)),
            sha256_hex(core.state()),
            read,
        )
    finally:
        core.close()


def _items(experiment: Experiment, first: _Look, second: _Look) -> Iterator[CheckItem]:
    def same(title: str, pick: Callable[[_Look], object], what: str) -> CheckItem:
        fits = pick(first) == pick(second)
        words = f"two fresh cores agree on {what}" if fits else f"two fresh cores differ in {what}"
        return CheckItem(title=title, verdict="pass" if fits else "fail", found=f"{words}.")

    yield same("The state restores to one first frame", lambda look: look.first_frame, "frame 0")
    yield _oracle(experiment, first, second)
    yield same("A rehearsal of every action repeats", lambda look: look.pictures, "every frame")
    yield same("It ends in one state", lambda look: look.end, "the whole state after it")
    heard = first.read > 0
    words = f"keys were read in {first.read} frames." if heard else "the game read no key at all."
    yield CheckItem(title="The game hears its keys", verdict="pass" if heard else "fail", found=words)
    yield _timing(experiment)
    yield _isolation(experiment)


def _oracle(experiment: Experiment, first: _Look, second: _Look) -> CheckItem:
    title = "Hidden state reads the same"
    name = experiment.manifest.oracle
    if name == "none":
        return CheckItem(title=title, verdict="warn", found="there is no oracle: milestones rest on labels alone.")
    if first.oracle is None:
        return CheckItem(title=title, verdict="fail", found=f"the profile {name} finds no running game at frame 0.")
    fits = first.oracle == second.oracle
    words = f"the profile {name} reads one state at frame 0." if fits else f"{name} reads two different states."
    return CheckItem(title=title, verdict="pass" if fits else "fail", found=words)


def _timing(experiment: Experiment) -> CheckItem:
    timing = experiment.manifest.emulator
    total = timing.press_frames + timing.settle_frames
    settles = timing.press_frames > TURN_FRAMES and total >= STEP_FRAMES + TURN_FRAMES
    words = f"press {timing.press_frames} and settle {timing.settle_frames} are {total} frames"
    rest = "enough" if settles else "boundary frames will show unsettled screens, which reviewers see marked,"
    return CheckItem(
        title="An action is long enough for a step with a turn",
        verdict="pass" if settles else "warn",
        found=f"{words}; {rest} for {STEP_FRAMES + TURN_FRAMES}.",
    )


def _isolation(experiment: Experiment) -> CheckItem:
    left = [trial.name for trial in experiment.trials() if trial.memory() and trial.memory()[0].event == "shown"]
    return CheckItem(
        title="No trial begins with anything of another",
        verdict="fail" if left else "pass",
        found=f"{left[0]} was shown a fact before it wrote one." if left else "every trial starts with no fact.",
    )
