"""Reading the art's PNG sheets and turning their pixels into the machine's numbers."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
Colour = tuple[int, ...]
_CLEAR = (31 << 10) | 31
"""Magenta in the machine's 15 bits: see-through."""
PAPER_INDEX = 3


class Palette:
    """15-bit colours in the order of their first use; index 0 is see-through."""

    def __init__(self, limit: int) -> None:
        self.colours = [0]
        self._index: dict[int, int] = {_CLEAR: 0}
        self._limit = limit

    def indices(self, picture: Picture) -> Picture:
        """Return the picture's colours as numbers of this palette.

        Raises:
            SystemExit: the palette is full.
        """
        rgb = picture.astype(np.uint16) >> 3
        values = rgb[:, :, 0] | rgb[:, :, 1] << 5 | rgb[:, :, 2] << 10
        for value in sorted(set(values.ravel().tolist())):
            if value not in self._index:
                self._index[value] = len(self.colours)
                self.colours.append(value)
        if len(self.colours) > self._limit:
            raise SystemExit(f"Too many colours: {len(self.colours)}, at most {self._limit}.")
        return np.vectorize(self._index.__getitem__, otypes=[np.uint8])(values)

    def full(self, last: list[int] | None = None) -> list[int]:
        """Return 256 colours, ``last`` at the end."""
        end = last or []
        return self.colours + [0] * (256 - len(self.colours) - len(end)) + end


def load(path: Path) -> Picture:
    """Read a picture as RGB."""
    return np.asarray(Image.open(path).convert("RGB"))


def cut(picture: Picture, width: int, height: int) -> list[Picture]:
    """Cut a sheet into cells, in reading order."""
    rows, columns = picture.shape[0] // height, picture.shape[1] // width
    return [
        picture[y * height : (y + 1) * height, x * width : (x + 1) * width] for y in range(rows) for x in range(columns)
    ]


def tiled(indices: Picture) -> list[int]:
    """Return 8-bit pixels in the machine's order: 8 x 8 tiles, row by row."""
    return [int(v) for tile in cut(indices, 8, 8) for v in tile.ravel()]


def word(row: Picture, colours: list[Colour]) -> int:
    """Return up to eight pixels as 4-bit numbers of the interface's colours, the left one lowest."""
    return sum(colours.index(tuple(int(v) for v in pixel)) << 4 * n for n, pixel in enumerate(row))


def without_paper(row: int) -> int:
    """Return a row of a glyph without its paper, so that it can be laid over anything."""
    return sum((row >> 4 * n & 15) << 4 * n for n in range(8) if row >> 4 * n & 15 != PAPER_INDEX)
