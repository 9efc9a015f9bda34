"""Small things: objects on the map, bag icons, creature icons, dialogue and menu frames."""

from canvas import Canvas
from draw_creatures import CREATURES
from palette import BLUE, BROWN, CREAM, GOLD, GRASS, GREY, INK, PINK, PLANK, RED, SHADE, TALL, TEAL, WHITE, Colour


def ball() -> Canvas:
    """Return a carrying ball: teal glass with a brass band."""
    c = Canvas(16, 16)
    c.ellipse(8, 14, 5, 1, GREY[2])
    layer = Canvas(16, 16)
    layer.blob(8, 8, 5, 5, TEAL[:4])
    layer.rect(3, 8, 11, 2, GOLD[2])
    layer.rect(3, 8, 6, 1, GOLD[0])
    layer.rect(7, 7, 3, 4, GOLD[3])
    layer.rect(8, 8, 1, 2, WHITE)
    layer.rect(5, 4, 2, 2, WHITE)
    layer.outline(INK)
    c.paste(layer, 0, 0)
    return c


def parcel() -> Canvas:
    """Return a parcel tied with a red string."""
    c = Canvas(16, 16)
    c.rect(1, 3, 14, 12, INK)
    c.rect(2, 4, 12, 3, PLANK[0])
    c.rect(2, 7, 12, 7, PLANK[1])
    c.rect(2, 13, 12, 1, PLANK[2])
    c.rect(7, 4, 2, 10, RED[2])
    c.rect(2, 9, 12, 1, RED[2])
    c.rect(4, 2, 3, 2, RED[1])
    c.rect(9, 2, 3, 2, RED[1])
    c.rect(7, 3, 2, 1, RED[3])
    c.rect(10, 11, 3, 2, WHITE)
    return c


def logbook() -> Canvas:
    """Return a blue book with a ribbon."""
    c = Canvas(16, 16)
    c.rect(2, 1, 12, 14, INK)
    c.rect(3, 2, 10, 11, BLUE[2])
    c.rect(3, 2, 2, 11, BLUE[3])
    c.rect(5, 2, 8, 1, BLUE[0])
    c.rect(4, 13, 9, 1, WHITE)
    c.rect(6, 5, 6, 4, CREAM[0])
    c.rect(7, 6, 4, 1, BROWN[2])
    c.rect(10, 12, 2, 4, RED[2])
    return c


def potion() -> Canvas:
    """Return a bottle of pink syrup with a cork."""
    c = Canvas(16, 16)
    layer = Canvas(16, 16)
    layer.rect(6, 2, 4, 3, PLANK[1])
    layer.rect(6, 5, 4, 2, WHITE)
    layer.blob(8, 10, 5, 4, PINK[:4])
    layer.rect(5, 8, 2, 2, WHITE)
    layer.outline(INK)
    c.paste(layer, 0, 0)
    return c


def bubble() -> Canvas:
    """Return the bubble with an exclamation mark."""
    c = Canvas(16, 16)
    c.rect(2, 1, 12, 12, INK)
    c.rect(1, 2, 14, 10, INK)
    c.rect(2, 2, 12, 10, WHITE)
    c.rect(6, 12, 4, 1, WHITE)
    c.rect(6, 13, 3, 1, INK)
    c.px(7, 14, INK)
    c.rect(7, 3, 2, 5, RED[2])
    c.rect(7, 9, 2, 2, RED[2])
    return c


def rustle() -> Canvas:
    """Return high grass that covers somebody's feet."""
    c = Canvas(16, 16)
    for x, top in ((0, 10), (2, 8), (4, 11), (6, 9), (8, 11), (10, 8), (12, 10), (14, 9)):
        c.rect(x, top, 2, 16 - top, TALL[1])
        c.rect(x + 1, top + 2, 1, 14 - top, TALL[2])
        c.px(x, top, GRASS[0])
        c.px(x, 15, TALL[3])
    for x in (3, 9, 13):
        c.rect(x, 13, 1, 3, TALL[3])
    return c


def shadow() -> Canvas:
    """Return the shadow under somebody who jumps."""
    c = Canvas(16, 16)
    c.ellipse(8, 12, 5, 2, SHADE)
    return c


def cursor() -> Canvas:
    """Return the arrow that points at a choice."""
    c = Canvas(16, 16)
    for k in range(5):
        c.rect(5 + k, 3 + k, 2, 11 - 2 * k, INK)
    for k in range(3):
        c.rect(6 + k, 5 + k, 1, 7 - 2 * k, RED[2])
    return c


OBJECTS = {
    "ball": ball,
    "parcel": parcel,
    "logbook": logbook,
    "exclamation": bubble,
    "grass_rustle": rustle,
    "shadow": shadow,
    "cursor": cursor,
}
ICONS = {"parcel": parcel, "potion": potion, "ball": ball, "logbook": logbook}


def strip(pictures: list[Canvas]) -> Canvas:
    """Return pictures side by side."""
    c = Canvas(sum(p.w for p in pictures), pictures[0].h)
    x = 0
    for picture in pictures:
        c.paste(picture, x, 0)
        x += picture.w
    return c


def listed(picture: str, size: str, names: list[str]) -> str:
    """Return what the cells of a strip are."""
    head = f"# Written by draw.py. Cells of {picture}, left to right; (255, 0, 255) is see-through."
    return f"{head}\ncell: {size}\nnames: [{', '.join(names)}]\n"


def creature_icon(name: str) -> Canvas:
    """Return a creature at a quarter of its size: each pixel takes the commonest colour of its 4 × 4 block."""
    big = CREATURES[name](back=False)
    c = Canvas(16, 16)
    for y in range(16):
        for x in range(16):
            votes: dict[Colour, int] = {}
            for k in range(16):
                colour = big.get(4 * x + k % 4, 4 * y + k // 4)
                if colour:
                    votes[colour] = votes.get(colour, 0) + (1 if colour == INK else 2)
            if sum(votes.values()) >= 12:
                c.px(x, y, max(votes, key=lambda v: (votes[v], v)))
    return c


def window_frames() -> Canvas:
    """Return two frames of 3 × 3 tiles of 8 × 8 side by side: the dialogue's (blue) and the menu's (brass)."""
    c = Canvas(48, 24)
    for x, dark, mid, light in ((0, BLUE[4], BLUE[1], BLUE[0]), (24, BROWN[3], GOLD[2], GOLD[0])):
        for inset, colour in ((0, dark), (1, mid), (2, mid), (3, light), (4, dark), (5, (248, 248, 248))):
            c.rect(x + inset, inset, 24 - 2 * inset, 24 - 2 * inset, colour)
        for i, j in ((0, 0), (23, 0), (0, 23), (23, 23)):
            si, sj = (1 if i == 0 else -1), (1 if j == 0 else -1)
            for a, b in ((0, 0), (1, 0), (0, 1)):
                c.erase(x + i + a * si, j + b * sj)
            c.px(x + i + si, j + sj, dark)
            c.px(x + i + 2 * si, j + sj, dark)
            c.px(x + i + si, j + 2 * sj, dark)
            c.px(x + i + 5 * si, j + 5 * sj, dark)
    return c
