"""The furniture of dwellings."""

from canvas import Canvas
from palette import (
    BARK,
    BLUE,
    BROWN,
    CREAM,
    GLASS,
    GOLD,
    GREEN,
    GREY,
    INK,
    LEAF,
    ORANGE,
    PLANK,
    PURPLE,
    RED,
    STONE,
    TEAL,
    WHITE,
    Colour,
)
from stamp import Stamp, stamp

Shades = tuple[Colour, ...]

FLOOR_SHADE = BROWN[2]


def room_window() -> Stamp:
    """Return a window for the far wall with curtains, 2 × 2."""
    c = Canvas(32, 32)
    c.rect(4, 8, 24, 16, PLANK[3])
    c.rect(6, 10, 20, 12, GLASS[1])
    c.rect(6, 10, 20, 3, GLASS[0])
    c.rect(6, 18, 20, 4, LEAF[0])
    c.rect(8, 17, 5, 2, LEAF[1])
    c.rect(18, 16, 6, 3, LEAF[1])
    c.rect(15, 10, 2, 12, PLANK[1])
    for x in (4, 23):
        c.rect(x, 9, 5, 14, RED[1])
        c.rect(x + 1, 9, 1, 14, RED[0])
        c.rect(x + 4, 9, 1, 14, RED[2])
    c.rect(2, 7, 28, 2, PLANK[2])
    c.rect(3, 24, 26, 1, PLANK[1])
    return stamp(c, "##", "##")


def bed(s: Shades) -> Stamp:
    """Return a bed seen from above, 1 × 2."""
    c = Canvas(16, 32)
    c.rect(0, 0, 16, 31, PLANK[3])
    c.rect(1, 0, 14, 5, PLANK[1])
    c.rect(1, 0, 14, 1, PLANK[0])
    c.rect(1, 5, 14, 23, WHITE)
    c.rect(3, 6, 10, 6, GREY[1])
    c.rect(3, 6, 10, 4, WHITE)
    c.frame(2, 5, 12, 8, GREY[2])
    c.rect(1, 14, 14, 14, s[2])
    c.rect(1, 14, 14, 3, s[0])
    c.rect(1, 17, 14, 1, s[3])
    for y in (20, 25):
        for x in (3, 8, 12):
            c.rect(x, y - (x == 8), 2, 2, s[1])
    c.rect(14, 14, 1, 14, s[3])
    c.rect(1, 28, 14, 2, PLANK[2])
    return stamp(c, "#", "#")


def bookcase(salt: int, frame: Shades = BROWN) -> Stamp:
    """Return a bookcase 1 × 2."""
    c = Canvas(16, 32)
    c.rect(0, 1, 16, 30, frame[4])
    c.rect(1, 1, 14, 3, frame[0])
    c.rect(1, 3, 14, 1, frame[2])
    books = (RED[2], BLUE[2], GREEN[2], GOLD[2], PURPLE[2], WHITE, TEAL[2])
    for k, y in enumerate((5, 13, 21)):
        c.rect(1, y, 14, 7, INK)
        x = 1
        while x < 14:
            n = (x * 5 + k * 3 + salt) % 7
            w = 2 + n % 2
            top = y + 1 + (n % 3 == 0)
            if n != 5 or x > 10:
                c.rect(x, top, min(w, 15 - x), y + 7 - top, books[n])
                c.px(x, top + 1, WHITE if n != 5 else GREY[2])
            x += w
        c.rect(1, y + 7, 14, 1, frame[1])
    c.rect(1, 29, 14, 2, frame[2])
    return stamp(c, "#", "#")


def desk_computer() -> Stamp:
    """Return a desk with a screen, 1 × 2."""
    c = Canvas(16, 32)
    c.rect(0, 17, 16, 14, PLANK[3])
    c.rect(1, 17, 14, 6, PLANK[0])
    c.rect(1, 23, 14, 7, PLANK[1])
    c.rect(9, 24, 5, 2, PLANK[3])
    c.rect(9, 27, 5, 2, PLANK[3])
    c.rect(2, 5, 12, 12, GREY[4])
    c.rect(3, 6, 10, 8, BLUE[4])
    for k, w in enumerate((6, 4, 7)):
        c.rect(4, 7 + 2 * k, w, 1, TEAL[0])
    c.rect(3, 15, 10, 2, GREY[2])
    c.rect(2, 19, 9, 3, GREY[1])
    c.rect(2, 21, 9, 1, GREY[3])
    c.rect(12, 19, 2, 3, GREY[0])
    return stamp(c, "#", "#")


