"""Recognising a ROM by its header, revision and hash, and choosing the oracle profile that reads it."""

import hashlib
from pathlib import Path
from typing import NamedTuple

from harness.formats.base import Sha256, sha256_hex
from harness.formats.errors import BadFile
from harness.formats.files import read_bytes
from harness.formats.oracle import Profile
from harness.oracle.profile import header_text, load_profile, profiles_folder

_HEADER_BYTES = 0xC0
_FIXED_BYTE = 0x96
LANGUAGES = {"E": "English", "J": "Japanese", "F": "French", "D": "German", "I": "Italian", "S": "Spanish"}
"""The last letter of a game code: the language of the release."""


class Rom(NamedTuple):
    """What a ROM says of itself, and its hashes."""

    path: Path
    title: str
    game_code: str
    revision: int
    sha1: str
    sha256: Sha256

    @property
    def name(self) -> str:
        """Title, code and revision as people read them."""
        return f"{self.title!r} ({self.game_code or 'no game code'}, revision {self.revision})"

    @property
    def language(self) -> str | None:
        """The language that the game code stands for, or null."""
        return LANGUAGES.get(self.game_code[3:4])


class Recognised(NamedTuple):
    """A ROM, the profile that reads it or null, and why, in one sentence."""

    rom: Rom
    profile: Profile | None
    sentence: str


def read_rom(path: Path) -> Rom:
    """Read a ROM's header and hash it.

    Raises:
        BadFile: it is missing, or no GBA ROM.
    """
    data = read_bytes(path)
    if len(data) < _HEADER_BYTES or data[0xB2] != _FIXED_BYTE:
        raise BadFile(f"{path} is not a GBA ROM: it has no such header.")
    return Rom(
        path=path,
        title=header_text(data[0xA0:0xAC]),
        game_code=header_text(data[0xAC:0xB0]),
        revision=data[0xBC],
        sha1=hashlib.sha1(data, usedforsecurity=False).hexdigest(),
        sha256=sha256_hex(data),
    )


def recognise(path: Path) -> Recognised:
    """Return the profile for a ROM; one of another game has none, and no milestones can be read from it.

    Raises:
        BadFile: it is no ROM, or a revision of a known game that no profile reads.
    """
    rom = read_rom(path)
    known = [load_profile(file.stem) for file in sorted(profiles_folder().glob("*.yaml"))]
    same = [one for one in known if (one.title, one.game_code) == (rom.title, rom.game_code)]
    if not same:
        return Recognised(
            rom, None, f"{rom.name} has no oracle profile, so the oracle is none: no hidden state will be read."
        )
    profile = next((one for one in same if one.revision == rom.revision), None)
    if profile is None:
        read = " and ".join(str(one.revision) for one in sorted(same, key=lambda one: one.revision))
        raise BadFile(
            f"{path} is {rom.name}, SHA-1 {rom.sha1}: revision {rom.revision} keeps its state elsewhere in memory and "
            f"no profile reads it; use revision {read}."
        )
    if profile.rom_sha256 not in (None, rom.sha256):
        return Recognised(
            rom,
            None,
            f"{rom.name} has the SHA-1 {rom.sha1}, not {profile.sha1} of {profile.name}: it was altered, so the oracle "
            "is none: no hidden state will be read.",
        )
    hashed = "its SHA-1 is the known one" if profile.sha1 else f"its SHA-1 is {rom.sha1}"
    return Recognised(rom, profile, f"{rom.name} is read by the profile {profile.name}; {hashed}.")
