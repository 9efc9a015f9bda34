"""Stories of a game's memory, played frame by frame to the latch."""

from collections.abc import Callable
from typing import NamedTuple

from harness.formats.oracle import Profile, SignRecord
from harness.oracle import MilestoneLatch
from tests.oracle.facts import RAM, Revision
from tests.oracle.images import Memory

Change = Callable[[Memory], object]
HOLD = 12
"""Frames that each part of a played story stands: more than the debounce."""


class Sign(NamedTuple):
    milestone: str
    sign: str
    frame: int
    unconfirmed: bool


def played(profile: Profile, *parts: tuple[Memory, int]) -> list[Sign]:
    """Show each memory for so many frames and return the signs, in the order in which they were confirmed."""
    latch, frame = MilestoneLatch(profile), 0
    found: list[SignRecord] = []
    for memory, frames in parts:
        image = memory.image()
        for _ in range(frames):
            found += latch.sample(frame, image)
            frame += 1
    return [Sign(s.milestone, s.sign, s.frame, s.unconfirmed) for s in found]


def story(profile: Profile, start: Memory, *changes: Change) -> list[Sign]:
    """Play a story in which each change comes on top of those before it, ``HOLD`` frames apart."""
    parts, memory = [(start.copy(), HOLD)], start
    for change in changes:
        memory = memory.copy()
        change(memory)
        parts.append((memory, HOLD))
    return played(profile, *parts)


def of(signs: list[Sign], milestone: str) -> dict[str, tuple[int, bool]]:
    """Return sign → part of the story, unconfirmed."""
    return {s.sign: (s.frame // HOLD, s.unconfirmed) for s in signs if s.milestone == milestone}


def message(memory: Memory, shown: int = 2) -> None:
    memory.u8(RAM["sMessageBoxType"], shown)


def quiet(memory: Memory) -> None:
    message(memory, 0)


def carrying(revision: Revision) -> Memory:
    memory = Memory(revision)
    memory.stand("shop", 4, 5)
    memory.key_item(349, slot=2)
    memory.var("shop_scene", 1)
    return memory
