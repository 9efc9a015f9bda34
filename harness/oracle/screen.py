"""Which screen is shown, and whether it has settled."""

from typing import NamedTuple

from harness.formats.base import Count
from harness.formats.oracle import Facing, Profile, ScreenClass
from harness.oracle import layout
from harness.oracle.sample import Sample

_FACING: dict[int, Facing] = {1: "down", 2: "up", 3: "left", 4: "right"}

_BY_CALLBACK: dict[str, tuple[ScreenClass, str, Count]] = {
    "CB2_InitBattle": ("battle", "battle_start", 0),
    "CB2_InitBattleInternal": ("battle", "battle_start", 0),
    "CB2_HandleStartBattle": ("battle", "battle_start", 0),
    "BattleMainCB2": ("battle", "battle", 0),
    "CB2_LoadNamingScreen": ("menu", "naming", 1),
    "CB2_NamingScreen": ("menu", "naming", 1),
    "CB2_BagMenuRun": ("menu", "bag", 2),
    "CB2_UpdatePartyMenu": ("menu", "party", 2),
    "CB2_SetUpPSS": ("menu", "summary", 3),
    "CB2_RunPokemonSummaryScreen": ("menu", "summary", 3),
    "CB2_PokedexScreen": ("menu", "logbook", 2),
    "CB2_TrainerCard": ("menu", "card", 2),
    "CB2_OptionMenu": ("menu", "options", 2),
    "CB2_BuyMenu": ("menu", "shop", 1),
    "CB2_InitCopyrightScreenAfterBootup": ("unknown", "title", 0),
    "CB2_SetUpIntro": ("unknown", "title", 0),
    "CB2_Intro": ("unknown", "title", 0),
    "CB2_InitTitleScreen": ("unknown", "title", 0),
    "CB2_TitleScreenRun": ("unknown", "title", 0),
    "CB2_InitMainMenu": ("unknown", "title", 0),
    "CB2_MainMenu": ("unknown", "title", 0),
    "CB2_NewGameScene": ("unknown", "title", 0),
}
_LOADING = (
    "CB2_LoadMap", "CB2_LoadMap2", "CB2_ChangeMapMain", "CB2_DoChangeMap", "CB2_WhiteOut", "CB2_ReturnToField",
    "CB2_ReturnToFieldLocal", "CB2_ReturnToFieldWithOpenMenu", "CB2_ReturnToFieldContinueScript",
    "CB2_ReturnToFieldContinueScriptPlayMapMusic", "CB2_EndWildBattle", "CB2_EndTrainerBattle",
    "CB2_EndScriptedWildBattle",
)  # fmt: skip

_TOLD_BY = {
    "start_menu": frozenset({"Task_StartMenuHandleInput"}),
    "yes_no": frozenset({"Task_YesNoMenu_HandleInput"}),
    "dialogue_waits": frozenset({"WaitForAorBPress"}),
}


class Screen(NamedTuple):
    """A screen class, its finer name, how deep its menus are, and whether it has settled."""

    kind: ScreenClass
    detail: str
    menu_depth: Count
    settled: bool


def screens_by_callback(profile: Profile) -> dict[int, tuple[ScreenClass, str, Count]]:
    """Return even callback address → screen, for the callbacks that the profile knows."""
    known = {profile.code[name]: screen for name, screen in _BY_CALLBACK.items() if name in profile.code}
    loading = {profile.code[name]: ("transition", "loading", 0) for name in _LOADING if name in profile.code}
    return {**known, **loading}  # type: ignore[dict-item]


def callback_names(sample: Sample, screen: Screen) -> set[str]:
    """Return the names of the functions that told this screen: the running callback, task or native wait."""
    callback = sample.callback2()
    found = {name for name, address in sample.profile.code.items() if address == callback}
    return found | _TOLD_BY.get(screen.detail, frozenset())


