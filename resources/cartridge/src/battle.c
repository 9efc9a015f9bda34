/* Battles: two creatures, turn by turn. What happens is decided in rounds.c; here it is shown. */
#include "battle.h"

static u16 foe_species;
static u8 foe_level;
static u8 shown_hp[2];

void battle_set(Callback phase) {
    gBattleMainFunc = phase;
    gBattleCommunication[0] = 0;
}

void battle_say(const char *text) {
    box_open();
    box_print(text, gDisplayedStringBattle, 12, 120);
}

/* Printed to its end and then pressed away. */
bool battle_read(void) { return !printer_active() && (gMain.newKeys & (KEY_A | KEY_B)); }

static void show_numbers(int side) {
    const struct BattleMon *mon = &gBattleMons[side];
    if (side) {
        canvas_bar(BOX_FOE_X + 44, BOX_FOE_Y + 22, 48, shown_hp[1], mon->maxHp);
        return;
    }
    canvas_bar(BOX_OWN_X + 44, BOX_OWN_Y + 19, 48, shown_hp[0], mon->maxHp);
    canvas_fill(BOX_OWN_X + 50, BOX_OWN_Y + 25, 48, 12, 0);
    canvas_number(BOX_OWN_X + 56, BOX_OWN_Y + 25, shown_hp[0], 2);
    canvas_glyph(BOX_OWN_X + 68, BOX_OWN_Y + 25, '/');
    canvas_number(BOX_OWN_X + 74, BOX_OWN_Y + 25, mon->maxHp, 2);
}

static void show_box(int side) {
    const struct BattleMon *mon = &gBattleMons[side];
    int x = side ? BOX_FOE_X : BOX_OWN_X, y = side ? BOX_FOE_Y : BOX_OWN_Y;
    canvas_fill(x + 8, y + 4, 92, 12, 0);
    canvas_text(x + 8, y + 4, mon->name);
    canvas_text(x + 74, y + 4, "Lv");
    canvas_number(x + 86, y + 4, mon->level, mon->level > 9 ? 2 : 1);
    show_numbers(side);
}

/* Let the shown level follow the real one; true when it has arrived. */
bool battle_bars(void) {
    bool done = true;
    for (int side = 0; side < 2; side++) {
        u8 hp = gBattleMons[side].hp;
        if (shown_hp[side] == hp) continue;
        done = false;
        if (gMain.vblankCounter2 & 1) continue;
        shown_hp[side] += shown_hp[side] < hp ? 1 : -1;
        show_numbers(side);
    }
    return done;
}

void battle_sprite(int side, int dx, bool shown) {
    u16 *oam = gMain.oam[side];
    if (!shown) {
        oam[0] = 0x0200;
        return;
    }
    int x = (side ? 152 : 24) + dx, y = side ? 4 : 50;
    oam[0] = (y & 255) | 0x2000;
    oam[1] = (x & 511) | 0xC000;
    oam[2] = (side ? 512 : 640) | 2 << 10;
}

void battle_refresh(void) {
    show_box(0);
    show_box(1);
}

static void load_screen(void) {
    canvas_clear(0, 0, 30, 20);
    sprites_clear();
    picture_show(place_tiles, place_map, place_palette, place_bytes, 14, place_colours);
    dma_copy(obj_palette, (u32)OBJ_PALETTE, 512);
    dma_copy(creature_front[species_picture(gBattleMons[1].species)], OBJ_VRAM + 0x4000, 4096);
    dma_copy(creature_back[species_picture(gBattleMons[0].species)], OBJ_VRAM + 0x5000, 4096);
    for (int side = 0; side < 2; side++) battle_sprite(side, 0, gBattleMons[side].hp > 0);
    battle_refresh();
    box_open();
    sprites_commit();
    layers(0x1900);
}

static void BattleMainCB1(void) {}

void BattleMainCB2(void) {
    fade_run();
    if (!fading()) gBattleMainFunc();
    if (gMain.callback2 != BattleMainCB2) return;
    printers_run();
    sprites_commit();
}

