/* The state that an oracle reads: the structures and places FireRed uses. build.py puts each variable at its address. */
#pragma once
#include "data.h"

typedef void (*Callback)(void);

struct Main {
    Callback callback1, callback2, savedCallback, vblankCallback, hblankCallback, vcountCallback, serialCallback;
    u16 intrCheck;
    u32 *vblankCounter1;
    u32 vblankCounter2;
    u16 heldKeysRaw, newKeysRaw, heldKeys, newKeys, newAndRepeatedKeys, keyRepeatCounter;
    u8 watchedKeys[4];
    u16 oam[128][4];
    u8 state;
    u8 oamLoadDisabled : 1, inBattle : 1, anyLinkBattlerHasFrontierPass : 1;
    u16 unused;
};

struct Warp { s8 group, num, id; s16 x, y; };
struct ItemSlot { u16 id, quantity; };

struct Companion { /* one party record */
    u32 personality, owner;
    char name[10];
    u8 language, bits;
    char ownerName[7];
    u8 markings;
    u16 checksum, unknown;
    u32 secure[12];
    u32 status;
    u8 level, mail;
    u16 hp, maxHp, attack, defense, speed, spAttack, spDefense;
};

struct SaveBlock1 {
    s16 x, y;
    struct Warp location, continueWarp, dynamicWarp, healWarp, escapeWarp;
    u8 gap2c[6];
    u16 mapLayoutId;
    u8 partyCount, gap35[3];
    struct Companion party[6];
    u32 money;
    u16 coins, registeredItem;
    struct ItemSlot pcItems[30], items[42], keyItems[30], balls[13], discs[58], berries[43];
    u8 seen1[52];
    u8 gap62c[0x74];
    u8 objectEvents[0x240];
    u8 objectTemplates[0x600];
    u8 flags[0x120];
    u16 vars[0x100];
    u32 gameStats[64];
    u8 questLog[0x2718];
    u8 seen2[52];
    char rivalName[8];
    u8 rest[0x314];
};

struct SaveBlock2 {
    char playerName[8];
    u8 gender, gap9, trainerId[4];
    u16 hours;
    u8 minutes, seconds, vblanks, buttonMode;
    u8 textSpeed : 3, windowFrame : 5;
    u8 sound : 1, battleStyle : 1, battleSceneOff : 1, regionMapZoom : 1;
    u8 gap16[2];
    u8 pokedexHead[0x10], owned[52], seen[52], pokedexTail[0xC8C];
    u8 gapD1C[0x204];
    u32 encryptionKey;
};

struct Storage { u8 boxes[0x83D0]; };

struct ObjectEvent {
    u8 active : 1, singleMovement : 1, landingJump : 1, disableCoveringGround : 1, noShadow : 1, hasReflection : 1,
        heldMovementActive : 1, heldMovementFinished : 1;
    u8 frozen : 1, facingLocked : 1, disableAnim : 1, enableAnim : 1, inanimate : 1, invisible : 1, offScreen : 1, trackedByCamera : 1;
    u8 isPlayer : 1, restB : 7;
    u8 restC;
    u8 spriteId, graphicsId, movementType, trainerType, localId, mapNum, mapGroup, elevation;
    s16 initialX, initialY, x, y, previousX, previousY;
    u8 facing : 4, movementDirection : 4;
    u8 range, fieldEffectSprite, warpArrowSprite, movementActionId, trainerRange, behavior, previousBehavior;
    u8 previousMovementDirection, directionSequenceIndex, playerMovement, end;
};

struct PlayerAvatar {
    u8 flags, transitionFlags, runningState, tileTransitionState, spriteId, objectEventId, preventStep, gender;
    u8 rest[0x18];
};


struct MapHeader {
    const struct MapSize *layout;
    const void *events, *scripts, *connections;
    u16 music, layoutId;
    u8 section, cave, weather, type;
    u8 rest[4];
};
struct BackupLayout { s32 width, height; u16 *grid; };
struct PaletteFade { u8 head[7]; u8 bits; u8 tail[8]; };
struct Task { Callback func; u8 isActive, prev, next, priority; s16 data[16]; };
struct ScriptContext {
    u8 stackDepth, mode, comparison;
    bool (*native)(void);
    const u8 *pointer;
    const u8 *stack[20];
    const void *commands, *commandsEnd;
    u32 data[4];
};
struct TextPrinter {
    const char *current;
    u8 windowId, fontId, x, y, left, top, letterSpacing, lineSpacing;
    u8 colours[15];
    u8 active, state, speed, delay, scroll, minLetterSpacing, japanese, end;
};
struct BattleMon {
    u16 species, attack, defense, speed, spAttack, spDefense, moves[4];
    u8 ivs[4], stages[8], ability, types[2], restA;
    u8 pp[4];
    u16 hp;
    u8 level, friendship;
    u16 maxHp, item;
    char name[11];
    u8 ppBonuses;
    char ownerName[8];
    u32 experience, personality, status1, status2, owner;
};
struct BagMenuState { Callback back; u8 open4, open, pocket; u8 rest[13]; };
struct PartyMenu { u8 head[9]; u8 slot; u8 rest[10]; };
struct BagPocket { struct ItemSlot *slots; u8 capacity; };

