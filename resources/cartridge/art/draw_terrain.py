"""The ground of the outdoor maps: grass, paths, water, tall grass, flowers, ledges, with edges that join."""

from collections.abc import Callable

from canvas import Canvas, noise
from palette import BLUE, CREAM, EARTH, GOLD, GRASS, PATH, RED, SHADE, TALL, WATER, WHITE, Colour

WOBBLE = (0, 0, 1, 1, 1, 0, 0, 0)

Ground = Callable[[int, int], Colour]


def tuft(c: Canvas, x: int, y: int) -> None:
    """Draw three short blades of grass with a light one between them."""
    dark, light = GRASS[2], GRASS[0]
    for i, top in ((0, 1), (2, 0), (4, 1)):
        c.rect(x + i, y + top, 1, 3 - top, dark)
    c.px(x + 1, y + 1, light)
    c.px(x + 3, y + 1, light)
    c.px(x + 1, y + 3, dark)
    c.px(x + 3, y + 3, dark)


def grass(variant: int) -> Canvas:
    """Return one of six pieces of meadow; 0 is plain and the rest carry tufts or specks."""
    c = Canvas(16, 16, GRASS[1])
    spots: tuple[tuple[tuple[int, int], ...], ...] = ((), ((2, 3), (9, 9)), ((8, 2),), ((3, 9),), (), ())
    for x, y in spots[variant]:
        tuft(c, x, y)
    if variant == 4:
        for x, y in ((3, 4), (11, 10), (6, 12), (12, 3)):
            c.rect(x, y, 2, 1, GRASS[0])
    if variant == 5:
        for x, y in ((3, 3), (11, 6), (6, 11)):
            c.px(x, y + 2, GRASS[3])
            c.px(x, y + 1, GRASS[2])
            c.rect(x - 1, y, 3, 1, WHITE)
            c.px(x, y - 1, WHITE)
            c.px(x, y, GOLD[1])
    return c


def path_colour(x: int, y: int) -> Colour:
    """Return the colour of trodden sand at a pixel of a tile."""
    marks = {(3, 2): 2, (4, 2): 2, (11, 5): 0, (12, 5): 0, (6, 9): 2, (13, 12): 2, (14, 12): 2, (2, 13): 0, (3, 13): 0}
    marks |= {(8, 14): 2, (9, 4): 0, (1, 7): 2}
    return PATH[marks.get((x, y), 1)]


def edge_distance(i: int, j: int, state: int) -> int:
    """Return how far a pixel of a quadrant is from the border of its ground; i, j count from the tile's corner."""
    if state == 0:
        return 99
    if state == 1:  # inner corner: only the diagonal neighbour is missing
        return (i + j) - 1 if i < 3 and j < 3 else max(i, j)
    if state == 2:
        return i - WOBBLE[j]
    if state == 3:
        return j - WOBBLE[i]
    if i + j < 5:
        return -1
    return min(i, j, i + j - 5)


def path_piece(x: int, y: int, d: int, *, top: bool) -> Colour:
    """Return a pixel of a path: a soft dark lip of grass, then sand."""
    if d < 0:
        return GRASS[1]
    if d == 0:
        return GRASS[2] if not top else GRASS[3]
    if d == 1:
        return PATH[2]
    return path_colour(x, y)


def water_piece(x: int, y: int, d: int, *, top: bool, frame: int) -> Colour:
    """Return a pixel of a pond: a bank of earth on the far side, foam along the near ones."""
    if d < 0:
        return GRASS[1]
    if top:
        steps = (GRASS[3], EARTH[1], EARTH[2], EARTH[3], WATER[4], WATER[3])
    else:
        steps = (GRASS[3], EARTH[0], WATER[0] if (x + y + frame) % 5 else WATER[1], WATER[3])
    if d < len(steps):
        return steps[d]
    row = (y + frame * 2) % 16
    shift = (x + frame * 3) % 16
    if (row == 4 and 2 <= shift <= 6) or (row == 12 and 9 <= shift <= 13):
        return WATER[0]
    if (row == 5 and 3 <= shift <= 8) or (row == 13 and 10 <= shift <= 14):
        return WATER[1]
    if (row == 9 and 11 <= shift <= 14) or (row == 1 and 6 <= shift <= 8):
        return WATER[3]
    return WATER[2]


