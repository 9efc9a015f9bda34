"""What stands in the laboratory, the shop and the rest house."""

from canvas import Canvas
from draw_indoor import (
    bed,
    bookcase,
    chair,
    desk_computer,
    dining_table,
    exit_mat,
    kitchen,
    plant,
    room_window,
    rug,
    stairs,
    television,
)
from palette import (
    BLUE,
    BROWN,
    CREAM,
    GLASS,
    GOLD,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PINK,
    PLANK,
    PURPLE,
    RED,
    TEAL,
    WHITE,
    Colour,
)
from stamp import Stamp, stamp

Shades = tuple[Colour, ...]


def machine(kind: int) -> Stamp:
    """Return a machine of the laboratory, 2 × 2: 0 has a tank with a seedling, 1 has screens and dials."""
    c = Canvas(32, 32)
    c.rect(1, 2, 30, 29, GREY[4])
    c.rect(2, 3, 28, 27, GREY[2])
    c.rect(2, 3, 28, 3, GREY[0])
    c.rect(2, 24, 28, 6, GREY[3])
    if kind == 0:
        c.rect(8, 4, 16, 22, TEAL[4])
        c.rect(9, 5, 14, 20, TEAL[1])
        c.rect(10, 6, 3, 16, TEAL[0])
        c.rect(15, 13, 2, 9, GREEN[3])
        c.rect(11, 11, 5, 3, GREEN[1])
        c.rect(16, 9, 5, 3, GREEN[2])
        c.rect(9, 22, 14, 3, BROWN[2])
        for x, y in ((19, 16), (20, 7), (12, 18)):
            c.px(x, y, WHITE)
    else:
        c.rect(4, 7, 14, 11, INK)
        c.rect(5, 8, 12, 9, GREEN[4])
        for x, h in ((6, 2), (8, 5), (10, 3), (12, 7), (14, 4)):
            c.rect(x, 16 - h, 1, h, GREEN[0])
        for k, shade in enumerate((RED[2], GOLD[1], GREEN[1], BLUE[1])):
            c.rect(21 + (k % 2) * 5, 8 + (k // 2) * 5, 3, 3, shade)
            c.px(21 + (k % 2) * 5, 8 + (k // 2) * 5, WHITE)
        c.rect(5, 20, 22, 3, GREY[0])
        for x in range(6, 26, 3):
            c.rect(x, 21, 2, 1, GREY[3])
    for x in range(4, 28, 4):
        c.rect(x, 26, 2, 2, GREY[4])
    return stamp(c, "##", "##")


def lab_table() -> Stamp:
    """Return the table on which three balls lie, 3 × 1, reached from below."""
    c = Canvas(48, 16)
    c.rect(0, 0, 48, 16, TEAL[4])
    c.rect(1, 0, 46, 9, GREY[0])
    c.rect(1, 0, 46, 1, WHITE)
    c.rect(1, 9, 46, 1, GREY[2])
    c.rect(1, 10, 46, 5, TEAL[2])
    for x in (8, 24, 40):
        c.ellipse(x, 6, 5, 2, GREY[2])
    c.rect(16, 10, 1, 5, TEAL[3])
    c.rect(32, 10, 1, 5, TEAL[3])
    return stamp(c, "ttt")


def papers() -> Stamp:
    """Return a desk covered with papers and a lamp, 2 × 1."""
    c = Canvas(32, 16)
    c.rect(0, 0, 32, 16, PLANK[3])
    c.rect(1, 0, 30, 10, PLANK[0])
    c.rect(1, 10, 30, 5, PLANK[1])
    for x, y in ((3, 2), (10, 3), (17, 1)):
        c.rect(x, y, 7, 6, GREY[2])
        c.rect(x, y, 6, 5, WHITE)
        c.rect(x + 1, y + 1, 4, 1, GREY[3])
        c.rect(x + 1, y + 3, 3, 1, GREY[3])
    c.rect(26, 1, 4, 3, GREEN[2])
    c.rect(27, 4, 2, 4, GOLD[2])
    return stamp(c, "tt")


def counter(part: str, s: Shades) -> Stamp:
    """Return a piece of counter: 'front', 'side' running away, 'corner' joining both ('left': the other corner)."""
    c = Canvas(16, 16)
    if part == "front":
        c.rect(0, 0, 16, 9, CREAM[0])
        c.rect(0, 0, 16, 1, s[4])
        c.rect(0, 8, 16, 1, CREAM[2])
        c.rect(0, 9, 16, 7, s[2])
        c.rect(0, 9, 16, 1, s[3])
        c.rect(0, 12, 16, 1, s[1])
        c.rect(0, 15, 16, 1, s[4])
        return stamp(c, "c")
    c.rect(0, 0, 16, 16, CREAM[0])
    c.rect(0, 0, 1, 16, s[4])
    if part != "left":
        c.rect(13, 0, 2, 16, CREAM[2])
    c.rect(15, 0, 1, 16 if part != "left" else 1, s[4])
    if part in ("corner", "left"):
        c.rect(0, 0, 1, 9, CREAM[0] if part == "corner" else s[4])
        c.rect(0, 9, 16, 7, s[2])
        c.rect(0, 8, 16, 1, CREAM[2])
        c.rect(0, 9, 16, 1, s[3])
        c.rect(0, 12, 16, 1, s[1])
        c.rect(0, 15, 16, 1, s[4])
        c.rect(15 if part == "corner" else 0, 9, 1, 7, s[4])
    return stamp(c, "c")


def till() -> Stamp:
    """Return a till to stand on a counter."""
    c = Canvas(16, 16)
    c.rect(3, 0, 10, 8, GREY[4])
    c.rect(4, 1, 8, 3, GREEN[0])
    c.rect(4, 5, 8, 2, GREY[1])
    for x in (5, 7, 9):
        c.px(x, 5, RED[2])
    return stamp(c, "c")


def shelf(salt: int) -> Stamp:
    """Return a shelf of the shop full of goods, 1 × 2."""
    c = Canvas(16, 32)
    c.rect(0, 0, 16, 31, BLUE[4])
    c.rect(1, 1, 14, 3, GREY[0])
    goods = (RED, GOLD, GREEN, PINK, ORANGE, PURPLE)
    for k, y in enumerate((5, 13, 21)):
        c.rect(1, y, 14, 7, BLUE[3])
        s = goods[(k + salt) % 6]
        for n, x in enumerate((2, 6, 11)):
            t = s if n != 1 else goods[(k + salt + 2) % 6]
            c.rect(x, y + 2, 3, 5, t[2])
            c.rect(x, y + 2, 1, 5, t[0])
            c.rect(x, y + 1, 2, 1, WHITE)
        c.rect(1, y + 7, 14, 1, GREY[1])
    c.rect(1, 29, 14, 2, BLUE[2])
    return stamp(c, "#", "#")


def healer() -> Stamp:
    """Return the warming stove of the rest house with six cups, 2 × 2."""
    c = Canvas(32, 32)
    c.rect(2, 4, 28, 27, RED[4])
    c.rect(3, 5, 26, 12, GREY[0])
    c.rect(3, 17, 26, 13, RED[2])
    c.rect(3, 17, 26, 1, RED[0])
    for k in range(6):
        x, y = 6 + (k % 3) * 8, 6 + (k // 3) * 5
        c.rect(x, y, 5, 4, GOLD[3])
        c.rect(x, y, 4, 3, GOLD[1])
        c.rect(x, y, 2, 1, WHITE)
    c.rect(10, 21, 12, 7, INK)
    c.rect(12, 24, 8, 4, ORANGE[2])
    c.rect(14, 22, 4, 5, GOLD[1])
    return stamp(c, "##", "##")


def picture() -> Stamp:
    """Return a painting for the far wall, 2 × 2: hills under a sun."""
    c = Canvas(32, 32)
    c.rect(5, 8, 22, 14, PLANK[3])
    c.rect(6, 9, 20, 12, GLASS[1])
    c.ellipse(20, 12, 2, 2, GOLD[1])
    c.ellipse(11, 20, 6, 5, GREEN[1])
    c.ellipse(20, 21, 6, 4, GREEN[2])
    c.rect(5, 21, 22, 1, PLANK[1])
    return stamp(c, "##", "##")


def sofa(s: Shades) -> Stamp:
    """Return a sofa seen from the front, 2 × 1, to be sat on by nobody."""
    c = Canvas(32, 16)
    c.rect(1, 1, 30, 14, s[4])
    c.rect(2, 2, 28, 5, s[1])
    c.rect(5, 7, 22, 5, s[0])
    c.rect(2, 5, 3, 8, s[2])
    c.rect(27, 5, 3, 8, s[2])
    c.rect(5, 11, 22, 3, s[3])
    c.rect(16, 7, 1, 4, s[2])
    return stamp(c, "##")


def globe() -> Stamp:
    """Return a globe on a stand, 1 × 2."""
    c = Canvas(16, 32)
    c.rect(4, 28, 8, 2, BROWN[4])
    c.rect(7, 22, 2, 7, BROWN[2])
    ball = Canvas(16, 32)
    ball.blob(8, 15, 6, 6, BLUE[:4])
    ball.rect(5, 11, 4, 3, GREEN[1])
    ball.rect(9, 15, 4, 4, GREEN[2])
    ball.rect(4, 16, 2, 2, GREEN[2])
    ball.outline(BLUE[4])
    c.paste(ball, 0, 0)
    c.line(2, 8, 2, 20, GOLD[2])
    return stamp(c, "#", "#")


def indoor_stamps() -> dict[str, Stamp]:
    """Return every piece of furniture by name."""
    result = {f"book{k}": bookcase(k * 2) for k in range(3)} | {f"shelf{k}": shelf(k * 2) for k in range(3)}
    result |= {f"counter_{p}": counter(p, BLUE) for p in ("front", "side", "corner")}
    result |= {f"desk_{p}": counter(p, RED) for p in ("front", "side", "corner", "left")}
    return result | {
        "window": room_window(),
        "bed": bed(BLUE),
        "bed2": bed(PURPLE),
        "computer": desk_computer(),
        "tv": television(),
        "kitchen": kitchen(),
        "table": dining_table(),
        "stool": chair(),
        "plant": plant(),
        "globe": globe(),
        "rug_green": rug(GREEN, 3, 2),
        "rug_red": rug(RED, 4, 4),
        "rug_blue": rug(BLUE, 3, 3),
        "rug_hall": rug(RED, 3, 4),
        "mat_red": exit_mat(RED),
        "mat_blue": exit_mat(BLUE),
        "mat_teal": exit_mat(TEAL),
        "stairs_up": stairs("up"),
        "stairs_down": stairs("down"),
        "machine_tank": machine(0),
        "machine_dials": machine(1),
        "lab_table": lab_table(),
        "papers": papers(),
        "till": till(),
        "healer": healer(),
        "picture": picture(),
        "sofa": sofa(GREEN),
        "sofa_pink": sofa(PINK),
    }
