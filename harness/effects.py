"""What an action visibly did, from the states around it and from the pictures."""

from harness.formats.base import Button
from harness.formats.evidence import EffectKind
from harness.formats.oracle import OracleState

_DIRECTIONS = frozenset({"UP", "DOWN", "LEFT", "RIGHT"})


def effect_of(
    button: Button,
    before: OracleState | None,
    after: OracleState | None,
    *,
    input_read: bool | None,
    picture_same: bool,
) -> EffectKind:
    """Return the effect of one action, the first that fits: map, tile, battle, menu, dialogue, turn, bump, picture.

    ``before`` is the last valid state up to the action, ``after`` the state at its end; ``unknown`` where one is
    missing and the picture changed. Blocked is a direction that a free field took and that led nowhere.
    """
    if before is None or after is None:
        return "no_visible_change" if picture_same else "unknown"
    if before.map != after.map:
        return "map_changed"
    if (before.x, before.y) != (after.x, after.y):
        return "moved"
    if (before.battle is None) != (after.battle is None) or before.battle != after.battle:
        return "battle_changed"
    screen = _screen_change(before, after, picture_same=picture_same)
    if screen is not None:
        return screen
    if before.facing != after.facing:
        return "turned"
    free = before.screen == after.screen == "overworld" and not before.scripted and after.screen_detail != "cutscene"
    if button in _DIRECTIONS and free and input_read is not False:
        return "blocked"
    return "no_visible_change" if picture_same else "framebuffer_only"


def _screen_change(before: OracleState, after: OracleState, *, picture_same: bool) -> EffectKind | None:
    kinds = {before.screen, after.screen}
    changed = (before.screen, before.screen_detail, before.menu_depth) != (
        after.screen,
        after.screen_detail,
        after.menu_depth,
    )
    if not changed and picture_same:
        return None
    if "battle" in kinds:
        return "battle_changed"
    if "menu" in kinds:
        return "menu_changed"
    if "dialogue" in kinds:
        return "dialogue_changed"
    return None
