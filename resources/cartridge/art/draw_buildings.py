"""Houses, the laboratory, the shop and the rest house: a roof whose top row is drawn over people, and a wall."""

from canvas import Canvas
from palette import (
    BLUE,
    CREAM,
    DOOR,
    GLASS,
    GOLD,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PINK,
    PLANK,
    RED,
    SHADE,
    STONE,
    TEAL,
    WALL,
    WHITE,
    Colour,
)
from stamp import Stamp, stamp

Shades = tuple[Colour, ...]


def roof(c: Canvas, y: int, h: int, s: Shades) -> None:
    """Draw a sloping roof of overlapping shingles over the whole width."""
    w = c.w
    for j in range(h):
        inset = max(0, 3 - j)
        row, k = divmod(j, 6)
        c.rect(inset, y + j, w - 2 * inset, 1, s[1] if j < h * 2 // 5 else s[2])
        if k == 5:
            c.rect(inset, y + j, w - 2 * inset, 1, s[3])
        if k == 0 and row:
            c.rect(inset, y + j, w - 2 * inset, 1, s[0] if j < h // 2 else s[1])
        for x in range((row % 2) * 4, w, 8):
            if k in (2, 3, 4) and inset < x < w - inset:
                c.px(x, y + j, s[3] if j > 6 else s[2])
    c.rect(3, y, w - 6, 2, s[0])
    for j in range(h):
        inset = max(0, 3 - j)
        c.px(inset, y + j, s[4])
        c.px(w - 1 - inset, y + j, s[4])
        c.px(inset + 1, y + j, s[0])
        c.px(w - 2 - inset, y + j, s[3])
    c.rect(3, y - 1, w - 6, 1, s[4])
    c.rect(0, y + h, w, 2, s[4])
    c.rect(1, y + h, w - 2, 1, s[3])


def wall(c: Canvas, x: int, y: int, w: int, h: int, s: Shades, foot: Shades = STONE) -> None:
    """Draw a plastered wall with the roof's shadow above and stones below."""
    c.rect(x, y, w, h, s[0])
    c.rect(x, y, w, 3, s[2])
    c.rect(x, y + 3, w, 1, s[1])
    c.rect(x, y, 1, h, s[3])
    c.rect(x + w - 1, y, 1, h, s[3])
    c.rect(x + w - 3, y + 3, 2, h - 3, s[1])
    c.rect(x, y + h - 5, w, 4, foot[2])
    c.rect(x, y + h - 5, w, 1, foot[1])
    for i in range(x + 4, x + w - 1, 7):
        c.rect(i, y + h - 4, 1, 3, foot[3])
    c.rect(x, y + h - 1, w, 1, foot[4])


def window(c: Canvas, x: int, y: int, w: int = 12, h: int = 10, *, box: bool = False) -> None:
    """Draw a framed window with a shine; `box` adds flowers below."""
    c.rect(x, y, w, h, PLANK[3])
    c.rect(x + 1, y + 1, w - 2, h - 2, GLASS[2])
    c.rect(x + 1, y + 1, w - 2, 2, GLASS[3])
    for k in range(3):
        c.line(x + 2 + k, y + h - 3, x + 4 + k, y + 3, GLASS[1])
    c.rect(x + 2, y + 3, 2, 2, GLASS[0])
    c.rect(x + w // 2, y + 1, 1, h - 2, PLANK[1])
    c.rect(x - 1, y + h, w + 2, 2, PLANK[1])
    c.rect(x - 1, y + h + 1, w + 2, 1, PLANK[3])
    if box:
        c.rect(x - 1, y + h, w + 2, 3, PLANK[2])
        c.rect(x - 1, y + h + 2, w + 2, 1, PLANK[3])
        for i in range(x, x + w, 3):
            c.rect(i, y + h - 2, 2, 2, PINK[2] if (i // 3) % 2 else GOLD[1])
            c.px(i + 1, y + h, GREEN[2])


def door(c: Canvas, x: int, bottom: int, s: Shades = DOOR) -> None:
    """Draw a door 16 wide whose step ends at `bottom`."""
    y = bottom - 22
    c.rect(x + 1, y - 1, 14, 20, s[3])
    c.rect(x + 2, y, 12, 19, s[1])
    c.rect(x + 3, y + 1, 10, 1, s[0])
    c.rect(x + 3, y + 2, 4, 7, s[2])
    c.rect(x + 9, y + 2, 4, 7, s[2])
    c.rect(x + 3, y + 11, 4, 6, s[2])
    c.rect(x + 9, y + 11, 4, 6, s[2])
    c.rect(x + 12, y + 9, 2, 2, GOLD[1])
    c.rect(x, bottom - 4, 16, 3, STONE[1])
    c.rect(x, bottom - 4, 16, 1, STONE[0])
    c.rect(x, bottom - 1, 16, 1, STONE[3])


def glass_door(c: Canvas, x: int, bottom: int) -> None:
    """Draw a sliding door of glass, 16 wide."""
    y = bottom - 24
    c.rect(x, y, 16, 22, GREY[4])
    for i in (1, 8):
        c.rect(x + i, y + 2, 7, 19, GLASS[2])
        c.rect(x + i + 1, y + 4, 2, 8, GLASS[0])
        c.rect(x + i + 3, y + 7, 1, 8, GLASS[1])
        c.rect(x + i, y + 18, 7, 3, GLASS[3])
    c.rect(x + 7, y + 2, 2, 19, GREY[3])
    c.rect(x, bottom - 2, 16, 1, STONE[0])
    c.rect(x, bottom - 1, 16, 1, STONE[3])


def chimney(c: Canvas, x: int, y: int) -> None:
    """Draw a chimney of bricks."""
    c.rect(x, y, 10, 13, RED[4])
    c.rect(x + 1, y + 1, 8, 12, RED[3])
    for j in range(3, 12, 3):
        c.rect(x + 1, y + j, 8, 1, RED[1])
        c.rect(x + (3 if j % 2 else 6), y + j, 1, 3, RED[4])
    c.rect(x - 1, y, 12, 3, STONE[3])
    c.rect(x - 1, y, 12, 1, STONE[1])
    c.rect(x + 2, y + 1, 6, 1, INK)


def house(shades: Shades, *, chimney_at: int | None, boxes: bool) -> Stamp:
    """Return a dwelling, 5 × 4 tiles, its door in the middle."""
    c = Canvas(80, 64)
    wall(c, 3, 34, 74, 29, WALL)
    roof(c, 3, 30, shades)
    c.rect(4, 63, 74, 1, SHADE)
    window(c, 11, 42, box=boxes)
    window(c, 57, 42, box=boxes)
    door(c, 32, 64)
    if chimney_at is not None:
        chimney(c, chimney_at, 1)
    return stamp(c, "ooooo", "#####", "#####", "##d##")


def laboratory() -> Stamp:
    """Return the laboratory, 7 × 5 tiles: pale walls, a teal roof with a skylight and a small dome."""
    c = Canvas(112, 80)
    wall(c, 3, 44, 106, 35, GREY)
    roof(c, 8, 36, TEAL)
    c.rect(4, 79, 106, 1, SHADE)
    for x in (12, 76):
        c.rect(x, 15, 24, 14, TEAL[4])
        c.rect(x + 1, 16, 22, 12, GLASS[2])
        c.rect(x + 1, 16, 22, 3, GLASS[1])
        for i in (8, 16):
            c.rect(x + i - 1, 16, 1, 12, TEAL[3])
        c.line(x + 3, 26, x + 9, 19, GLASS[0])
    dome = Canvas(32, 24)
    dome.blob(16, 14, 12, 12, STONE[:4])
    dome.rect(0, 17, 32, 7, STONE[2])
    dome.rect(14, 3, 3, 11, STONE[4])
    dome.rect(4, 17, 24, 3, STONE[3])
    for x in list(range(4)) + list(range(28, 32)):
        for y in range(24):
            dome.erase(x, y)
    for y in range(20, 24):
        for x in range(32):
            dome.erase(x, y)
    dome.outline(STONE[4])
    c.paste(dome, 40, 1)
    for x in (10, 28, 72, 90):
        window(c, x, 53, 13, 11)
    glass_door(c, 48, 80)
    c.rect(42, 47, 28, 8, TEAL[4])
    c.rect(43, 48, 26, 6, TEAL[1])
    for i, x in enumerate((47, 53, 59)):
        c.rect(x, 49, 4, 4, WHITE if i != 1 else GOLD[1])
        c.rect(x + 1, 50, 2, 2, TEAL[3])
    return stamp(c, "ooooooo", "#######", "#######", "#######", "###d###")


LETTERS = {
    "S": ("###", "#..", "###", "..#", "###"),
    "H": ("#.#", "#.#", "###", "#.#", "#.#"),
    "O": ("###", "#.#", "#.#", "#.#", "###"),
    "P": ("###", "#.#", "###", "#..", "#.."),
    "R": ("##.", "#.#", "##.", "#.#", "#.#"),
    "E": ("###", "#..", "##.", "#..", "###"),
    "T": ("###", ".#.", ".#.", ".#.", ".#."),
}


def board(c: Canvas, x: int, y: int, text: str, shades: Shades) -> None:
    """Draw a painted board with a word."""
    w = 4 * len(text) + 5
    c.rect(x, y, w, 11, shades[4])
    c.rect(x + 1, y + 1, w - 2, 9, shades[2])
    c.rect(x + 1, y + 1, w - 2, 1, shades[1])
    for k, letter in enumerate(text):
        c.text_picture(x + 3 + 4 * k, y + 3, LETTERS[letter], {"#": WHITE})


def shop() -> Stamp:
    """Return the shop, 5 × 4 tiles: a striped awning, a wide window, crates of fruit."""
    c = Canvas(80, 64)
    wall(c, 3, 30, 74, 33, CREAM)
    roof(c, 3, 24, BLUE)
    c.rect(4, 63, 74, 1, SHADE)
    for x in range(2, 78):
        stripe = (BLUE[1], BLUE[2]) if ((x - 2) // 6) % 2 else (WHITE, GREY[1])
        drop = 1 if (x - 2) % 6 in (0, 5) else 0
        c.rect(x, 29, 1, 7, stripe[0])
        c.rect(x, 36, 1, 4 - drop, stripe[1])
        c.px(x, 40 - drop, BLUE[4])
    c.rect(2, 28, 76, 1, BLUE[4])
    window(c, 8, 43, 20, 11)
    window(c, 52, 43, 20, 11)
    for x in (6, 17, 52, 63):
        c.rect(x, 55, 11, 9, PLANK[3])
        c.rect(x + 1, 56, 9, 6, PLANK[1])
        c.rect(x + 1, 59, 9, 1, PLANK[3])
        for i in range(3):
            fruit = RED if x in (6, 63) else ORANGE
            c.rect(x + 1 + 3 * i, 54, 3, 3, fruit[2])
            c.px(x + 1 + 3 * i, 54, fruit[0])
    door(c, 32, 64, BLUE)
    board(c, 29, 12, "SHOP", BLUE)
    return stamp(c, "ooooo", "#####", "#####", "##d##")


def rest_house() -> Stamp:
    """Return the rest house, 6 × 4 tiles: an orange roof, a porch, a board that shows a cup of tea."""
    c = Canvas(96, 64)
    wall(c, 3, 34, 90, 29, WALL)
    roof(c, 3, 30, ORANGE)
    c.rect(4, 63, 90, 1, SHADE)
    chimney(c, 76, 1)
    window(c, 10, 42, box=True)
    window(c, 54, 42, box=True)
    window(c, 74, 42, box=True)
    c.polygon(((28, 36), (40, 22), (52, 36)), ORANGE[1])
    c.line(27, 36, 40, 21, ORANGE[4], 2)
    c.line(40, 21, 52, 36, ORANGE[4], 2)
    c.rect(26, 36, 29, 2, ORANGE[4])
    c.rect(36, 28, 8, 6, WHITE)
    c.rect(44, 29, 2, 3, WHITE)
    c.rect(36, 33, 8, 1, GREY[2])
    c.px(38, 26, WHITE)
    c.px(41, 26, WHITE)
    for x in (27, 50):
        c.rect(x, 38, 3, 25, PLANK[1])
        c.rect(x + 2, 38, 1, 25, PLANK[3])
    door(c, 32, 64, GREEN)
    return stamp(c, "oooooo", "######", "######", "##d###")


def building_stamps() -> dict[str, Stamp]:
    """Return every building by name."""
    return {
        "house_red": house(RED, chimney_at=62, boxes=True),
        "house_blue": house(BLUE, chimney_at=8, boxes=True),
        "house_green": house(GREEN, chimney_at=62, boxes=False),
        "house_purple": house(PINK, chimney_at=None, boxes=True),
        "lab": laboratory(),
        "shop": shop(),
        "rest": rest_house(),
    }
