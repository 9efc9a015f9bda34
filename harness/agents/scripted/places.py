"""Where the picture was taken: a vote of its tiles over every map."""

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harness.agents.scripted.plan import Place
from harness.agents.scripted.world import OUTDOORS, SEE_THROUGH, TILE, Map, Picture, Tile, World

COLUMNS, ROWS = 15, 9
"""Whole tiles on the screen."""
LEFT, TOP = 0, 8
"""Where the first whole tile begins on the screen, in pixels."""
OWN_COLUMN, OWN_ROW = 7, 4
"""The player's own tile among the whole ones."""
UNKNOWN = -1
TELLING = 48
"""How many of the rarest tiles on the screen vote for a place; all of them then confirm it."""
VOID = "void"
"""The black tile around rooms: it says nothing about the place."""
Grid = NDArray[np.int32]


class Position(NamedTuple):
    """A place, and which of the whole tiles on the screen show what the map says there."""

    place: Place
    matched: NDArray[np.bool_]
    share: float
    """Matched tiles of those that show anything known."""


class Space(NamedTuple):
    """Maps that join: the looks of all tiles with a margin, and which map each tile is of."""

    looks: Grid
    owner: NDArray[np.int32]
    maps: tuple[str, ...]
    corners: tuple[tuple[int, int], ...]


def over_ground(ground: Picture, above: Picture | None) -> Picture:
    """Lay a see-through tile over another."""
    if above is None:
        return ground
    clear = (above == np.array(SEE_THROUGH, dtype=np.uint8)).all(axis=2)
    return np.where(clear[:, :, None], ground, above)


class Gazetteer:
    """Every map drawn once; finds the player in a picture."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._looks: dict[bytes, int] = {}
        self._pairs: dict[tuple[str, str | None], int] = {}
        self.pictures: list[Picture] = []
        self._void = self.look(VOID, None)
        rooms = [name for name in world.maps if name not in OUTDOORS]
        self.spaces = [self._outdoors(), *(self._room(world.maps[name]) for name in rooms)]
        counts = np.bincount(np.concatenate([space.looks.ravel() for space in self.spaces]))
        self._frequency = [int(count) for count in counts]

    def look(self, ground: str, above: str | None) -> int:
        """Return the number of what a ground and a tile above it look like, in whichever of their frames."""
        pair = (ground, above)
        if pair not in self._pairs:
            frames = self.frames(ground, above)
            known = self._looks.get(frames[0].tobytes())
            if known is None:
                known = len(self.pictures)
                self.pictures.append(frames[0])
            for frame in frames:
                self._looks.setdefault(frame.tobytes(), known)
            self._pairs[pair] = known
        return self._pairs[pair]

    def frames(self, ground: str, above: str | None) -> list[Picture]:
        """Return every picture of a ground with a tile above it."""
        upper: Tile | None = self.world.tiles[above] if above else None
        pictures = itertools.product(self.world.tiles[ground].pictures, upper.pictures if upper else (None,))
        return [over_ground(a, b) for a, b in pictures]

    def map_looks(self, one: Map) -> Grid:
        """Return the looks of a map by row."""
        return np.array(
            [[self.look(g, a) for g, a in zip(*rows, strict=True)] for rows in zip(one.ground, one.over, strict=True)],
            dtype=np.int32,
        )

    def _space(self, parts: list[tuple[str, int, int]]) -> Space:
        maps = [self.world.maps[name] for name, _, _ in parts]
        width = max(x + one.width for one, (_, x, _) in zip(maps, parts, strict=True))
        height = max(y + one.height for one, (_, _, y) in zip(maps, parts, strict=True))
        border = maps[0].border
        looks = np.empty((height + 2 * OWN_ROW, width + 2 * OWN_COLUMN), dtype=np.int32)
        for y, x in np.ndindex(*looks.shape):
            row = border[(y - OWN_ROW) % len(border)]
            looks[y, x] = self.look(row[(x - OWN_COLUMN) % len(row)], None)
        owner = np.full((height, width), UNKNOWN, dtype=np.int32)
        for k, (one, (_, x, y)) in enumerate(zip(maps, parts, strict=True)):
            looks[y + OWN_ROW : y + OWN_ROW + one.height, x + OWN_COLUMN : x + OWN_COLUMN + one.width] = self.map_looks(
                one
            )
            owner[y : y + one.height, x : x + one.width] = k
        return Space(looks, owner, tuple(one.name for one in maps), tuple((x, y) for _, x, y in parts))

    def _room(self, one: Map) -> Space:
        return self._space([(one.name, 0, 0)])

    def _outdoors(self) -> Space:
        left = min(self.world.maps[name].offset_x for name in OUTDOORS)
        parts, y = [], 0
        for name in OUTDOORS:
            parts.append((name, self.world.maps[name].offset_x - left, y))
            y += self.world.maps[name].height
        return self._space(parts)

    def seen(self, frame: Picture) -> Grid:
        """Return the looks of the whole tiles of a picture, ``UNKNOWN`` where they are no tile of any map."""
        whole = frame[TOP : TOP + ROWS * TILE, LEFT : LEFT + COLUMNS * TILE]
        cells = np.ascontiguousarray(whole.reshape(ROWS, TILE, COLUMNS, TILE, 3).swapaxes(1, 2))
        find = self._looks.get
        looks = [find(cells[y, x].tobytes(), UNKNOWN) for y in range(ROWS) for x in range(COLUMNS)]
        return np.array(looks, dtype=np.int32).reshape(ROWS, COLUMNS)

    def locate(self, frame: Picture) -> Position | None:
        """Return where the player stands, or None where the picture shows no map at rest.

        The rarest tiles vote for every place that would show them there; the favourite of each map is compared whole,
        and the best wins if it explains three quarters of what is known on the screen and at least twelve tiles.
        """
        seen = self.seen(frame)
        seen[seen == self._void] = UNKNOWN
        known = seen != UNKNOWN
        total = int(known.sum())
        telling = self._telling(seen)
        best: tuple[int, Space, int, int] | None = None
        for space in self.spaces:
            votes = self._votes(space, seen, telling)
            y, x = divmod(int(votes.argmax()), votes.shape[1])
            count = int((space.looks[y : y + ROWS, x : x + COLUMNS] == seen)[known].sum())
            if best is None or count > best[0]:
                best = (count, space, x, y)
        if best is None or best[0] < 12 or best[0] < 0.75 * total:
            return None
        _, space, x, y = best
        k = int(space.owner[y, x])
        matched = space.looks[y : y + ROWS, x : x + COLUMNS] == seen
        place = Place(space.maps[k], x - space.corners[k][0], y - space.corners[k][1])
        return Position(place, matched, best[0] / total)

    def _telling(self, seen: Grid) -> list[tuple[int, int]]:
        """Return the rows and columns of the known tiles that are rarest on the maps."""
        cells = [(int(row), int(column)) for row, column in zip(*np.nonzero(seen != UNKNOWN), strict=True)]
        return sorted(cells, key=lambda cell: (self._frequency[seen[cell]], cell))[:TELLING]

    def _votes(self, space: Space, seen: Grid, telling: list[tuple[int, int]]) -> NDArray[np.int16]:
        height, width = space.owner.shape
        votes = np.zeros((height, width), dtype=np.int16)
        for row, column in telling:
            votes += space.looks[row : row + height, column : column + width] == seen[row, column]
        votes[space.owner == UNKNOWN] = 0
        return votes
