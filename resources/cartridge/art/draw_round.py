"""Rounded parts, spikes, eyes and leaves that the creatures are built of."""

from canvas import Canvas
from palette import (
    INK,
    LEAF,
    PINK,
    WHITE,
    Colour,
    ramp,
)

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
