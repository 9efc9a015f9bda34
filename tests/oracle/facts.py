"""What the memory map says of both revisions, written down a second time: a slip in a profile shows against it."""

from typing import NamedTuple

RAM = {
    "gSaveBlock1Ptr": 0x03005008,
    "gSaveBlock2Ptr": 0x0300500C,
    "gPokemonStoragePtr": 0x03005010,
    "gSaveBlock1": 0x0202552C,
    "gSaveBlock2": 0x02024588,
    "gPokemonStorage": 0x02029314,
    "gMain": 0x030030F0,
    "gPlayerParty": 0x02024284,
    "gPlayerPartyCount": 0x02024029,
    "gObjectEvents": 0x02036E38,
    "gPlayerAvatar": 0x02037078,
    "gPaletteFade": 0x02037AB8,
    "gTasks": 0x03005090,
    "sGlobalScriptContextStatus": 0x03000EA8,
    "sGlobalScriptContext": 0x03000EB0,
    "sLockFieldControls": 0x03000F9C,
    "sTextPrinters": 0x02020034,
    "sMessageBoxType": 0x0203709C,
    "sInHelpSystem": 0x0203F177,
    "gBattleTypeFlags": 0x02022B4C,
    "gBattleOutcome": 0x02023E8A,
    "gBattleMons": 0x02023BE4,
    "gBattlersCount": 0x02023BCC,
    "gQuestLogState": 0x0203ADFA,
    "gQuestLogPlaybackState": 0x03005E88,
    "sPlayTimeCounterState": 0x03000E7C,
}
NOT_READ = {"sStartMenuCallback": 0x020370F0, "gTrainerBattleOpponent_A": 0x020386AE}
"""Fields that keep old values: nothing may depend on them."""

_CODE = """
CB1_Overworld 08056534 08056548 yes yes
CB2_Overworld 080565B4 080565C8 yes yes
CB2_LoadMap 0805671C 08056730 no no
CB2_LoadMap2 0805674C 08056760 no no
CB2_ChangeMapMain 080C9BD0 080C9BE4 no no
CB2_DoChangeMap 080C9BFC 080C9C10 no no
CB2_WhiteOut 080566A4 080566B8 no no
CB2_ReturnToField 080567DC 080567F0 no no
CB2_ReturnToFieldLocal 08056808 0805681C no no
CB2_ReturnToFieldWithOpenMenu 080568A8 080568BC no no
CB2_ReturnToFieldContinueScript 080568C4 080568D8 no no
CB2_ReturnToFieldContinueScriptPlayMapMusic 080568E0 080568F4 no no
CB2_InitCopyrightScreenAfterBootup 080EC820 080EC834 no no
CB2_SetUpIntro 080EC870 080EC884 no no
CB2_Intro 080EC9D4 080EC9E8 no no
CB2_InitTitleScreen 08078914 08078928 no no
CB2_TitleScreenRun 08078B9C 08078BB0 no no
CB2_InitMainMenu 0800C300 0800C314 no no
CB2_MainMenu 0800C2D4 0800C2E8 no no
CB2_NewGameScene 0812EB10 0812EB88 no no
CB2_LoadNamingScreen 0809D9E0 0809D9F4 yes no
CB2_NamingScreen 0809FB70 0809FB84 yes no
CB2_InitBattle 0800FD9C 0800FDB0 no no
CB2_InitBattleInternal 0800FE24 0800FE38 no no
CB2_HandleStartBattle 08010508 0801051C yes no
BattleMainCB2 08011100 08011114 yes yes
CB2_EndWildBattle 0807FB40 0807FB54 no no
CB2_EndTrainerBattle 080804AC 080804C0 no no
CB2_EndScriptedWildBattle 0807FBA0 0807FBB4 no no
CB2_BagMenuRun 08107EE0 08107F58 yes yes
CB2_UpdatePartyMenu 0811EBA0 0811EC18 yes yes
CB2_SetUpPSS 08135C34 08135CAC yes no
CB2_RunPokemonSummaryScreen 08137EE8 08137F60 yes yes
CB2_PokedexScreen 081024D4 0810254C no no
CB2_TrainerCard 08089070 08089084 no no
CB2_OptionMenu 08088454 08088468 no no
CB2_BuyMenu 0809ADE4 0809ADF8 no no
Task_StartMenuHandleInput 0806F1F0 0806F204 yes no
Task_YesNoMenu_HandleInput 0809CE54 0809CE68 no no
WaitForAorBPress 0806B898 0806B8AC yes yes
"""
"""Name, address in 1.0 and 1.1, whether a second source confirmed it in 1.0 and 1.1."""

