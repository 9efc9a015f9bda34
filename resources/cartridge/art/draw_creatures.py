"""The three companions, and the list of all five creatures; each is seen from the front and from behind."""

from collections.abc import Callable

from canvas import Canvas
from draw_round import COAL, NEWT, SAND, WOOL, blush, eye, leaf, part, spike
from draw_wild import mollim, tuftwit
from palette import (
    BROWN,
    CREAM,
    GOLD,
    GREEN,
    LEAF,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    TEAL,
    WHITE,
    Colour,
)

Shades = tuple[Colour, ...]
Blob = tuple[int, int, int, int]


def thistlet(*, back: bool) -> Canvas:
    """Return the leaf-bodied one: a hedgehog whose quills are leaves, with a thistle flower on its head."""
    c = Canvas(64, 64)
    rows = (
        (12, 46, -11, 4),
        (52, 46, 11, 4),
        (11, 36, -10, -4),
        (53, 36, 10, -4),
        (15, 26, -9, -9),
        (49, 26, 9, -9),
        (23, 19, -6, -11),
        (41, 19, 6, -11),
    )
    for x, y, dx, dy in rows:
        leaf(c, x, y, dx, dy)
    part(c, LEAF, (32, 38, 23, 20))
    if back:
        for y, xs in ((24, (22, 32, 42)), (33, (16, 27, 37, 48)), (42, (20, 32, 44)), (50, (26, 38))):
            for x in xs:
                leaf(c, x, y - 3, (x - 32) // 4, 11)
        part(c, SAND, (20, 58, 5, 3))
        part(c, SAND, (44, 58, 5, 3))
    else:
        for x, y, dx, dy in ((20, 27, -4, -9), (44, 27, 4, -9), (28, 24, -2, -9), (36, 24, 2, -9)):
            leaf(c, x, y, dx, dy)
        part(c, SAND, (16, 31, 4, 4), (48, 31, 4, 4))
        part(c, SAND, (32, 42, 18, 15))
        c.blob(32, 49, 9, 6, CREAM[:2])
        eye(c, 21, 37, GREEN[3])
        eye(c, 39, 37, GREEN[3])
        part(c, BROWN, (32, 44, 3, 2))
        c.px(31, 43, WHITE)
        c.line(32, 47, 32, 49, BROWN[3])
        c.line(29, 50, 35, 50, BROWN[3])
        c.px(28, 49, BROWN[3])
        c.px(36, 49, BROWN[3])
        blush(c, 17, 45)
        blush(c, 42, 45)
        part(c, SAND, (20, 58, 6, 3))
        part(c, SAND, (44, 58, 6, 3))
    leaf(c, 32, 19, -9, -3)
    leaf(c, 32, 19, 9, -3)
    part(c, GREEN, (32, 17, 5, 4))
    for x, y in ((26, 6), (29, 3), (32, 2), (35, 3), (38, 6)):
        c.line(32, 14, x, y, PURPLE[4], 3)
    for x, y in ((27, 7), (30, 4), (33, 3), (36, 5), (38, 7)):
        c.line(32, 13, x, y, PURPLE[1])
        c.px(x, y, PURPLE[0])
    return c


def cinderlam(*, back: bool) -> Canvas:
    """Return the ember one: a lamb of coal-black face whose wool glows, with a small flame between its horns."""
    c = Canvas(64, 64)
    for x in (19, 28, 38, 46):
        part(c, COAL, (x, 55, 3, 6))
        c.rect(x - 2, 59, 5, 2, GOLD[2])
    if not back:
        part(c, WOOL, (52, 44, 6, 5))
    part(
        c,
        WOOL,
        (14, 40, 7, 8),
        (21, 32, 8, 7),
        (32, 30, 10, 8),
        (44, 33, 8, 8),
        (49, 42, 7, 8),
        (40, 49, 9, 6),
        (23, 49, 9, 6),
        (32, 42, 18, 12),
    )
    for x, y in ((14, 38), (22, 31), (33, 27), (44, 32), (48, 42), (36, 46), (24, 46)):
        c.line(x - 3, y + 3, x, y + 5, WOOL[3])
        c.line(x, y + 5, x + 3, y + 2, WOOL[3])
        c.rect(x - 2, y - 2, 3, 1, GOLD[0])
        c.px(x - 3, y - 1, GOLD[0])
    if back:
        part(c, WOOL, (32, 46, 6, 6))
        c.rect(30, 43, 3, 2, GOLD[0])
        part(c, WOOL, (32, 20, 13, 8))
        for x in (24, 33, 40):
            c.line(x - 2, 20, x, 22, WOOL[3])
            c.line(x, 22, x + 2, 19, WOOL[3])
    else:
        part(c, COAL, (27, 33, 13, 13), (27, 39, 9, 9))
        c.blob(27, 43, 6, 4, COAL[:2])
        eye(c, 18, 31, GOLD[1])
        eye(c, 32, 31, GOLD[1])
        c.rect(25, 41, 5, 2, PINK[2])
        c.px(27, 43, COAL[4])
        c.line(24, 45, 30, 45, COAL[4])
        part(c, WOOL, (20, 22, 6, 5), (28, 20, 7, 6), (35, 23, 6, 5))
        for x in (21, 29, 35):
            c.rect(x - 2, 19, 3, 1, GOLD[0])
    shift = 5 if back else 0
    for side in (-1, 1):
        x = 27 + shift + side * 15
        part(c, COAL, (x + side * 1, 31 if not back else 27, 5, 3))
        part(c, SAND, (27 + shift + side * 12, 22, 4, 5))
        c.rim(27 + shift + side * 12, 22, 2, 3, SAND[3])
    flame(c, 27 + shift, 15)
    return c


def flame(c: Canvas, x: int, y: int) -> None:
    """Draw a small flame that stands on (x, y)."""
    layer = Canvas(c.w, c.h)
    layer.polygon(
        ((x - 5, y - 3), (x - 2, y - 9), (x, y - 14), (x + 2, y - 8), (x + 4, y - 10), (x + 5, y - 3), (x, y + 1)),
        ORANGE[2],
    )
    layer.polygon(((x - 3, y - 3), (x, y - 9), (x + 3, y - 3), (x, y)), GOLD[1])
    layer.rect(x - 1, y - 4, 2, 4, GOLD[0])
    layer.outline(RED[3])
    c.paste(layer, 0, 0)


def rillnewt(*, back: bool) -> Canvas:
    """Return the pond one: a crested newt, blue above and orange below, a drop of dew on the tip of its tail."""
    c = Canvas(64, 64)
    flip = -1 if back else 1
    tail = [(32 + flip * dx, y) for dx, y in ((12, 50), (18, 48), (22, 43), (24, 37), (23, 31), (20, 26))]
    part(c, NEWT, *((x, y, 6 - k * 2 // 3, 6 - k * 2 // 3) for k, (x, y) in enumerate(tail)))
    x, y = tail[-1]
    drop = Canvas(64, 64)
    drop.blob(x, y - 6, 5, 5, TEAL[:3])
    drop.polygon(((x - 3, y - 9), (x, y - 15), (x + 3, y - 9)), TEAL[0])
    drop.rect(x - 3, y - 8, 2, 3, WHITE)
    drop.outline(NEWT[3])
    c.paste(drop, 0, 0)
    for k, dx in enumerate((-13, -7, 0, 7, 13)):
        h = (2, 7, 9, 7, 2)[k]
        spike(c, PINK if k % 2 else RED, ((28 + dx - 5, 24), (28 + dx, 15 - h), (28 + dx + 5, 24)))
    part(c, NEWT, (15, 54, 6, 4))
    part(c, NEWT, (41, 54, 6, 4))
    part(c, NEWT, (28, 46, 15, 13))
    if back:
        for j in (40, 48):
            spike(c, RED, ((24, j + 4), (28, j - 5), (32, j + 4)))
        part(c, NEWT, (28, 28, 20, 14))
        spike(c, RED, ((23, 29), (28, 16), (33, 29)))
        for i, j in ((16, 25), (39, 24), (20, 35), (38, 34), (21, 48), (36, 50)):
            c.ellipse(i, j, 2, 1, NEWT[3])
    else:
        c.blob(28, 49, 10, 9, ORANGE[:3])
        for i, j in ((24, 45), (31, 49), (25, 53)):
            c.rect(i, j, 3, 2, ORANGE[3])
        part(c, NEWT, (28, 28, 20, 14))
        for i, j in ((22, 18), (36, 19), (28, 16)):
            c.ellipse(i, j, 2, 1, NEWT[3])
        c.blob(28, 36, 12, 4, ORANGE[:2])
        c.line(18, 35, 22, 37, NEWT[4])
        c.line(22, 37, 34, 37, NEWT[4])
        c.line(34, 37, 38, 35, NEWT[4])
        for i in (13, 37):
            c.ellipse(i + 3, 28, 5, 6, CREAM[0])
            c.rim(i + 3, 28, 5, 6, NEWT[3])
            eye(c, i + 2, 26, PURPLE[2])
        blush(c, 9, 34)
        blush(c, 43, 34)
        part(c, NEWT, (13, 46, 5, 3))
        part(c, NEWT, (43, 46, 5, 3))
    return c


CREATURES: dict[str, Callable[..., Canvas]] = {
    "thistlet": thistlet,
    "cinderlam": cinderlam,
    "rillnewt": rillnewt,
    "tuftwit": tuftwit,
    "mollim": mollim,
}
