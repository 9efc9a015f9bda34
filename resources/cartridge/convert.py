"""From the art's pictures, maps and texts to C arrays and assembler labels."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
CLEAR = (31 << 10) | 31
"""Magenta in the machine's colours: see-through."""
MAP_NAMES = ("bedroom", "house", "rival_house", "laboratory", "shop", "rest_house", "town", "road", "next_town")
OUTDOORS = ("next_town", "road", "town")
KINDS = (
    "floor",
    "grass",
    "ledge_down",
    "door",
    "mat",
    "stairs_left",
    "stairs_right",
    "counter",
    "sign",
    "water",
    "table",
    "solid",
)
KIND_WORDS = (
    "FLOOR",
    "GRASS",
    "LEDGE",
    "DOOR",
    "MAT",
    "STAIRS_LEFT",
    "STAIRS_RIGHT",
    "COUNTER",
    "SIGN",
    "WATER",
    "TABLE",
    "SOLID",
)
WAYS = {"down": 1, "up": 2, "left": 3, "right": 4}
LINE_LETTERS, PAGE_LINES = 35, 2


class Palette:
    """Colours in the order of their first use; index 0 is see-through."""

    def __init__(self, limit: int) -> None:
        self.colours = [0]
        self._index: dict[int, int] = {CLEAR: 0}
        self._limit = limit

    def indices(self, picture: Picture) -> Picture:
        """Return the picture's colours as numbers of this palette."""
        rgb = picture.astype(np.uint16) >> 3
        values = rgb[:, :, 0] | rgb[:, :, 1] << 5 | rgb[:, :, 2] << 10
        for value in sorted(set(values.ravel().tolist())):
            if value not in self._index:
                self._index[value] = len(self.colours)
                self.colours.append(value)
        if len(self.colours) > self._limit:
            raise SystemExit(f"Too many colours: {len(self.colours)}, at most {self._limit}.")
        return np.vectorize(self._index.__getitem__, otypes=[np.uint8])(values)


class Data(NamedTuple):
    """What the build writes: C header, C source, assembler constants and texts, and the world."""

    header: str
    source: str
    ids: str
    texts: str
    world: dict[str, Any]


def load(path: Path) -> Picture:
    """Read a picture as RGB."""
    return np.asarray(Image.open(path).convert("RGB"))


def cut(picture: Picture, width: int, height: int) -> list[Picture]:
    """Cut a sheet into cells, in reading order."""
    rows, columns = picture.shape[0] // height, picture.shape[1] // width
    return [
        picture[y * height : (y + 1) * height, x * width : (x + 1) * width] for y in range(rows) for x in range(columns)
    ]


def tiled(indices: Picture) -> list[int]:
    """Return 8-bit pixels in the machine's order: 8 x 8 tiles, row by row."""
    return [int(v) for tile in cut(indices, 8, 8) for v in tile.ravel()]


def numbers(values: Iterable[int]) -> str:
    """Return values as C text, in lines of moderate length."""
    words = [str(int(v)) for v in values]
    return ",\n".join(",".join(words[i : i + 32]) for i in range(0, len(words), 32))


def array(kind: str, name: str, values: Sequence[int]) -> str:
    """Return a constant C array, aligned for DMA."""
    return f"const {kind} {name}[{len(values)}] __attribute__((aligned(4))) = {{\n{numbers(values)}\n}};\n"


def pages(text: str) -> str:
    """Return a text with page breaks after every two lines, checked against the box."""
    lines = text.replace("\f", "\n\f").split("\n")
    out, count = "", 0
    for line in lines:
        forced, words = line.startswith("\f"), line.removeprefix("\f")
        if len(words) > LINE_LETTERS or any(not 32 <= ord(c) < 127 for c in words):
            raise SystemExit(f"A line of text does not fit the box: {words!r}")
        if forced or count == PAGE_LINES:
            out, count = out + "\f", 0
        elif count:
            out += "\n"
        out += words
        count += 1
    return out


