"""The full screens: battle, bag, party and logbook."""

from pathlib import Path

from harness.agents.scripted.letters import Alphabet, Area
from harness.agents.scripted.panels import LINE, MESSAGE, arrow_shown, marked
from harness.agents.scripted.sight import Box, Menu, Page, Scene
from harness.agents.scripted.windows import Window
from harness.agents.scripted.world import Picture, load_picture

BATTLE_ROWS = 112
_CHOICES = {"FIGHT": (144, 120), "BAG": (194, 120), "PARTY": (144, 136), "RUN": (194, 136)}
_MOVES = Area(24, 120, 16, 2, LINE)
_MOVE_MARKS = Area(16, 120, 1, 2, LINE)
_POCKET = Area(12, 10, 11, 1, LINE)
_PAGES: dict[tuple[int, int, int, int], tuple[Page, Area, Area]] = {
    (88, 0, 152, 112): ("bag", Area(112, 10, 15, 6, LINE), Area(104, 10, 1, 6, LINE)),
    (0, 0, 240, 112): ("party", Area(48, 14, 28, 4, 24), Area(12, 14, 1, 4, 24)),
    (0, 0, 240, 96): ("logbook", Area(60, 10, 24, 5, LINE), Area(12, 10, 1, 5, LINE)),
}
"""Per page: its main window, where its entries stand, and where its pointer."""


class Screens:
    """Recognises and reads the screens that hide the map."""

    def __init__(self, folder: Path, letters: Alphabet) -> None:
        self._letters = letters
        self._ground = load_picture(folder / "battle" / "background.png")

    def read(self, frame: Picture, windows: list[Window]) -> Scene | None:
        """Return what a full screen shows, or None where the picture is no such screen."""
        same = (frame[:BATTLE_ROWS] == self._ground).all(axis=2)
        if same.mean() > 0.4:
            return self._battle(frame, windows)
        for window in windows:
            page = _PAGES.get(window[1:])
            if page is not None:
                return self._page(frame, *page)
        return None

    def _battle(self, frame: Picture, windows: list[Window]) -> Scene:
        scene = Scene("battle", location="a battle", certainty=0.98)
        shown = [self._letters.lines(frame, Area(x, y, 5, 1, LINE))[0] for x, y in _CHOICES.values()]
        if shown[0] == "FIGHT":
            marks = [self._letters.lines(frame, Area(x - 8, y, 1, 1, LINE))[0] for x, y in _CHOICES.values()]
            return scene._replace(menu=Menu("battle", tuple(_CHOICES), marked(marks)))
        if any((window.x, window.y, window.width) == (0, 112, 128) for window in windows):
            moves = self._letters.lines(frame, _MOVES)
            return scene._replace(menu=Menu("moves", moves, marked(self._letters.lines(frame, _MOVE_MARKS))))
        lines = self._letters.lines(frame, MESSAGE)
        return scene._replace(box=Box(tuple(line for line in lines if line), arrow_shown(self._letters, frame)))

    def _page(self, frame: Picture, name: Page, listed: Area, pointer: Area) -> Scene:
        entries = tuple(line for line in self._letters.lines(frame, listed) if line)
        cursor = marked(self._letters.lines(frame, pointer))
        title = self._letters.lines(frame, _POCKET)[0] if name == "bag" else name.upper()
        place = f"the {name}" + (f", {title}" if name == "bag" else "")
        return Scene("menu", menu=Menu(name, entries, cursor), lines=(title, *entries), location=place, certainty=0.98)
