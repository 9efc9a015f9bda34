/* The interpreter of scene scripts. Operations are listed in script.inc in this order. */
#include "game.h"

typedef struct ScriptContext Context;
enum Op {
    OP_END, OP_CALL, OP_RETURN, OP_GOTO, OP_IF_VAR, OP_IF_FLAG, OP_SETFLAG, OP_CLEARFLAG, OP_SETVAR, OP_LOCK, OP_RELEASE,
    OP_FACEPLAYER, OP_MESSAGE, OP_WAITMESSAGE, OP_WAITBUTTON, OP_CLOSEMESSAGE, OP_WALKTO, OP_WAITMOVE, OP_REMOVE, OP_SPAWN,
    OP_TURN, OP_GIVE, OP_TAKE, OP_NATIVE, OP_DELAY, OP_WARP, OP_YESNO, OP_IF_RESULT, OP_FANFARE, OP_RIVAL, OP_HEAL,
    OP_PARTY, OP_IF_PLAYER_X,
};
enum { MODE_STOPPED, MODE_BYTECODE, MODE_NATIVE };

static u16 pause_left;
static u8 waited_object;
static u8 paths[4][48];

static u8 read8(Context *c) { return *c->pointer++; }
static u16 read16(Context *c) {
    u16 low = read8(c);
    return low | read8(c) << 8;
}
static const u8 *read_pointer(Context *c) {
    u32 low = read16(c);
    return (const u8 *)(low | (u32)read16(c) << 16);
}

void script_init(void) {
    memset(&sGlobalScriptContext, 0, sizeof sGlobalScriptContext);
    sGlobalScriptContextStatus = 2;
}

bool script_busy(void) { return sGlobalScriptContextStatus != 2; }

void script_run_start(const u8 *script) {
    Context *c = &sGlobalScriptContext;
    c->stackDepth = 0;
    c->pointer = script;
    c->mode = MODE_BYTECODE;
    sGlobalScriptContextStatus = 0;
    sLockFieldControls = 1;
}

bool WaitForAorBPress(void) { return gMain.newKeys & (KEY_A | KEY_B); }
bool IsFieldMessageBoxHidden(void) { return sMessageBoxType == 0; }
bool RunPauseTimer(void) { return pause_left == 0 || --pause_left == 0; }
bool WaitForFanfareFinish(void) { return RunPauseTimer(); }
bool WaitForMovementFinish(void) {
    int n = object_find(waited_object);
    return n < 0 || (!bodies[n].moves && object_idle(n));
}
static bool battle_over(void) { return gBattleOutcome != 0 && !fading(); }
static bool hold(void) { return false; }

static bool wait_native(Context *c, bool (*native)(void)) {
    c->mode = MODE_NATIVE;
    c->native = native;
    return true;
}

static bool compare(u16 a, u16 b, u8 how) { return how == 0 ? a == b : how == 1 ? a < b : a >= b; }

static void walk_to(u8 id, int x, int y, bool across_first) {
    int n = object_find(id);
    if (n < 0) return;
    u8 *to = paths[n & 3];
    bodies[n].moves = to;
    int dx = x - (gObjectEvents[n].x - 7), dy = y - (gObjectEvents[n].y - 7);
    for (int pass = 0; pass < 2; pass++) {
        bool across = pass == 0 ? across_first : !across_first;
        int way = across ? (dx > 0 ? RIGHT : LEFT) : (dy > 0 ? DOWN : UP);
        int count = across ? dx : dy;
        for (count = count < 0 ? -count : count; count; count--) *to++ = ACT_WALK << 3 | way;
    }
    *to = 0;
}

static void turn(u8 id, u8 way) {
    int n = object_find(id);
    if (n >= 0) object_start(n, ACT_FACE, way);
}

static void face_player(void) {
    static const u8 back[5] = {0, UP, DOWN, RIGHT, LEFT};
    turn(gSpecialVar_LastTalked, back[gObjectEvents[0].facing]);
}

static int place_x(u8 x) { return x == 0xFF ? gSaveBlock1Ptr->x : x == 0xFE ? gSaveBlock1Ptr->x + (gSaveBlock1Ptr->x == 7 ? -1 : 1) : x; }
static int place_y(u8 y) { return y == 0xFF ? gSaveBlock1Ptr->y : y; }

static void spawn(Context *c) {
    u8 id = read8(c), person = read8(c), x = read8(c), y = read8(c), way = read8(c);
    object_spawn(id, person, place_x(x), place_y(y), way);
}

static void walk(Context *c) {
    u8 id = read8(c), x = read8(c), y = read8(c), across = read8(c);
    walk_to(id, place_x(x), place_y(y), across);
}

