"""Looking at a frozen experiment's restored game in a process of its own: ``python -m harness.check_look DIR``."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from harness.emulator.game import game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS
from harness.evidence.reader import Experiment
from harness.experiment import oracle_profile
from harness.formats.base import BUTTONS, canonical_json, sha256_hex
from harness.formats.check import Look
from harness.formats.errors import HarnessError, Refused
from harness.formats.files import load_json, parse
from harness.formats.manifest import Emulator
from harness.formats.oracle import Profile
from harness.oracle import read_options, read_state

_ROUNDS = 3
_SECONDS = 300


def look_in_two_processes(folder: Path) -> tuple[Look, Look]:
    """Look at a frozen experiment twice, at the same time, each in a process of its own.

    Raises:
        Refused: a process refused; its sentence is passed on.
        HarnessError: a process died.
    """
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(_look_elsewhere, (folder, folder))
    return first, second


def look(experiment: Experiment) -> Look:
    """Restore the game, run one frame, press every action a few times, restore it again.

    Raises:
        HarnessError: a part of the machine is missing or refuses.
    """
    freeze, timing = experiment.freeze, experiment.manifest.emulator
    game = game_files(experiment.local)
    profile = oracle_profile(experiment.manifest)
    core = MgbaCore(game.rom, game.state, freeze.rom_sha256, freeze.initial_state_sha256)
    try:
        core.restore()
        start = sha256_hex(core.state())
        first = sha256_hex(core.run_frame(0))
        seen = _hidden(core, profile)
        pictures, read, settled = _rehearse(core, timing, profile)
        end = sha256_hex(core.state())
        core.restore()
        return Look(
            first_frame=first,
            start=start,
            again=sha256_hex(core.state()),
            pictures=sha256_hex(canonical_json([first, *pictures])),
            end=end,
            actions=len(BUTTONS) * _ROUNDS,
            read=read,
            settled=settled,
            **seen,
        )
    finally:
        core.close()


def _hidden(core: MgbaCore, profile: Profile | None) -> dict[str, Any]:
    memory = core.memory()
    state = read_state(memory, profile) if profile else None
    if profile is None or state is None:
        return {"oracle": None}
    options = read_options(memory, profile)
    return {
        "oracle": sha256_hex(canonical_json(state)),
        "place": state.map,
        "party": [one.species for one in state.party],
        "text_speed": options.text_speed if options else None,
        "battle_style": options.battle_style if options else None,
        "unconfirmed": list(options.unconfirmed) if options else [],
    }


def _rehearse(core: MgbaCore, timing: Emulator, profile: Profile | None) -> tuple[list[str], int, int | None]:
    pictures, read, settled = [], 0, 0
    for button in BUTTONS * _ROUNDS:
        for frame in range(timing.press_frames + timing.settle_frames):
            held = KEY_BITS[button] if frame < timing.press_frames else 0
            pictures.append(sha256_hex(core.run_frame(held)))
            read += core.keys_were_read()
        if profile is not None:
            state = read_state(core.memory(), profile)
            settled += state is not None and state.settled
    return pictures, read, settled if profile is not None else None


def _look_elsewhere(folder: Path) -> Look:
    command = [sys.executable, "-m", "harness.check_look", str(folder)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise HarnessError(f"The restored game did not come to an end of its rehearsal in {_SECONDS} s.") from None
    if done.returncode == 3:
        raise Refused(done.stderr.strip().removeprefix("Error: "))
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise HarnessError(f"The process that restored the game of {folder} died ({last}).")
    return parse(Look, load_json(done.stdout, "the restored game"), "the restored game")


if __name__ == "__main__":
    try:
        sys.stdout.write(look(Experiment(Path(sys.argv[1]))).model_dump_json())
    except HarnessError as fault:
        sys.stderr.write(f"Error: {fault}\n")
        sys.exit(3)
