"""Whole screens: the title, the place of a battle and its boxes."""

from canvas import Canvas, noise
from draw_buildings import building_stamps
from draw_font import WIDTH, Bits, logo, write
from draw_outdoor import outdoor_stamps
from draw_people import PEOPLE, figure
from draw_terrain import flowers, grass, meadow_variant, path_colour
from palette import (
    BLUE,
    CREAM,
    GOLD,
    GRASS,
    GREEN,
    GREY,
    INK,
    LEAF,
    ORANGE,
    PATH,
    PINE,
    RED,
    SHADE,
    TALL,
    WHITE,
    Colour,
    ramp,
)

SKY = ramp("70b0f0 88c0f8 a0d0f8 b8e0f8 d0e8f8 e8f0f0")
PAPER: Colour = (248, 248, 248)


def hills(c: Canvas, base: int, height: int, period: int, shift: int, shades: tuple[Colour, Colour]) -> None:
    """Draw a row of round hills whose foot is at `base`, a lighter line along their tops."""
    for x in range(c.w):
        t = (x + shift) % period - period // 2
        top = base - height + t * t * height * 3 // (period * period)
        c.rect(x, top, 1, base - top, shades[1])
        c.rect(x, top, 1, 2, shades[0])


def cloud(c: Canvas, x: int, y: int, w: int) -> None:
    """Draw a flat-bottomed cloud."""
    layer = Canvas(c.w, c.h)
    for k, r in ((0, w // 5), (w // 4, w // 4), (w // 2, w // 3), (w * 3 // 4, w // 5)):
        layer.blob(x + k, y, r, r * 2 // 3 + 1, (WHITE, SKY[5], SKY[4]))
    for j in range(y + 3, c.h):
        for i in range(c.w):
            layer.erase(i, j)
    c.paste(layer, 0, 0)


def sky(c: Canvas, h: int) -> None:
    """Fill the upper h rows with bands of sky, their borders dithered."""
    band = h // len(SKY) + 1
    for y in range(h):
        k = y // band
        for x in range(c.w):
            mixed = y % band >= band - 2 and (x + y) % 2 and k + 1 < len(SKY)
            c.px(x, y, SKY[min(k + bool(mixed), len(SKY) - 1)])


def lettering(c: Canvas, x: int, y: int, text: str, glyphs: dict[str, Bits], shades: tuple[Colour, ...]) -> None:
    """Draw a big word: fill from light to dark, thick dark outline, a shadow below."""
    word = logo(text, glyphs)
    layer = Canvas(c.w, c.h)
    layer.paste(word, x, y)
    for j in range(c.h):
        for i in range(c.w):
            if layer.get(i, j):
                depth = (j - y - 8) * 4 // 30
                layer.px(i, j, shades[max(0, min(2, depth))])
    top = [(i, j) for j in range(c.h) for i in range(c.w) if layer.get(i, j) and not layer.get(i, j - 1)]
    for i, j in top:
        layer.px(i, j, WHITE)
    for _ in range(2):
        layer.outline(shades[4])
    layer.outline(WHITE)
    shade = Canvas(c.w, c.h)
    for j in range(c.h - 3):
        for i in range(c.w):
            if layer.get(i, j):
                shade.px(i, j + 3, BLUE[4])
    c.paste(shade, 0, 0)
    c.paste(layer, 0, 0)


def plant(c: Canvas) -> None:
    """Set flowers along the lower edge of the title."""
    for kind, x, y in (("red", 52, 144), ("gold", 68, 146), ("blue", 164, 144), ("red", 180, 146)):
        bed = flowers(kind, 0)
        for j in range(min(16, 160 - y)):
            for i in range(16):
                if bed.get(i, j) != GRASS[1]:
                    c.px(x + i, y + j, bed.get(i, j) or INK)


def title(glyphs: dict[str, Bits]) -> Canvas:
    """Return the title screen."""
    c = Canvas(240, 160)
    sky(c, 100)
    cloud(c, 10, 22, 44)
    cloud(c, 196, 16, 36)
    cloud(c, 160, 62, 28)
    hills(c, 104, 32, 150, 30, (ramp("a0d0b0")[0], ramp("88c0a8")[0]))
    hills(c, 106, 20, 90, 64, (GREEN[0], GREEN[1]))
    for y in range(6):
        for x in range(15):
            c.paste(grass(meadow_variant(x, y)), x * 16, 98 + y * 16)
    c.rect(0, 97, 240, 1, GRASS[3])
    for y in range(132, 160):
        half = 13 + (y - 132) // 2
        for x in range(120 - half, 120 + half):
            c.px(x, y, path_colour(x % 16, y % 16))
        for x in (120 - half, 119 + half):
            c.rect(x, y, 1, 1, GRASS[3])
    for y in range(130, 142):
        for x in range(240):
            c.px(x, y, GRASS[2] if y in (130, 141) and not 100 < x < 140 else path_colour(x % 16, y % 16))
    things = outdoor_stamps() | building_stamps()
    for name, x, y in (
        ("oak", -8, 74),
        ("pine", 18, 70),
        ("house_red", 36, 68),
        ("house_blue", 134, 68),
        ("oak", 214, 74),
        ("tree", 118, 92),
        ("mailbox", 98, 117),
        ("signpost", 120, 115),
        ("fence_l", 0, 138),
        ("fence_m", 16, 138),
        ("fence_r", 32, 138),
        ("bush", 216, 142),
        ("bush", 200, 146),
    ):
        c.paste(things[name].picture, x, y)
    plant(c)
    c.ellipse(112, 140, 6, 2, PATH[3])
    c.paste(figure(PEOPLE["player"], "down", 0), 104, 118)
    c.ellipse(152, 138, 6, 2, PATH[3])
    c.paste(figure(PEOPLE["girl"], "left", 0), 144, 116)
    lettering(c, 50, -1, "Parcel", glyphs, ORANGE)
    lettering(c, 50, 36, "Errand", glyphs, ORANGE)
    text = "press START"
    x = 120 - len(text) * WIDTH // 2
    c.rect(x - 8, 145, len(text) * WIDTH + 15, 14, INK)
    c.rect(x - 7, 146, len(text) * WIDTH + 13, 12, PAPER)
    write(c, x, 146, text, glyphs)
    return c


def platform(c: Canvas, cx: int, cy: int, rx: int, ry: int) -> None:
    """Draw a round lawn to stand on."""
    c.ellipse(cx, cy + 3, rx, ry, TALL[3])
    c.ellipse(cx, cy + 2, rx, ry, TALL[2])
    c.ellipse(cx, cy, rx, ry, GRASS[3])
    c.ellipse(cx, cy, rx - 2, ry - 1, GRASS[0])
    c.ellipse(cx, cy + 1, rx - 5, ry - 3, GRASS[1])
    for k in range(26):
        x, y = cx - rx + 6 + noise(k, 1, 5) * (2 * rx - 12) // 256, cy - ry + 4 + noise(k, 2, 5) * (2 * ry - 8) // 256
        if c.get(x, y) == GRASS[1] and c.get(x + 2, y) == GRASS[1]:
            c.rect(x, y, 1, 2, GRASS[2])
            c.rect(x + 2, y - 1, 1, 3, GRASS[2])


def battle_ground() -> Canvas:
    """Return the place of a battle, 240 × 112: the other side's lawn to the upper right, ours to the lower left."""
    c = Canvas(240, 112)
    sky(c, 46)
    cloud(c, 20, 14, 40)
    cloud(c, 128, 10, 34)
    hills(c, 50, 18, 120, 10, (ramp("a0d0b0")[0], ramp("88c0a8")[0]))
    for x in range(-8, 248, 14):
        y = 34 + noise(x, 4) % 5
        c.blob(x, y + 6, 8, 8, (PINE[1], PINE[2], PINE[2], PINE[3]))
    for x in range(-2, 248, 13):
        c.blob(x, 44 + noise(x, 5) % 3, 7, 6, (LEAF[1], LEAF[2], LEAF[2], LEAF[3]))
    for y in range(48, 112):
        t = y - 48
        light = (t // 6) % 2 if t < 12 else (t // 10) % 2
        c.rect(0, y, 240, 1, GRASS[1] if light else GRASS[0])
    c.rect(0, 48, 240, 1, GRASS[3])
    c.rect(0, 49, 240, 1, GRASS[2])
    platform(c, 178, 70, 52, 11)
    platform(c, 62, 107, 66, 13)
    c.rect(0, 111, 240, 1, SHADE)
    return c


def box(w: int, h: int, bar: tuple[int, int], *, point_left: bool) -> Canvas:
    """Return a box with a bar for health; the room for name and level stays empty."""
    c = Canvas(w, h)
    c.rect(2, 0, w - 4, h, GREEN[4])
    c.rect(0, 2, w, h - 4, GREEN[4])
    c.rect(1, 1, w - 2, h - 2, GREEN[4])
    c.rect(2, 2, w - 4, h - 4, CREAM[0])
    c.rect(2, h - 4, w - 4, 2, CREAM[2])
    edge = 2 if point_left else w - 5
    c.rect(edge, 2, 3, h - 4, RED[2] if point_left else BLUE[2])
    x, y = bar
    c.rect(x - 16, y - 2, 68, 8, INK)
    c.rect(x - 1, y, 50, 4, GREY[3])
    c.rect(x, y + 1, 48, 2, GREY[1])
    for k, letter in enumerate(("#.#", "#.#", "###", "#.#", "#.#")):
        c.text_picture(x - 14, y - 1 + k, [letter.replace("#", "g")], {"g": GOLD[1]})
    for k, letter in enumerate(("##.", "#.#", "##.", "#..", "#..")):
        c.text_picture(x - 10, y - 1 + k, [letter.replace("#", "g")], {"g": GOLD[1]})
    c.rect(x - 6, y, 1, 1, GOLD[1])
    c.rect(x - 6, y + 3, 1, 1, GOLD[1])
    return c


def foe_box() -> Canvas:
    """Return the other side's box: name at (8, 4), level ending at x 98, bar of 48 × 2 at (44, 22)."""
    return box(104, 32, (44, 21), point_left=True)


def own_box() -> Canvas:
    """Return our box: name at (8, 4), level ending at x 96, bar of 48 × 2 at (44, 19), points at y 25."""
    return box(104, 40, (44, 18), point_left=False)