static void fill_mon(int side, const struct Companion *c) {
    struct BattleMon *mon = &gBattleMons[side];
    memset(mon, 0, sizeof *mon);
    mon->species = companion_species(c);
    mon->attack = c->attack;
    mon->defense = c->defense;
    mon->speed = c->speed;
    mon->spAttack = c->spAttack;
    mon->spDefense = c->spDefense;
    companion_moves(c, mon->moves, mon->pp);
    mon->hp = c->hp;
    mon->maxHp = c->maxHp;
    mon->level = c->level;
    mon->personality = c->personality;
    memcpy(mon->name, species_name(mon->species), 10);
    shown_hp[side] = mon->hp;
}

/* Three looks at the same start, as FireRed has them: the blocks move, the state is filled, the screen is drawn. */
static void CB2_HandleStartBattle(void) {
    gBattlersCount = 2;
    gBattleOutcome = 0;
    memset(gEnemyParty, 0, sizeof gEnemyParty);
    companion_make(&gEnemyParty[0], foe_species, foe_level);
    fill_mon(0, &gPlayerParty[0]);
    fill_mon(1, &gEnemyParty[0]);
    if (gBattleTypeFlags & BATTLE_TRAINER) gBattleMons[1].attack -= 1; /* the odds are a little better than even */
    gBattlerPartyIndexes[0] = gBattlerPartyIndexes[1] = 0;
    gActionSelectionCursor[0] = gMoveSelectionCursor[0] = 0;
    seen_set(foe_species, false);
    load_screen();
    rounds_begin();
    gMain.vblankCallback = VBlankCB_Field;
    fade_start(false);
    set_callbacks(BattleMainCB1, BattleMainCB2);
}

void CB2_InitBattle(void) {
    gMain.inBattle = 1;
    gMain.vblankCallback = NULL;
    MoveSaveBlocks_ResetHeap();
    set_callbacks(NULL, CB2_HandleStartBattle);
}

static void Task_BattleStart(void) {
    s16 *frame = &current_task->data[0];
    if (*frame < 12) BLDY = (*frame & 2) ? 8 : 0;
    else if (*frame == 12) fade_start(true);
    else if (!fading()) {
        tasks_clear();
        set_callbacks(NULL, CB2_InitBattle);
        return;
    }
    ++*frame;
}

static void start(u32 type, u16 species, u8 level) {
    sLockFieldControls = 1;
    gBattleTypeFlags = type;
    gBattleOutcome = 0;
    foe_species = species;
    foe_level = level;
    box_close();
    task_start(Task_BattleStart);
}

void battle_start_wild(u16 species, u8 level) { start(BATTLE_WILD, species, level); }

void battle_start_rival(u16 trainer) {
    gTrainerBattleOpponent_A = trainer;
    sTrainerBattleMode = 9;
    sRivalBattleFlags = 3;
    start(BATTLE_RIVAL, trainer == 326 ? SPECIES_WATER : trainer == 327 ? SPECIES_GRASS : SPECIES_FIRE, 5);
}

/* Back from bag or party in the middle of a battle; an item that was used costs the turn. */
static u16 resumed_item;
static void CB2_ReturnToBattle(void) {
    fill_mon(0, &gPlayerParty[0]);
    load_screen();
    rounds_resume(resumed_item);
    fade_start(false);
    set_callbacks(BattleMainCB1, BattleMainCB2);
}

void battle_resume(u16 item) {
    resumed_item = item;
    set_callbacks(NULL, CB2_ReturnToBattle);
}

/* After the last message the screen has gone dark. */
void battle_leave(void) {
    gPlayerParty[0].hp = gBattleMons[0].hp;
    companion_set_pp(&gPlayerParty[0], gBattleMons[0].pp);
    set_callbacks(NULL, gBattleTypeFlags & BATTLE_TRAINER ? CB2_EndTrainerBattle : CB2_EndWildBattle);
}

static void ReturnFromBattleToOverworld(void) {
    gMain.inBattle = 0;
    return_to_field();
}

void CB2_EndTrainerBattle(void) {
    flag_set(FLAG_TRAINER + gTrainerBattleOpponent_A);
    ReturnFromBattleToOverworld();
}

void CB2_EndWildBattle(void) {
    if (gBattleOutcome != OUTCOME_LOST) {
        ReturnFromBattleToOverworld();
        return;
    }
    gMain.inBattle = 0;
    set_callbacks(NULL, CB2_WhiteOut);
}
