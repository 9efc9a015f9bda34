"""Floors and walls of rooms: a dwelling's, the laboratory's, the shop's and the rest house's."""

from canvas import Canvas
from palette import (
    BLUE,
    CREAM,
    GREY,
    INK,
    ORANGE,
    PINK,
    PLANK,
    RED,
    TEAL,
    WALL,
    WHITE,
)


def floor(theme: str, variant: int) -> Canvas:
    """Return a piece of floor: home, lab, shop or rest; variant 1 lies under the wall, in its shadow."""
    c = Canvas(16, 16)
    if theme in ("home", "rest"):
        s = PLANK if theme == "home" else ORANGE
        light, mid, dark = (s[0], s[1], s[2]) if theme == "home" else (CREAM[1], CREAM[2], CREAM[3])
        c.rect(0, 0, 16, 16, light)
        for k, y in enumerate((3, 7, 11, 15)):
            c.rect(0, y, 16, 1, mid)
            c.rect((4, 12, 8, 0)[k], y - 3, 1, 3, mid)
            c.px((5, 13, 9, 1)[k], y - 2, dark)
        if variant:
            c.rect(0, 0, 16, 4, mid)
            c.rect(0, 3, 16, 1, dark)
        return c
    a, b, line = (GREY[0], GREY[1], GREY[2]) if theme == "lab" else (WHITE, TEAL[0], GREY[1])
    c.rect(0, 0, 16, 16, a)
    if theme == "shop":
        c.rect(8, 0, 8, 8, b)
        c.rect(0, 8, 8, 8, b)
    else:
        c.rect(0, 15, 16, 1, line)
        c.rect(15, 0, 1, 16, line)
        c.rect(0, 0, 15, 1, WHITE)
        c.rect(0, 0, 1, 15, WHITE)
        c.line(4, 11, 9, 6, b)
        c.line(6, 12, 11, 7, b)
    if variant:
        c.rect(0, 0, 16, 3, line)
        c.rect(0, 3, 16, 1, b)
    return c


WALLS = {
    "home": (WALL, PLANK, CREAM[1]),
    "lab": (GREY, TEAL, GREY[1]),
    "shop": (WALL, BLUE, TEAL[0]),
    "rest": (CREAM, RED, PINK[0]),
}


def wall(theme: str, half: str) -> Canvas:
    """Return the upper or the lower piece of a room's far wall."""
    c = Canvas(16, 16)
    paper, wood, stripe = WALLS[theme]
    c.rect(0, 0, 16, 16, paper[0])
    for x in (3, 11):
        c.rect(x, 0, 2, 16, stripe)
    if half == "top":
        c.rect(0, 0, 16, 4, INK)
        c.rect(0, 4, 16, 2, wood[3])
        c.rect(0, 6, 16, 1, wood[1])
        c.rect(0, 7, 16, 1, paper[2])
    else:
        c.rect(0, 6, 16, 1, wood[3])
        c.rect(0, 7, 16, 7, wood[1])
        c.rect(0, 7, 16, 1, wood[0])
        for x in (0, 8):
            c.rect(x, 8, 1, 6, wood[2])
        c.rect(0, 14, 16, 2, wood[3])
    return c
