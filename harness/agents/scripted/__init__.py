"""Agents that play by a fixed script from the picture alone, one with care and one with planted mistakes."""

from typing import TYPE_CHECKING

from harness.formats.manifest import Condition

if TYPE_CHECKING:
    from harness.agents.scripted.player import Player


def make_scripted(name: str, condition: Condition, seed: int) -> "Player":
    """Return the scripted agent ``careful`` or ``forgetful``; ``seed`` is all the chance it uses."""
    from harness.agents.scripted.careful import Careful
    from harness.agents.scripted.forgetful import Forgetful

    return Forgetful(seed) if name == "forgetful" else Careful(seed)
