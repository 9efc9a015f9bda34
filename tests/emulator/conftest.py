"""Cores that the tests of the emulator share."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from harness.emulator.mgba_core import MgbaCore, power_on_state
from harness.formats.base import Sha256, sha256_hex
from tests.emulator.games import DOTS, write_game


class Disk(NamedTuple):
    """A ROM and a state on disk, with their hashes."""

    rom: Path
    state: Path

    @property
    def hashes(self) -> tuple[Sha256, Sha256]:
        return sha256_hex(self.rom.read_bytes()), sha256_hex(self.state.read_bytes())

    def core(self) -> MgbaCore:
        return MgbaCore(self.rom, self.state, *self.hashes)


@pytest.fixture
def dots(tmp_path: Path) -> Disk:
    """The game of dots, in a folder that holds nothing else."""
    folder = tmp_path / "game"
    folder.mkdir()
    rom = write_game(folder / "dots.gba", DOTS)
    state = folder / "start.state"
    state.write_bytes(power_on_state(rom))
    return Disk(rom, state)


@pytest.fixture
def core(dots: Disk) -> Iterator[MgbaCore]:
    """A core that plays the game of dots."""
    made = dots.core()
    yield made
    made.close()
