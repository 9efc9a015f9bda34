"""The people: ten of them, each with three frames down, up and left, put together from heads, bodies and legs."""

from typing import NamedTuple

from canvas import Canvas
from clothes import CLOTHES
from heads import FACES, HEADS
from palette import (
    BLUE,
    BROWN,
    CREAM,
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
    ramp,
)

Shades = tuple[Colour, ...]

SKINS = {"light": ramp("f8d0a8 e0a880"), "tan": ramp("e0a878 b88058"), "dark": ramp("a87050 885038")}
HAIRS = {
    "brown": ramp("a87048 784828 502818"),
    "auburn": ramp("d07848 a04828 682818"),
    "black": ramp("686878 404050 282838"),
    "white": ramp("f8f8f8 d0d4d8 a0a8b0"),
    "ginger": ramp("f8b060 d88038 a05020"),
    "violet": ramp("9880c8 685098 483070"),
    "blond": ramp("f8e890 e0c058 b08838"),
}

BODY = {
    "down": (
        "...ocoSSSSoco...",
        "..occcccccccco..",
        ".ococcccccccoco.",
        ".ococcccccccoco.",
        ".osoCCCCCCCCoso.",
        "..ooCCCCCCCCoo..",
    ),
    "up": (
        "...occccccccco..",
        "..occcccccccco..",
        ".ococcccccccoco.",
        ".ococcccccccoco.",
        ".osoCCCCCCCCoso.",
        "..ooCCCCCCCCoo..",
    ),
    "left": (
        "....ooSSSoo.....",
        "....occcccco....",
        "....occcccco....",
        "....occCCCco....",
        "....oCcssCCo....",
        "....oCCCCCCo....",
    ),
}
ARMS = {
    "down": (
        "...ocoSSSSoco...",
        "..occcccccccco..",
        ".ococcccccccoco.",
        ".osocccccccco.o.",
        "..ooCCCCCCCCoco.",
        "...oCCCCCCCCoso.",
    ),
    "up": (
        "...occccccccco..",
        "..occcccccccco..",
        ".ococcccccccoco.",
        ".osocccccccco.o.",
        "..ooCCCCCCCCoco.",
        "...oCCCCCCCCoso.",
    ),
    "left1": (
        "....ooSSSoo.....",
        "....occcccco....",
        "....occCccco....",
        "...occCcccco....",
        "..ossCCCCCCo....",
        "...ooCCCCCCo....",
    ),
    "left2": (
        "....ooSSSoo.....",
        "....occcccco....",
        "....occcCcco....",
        "....occccCco....",
        "....oCCCCCsso...",
        "....oCCCCCoo....",
    ),
}
LEGS = {
    "down": ("..ooppppppppoo..", "...opppoopppo...", "...obbboobbbo...", "...oooo..oooo..."),
    "down1": ("..ooppppppppoo..", "...opppoopbbo...", "...obbbo.oooo...", "...obbbo........", "....ooo........."),
    "left": ("....oppppppo....", "....oPPppppo....", "....obbbbbbo....", "....oooooooo...."),
    "left1": ("....oppppppo....", "...opppooPPPo...", "..obbbo..oPPbo..", "..ooooo...obbo..", "...........oo..."),
    "left2": ("....oppppppo....", "...oPPPooppppo..", "..obbPo..oppbbo.", "..obboo...oobo..", "..ooo.......o..."),
}
SKIRT = {
    "down": ("..oppppppppppo..", ".oppPppppppPppo.", "..ooobboobbooo..", "....oooooooo...."),
    "down1": ("..oppppppppppo..", ".oppPppppppPppo.", "..ooobbooooooo..", "....obbo........", "....oooo........"),
    "left": ("...oppppppppo...", "..oppPppppPppo..", "...ooobbbbooo...", "....oooooooo...."),
    "left1": ("...oppppppppo...", "..oppPppppPppo..", "..oobbooobbooo..", "..obbo...obbo...", "..oooo...oooo..."),
}
SKIRT["left2"] = SKIRT["left1"]


class Person(NamedTuple):
    """How somebody looks."""

    head: str
    skin: str
    hair: str
    coat: Shades
    legs: Shades
    boots: Colour
    hat: Shades
    skirt: bool = False
    trim: str = ""


