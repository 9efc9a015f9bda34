"""Reading text from a picture, cell by cell, with the font the game draws it with."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from harness.agents.scripted.world import Picture, load_picture

UNREAD = "\ufffd"
MARKS = {"arrow_right": "▶", "arrow_down": "▼", "heart": "♥", "dot": "·", "times": "×", "dash": "–"}
Colour = tuple[int, int, int]


class Area(NamedTuple):
    """A block of letter cells: its upper left pixel, letters a line, lines, and pixels from line to line."""

    x: int
    y: int
    columns: int
    lines: int
    pitch: int


class Alphabet:
    """Every glyph of the font, found by its exact pixels of ink."""

    def __init__(self, folder: Path) -> None:
        """Read ``font.png`` and ``font.yaml``."""
        layout = yaml.safe_load((folder / "font.yaml").read_text("utf-8"))
        sheet = load_picture(folder / "font.png")
        self.width, self.height = layout["cell"]
        self.ink: Colour = tuple(layout["ink"])
        names = {cell: name for name, cell in layout["extra"].items()}
        self._letters: dict[bytes, str] = {}
        for k in range(layout["count"]):
            x, y = k % layout["columns"] * self.width, k // layout["columns"] * self.height
            inked = self.inked(sheet[y : y + self.height, x : x + self.width], self.ink)
            letter = MARKS.get(names[k], UNREAD) if k in names else chr(layout["first"] + k)
            self._letters[inked.tobytes()] = letter

    @staticmethod
    def inked(picture: Picture, ink: Sequence[int]) -> NDArray[np.bool_]:
        """Return where a picture has exactly the colour of ink."""
        same: NDArray[np.bool_] = (picture == np.array(ink, dtype=np.uint8)).all(axis=2)
        return same

    def lines(self, frame: Picture, area: Area, ink: Colour | None = None) -> tuple[str, ...]:
        """Return the lines of text in an area, without blanks at their ends; what is no glyph reads as U+FFFD."""
        bottom = area.y + (area.lines - 1) * area.pitch + self.height
        right = area.x + area.columns * self.width
        inked = self.inked(frame[area.y : bottom, area.x : right], ink or self.ink)
        read = []
        for line in range(area.lines):
            band = inked[line * area.pitch : line * area.pitch + self.height]
            cells = band.reshape(self.height, area.columns, self.width).swapaxes(0, 1)
            read.append("".join(self._letters.get(cell.tobytes(), UNREAD) for cell in cells).rstrip())
        return tuple(read)
