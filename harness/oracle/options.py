"""The options a restored game was set to, as its second save block holds them."""

from typing import Literal, NamedTuple

from harness.emulator.port import MemoryImage
from harness.formats.oracle import Profile
from harness.oracle import layout
from harness.oracle.sample import Sample

_TEXT_SPEEDS: tuple[Literal["slow", "mid", "fast"], ...] = ("slow", "mid", "fast")


class Options(NamedTuple):
    """What the player's options are set to; ``unconfirmed`` names the fields that no second source confirmed."""

    text_speed: Literal["slow", "mid", "fast"] | None
    """Null where the bits hold none of the three."""
    battle_style: Literal["shift", "set"]
    buttons_open_help: bool
    unconfirmed: tuple[str, ...] = ("battle_style",)


def read_options(image: MemoryImage, profile: Profile) -> Options | None:
    """Return the options at a frame boundary, or null where the sample may not be judged."""
    sample = Sample(image, profile)
    if not sample.valid():
        return None
    speed = sample.u8(sample.block2 + layout.OPTIONS_TEXT) & layout.OPTIONS_TEXT_SPEED
    return Options(
        text_speed=_TEXT_SPEEDS[speed] if speed < len(_TEXT_SPEEDS) else None,
        battle_style="set" if sample.u8(sample.block2 + layout.OPTIONS_BATTLE) & layout.OPTIONS_STYLE_SET else "shift",
        buttons_open_help=sample.u8(sample.block2 + layout.OPTIONS_BUTTONS) == 0,
    )
