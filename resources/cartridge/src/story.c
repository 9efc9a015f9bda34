/* Where the story hooks into the world: who is there, what a tile or an arrival starts, how a new game begins. */
#include "game.h"

extern const u8 script_north_edge_start[], script_laboratory_intro_start[], script_gate_choose[], script_rival_battle_start[],
    script_parcel_handover_start[], script_north_road_blocked[], script_north_road_end[], script_ball_1[], script_ball_2[],
    script_ball_3[], script_logbook_table[];

static bool white_out;

bool story_hidden(int id) {
    if (id == OBJ_professor) return flag_get(FLAG_HIDE_PROFESSOR_LAB);
    if (id == OBJ_rival) return flag_get(FLAG_HIDE_RIVAL);
    return false;
}

const u8 *story_trigger(int trigger) {
    u16 lab = var_get(VAR_LAB);
    switch (trigger) {
    case TRIGGER_north_edge: return var_get(VAR_EDGE) == 0 ? script_north_edge_start : NULL;
    case TRIGGER_gate: return lab == 2 ? script_gate_choose : lab == 3 ? script_rival_battle_start : NULL;
    case TRIGGER_north_road:
        if (var_get(VAR_NORTH_ROAD) == 0) return script_north_road_blocked;
        return gSaveBlock1Ptr->y == 0 ? script_north_road_end : NULL;
    default: return NULL;
    }
}

/* What plays when a map has been entered by a warp. */
const u8 *story_arrival(void) {
    if (white_out) {
        white_out = false;
        return map_now == maps[MAP_house] ? script_white_out : script_white_out_rest;
    }
    if (map_now == maps[MAP_laboratory] && var_get(VAR_LAB) == 1) return script_laboratory_intro_start;
    if (map_now == maps[MAP_shop] && var_get(VAR_SHOP) == 0) return script_parcel_handover_start;
    return NULL;
}

void story_entered(const struct Map *map) {
    if (map == maps[MAP_town]) flag_set(FLAG_SEEN_TOWN);
    if (map == maps[MAP_next_town]) flag_set(FLAG_SEEN_NEXT_TOWN);
    if (map == maps[MAP_rest_house]) gSaveBlock1Ptr->healWarp = (struct Warp){map->group, map->num, -1, 6, 4};
    if (map == maps[MAP_laboratory]) flag_set(FLAG_VISITED_LAB);
    if (map == maps[MAP_bedroom] && var_get(VAR_BEDROOM) == 0) var_set(VAR_BEDROOM, 1);
}

static void thing(int id, int object, int x, int y, const u8 *script) {
    int n = object_spawn(id, PEOPLE + object, x, y, DOWN);
    bodies[n].script = script;
}

/* Things on tables, and people whom the story has moved. */
void story_people(void) {
    if (map_now == maps[MAP_laboratory]) {
        if (!flag_get(FLAG_FIRST_BALL)) thing(OBJ_ball_1, OBJECT_BALL, 8, 4, script_ball_1);
        if (!flag_get(FLAG_FIRST_BALL + 1)) thing(OBJ_ball_2, OBJECT_BALL, 9, 4, script_ball_2);
        if (!flag_get(FLAG_FIRST_BALL + 2)) thing(OBJ_ball_3, OBJECT_BALL, 10, 4, script_ball_3);
        if (!flag_get(FLAG_HIDE_LOGBOOKS)) {
            thing(OBJ_logbook_1, OBJECT_LOGBOOK, 0, 5, script_logbook_table);
            thing(OBJ_logbook_2, OBJECT_LOGBOOK, 1, 5, script_logbook_table);
        }
    }
    int n = object_find(OBJ_old_man);
    if (n > 0 && var_get(VAR_NORTH_ROAD) >= 1) {
        struct ObjectEvent *o = &gObjectEvents[n];
        o->x = o->previousX = o->initialX = o->x - 1;
        o->y = o->previousY = o->initialY = o->y + 1;
    }
}

void story_new_game(void) {
    point_save_blocks(0);
    clear_save_blocks();
    memset(gPlayerParty, 0, sizeof gPlayerParty);
    gPlayerPartyCount = 0;
    u32 high = random16();
    u32 trainer = high << 16 | random16();
    memcpy(gSaveBlock2Ptr->trainerId, &trainer, 4);
    memcpy(gSaveBlock2Ptr->playerName, "PARCEL", 7);
    memcpy(gSaveBlock1Ptr->rivalName, "WREN", 5);
    gSaveBlock2Ptr->textSpeed = 2;
    money_set(3000);
    flag_set(FLAG_HIDE_PROFESSOR_LAB);
    flag_set(FLAG_HIDE_PROFESSOR_TOWN);
    gSaveBlock1Ptr->healWarp = (struct Warp){4, 0, -1, 8, 5};
    script_init();
    sLockFieldControls = 0;
    sPlayTimeCounterState = 1;
    gQuestLogState = 0;
}

void CB2_WhiteOut(void) {
    gMain.vblankCallback = NULL;
    party_heal();
    white_out = true;
    struct Warp *to = &gSaveBlock1Ptr->healWarp;
    warp_to(map_find(to->group, to->num), to->x, to->y, UP);
    warp_now();
}