def joined(states: str, piece: Callable[..., Colour], **more: int) -> Canvas:
    """Return a tile of four quadrants (nw, ne, sw, se), each joined as its digit tells."""
    c = Canvas(16, 16)
    for y in range(16):
        for x in range(16):
            quadrant = (x >= 8) + 2 * (y >= 8)
            i, j = (x if x < 8 else 15 - x), (y if y < 8 else 15 - y)
            state = int(states[quadrant])
            d = edge_distance(i, j, state)
            top = y < 8 and (state == 3 or (state in (1, 4) and j <= i))
            c.px(x, y, piece(x, y, d, top=top, **more))
    return c


def path(states: str) -> Canvas:
    """Return a piece of path."""
    return joined(states, path_piece)


def water(states: str, frame: int) -> Canvas:
    """Return a piece of pond, frame 0 or 1."""
    return joined(states, water_piece, frame=frame)


TUFT = (
    "...0....",
    "0..01..0",
    "10.01.01",
    ".1001.1.",
    ".110111.",
    "3.1111.3",
    "33.11.33",
    ".333333.",
)


def tall_grass(variant: int) -> Canvas:
    """Return a tile full of high grass: four bundles of leaves, every second row set off by half a bundle."""
    c = Canvas(16, 16, TALL[2])
    for row, y in enumerate((-8, 0, 8)):
        for x in range(-8 + 4 * (row % 2), 16, 8):
            bent = [line[::-1] for line in TUFT] if (x // 8 + variant) % 2 else TUFT
            c.text_picture(x, y + 1, bent, {str(k): TALL[k] for k in range(4)})
    return c


FLOWERS = {"red": RED, "gold": GOLD, "blue": BLUE, "white": CREAM}


def flowers(kind: str, frame: int) -> Canvas:
    """Return a bed of four flowers on grass that sways by one pixel."""
    c = Canvas(16, 16, GRASS[1])
    shades = FLOWERS[kind]
    for k, (x, y) in enumerate(((4, 3), (12, 5), (3, 11), (11, 12))):
        sway = (1 if k % 2 else -1) * frame
        c.rect(x - 2, y + 3, 5, 1, GRASS[2])
        c.rect(x, y + 1, 1, 3, GRASS[3])
        c.px(x - 1, y + 2, GRASS[3])
        c.px(x + 1, y + 3, GRASS[3])
        hx = x + sway
        c.rect(hx - 1, y - 2, 3, 3, shades[1])
        c.rect(hx - 2, y - 1, 5, 1, shades[1])
        c.px(hx - 1, y - 2, shades[0])
        c.px(hx - 2, y - 1, shades[0])
        c.px(hx + 1, y, shades[2])
        c.px(hx, y + 1, shades[2])
        c.px(hx, y - 1, WHITE if kind == "gold" else GOLD[1])
    return c


def ledge(part: str) -> Canvas:
    """Return a step in the ground seen from below, to be jumped southwards: part l, m, r or s (single)."""
    c = Canvas(16, 16, GRASS[1])
    left = 3 if part in "ls" else 0
    right = 13 if part in "rs" else 16
    for x in range(left, right):
        lip = (0, 1, 1, 0, 0, 0, 1, 0)[x % 8]
        edge = int((part in "ls" and x < left + 2) or (part in "rs" and x >= right - 2))
        c.rect(x, 3 + edge, 1, 2, GRASS[0])
        c.rect(x, 5 + edge, 1, 1 + lip, GRASS[2])
        c.rect(x, 6 + lip + edge, 1, 1, GRASS[3])
        c.rect(x, 7 + lip + edge, 1, 6 - lip - 2 * edge, EARTH[1] if (x // 2) % 3 else EARTH[2])
        c.px(x, 8 + lip, EARTH[0] if x % 4 else EARTH[1])
        c.rect(x, 11 - edge, 1, 2, EARTH[3] if x % 5 else EARTH[2])
        c.rect(x, 13 - edge, 1, 2, SHADE)
    if part in "ls":
        c.rect(left, 6, 1, 6, EARTH[3])
    if part in "rs":
        c.rect(right - 1, 6, 1, 6, EARTH[3])
    return c


def meadow_variant(x: int, y: int) -> int:
    """Return which piece of meadow lies at a place of the joint outdoor picture."""
    n = noise(x, y, 3)
    return (0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5)[n * 12 // 256]
