"""The core with our own cartridge: one first frame, saves on a dirty heap, nothing written beside the ROM."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.emulator.game import EMBEDDED, game_files
from harness.emulator.port import KEY_BITS
from harness.evidence.verify import verify_experiment
from harness.formats.base import BUTTONS, sha256_hex
from harness.formats.files import to_yaml
from harness.formats.manifest import Local
from harness.replay import replay_trial
from tests.emulator.conftest import Disk
from tests.evidence.experiments import record, scaffold

ROOT = Path(__file__).parents[2]


@pytest.fixture
def cartridge(tmp_path: Path) -> Disk:
    """A copy of the cartridge and its state in a folder that holds nothing else."""
    folder = tmp_path / "cartridge"
    folder.mkdir()
    game = game_files(Local(rom=EMBEDDED, state=EMBEDDED))
    return Disk(*(Path(shutil.copy(path, folder)) for path in game))


def contents(folder: Path) -> dict[str, tuple[int, str]]:
    return {p.name: (p.stat().st_mtime_ns, sha256_hex(p.read_bytes())) for p in folder.iterdir()}


def test_restored_twice_the_first_frame_memory_and_state_are_the_same(cartridge: Disk) -> None:
    seen = []
    for _ in range(2):
        core = cartridge.core()
        for _ in range(2):
            core.restore()
            seen.append((core.run_frame(0), core.memory(), core.state()))
        core.close()
    assert all(one == seen[0] for one in seen)
    assert len(set(seen[0][0])) > 5


def test_every_button_is_read_and_a_long_walk_plays_the_same_again(cartridge: Disk) -> None:
    core = cartridge.core()

    def walk() -> list[str]:
        heard = []
        for button in (*BUTTONS, "DOWN", "LEFT", "UP", "B", "B", "RIGHT") * 3:
            read = False
            for step in range(24):
                rgb = core.run_frame(KEY_BITS[button] if step < 12 else 0)
                read = read or core.keys_were_read()
            heard.append(sha256_hex(rgb))
            assert read
        return heard

    first = walk()
    core.restore()
    assert walk() == first
    assert len(set(first)) > 8
    core.close()


def test_in_game_saves_on_a_dirty_heap_neither_crash_nor_print_nor_write(cartridge: Disk) -> None:
    before = contents(cartridge.rom.parent)
    script = (
        "import sys; from pathlib import Path; from tests.cartridge.driver import Cartridge\n"
        "from tests.cartridge.test_state import save_in_game\n"
        "game = Cartridge(rom=Path(sys.argv[1]).read_bytes(), state=Path(sys.argv[2]).read_bytes())\n"
        "empty = game.native.save()\n"
        "for _ in range(40): save_in_game(game)\n"
        "assert game.native.save() != empty\n"
    )
    filled = {"MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    arguments = [sys.executable, "-c", script, str(cartridge.rom), str(cartridge.state)]
    done = subprocess.run(
        arguments,
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **filled, "HOME": str(cartridge.rom.parent)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert contents(cartridge.rom.parent) == before


def test_a_trial_of_the_cartridge_is_recorded_verified_and_played_again(cartridge: Disk, tmp_path: Path) -> None:
    before = contents(cartridge.rom.parent)
    experiment = scaffold(tmp_path / "small", "rom", *cartridge.hashes)
    (experiment / "local.yaml").write_bytes(to_yaml(Local(rom=str(cartridge.rom), state=str(cartridge.state))))
    for condition in ("alder", "birch"):
        core = cartridge.core()
        folder = record(experiment, condition, 1, core.run_frame)
        core.close()
        assert replay_trial(folder).differs_at is None
    items = verify_experiment(experiment, pictures=True)
    assert {item.number for item in items if item.verdict == "fail"} == set()
    assert contents(cartridge.rom.parent) == before
