"""The frames that the game draws around dialogue and menus, found by their corners."""

from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from harness.agents.scripted.world import SEE_THROUGH, Picture, load_picture

CELL = 8
Style = Literal["dialogue", "menu"]


class Window(NamedTuple):
    """A window in pixels, its frame included."""

    style: Style
    x: int
    y: int
    width: int
    height: int


class Frames:
    """The corners of the two kinds of frame, cut from ``window.png``."""

    def __init__(self, folder: Path) -> None:
        sheet = load_picture(folder / "window.png")
        styles: tuple[tuple[Style, int], ...] = (("dialogue", 0), ("menu", 24))
        self._corners = {
            style: [sheet[y : y + CELL, x + dx : x + dx + CELL] for x, y in ((0, 0), (16, 0), (0, 16), (16, 16))]
            for style, dx in styles
        }

    def find(self, frame: Picture) -> list[Window]:
        """Return every window with three corners to be seen, the upper left ones first."""
        cells = frame.reshape(frame.shape[0] // CELL, CELL, frame.shape[1] // CELL, CELL, 3).swapaxes(1, 2)
        found = []
        for style, corners in self._corners.items():
            upper_left, upper_right, lower_left, _ = (self._where(cells, corner) for corner in corners)
            for row, column in zip(*np.nonzero(upper_left), strict=True):
                right = np.nonzero(upper_right[row, column:])[0]
                below = np.nonzero(lower_left[row:, column])[0]
                if right.size and below.size:
                    width, height = int(right[0]) + 1, int(below[0]) + 1
                    found.append(Window(style, int(column) * CELL, int(row) * CELL, width * CELL, height * CELL))
        return sorted(found, key=lambda window: (window.y, window.x))

    @staticmethod
    def _where(cells: Picture, corner: Picture) -> NDArray[np.bool_]:
        """Compare one pixel of every cell first, whole cells only where that agrees."""
        shown = ~(corner == np.array(SEE_THROUGH, dtype=np.uint8)).all(axis=2)
        found: NDArray[np.bool_] = (cells[:, :, 4, 4] == corner[4, 4]).all(axis=2)
        for row, column in zip(*np.nonzero(found), strict=True):
            found[row, column] = (cells[row, column] == corner)[shown].all()
        return found
