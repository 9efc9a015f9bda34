/* Maps: which tile lies where, the ground on the screen, and going from one map to another. */
#include "game.h"

#define SLOTS 144
#define FIRST_TILE 192
#define NOTHING 0xFFFF
#define RING_W 16
#define RING_H 12

const struct Map *map_now;
static u16 slot_tile[SLOTS];
static u8 slot_refs[SLOTS];
static u8 tile_slot[METATILES];
static u8 cell_ground[16][16], cell_over[16][16];
static s32 ring_left, ring_top;
static bool ring_valid;
static u8 anim_step;

const struct Map *map_find(int group, int num) {
    for (int n = 0; n < MAPS; n++)
        if (maps[n]->group == group && maps[n]->num == num) return maps[n];
    return maps[0];
}

/* The map that x, y of the present map lie on; NULL beyond every map. x and y become that map's own. */
const struct Map *map_at(int *x, int *y) {
    const struct Map *map = map_now;
    if (*x >= 0 && *y >= 0 && *x < map->layout.width && *y < map->layout.height) return map;
    if (!map->outdoor) return NULL;
    int wx = *x + map->offsetX, wy = *y + map->offsetY;
    for (int n = 0; n < MAPS; n++) {
        const struct Map *other = maps[n];
        if (!other->outdoor) continue;
        int ox = wx - other->offsetX, oy = wy - other->offsetY;
        if (ox < 0 || oy < 0 || ox >= other->layout.width || oy >= other->layout.height) continue;
        *x = ox;
        *y = oy;
        return other;
    }
    return NULL;
}

u16 ground_at(int x, int y) {
    int mx = x, my = y;
    const struct Map *map = map_at(&mx, &my);
    if (!map) return map_now->border[(y & 1) * 2 + (x & 1)];
    return map->ground[my * map->layout.width + mx];
}

static u16 over_at(int x, int y) {
    const struct Map *map = map_at(&x, &y);
    return map ? map->over[y * map->layout.width + x] : NOTHING;
}

u8 kind_at(int x, int y) {
    const struct Map *map = map_at(&x, &y);
    return map ? metatile_kind[map->ground[y * map->layout.width + x]] : KIND_SOLID | KIND_SOLID_BIT;
}

static void slot_picture(int slot) {
    u16 tile = slot_tile[slot];
    if ((anim_step & 1) && metatile_second[tile] != NOTHING) tile = metatile_second[tile];
    dma_copy(metatile_pixels[tile], VRAM + 0x7000 + slot * 256, 256);
}

/* Slots hold the pictures of the tiles now on the screen; slot 0 is empty. */
static u8 slot_take(u16 tile) {
    if (tile == NOTHING) return 0;
    u8 slot = tile_slot[tile];
    if (slot) {
        slot_refs[slot]++;
        return slot;
    }
    for (slot = 1; slot < SLOTS - 1 && slot_refs[slot]; slot++) {}
    if (slot_tile[slot] != NOTHING) tile_slot[slot_tile[slot]] = 0;
    slot_tile[slot] = tile;
    slot_refs[slot] = 1;
    tile_slot[tile] = slot;
    slot_picture(slot);
    return slot;
}

static void slot_drop(u8 slot) {
    if (slot && slot_refs[slot]) slot_refs[slot]--;
}

static void cell_show(u32 screen, int column, int row, u8 slot) {
    volatile u32 *words = (volatile u32 *)(VRAM + screen + (row * 2 * 32 + column * 2) * 2);
    u32 first = FIRST_TILE + slot * 4;
    words[0] = first | (first + 1) << 16;
    words[16] = (first + 2) | (first + 3) << 16;
}

/* The window's rows and columns are counted through all outdoor maps, so that a joint changes nothing on the screen. */
static void cell_load(int x, int y) {
    int column = x & 15, row = y & 15;
    x -= map_now->offsetX;
    y -= map_now->offsetY;
    u8 ground = slot_take(ground_at(x, y)), over = slot_take(over_at(x, y));
    slot_drop(cell_ground[row][column]);
    slot_drop(cell_over[row][column]);
    cell_ground[row][column] = ground;
    cell_over[row][column] = over;
    cell_show(0x6800, column, row, ground);
    cell_show(0x6000, column, row, over);
}

void field_redraw(void) {
    memset(slot_refs, 0, sizeof slot_refs);
    memset(tile_slot, 0, sizeof tile_slot);
    memset(cell_ground, 0, sizeof cell_ground);
    memset(cell_over, 0, sizeof cell_over);
    for (int n = 0; n < SLOTS; n++) slot_tile[n] = NOTHING;
    dma_fill(0, VRAM + 0x7000, 256);
    dma_fill((FIRST_TILE | FIRST_TILE << 16), VRAM + 0x6000, 4096);
    ring_valid = false;
    palette_field();
}

/* Rows outside the window are given up so that their slots can be used again. */
static void row_drop(int y) {
    for (int column = 0; column < 16; column++) {
        slot_drop(cell_ground[y & 15][column]);
        slot_drop(cell_over[y & 15][column]);
        cell_ground[y & 15][column] = cell_over[y & 15][column] = 0;
    }
}

