"""Offsets inside the game's structures, the same in every revision that has a profile."""

from typing import Final

EWRAM: Final = 0x0200_0000
IWRAM: Final = 0x0300_0000

RELOCATION_MAX: Final = 0x7C
"""The three save blocks move together, by 0 to this many bytes in steps of four."""

# gMain
CALLBACK1: Final = 0x00
CALLBACK2: Final = 0x04
VBLANK_CALLBACK: Final = 0x0C
IN_BATTLE: Final = 0x439
IN_BATTLE_BIT: Final = 0x02

# first save block
POS_X: Final = 0x00
POS_Y: Final = 0x02
MAP_GROUP: Final = 0x04
MAP_NUM: Final = 0x05
MONEY: Final = 0x290
POCKETS: Final = {
    "items": (0x310, 42),
    "key_items": (0x3B8, 30),
    "balls": (0x430, 13),
    "discs": (0x464, 58),
    "berries": (0x54C, 43),
}
FLAGS: Final = 0xEE0
VARS: Final = 0x1000
FIRST_VAR: Final = 0x4000

# second save block
OPTIONS_BUTTONS: Final = 0x13
OPTIONS_TEXT: Final = 0x14
OPTIONS_TEXT_SPEED: Final = 0x07
OPTIONS_BATTLE: Final = 0x15
OPTIONS_STYLE_SET: Final = 0x02
ENCRYPTION_KEY: Final = 0xF20

# player's avatar and object events
RUNNING_STATE: Final = 0x02
TILE_TRANSITION: Final = 0x03
OBJECT_EVENT_ID: Final = 0x05
OBJECT_EVENT_BYTES: Final = 0x24
OBJECT_EVENTS: Final = 16
HELD_MOVEMENT_ACTIVE: Final = 0x40
HELD_MOVEMENT_FINISHED: Final = 0x80
FACING: Final = 0x18

# palette fade
FADE_ACTIVE: Final = 0x07
FADE_ACTIVE_BIT: Final = 0x80

# script context
STACK_DEPTH: Final = 0x00
SCRIPT_MODE: Final = 0x01
NATIVE_POINTER: Final = 0x04
SCRIPT_POINTER: Final = 0x08
SCRIPT_STACK: Final = 0x0C
SCRIPT_STACK_MAX: Final = 20
SCRIPT_IDLE: Final = 2
NATIVE_WAIT: Final = 2

# text printer 0
PRINTER_ACTIVE: Final = 0x1B
PRINTER_STATE: Final = 0x1C
PRINTER_WAITS: Final = (1, 2, 3)

# tasks
TASKS: Final = 16
TASK_BYTES: Final = 40
TASK_ACTIVE: Final = 0x04

# party and battle records; what lies inside a battler is unconfirmed: profiles list it as "battler fields"
PARTY_BYTES: Final = 100
PARTY_MAX: Final = 6
BATTLER_BYTES: Final = 0x58
BATTLERS_MAX: Final = 4
BATTLER_MOVES: Final = 0x0C
BATTLER_PP: Final = 0x24
BATTLER_HP: Final = 0x28
BATTLER_LEVEL: Final = 0x2A
BATTLER_MAX_HP: Final = 0x2C

NEEDED_RAM: Final = frozenset(
    {
        "gSaveBlock1Ptr", "gSaveBlock2Ptr", "gPokemonStoragePtr", "gSaveBlock1", "gSaveBlock2", "gPokemonStorage",
        "gMain", "gPlayerParty", "gPlayerPartyCount", "gObjectEvents", "gPlayerAvatar", "gPaletteFade", "gTasks",
        "sGlobalScriptContextStatus", "sGlobalScriptContext", "sLockFieldControls", "sTextPrinters",
        "sMessageBoxType", "sInHelpSystem", "gBattleTypeFlags", "gBattleOutcome", "gBattleMons", "gBattlersCount",
        "gQuestLogState", "gQuestLogPlaybackState", "sPlayTimeCounterState",
    }
)  # fmt: skip
"""RAM symbols that a profile must place."""

NEEDED_CODE: Final = frozenset({"CB1_Overworld", "CB2_Overworld"})
"""Functions that a profile must place."""
