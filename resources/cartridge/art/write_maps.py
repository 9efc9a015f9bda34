"""Writes tiles.png, tiles.yaml and maps/*.yaml from an atlas, and the full pictures of the maps."""

import json
from pathlib import Path
from typing import Any

import yaml
from atlas import LETTERS, OUTDOOR, Atlas, Map, border
from canvas import Canvas
from PIL import Image


def sheet(atlas: Atlas) -> tuple[Image.Image, str]:
    """Return the sheet of all tiles, 16 a row, and its list; moving tiles are followed by their second frame."""
    names: list[str] = []
    pictures: list[Canvas] = []
    lines = ["# Written by draw.py. Tiles of tiles.png in reading order; (255, 0, 255) is see-through."]
    for tile in atlas.tiles.values():
        frames = [tile.name, *(f"{tile.name}_frame{k}" for k in range(2, len(tile.frames) + 1))]
        for k, picture in enumerate(tile.frames):
            names.append(frames[k])
            pictures.append(picture)
            anim = f", anim: [{', '.join(frames)}]" if len(frames) > 1 and k == 0 else ""
            solid = "true" if tile.solid else "false"
            lines.append(f"- {{name: {frames[k]}, solid: {solid}, kind: {tile.kind}{anim}}}")
    if len(set(names)) != len(names):
        raise SystemExit("two tiles have one name")
    image = Image.new("RGB", (256, (len(pictures) + 15) // 16 * 16), (0, 0, 0))
    for k, picture in enumerate(pictures):
        image.paste(picture.rgb(), (k % 16 * 16, k // 16 * 16))
    return image, "\n".join(lines) + "\n"


def rows_text(name: str, rows: list[str]) -> list[str]:
    """Return rows of letters as a YAML list."""
    return [f"{name}:", *(f"  - {json.dumps(row, ensure_ascii=False)}" for row in rows)]


def map_text(one: Map, edge: list[list[str]]) -> str:
    """Return a finished map as YAML."""
    plan = one.plan
    used: dict[str, str] = {}
    for row in [*one.ground, *one.over]:
        for tile in row:
            if tile and tile not in used:
                used[tile] = LETTERS[len(used)]
    lines = ["# Written by draw.py from plans/; change the plan, not this file."]
    lines += [f"group: {plan['group']}", f"num: {plan['num']}", f"theme: {plan['theme']}"]
    lines += [f"width: {len(one.ground[0])}", f"height: {len(one.ground)}"]
    lines += [f"{key}: {json.dumps(plan[key])}" for key in ("offset_x", "start", "balls") if key in plan]
    lines.append(f"border: {json.dumps(edge)}")
    lines.append("legend:")
    lines += [f"  {json.dumps(letter, ensure_ascii=False)}: {tile}" for tile, letter in used.items()]
    lines += rows_text("ground", ["".join(used[t] for t in row) for row in one.ground])
    lines += rows_text("over", ["".join(used[t] if t else "." for t in row) for row in one.over])
    for key in ("warps", "signs", "people"):
        entries = [f"  - {json.dumps(entry, ensure_ascii=False)}" for entry in plan[key]]
        lines += [f"{key}:", *entries] if entries else [f"{key}: []"]
    lines.append(f"triggers: {json.dumps(plan['triggers'])}")
    text = "\n".join(lines) + "\n"
    check_reading(one, text)
    return text


def check_reading(one: Map, text: str) -> None:
    """Fail when the text does not read back as the map it was made from."""
    back: dict[str, Any] = yaml.safe_load(text)
    ground = [[back["legend"][letter] for letter in row] for row in back["ground"]]
    if ground != one.ground or back["people"] != one.plan["people"] or back["signs"] != one.plan["signs"]:
        raise SystemExit(f"maps/{one.name}.yaml does not read back as drawn")


def paint(
    one: Map, atlas: Atlas, people: dict[str, Canvas], extra: list[tuple[Canvas, int, int]] | None = None
) -> Canvas:
    """Return the whole picture of a map with its people, the upper layer on top."""
    picture = Canvas(16 * len(one.ground[0]), 16 * len(one.ground))
    for y, row in enumerate(one.ground):
        for x, name in enumerate(row):
            picture.paste(atlas.tiles[name].frames[0], x * 16, y * 16)
    crowd = [(people[f"{p['sprite']}_{p['facing']}"], *p["at"]) for p in one.plan["people"]] + (extra or [])
    for sprite, x, y in sorted(crowd, key=lambda entry: entry[2]):
        picture.paste(sprite, x * 16, y * 16 - (sprite.h - 16) - (2 if sprite.h > 16 else 0))
    for y, names in enumerate(one.over):
        for x, above in enumerate(names):
            if above:
                picture.paste(atlas.tiles[above].frames[0], x * 16, y * 16)
    return picture


def paint_outdoors(maps: dict[str, Map], pictures: dict[str, Canvas]) -> Canvas:
    """Return the three outdoor maps joined into one picture."""
    left = min(maps[name].plan["offset_x"] for name in OUTDOOR)
    right = max(maps[name].plan["offset_x"] * 16 + pictures[name].w for name in OUTDOOR)
    whole = Canvas(right - left * 16, sum(pictures[name].h for name in OUTDOOR), (40, 72, 56))
    y = 0
    for name in OUTDOOR:
        whole.paste(pictures[name], (maps[name].plan["offset_x"] - left) * 16, y)
        y += pictures[name].h
    return whole


def all_texts(atlas: Atlas, maps: dict[str, Map]) -> dict[str, str]:
    """Return the text of every map by file name."""
    edges = {theme: border(atlas, theme) for theme in ("outdoor", "indoor")}
    return {
        f"maps/{name}.yaml": map_text(one, edges["outdoor" if one.plan["theme"] == "outdoor" else "indoor"])
        for name, one in maps.items()
    }


def save_yaml(folder: Path, texts: dict[str, str]) -> None:
    """Write texts below a folder."""
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
