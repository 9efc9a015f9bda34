"""Turns one picture into a scene."""

import functools

import numpy as np

from harness.agents.scripted.figures import Figures
from harness.agents.scripted.letters import Alphabet
from harness.agents.scripted.panels import Panels
from harness.agents.scripted.places import COLUMNS, LEFT, OWN_COLUMN, OWN_ROW, ROWS, TOP, Gazetteer, Position
from harness.agents.scripted.plan import Place
from harness.agents.scripted.screens import Screens
from harness.agents.scripted.sight import Scene
from harness.agents.scripted.windows import Frames, Window
from harness.agents.scripted.words import whereabouts
from harness.agents.scripted.world import TILE, Picture, World, art_folder, five_bits, known_world

OWN_X, OWN_Y = 112, 62
"""Upper left corner of the player's picture."""
HEAD_ROWS = 6
"""Rows of a tile that only somebody standing on it covers: the head of the one below reaches less high."""


@functools.cache
def gazetteer() -> Gazetteer:
    """Return the drawn maps, made once."""
    return Gazetteer(known_world())


class Eyes:
    """Reads pictures; keeps nothing between them."""

    def __init__(self) -> None:
        folder = art_folder()
        self.world: World = known_world()
        self.places = gazetteer()
        self.figures = Figures(folder)
        self.letters = Alphabet(folder)
        self.frames = Frames(folder)
        self.panels = Panels(self.letters)
        self.screens = Screens(folder, self.letters)

    def see(self, frame_rgb: bytes) -> Scene:
        """Return what a picture of 240 × 160 RGB bytes shows."""
        frame = five_bits(np.frombuffer(frame_rgb, dtype=np.uint8).reshape(160, 240, 3))
        windows = self.frames.find(frame)
        screen = self.screens.read(frame, windows)
        if screen is not None:
            return screen
        position = self.places.locate(frame)
        if position is None and self.figures.facing(frame, OWN_X, OWN_Y) is not None:
            return Scene("overworld", location="on the move", certainty=0.4)
        if position is None:
            return Scene("transition", location="a change of the screen", certainty=0.5)
        scene = self._field(frame, position, windows)
        box, menu = self.panels.box(frame, windows), self.panels.menu(frame, windows)
        if menu is not None:
            return scene._replace(screen="menu", menu=menu, box=box)
        return scene._replace(screen="dialogue", box=box) if box is not None else scene

    def _field(self, frame: Picture, position: Position, windows: list[Window]) -> Scene:
        place = position.place
        return Scene(
            "overworld",
            place,
            self.figures.facing(frame, OWN_X, OWN_Y),
            self.people(frame, position, windows),
            location=whereabouts(self.world, place),
            certainty=round(min(0.99, position.share), 2),
        )

    def people(self, frame: Picture, position: Position, windows: list[Window]) -> tuple[Place, ...]:
        """Return the tiles that somebody covers: those whose upper rows are not what the map shows."""
        found = []
        here = position.place
        for row in range(ROWS):
            for column in range(COLUMNS):
                if position.matched[row, column] or (row, column) == (OWN_ROW, OWN_COLUMN):
                    continue
                x, y = LEFT + column * TILE, TOP + row * TILE
                if any(w.x < x + TILE and x < w.x + w.width and w.y < y + TILE and y < w.y + w.height for w in windows):
                    continue
                place = self.world.at(here.map, here.x + column - OWN_COLUMN, here.y + row - OWN_ROW)
                if place is None or self.world.tile(place).solid:
                    continue
                if not self._shows(frame[y : y + HEAD_ROWS, x : x + TILE], place):
                    found.append(place)
        return tuple(found)

    def _shows(self, part: Picture, place: Place) -> bool:
        one = self.world.maps[place.map]
        pictures = self.places.frames(one.ground[place.y][place.x], one.over[place.y][place.x])
        return any(np.array_equal(part, picture[:HEAD_ROWS]) for picture in pictures)
