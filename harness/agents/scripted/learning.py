"""What a picture teaches about where things are."""

from harness.agents.scripted import mission
from harness.agents.scripted.turns import Now
from harness.agents.scripted.world import World
from harness.formats.action import MemoryWrite

NEAR = 3
"""Tiles from a door at which it is noted."""


def places_learnt(world: World, now: Now, steps: tuple[int, int], cue: str) -> list[MemoryWrite]:
    """Return the notes about places that a picture is good for; ``steps`` are the step at hand before and after it."""
    before, stage = steps
    if before == mission.NORTH and stage > before:
        return [mission.WAY_OUT.written(f"At the north edge. {cue}"[:300])]
    here = now.scene.place
    if stage < mission.WALK or here is None or here.map != "town" or now.recall.knows(mission.LAB_DOOR):
        return []
    x, y = next(at for at, to in world.maps["town"].warps.items() if to.map == "laboratory")
    if abs(here.x - x) + abs(here.y - y) > NEAR:
        return []
    return [mission.LAB_DOOR.written("I come out of the laboratory: east of the main path, on the southern one.")]
