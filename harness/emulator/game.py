"""Where the ROM and the initial state of an experiment lie on this machine."""

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from harness.formats.errors import BadFile
from harness.formats.manifest import Local

EMBEDDED = "embedded"


class GameFiles(NamedTuple):
    """Paths of a ROM and of the state that every trial begins from."""

    rom: Path
    state: Path


def game_files(local: Local) -> GameFiles:
    """Return the files that ``local.yaml`` names; the word ``embedded`` stands for our own cartridge.

    Raises:
        BadFile: one of them is not there.
    """
    cartridge = Path(str(files("firered_resources"))) / "cartridge"
    rom = cartridge / "parcel-errand.gba" if local.rom == EMBEDDED else Path(local.rom)
    state = cartridge / "start.state" if local.state == EMBEDDED else Path(local.state)
    for what, path in (("ROM", rom), ("initial state", state)):
        if not path.is_file():
            raise BadFile(
                f"The {what} {path} is missing: give the path of one that is there, with "
                f"--{what.split()[-1].lower()} to `new`, or in the experiment's local.yaml."
            )
    return GameFiles(rom, state)
