/* The course of a battle: choices, rounds, and how it ends. Side 0 is the player's. */
#include "battle.h"

static char line[160];
static u8 chosen[2], order[2], turn_now, tries, knock;
static u16 used_item;
static Callback after_words;
static void go_dark(void);

static void choose_action(void);
static void HandleInputChooseAction(void);
static void HandleInputChooseMove(void);
static void attack(void);
static void strike(void);

static bool trainer_battle(void) { return gBattleTypeFlags & BATTLE_TRAINER; }

static void wait_words(void) {
    if (battle_read()) battle_set(after_words);
}

static void say_then(Callback next) {
    after_words = next;
    battle_say(line);
    battle_set(wait_words);
}

static void send_out(void) {
    char *p = put(line, "Go, ");
    put(put(p, gBattleMons[0].name), "!");
    say_then(choose_action);
}

void rounds_begin(void) {
    tries = 0;
    used_item = 0;
    char *p = put(line, trainer_battle() ? "WREN wants a match!\nWREN sends out " : "A wild ");
    put(put(p, gBattleMons[1].name), trainer_battle() ? "!" : "\nrustles out of the grass!");
    say_then(send_out);
}

/* --- choosing: FIGHT BAG / PARTY RUN in a window on the right, then two moves --- */
static const s16 action_x[4] = {144, 194, 144, 194};
static const s16 action_y[4] = {120, 120, 136, 136};
static const char *const action_names[4] = {"FIGHT", "BAG", "PARTY", "RUN"};

static void action_cursor(bool shown) {
    u8 n = gActionSelectionCursor[0];
    canvas_cursor(action_x[n] - 8, action_y[n], shown);
}

static void choose_action(void) {
    box_open();
    canvas_text(12, 120, "What will");
    char *p = put(line, gBattleMons[0].name);
    put(p, " do?");
    canvas_text(12, 136, line);
    canvas_menu(16, 14, 14, 6);
    for (int n = 0; n < 4; n++) canvas_text(action_x[n], action_y[n], action_names[n]);
    action_cursor(true);
    put(gDisplayedStringBattle, "What will you do?");
    battle_set(HandleInputChooseAction);
}

static void move_cursor(bool shown) {
    u8 n = gMoveSelectionCursor[0];
    canvas_cursor(16, 120 + 16 * n, shown);
    if (!shown) return;
    canvas_fill(136, 120, 90, 28, PAPER);
    canvas_text(144, 120, "PP");
    canvas_number(162, 120, gBattleMons[0].pp[n], 2);
    canvas_glyph(174, 120, '/');
    canvas_number(180, 120, moves[gBattleMons[0].moves[n]].pp, 2);
}

static void choose_move(void) {
    canvas_clear(0, 14, 30, 6);
    canvas_menu(0, 14, 16, 6);
    canvas_menu(16, 14, 14, 6);
    for (int n = 0; n < 2; n++) canvas_text(24, 120 + 16 * n, moves[gBattleMons[0].moves[n]].name);
    move_cursor(true);
    battle_set(HandleInputChooseMove);
}

static void begin_round(void) {
    chosen[1] = random16() & 1;
    u16 own = gBattleMons[0].speed, foe = gBattleMons[1].speed;
    u16 luck = random16();
    /* the faster one goes first three times in four */
    bool first = own > foe ? luck % 4 != 0 : own < foe ? luck % 4 == 0 : luck & 1;
    order[0] = used_item || first ? 0 : 1;
    order[1] = !order[0];
    turn_now = 0;
    battle_set(attack);
}

static void run_away(void) {
    tries++;
    if (trainer_battle()) {
        put(line, "Nobody runs from a match!");
        say_then(choose_action);
        return;
    }
    if (random16() % 100 < 65 + tries * 15) {
        gBattleOutcome = OUTCOME_RAN;
        put(line, "You got away safely.");
        say_then(go_dark);
        return;
    }
    put(line, "There is no way out!");
    order[0] = 1;
    turn_now = 1;
    order[1] = 1;
    say_then(attack);
}

static bool opening_bag;
static void open_when_dark(void) {
    gPlayerParty[0].hp = gBattleMons[0].hp;
    companion_set_pp(&gPlayerParty[0], gBattleMons[0].pp);
    if (opening_bag) bag_open(true);
    else party_open(true);
}

static void open_screen(bool bag) {
    opening_bag = bag;
    fade_start(true);
    battle_set(open_when_dark);
}

static void HandleInputChooseAction(void) {
    u16 keys = gMain.newKeys;
    if (keys & KEY_WAYS) {
        action_cursor(false);
        u8 *n = &gActionSelectionCursor[0];
        if (keys & KEY_LEFT) *n &= ~1;
        if (keys & KEY_RIGHT) *n |= 1;
        if (keys & KEY_UP) *n &= ~2;
        if (keys & KEY_DOWN) *n |= 2;
        action_cursor(true);
    }
    if (!(keys & KEY_A)) return;
    switch (gActionSelectionCursor[0]) {
    case 0: choose_move(); break;
    case 1: open_screen(true); break;
    case 2: open_screen(false); break;
    default: run_away();
    }
}