def assembler_text(label: str, text: str) -> str:
    """Return one text as a labelled assembler string."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\f", "\\f")
    return f'    .global {label}\n{label}:\n    .asciz "{quoted}"\n'


class Converter:
    """Collects header and source while it goes through the art."""

    def __init__(self, art: Path, texts: Path) -> None:
        self.art = art
        self.texts = yaml.safe_load(texts.read_text("utf-8"))
        self.head: list[str] = ["/* Written by build.py. */", "#pragma once", '#include "gba.h"']
        self.body: list[str] = ['#include "data.h"']
        self.ids: list[str] = []
        self.scripts: list[str] = []
        self.bg, self.obj = Palette(240), Palette(256)
        self.tiles: list[dict[str, Any]] = yaml.safe_load((art / "tiles.yaml").read_text("utf-8"))
        self.tile_index = {tile["name"]: n for n, tile in enumerate(self.tiles)}
        self.maps = {n: yaml.safe_load((art / "maps" / f"{n}.yaml").read_text("utf-8")) for n in MAP_NAMES}
        people = yaml.safe_load((art / "people.yaml").read_text("utf-8"))
        self.people: list[str] = people["people"]
        self.objects: list[str] = yaml.safe_load((art / "objects.yaml").read_text("utf-8"))["names"]

    def define(self, name: str, value: int) -> None:
        """Give the C code a constant."""
        self.head.append(f"#define {name} {value}")

    def emit(self, kind: str, name: str, values: Sequence[int], shape: str = "") -> None:
        """Give the C code an array; ``shape`` replaces the plain length, as in [3][16]."""
        shape = shape or f"[{len(values)}]"
        self.head.append(f"extern const {kind} {name}{shape};")
        flat = numbers(values)
        inner = shape.count("[") > 1
        if not inner:
            self.body.append(array(kind, name, values))
            return
        cells = [int(part.rstrip("]")) for part in shape.split("[")[1:]]
        self.body.append(
            f"const {kind} {name}{shape} __attribute__((aligned(4))) = {nested(flat_list(values), cells)};\n"
        )

    def convert(self) -> Data:
        """Go through everything."""
        self.metatiles()
        self.figures()
        self.letters()
        self.pictures()
        self.world_maps()
        self.emit("u16", "bg_palette", self.full(self.bg, self.interface))
        self.emit("u16", "obj_palette", self.full(self.obj, []))
        return Data(
            "\n".join(self.head) + "\n",
            "\n".join(self.body),
            "\n".join(self.ids) + "\n",
            self.all_texts(),
            self.world(),
        )

    def full(self, palette: Palette, last: list[int]) -> list[int]:
        """Return 256 colours, the interface's sixteen at the end."""
        return palette.colours + [0] * (256 - len(palette.colours) - len(last)) + last

    def metatiles(self) -> None:
        """Tiles of 16 x 16."""
        sheet = cut(load(self.art / "tiles.png"), 16, 16)[: len(self.tiles)]
        pixels = [v for tile in sheet for v in tiled(self.bg.indices(tile))]
        self.define("METATILES", len(self.tiles))
        self.emit("u8", "metatile_pixels", pixels, f"[{len(self.tiles)}][256]")
        self.define("KIND_SOLID_BIT", 0x80)
        for n, word in enumerate(KIND_WORDS):
            self.define(f"KIND_{word}", n)
        self.emit("u8", "metatile_kind", [KINDS.index(t["kind"]) | (0x80 if t["solid"] else 0) for t in self.tiles])
        second = [self.tile_index[t["anim"][1]] if len(t.get("anim", ())) > 1 else 0xFFFF for t in self.tiles]
        self.emit("u16", "metatile_second", second)

    def figures(self) -> None:
        """People, things and icons: sprites of 8-bit pixels."""
        sheet = cut(load(self.art / "people.png"), 16, 24)
        pixels: list[int] = []
        for frame in sheet[: len(self.people) * 9]:
            tall = np.concatenate([np.full((8, 16, 3), (255, 0, 255), np.uint8), frame])
            pixels += tiled(self.obj.indices(tall))
        self.define("PEOPLE", len(self.people))
        self.emit("u8", "people_pixels", pixels, f"[{len(self.people)}][9][512]")
        for n, name in enumerate(self.people):
            self.define(f"PERSON_{name.upper()}", n)
            self.ids.append(f".equ PERSON_{name}, {n}")
        for n, name in enumerate(self.objects):
            self.define(f"OBJECT_{name.upper()}", n)
        self.head.append("#define OBJECT_TILE(n) (256 + (n) * 8)")
        self.head.append("#define ICON_TILE(n) (320 + (n) * 8)")
        self.head.append("#define CREATURE_ICON_TILE(n) (352 + (n) * 8)")
        for name in ("objects", "icons", "creature_icons"):
            cells = cut(load(self.art / f"{name}.png"), 16, 16)
            self.emit("u8", f"{name}_pixels", [v for cell in cells for v in tiled(self.obj.indices(cell))])
        creatures = yaml.safe_load((self.art / "creatures.yaml").read_text("utf-8"))
        self.define("CREATURES", len(creatures))
        for side in ("front", "back"):
            values = [
                v
                for c in creatures
                for v in tiled(self.obj.indices(load(self.art / "battle" / f"{c['picture']}_{side}.png")))
            ]
            self.emit("u8", f"creature_{side}", values, f"[{len(creatures)}][4096]")
        rows = "\n".join(f'    {{{c["id"]}, "{c["name"]}", "{c["text"]}"}},' for c in creatures)
        self.head.append(
            "struct Creature { u16 id; char name[12]; const char *text; };\nextern const struct Creature creatures[CREATURES];"
        )
        self.body.append(f"const struct Creature creatures[CREATURES] = {{\n{rows}\n}};\n")

    def letters(self) -> None:
        """Font and window frames, in the interface's sixteen colours."""
        font = yaml.safe_load((self.art / "font.yaml").read_text("utf-8"))
        width, height = font["cell"]
        fixed = [tuple(font[name]) for name in ("ink", "shadow", "paper")]
        colours: list[tuple[int, ...]] = [(255, 0, 255), *fixed]
        window = load(self.art / "window.png")
        for pixel in window.reshape(-1, 3):
            key = tuple(int(v) for v in pixel)
            if key not in colours:
                colours.append(key)
        if len(colours) > 10:
            raise SystemExit("The windows use too many colours.")
        colours += [(0, 0, 0)] * (10 - len(colours))
        colours += [(72, 184, 96), (240, 184, 48), (224, 72, 56), (72, 120, 216), (248, 248, 248), (216, 232, 248)]
        self.interface = [0] + [r >> 3 | (g >> 3) << 5 | (b >> 3) << 10 for r, g, b in colours[1:]]
        cells = cut(load(self.art / "font.png"), width, height)[: font["count"]]
        rows = [word(row, colours) for cell in cells for row in cell]
        rows = [no_paper(row) for row in rows]
        self.define("GLYPHS", font["count"])
        self.define("GLYPH_WIDTH", width)
        self.define("GLYPH_HEIGHT", height)
        self.define("LINE_HEIGHT", 16)
        for name, n in font["extra"].items():
            self.define(f"GLYPH_{name.upper()}", n + 32)
        self.emit("u32", "glyphs", rows, f"[{font['count']}][{height}]")
        for name, left in (("window_tiles", 0), ("menu_tiles", 24)):
            frame = cut(window[:, left : left + 24], 8, 8)
            self.emit("u32", name, [word(row, colours) for tile in frame for row in tile], "[9][8]")

    def pictures(self) -> None:
        """Whole screens: the title and the place of a battle with its two boxes."""
        place = np.zeros((160, 240, 3), np.uint8)
        battle = load(self.art / "battle" / "background.png")
        place[:112] = battle
        self.picture("title", load(self.art / "title.png"))
        self.define("BACKDROP", 0x6F19)
        boxes = {"box_foe": (8, 8), "box_own": (128, 72)}
        for name, (x, y) in boxes.items():
            box = load(self.art / "battle" / f"{name}.png")
            clear = (box == (255, 0, 255)).all(axis=2)
            area = place[y : y + box.shape[0], x : x + box.shape[1]]
            area[~clear] = box[~clear]
            self.define(f"{name.upper()}_X", x)
            self.define(f"{name.upper()}_Y", y)
        self.picture("place", place[:112])

    def picture(self, name: str, picture: Picture) -> None:
        """One picture as distinct tiles, a map of 30 columns and a palette of its own."""
        palette = Palette(240)
        palette.colours = [0]
        tiles: dict[bytes, int] = {}
        cells = [tiles.setdefault(t.tobytes(), len(tiles)) for t in cut(palette.indices(picture), 8, 8)]
        if len(tiles) > 576:
            raise SystemExit(f"The picture {name} has {len(tiles)} distinct tiles, at most 576.")
        self.emit("u8", f"{name}_tiles", [v for t in tiles for v in t])
        self.emit("u16", f"{name}_map", cells)
        self.emit("u16", f"{name}_palette", palette.colours)
        self.define(f"{name}_bytes", len(tiles) * 64)
        self.define(f"{name}_colours", len(palette.colours))

    def world_maps(self) -> None:
        """Maps with their warps, signs, people and triggers."""
        self.head.append((Path(__file__).parent / "src" / "map.h").read_text("utf-8"))
        self.define("MAPS", len(MAP_NAMES))
        self.head.append(f"extern const struct Map *const maps[{len(MAP_NAMES)}];")
        triggers = [t for m in self.maps.values() for t in m["triggers"]]
        for n, name in enumerate(triggers):
            self.define(f"TRIGGER_{name}", n)
        person_id = 0
        for n, (name, plan) in enumerate(self.maps.items()):
            self.define(f"MAP_{name}", n)
            self.ids.append(f".equ MAP_{name}, {n}")
            person_id = self.one_map(name, plan, triggers, person_id)
        self.body.append("const struct Map *const maps[] = {" + ", ".join(f"&map_{n}" for n in MAP_NAMES) + "};\n")
        for n, name in enumerate(("ball_1", "ball_2", "ball_3", "logbook_1", "logbook_2")):
            self.define(f"OBJ_{name}", 50 + n)
            self.ids.append(f".equ OBJ_{name}, {50 + n}")
        start = self.maps["bedroom"]["start"]
        self.define("START_MAP", MAP_NAMES.index("bedroom"))
        self.define("START_X", start[0])
        self.define("START_Y", start[1])

    def one_map(self, name: str, plan: dict[str, Any], triggers: list[str], person_id: int) -> int:
        """Write one map; local ids are counted through all maps, since outdoors three share the screen."""
        legend = {mark: self.tile_index[tile] for mark, tile in plan["legend"].items()}
        ground = [legend[c] for row in plan["ground"] for c in row]
        over = [0xFFFF if c == "." else legend[c] for row in plan["over"] for c in row]
        self.body += [array("u16", f"ground_{name}", ground), array("u16", f"over_{name}", over)]
        warps = [
            f"{{{w['at'][0]}, {w['at'][1]}, {MAP_NAMES.index(w['to'])}, {w['to_at'][0]}, {w['to_at'][1]}, {WAYS[w['facing']]}}}"
            for w in plan["warps"]
        ]
        signs = []
        for n, sign in enumerate(plan["signs"]):
            label = f"sign_{name}_{n}"
            self.scripts.append(assembler_text(f"text_{label}", pages(sign["text"])))
            self.body.append(f"extern const u8 script_{label}[];")
            signs.append(f"{{{sign['at'][0]}, {sign['at'][1]}, script_{label}}}")
        people = []
        for person in plan["people"]:
            person_id += 1
            who = person["id"]
            self.define(f"ID_{who}", person_id)
            self.define(f"OBJ_{who}", person_id)
            self.ids.append(f".equ OBJ_{who}, {person_id}")
            self.body.append(f"extern const u8 script_{who}[];")
            x, y = person["at"]
            people.append(
                f"{{{person_id}, {person_id}, {self.people.index(person['sprite'])}, {x}, {y}, {WAYS[person['facing']]}, {int(person['walk'])}, script_{who}}}"
            )
        spots = [f"{{{x}, {y}, TRIGGER_{t}}}" for t, places in plan["triggers"].items() for x, y in places]
        for kind, rows in (("WarpPoint", warps), ("Sign", signs), ("Person", people), ("Trigger", spots)):
            self.body.append(f"static const struct {kind} {kind.lower()}_{name}[] = {{{', '.join(rows) or '{0}'}}};")
        border = [self.tile_index[tile] for row in plan["border"] for tile in row]
        top = outdoor_top(self.maps, name)
        self.body.append(
            f"const struct Map map_{name} = {{{{{plan['width']}, {plan['height']}}}, {plan['group']}, {plan['num']}, {int(top is not None)}, "
            f"{plan.get('offset_x', 0)}, {top or 0}, {MAP_NAMES.index(name) + 1}, {{{numbers(border)}}}, ground_{name}, over_{name}, "
            f"warppoint_{name}, sign_{name}, person_{name}, trigger_{name}, {len(warps)}, {len(signs)}, {len(people)}, {len(spots)}}};\n"
        )
        return person_id

    def all_texts(self) -> str:
        """Return every text and the scripts of the signs as assembler."""
        lines = ['    .include "script.inc"', '    .section .rodata.texts, "a"']
        lines += [assembler_text(f"text_{t['name']}", pages(t["text"])) for t in self.texts]
        lines += self.scripts
        for name, plan in self.maps.items():
            for n, _ in enumerate(plan["signs"]):
                label = f"sign_{name}_{n}"
                lines.append(
                    f"    .global script_{label}\nscript_{label}:\n    lock\n    say text_{label}\n    release\n"
                )
        return "\n".join(lines) + "\n"

    def world(self) -> dict[str, Any]:
        """Return the maps as plain data: what blocks, where doors lead, who stands where."""
        out: dict[str, Any] = {}
        for name, plan in self.maps.items():
            tiles = [[self.tiles[self.tile_index[plan["legend"][c]]] for c in row] for row in plan["ground"]]
            out[name] = {
                "group": plan["group"], "num": plan["num"], "width": plan["width"], "height": plan["height"],
                "outdoor_at": None if outdoor_top(self.maps, name) is None else [plan["offset_x"], outdoor_top(self.maps, name)],
                "solid": ["".join("#" if t["solid"] else "." for t in row) for row in tiles],
                "ledges": [[x, y] for y, row in enumerate(tiles) for x, t in enumerate(row) if t["kind"] == "ledge_down"],
                "grass": [[x, y] for y, row in enumerate(tiles) for x, t in enumerate(row) if t["kind"] == "grass"],
                "warps": [{**w, "kind": tiles[w["at"][1]][w["at"][0]]["kind"]} for w in plan["warps"]],
                "signs": plan["signs"], "people": plan["people"], "triggers": plan["triggers"],
            }  # fmt: skip
        return {
            "start": {"map": "bedroom", "at": self.maps["bedroom"]["start"], "facing": "up"},
            "outdoors": list(OUTDOORS),
            "maps": out,
        }


def outdoor_top(maps: dict[str, Any], name: str) -> int | None:
    """Return the row at which an outdoor map begins in the stack of the three."""
    if name not in OUTDOORS:
        return None
    return sum(maps[other]["height"] for other in OUTDOORS[: OUTDOORS.index(name)])


def word(row: Picture, colours: list[tuple[int, ...]]) -> int:
    """Return up to eight pixels as 4-bit numbers of the interface's colours, the left one lowest."""
    return sum(colours.index(tuple(int(v) for v in pixel)) << 4 * n for n, pixel in enumerate(row))


def no_paper(row: int) -> int:
    """Return a row of a glyph without its paper, so that it can be laid over anything."""
    return sum((row >> 4 * n & 15) << 4 * n for n in range(8) if row >> 4 * n & 15 != 3)


def flat_list(values: Sequence[int]) -> list[int]:
    """Return values as a list of plain numbers."""
    return [int(v) for v in values]


def nested(values: list[int], cells: list[int]) -> str:
    """Return values as nested C braces."""
    if len(cells) == 1:
        return "{" + numbers(values) + "}"
    size = len(values) // cells[0]
    return "{" + ",\n".join(nested(values[i * size : (i + 1) * size], cells[1:]) for i in range(cells[0])) + "}"
