"""The two wild creatures."""

from canvas import Canvas
from draw_round import MOLE, SAND, WING, blush, eye, leaf, part, spike
from palette import (
    BROWN,
    CREAM,
    GOLD,
    GREY,
    INK,
    ORANGE,
    PINK,
    PLANK,
    WHITE,
    Colour,
)

Shades = tuple[Colour, ...]
Blob = tuple[int, int, int, int]


def tuftwit(*, back: bool) -> Canvas:
    """Return the wild bird: as round as an apple, an acorn's cup for a cap, its tail held upright."""
    c = Canvas(64, 64)
    for x, y in ((61, 26), (58, 18), (51, 15)):
        spike(c, WING, ((44, 42), (x - 5, y + 1), (x - 1, y - 2), (x + 2, y + 3), (50, 48)))
        c.line(x - 1, y + 2, 46, 42, WING[3])
        c.rect(x - 3, y + 3, 4, 2, WING[0])
    for x in (24, 38):
        c.rect(x, 54, 2, 7, ORANGE[4])
        c.line(x - 4, 61, x + 5, 61, ORANGE[3], 2)
    part(c, WING, (31, 39, 19, 18))
    if back:
        part(c, WING, (19, 42, 8, 11))
        part(c, WING, (43, 42, 8, 11))
        for x in (16, 20, 24, 39, 43, 47):
            c.line(x, 44, x, 50, WING[3])
    else:
        c.blob(28, 45, 13, 11, CREAM[:3])
        for i, j in ((22, 48), (28, 51), (33, 47), (26, 44)):
            c.line(i, j, i + 2, j + 1, CREAM[3])
        part(c, WING, (45, 43, 6, 10))
        for k in range(3):
            c.line(42 + k * 3, 46 + k, 42 + k * 3, 51 - k, WING[3])
        c.rect(14, 31, 9, 2, CREAM[0])
        c.rect(32, 31, 9, 2, CREAM[0])
        eye(c, 17, 34)
        eye(c, 34, 34)
        spike(c, GOLD, ((23, 39), (27, 46), (32, 39)))
        blush(c, 13, 42)
        blush(c, 38, 42)
    part(c, (*PLANK, INK), (31, 21, 18, 7), (31, 17, 13, 7))
    for y in (15, 19, 23):
        for x in range(18 + (y % 8) // 2, 46, 6):
            if c.get(x, y) in PLANK:
                c.line(x, y, x + 2, y + 2, PLANK[3])
                c.line(x + 2, y + 2, x + 4, y, PLANK[3])
    c.rect(30, 5, 3, 7, PLANK[3])
    c.rect(30, 5, 1, 6, PLANK[1])
    leaf(c, 32, 9, 10, -5)
    return c


def mollim(*, back: bool) -> Canvas:
    """Return the wild burrower: a velvet mole behind its own heap of earth, with hands like spades."""
    c = Canvas(64, 64)
    part(c, BROWN, (32, 57, 28, 6))
    part(c, MOLE, (32, 36, 19, 20))
    c.blob(27, 26, 7, 4, MOLE[:1])
    if back:
        part(c, PINK, (32, 48, 3, 7))
        c.line(24, 30, 27, 38, MOLE[3])
        c.line(40, 30, 37, 38, MOLE[3])
    else:
        c.blob(32, 44, 11, 9, MOLE[:2])
        part(c, SAND, (32, 35, 10, 7))
        part(c, PINK, (32, 31, 5, 4))
        for side in (-1, 1):
            for k in range(3):
                c.line(32 + side * 6, 35 + k * 2, 32 + side * 13, 33 + k * 3, MOLE[4])
        c.rect(30, 40, 4, 4, WHITE)
        c.rect(32, 40, 1, 4, GREY[2])
        c.line(26, 39, 38, 39, SAND[4])
        for x in (20, 41):
            c.rect(x, 24, 3, 4, INK)
            c.rect(x, 24, 2, 2, WHITE)
    for side in (-1, 1):
        x = 32 + side * 20
        part(c, MOLE, (32 + side * 16, 42, 6, 6))
        for k in (-6, -2, 2, 6):
            spike(c, CREAM, ((x + k - 1, 50), (x + k, 57 - abs(k) // 3), (x + k + 1, 50)), lit=False)
        part(c, PINK, (x, 47, 7, 5))
        for k in (-3, 1, 4):
            c.line(x + k, 48, x + k, 51, PINK[3])
    part(c, BROWN, (12, 59, 9, 3), (52, 59, 9, 3), (32, 60, 16, 3))
    for x, y in ((10, 58), (24, 60), (38, 59), (52, 58), (31, 61)):
        c.rect(x, y, 2, 1, BROWN[0])
    return c
