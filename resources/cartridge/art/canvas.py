"""A small picture to draw on with whole numbers: rectangles, shaded round shapes, outlines, text pictures."""

from collections.abc import Callable, Mapping, Sequence

from palette import MAGENTA, Colour
from PIL import Image, ImageDraw

CLEAR = (0, 0, 0, 0)


class Canvas:
    """A picture of w × h pixels, each a colour or clear."""

    def __init__(self, w: int, h: int, fill: Colour | None = None) -> None:
        self.w, self.h = w, h
        self.image = Image.new("RGBA", (w, h), (*fill, 255) if fill else CLEAR)
        self.pixels = self.image.load()

    def px(self, x: int, y: int, c: Colour) -> None:
        """Set one pixel; outside the picture nothing happens."""
        if 0 <= x < self.w and 0 <= y < self.h:
            self.pixels[x, y] = (*c, 255)

    def get(self, x: int, y: int) -> Colour | None:
        """Return the colour at a pixel, or None where it is clear or outside."""
        if 0 <= x < self.w and 0 <= y < self.h:
            r, g, b, a = self.pixels[x, y]
            return (r, g, b) if a else None
        return None

    def erase(self, x: int, y: int) -> None:
        """Make one pixel clear."""
        if 0 <= x < self.w and 0 <= y < self.h:
            self.pixels[x, y] = CLEAR

    def rect(self, x: int, y: int, w: int, h: int, c: Colour) -> None:
        """Fill a rectangle."""
        for j in range(y, y + h):
            for i in range(x, x + w):
                self.px(i, j, c)

    def frame(self, x: int, y: int, w: int, h: int, c: Colour) -> None:
        """Draw the four sides of a rectangle."""
        self.rect(x, y, w, 1, c)
        self.rect(x, y + h - 1, w, 1, c)
        self.rect(x, y, 1, h, c)
        self.rect(x + w - 1, y, 1, h, c)

    def line(self, x0: int, y0: int, x1: int, y1: int, c: Colour, width: int = 1) -> None:
        """Draw a line of square dots."""
        n = max(abs(x1 - x0), abs(y1 - y0), 1)
        for i in range(n + 1):
            x = x0 + ((x1 - x0) * i * 2 + n) // (2 * n)
            y = y0 + ((y1 - y0) * i * 2 + n) // (2 * n)
            self.rect(x, y, width, width, c)

    def ellipse(self, cx: int, cy: int, rx: int, ry: int, c: Colour) -> None:
        """Fill an ellipse around a pixel."""
        self.blob(cx, cy, rx, ry, (c,))

    def blob(self, cx: int, cy: int, rx: int, ry: int, shades: Sequence[Colour], rim: Colour | None = None) -> None:
        """Fill an ellipse as a round thing lit from the upper left; `shades` go from light to dark."""
        limits = (2600, 9600, 17000, 25000)
        for y in range(cy - ry - 1, cy + ry + 2):
            for x in range(cx - rx - 1, cx + rx + 2):
                u, v = (x - cx) * 200 // (2 * rx + 1), (y - cy) * 200 // (2 * ry + 1)
                if u * u + v * v > 10000:
                    continue
                d = (u + 38) ** 2 + (v + 50) ** 2
                level = sum(d > limit for limit in limits)
                self.px(x, y, shades[min(level, len(shades) - 1)])
        if rim:
            self.rim(cx, cy, rx, ry, rim)

    def rim(self, cx: int, cy: int, rx: int, ry: int, c: Colour) -> None:
        """Draw the border of an ellipse, inside it."""

        def inside(x: int, y: int) -> bool:
            u, v = (x - cx) * 200 // (2 * rx + 1), (y - cy) * 200 // (2 * ry + 1)
            return u * u + v * v <= 10000

        for y in range(cy - ry - 1, cy + ry + 2):
            for x in range(cx - rx - 1, cx + rx + 2):
                if inside(x, y) and not (
                    inside(x - 1, y) and inside(x + 1, y) and inside(x, y - 1) and inside(x, y + 1)
                ):
                    self.px(x, y, c)

    def polygon(self, points: Sequence[tuple[int, int]], shade: Colour | Callable[[int, int], Colour]) -> None:
        """Fill a polygon, corner pixels included; the colour may depend on the place."""
        mask = Image.new("L", (self.w, self.h), 0)
        ImageDraw.Draw(mask).polygon(list(points), fill=255)
        seen = mask.load()
        for y in range(self.h):
            for x in range(self.w):
                if seen[x, y]:
                    self.px(x, y, shade(x, y) if callable(shade) else shade)

    def text_picture(self, x: int, y: int, rows: Sequence[str], colours: Mapping[str, Colour]) -> None:
        """Draw rows of letters, each letter a colour; '.' and ' ' stay clear."""
        for j, row in enumerate(rows):
            for i, letter in enumerate(row):
                if letter not in ". ":
                    self.px(x + i, y + j, colours[letter])

    def outline(self, c: Colour) -> None:
        """Draw a border around everything that is not clear, on the clear pixels beside it."""
        places = [
            (x, y)
            for y in range(self.h)
            for x in range(self.w)
            if self.get(x, y) is None
            and any(self.get(x + i, y + j) is not None for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        ]
        for x, y in places:
            self.px(x, y, c)

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lay another picture on this one, its clear pixels seen through."""
        self.image.alpha_composite(other.image, (x, y)) if x >= 0 and y >= 0 else self._paste_cut(other, x, y)
        self.pixels = self.image.load()

    def _paste_cut(self, other: "Canvas", x: int, y: int) -> None:
        part = other.cut(max(0, -x), max(0, -y), other.w - max(0, -x), other.h - max(0, -y))
        self.image.alpha_composite(part.image, (max(0, x), max(0, y)))

    def cut(self, x: int, y: int, w: int, h: int) -> "Canvas":
        """Return a part as a new picture."""
        part = Canvas(w, h)
        part.image = self.image.crop((x, y, x + w, y + h))
        part.pixels = part.image.load()
        return part

    def copy(self) -> "Canvas":
        """Return the same picture once more."""
        return self.cut(0, 0, self.w, self.h)

    def mirrored(self) -> "Canvas":
        """Return the picture with left and right exchanged."""
        other = Canvas(self.w, self.h)
        other.image = self.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        other.pixels = other.image.load()
        return other

    def is_clear(self) -> bool:
        """Tell whether nothing at all is drawn."""
        return self.image.getbbox() is None

    def rgb(self) -> Image.Image:
        """Return the picture as RGB with clear pixels in magenta."""
        flat = Image.new("RGBA", (self.w, self.h), (*MAGENTA, 255))
        flat.alpha_composite(self.image)
        return flat.convert("RGB")


def noise(x: int, y: int, salt: int = 0) -> int:
    """Return a number 0–255 that depends on the place only."""
    n = (x * 374761393 + y * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return (n ^ (n >> 16)) & 0xFF
