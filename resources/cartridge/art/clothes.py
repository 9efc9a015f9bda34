"""What hangs on people's clothes: bags, aprons, stripes; y is the row of the shoulders, way is down, up or left."""

from collections.abc import Callable

from canvas import Canvas
from palette import BLUE, CREAM, GOLD, GREY, INK, PLANK, RED, WHITE, Colour

Shades = tuple[Colour, ...]


def across(c: Canvas, way: str, y: int, h: int, colour: Colour, narrow: int = 6) -> None:
    """Draw a band over the whole trunk."""
    c.rect(4 if way != "left" else 5, y, 8 if way != "left" else narrow, h, colour)


def satchel(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw a bag on a strap."""
    x0, y0, x1, y1 = {"down": (4, 0, 11, 5), "up": (11, 0, 4, 5), "left": (5, 0, 10, 4)}[way]
    c.line(x0, y + y0, x1, y + y1, PLANK[3])
    x = {"down": 10, "up": 2, "left": 8}[way]
    c.rect(x, y + 3, 5, 5, INK)
    c.rect(x + 1, y + 4, 3, 3, PLANK[1])
    c.rect(x + 1, y + 4, 3, 1, PLANK[0])
    c.px(x + 2, y + 5, GOLD[1])


def apron(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw an apron, or its bow from behind."""
    if way == "up":
        c.rect(4, y + 4, 8, 1, WHITE)
        c.rect(6, y + 4, 4, 2, WHITE)
        return
    x, w = (5, 6) if way == "down" else (4, 3)
    c.rect(x, y + 2, w, 6, WHITE)
    c.rect(x, y + 7, w, 1, GREY[2])
    c.rect(x + 1, y + 1, 4 if way == "down" else 2, 1, WHITE)


def long_coat(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw the tails of a coat, a shirt and a scarf."""
    across(c, way, y + 5, 2, coat[2])
    if way == "down":
        c.rect(7, y + 1, 2, 6, CREAM[0])
        c.rect(6, y, 4, 1, GOLD[1])
        c.px(7, y + 1, GOLD[2])


def stripe(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw a gold stripe over the chest."""
    across(c, way, y + 2, 1, GOLD[1], 5)


def buttons(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw a laboratory coat with a tie."""
    across(c, way, y + 5, 2, coat[1])
    if way == "down":
        c.rect(7, y, 2, 3, BLUE[2])
        c.rect(7, y + 3, 1, 4, GREY[3])


def bib(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw a bib, crossed behind."""
    if way == "up":
        c.line(5, y, 10, y + 4, BLUE[2])
        c.line(10, y, 5, y + 4, BLUE[2])
        return
    c.rect(5, y + 1, 6 if way == "down" else 3, 5, BLUE[2])
    c.rect(5, y + 1, 6 if way == "down" else 3, 1, BLUE[1])


def collar(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw a white collar with a red bow."""
    if way == "up":
        return
    x = 6 if way == "down" else 5
    c.rect(x, y, 4, 1, WHITE)
    c.rect(x + (way == "down"), y + 1, 2, 1, RED[2])


def bands(c: Canvas, coat: Shades, way: str, y: int) -> None:
    """Draw two light bands over a shirt."""
    for j in (1, 3):
        across(c, way, y + j, 1, coat[0], 5)


CLOTHES: dict[str, Callable[[Canvas, Shades, str, int], None]] = {
    "satchel": satchel,
    "apron": apron,
    "long_coat": long_coat,
    "stripe": stripe,
    "buttons": buttons,
    "bib": bib,
    "collar": collar,
    "bands": bands,
}