def television() -> Stamp:
    """Return a television on a low board, 2 × 2."""
    c = Canvas(32, 32)
    c.rect(1, 17, 30, 13, PLANK[3])
    c.rect(2, 17, 28, 4, PLANK[0])
    c.rect(2, 21, 28, 8, PLANK[1])
    c.rect(15, 22, 2, 6, PLANK[3])
    c.rect(6, 2, 20, 16, GREY[4])
    c.rect(8, 4, 16, 11, TEAL[3])
    c.rect(8, 4, 16, 6, GLASS[1])
    c.rect(8, 10, 16, 5, GREEN[1])
    c.rect(11, 7, 4, 4, RED[1])
    c.rect(11, 7, 4, 1, RED[0])
    c.rect(18, 5, 3, 2, WHITE)
    c.rect(22, 16, 2, 1, RED[1])
    c.line(13, 1, 10, -2, GREY[3])
    return stamp(c, "##", "##")


def kitchen() -> Stamp:
    """Return a kitchen row: fridge, sink, stove, 4 × 2."""
    c = Canvas(64, 32)
    c.rect(1, 0, 14, 31, GREY[4])
    c.rect(2, 1, 12, 11, GREY[0])
    c.rect(2, 13, 12, 16, GREY[1])
    c.rect(2, 1, 12, 2, WHITE)
    c.rect(11, 6, 2, 4, GREY[3])
    c.rect(11, 15, 2, 5, GREY[3])
    c.rect(4, 16, 4, 4, GOLD[1])
    c.rect(16, 12, 48, 19, PLANK[3])
    c.rect(16, 12, 48, 7, STONE[0])
    c.rect(16, 18, 48, 2, STONE[2])
    c.rect(17, 20, 46, 10, CREAM[1])
    for x in (17, 29, 40, 52):
        c.frame(x, 21, 11, 9, CREAM[3])
        c.rect(x + 4, 22, 3, 1, BROWN[2])
    c.rect(20, 13, 14, 5, GREY[3])
    c.rect(21, 14, 12, 4, GLASS[1])
    c.rect(26, 9, 2, 5, GREY[3])
    c.rect(26, 9, 5, 1, GREY[3])
    c.rect(44, 12, 18, 7, INK)
    for x in (48, 57):
        c.ellipse(x, 15, 2, 1, RED[2])
    c.rect(46, 8, 7, 6, RED[3])
    c.rect(46, 8, 7, 2, RED[1])
    c.rect(44, 9, 2, 1, INK)
    c.rect(53, 9, 2, 1, INK)
    return stamp(c, "####", "####")


def dining_table() -> Stamp:
    """Return a table with a cloth, a cup and a plate, 2 × 2."""
    c = Canvas(32, 32)
    for x in (3, 26):
        c.rect(x, 24, 3, 6, PLANK[3])
    c.rect(1, 3, 30, 22, PLANK[3])
    c.rect(2, 4, 28, 17, PLANK[0])
    c.rect(2, 21, 28, 3, PLANK[2])
    c.rect(8, 4, 16, 17, WHITE)
    c.rect(8, 21, 16, 2, GREY[1])
    for x in range(9, 23, 4):
        c.rect(x, 5, 2, 1, RED[1])
        c.rect(x, 19, 2, 1, RED[1])
    c.ellipse(13, 12, 4, 3, GREY[2])
    c.ellipse(13, 11, 4, 3, WHITE)
    c.rect(11, 10, 5, 2, ORANGE[1])
    c.rect(20, 8, 4, 5, BLUE[2])
    c.rect(20, 8, 4, 1, BROWN[3])
    c.rect(24, 9, 1, 3, BLUE[2])
    return stamp(c, "tt", "tt")


def chair() -> Stamp:
    """Return a stool with a cushion."""
    c = Canvas(16, 16)
    c.rect(3, 12, 10, 3, FLOOR_SHADE)
    c.rect(3, 10, 2, 4, PLANK[3])
    c.rect(11, 10, 2, 4, PLANK[3])
    c.blob(8, 7, 5, 4, RED[:4], RED[4])
    return stamp(c, ".")