FLAGS = {
    "town_seen": 0x890,
    "next_town_seen": 0x891,
    "companion_received": 0x828,
    "logbook_received": 0x829,
    "rival_battle_over": 0x258,
    "rival_fought_first": 0x646,
    "rival_fought_second": 0x647,
    "rival_fought_third": 0x648,
    "start_menu_opened": 0x83E,
}
FLAG_BYTES = {0x890: (0xFF2, 0), 0x891: (0xFF2, 1), 0x828: (0xFE5, 0), 0x829: (0xFE5, 1), 0x258: (0xF2B, 0),
              0x646: (0xFA8, 6), 0x647: (0xFA8, 7), 0x648: (0xFA9, 0), 0x83E: (0xFE7, 6)}  # fmt: skip
"""Flag → byte inside the first save block, bit."""
VARS = {
    "companion_choice": 0x4031,
    "north_edge_scene": 0x4050,
    "north_road_scene": 0x4051,
    "laboratory_scene": 0x4055,
    "bedroom_scene": 0x4056,
    "shop_scene": 0x4057,
}
VAR_BYTES = {0x4031: 0x1062, 0x4050: 0x10A0, 0x4051: 0x10A2, 0x4055: 0x10AA, 0x4056: 0x10AC, 0x4057: 0x10AE}
ITEMS = {"ball": 4, "potion": 13, "parcel": 349}
MAPS = {
    "bedroom": (4, 1),
    "house": (4, 0),
    "town": (3, 0),
    "rival_house": (4, 2),
    "laboratory": (4, 3),
    "road": (3, 19),
    "next_town": (3, 1),
    "town_house": (5, 0),
    "gym": (5, 1),
    "school": (5, 2),
    "shop": (5, 3),
    "rest_house": (5, 4),
    "rest_house_upstairs": (5, 5),
    "west_road": (3, 41),
    "north_road": (3, 20),
    "south_water": (3, 39),
}
CONFIRMED_MAPS = {"bedroom", "house", "town", "laboratory", "road", "next_town"}
POCKETS = {"items": (0x310, 42), "key_items": (0x3B8, 30), "balls": (0x430, 13), "discs": (0x464, 58),
           "berries": (0x54C, 43)}  # fmt: skip


class Revision(NamedTuple):
    """What differs between the two revisions."""

    profile: str
    number: int
    sha1: str
    sha256: str
    code: dict[str, int]
    unconfirmed_code: set[str]
    scenes: dict[str, tuple[int, int]]


def _revision(place: int, profile: str, sha1: str, sha256: str, scenes: dict[str, tuple[int, int]]) -> Revision:
    rows = [line.split() for line in _CODE.strip().split("\n")]
    code = {row[0]: int(row[1 + place], 16) for row in rows}
    return Revision(profile, place, sha1, sha256, code, {r[0] for r in rows if r[3 + place] == "no"}, scenes)


REVISIONS = {
    "bpre-1.0": _revision(
        0,
        "bpre-1.0",
        "41cb23d8dccc8ebd7c649cd8fbb58eeace6e2fdc",
        "3d0c79f1627022e18765766f6cb5ea067f6b5bf7dca115552189ad65a5c3a8ac",
        {
            "north_edge": (0x081655ED, 0x081656B8),
            "laboratory_intro": (0x0816923E, 0x081692C3),
            "choosing_companion": (0x08169BE1, 0x08169D5C),
            "rival_battle": (0x081692E7, 0x08169504),
            "parcel_handover": (0x0816A205, 0x0816A25C),
            "delivery": (0x0816961E, 0x08169845),
        },
    ),
    "bpre-1.1": _revision(
        1,
        "bpre-1.1",
        "dd5945db9b930750cb39d00c84da8571feebf417",
        "729041b940afe031302d630fdbe57c0c145f3f7b6d9b8eca5e98678d0ca4d059",
        {
            "north_edge": (0x08165665, 0x08165730),
            "laboratory_intro": (0x081692B6, 0x0816933B),
            "choosing_companion": (0x08169C59, 0x08169DD4),
            "rival_battle": (0x0816935F, 0x0816957C),
            "parcel_handover": (0x0816A27D, 0x0816A2D4),
            "delivery": (0x08169696, 0x081698BD),
        },
    ),
}
