"""What is written over the map: the message box, the START menu, the question yes or no."""

from collections.abc import Sequence
from typing import Literal

from harness.agents.scripted.letters import Alphabet, Area
from harness.agents.scripted.sight import Box, Menu
from harness.agents.scripted.windows import Window
from harness.agents.scripted.world import Picture

LINE = 16
"""Pixels from line to line."""
MESSAGE = Area(12, 120, 35, 2, LINE)
ARROW = Area(222, 138, 1, 1, LINE)
_START_LEFT = 168
_MENU_TEXT, _MENU_POINTER, _MENU_TOP = 16, 8, 10
_QUESTION_TEXT, _QUESTION_POINTER = 20, 12


def arrow_shown(letters: Alphabet, frame: Picture) -> bool:
    """Tell whether the message waits for a press."""
    return letters.lines(frame, ARROW) == ("▼",)


def marked(marks: Sequence[str]) -> int | None:
    """Return which line the pointer stands at."""
    return marks.index("▶") if "▶" in marks else None


class Panels:
    """Reads the windows that lie over the map."""

    def __init__(self, letters: Alphabet) -> None:
        self._letters = letters

    def box(self, frame: Picture, windows: list[Window]) -> Box | None:
        """Return the message box, or None where none is open."""
        if not any((window.x, window.y, window.width) == (0, 112, 240) for window in windows):
            return None
        lines = self._letters.lines(frame, MESSAGE)
        return Box(tuple(line for line in lines if line), arrow_shown(self._letters, frame))

    def menu(self, frame: Picture, windows: list[Window]) -> Menu | None:
        """Return the small menu over the map, or None where none is open."""
        for window in windows:
            if (window.x, window.y) == (_START_LEFT, 0):
                return self._list(frame, window, "start", _MENU_TEXT, _MENU_POINTER, window.height // LINE - 1)
            if (window.width, window.height) == (56, 48):
                return self._list(frame, window, "yes_no", _QUESTION_TEXT, _QUESTION_POINTER, 2)
        return None

    def _list(
        self, frame: Picture, window: Window, name: Literal["start", "yes_no"], text: int, pointer: int, lines: int
    ) -> Menu:
        top = window.y + _MENU_TOP
        columns = (window.width - text - 6) // 6
        entries = self._letters.lines(frame, Area(window.x + text, top, columns, lines, LINE))
        marks = self._letters.lines(frame, Area(window.x + pointer, top, 1, lines, LINE))
        return Menu(name, entries, marked(marks))
