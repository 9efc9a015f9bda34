/* Bag, party and logbook: whole screens drawn on the canvas. */
#include "game.h"

static bool in_battle;
static u16 used_item;
static u8 cursor;

/* --- the way in and out that all three share --- */
static void open(Callback run, bool battle) {
    in_battle = battle;
    used_item = 0;
    cursor = 0;
    sprites_clear();
    canvas_clear(0, 0, 30, 20);
    palette_field();
    BG_PALETTE[0] = BACKDROP;
    layers(0x1100);
    fade_start(false);
    gMain.callback2 = run;
    gMain.state = 0;
}

/* True while the screen is not to take keys; leaves when it has gone dark. */
static bool busy(void) {
    sprites_commit();
    printers_run();
    fade_run();
    if (fading()) return true;
    if (gMain.state == 0) return false;
    if (in_battle) battle_resume(used_item);
    else return_to_field();
    return true;
}

static void leave(void) {
    gMain.state = 1;
    fade_start(true);
}

static void icon(int n, int tile, int x, int y) {
    gMain.oam[n][0] = (y & 255) | 0x2000;
    gMain.oam[n][1] = (x & 511) | 0x4000;
    gMain.oam[n][2] = tile;
}

static void lines(int x, int y, const char *text) { canvas_text(x, y, text); }

/* Break a long text into lines of at most `width` letters. */
static void wrapped(int x, int y, int width, const char *text) {
    char line[40];
    while (*text) {
        int end = 0, cut = 0;
        for (; text[end] && end < width; end++)
            if (text[end] == ' ') cut = end;
        if (!text[end]) cut = end;
        for (int n = 0; n < cut; n++) line[n] = text[n];
        line[cut] = 0;
        canvas_text(x, y, line);
        y += 14;
        text += cut;
        while (*text == ' ') text++;
    }
}

static void move_cursor(int count, int x, int y, int step) {
    u16 keys = gMain.newKeys;
    if (!count || !(keys & (KEY_UP | KEY_DOWN))) return;
    canvas_cursor(x, y + step * cursor, false);
    cursor = (cursor + (keys & KEY_UP ? count - 1 : 1)) % count;
    canvas_cursor(x, y + step * cursor, true);
}

/* --- bag: three pockets, LEFT and RIGHT turn them --- */
static const char *const pocket_names[] = {"ITEMS", "KEY ITEMS", "BALLS"};
static const u8 icon_of_pocket_item[] = {1, 0, 2};

static int bag_count(void) {
    struct ItemSlot *slots = pocket_slots(gBagMenuState.pocket);
    int n = 0;
    while (n < 6 && slots[n].id) n++;
    return n;
}

static void bag_about(void) {
    canvas_window(0, 14, 30, 6);
    sprites_clear();
    if (cursor >= bag_count()) {
        lines(12, 120, "Put the bag away.");
        return;
    }
    u16 item = pocket_slots(gBagMenuState.pocket)[cursor].id;
    gSpecialVar_ItemId = item;
    icon(0, ICON_TILE(icon_of_pocket_item[pocket_of(item)]), 16, 64);
    lines(12, 120, item_about(item));
}

static void bag_draw(void) {
    cursor = 0;
    canvas_menu(0, 0, 11, 4);
    lines(12, 10, pocket_names[gBagMenuState.pocket]);
    canvas_menu(11, 0, 19, 14);
    struct ItemSlot *slots = pocket_slots(gBagMenuState.pocket);
    int count = bag_count();
    for (int n = 0; n < count; n++) {
        lines(112, 10 + 16 * n, item_name(slots[n].id));
        canvas_glyph(206, 10 + 16 * n, GLYPH_TIMES);
        canvas_number(212, 10 + 16 * n, slot_quantity(&slots[n]), 2);
    }
    lines(112, 10 + 16 * count, "CLOSE");
    canvas_cursor(104, 10, true);
    bag_about();
}