PEOPLE = {
    "player": Person("cap", "light", "brown", TEAL, BLUE, BROWN[2], GOLD, trim="satchel"),
    "mother": Person("bun", "light", "auburn", PINK, PINK, BROWN[2], RED, skirt=True, trim="apron"),
    "professor": Person("curls", "dark", "white", GREEN, BROWN, BROWN[3], GREY, trim="long_coat"),
    "rival": Person("spikes", "tan", "black", PURPLE, GREY[2:], RED[2], RED, trim="stripe"),
    "aide": Person("short", "tan", "violet", GREY, BLUE, BROWN[3], GREY, trim="buttons"),
    "clerk": Person("visor", "dark", "black", CREAM, BLUE, BROWN[3], BLUE, trim="bib"),
    "old_man": Person("beard", "light", "white", BROWN, GREY[2:], BROWN[3], BROWN, trim="stick"),
    "girl": Person("tails", "light", "ginger", BLUE, BLUE, RED[2], RED, skirt=True, trim="collar"),
    "boy": Person("short", "tan", "blond", GREEN, ORANGE, BROWN[3], GREEN, trim="bands"),
    "nurse": Person("scarf", "tan", "brown", ORANGE, ORANGE, BROWN[2], TEAL, skirt=True, trim="apron"),
}


def colours(p: Person) -> dict[str, Colour]:
    """Return what every letter of the pictures means for one person."""
    skin, hair = SKINS[p.skin], HAIRS[p.hair]
    return {
        "o": INK,
        "e": INK,
        "w": WHITE,
        "s": skin[0],
        "S": skin[1],
        "H": hair[0],
        "h": hair[1],
        "k": hair[2],
        "c": p.coat[1],
        "C": p.coat[2],
        "l": p.coat[0],
        "p": p.legs[1],
        "P": p.legs[2],
        "b": p.boots,
        "A": p.hat[0],
        "a": p.hat[1],
        "x": p.hat[2],
        "X": p.hat[3],
    }


def figure(p: Person, way: str, step: int) -> Canvas:
    """Return one frame: way down, up or left; step 0 stands, 1 and 2 walk."""
    c = Canvas(16, 24)
    shades = colours(p)
    legs = SKIRT if p.skirt else LEGS
    if way == "left":
        legs_key, body = f"left{step or ''}", ARMS[f"left{step}"] if step else BODY["left"]
    else:
        legs_key, body = ("down1" if step else "down"), (ARMS if step else BODY)[way]
    bob = 1 if step else 0
    lower = Canvas(16, 24)
    lower.text_picture(0, 19, legs[legs_key], shades)
    lower.text_picture(0, 13 + bob, body, shades)
    if step == 2 and way != "left":
        lower = lower.mirrored()
    c.paste(lower, 0, 0)
    if p.trim in CLOTHES:
        CLOTHES[p.trim](c, p.coat, way, 14 + bob)
    c.text_picture(0, bob, FACES[way], shades)
    c.text_picture(0, bob, HEADS[p.head][way], shades)
    if p.trim == "stick":
        x = {"down": 1, "up": 14, "left": 2}[way]
        c.line(x, 14, x, 22, PLANK[3])
        c.px(x, 13, PLANK[1])
    return c


def frames(p: Person) -> list[Canvas]:
    """Return the nine frames of a person."""
    return [figure(p, way, step) for way in ("down", "up", "left") for step in (0, 1, 2)]


def standing_pictures() -> dict[str, Canvas]:
    """Return everybody standing, as 'name_facing'."""
    result = {}
    for name, person in PEOPLE.items():
        for way in ("down", "up", "left"):
            result[f"{name}_{way}"] = figure(person, way, 0)
        result[f"{name}_right"] = result[f"{name}_left"].mirrored()
    return result


def people_sheet() -> Canvas:
    """Return everybody, one row each."""
    c = Canvas(16 * 9, 24 * len(PEOPLE))
    for j, person in enumerate(PEOPLE.values()):
        for i, frame in enumerate(frames(person)):
            c.paste(frame, i * 16, j * 24)
    return c


def people_text() -> str:
    """Return what the rows of people.png are."""
    lines = [
        "# Written by draw.py. Rows of people.png: nine frames of 16 × 24; right is left mirrored.",
        "frame: [16, 24]",
    ]
    lines.append("frames: [down, down_step1, down_step2, up, up_step1, up_step2, left, left_step1, left_step2]")
    return "\n".join([*lines, f"people: [{', '.join(PEOPLE)}]"]) + "\n"
