"""Checks that every door, trigger, sign and person can be reached, and that the story's narrow places are narrow."""

from collections import deque
from collections.abc import Callable

from atlas import OUTDOOR, Atlas, Map

Place = tuple[str, int, int]
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class World:
    """All maps joined by their edges, doors, mats, stairs and ledges."""

    def __init__(self, atlas: Atlas, maps: dict[str, Map]) -> None:
        self.maps = maps
        self.tiles = atlas.tiles
        self.standing = {
            (name, *person["at"]) for name, one in maps.items() for person in one.plan["people"] if not person["walk"]
        } | {(name, *ball) for name, one in maps.items() for ball in one.plan.get("balls", [])}
        self.warps = {
            (name, *warp["at"]): (warp["to"], *warp["to_at"])
            for name, one in maps.items()
            for warp in one.plan["warps"]
        }

    def across(self, name: str, x: int, y: int) -> Place | None:
        """Return the place at coordinates that may lie beyond an outdoor map's edge, or None where nothing is."""
        one = self.maps[name]
        if 0 <= y < len(one.ground):
            return (name, x, y) if 0 <= x < len(one.ground[0]) else None
        if name not in OUTDOOR:
            return None
        k = OUTDOOR.index(name) + (-1 if y < 0 else 1)
        if not 0 <= k < len(OUTDOOR):
            return None
        other = self.maps[OUTDOOR[k]]
        x += one.plan["offset_x"] - other.plan["offset_x"]
        y = len(other.ground) - 1 if y < 0 else 0
        return (OUTDOOR[k], x, y) if 0 <= x < len(other.ground[0]) else None

    def kind(self, place: Place) -> str:
        """Return what the tile at a place does."""
        return self.tiles[self.maps[place[0]].ground[place[2]][place[1]]].kind

    def open(self, place: Place) -> bool:
        """Tell whether somebody can stand at a place."""
        tile = self.tiles[self.maps[place[0]].ground[place[2]][place[1]]]
        return not tile.solid and place not in self.standing

    def steps(self, place: Place) -> list[Place]:
        """Return every place one press away."""
        name, x, y = place
        result = []
        kind = self.kind(place)
        leaving = {"mat": "down", "stairs_left": "left", "stairs_right": "right"}.get(kind)
        for way, (dx, dy) in WAYS.items():
            if way == leaving and place in self.warps:
                result.append(self.warps[place])
                continue
            there = self.across(name, x + dx, y + dy)
            if there is None:
                continue
            if way == "up" and self.kind(there) == "door" and there in self.warps:
                result.append(self.warps[there])
            elif way == "down" and self.kind(there) == "ledge_down":
                beyond = self.across(there[0], there[1], there[2] + 1)
                if beyond and self.open(beyond):
                    result.append(beyond)
            elif self.open(there):
                result.append(there)
        return result

    def reach(self, start: Place, allowed: Callable[[Place], bool] = lambda place: True) -> set[Place]:
        """Return every place that can be reached from a start."""
        seen, queue = {start}, deque([start])
        while queue:
            for there in self.steps(queue.popleft()):
                if there not in seen and allowed(there):
                    seen.add(there)
                    queue.append(there)
        return seen

    def beside(self, place: Place, seen: set[Place]) -> bool:
        """Tell whether a thing can be talked to or read, over a counter too."""
        name, x, y = place
        for dx, dy in WAYS.values():
            near, far = self.across(name, x + dx, y + dy), self.across(name, x + 2 * dx, y + 2 * dy)
            if near in seen or (near and self.kind(near) == "counter" and far in seen):
                return True
        return False


def faults(atlas: Atlas, maps: dict[str, Map]) -> list[str]:
    """Return one sentence for everything that is wrong with the maps' ways."""
    world = World(atlas, maps)
    start: Place = ("bedroom", *maps["bedroom"].plan["start"])
    seen = world.reach(start)
    wrong = []
    for name, one in maps.items():
        for warp in one.plan["warps"]:
            place = (name, *warp["at"])
            door = world.kind(place) == "door"
            if world.kind(place) not in ("door", "mat", "stairs_left", "stairs_right"):
                wrong.append(f"{place}: a warp on a tile of kind {world.kind(place)}")
            if (door and (name, place[1], place[2] + 1) not in seen) or (not door and place not in seen):
                wrong.append(f"{place}: this warp cannot be reached")
            if not world.open((warp["to"], *warp["to_at"])):
                wrong.append(f"{place}: it leads to a blocked place")
        for trigger, places in one.plan["triggers"].items():
            wrong += [f"{name} {trigger}: {place} cannot be reached" for place in places if (name, *place) not in seen]
        things = [
            *(s["at"] for s in one.plan["signs"]),
            *(p["at"] for p in one.plan["people"]),
            *one.plan.get("balls", []),
        ]
        wrong += [f"{name}: nobody can face {place}" for place in things if not world.beside((name, *place), seen)]
        for sign in one.plan["signs"]:
            lines = sign["text"].split("\n")
            if len(lines) > 2 or any(len(line) > 36 or not line.isascii() for line in lines):
                wrong.append(f"{name}: the text at {sign['at']} is not two lines of 36 ASCII letters")
        for person in one.plan["people"]:
            place = (name, *person["at"])
            if world.tiles[one.ground[place[2]][place[1]]].solid:
                wrong.append(f"{place}: {person['id']} stands in something solid")
        pockets = [
            (x, y)
            for y in range(len(one.ground))
            for x in range(len(one.ground[0]))
            if world.open((name, x, y)) and (name, x, y) not in seen and world.kind((name, x, y)) != "door"
        ]
        if pockets and name not in ("shop", "rest_house"):
            wrong.append(f"{name}: walkable but shut off: {pockets}")
    return wrong + narrow_faults(world)


def narrow_faults(world: World) -> list[str]:
    """Check the places the story relies on."""
    wrong = []
    lab = world.maps["laboratory"]
    gate = [x for x in range(len(lab.ground[8])) if world.open(("laboratory", x, 8))]
    if gate != [5, 6, 7]:
        wrong.append(f"laboratory: row 8 is open at {gate}, not only at 5, 6, 7")
    south, north = ("town", 12, 9), ("next_town", 14, 20)
    if north in world.reach(south, lambda place: world.kind(place) != "grass"):
        wrong.append("road: the way north can be walked without touching tall grass")
    if south not in world.reach(north, lambda place: world.kind(place) != "grass"):
        wrong.append("road: the way home over the ledges touches tall grass")
    closed = {("next_town", *place) for place in world.maps["next_town"].plan["triggers"]["north_road"]}
    past = world.reach(north, lambda place: place not in closed)
    if any(place[0] == "next_town" and place[2] == 0 for place in past):
        wrong.append("next_town: the old man can be passed")
    edge = {("town", *place) for place in world.maps["town"].plan["triggers"]["north_edge"]}
    if any(place[0] != "town" for place in world.reach(south, lambda place: place not in edge) if place[0] in OUTDOOR):
        wrong.append("town: it can be left without crossing north_edge")
    return wrong