static bool warp(Context *c) {
    u8 map = read8(c), x = read8(c), y = read8(c), way = read8(c);
    warp_to(maps[map], x, y, way);
    script_init();
    fade_start(true);
    extern void Task_ScriptWarp(void);
    task_start(Task_ScriptWarp);
    return true;
}

void Task_ScriptWarp(void) {
    if (!fading()) warp_now();
}

static void jump_if(Context *c, bool yes) {
    const u8 *to = read_pointer(c);
    if (yes) c->pointer = to;
}

static void finish(Context *c) {
    c->mode = MODE_STOPPED;
    c->pointer = NULL;
    sGlobalScriptContextStatus = 2;
}

/* Flow and memory. */
static bool run_flow(Context *c, enum Op op) {
    u16 id, value;
    u8 how;
    const u8 *to;
    switch (op) {
    case OP_CALL: to = read_pointer(c); c->stack[c->stackDepth++] = c->pointer; c->pointer = to; break;
    case OP_RETURN: c->pointer = c->stack[--c->stackDepth]; break;
    case OP_GOTO: jump_if(c, true); break;
    case OP_IF_VAR: id = read16(c); value = read16(c); how = read8(c); jump_if(c, compare(var_get(id), value, how)); break;
    case OP_IF_FLAG: id = read16(c); how = read8(c); jump_if(c, flag_get(id) == how); break;
    case OP_IF_RESULT: how = read8(c); jump_if(c, gSpecialVar_Result == how); break;
    case OP_IF_PLAYER_X: how = read8(c); jump_if(c, gSaveBlock1Ptr->x == how); break;
    case OP_SETFLAG: flag_set(read16(c)); break;
    case OP_CLEARFLAG: flag_clear(read16(c)); break;
    case OP_SETVAR: id = read16(c); var_set(id, read16(c)); break;
    case OP_GIVE: id = read16(c); item_add(id, read8(c)); break;
    case OP_TAKE: id = read16(c); item_remove(id, read8(c)); break;
    case OP_HEAL: party_heal(); break;
    case OP_PARTY: id = read16(c); party_add(id, read8(c)); break;
    case OP_NATIVE: ((Callback)read_pointer(c))(); break;
    default: break;
    }
    return false;
}

/* What is seen. True when the rest has to wait for a later frame. */
static bool run_scene(Context *c, enum Op op) {
    u8 id;
    switch (op) {
    case OP_LOCK: sLockFieldControls = 1; break;
    case OP_RELEASE: box_close(); finish(c); sLockFieldControls = 0; return true;
    case OP_FACEPLAYER: face_player(); break;
    case OP_MESSAGE: box_open(); box_say((const char *)read_pointer(c)); break;
    case OP_WAITMESSAGE: return wait_native(c, IsFieldMessageBoxHidden);
    case OP_WAITBUTTON: box_arrow(); return wait_native(c, WaitForAorBPress);
    case OP_CLOSEMESSAGE: box_close(); break;
    case OP_WALKTO: walk(c); break;
    case OP_WAITMOVE: waited_object = read8(c); return wait_native(c, WaitForMovementFinish);
    case OP_REMOVE: object_remove(read8(c)); break;
    case OP_SPAWN: spawn(c); break;
    case OP_TURN: id = read8(c); turn(id, read8(c)); break;
    case OP_DELAY: pause_left = read8(c); return wait_native(c, RunPauseTimer);
    case OP_FANFARE: pause_left = 40; return wait_native(c, WaitForFanfareFinish);
    case OP_WARP: return warp(c);
    case OP_YESNO: yes_no_open(23, 8); return wait_native(c, yes_no_done);
    case OP_RIVAL: battle_start_rival(read16(c)); return wait_native(c, battle_over);
    default: return wait_native(c, hold);
    }
    return false;
}

void script_run(void) {
    Context *c = &sGlobalScriptContext;
    if (sGlobalScriptContextStatus != 0) return;
    if (c->mode == MODE_NATIVE) {
        if (c->native()) c->mode = MODE_BYTECODE;
        return;
    }
    while (c->mode == MODE_BYTECODE) {
        enum Op op = read8(c);
        if (op == OP_END) {
            finish(c);
            return;
        }
        bool flow = (op >= OP_CALL && op <= OP_SETVAR) || op == OP_GIVE || op == OP_TAKE || op == OP_NATIVE ||
                    op == OP_IF_RESULT || op == OP_HEAL || op == OP_PARTY || op == OP_IF_PLAYER_X;
        if (flow ? run_flow(c, op) : run_scene(c, op)) return;
        if (gMain.callback2 != CB2_Overworld) return;
    }
}
