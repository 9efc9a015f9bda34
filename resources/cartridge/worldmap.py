"""The art's maps as C structures, the texts as labels, and the world as plain data."""

from pathlib import Path
from typing import Any

from listing import Listing, numbers
from pictures import NOTHING, read_yaml

MAP_NAMES = ("bedroom", "house", "rival_house", "laboratory", "shop", "rest_house", "town", "road", "next_town")
OUTDOORS = ("next_town", "road", "town")
"""From north to south; they join at their edges."""
WAYS = {"down": 1, "up": 2, "left": 3, "right": 4}
THINGS = ("ball_1", "ball_2", "ball_3", "logbook_1", "logbook_2")
_FIRST_THING = 50
Plan = dict[str, Any]


def read_maps(art: Path) -> dict[str, Plan]:
    """Read every map by its name."""
    return {name: read_yaml(art / "maps" / f"{name}.yaml") for name in MAP_NAMES}


def write_maps(out: Listing, art: Path, declarations: str) -> None:
    """Add the maps; local ids are counted through all of them, since outdoors three share the screen."""
    maps = read_maps(art)
    tiles = {tile["name"]: n for n, tile in enumerate(read_yaml(art / "tiles.yaml"))}
    sprites = read_yaml(art / "people.yaml")["people"]
    out.head.append(declarations)
    out.define("MAPS", len(maps))
    out.head.append("extern const struct Map *const maps[MAPS];")
    for n, name in enumerate(t for plan in maps.values() for t in plan["triggers"]):
        out.define(f"TRIGGER_{name}", n)
    people = [person for plan in maps.values() for person in plan["people"]]
    for n, person in enumerate(people):
        out.define(f"OBJ_{person['id']}", n + 1, scripts=True)
    for n, name in enumerate(THINGS):
        out.define(f"OBJ_{name}", _FIRST_THING + n, scripts=True)
    for n, (name, plan) in enumerate(maps.items()):
        out.define(f"MAP_{name}", n, scripts=True)
        legend = {mark: tiles[tile] for mark, tile in plan["legend"].items()}
        _grids(out, name, plan, legend)
        _points(out, name, plan, sprites)
        _map(out, name, plan, [tiles[tile] for row in plan["border"] for tile in row], outdoor_top(maps, name))
    out.body.append("const struct Map *const maps[MAPS] = {" + ", ".join(f"&map_{n}" for n in maps) + "};\n")
    out.define("START_MAP", MAP_NAMES.index("bedroom"))
    for axis, value in zip("XY", maps["bedroom"]["start"], strict=True):
        out.define(f"START_{axis}", value)


def _grids(out: Listing, name: str, plan: Plan, legend: dict[str, int]) -> None:
    for layer in ("ground", "over"):
        cells = [NOTHING if layer == "over" and c == "." else legend[c] for row in plan[layer] for c in row]
        out.emit("u16", f"{layer}_{name}", cells)


def _points(out: Listing, name: str, plan: Plan, sprites: list[str]) -> None:
    """Write warps, signs with their scripts, people and triggers of one map."""
    rows: dict[str, list[list[object]]] = {"WarpPoint": [], "Sign": [], "Person": [], "Trigger": []}
    for warp in plan["warps"]:
        to = [MAP_NAMES.index(warp["to"]), *warp["to_at"], WAYS[warp["facing"]]]
        rows["WarpPoint"].append([*warp["at"], *to])
    for n, sign in enumerate(plan["signs"]):
        label = f"sign_{name}_{n}"
        out.text(f"text_{label}", sign["text"])
        out.texts.append(f"    .global script_{label}\nscript_{label}:\n    lock\n    say text_{label}\n    release\n")
        rows["Sign"].append([*sign["at"], f"script_{label}"])
    for person in plan["people"]:
        who, ident = f"script_{person['id']}", f"OBJ_{person['id']}"
        looks = [sprites.index(person["sprite"]), *person["at"], WAYS[person["facing"]], int(person["walk"])]
        rows["Person"].append([ident, *looks, who])
    for trigger, spots in plan["triggers"].items():
        rows["Trigger"] += [[*spot, f"TRIGGER_{trigger}"] for spot in spots]
    for kind, lines in rows.items():
        out.body += [f"extern const u8 {line[-1]}[];" for line in lines if kind in ("Sign", "Person")]
        inner = ", ".join("{" + ", ".join(str(v) for v in line) + "}" for line in lines)
        out.body.append(f"static const struct {kind} {kind.lower()}_{name}[] = {{{inner or '{0}'}}};")


def _map(out: Listing, name: str, plan: Plan, border: list[int], top: int | None) -> None:
    counts = [
        len(plan["warps"]),
        len(plan["signs"]),
        len(plan["people"]),
        sum(len(t) for t in plan["triggers"].values()),
    ]
    place = [plan["group"], plan["num"], int(top is not None), plan.get("offset_x", 0), top or 0]
    lists = ", ".join(f"{kind}_{name}" for kind in ("ground", "over", "warppoint", "sign", "person", "trigger"))
    out.body.append(
        f"const struct Map map_{name} = {{{{{plan['width']}, {plan['height']}}}, {numbers(place)}, "
        f"{MAP_NAMES.index(name) + 1}, {{{numbers(border)}}}, {lists}, {numbers(counts)}}};\n"
    )


def outdoor_top(maps: dict[str, Plan], name: str) -> int | None:
    """Return the row at which an outdoor map begins in the stack of the three; None indoors."""
    if name not in OUTDOORS:
        return None
    return sum(int(maps[other]["height"]) for other in OUTDOORS[: OUTDOORS.index(name)])


def world(art: Path) -> Plan:
    """Return the maps as plain data: what blocks, where doors lead, who stands where."""
    maps = read_maps(art)
    tiles = {tile["name"]: tile for tile in read_yaml(art / "tiles.yaml")}
    start = {"map": "bedroom", "at": maps["bedroom"]["start"], "facing": "up"}
    described = {name: _described(maps, name, tiles) for name in maps}
    return {"start": start, "outdoors": list(OUTDOORS), "maps": described}


def _described(maps: dict[str, Plan], name: str, tiles: dict[str, Plan]) -> Plan:
    plan = maps[name]
    grid = [[tiles[plan["legend"][c]] for c in row] for row in plan["ground"]]
    top = outdoor_top(maps, name)

    def spots(kind: str) -> list[list[int]]:
        return [[x, y] for y, row in enumerate(grid) for x, tile in enumerate(row) if tile["kind"] == kind]

    return {
        **{key: plan[key] for key in ("group", "num", "width", "height", "signs", "people", "triggers")},
        "outdoor_at": None if top is None else [plan["offset_x"], top],
        "solid": ["".join("#" if tile["solid"] else "." for tile in row) for row in grid],
        "ledges": spots("ledge_down"),
        "grass": spots("grass"),
        "warps": [{**warp, "kind": grid[warp["at"][1]][warp["at"][0]]["kind"]} for warp in plan["warps"]],
    }
