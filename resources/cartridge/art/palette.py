"""The colours of the cartridge, by name: every channel is a multiple of 8, as the screen of the machine shows them."""

Colour = tuple[int, int, int]

MAGENTA: Colour = (255, 0, 255)


def colour(text: str) -> Colour:
    """Turn 'rrggbb' into the nearest lower colour with 5 bits a channel."""
    r, g, b = (int(text[i : i + 2], 16) & 0xF8 for i in (0, 2, 4))
    return r, g, b


def ramp(text: str) -> tuple[Colour, ...]:
    """Turn 'rrggbb rrggbb ...' into colours, light to dark."""
    return tuple(colour(part) for part in text.split())


INK = colour("282838")
WHITE = colour("f8f8f0")
BLACK = colour("181820")
SHADE = colour("609848")  # the shadow of things that stand on grass

GRASS = ramp("b0e088 90d070 78c060 58a850")
TALL = ramp("a8e078 60b858 389848 207040")
PATH = ramp("f8e8c0 e8d8a8 d8c090 b89868")
EARTH = ramp("d8b078 b88850 906038 684028")
WATER = ramp("b0e0f8 80c8f0 58a8e0 4088c8 305898")
LEAF = ramp("90d070 60b058 409050 287048 184838")
PINE = ramp("78c088 48a070 308060 206050 103838")
BARK = ramp("b88858 906840 684830 403028")
FENCE = ramp("f8f8e8 e8e0c8 c0b090 887860")
WALL = ramp("f8f0e0 e8dcc4 d0c0a0 a08870")
PLANK = ramp("d8a870 b88850 906038 603820")
STONE = ramp("e8e8e8 c8ccd0 a0a8b0 707888 485060")
GLASS = ramp("e0f8f8 a8dcf0 78b8e0 4878a8")
DOOR = ramp("b07848 905830 683c20 402418")
RED = ramp("f0a080 e07058 c85040 a03830 602028")
BLUE = ramp("a0c0f0 7098e0 5078c8 3858a0 203868")
GREEN = ramp("a8d890 78b868 509858 307848 184830")
ORANGE = ramp("f8c880 f0a050 d88038 a85c28 683818")
TEAL = ramp("a0e0d8 60c0b8 40a0a0 287880 184858")
PURPLE = ramp("d0b0e8 a888d0 8060b0 604888 382858")
GOLD = ramp("f8f0a0 f8d050 d8a030 a07020 584018")
PINK = ramp("f8d0d8 f0a0b0 d87890 a85068 602840")
GREY = ramp("f0f0f0 d0d4d8 a8b0b8 788090 484c5c")
CREAM = ramp("f8f0d8 f0e0b8 d8c090 b09060 685038")
BROWN = ramp("c89868 a87848 805830 583c20 302018")