static void HandleInputChooseMove(void) {
    u16 keys = gMain.newKeys;
    if (keys & (KEY_UP | KEY_DOWN)) {
        move_cursor(false);
        gMoveSelectionCursor[0] = keys & KEY_DOWN ? 1 : 0;
        move_cursor(true);
    }
    if (keys & KEY_B) {
        choose_action();
        return;
    }
    if (!(keys & KEY_A) || !gBattleMons[0].pp[gMoveSelectionCursor[0]]) return;
    chosen[0] = gMoveSelectionCursor[0];
    used_item = 0;
    begin_round();
}

void rounds_resume(u16 item) {
    used_item = item;
    if (item) begin_round();
    else choose_action();
}

/* --- one attack: words, a jolt, the level falls --- */
static u16 damage_of(const struct BattleMon *by, const struct BattleMon *to, const struct Move *move) {
    u32 base = (2u * by->level / 5 + 2) * move->power * by->attack / to->defense / 50 + 2;
    if (random16() % 16 == 0) base *= 2;
    base = base * (85 + random16() % 16) / 100;
    return base ? base : 1;
}

static void next_turn(void);

static void attack(void) {
    int side = order[turn_now];
    struct BattleMon *by = &gBattleMons[side], *to = &gBattleMons[!side];
    if (side == 0 && used_item) {
        put(put(line, by->name), " feels better!");
        used_item = 0;
        battle_refresh();
        say_then(next_turn);
        return;
    }
    const struct Move *move = &moves[by->moves[chosen[side]]];
    if (by->pp[chosen[side]]) by->pp[chosen[side]]--;
    bool hit = random16() % 100 < move->accuracy;
    u16 damage = hit ? damage_of(by, to, move) : 0;
    knock = hit ? 1 : 0;
    to->hp = damage >= to->hp ? 0 : to->hp - damage;
    if (side) gPlayerParty[0].hp = to->hp;
    else gEnemyParty[0].hp = to->hp;
    char *p = put(line, side ? (trainer_battle() ? "WREN's " : "The wild ") : "");
    p = put(put(p, by->name), " uses\n");
    p = put(put(p, move->name), hit ? "!" : "! It misses.");
    battle_say(line);
    battle_set(strike);
}

static void strike(void) {
    if (printer_active()) return;
    u8 frame = gBattleCommunication[0];
    int hurt = !order[turn_now];
    if (knock && frame < 12) {
        battle_sprite(hurt, (frame & 2) ? 3 : -3, true);
        gBattleCommunication[0]++;
        return;
    }
    battle_sprite(hurt, 0, true);
    if (!battle_bars()) return;
    if (battle_read()) next_turn();
}

static void won_level(void) {
    struct Companion *c = &gPlayerParty[0];
    char *p = put(put(line, gBattleMons[0].name), " grew to level ");
    put(put_number(p, c->level), "!");
    gBattleMons[0].level = c->level;
    gBattleMons[0].maxHp = c->maxHp;
    gBattleMons[0].hp = c->hp;
    battle_refresh();
    say_then(go_dark);
}

static void won_prize(void) {
    money_set(money_get() + 80);
    put(line, "You won the match against WREN!\nYou receive 80 coins.");
    say_then(go_dark);
}

static void go_dark(void) {
    fade_start(true);
    battle_set(battle_leave);
}

static bool level_rose;
static void won_next(void) {
    if (trainer_battle()) {
        if (level_rose) battle_refresh();
        won_prize();
    } else if (level_rose) won_level();
    else go_dark();
}

static void won(void) {
    gBattleOutcome = OUTCOME_WON;
    u32 gain = trainer_battle() ? 70 : 6 + gBattleMons[1].level * 4;
    companion_set_pp(&gPlayerParty[0], gBattleMons[0].pp);
    level_rose = companion_gain(&gPlayerParty[0], gain);
    gBattleMons[0].hp = gPlayerParty[0].hp;
    gBattleMons[0].maxHp = gPlayerParty[0].maxHp;
    gBattleMons[0].level = gPlayerParty[0].level;
    char *p = put(put(line, gBattleMons[0].name), " gained ");
    p = put(put_number(p, gain), " experience!");
    if (level_rose && trainer_battle()) put(put_number(put(p, "\nIt grew to level "), gPlayerParty[0].level), "!");
    say_then(won_next);
}

static void lost(void) {
    gBattleOutcome = OUTCOME_LOST;
    put(line, trainer_battle() ? "WREN won the match.\nThat happens to everybody." : "You carry your companion home.");
    say_then(go_dark);
}

static void next_turn(void) {
    for (int side = 0; side < 2; side++) {
        if (gBattleMons[side].hp) continue;
        battle_sprite(side, 0, false);
        char *p = put(line, side ? (trainer_battle() ? "WREN's " : "The wild ") : "");
        put(put(p, gBattleMons[side].name), "\ncan go on no longer!");
        say_then(side ? won : lost);
        return;
    }
    if (++turn_now < 2) battle_set(attack);
    else choose_action();
}
