"""What was tried before the first trial: ``check.json``."""

from typing import Annotated, Literal

from pydantic import Field

from harness.formats.base import Count, Record, Sha256, UtcTime, Versioned


class CheckItem(Record):
    """One thing that was tried, its verdict, and what was found in one sentence."""

    title: str
    verdict: Literal["pass", "warn", "fail"]
    found: str


class Look(Record):
    """What one process saw of the restored game, and of a short rehearsal of every action; hashes are SHA-256."""

    first_frame: Sha256
    """After exactly one frame with no key held."""
    oracle: Sha256 | None
    """Of the evaluator's whole state there; null without an oracle, or where it finds no running game."""
    start: Sha256
    """Of the emulator's state with its save memory, right after the restore."""
    again: Sha256
    """The same, restored once more after the rehearsal."""
    pictures: Sha256
    end: Sha256
    actions: Count
    """How many actions the rehearsal had."""
    read: Count
    """In how many frames the game looked at its keys."""
    settled: Count | None
    """After how many actions the boundary frame was settled; null without an oracle."""
    place: str | None = None
    party: list[int] = []
    """Species of the companions at frame 0."""
    text_speed: str | None = None
    battle_style: str | None = None
    unconfirmed: list[str] = []
    """Options above that no second source confirmed."""


class Check(Versioned):
    """``check.json``: what two fresh processes saw of the frozen state, and everything else that was tried."""

    checked_utc: UtcTime
    first_frame_sha256: Sha256 | None
    """Null where the two processes differ."""
    oracle_state_sha256: Sha256 | None = None
    state_sha256: Sha256 | None = None
    """Of the restored state with its save memory."""
    rom_sha1: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")] | None = None
    items: list[CheckItem]