static void bag_use(u16 item) {
    struct Companion *c = &gPlayerParty[0];
    canvas_window(0, 14, 30, 6);
    if (item != ITEM_POTION) lines(12, 120, "This is not the moment for it.");
    else if (!gPlayerPartyCount || c->hp == c->maxHp) lines(12, 120, "It would not help anybody now.");
    else {
        c->hp = c->hp + 20 > c->maxHp ? c->maxHp : c->hp + 20;
        item_remove(item, 1);
        used_item = item;
        if (in_battle) {
            leave();
            return;
        }
        bag_draw();
        canvas_window(0, 14, 30, 6);
        lines(12, 120, "Your companion feels better.");
    }
}

void CB2_BagMenuRun(void) {
    if (busy()) return;
    u16 keys = gMain.newKeys;
    if (keys & (KEY_LEFT | KEY_RIGHT)) {
        gBagMenuState.pocket = (gBagMenuState.pocket + (keys & KEY_LEFT ? 2 : 1)) % 3;
        bag_draw();
        return;
    }
    if (keys & (KEY_UP | KEY_DOWN)) {
        move_cursor(bag_count() + 1, 104, 10, 16);
        bag_about();
    }
    if ((keys & KEY_B) || ((keys & KEY_A) && cursor >= bag_count())) {
        gBagMenuState.open = 0;
        leave();
    } else if (keys & KEY_A) bag_use(pocket_slots(gBagMenuState.pocket)[cursor].id);
}

void bag_open(bool battle) {
    gBagMenuState.open = 1;
    open(CB2_BagMenuRun, battle);
    bag_draw();
}

/* --- party: one row of 24 pixels for each companion --- */
void CB2_UpdatePartyMenu(void) {
    if (busy()) return;
    move_cursor(gPlayerPartyCount, 12, 14, 24);
    gPartyMenu.slot = cursor;
    if (gMain.newKeys & (KEY_A | KEY_B)) leave();
}

void party_open(bool battle) {
    open(CB2_UpdatePartyMenu, battle);
    canvas_menu(0, 0, 30, 14);
    canvas_window(0, 14, 30, 6);
    lines(12, 120, gPlayerPartyCount ? "Your companions." : "Nobody travels with you yet.");
    for (int n = 0; n < gPlayerPartyCount; n++) {
        const struct Companion *c = &gPlayerParty[n];
        int y = 14 + 24 * n;
        icon(n, CREATURE_ICON_TILE(species_picture(companion_species(c))), 24, y - 3);
        lines(48, y, species_name(companion_species(c)));
        lines(114, y, "Lv");
        canvas_number(126, y, c->level, 2);
        lines(150, y, "HP");
        canvas_number(168, y, c->hp, 2);
        canvas_glyph(180, y, '/');
        canvas_number(186, y, c->maxHp, 2);
        canvas_bar(150, y + 13, 60, c->hp, c->maxHp);
    }
    if (gPlayerPartyCount) canvas_cursor(12, 14, true);
}

/* --- logbook: every creature of the valley, seen ones by name --- */
static void logbook_about(void) {
    canvas_window(0, 12, 30, 8);
    const struct Creature *c = &creatures[cursor];
    wrapped(12, 104, 35, seen_get(c->id) ? c->text : "Not seen yet.");
}

void CB2_PokedexScreen(void) {
    if (busy()) return;
    if (gMain.newKeys & (KEY_UP | KEY_DOWN)) {
        move_cursor(CREATURES, 12, 10, 16);
        logbook_about();
    }
    if (gMain.newKeys & (KEY_A | KEY_B)) leave();
}

void logbook_open(void) {
    open(CB2_PokedexScreen, false);
    canvas_menu(0, 0, 30, 12);
    for (int n = 0; n < CREATURES; n++) {
        int y = 10 + 16 * n;
        canvas_number(24, y, n + 1, 1);
        lines(60, y, seen_get(creatures[n].id) ? creatures[n].name : "- - -");
        if (seen_get(creatures[n].id)) icon(n, CREATURE_ICON_TILE(n), 38, y - 2);
    }
    canvas_cursor(12, 10, true);
    logbook_about();
}