def plant() -> Stamp:
    """Return a plant in a pot, its leaves drawn over people, 1 × 2."""
    c = Canvas(16, 32)
    c.rect(3, 28, 11, 3, FLOOR_SHADE)
    c.rect(4, 20, 9, 10, ORANGE[4])
    c.rect(5, 21, 7, 8, ORANGE[2])
    c.rect(5, 21, 2, 8, ORANGE[1])
    c.rect(4, 19, 9, 3, ORANGE[3])
    leaves = Canvas(16, 32)
    for x0, y0 in ((2, 10), (13, 9), (5, 4), (11, 4), (8, 2), (2, 15), (14, 15)):
        leaves.line(8, 19, x0, y0, LEAF[2], 2)
        leaves.line(8, 17, x0, y0, LEAF[1])
        leaves.px(x0, y0, LEAF[0])
    leaves.outline(LEAF[4])
    c.paste(leaves, 0, 0)
    return stamp(c, "o", "#")


def rug(s: Shades, w: int, h: int) -> Stamp:
    """Return a rug of w × h tiles to walk on."""
    c = Canvas(w * 16, h * 16)
    c.rect(1, 1, c.w - 2, c.h - 2, s[3])
    c.rect(2, 2, c.w - 4, c.h - 4, s[1])
    c.frame(4, 4, c.w - 8, c.h - 8, GOLD[1])
    c.rect(6, 6, c.w - 12, c.h - 12, s[2])
    for y in range(8, c.h - 8, 8):
        for x in range(8 + y % 16, c.w - 8, 16):
            c.rect(x + 1, y + 3, 6, 2, s[1])
            c.rect(x + 3, y + 1, 2, 6, s[1])
            c.rect(x + 3, y + 3, 2, 2, GOLD[1])
    for x in range(2, c.w - 2, 2):
        c.px(x, 0, s[0])
        c.px(x, c.h - 1, s[0])
    return stamp(c, *["." * w] * h)


def exit_mat(s: Shades) -> Stamp:
    """Return the mat before the way out, with a triangle that points down."""
    c = Canvas(16, 16)
    c.rect(0, 2, 16, 14, s[4])
    c.rect(1, 3, 14, 12, s[2])
    c.frame(2, 4, 12, 10, s[0])
    for k in range(4):
        c.rect(4 + k, 7 + k, 8 - 2 * k, 1, WHITE)
    return stamp(c, "m")


def stairs(way: str) -> Stamp:
    """Return stairs 2 × 2: 'down' is entered at its right cell leftwards, 'up' at its left cell rightwards."""
    c = Canvas(32, 32)
    if way == "up":
        for k in range(8):
            x = k * 4
            c.rect(x, 26 - 3 * k, 4, 6 + 3 * k, PLANK[2] if k % 2 else PLANK[1])
            c.rect(x, 26 - 3 * k, 4, 2, PLANK[0])
            c.rect(x, 28 - 3 * k, 1, 4 + 3 * k, PLANK[3])
        c.rect(0, 30, 32, 2, PLANK[3])
        c.line(2, 19, 30, -2, PLANK[3], 2)
        for x in (4, 14, 24):
            c.rect(x, 17 - x * 3 // 4, 2, 10, PLANK[3])
        return stamp(c, "##", ">#")
    c.rect(0, 14, 30, 17, INK)
    for k in range(8):
        x = 28 - k * 4
        shade = (PLANK[0], PLANK[0], PLANK[1], PLANK[1], PLANK[2], PLANK[2], PLANK[3], BARK[3])[k]
        c.rect(x, 15 + k, 4, 16 - k, shade)
        c.rect(x, 15 + k, 1, 16 - k, PLANK[3])
    c.rect(0, 12, 17, 2, PLANK[1])
    c.rect(0, 14, 17, 1, PLANK[3])
    c.rect(0, 29, 17, 2, PLANK[1])
    c.rect(0, 31, 17, 1, PLANK[3])
    for x in (0, 14):
        c.rect(x, 12, 2, 19, PLANK[3])
    return stamp(c, "##", "#<")
