"""The art's pictures as C arrays: tiles, people, things, creatures, letters, windows and whole screens."""

from pathlib import Path
from typing import Any

import numpy as np
import yaml
from listing import Listing
from sheets import Colour, Palette, Picture, cut, load, tiled, without_paper, word

KINDS = (
    "floor", "grass", "ledge_down", "door", "mat", "stairs_left", "stairs_right", "counter", "sign", "water", "table",
    "solid",
)  # fmt: skip
SOLID_BIT = 0x80
NOTHING = 0xFFFF
_INTERFACE: list[Colour] = [
    (72, 184, 96), (240, 184, 48), (224, 72, 56), (72, 120, 216), (248, 248, 248), (216, 232, 248),
]  # fmt: skip
"""Colours 10 to 15 of the interface: the levels of a bar, then spare ones."""
_BATTLE_ROWS = 112
_BOXES = {"box_foe": (8, 8), "box_own": (128, 72)}
_MOST_TILES = 576


def read_yaml(path: Path) -> Any:
    """Read one of the art's lists."""
    return yaml.safe_load(path.read_text("utf-8"))


def write_pictures(out: Listing, art: Path) -> None:
    """Add every picture."""
    ground, figures = Palette(240), Palette(256)
    _metatiles(out, art, ground)
    _people(out, art, figures)
    _creatures(out, art, figures)
    interface = _letters(out, art)
    _screens(out, art)
    out.emit("u16", "bg_palette", ground.full(interface))
    out.emit("u16", "obj_palette", figures.full())


def _metatiles(out: Listing, art: Path, palette: Palette) -> None:
    tiles = read_yaml(art / "tiles.yaml")
    index = {tile["name"]: n for n, tile in enumerate(tiles)}
    sheet = cut(load(art / "tiles.png"), 16, 16)[: len(tiles)]
    out.define("METATILES", len(tiles))
    out.emit("u8", "metatile_pixels", [v for t in sheet for v in tiled(palette.indices(t))], len(tiles), 256)
    out.define("KIND_SOLID_BIT", SOLID_BIT)
    for n, kind in enumerate(KINDS):
        out.define(f"KIND_{kind.upper().removesuffix('_DOWN')}", n)
    out.emit("u8", "metatile_kind", [KINDS.index(t["kind"]) | (SOLID_BIT if t["solid"] else 0) for t in tiles])
    second = [index[t["anim"][1]] if len(t.get("anim", ())) > 1 else NOTHING for t in tiles]
    out.emit("u16", "metatile_second", second)


def _people(out: Listing, art: Path, palette: Palette) -> None:
    people = read_yaml(art / "people.yaml")["people"]
    above = np.full((8, 16, 3), (255, 0, 255), np.uint8)
    frames = cut(load(art / "people.png"), 16, 24)[: len(people) * 9]
    pixels = [v for frame in frames for v in tiled(palette.indices(np.concatenate([above, frame])))]
    out.define("PEOPLE", len(people))
    out.emit("u8", "people_pixels", pixels, len(people), 9, 512)
    for n, name in enumerate(people):
        out.define(f"PERSON_{name}", n, scripts=True)
    for n, name in enumerate(read_yaml(art / "objects.yaml")["names"]):
        out.define(f"OBJECT_{name.upper()}", n)
    for name in ("objects", "icons", "creature_icons"):
        cells = cut(load(art / f"{name}.png"), 16, 16)
        out.emit("u8", f"{name}_pixels", [v for cell in cells for v in tiled(palette.indices(cell))])


def _creatures(out: Listing, art: Path, palette: Palette) -> None:
    creatures = read_yaml(art / "creatures.yaml")
    out.define("CREATURES", len(creatures))
    for side in ("front", "back"):
        pictures = [load(art / "battle" / f"{c['picture']}_{side}.png") for c in creatures]
        pixels = [v for picture in pictures for v in tiled(palette.indices(picture))]
        out.emit("u8", f"creature_{side}", pixels, len(creatures), 4096)
    rows = "\n".join(f'    {{{c["id"]}, "{c["name"]}", "{c["text"]}"}},' for c in creatures)
    out.head.append("struct Creature { u16 id; char name[12]; const char *text; };")
    out.head.append("extern const struct Creature creatures[CREATURES];")
    out.body.append(f"const struct Creature creatures[CREATURES] = {{\n{rows}\n}};\n")


def _letters(out: Listing, art: Path) -> list[int]:
    """Write font and window frames; return the interface's sixteen colours."""
    font = read_yaml(art / "font.yaml")
    width, height = font["cell"]
    colours: list[Colour] = [(255, 0, 255), *(tuple(font[name]) for name in ("ink", "shadow", "paper"))]
    window = load(art / "window.png")
    for pixel in window.reshape(-1, 3):
        colour = tuple(int(v) for v in pixel)
        if colour not in colours:
            colours.append(colour)
    if len(colours) > 16 - len(_INTERFACE):
        raise SystemExit("The windows use too many colours.")
    colours += [(0, 0, 0)] * (16 - len(_INTERFACE) - len(colours)) + _INTERFACE
    cells = cut(load(art / "font.png"), width, height)[: font["count"]]
    rows = [without_paper(word(row, colours)) for cell in cells for row in cell]
    for name, value in (("GLYPHS", font["count"]), ("GLYPH_WIDTH", width), ("GLYPH_HEIGHT", height)):
        out.define(name, value)
    for name, n in font["extra"].items():
        out.define(f"GLYPH_{name.upper()}", n + font["first"])
    out.emit("u32", "glyphs", rows, font["count"], height)
    for name, left in (("window_tiles", 0), ("menu_tiles", 24)):
        frame = cut(window[:, left : left + 24], 8, 8)
        out.emit("u32", name, [word(row, colours) for tile in frame for row in tile], 9, 8)
    return [0] + [r >> 3 | (g >> 3) << 5 | (b >> 3) << 10 for r, g, b in colours[1:]]


def _screens(out: Listing, art: Path) -> None:
    """Write the title, and the place of a battle with its two boxes on it."""
    place = load(art / "battle" / "background.png").copy()[:_BATTLE_ROWS]
    for name, (x, y) in _BOXES.items():
        box = load(art / "battle" / f"{name}.png")
        seen = ~(box == (255, 0, 255)).all(axis=2)
        place[y : y + box.shape[0], x : x + box.shape[1]][seen] = box[seen]
        out.define(f"{name.upper()}_X", x)
        out.define(f"{name.upper()}_Y", y)
    _screen(out, "title", load(art / "title.png"))
    _screen(out, "place", place)


def _screen(out: Listing, name: str, picture: Picture) -> None:
    """Write one picture as distinct tiles, a map of 30 columns and a palette of its own."""
    palette = Palette(240)
    tiles: dict[bytes, int] = {}
    cells = [tiles.setdefault(t.tobytes(), len(tiles)) for t in cut(palette.indices(picture), 8, 8)]
    if len(tiles) > _MOST_TILES:
        raise SystemExit(f"The picture {name} has {len(tiles)} distinct tiles, at most {_MOST_TILES}.")
    out.emit("u8", f"{name}_tiles", [v for t in tiles for v in t])
    out.emit("u16", f"{name}_map", cells)
    out.emit("u16", f"{name}_palette", palette.colours)
    out.define(f"{name}_bytes", len(tiles) * 64)
    out.define(f"{name}_colours", len(palette.colours))
