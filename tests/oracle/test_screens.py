"""The six screen classes, told in the order in which one screen hides another."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from harness.formats.oracle import OracleState, Profile
from harness.oracle import read_state
from tests.oracle.facts import RAM, Revision
from tests.oracle.images import Memory

Change = Callable[[Memory], object]


class Case(NamedTuple):
    change: Change
    screen: str
    detail: str
    depth: int
    settled: bool


def shows(callback: str) -> Change:
    return lambda memory: memory.shows(callback)


def help_shown(memory: Memory) -> None:
    memory.u8(RAM["sInHelpSystem"], 1)


def locked(memory: Memory) -> None:
    memory.u8(RAM["sLockFieldControls"], 1)


def fading(memory: Memory) -> None:
    memory.u8(RAM["gPaletteFade"] + 7, 0x80)


CASES = [
    Case(lambda m: None, "overworld", "free", 0, True),
    Case(lambda m: m.u8(RAM["gPlayerAvatar"] + 3, 1), "overworld", "free", 0, False),
    Case(lambda m: m.u8(RAM["gPlayerAvatar"] + 3, 2), "overworld", "free", 0, True),
    Case(lambda m: m.u8(RAM["gObjectEvents"], 0x41), "overworld", "free", 0, False),
    Case(lambda m: m.u8(RAM["gObjectEvents"], 0xC1), "overworld", "free", 0, True),
    Case(locked, "overworld", "cutscene", 0, False),
    Case(help_shown, "menu", "help", 1, True),
    Case(lambda m: m.battle(), "battle", "battle", 0, True),
    Case(lambda m: (m.battle(), m.printer(0)), "battle", "battle", 0, False),
    Case(lambda m: (m.battle(), m.printer(2)), "battle", "battle", 0, True),
    Case(lambda m: (m.battle(), fading(m)), "battle", "battle", 0, False),
    Case(shows("CB2_InitBattle"), "battle", "battle_start", 0, False),
    Case(shows("CB2_InitBattleInternal"), "battle", "battle_start", 0, False),
    Case(shows("CB2_HandleStartBattle"), "battle", "battle_start", 0, False),
    Case(shows("BattleMainCB2"), "battle", "battle", 0, False),
    Case(shows("CB2_LoadNamingScreen"), "menu", "naming", 1, True),
    Case(shows("CB2_NamingScreen"), "menu", "naming", 1, True),
    Case(shows("CB2_BagMenuRun"), "menu", "bag", 2, True),
    Case(lambda m: (m.shows("CB2_BagMenuRun"), fading(m)), "menu", "bag", 2, False),
    Case(shows("CB2_UpdatePartyMenu"), "menu", "party", 2, True),
    Case(shows("CB2_SetUpPSS"), "menu", "summary", 3, True),
    Case(shows("CB2_RunPokemonSummaryScreen"), "menu", "summary", 3, True),
    Case(shows("CB2_PokedexScreen"), "menu", "logbook", 2, True),
    Case(shows("CB2_TrainerCard"), "menu", "card", 2, True),
    Case(shows("CB2_OptionMenu"), "menu", "options", 2, True),
    Case(shows("CB2_BuyMenu"), "menu", "shop", 1, True),
    *[
        Case(shows(name), "transition", "loading", 0, False)
        for name in (
            "CB2_LoadMap", "CB2_LoadMap2", "CB2_ChangeMapMain", "CB2_DoChangeMap", "CB2_WhiteOut",
            "CB2_ReturnToField", "CB2_ReturnToFieldLocal", "CB2_ReturnToFieldWithOpenMenu",
            "CB2_ReturnToFieldContinueScript", "CB2_ReturnToFieldContinueScriptPlayMapMusic", "CB2_EndWildBattle",
            "CB2_EndTrainerBattle", "CB2_EndScriptedWildBattle",
        )
    ],
    *[
        Case(shows(name), "unknown", "title", 0, False)
        for name in (
            "CB2_InitCopyrightScreenAfterBootup", "CB2_SetUpIntro", "CB2_Intro", "CB2_InitTitleScreen",
            "CB2_TitleScreenRun", "CB2_InitMainMenu", "CB2_MainMenu", "CB2_NewGameScene",
        )
    ],
    Case(lambda m: m.u32(RAM["gMain"] + 4, 0x0812_3455), "unknown", "callback 0x08123454", 0, False),
    Case(fading, "transition", "fading", 0, False),
    Case(lambda m: m.task("Task_StartMenuHandleInput"), "menu", "start_menu", 1, True),
    Case(lambda m: m.task("Task_YesNoMenu_HandleInput", place=15), "menu", "yes_no", 1, True),
    Case(lambda m: m.native_wait("WaitForAorBPress"), "dialogue", "dialogue_waits", 0, True),
    Case(lambda m: m.printer(1), "dialogue", "dialogue_waits", 0, True),
    Case(lambda m: m.printer(2), "dialogue", "dialogue_waits", 0, True),
    Case(lambda m: m.printer(3), "dialogue", "dialogue_waits", 0, True),
    Case(lambda m: m.printer(0), "dialogue", "dialogue_printing", 0, False),
    Case(lambda m: m.printer(4), "dialogue", "dialogue_printing", 0, False),
    Case(lambda m: m.u8(RAM["sMessageBoxType"], 2), "dialogue", "dialogue_printing", 0, False),
    Case(lambda m: m.u8(RAM["sMessageBoxType"], 3), "dialogue", "dialogue_printing", 0, False),
]  # fmt: skip


def read(revision: Revision, profile: Profile, *changes: Change) -> OracleState:
    memory = Memory(revision)
    for change in changes:
        change(memory)
    state = read_state(memory.image(), profile)
    assert state is not None
    return state


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_screen_has_its_class_its_depth_and_whether_it_rests(
    profile: Profile, revision: Revision, number: int
) -> None:
    case = CASES[number]
    state = read(revision, profile, case.change)
    assert (state.screen, state.screen_detail, state.menu_depth, state.settled) == case[1:]


def test_all_six_classes_of_the_contract_occur() -> None:
    assert {case.screen for case in CASES} == {"overworld", "dialogue", "menu", "battle", "transition", "unknown"}


LAYERS: list[tuple[str, Change]] = [
    ("help", help_shown),
    ("battle", lambda m: m.battle()),
    ("bag", shows("CB2_BagMenuRun")),
    ("fading", fading),
    ("start_menu", lambda m: m.task("Task_StartMenuHandleInput")),
    ("yes_no", lambda m: m.task("Task_YesNoMenu_HandleInput", place=7)),
    ("dialogue_waits", lambda m: m.native_wait("WaitForAorBPress")),
    ("dialogue_printing", lambda m: m.u8(RAM["sMessageBoxType"], 2)),
    ("cutscene", locked),
]


@pytest.mark.parametrize("first", range(len(LAYERS)))
def test_of_several_at_once_the_one_that_hides_the_rest_is_told(
    profile: Profile, revision: Revision, first: int
) -> None:
    state = read(revision, profile, *[change for _, change in LAYERS[first:]])
    assert state.screen_detail == LAYERS[first][0]


def test_what_is_not_running_tells_no_screen(profile: Profile, revision: Revision) -> None:
    idle: list[Change] = [
        lambda m: m.task("Task_StartMenuHandleInput", active=False),
        lambda m: m.native_wait("WaitForAorBPress", mode=1),
        lambda m: m.printer(2, active=False),
        lambda m: m.stale(),
    ]
    for change in idle:
        assert read(revision, profile, change).screen_detail == "free"


def test_a_script_holds_the_controls_only_while_it_runs_and_locks_them(profile: Profile, revision: Revision) -> None:
    def running(memory: Memory) -> None:
        memory.u8(RAM["sGlobalScriptContextStatus"], 0)

    assert read(revision, profile, locked, running).scripted
    assert not read(revision, profile, locked).scripted
    assert not read(revision, profile, running).scripted
