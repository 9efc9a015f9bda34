"""Where each variable of the state lies: the addresses FireRed uses, and the linker script that puts them there."""

SYMBOLS: dict[str, tuple[int, int]] = {
    "gSaveBlock1Ptr": (0x03005008, 4),
    "gSaveBlock2Ptr": (0x0300500C, 4),
    "gPokemonStoragePtr": (0x03005010, 4),
    "gSaveBlock1": (0x0202552C, 0x3D68 + 0x80),
    "gSaveBlock2": (0x02024588, 0xF24 + 0x80),
    "gPokemonStorage": (0x02029314, 0x83D0 + 0x80),
    "gMain": (0x030030F0, 0x43C),
    "gPlayerParty": (0x02024284, 0x258),
    "gPlayerPartyCount": (0x02024029, 1),
    "gEnemyParty": (0x0202402C, 0x258),
    "gObjectEvents": (0x02036E38, 0x240),
    "gPlayerAvatar": (0x02037078, 0x20),
    "gMapHeader": (0x02036DFC, 0x1C),
    "VMap": (0x03005040, 0xC),
    "gPaletteFade": (0x02037AB8, 0x10),
    "gTasks": (0x03005090, 0x280),
    "sGlobalScriptContextStatus": (0x03000EA8, 1),
    "sGlobalScriptContext": (0x03000EB0, 0x74),
    "sLockFieldControls": (0x03000F9C, 1),
    "sMsgBoxIsCancelable": (0x03000F9E, 1),
    "sTextPrinters": (0x02020034, 0x480),
    "sMessageBoxType": (0x0203709C, 1),
    "gStringVar4": (0x02021D18, 0x3E8),
    "gDisplayedStringBattle": (0x0202298C, 0x12C),
    "sStartMenuCallback": (0x020370F0, 4),
    "sStartMenuCursorPos": (0x020370F4, 1),
    "sNumStartMenuItems": (0x020370F5, 1),
    "sStartMenuOrder": (0x020370F6, 9),
    "sYesNoWindowId": (0x0203ADF3, 1),
    "sInHelpSystem": (0x0203F177, 1),
    "gBagMenuState": (0x0203ACFC, 0x14),
    "gBagPockets": (0x0203988C, 0x28),
    "gPartyMenu": (0x0203B0A0, 0x14),
    "gSpecialVar_Result": (0x020370D0, 2),
    "gSpecialVar_LastTalked": (0x020370D2, 2),
    "gSpecialVar_ItemId": (0x0203AD30, 2),
    "gBattleTypeFlags": (0x02022B4C, 4),
    "gBattleOutcome": (0x02023E8A, 1),
    "gBattleMons": (0x02023BE4, 0x160),
    "gBattlersCount": (0x02023BCC, 1),
    "gBattlerPartyIndexes": (0x02023BCE, 8),
    "gBattleMainFunc": (0x03004F84, 4),
    "gBattleCommunication": (0x02023E82, 8),
    "gBattleControllerExecFlags": (0x02023BC8, 4),
    "gActionSelectionCursor": (0x02023FF8, 4),
    "gMoveSelectionCursor": (0x02023FFC, 4),
    "gTrainerBattleOpponent_A": (0x020386AE, 2),
    "sTrainerBattleMode": (0x020386AC, 2),
    "sRivalBattleFlags": (0x020386CC, 2),
    "gQuestLogState": (0x0203ADFA, 1),
    "gQuestLogPlaybackState": (0x03005E88, 1),
    "sPlayTimeCounterState": (0x03000E7C, 1),
    "gRngValue": (0x03005000, 4),
    "gSaveCounter": (0x03005390, 4),
    "gSaveFileStatus": (0x030053A0, 2),
    "gFlashMemoryPresent": (0x03005004, 4),
    "sWarpDestination": (0x02031DBC, 8),
}

_HEAD = """OUTPUT_ARCH(arm)
ENTRY(_start)
MEMORY {
    rom (rx) : ORIGIN = 0x08000000, LENGTH = 32M
    own (rwx) : ORIGIN = 0x02000000, LENGTH = 128K
    ewram (rw) : ORIGIN = 0x02020000, LENGTH = 128K
    iwram (rw) : ORIGIN = 0x03000000, LENGTH = 0x7E00
}
SECTIONS {
    .text 0x08000000 : {
        KEEP(*(.crt0))
        KEEP(*(.text.CB2_*))
        *(.text .text.*)
        . = ALIGN(4);
        KEEP(*(.rodata.save_type))
        KEEP(*(.rodata.scenes))
        KEEP(*(.rodata.people))
        KEEP(*(.rodata.texts))
        *(.rodata .rodata.*)
        . = ALIGN(4);
        __data_load = .;
    } > rom
    .data 0x02000000 : AT(__data_load) {
        __data_start = .;
        *(.data .data.*)
        . = ALIGN(4);
        __data_end = .;
    } > own
"""
_TAIL = """    .bss : {
        *(.bss .bss.*)
    } > own
    /DISCARD/ : { *(.comment) *(.ARM.attributes) *(.note*) *(.ARM.exidx*) }
}
"""


def linker_script() -> str:
    """Return the script: each variable a section of its own, so that the linker reports any overlap and wrong size."""
    parts = [_HEAD]
    for name, (address, size) in sorted(SYMBOLS.items(), key=lambda item: item[1]):
        region = "iwram" if address >= 0x03000000 else "ewram"
        parts.append(f"    .fixed.{name} {address:#010x} : {{ KEEP(*(.bss.{name})) }} > {region}\n")
        parts.append(f'    ASSERT(SIZEOF(.fixed.{name}) == {size:#x}, "{name} has the wrong size")\n')
        parts.append(f'    ASSERT({name} == {address:#010x}, "{name} is in the wrong place")\n')
    return "".join([*parts, _TAIL])
