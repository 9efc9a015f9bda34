"""Turns the plans of the maps into tiles and finished maps: joins edges, sets stamps down, names every tile once."""

from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from canvas import Canvas, noise
from draw_buildings import building_stamps
from draw_furnishing import indoor_stamps
from draw_outdoor import outdoor_stamps
from draw_rooms import floor, wall
from draw_terrain import flowers, grass, ledge, meadow_variant, path, tall_grass, water
from stamp import BLOCKING, KINDS, Stamp

ORDER = ("next_town", "road", "town", "bedroom", "house", "rival_house", "laboratory", "shop", "rest_house")
OUTDOOR = ("next_town", "road", "town")
MEADOW = ("grass", "grass_tufts", "grass_tuft_high", "grass_tuft_low", "grass_light", "grass_daisies")
SINGLE = {
    "t": "tree",
    "n": "fir",
    "b": "bush",
    "S": "signpost",
    "M": "mailbox",
    "o": "rock",
    "l": "lamp",
    "=": "bench",
    "y": "lily",
}
FLOWER = {"r": "red", "g": "gold", "u": "blue", "h": "white"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$%&()*+,-/;<=>?@[]^_`{|}~" + "".join(
    chr(k) for k in range(0xC0, 0x180)
)


class Tile(NamedTuple):
    """One metatile: its name, its frames (one, or two when it moves) and what it does."""

    name: str
    frames: tuple[Canvas, ...]
    solid: bool
    kind: str


class Cell(NamedTuple):
    """What one place of a plan becomes before it has a name."""

    label: str
    frames: tuple[Canvas, ...]
    solid: bool
    kind: str


class Map(NamedTuple):
    """A finished map: tile names by row, None where nothing lies above."""

    name: str
    plan: dict[str, Any]
    ground: list[list[str]]
    over: list[list[str | None]]


class Atlas:
    """All tiles so far, by name and by what they show and do."""

    def __init__(self) -> None:
        self.tiles: dict[str, Tile] = {}
        self._names: dict[tuple[object, ...], str] = {}

    def add(self, cell: Cell) -> str:
        """Keep a tile and return its name; the same picture with the same effect is kept once."""
        key = (*(frame.image.tobytes() for frame in cell.frames), cell.solid, cell.kind)
        if key not in self._names:
            name, k = cell.label, 2
            while name in self.tiles:
                name, k = f"{cell.label}_{k}", k + 1
            self._names[key] = name
            self.tiles[name] = Tile(name, cell.frames, cell.solid, cell.kind)
        return self._names[key]


def load_plans(folder: Path) -> dict[str, dict[str, Any]]:
    """Read every plan; rows become a list of equally long strings."""
    plans = {}
    for name in ORDER:
        plan = yaml.safe_load((folder / f"{name}.yaml").read_text("utf-8"))
        plan["rows"] = plan["rows"].split()
        if len({len(row) for row in plan["rows"]}) != 1:
            raise SystemExit(f"plans/{name}.yaml: the rows are not equally long: {[len(r) for r in plan['rows']]}")
        plans[name] = plan
    return plans


def quadrants(rows: list[str], x: int, y: int, same: str) -> str:
    """Return the four digits that tell how a tile's quarters join their neighbours (see draw_terrain)."""

    def has(i: int, j: int) -> bool:
        i, j = min(max(i, 0), len(rows[0]) - 1), min(max(j, 0), len(rows) - 1)
        return rows[j][i] in same

    digits = ""
    for dy in (-1, 1):
        for dx in (-1, 1):
            side, up, corner = has(x + dx, y), has(x, y + dy), has(x + dx, y + dy)
            digits += "0" if side and up and corner else "1" if side and up else "2" if up else "3" if side else "4"
    return digits


def outdoor_base(plan: dict[str, Any], x: int, y: int, top: int) -> Cell:
    """Return the ground of an outdoor place; `top` is the row of the map's upper edge in the joint picture."""
    rows, letter = plan["rows"], plan["rows"][y][x]
    if letter == ":" or (letter == "d"):
        digits = quadrants(rows, x, y, ":")
        return Cell(f"path_{digits}", (path(digits),), False, "floor")
    if letter in "wy":
        digits = quadrants(rows, x, y, "wy")
        return Cell(f"water_{digits}", (water(digits, 0), water(digits, 1)), True, "water")
    if letter == '"':
        variant = (x + y) % 2
        return Cell(f"tall_grass_{variant}", (tall_grass(variant),), False, "grass")
    if letter in FLOWER:
        kind = FLOWER[letter]
        return Cell(f"flowers_{kind}", (flowers(kind, 0), flowers(kind, 1)), False, "floor")
    if letter == "_":
        left, right = rows[y][x - 1] == "_", rows[y][x + 1] == "_"
        part = "m" if left and right else "l" if right else "r" if left else "s"
        return Cell(f"ledge_{part}", (ledge(part),), True, "ledge_down")
    variant = 0 if letter in "TtnbSMol=-" else meadow_variant(x + plan["offset_x"], y + top)
    return Cell(MEADOW[variant], (grass(variant),), False, "floor")


def indoor_base(plan: dict[str, Any], x: int, y: int) -> Cell:
    """Return the wall or the floor of a room."""
    letter, theme = plan["rows"][y][x], plan["theme"]
    if letter in "^v":
        half = "top" if letter == "^" else "bottom"
        return Cell(f"{theme}_wall_{half}", (wall(theme, half),), True, "solid")
    variant = int(letter == ",")
    return Cell(f"{theme}_floor" + "_shaded" * variant, (floor(theme, variant),), False, "floor")


def planned_stamps(plan: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Return (name, x, y) of everything that stands on a map, the farther things first."""
    rows = plan["rows"]
    result = [(name, x, y) for name, x, y in plan["stamps"]]
    if plan["theme"] != "outdoor":
        return result
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == "T" and x % 2 == 0 and y % 2 == 0:
                edge = x < 2 or x >= len(row) - 2
                kind = "pine" if not edge and noise(x + plan["offset_x"], y + len(rows), 9) < 90 else "oak"
                result.append((kind, x, y - 1))
            elif letter == "-":
                left, right = row[x - 1] == "-", row[x + 1] == "-"
                result.append((f"fence_{'m' if left and right else 'l' if right else 'r'}", x, y))
            elif letter in SINGLE:
                result.append((SINGLE[letter], x, y - (letter in "tnl")))
    return result


def lay(cell: Cell, label: str, part: Canvas, kind: str) -> Cell:
    """Lay a part of a stamp on a ground."""
    frames = []
    for frame in cell.frames:
        frame = frame.copy()
        frame.paste(part, 0, 0)
        frames.append(frame)
    solid = cell.solid or kind in BLOCKING or kind == "door"
    return Cell(label, tuple(frames), solid, kind or cell.kind)


def tops_from_below(plan: dict[str, Any], below: dict[str, Any] | None) -> list[tuple[str, int, int]]:
    """Return the trees of the next map, or of the wood beyond the edge, whose tops reach into this map's last row."""
    h = len(plan["rows"])
    known: dict[int, str] = {}
    if below:
        shift = below["offset_x"] - plan["offset_x"]
        known = {x + shift: name for name, x, y in planned_stamps(below) if y == -1 and name in ("oak", "pine")}
        open_places = {x + shift for x, letter in enumerate(below["rows"][0]) if letter != "T"}
    else:
        open_places = set()
    return [(known.get(x, "oak"), x, h - 1) for x in range(0, len(plan["rows"][0]), 2) if x not in open_places]


def compile_map(
    name: str,
    plan: dict[str, Any],
    stamps: dict[str, Stamp],
    atlas: Atlas,
    top: int,
    beyond: list[tuple[str, int, int]],
) -> Map:
    """Build one map from its plan, adding its tiles to the atlas."""
    rows = plan["rows"]
    w, h = len(rows[0]), len(rows)
    outdoor = plan["theme"] == "outdoor"
    ground = [
        [outdoor_base(plan, x, y, top) if outdoor else indoor_base(plan, x, y) for x in range(w)] for y in range(h)
    ]
    over: list[list[Cell | None]] = [[None] * w for _ in range(h)]
    for thing, left, upper in sorted(planned_stamps(plan) + beyond, key=lambda s: s[2] + len(stamps[s[0]].cells)):
        stamp = stamps[thing]
        for j, letters in enumerate(stamp.cells):
            for i, letter in enumerate(letters):
                x, y = left + i, upper + j
                if not (0 <= x < w and 0 <= y < h):
                    continue
                part, kind = stamp.cell(i, j), KINDS[letter]
                label = f"{thing}_{i}_{j}" if len(stamp.cells) * len(letters) > 1 else thing
                if kind == "over":
                    under = over[y][x] or Cell("", (Canvas(16, 16),), False, "floor")
                    over[y][x] = lay(under, f"{under.label}_and_{label}".removeprefix("_and_"), part, "")
                else:
                    ground[y][x] = lay(ground[y][x], label, part, kind)
    for sign in plan["signs"]:
        x, y = sign["at"]
        cell = ground[y][x]
        if not cell.solid:
            raise SystemExit(f"plans/{name}.yaml: the sign at {x}, {y} stands on walkable ground")
        ground[y][x] = cell._replace(kind="sign", label=cell.label + "_to_read" * (cell.kind != "sign"))
    return Map(
        name,
        plan,
        [[atlas.add(c) for c in row] for row in ground],
        [[atlas.add(c) if c and not c.frames[0].is_clear() else None for c in row] for row in over],
    )


def compile_all(folder: Path) -> tuple[Atlas, dict[str, Map]]:
    """Build every map of a folder of plans."""
    atlas = Atlas()
    stamps = outdoor_stamps() | building_stamps() | indoor_stamps()
    maps, top = {}, 0
    atlas.add(Cell("void", (Canvas(16, 16, (0, 0, 0)),), True, "solid"))
    for k, variant in enumerate(MEADOW):
        atlas.add(Cell(variant, (grass(k),), False, "floor"))
    plans = load_plans(folder)
    for name, plan in plans.items():
        beyond = []
        if name in OUTDOOR:
            below = dict(pairwise(OUTDOOR)).get(name)
            beyond = tops_from_below(plan, plans[below] if below else None)
        maps[name] = compile_map(name, plan, stamps, atlas, top, beyond)
        top += len(plan["rows"]) if name in OUTDOOR else 0
    return atlas, maps


def border(atlas: Atlas, theme: str) -> list[list[str]]:
    """Return the 2 × 2 tiles that fill everything beyond a map's edge, aligned to even places."""
    if theme != "outdoor":
        return [["void", "void"], ["void", "void"]]
    oak = outdoor_stamps()["oak"]
    result = []
    for j in range(2):
        row = []
        for i in range(2):
            cell = lay(Cell("", (grass(0),), True, "floor"), f"oak_{i}_{j + 1}", oak.cell(i, j + 1), "solid")
            if j:
                cell = lay(cell, f"forest_{i}", oak.cell(i, 0), "solid")
            row.append(atlas.add(cell))
        result.append(row)
    return result
