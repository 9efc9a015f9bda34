"""Pictures composed from the cartridge's art, for tests of sight."""

import numpy as np

from harness.agents.scripted.places import OWN_COLUMN, OWN_ROW, ROWS, TOP, Gazetteer, Space
from harness.agents.scripted.plan import Place
from harness.agents.scripted.world import TILE, Picture


def space_of(gazetteer: Gazetteer, place: Place) -> tuple[Space, int, int]:
    """Return the space that holds a place, and its column and row there."""
    for space in gazetteer.spaces:
        if place.map in space.maps:
            x, y = space.corners[space.maps.index(place.map)]
            return space, place.x + x, place.y + y
    raise KeyError(place.map)


def screen(gazetteer: Gazetteer, place: Place) -> Picture:
    """Return the picture that shows a place with nobody on it."""
    space, left, top = space_of(gazetteer, place)
    frame = np.zeros((160, 240, 3), dtype=np.uint8)
    for row in range(-1, ROWS + 1):
        for column in range(2 * OWN_COLUMN + 1):
            y, x = top + row, left + column
            if not (0 <= y < space.looks.shape[0] and 0 <= x < space.looks.shape[1]):
                continue
            upper = TOP + TILE * row
            cut = slice(max(0, -upper), min(TILE, 160 - upper))
            frame[upper + cut.start : upper + cut.stop, TILE * column : TILE * column + TILE] = gazetteer.pictures[
                space.looks[y, x]
            ][cut]
    assert OWN_ROW == ROWS // 2
    return frame


def put(frame: Picture, picture: Picture, covers: Picture, x: int, y: int) -> None:
    """Lay a figure on a picture."""
    part = frame[y : y + picture.shape[0], x : x + picture.shape[1]]
    part[covers] = picture[covers]
