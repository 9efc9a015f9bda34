"""The core: exact, quiet, harmless; one test for each sharp edge of its binding."""

import gc
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.emulator.mgba_core import MgbaCore, core_config_sha256, emulator_files, power_on_state
from harness.emulator.options import CORE_OPTIONS
from harness.emulator.port import KEY_BITS, EmulatorFailed
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile, Refused, WrongHash
from tests.emulator.conftest import Disk
from tests.emulator.games import DEAF, DOTS, LOST, write_game

RIGHT, A = KEY_BITS["RIGHT"], KEY_BITS["A"]
ROOT = Path(__file__).parents[2]


def play(core: MgbaCore, frames: int = 60) -> list[str]:
    """Play a fixed tune and return the hash of every frame, of working memory, and of the whole state."""
    keys = [RIGHT, 0, A, 0]
    heard = [sha256_hex(core.run_frame(keys[number // 3 % 4])) for number in range(frames)]
    return [*heard, sha256_hex(core.memory().ewram), sha256_hex(core.state())]


def test_a_restored_game_plays_the_same_to_the_byte(core: MgbaCore) -> None:
    first = play(core)
    assert len(set(first)) > 40
    core.restore()
    assert play(core) == first


def test_another_core_and_another_process_play_the_same(core: MgbaCore, dots: Disk) -> None:
    other = dots.core()
    assert play(other) == play(core)
    other.close()
    script = (
        "import sys; from pathlib import Path; from tests.emulator.conftest import Disk\n"
        "from tests.emulator.test_core import play\n"
        "core = Disk(Path(sys.argv[1]), Path(sys.argv[2])).core(); print(*play(core), sep='\\n')"
    )
    arguments = [sys.executable, "-c", script, str(dots.rom), str(dots.state)]
    done = subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True, text=True)
    core.restore()
    assert done.stdout.split() == play(core)


def test_two_cores_played_in_turn_do_not_disturb_each_other(core: MgbaCore, dots: Disk) -> None:
    alone = [core.run_frame(RIGHT) for _ in range(20)]
    core.restore()
    other = dots.core()
    together = []
    for _ in range(20):
        together.append(core.run_frame(RIGHT))
        other.run_frame(A)
    other.close()
    assert together == alone


def test_a_frame_is_a_copy_of_plain_rgb(core: MgbaCore) -> None:
    for _ in range(3):
        first = core.run_frame(0)
    kept = hashlib.sha256(first).digest()
    assert len(first) == 240 * 160 * 3
    assert core.run_frame(RIGHT) != first
    assert hashlib.sha256(first).digest() == kept
    dot = first[:3]
    assert dot != b"\0\0\0"
    assert first[3:6] == b"\0\0\0"


def test_the_first_frame_after_a_restore_is_never_the_stale_one(core: MgbaCore) -> None:
    first = core.run_frame(0)
    for _ in range(30):
        core.run_frame(RIGHT)
    core.restore()
    assert core.run_frame(0) == first


def test_a_key_is_held_for_exactly_the_frames_it_is_asked_for(core: MgbaCore) -> None:
    held = []
    for keys in (0, A, A, 0, RIGHT, 0):
        core.run_frame(keys)
        held.append(int.from_bytes(core.memory().ewram[4:8], "little"))
    assert held == [0, A, A, 0, RIGHT, 0]


def test_a_key_held_before_a_restore_is_released_by_it(core: MgbaCore) -> None:
    untouched = play(core)
    core.run_frame(RIGHT | A)
    core.restore()
    assert play(core) == untouched


def test_whether_the_game_read_its_keys_is_known_frame_by_frame(core: MgbaCore, tmp_path: Path) -> None:
    core.run_frame(0)
    core.run_frame(0)
    assert core.keys_were_read()
    rom = write_game(tmp_path / "deaf.gba", DEAF)
    (tmp_path / "deaf.state").write_bytes(power_on_state(rom))
    deaf = Disk(rom, tmp_path / "deaf.state").core()
    deaf.run_frame(A)
    assert not deaf.keys_were_read()
    deaf.close()


def test_save_memory_is_restored_with_the_state(core: MgbaCore) -> None:
    core.run_frame(0)
    core.run_frame(0)
    before = core.memory().ewram[8]
    for _ in range(5):
        core.run_frame(A)
    assert core.memory().ewram[8] != before
    core.restore()
    core.run_frame(0)
    core.run_frame(0)
    assert core.memory().ewram[8] == before


def test_a_state_with_save_memory_is_stable_to_the_byte(core: MgbaCore, dots: Disk, tmp_path: Path) -> None:
    for _ in range(5):
        core.run_frame(A)
    state = core.state()
    assert core.state() == state
    later = tmp_path / "later.state"
    later.write_bytes(state)
    other = Disk(dots.rom, later).core()
    assert other.state() == state
    core_goes_on, other_goes_on = play(core), play(other)
    other.close()
    assert other_goes_on == core_goes_on


@pytest.mark.parametrize("flags", [0, 1, 2, 31])
def test_states_saved_in_the_emulators_own_window_are_accepted(
    core: MgbaCore, dots: Disk, tmp_path: Path, flags: int
) -> None:
    for _ in range(5):
        core.run_frame(RIGHT)
    native = core._open()
    path = tmp_path / "dots.ss1"
    file = native._lib.VFileOpen(str(path).encode(), os.O_RDWR | os.O_CREAT)
    assert native._lib.mCoreSaveStateNamed(native._native, file, flags)
    file.close(file)
    assert path.read_bytes().startswith(b"\x89PNG") == bool(flags & 1)
    expected = [core.run_frame(RIGHT) for _ in range(10)]
    other = Disk(dots.rom, path).core()
    assert [other.run_frame(RIGHT) for _ in range(10)] == expected
    other.close()


def test_a_state_with_one_changed_byte_is_refused_by_its_hash(dots: Disk) -> None:
    hashes = dots.hashes
    damaged = bytearray(dots.state.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    dots.state.write_bytes(damaged)
    with pytest.raises(WrongHash, match=hashes[1]) as caught:
        MgbaCore(dots.rom, dots.state, *hashes)
    assert sha256_hex(bytes(damaged)) in str(caught.value)


def test_another_rom_is_refused_by_its_hash(dots: Disk) -> None:
    with pytest.raises(WrongHash, match="not the recorded ROM"):
        MgbaCore(dots.rom, dots.state, "0" * 64, dots.hashes[1])


@pytest.mark.parametrize("content", [b"", b"no state", bytes(500_000)])
def test_a_state_that_the_emulator_refuses_is_fatal_with_both_hashes(dots: Disk, content: bytes) -> None:
    dots.state.write_bytes(content)
    with pytest.raises(BadFile, match="refused the initial state") as caught:
        dots.core()
    assert all(sha256 in str(caught.value) for sha256 in dots.hashes)


def test_a_state_of_another_game_or_of_another_revision_of_it_is_refused(dots: Disk, tmp_path: Path) -> None:
    revision = write_game(tmp_path / "revision.gba", [*DOTS, 0])
    with pytest.raises(BadFile, match="different version of the game"):
        Disk(revision, dots.state).core()
    other = tmp_path / "other.gba"
    other.write_bytes(dots.rom.read_bytes().replace(b"TINY", b"HUGE"))
    with pytest.raises(BadFile, match="different game"):
        Disk(other, dots.state).core()


@pytest.mark.parametrize("content", [b"", b"MZ no game", os.urandom(4096)])
def test_a_file_that_is_no_game_is_refused(dots: Disk, content: bytes) -> None:
    dots.rom.write_bytes(content)
    with pytest.raises(BadFile, match="no Game Boy Advance game"):
        dots.core()


def test_missing_and_oversized_files_are_one_sentence(dots: Disk, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is missing"):
        MgbaCore(tmp_path / "none.gba", dots.state, *dots.hashes)
    with (tmp_path / "huge.gba").open("wb") as file:
        file.truncate(33 << 20)
    with pytest.raises(BadFile, match="too large"):
        MgbaCore(tmp_path / "huge.gba", dots.state, *dots.hashes)


def test_what_the_emulator_calls_fatal_ends_the_frame_with_an_error(tmp_path: Path) -> None:
    rom = write_game(tmp_path / "lost.gba", LOST)
    (tmp_path / "lost.state").write_bytes(power_on_state(rom))
    core = Disk(rom, tmp_path / "lost.state").core()
    with pytest.raises(EmulatorFailed, match="invalid address"):
        core.run_frame(0)
    core.close()


def test_a_closed_core_says_so_and_a_restore_opens_it_again(core: MgbaCore) -> None:
    core.close()
    core.close()
    with pytest.raises(Refused, match="was closed"):
        core.run_frame(0)
    core.restore()
    assert len(core.run_frame(0)) == 115_200


def test_three_hundred_saves_on_a_dirty_heap_neither_crash_nor_print_nor_write(dots: Disk) -> None:
    """The binding leaves callback fields undefined; with the heap filled, the first save used to crash here."""
    script = (
        "import sys; from pathlib import Path; from tests.emulator.conftest import Disk\n"
        "core = Disk(Path(sys.argv[1]), Path(sys.argv[2])).core()\n"
        "core.run_frame(0)\n"
        "for number in range(300):\n"
        "    core.run_frame(1)\n"
        "    for _ in range(40): core.run_frame(0)\n"
        "    assert core.memory().ewram[8] == (number * 41 + 1) % 256, core.memory().ewram[:12]\n"
    )
    before = {path.name: path.read_bytes() for path in dots.rom.parent.iterdir()}
    filled = {"MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    arguments = [sys.executable, "-c", script, str(dots.rom), str(dots.state)]
    done = subprocess.run(
        arguments, cwd=ROOT, check=False, capture_output=True, text=True, env={**os.environ, **filled}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert {path.name: path.read_bytes() for path in dots.rom.parent.iterdir()} == before


def test_the_picture_buffer_outlives_collection(core: MgbaCore) -> None:
    expected = play(core)
    core.restore()
    gc.collect()
    noise = [bytearray(153_600) for _ in range(50)]
    assert play(core) == expected
    assert not any(any(piece) for piece in noise)


def test_sixty_restores_leak_nothing(core: MgbaCore) -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    for _ in range(5):
        core.restore()
    before = resident()
    for _ in range(60):
        core.restore()
        core.run_frame(0)
    assert resident() - before < 8 << 20


def test_the_emulators_identity_is_the_files_that_are_loaded(core: MgbaCore) -> None:
    files = emulator_files()
    assert dict(core.files) == files
    maps = Path("/proc/self/maps").read_text()
    loaded = {Path(line.split()[-1]) for line in maps.splitlines() if "libmgba" in line or "_pylib" in line}
    assert {path.name: sha256_hex(path.read_bytes()) for path in loaded} == files


def test_the_configuration_has_one_hash_and_is_the_one_the_core_runs_with(core: MgbaCore) -> None:
    assert core_config_sha256() == core_config_sha256()
    assert len(core_config_sha256()) == 64
    native = core._open()
    options = native._native.opts
    assert (options.frameskip, options.useBios, options.skipBios) == (0, False, True)
    assert CORE_OPTIONS["frameskip"] == 0
    clock = native._native.rtc
    assert clock.d.unixTime(native._ffi.addressof(clock.d)) == 1_000_000_000
