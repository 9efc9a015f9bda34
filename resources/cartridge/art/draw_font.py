"""The letters: glyphs.txt holds one a line (name, first row, rows of five pixels); cells are 6 × 12, 16 in a row."""

from pathlib import Path

from canvas import Canvas
from palette import GREY, INK, WHITE, Colour

WIDTH, HEIGHT = 6, 12
EXTRA = ("arrow_right", "arrow_down", "heart", "dot", "times", "dash")
SHADOW = GREY[1]
PAPER: Colour = (248, 248, 248)

Bits = frozenset[tuple[int, int]]


def load_glyphs(path: Path) -> dict[str, Bits]:
    """Read every glyph as the set of its inked pixels; fail when two are alike or one is missing."""
    glyphs: dict[str, Bits] = {}
    for line in path.read_text("utf-8").splitlines():
        name, first, *rows = line.split(" ")
        if any(len(row) != 5 for row in rows) or int(first) + len(rows) > HEIGHT - 1:
            raise SystemExit(f"glyphs.txt: {name} does not fit its cell")
        ink = {(x, int(first) + y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
        glyphs[" " if name == "space" else name] = frozenset(ink)
    wanted = [*(chr(k) for k in range(32, 127)), *EXTRA]
    missing = [name for name in wanted if name not in glyphs]
    if missing:
        raise SystemExit(f"glyphs.txt: missing {missing}")
    alike = [(a, b) for k, a in enumerate(wanted) for b in wanted[:k] if glyphs[a] == glyphs[b]]
    if alike:
        raise SystemExit(f"glyphs.txt: alike: {alike}")
    return {name: glyphs[name] for name in wanted}


def draw_glyph(c: Canvas, x: int, y: int, bits: Bits, ink: Colour = INK, shadow: Colour | None = SHADOW) -> None:
    """Draw one glyph with its shadow to the lower right."""
    if shadow:
        for i, j in bits:
            for place in ((i + 1, j), (i, j + 1), (i + 1, j + 1)):
                if place not in bits and place[0] < WIDTH:
                    c.px(x + place[0], y + place[1], shadow)
    for i, j in bits:
        c.px(x + i, y + j, ink)


def write(
    c: Canvas, x: int, y: int, text: str, glyphs: dict[str, Bits], ink: Colour = INK, shadow: Colour | None = SHADOW
) -> None:
    """Write a line of ASCII text; y is the top of the cells."""
    for k, letter in enumerate(text):
        draw_glyph(c, x + WIDTH * k, y, glyphs[letter], ink, shadow)


def font_sheet(glyphs: dict[str, Bits]) -> Canvas:
    """Return every glyph in its cell, 16 in a row."""
    c = Canvas(16 * WIDTH, (len(glyphs) + 15) // 16 * HEIGHT, PAPER)
    for k, bits in enumerate(glyphs.values()):
        draw_glyph(c, k % 16 * WIDTH, k // 16 * HEIGHT, bits)
    return c


def font_text() -> str:
    """Return what the cells of font.png are."""
    extra = "".join(f"  {name}: {127 - 32 + k}\n" for k, name in enumerate(EXTRA))
    return (
        "# Written by draw.py. Cells of font.png; cell k < 95 is ASCII 32 + k, the others are named.\n"
        f"cell: [{WIDTH}, {HEIGHT}]\ncolumns: 16\nfirst: 32\ncount: {95 + len(EXTRA)}\n"
        f"ink: {list(INK)}\nshadow: {list(SHADOW)}\npaper: {list(PAPER)}\nextra:\n{extra}"
    )


def logo(text: str, glyphs: dict[str, Bits], steps: int = 2) -> Canvas:
    """Return a word enlarged by 2 ** steps with smooth corners, one colour on clear ground."""
    c = Canvas(WIDTH * len(text) + 2, HEIGHT)
    write(c, 1, 0, text, glyphs, WHITE, None)
    for _ in range(steps):
        c = smooth_double(c)
    return c


def smooth_double(c: Canvas) -> Canvas:
    """Double a picture; a corner between two like neighbours takes their colour."""
    d = Canvas(c.w * 2, c.h * 2)
    for y in range(c.h):
        for x in range(c.w):
            p, a, b, e, f = c.get(x, y), c.get(x, y - 1), c.get(x + 1, y), c.get(x - 1, y), c.get(x, y + 1)
            corners = (
                a if e == a and e != f and a != b else p,
                b if a == b and a != e and b != f else p,
                e if f == e and f != b and e != a else p,
                f if b == f and b != a and f != e else p,
            )
            for k, colour in enumerate(corners):
                if colour:
                    d.px(2 * x + k % 2, 2 * y + k // 2, colour)
    return d
