"""What stands outdoors: trees, bushes, fences, signposts, mailboxes, rocks, benches, lamps."""

from canvas import Canvas
from palette import BARK, FENCE, GOLD, GREY, INK, LEAF, PINE, PLANK, RED, SHADE, STONE, WATER, WHITE, Colour
from stamp import Stamp, stamp

Shades = tuple[Colour, ...]


def leaf_marks(c: Canvas, places: tuple[tuple[int, int], ...], shades: Shades) -> None:
    """Draw small bent leaves: a light edge over a dark one."""
    for x, y in places:
        if c.get(x, y) is None:
            continue
        c.rect(x, y, 3, 1, shades[0])
        c.px(x - 1, y + 1, shades[0])
        c.rect(x, y + 1, 3, 1, shades[2])
        c.px(x + 3, y + 1, shades[3])


def big_tree(shades: Shades) -> Stamp:
    """Return a tree two tiles wide: the crown's top is drawn over people."""
    c = Canvas(32, 48)
    c.ellipse(16, 42, 14, 4, SHADE)
    for x in range(12, 20):
        shade = BARK[0] if x < 14 else BARK[1] if x < 16 else BARK[2] if x < 18 else BARK[3]
        c.rect(x, 32, 1, 11, shade)
    c.rect(10, 42, 3, 2, BARK[1])
    c.rect(19, 42, 3, 2, BARK[3])
    c.rect(14, 43, 4, 1, BARK[2])
    crown = Canvas(32, 48)
    for cx, cy, rx, ry in (
        (7, 28, 7, 7),
        (24, 28, 7, 7),
        (16, 31, 9, 6),
        (9, 19, 8, 8),
        (22, 19, 8, 8),
        (16, 12, 10, 9),
    ):
        crown.blob(cx, cy, rx, ry, shades[:4])
    leaf_marks(
        crown,
        (
            (10, 8),
            (16, 5),
            (19, 11),
            (12, 14),
            (5, 18),
            (8, 23),
            (21, 18),
            (17, 21),
            (25, 23),
            (5, 29),
            (13, 29),
            (22, 30),
        ),
        shades,
    )
    for x, y in ((14, 18), (15, 25), (10, 33), (20, 34), (26, 27), (24, 16)):
        crown.rect(x, y, 3, 1, shades[3])
        crown.px(x + 1, y + 1, shades[3])
    crown.outline(shades[4])
    c.paste(crown, 0, 0)
    return stamp(c, "oo", "##", "##")


def small_tree(shades: Shades) -> Stamp:
    """Return a tree one tile wide and two high."""
    c = Canvas(16, 32)
    c.ellipse(8, 28, 7, 3, SHADE)
    c.rect(6, 22, 1, 8, BARK[0])
    c.rect(7, 22, 1, 8, BARK[1])
    c.rect(8, 22, 2, 8, BARK[2])
    c.rect(5, 29, 1, 1, BARK[1])
    c.rect(10, 29, 1, 1, BARK[3])
    crown = Canvas(16, 32)
    crown.blob(5, 18, 4, 5, shades[:4])
    crown.blob(10, 18, 4, 5, shades[:4])
    crown.blob(8, 10, 6, 8, shades[:4])
    leaf_marks(crown, ((5, 6), (9, 10), (4, 12), (9, 17), (5, 19)), shades)
    crown.outline(shades[4])
    c.paste(crown, 0, 0)
    return stamp(c, "o", "#")


def bush() -> Stamp:
    """Return a round bush with berries."""
    c = Canvas(16, 16)
    c.ellipse(8, 13, 7, 2, SHADE)
    crown = Canvas(16, 16)
    crown.blob(4, 9, 3, 4, LEAF[:4])
    crown.blob(11, 9, 3, 4, LEAF[:4])
    crown.blob(8, 7, 5, 5, LEAF[:4])
    crown.outline(LEAF[4])
    for x, y in ((5, 7), (10, 5), (9, 10), (4, 11), (12, 9)):
        crown.rect(x, y, 2, 2, RED[2])
        crown.px(x, y, RED[0])
    c.paste(crown, 0, 0)
    return stamp(c, "#")


def fence(part: str) -> Stamp:
    """Return a piece of white fence: l, m or r."""
    c = Canvas(16, 16)
    c.rect(0 if part != "l" else 2, 13, 16 if part == "m" else 14, 2, SHADE)
    x0, x1 = (2 if part == "l" else 0), (14 if part == "r" else 16)
    for y in (5, 10):
        c.rect(x0, y, x1 - x0, 2, FENCE[1])
        c.rect(x0, y + 2, x1 - x0, 1, FENCE[3])
    for x in (2, 10):
        c.rect(x + 1, 1, 2, 1, FENCE[0])
        c.rect(x, 2, 4, 12, FENCE[0])
        c.rect(x + 3, 2, 1, 12, FENCE[2])
        c.rect(x, 13, 4, 1, FENCE[3])
        c.px(x - 1, 2, FENCE[3])
        c.rect(x + 4, 3, 1, 10, FENCE[3])
    return stamp(c, "#")


