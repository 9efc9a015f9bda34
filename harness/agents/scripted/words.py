"""Plain English for places, ways and what stands near."""

from collections.abc import Sequence
from typing import NamedTuple

from harness.agents.scripted.plan import Place
from harness.agents.scripted.world import World
from harness.formats.base import Button

TITLES = {
    "bedroom": "my bedroom",
    "house": "the ground floor of my house",
    "rival_house": "WREN's house",
    "laboratory": "the field laboratory",
    "shop": "the shop in FERNWELL",
    "rest_house": "the rest house in FERNWELL",
    "town": "MOSSBANK",
    "road": "BRAMBLE ROAD",
    "next_town": "FERNWELL",
}
_DOORS = {
    "house": "my front door",
    "rival_house": "WREN's front door",
    "laboratory": "the laboratory's door",
    "shop": "the shop's door",
    "rest_house": "the rest house's door",
}
_LEAVING = {"mat": "the door mat", "stairs_left": "the stairs", "stairs_right": "the stairs"}
_SIDES = {"UP": "north", "DOWN": "south", "LEFT": "west", "RIGHT": "east"}


class Landmark(NamedTuple):
    """Something a person would name a place by."""

    at: Place
    name: str


def landmarks(world: World, name: str) -> list[Landmark]:
    """Return what stands out on a map: doors, ways out, signs and people who stay."""
    one = world.maps[name]
    found = []
    for (x, y), to in one.warps.items():
        kind = world.tile(Place(name, x, y)).kind
        found.append(Landmark(Place(name, x, y), _LEAVING.get(kind) or _DOORS.get(to.map, "a door")))
    for x, y in one.signs:
        kind = "the signpost" if name in ("town", "road", "next_town") else "something to read"
        found.append(Landmark(Place(name, x, y), kind))
    found += [
        Landmark(place, f"the {who}") for who, place in one.people.items() if who in ("clerk", "professor", "nurse")
    ]
    return found


def whereabouts(world: World, place: Place) -> str:
    """Return a place as a person would say it: map, and how far from what."""
    title = TITLES[place.map]
    near = min(
        landmarks(world, place.map),
        key=lambda mark: (abs(mark.at.x - place.x) + abs(mark.at.y - place.y), mark.at),
        default=None,
    )
    if near is None:
        return title
    dx, dy = place.x - near.at.x, place.y - near.at.y
    parts = []
    if dy:
        parts.append(f"{abs(dy)} {'south' if dy > 0 else 'north'}")
    if dx:
        parts.append(f"{abs(dx)} {'east' if dx > 0 else 'west'}")
    return f"{title}, {' and '.join(parts)} of {near.name}" if parts else f"{title}, at {near.name}"


def standing(location: str) -> str:
    """Return a place as a sentence."""
    return f"I am {'on' if location.startswith('BRAMBLE') else 'in'} {location}."


def presses(buttons: Sequence[Button]) -> str:
    """Return a sequence of directions in words, such as ``3 north, 1 east``."""
    runs: list[tuple[Button, int]] = []
    for button in buttons:
        if runs and runs[-1][0] == button:
            runs[-1] = (button, runs[-1][1] + 1)
        else:
            runs.append((button, 1))
    return ", ".join(f"{count} {_SIDES.get(button, button)}" for button, count in runs)
