/* The player's figure: keys into steps, and what a step, a wall or a press leads to. */
#include "game.h"

void player_place(int x, int y, int facing) {
    int n = object_spawn(255, PERSON_player, x, y, facing);
    gObjectEvents[n].isPlayer = 1;
    gPlayerAvatar.flags = 0x21;
    gPlayerAvatar.runningState = 0;
    gPlayerAvatar.tileTransitionState = 0;
    gPlayerAvatar.spriteId = gPlayerAvatar.objectEventId = n;
    gSaveBlock1Ptr->x = x;
    gSaveBlock1Ptr->y = y;
}

bool player_idle(void) { return object_idle(0); }

static bool stepping(void) {
    u8 a = bodies[0].action;
    return a == ACT_WALK || a == ACT_JUMP || a == ACT_FAST || a == ACT_SLOW;
}

static bool arrived; /* a step has ended and nobody has looked at the new tile yet */

/* Runs before the keys: what the last frame's movement left. */
void player_update_state(void) {
    arrived = gPlayerAvatar.tileTransitionState == 2;
    if (player_idle()) gPlayerAvatar.tileTransitionState = 0;
}

/* Runs after all steps, so that the last frame of a step already shows as settled. */
void player_settled(void) {
    if (!gObjectEvents[0].heldMovementActive) return;
    if (!stepping()) return;
    if (!player_idle()) gPlayerAvatar.tileTransitionState = 1;
    else if (gPlayerAvatar.tileTransitionState == 1) gPlayerAvatar.tileTransitionState = 2;
}

static int pressed_way(void) {
    u16 held = gMain.heldKeys;
    if (held & KEY_UP) return UP;
    if (held & KEY_DOWN) return DOWN;
    if (held & KEY_LEFT) return LEFT;
    if (held & KEY_RIGHT) return RIGHT;
    return 0;
}

static const struct WarpPoint *warp_at(int x, int y) {
    for (int n = 0; n < map_now->warpCount; n++)
        if (map_now->warps[n].x == x && map_now->warps[n].y == y) return &map_now->warps[n];
    return NULL;
}

static void Task_WarpWhenDark(void) {
    if (!player_idle()) return;
    if (!current_task->data[0]) {
        current_task->data[0] = 1;
        fade_start(true);
        return;
    }
    if (!fading()) warp_now();
}

static void Task_DoorWarp(void) { Task_WarpWhenDark(); }
static void Task_StairWarp(void) { Task_WarpWhenDark(); }

static void leave_by(const struct WarpPoint *warp, Callback task, bool step_in) {
    sLockFieldControls = 1;
    gPlayerAvatar.runningState = 0;
    warp_to(maps[warp->map], warp->toX, warp->toY, warp->facing);
    if (step_in) object_start(0, ACT_WALK, gObjectEvents[0].facing);
    task_start(task);
}

static bool start_script(const u8 *script) {
    if (!script) return false;
    gPlayerAvatar.runningState = 0;
    script_run_start(script);
    return true;
}

static bool wild_met(void) {
    int x = gSaveBlock1Ptr->x, y = gSaveBlock1Ptr->y;
    if (kind_at(x, y) != KIND_GRASS || !gPlayerPartyCount || random16() % 100 >= 6) return false;
    gPlayerAvatar.runningState = 0;
    sLockFieldControls = 1;
    u16 draw = random16();
    battle_start_wild(draw & 1 ? SPECIES_BIRD : SPECIES_RAT, 2 + ((draw >> 1) & 1));
    return true;
}

/* The tile just reached may start a scene or a battle. */
static bool step_taken(void) {
    int x = gSaveBlock1Ptr->x, y = gSaveBlock1Ptr->y;
    stat_add(5);
    for (int n = 0; n < map_now->triggerCount; n++) {
        const struct Trigger *t = &map_now->triggers[n];
        if (t->x == x && t->y == y && start_script(story_trigger(t->id))) return true;
    }
    return wild_met();
}

static bool interact(void) {
    int way = gObjectEvents[0].facing;
    int x = gSaveBlock1Ptr->x + way_x[way], y = gSaveBlock1Ptr->y + way_y[way];
    int n = object_at(x, y, 0);
    if (n < 0 && kind_at(x, y) == (KIND_COUNTER | KIND_SOLID_BIT)) n = object_at(x + way_x[way], y + way_y[way], 0);
    if (n > 0 && bodies[n].script) {
        gSpecialVar_LastTalked = gObjectEvents[n].localId;
        return start_script(bodies[n].script);
    }
    for (int k = 0; k < map_now->signCount; k++)
        if (map_now->signs[k].x == x && map_now->signs[k].y == y) return start_script(map_now->signs[k].script);
    return false;
}

static bool leave_map(int way) {
    int x = gSaveBlock1Ptr->x, y = gSaveBlock1Ptr->y;
    u8 here = kind_at(x, y);
    const struct WarpPoint *warp = warp_at(x, y);
    if (warp && here == KIND_MAT && way == DOWN) return leave_by(warp, Task_WarpWhenDark, false), true;
    if (warp && ((here == KIND_STAIRS_LEFT && way == LEFT) || (here == KIND_STAIRS_RIGHT && way == RIGHT)))
        return leave_by(warp, Task_StairWarp, false), true;
    if (way != UP || kind_at(x, y - 1) != (KIND_DOOR | KIND_SOLID_BIT)) return false;
    warp = warp_at(x, y - 1);
    if (warp) leave_by(warp, Task_DoorWarp, true);
    return warp;
}

static void walk(int way) {
    struct PlayerAvatar *me = &gPlayerAvatar;
    if (gObjectEvents[0].facing != way && me->runningState != 2) {
        me->runningState = 1;
        object_start(0, ACT_TURN, way);
        return;
    }
    me->runningState = 2;
    gObjectEvents[0].facing = way;
    if (leave_map(way)) return;
    int x = gSaveBlock1Ptr->x + way_x[way], y = gSaveBlock1Ptr->y + way_y[way];
    if (kind_at(x, y) == (KIND_LEDGE | KIND_SOLID_BIT) && way == DOWN && !blocked(0, x, y + 1, way))
        object_start(0, ACT_JUMP, way);
    else object_start(0, blocked(0, x, y, way) ? ACT_BUMP : ACT_WALK, way);
}

/* Keys of one frame; field controls are free. */
void player_input(void) {
    bool moving = !player_idle() && stepping();
    if (arrived && step_taken()) return;
    if (!moving && (gMain.newKeys & KEY_START)) {
        gPlayerAvatar.runningState = 0;
        start_menu_open();
        return;
    }
    if (!moving && (gMain.newKeys & KEY_A) && interact()) return;
    int way = pressed_way();
    if (!player_idle()) {
        bool bumping = bodies[0].action == ACT_BUMP;
        if (!bumping || !way || way == gObjectEvents[0].facing) return;
    }
    if (!way) {
        gPlayerAvatar.runningState = 0;
        return;
    }
    walk(way);
}
