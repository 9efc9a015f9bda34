"""A thing that stands on a map: its picture and what each of its 16x16 cells does."""

from typing import NamedTuple

from canvas import Canvas

KINDS = {
    ".": "",
    "o": "over",
    "#": "solid",
    "d": "door",
    "s": "sign",
    "c": "counter",
    "t": "table",
    "m": "mat",
    "<": "stairs_left",
    ">": "stairs_right",
}
BLOCKING = {"solid", "sign", "counter", "table"}


class Stamp(NamedTuple):
    """A picture of whole tiles and rows of letters (keys of KINDS), one letter a tile."""

    picture: Canvas
    cells: tuple[str, ...]

    def cell(self, x: int, y: int) -> Canvas:
        """Return the picture of one tile of it."""
        return self.picture.cut(x * 16, y * 16, 16, 16)


def stamp(picture: Canvas, *cells: str) -> Stamp:
    """Build a stamp, checking that the picture and the letters have one size."""
    if (picture.w, picture.h) != (16 * len(cells[0]), 16 * len(cells)):
        raise ValueError(f"a picture of {picture.w} × {picture.h} does not fit the cells {cells}")
    return Stamp(picture, cells)