def classify(sample: Sample) -> Screen:
    """Return the screen of a sample, tested in the order in which one hides the other."""
    ram, code = sample.ram, sample.profile.code
    if sample.u8(ram["sInHelpSystem"]) == 1:
        return Screen("menu", "help", 1, settled=True)
    callback = sample.callback2()
    fading = sample.fading()
    if sample.in_battle():
        return Screen("battle", "battle", 0, settled=not fading and not printing(sample))
    known = screens_by_callback(sample.profile).get(callback)
    if known is not None:
        settled = known[0] == "menu" and not fading
        return Screen(*known, settled=settled)
    if fading:
        return Screen("transition", "fading", 0, settled=False)
    if callback != code["CB2_Overworld"]:
        return Screen("unknown", f"callback {callback:#010x}", 0, settled=False)
    if sample.task_runs(code.get("Task_StartMenuHandleInput")):
        return Screen("menu", "start_menu", 1, settled=True)
    if sample.task_runs(code.get("Task_YesNoMenu_HandleInput")):
        return Screen("menu", "yes_no", 1, settled=True)
    if waits_for_button(sample):
        return Screen("dialogue", "dialogue_waits", 0, settled=True)
    if box_shown(sample):
        return Screen("dialogue", "dialogue_printing", 0, settled=False)
    if sample.u8(ram["sLockFieldControls"]) == 1:
        return Screen("overworld", "cutscene", 0, settled=False)
    return Screen("overworld", "free", 0, settled=not moving(sample))


def on_title(sample: Sample) -> bool:
    """Whether boot, intro, title or main menu run and no game does: what a soft reset leads to."""
    if sample.u8(sample.ram["sPlayTimeCounterState"]):
        return False
    screen = screens_by_callback(sample.profile).get(sample.callback2())
    return screen is not None and screen[1] == "title"


def printing(sample: Sample) -> bool:
    """Whether the first text printer draws letters now."""
    printer = sample.ram["sTextPrinters"]
    return sample.u8(printer + layout.PRINTER_ACTIVE) == 1 and (
        sample.u8(printer + layout.PRINTER_STATE) not in layout.PRINTER_WAITS
    )


def waits_for_button(sample: Sample) -> bool:
    """Whether a message box is complete and waits for a press."""
    context = sample.ram["sGlobalScriptContext"]
    if sample.u8(context + layout.SCRIPT_MODE) == layout.NATIVE_WAIT:
        waiting = sample.profile.code.get("WaitForAorBPress")
        if waiting is not None and sample.u32(context + layout.NATIVE_POINTER) & ~1 == waiting:
            return True
    printer = sample.ram["sTextPrinters"]
    active = sample.u8(printer + layout.PRINTER_ACTIVE) == 1
    return active and sample.u8(printer + layout.PRINTER_STATE) in layout.PRINTER_WAITS


def box_shown(sample: Sample) -> bool:
    """Whether a field message box is printing or shown by its own account."""
    if sample.u8(sample.ram["sMessageBoxType"]) != 0:
        return True
    return sample.u8(sample.ram["sTextPrinters"] + layout.PRINTER_ACTIVE) == 1


def moving(sample: Sample) -> bool:
    """Whether the player's figure is in a step, a turn or a bump."""
    avatar = sample.ram["gPlayerAvatar"]
    if sample.u8(avatar + layout.TILE_TRANSITION) == 1:
        return True
    held = sample.u8(_player(sample))
    return bool(held & layout.HELD_MOVEMENT_ACTIVE) and not held & layout.HELD_MOVEMENT_FINISHED


def facing(sample: Sample) -> Facing | None:
    """Return where the player's figure looks; null where that is not one of four ways."""
    return _FACING.get(sample.u8(_player(sample) + layout.FACING) & 0x0F)


def _player(sample: Sample) -> int:
    index = sample.u8(sample.ram["gPlayerAvatar"] + layout.OBJECT_EVENT_ID) % layout.OBJECT_EVENTS
    return sample.ram["gObjectEvents"] + layout.OBJECT_EVENT_BYTES * index