def signpost(*, board: Shades = PLANK) -> Stamp:
    """Return a wooden board on a post."""
    c = Canvas(16, 16)
    c.rect(3, 14, 11, 2, SHADE)
    c.rect(7, 10, 3, 5, PLANK[2])
    c.rect(9, 10, 1, 5, PLANK[3])
    c.rect(1, 2, 14, 9, PLANK[3])
    c.rect(2, 3, 12, 7, board[0])
    c.rect(2, 9, 12, 1, board[1])
    c.rect(3, 5, 8, 1, PLANK[3])
    c.rect(4, 7, 8, 1, PLANK[3])
    c.px(1, 2, PLANK[1])
    c.px(14, 2, PLANK[1])
    return stamp(c, "s")


def mailbox() -> Stamp:
    """Return a red letter box on a post."""
    c = Canvas(16, 16)
    c.rect(4, 14, 9, 2, SHADE)
    c.rect(7, 10, 2, 5, PLANK[2])
    c.rect(9, 10, 1, 5, PLANK[3])
    c.rect(3, 3, 11, 8, RED[4])
    c.rect(4, 2, 9, 1, RED[4])
    c.rect(4, 3, 9, 4, RED[2])
    c.rect(4, 3, 8, 1, RED[0])
    c.rect(4, 7, 9, 3, RED[3])
    c.rect(5, 5, 6, 2, WHITE)
    c.rect(5, 6, 6, 1, GREY[2])
    c.rect(13, 1, 2, 3, GOLD[1])
    c.px(13, 4, GOLD[3])
    return stamp(c, "s")


def rock() -> Stamp:
    """Return a boulder."""
    c = Canvas(16, 16)
    c.ellipse(8, 13, 7, 2, SHADE)
    stone = Canvas(16, 16)
    stone.blob(8, 8, 6, 5, STONE[:4])
    stone.outline(STONE[4])
    stone.line(6, 8, 8, 10, STONE[3])
    stone.px(10, 6, STONE[3])
    c.paste(stone, 0, 0)
    return stamp(c, "#")


def lamp() -> Stamp:
    """Return a street lamp, its head drawn over people."""
    c = Canvas(16, 32)
    c.rect(4, 29, 10, 2, SHADE)
    c.rect(7, 12, 2, 18, GREY[4])
    c.rect(7, 12, 1, 18, GREY[3])
    c.rect(6, 27, 4, 3, GREY[4])
    c.rect(4, 3, 8, 9, INK)
    c.rect(5, 4, 6, 7, GOLD[1])
    c.rect(5, 4, 3, 4, GOLD[0])
    c.rect(6, 1, 4, 2, INK)
    c.rect(3, 3, 10, 1, INK)
    return stamp(c, "o", "#")


def bench() -> Stamp:
    """Return a bench two tiles wide."""
    c = Canvas(32, 16)
    c.rect(3, 13, 27, 2, SHADE)
    for y, shade in ((3, 0), (6, 1), (9, 0)):
        c.rect(2, y, 28, 2, PLANK[shade])
        c.rect(2, y + 2, 28, 1, PLANK[3])
    for x in (4, 26):
        c.rect(x, 2, 2, 12, PLANK[3])
    return stamp(c, "##")


def lily() -> Stamp:
    """Return leaves of a water lily with one flower, to lie on a pond."""
    c = Canvas(16, 16)
    for x, y in ((5, 6), (11, 11)):
        c.ellipse(x, y + 1, 4, 2, WATER[3])
        c.blob(x, y, 4, 2, LEAF[:3])
        c.rect(x, y, 3, 1, WATER[2])
    c.rect(4, 3, 3, 2, WHITE)
    c.px(5, 3, RED[0])
    return stamp(c, "#")


def outdoor_stamps() -> dict[str, Stamp]:
    """Return every outdoor thing but the buildings, by name."""
    return {
        "oak": big_tree(LEAF),
        "pine": big_tree(PINE),
        "tree": small_tree(LEAF),
        "fir": small_tree(PINE),
        "bush": bush(),
        "fence_l": fence("l"),
        "fence_m": fence("m"),
        "fence_r": fence("r"),
        "signpost": signpost(),
        "mailbox": mailbox(),
        "rock": rock(),
        "lamp": lamp(),
        "bench": bench(),
        "lily": lily(),
    }
