"""Draws all pictures and maps of the cartridge; --check compares them with the committed ones instead."""

import argparse
import sys
import tempfile
from pathlib import Path

from atlas import compile_all
from check_walks import faults
from draw_creatures import CREATURES
from draw_font import font_sheet, font_text, load_glyphs
from draw_objects import ICONS, OBJECTS, creature_icon, listed, strip, window_frames
from draw_people import people_sheet, people_text, standing_pictures
from draw_screens import battle_ground, foe_box, own_box, title
from PIL import Image, ImageChops
from write_maps import all_texts, paint, paint_outdoors, save_yaml, sheet

HERE = Path(__file__).resolve().parent
CROPS = {
    "outdoors": ((6, 4), (18, 13), (4, 20), (12, 40), (8, 62), (14, 68)),
    "house": ((0, 0),),
    "laboratory": ((0, 0), (0, 4)),
}


def draw_maps(folder: Path, plans: Path) -> None:
    """Write tiles, maps and previews into a folder."""
    atlas, maps = compile_all(plans)
    texts = all_texts(atlas, maps)
    wrong = faults(atlas, maps)
    if wrong:
        raise SystemExit("\n".join(wrong))
    image, text = sheet(atlas)
    image.save(folder / "tiles.png", optimize=True)
    save_yaml(folder, texts | {"tiles.yaml": text})
    people = standing_pictures()
    pictures = {name: paint(one, atlas, people) for name, one in maps.items()}
    pictures["outdoors"] = paint_outdoors(maps, pictures)
    (folder / "preview").mkdir(exist_ok=True)
    for name, picture in pictures.items():
        picture.rgb().save(folder / "preview" / f"{name}.png", optimize=True)


def check_colours(folder: Path) -> None:
    """Fail when the tiles use more than 200 colours or a picture one with more than 5 bits a channel."""
    colours = [c for _, c in Image.open(folder / "tiles.png").convert("RGB").getcolors(1 << 16) if c != (255, 0, 255)]
    if len(colours) > 200:
        raise SystemExit(f"tiles.png has {len(colours)} colours")
    for path in sorted(folder.rglob("*.png")):
        if "preview" in path.parts:
            continue
        for _, c in Image.open(path).convert("RGB").getcolors(1 << 16):
            if c != (255, 0, 255) and any(v % 8 for v in c):
                raise SystemExit(f"{path.name}: {c} is not a colour of the machine")


def draw_all(folder: Path) -> None:
    """Write every file into a folder."""
    draw_maps(folder, HERE / "plans")
    people_sheet().rgb().save(folder / "people.png", optimize=True)
    save_yaml(folder, {"people.yaml": people_text()})
    draw_screens(folder)


def draw_screens(folder: Path) -> None:
    """Write letters, frames, icons, creatures and whole screens into a folder."""
    glyphs = load_glyphs(HERE / "glyphs.txt")
    pictures = {
        "font": font_sheet(glyphs),
        "window": window_frames(),
        "objects": strip([draw() for draw in OBJECTS.values()]),
        "icons": strip([draw() for draw in ICONS.values()]),
        "creature_icons": strip([creature_icon(name) for name in CREATURES]),
        "title": title(glyphs),
        "battle/background": battle_ground(),
        "battle/box_foe": foe_box(),
        "battle/box_own": own_box(),
    }
    for name, draw in CREATURES.items():
        pictures[f"battle/{name}_front"] = draw(back=False)
        pictures[f"battle/{name}_back"] = draw(back=True)
    (folder / "battle").mkdir(exist_ok=True)
    for name, picture in pictures.items():
        picture.rgb().save(folder / f"{name}.png", optimize=True)
    texts = {
        "font.yaml": font_text(),
        "objects.yaml": listed("objects.png", "[16, 16]", list(OBJECTS)),
        "icons.yaml": listed("icons.png", "[16, 16]", list(ICONS)),
        "creature_icons.yaml": listed("creature_icons.png", "[16, 16]", list(CREATURES)),
    }
    save_yaml(folder, texts)
    check_colours(folder)


def differences(fresh: Path, kept: Path) -> list[str]:
    """Return the name of every file that is missing or not the same in two folders."""
    wrong = []
    for path in sorted(p for p in fresh.rglob("*") if p.is_file()):
        name = path.relative_to(fresh)
        other = kept / name
        if not other.exists():
            wrong.append(f"{name}: missing")
        elif path.suffix == ".png":
            a, b = Image.open(path).convert("RGB"), Image.open(other).convert("RGB")
            if a.size != b.size or ImageChops.difference(a, b).getbbox():
                wrong.append(f"{name}: differs")
        elif path.read_bytes() != other.read_bytes():
            wrong.append(f"{name}: differs")
    return wrong


def crops(folder: Path) -> None:
    """Write screens of 240 × 160, three times enlarged, into preview/crops (not kept in git)."""
    target = folder / "preview" / "crops"
    target.mkdir(exist_ok=True)
    for name, places in CROPS.items():
        whole = Image.open(folder / "preview" / f"{name}.png")
        for x, y in places:
            part = whole.crop((x * 16, y * 16, x * 16 + 240, y * 16 + 160))
            part.resize((720, 480), Image.Resampling.NEAREST).save(target / f"{name}_{x}_{y}.png")


def main() -> int:
    """Draw, or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the files here; exit 1 when one differs")
    parser.add_argument("--crops", action="store_true", help="also write enlarged screens into preview/crops")
    options = parser.parse_args()
    if not options.check:
        draw_all(HERE)
        if options.crops:
            crops(HERE)
        return 0
    with tempfile.TemporaryDirectory() as fresh:
        draw_all(Path(fresh))
        wrong = differences(Path(fresh), HERE)
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
