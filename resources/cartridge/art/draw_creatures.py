"""The five creatures, seen from the front and from behind, each built of rounded parts with dark outlines."""

from collections.abc import Callable

from canvas import Canvas
from palette import BROWN, CREAM, GOLD, GREEN, GREY, INK, LEAF, ORANGE, PINK, PLANK, PURPLE, RED, TEAL, WHITE, Colour, ramp

Shades = tuple[Colour, ...]
Blob = tuple[int, int, int, int]

SAND = ramp("f8e8c8 e8cca0 c8a070 906840 503820")
WOOL = ramp("f8d8a8 f0a868 d07040 983c30 502028")
COAL = ramp("888090 585468 404050 303040 202028")
NEWT = ramp("80c8d0 4898b8 306898 204870 102848")
MOLE = ramp("a898b8 786890 584870 403458 281c38")
WING = ramp("e8b888 c08850 986038 684028 382018")


def part(c: Canvas, shades: Shades, *blobs: Blob, line: Colour | None = None) -> None:
    """Draw some ellipses as one part with one outline around them."""
    layer = Canvas(c.w, c.h)
    for cx, cy, rx, ry in blobs:
        layer.blob(cx, cy, rx, ry, shades[:4])
    layer.outline(line or shades[4])
    c.paste(layer, 0, 0)


def spike(c: Canvas, shades: Shades, points: tuple[tuple[int, int], ...], *, lit: bool = True) -> None:
    """Draw a pointed part, lighter on its left side when lit."""
    layer = Canvas(c.w, c.h)
    middle = sum(x for x, _ in points) // len(points)
    layer.polygon(points, lambda x, _: shades[1] if lit and x <= middle else shades[2])
    layer.outline(shades[4])
    c.paste(layer, 0, 0)


def eye(c: Canvas, x: int, y: int, iris: Colour = INK, h: int = 6) -> None:
    """Draw an eye 4 wide with a shine."""
    c.rect(x, y, 4, h, INK)
    c.px(x, y, INK)
    c.rect(x + 1, y + h // 2, 2, h // 2 - 1, iris)
    c.rect(x + 1, y + 1, 2, 2, WHITE)


def blush(c: Canvas, x: int, y: int) -> None:
    """Draw a rosy cheek."""
    c.rect(x + 1, y, 3, 1, PINK[1])
    c.rect(x, y + 1, 5, 1, PINK[1])
    c.rect(x + 1, y + 2, 3, 1, PINK[1])


def leaf(c: Canvas, x: int, y: int, dx: int, dy: int, shades: Shades = LEAF) -> None:
    """Draw a pointed leaf from a root towards a tip."""
    px, py = -dy // 3, dx // 3
    mx, my = x + dx // 2, y + dy // 2
    layer = Canvas(c.w, c.h)
    layer.polygon(((x, y), (mx + px, my + py), (x + dx, y + dy), (mx - px, my - py)), shades[1])
    layer.polygon(((x, y), (mx - px, my - py), (x + dx, y + dy)), shades[0])
    layer.line(x, y, x + dx * 3 // 4, y + dy * 3 // 4, shades[2])
    layer.outline(shades[4])
    c.paste(layer, 0, 0)


def thistlet(*, back: bool) -> Canvas:
    """Return the leaf-bodied one: a hedgehog whose quills are leaves, with a thistle flower on its head."""
    c = Canvas(64, 64)
    rows = ((12, 46, -11, 4), (52, 46, 11, 4), (11, 36, -10, -4), (53, 36, 10, -4), (15, 26, -9, -9), (49, 26, 9, -9), (23, 19, -6, -11), (41, 19, 6, -11))
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
    part(c, WOOL, (14, 40, 7, 8), (21, 32, 8, 7), (32, 30, 10, 8), (44, 33, 8, 8), (49, 42, 7, 8), (40, 49, 9, 6), (23, 49, 9, 6), (32, 42, 18, 12))
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
    layer.polygon(((x - 5, y - 3), (x - 2, y - 9), (x, y - 14), (x + 2, y - 8), (x + 4, y - 10), (x + 5, y - 3), (x, y + 1)), ORANGE[2])
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
        h = (9, 12, 14, 12, 9)[k]
        spike(c, PINK if k % 2 else RED, ((28 + dx - 4, 22), (28 + dx, 18 - h // 2), (28 + dx + 4, 22)))
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


def tuftwit(*, back: bool) -> Canvas:
    """Return the wild bird: as round as an apple, an acorn's cup for a cap, its tail held upright."""
    c = Canvas(64, 64)
    for dx, h in ((0, 26), (6, 24), (12, 19)):
        part(c, WING, *((48 + dx // 2 + k * dx // 24, 42 - k * h // 5, 4, 4) for k in range(6)))
        c.line(48 + dx // 2, 40, 48 + dx // 2 + dx // 5, 44 - h, WING[3])
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
            c.line(x, 26, x + 3, 28, INK, 2) if x < 32 else c.line(x + 2, 26, x - 1, 28, INK, 2)
            c.line(x, 30, x + 3, 29, INK) if x < 32 else c.line(x + 3, 30, x, 29, INK)
    for side in (-1, 1):
        x = 32 + side * 20
        part(c, PINK, (x, 46, 8, 7))
        for k in (-5, 0, 5):
            spike(c, CREAM, ((x + k - 2, 50), (x + k, 57), (x + k + 2, 50)))
        c.line(x - 3, 43, x + 3, 43, PINK[3])
    part(c, BROWN, (12, 59, 9, 3), (52, 59, 9, 3), (32, 60, 16, 3))
    for x, y in ((10, 58), (24, 60), (38, 59), (52, 58), (31, 61)):
        c.rect(x, y, 2, 1, BROWN[0])
    return c


CREATURES: dict[str, Callable[..., Canvas]] = {
    "thistlet": thistlet,
    "cinderlam": cinderlam,
    "rillnewt": rillnewt,
    "tuftwit": tuftwit,
    "mollim": mollim,
}