static void ring_follow(int left, int top) {
    if (!ring_valid || left - ring_left > 1 || ring_left - left > 1 || top - ring_top > 1 || ring_top - top > 1) {
        if (ring_valid) field_redraw();
        for (int y = top; y < top + RING_H; y++)
            for (int x = left; x < left + RING_W; x++) cell_load(x, y);
    } else {
        if (top > ring_top) row_drop(ring_top);
        if (top < ring_top) row_drop(ring_top + RING_H - 1);
        if (top != ring_top)
            for (int x = left; x < left + RING_W; x++) cell_load(x, top > ring_top ? top + RING_H - 1 : top);
        if (left != ring_left)
            for (int y = top; y < top + RING_H; y++) cell_load(left > ring_left ? left + RING_W - 1 : left, y);
    }
    ring_left = left;
    ring_top = top;
    ring_valid = true;
}

static void animate(void) {
    u8 step = gMain.vblankCounter2 >> 5;
    if (step == anim_step) return;
    anim_step = step;
    for (int slot = 1; slot < SLOTS; slot++)
        if (slot_tile[slot] != NOTHING && slot_refs[slot] && metatile_second[slot_tile[slot]] != NOTHING) slot_picture(slot);
}

void field_draw(void) {
    const struct ObjectEvent *me = &gObjectEvents[0];
    int cx = (me->x - 7 + map_now->offsetX) * 16 + bodies[0].dx - 112;
    int cy = (me->y - 7 + map_now->offsetY) * 16 + bodies[0].dy - 72;
    ring_follow(cx >> 4, cy >> 4);
    animate();
    objects_draw();
    BGHOFS(2) = BGHOFS(3) = cx;
    BGVOFS(2) = BGVOFS(3) = cy;
    sprites_commit();
}

static void header_set(const struct Map *map) {
    gMapHeader.layout = &map->layout;
    gMapHeader.layoutId = map->layoutId;
    gMapHeader.events = map;
    gMapHeader.type = map->outdoor ? 1 : 8;
    VMap.width = map->layout.width + 15;
    VMap.height = map->layout.height + 14;
    VMap.grid = NULL;
    gSaveBlock1Ptr->mapLayoutId = map->layoutId;
}

/* Put the player down on a map: the state first, then the people. */
void field_load(const struct Map *map, int x, int y, int facing) {
    struct SaveBlock1 *block = gSaveBlock1Ptr;
    map_now = map;
    block->location = (struct Warp){map->group, map->num, 0, x, y};
    header_set(map);
    memset(block->vars, 0, 16 * 2);
    story_entered(map);
    objects_clear();
    player_place(x, y, facing);
    objects_spawn_map();
    canvas_clear(0, 0, 30, 20);
    field_redraw();
}

/* The player's place has just left the present map: hand over to the neighbour. */
void field_cross(void) {
    struct SaveBlock1 *block = gSaveBlock1Ptr;
    int x = block->x, y = block->y;
    const struct Map *to = map_at(&x, &y);
    if (!to || to == map_now) return;
    int dx = x - block->x, dy = y - block->y;
    objects_shift(dx, dy);
    map_now = to;
    block->x = x;
    block->y = y;
    block->location = (struct Warp){to->group, to->num, -1, x, y};
    header_set(to);
    story_entered(to);
}

void VBlankCB_Field(void) {}

void CB2_Overworld(void) {
    tasks_run();
    if (gMain.callback2 != CB2_Overworld) return;
    script_run();
    if (gMain.callback2 != CB2_Overworld) return;
    printers_run();
    fade_run();
    field_draw();
}

void CB1_Overworld(void) {
    if (gMain.callback2 != CB2_Overworld) return;
    player_update_state();
    if (!sLockFieldControls) player_input();
    objects_run();
}

static const struct Map *warp_map;
static u8 warp_facing;

static void CB2_LoadMap2(void) {
    if (gMain.state++ == 0) {
        field_load(warp_map, sWarpDestination.x, sWarpDestination.y, warp_facing);
        return;
    }
    field_draw();
    layers(0x1D00);
    gMain.vblankCallback = VBlankCB_Field;
    fade_start(false);
    set_callbacks(CB1_Overworld, CB2_Overworld);
    const u8 *script = story_arrival();
    if (script) script_run_start(script);
    else if (!script_busy()) sLockFieldControls = 0;
}

/* The blocks move in here, in the dark. */
static void CB2_LoadMap(void) {
    MoveSaveBlocks_ResetHeap();
    set_callbacks(NULL, CB2_LoadMap2);
}

void warp_to(const struct Map *map, int x, int y, int facing) {
    warp_map = map;
    sWarpDestination = (struct Warp){map->group, map->num, 0, x, y};
    warp_facing = facing;
}

void warp_now(void) {
    gMain.vblankCallback = NULL;
    tasks_clear();
    set_callbacks(NULL, CB2_LoadMap);
}

/* Back from a full screen: the people stay where they were. */
static void CB2_ReturnToFieldLocal(void) {
    if (gMain.state++ == 0) {
        MoveSaveBlocks_ResetHeap();
        return;
    }
    canvas_clear(0, 0, 30, 20);
    sprites_clear();
    field_redraw();
    for (int n = 0; n < 16; n++) bodies[n].shownFrame = 255;
    field_draw();
    layers(0x1D00);
    gMain.vblankCallback = VBlankCB_Field;
    fade_start(false);
    set_callbacks(CB1_Overworld, CB2_Overworld);
    if (!script_busy()) sLockFieldControls = 0;
}

void CB2_ReturnToField(void) { set_callbacks(gMain.callback1, CB2_ReturnToFieldLocal); }

void return_to_field(void) {
    gMain.vblankCallback = NULL;
    set_callbacks(gMain.inBattle ? NULL : gMain.callback1, CB2_ReturnToField);
}
