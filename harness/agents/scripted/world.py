"""What a player knows from studying the game: its maps as pictures and which tiles can be walked."""

import functools
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import yaml
from numpy.typing import NDArray

from harness.agents.scripted.plan import Edge, Place
from harness.formats.base import Button
from harness.formats.errors import BadFile

Picture = NDArray[np.uint8]
TILE = 16
OUTDOORS = ("next_town", "road", "town")
"""The outdoor maps from north to south; they join at their edges."""
WAYS: Mapping[Button, tuple[int, int]] = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
_LEAVING: Mapping[str, Button] = {"mat": "DOWN", "stairs_left": "LEFT", "stairs_right": "RIGHT"}
GRASS_COST = 3
SEE_THROUGH = (248, 0, 248)
COLOUR_BITS = 0xF8
"""The machine shows five bits a channel; the lower three are left out of every comparison."""


class Tile(NamedTuple):
    """One kind of ground: whether it blocks, what it does, and its pictures (two where it moves)."""

    solid: bool
    kind: str
    pictures: tuple[Picture, ...]


class Map(NamedTuple):
    """One map: tile names by row (None where nothing lies above people), and what stands on it."""

    name: str
    ground: list[list[str]]
    over: list[list[str | None]]
    border: list[list[str]]
    offset_x: int
    warps: dict[tuple[int, int], Place]
    people: dict[str, Place]
    signs: dict[tuple[int, int], str]
    triggers: dict[str, list[Place]]

    @property
    def width(self) -> int:
        """Return the tiles of a row."""
        return len(self.ground[0])

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.ground)


def art_folder() -> Path:
    """Return the folder of the cartridge's art, shipped with the product."""
    return Path(str(files("firered_resources"))) / "cartridge" / "art"


def load_picture(path: Path) -> Picture:
    """Read a PNG as RGB, five bits a channel; its see-through pixels are ``SEE_THROUGH``.

    Raises:
        BadFile: it is missing or no picture.
    """
    read = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if read is None:
        raise BadFile(f"{path} is missing or no picture.")
    return five_bits(np.asarray(cv2.cvtColor(read, cv2.COLOR_BGR2RGB), dtype=np.uint8))


def five_bits(picture: Picture) -> Picture:
    """Return a picture without the lower three bits of each channel."""
    return np.bitwise_and(picture, np.uint8(COLOUR_BITS))


def _tiles(folder: Path) -> dict[str, Tile]:
    sheet = load_picture(folder / "tiles.png")
    entries = yaml.safe_load((folder / "tiles.yaml").read_text("utf-8"))
    cut = {
        entry["name"]: sheet[k // 16 * TILE :, k % 16 * TILE :][:TILE, :TILE].copy() for k, entry in enumerate(entries)
    }
    return {
        entry["name"]: Tile(
            entry["solid"], entry["kind"] or "", tuple(cut[name] for name in entry.get("anim", [entry["name"]]))
        )
        for entry in entries
    }


def _map(path: Path) -> Map:
    raw: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    name, legend = path.stem, raw["legend"]
    return Map(
        name,
        [[legend[letter] for letter in row] for row in raw["ground"]],
        [[None if letter == "." else legend[letter] for letter in row] for row in raw["over"]],
        raw["border"],
        raw.get("offset_x", 0),
        {(warp["at"][0], warp["at"][1]): Place(warp["to"], *warp["to_at"]) for warp in raw["warps"]},
        {person["id"]: Place(name, *person["at"]) for person in raw["people"]}
        | {f"ball_{k}": Place(name, *at) for k, at in enumerate(raw.get("balls", []))},
        {(sign["at"][0], sign["at"][1]): sign["text"] for sign in raw["signs"]},
        {trigger: [Place(name, *at) for at in places] for trigger, places in raw["triggers"].items()},
    )


class World:
    """All maps, joined by edges, doors, mats, stairs and ledges."""

    def __init__(self, folder: Path) -> None:
        self.tiles = _tiles(folder)
        self.maps = {path.stem: _map(path) for path in sorted((folder / "maps").glob("*.yaml"))}
        self.standing = {
            place for one in self.maps.values() for who, place in one.people.items() if not who.startswith("ball_")
        }
        self._roads: dict[Place, list[Edge]] = {}

    def tile(self, place: Place) -> Tile:
        """Return the ground at a place."""
        return self.tiles[self.maps[place.map].ground[place.y][place.x]]

    def beyond(self, place: Place, button: Button) -> Place | None:
        """Return the place one tile on, over the edge of an outdoor map too, or None where the world ends."""
        return self.at(place.map, place.x + WAYS[button][0], place.y + WAYS[button][1])

    def at(self, name: str, x: int, y: int) -> Place | None:
        """Return the place at coordinates of a map, which may lie beyond it on a neighbour; None outside the world."""
        one = self.maps[name]
        if 0 <= y < one.height:
            return Place(name, x, y) if 0 <= x < one.width else None
        k = OUTDOORS.index(name) + (-1 if y < 0 else 1) if name in OUTDOORS else -1
        if not 0 <= k < len(OUTDOORS):
            return None
        other = self.maps[OUTDOORS[k]]
        return self.at(other.name, x + one.offset_x - other.offset_x, y + other.height if y < 0 else y - one.height)

    def step(self, place: Place, button: Button) -> Edge | None:
        """Return what a press of a direction does from a place, or None where it only bumps."""
        one = self.maps[place.map]
        if _LEAVING.get(self.tile(place).kind) == button and (place.x, place.y) in one.warps:
            return Edge(button, one.warps[place.x, place.y], 2)
        there = self.beyond(place, button)
        if there is None:
            return None
        tile = self.tile(there)
        warp = self.maps[there.map].warps.get((there.x, there.y))
        if button == "UP" and tile.kind == "door" and warp is not None:
            return Edge(button, warp, 2)
        if button == "DOWN" and tile.kind == "ledge_down":
            landing = self.beyond(there, button)
            return Edge(button, landing, 2) if landing and not self.tile(landing).solid else None
        return None if tile.solid else Edge(button, there, GRASS_COST if tile.kind == "grass" else 1)

    def roads(self, place: Place) -> list[Edge]:
        """Return every press that leads on from a place."""
        if place not in self._roads:
            self._roads[place] = [edge for button in WAYS if (edge := self.step(place, button)) is not None]
        return self._roads[place]

    def facing_spots(self, thing: Place) -> list[tuple[Place, Button]]:
        """Return where to stand, and which way to look, to talk to or read a thing, over a counter too."""
        found: list[tuple[Place, Button]] = []
        back: dict[Button, Button] = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
        for button in WAYS:
            near = self.beyond(thing, button)
            if near is not None and self.tile(near).kind == "counter":
                near = self.beyond(near, button)
            if near is not None and not self.tile(near).solid:
                found.append((near, back[button]))
        return found


@functools.cache
def known_world(folder: Path | None = None) -> World:
    """Return the shipped world, read once."""
    return World(folder or art_folder())