_Static_assert(sizeof(struct Main) == 0x43C, "Main");
_Static_assert(offsetof(struct Main, vblankCounter2) == 0x24, "vblankCounter2");
_Static_assert(offsetof(struct Main, heldKeysRaw) == 0x28, "heldKeysRaw");
_Static_assert(offsetof(struct Main, state) == 0x438, "state");
_Static_assert(sizeof(struct Companion) == 100, "Companion");
_Static_assert(offsetof(struct Companion, checksum) == 0x1C, "checksum");
_Static_assert(offsetof(struct Companion, level) == 0x54, "level");
_Static_assert(offsetof(struct SaveBlock1, mapLayoutId) == 0x32, "mapLayoutId");
_Static_assert(offsetof(struct SaveBlock1, money) == 0x290, "money");
_Static_assert(offsetof(struct SaveBlock1, seen1) == 0x5F8, "seen1");
_Static_assert(offsetof(struct SaveBlock1, objectEvents) == 0x6A0, "objectEvents");
_Static_assert(offsetof(struct SaveBlock1, flags) == 0xEE0, "flags");
_Static_assert(offsetof(struct SaveBlock1, vars) == 0x1000, "vars");
_Static_assert(offsetof(struct SaveBlock1, gameStats) == 0x1200, "gameStats");
_Static_assert(offsetof(struct SaveBlock1, seen2) == 0x3A18, "seen2");
_Static_assert(sizeof(struct SaveBlock1) == 0x3D68, "SaveBlock1");
_Static_assert(offsetof(struct SaveBlock2, owned) == 0x28, "owned");
_Static_assert(offsetof(struct SaveBlock2, seen) == 0x5C, "seen");
_Static_assert(offsetof(struct SaveBlock2, encryptionKey) == 0xF20, "encryptionKey");
_Static_assert(sizeof(struct ObjectEvent) == 0x24, "ObjectEvent");
_Static_assert(sizeof(struct ScriptContext) == 0x74, "ScriptContext");
_Static_assert(offsetof(struct TextPrinter, active) == 0x1B, "TextPrinter");
_Static_assert(sizeof(struct TextPrinter) == 0x24, "TextPrinter");
_Static_assert(sizeof(struct BattleMon) == 0x58, "BattleMon");
_Static_assert(offsetof(struct BattleMon, pp) == 0x24, "pp");
_Static_assert(offsetof(struct BattleMon, hp) == 0x28, "hp");
_Static_assert(offsetof(struct BattleMon, maxHp) == 0x2C, "maxHp");
_Static_assert(sizeof(struct Task) == 40, "Task");
_Static_assert(sizeof(struct PartyMenu) == 0x14 && offsetof(struct PartyMenu, slot) == 9, "PartyMenu");
_Static_assert(sizeof(struct BagMenuState) == 0x14 && offsetof(struct BagMenuState, open) == 5, "BagMenuState");

extern struct Main gMain;
extern struct SaveBlock1 *gSaveBlock1Ptr;
extern struct SaveBlock2 *gSaveBlock2Ptr;
extern struct Storage *gPokemonStoragePtr;
extern u8 gSaveBlock1[0x3D68 + 0x80], gSaveBlock2[0xF24 + 0x80], gPokemonStorage[0x83D0 + 0x80];
extern struct Companion gPlayerParty[6], gEnemyParty[6];
extern u8 gPlayerPartyCount;
extern struct ObjectEvent gObjectEvents[16];
extern struct PlayerAvatar gPlayerAvatar;
extern struct MapHeader gMapHeader;
extern struct BackupLayout VMap;
extern struct PaletteFade gPaletteFade;
extern struct Task gTasks[16];
extern u8 sGlobalScriptContextStatus, sLockFieldControls, sMsgBoxIsCancelable, sMessageBoxType, sInHelpSystem;
extern struct ScriptContext sGlobalScriptContext;
extern struct TextPrinter sTextPrinters[32];
extern char gStringVar4[1000], gDisplayedStringBattle[300];
extern Callback sStartMenuCallback;
extern u8 sStartMenuCursorPos, sNumStartMenuItems, sStartMenuOrder[9], sYesNoWindowId;
extern struct BagMenuState gBagMenuState;
extern struct BagPocket gBagPockets[5];
extern struct PartyMenu gPartyMenu;
extern u16 gSpecialVar_Result, gSpecialVar_LastTalked, gSpecialVar_ItemId;
extern u32 gBattleTypeFlags;
extern u8 gBattleOutcome, gBattlersCount;
extern u16 gBattlerPartyIndexes[4];
extern struct BattleMon gBattleMons[4];
extern Callback gBattleMainFunc;
extern u8 gBattleCommunication[8], gActionSelectionCursor[4], gMoveSelectionCursor[4];
extern u32 gBattleControllerExecFlags;
extern u16 gTrainerBattleOpponent_A, sTrainerBattleMode, sRivalBattleFlags;
extern u8 gQuestLogState, gQuestLogPlaybackState, sPlayTimeCounterState;
extern u32 gRngValue, gSaveCounter, gFlashMemoryPresent;
extern u16 gSaveFileStatus;
extern struct Warp sWarpDestination;
