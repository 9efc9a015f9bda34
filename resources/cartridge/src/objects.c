/* People: sixteen object events, the steps they take, and their pictures. */
#include "game.h"

struct Body bodies[16];
const s8 way_x[5] = {0, 0, 0, -1, 1};
const s8 way_y[5] = {0, 1, -1, 0, 0};
static const u8 lengths[] = {0, 1, 8, 16, 32, 32, 16, 8, 32};

void objects_clear(void) {
    memset(gObjectEvents, 0, sizeof gObjectEvents);
    memset(bodies, 0, sizeof bodies);
    sprites_clear();
}

int object_spawn(int localId, int person, int x, int y, int facing) {
    int n = 0;
    while (n < 15 && gObjectEvents[n].active) n++;
    struct ObjectEvent *o = &gObjectEvents[n];
    memset(o, 0, sizeof *o);
    memset(&bodies[n], 0, sizeof bodies[n]);
    o->active = 1;
    o->spriteId = n;
    o->graphicsId = person;
    o->localId = localId;
    o->mapNum = map_now->num;
    o->mapGroup = map_now->group;
    o->x = o->previousX = o->initialX = x + 7;
    o->y = o->previousY = o->initialY = y + 7;
    o->facing = o->movementDirection = facing;
    o->heldMovementFinished = 1;
    bodies[n].person = person;
    bodies[n].shownFrame = 255;
    bodies[n].pause = 40 + n * 8;
    return n;
}

int object_find(int localId) {
    for (int n = 0; n < 16; n++)
        if (gObjectEvents[n].active && gObjectEvents[n].localId == localId) return n;
    return -1;
}

/* Who stands on a tile or is walking onto or off it. */
int object_at(int x, int y, int except) {
    for (int n = 0; n < 16; n++) {
        const struct ObjectEvent *o = &gObjectEvents[n];
        if (!o->active || n == except || o->invisible) continue;
        if (o->x == x + 7 && o->y == y + 7) return n;
        if (o->heldMovementActive && !o->heldMovementFinished && o->previousX == x + 7 && o->previousY == y + 7) return n;
    }
    return -1;
}

void object_remove(int localId) {
    int n = object_find(localId);
    if (n > 0) {
        gObjectEvents[n].active = 0;
        gMain.oam[n][0] = gMain.oam[n + 16][0] = 0x0200;
    }
}

bool object_idle(int n) { return !gObjectEvents[n].heldMovementActive || gObjectEvents[n].heldMovementFinished; }

void object_start(int n, enum Action action, int way) {
    struct ObjectEvent *o = &gObjectEvents[n];
    struct Body *b = &bodies[n];
    b->action = action;
    b->way = way;
    b->timer = 0;
    b->length = lengths[action];
    o->heldMovementActive = 1;
    o->heldMovementFinished = 0;
    o->movementActionId = action * 4 + way - 1;
    if (action == ACT_WAIT) return;
    o->facing = o->movementDirection = way;
    if (action != ACT_WALK && action != ACT_JUMP && action != ACT_FAST && action != ACT_SLOW) return;
    int tiles = action == ACT_JUMP ? 2 : 1;
    b->dx = -way_x[way] * tiles * 16;
    b->dy = -way_y[way] * tiles * 16;
    o->previousX = o->x;
    o->previousY = o->y;
    o->x += way_x[way] * tiles;
    o->y += way_y[way] * tiles;
    b->foot ^= 1;
    if (n) return;
    gSaveBlock1Ptr->x = o->x - 7;
    gSaveBlock1Ptr->y = o->y - 7;
    field_cross();
}

static void step(int n) {
    struct ObjectEvent *o = &gObjectEvents[n];
    struct Body *b = &bodies[n];
    if (!o->heldMovementActive || o->heldMovementFinished) return;
    b->timer++;
    int total = b->action == ACT_JUMP ? 32 : 16;
    if (b->action == ACT_WALK || b->action == ACT_JUMP || b->action == ACT_FAST || b->action == ACT_SLOW) {
        int left = total - b->timer * total / b->length;
        b->dx = -way_x[b->way] * left;
        b->dy = -way_y[b->way] * left;
    }
    if (b->timer < b->length) return;
    b->dx = b->dy = 0;
    o->previousX = o->x;
    o->previousY = o->y;
    o->heldMovementFinished = 1;
}

bool blocked(int n, int x, int y, int way) {
    (void)way;
    u8 kind = kind_at(x, y);
    if (kind & KIND_SOLID_BIT) return true;
    return object_at(x, y, n) >= 0;
}

static void wander(int n) {
    struct ObjectEvent *o = &gObjectEvents[n];
    struct Body *b = &bodies[n];
    if (!b->wander || o->frozen || sLockFieldControls || !object_idle(n)) return;
    if (b->pause) {
        b->pause--;
        return;
    }
    b->pause = 64 + (random16() & 63);
    int way = 1 + (random16() & 3);
    int x = o->x - 7 + way_x[way], y = o->y - 7 + way_y[way];
    int ox = x + 7 - o->initialX, oy = y + 7 - o->initialY;
    if ((random16() & 1) || ox < -1 || ox > 1 || oy < -1 || oy > 1 || blocked(n, x, y, way)) object_start(n, ACT_FACE, way);
    else object_start(n, ACT_WALK, way);
}

/* A scripted movement is a row of bytes: action * 8 + way, then 0. */
static void scripted(int n) {
    struct Body *b = &bodies[n];
    if (!b->moves || !object_idle(n)) return;
    u8 move = *b->moves;
    if (!move) {
        b->moves = NULL;
        return;
    }
    b->moves++;
    object_start(n, move >> 3, move & 7);
}

void objects_run(void) {
    for (int n = 0; n < 16; n++) {
        if (!gObjectEvents[n].active) continue;
        scripted(n);
        wander(n);
        step(n);
    }
    player_settled();
}

static int frame_of(int n) {
    const struct Body *b = &bodies[n];
    int base = gObjectEvents[n].facing == DOWN ? 0 : gObjectEvents[n].facing == UP ? 3 : 6;
    if (object_idle(n) || b->action == ACT_WAIT || b->action == ACT_FACE || b->action == ACT_JUMP) return base;
    int half = b->length / 2;
    if (b->action == ACT_TURN || b->action == ACT_BUMP) return b->timer < half ? base + 1 : base;
    return b->timer < half ? base + 1 + b->foot : base;
}

static void show_shadow(int n, int x, int y) {
    u16 *oam = gMain.oam[n + 16];
    oam[0] = (y & 255) | 0x2000;
    oam[1] = (x & 511) | 0x4000;
    oam[2] = OBJECT_TILE(OBJECT_SHADOW) | 2 << 10;
}

void objects_draw(void) {
    const struct ObjectEvent *me = &gObjectEvents[0];
    int cx = (me->x - 7) * 16 + bodies[0].dx - 112, cy = (me->y - 7) * 16 + bodies[0].dy - 72;
    u8 order[16];
    int count = 0;
    for (int n = 0; n < 16; n++) {
        gMain.oam[n][0] = gMain.oam[n + 16][0] = 0x0200;
        const struct ObjectEvent *o = &gObjectEvents[n];
        if (!o->active || o->invisible) continue;
        int at = count++;
        while (at > 0) { /* nearer people first: they cover the others */
            const struct ObjectEvent *p = &gObjectEvents[order[at - 1]];
            if (p->y * 16 + bodies[order[at - 1]].dy >= o->y * 16 + bodies[n].dy) break;
            order[at] = order[at - 1];
            at--;
        }
        order[at] = n;
    }
    for (int k = 0; k < count; k++) {
        int n = order[k];
        const struct ObjectEvent *o = &gObjectEvents[n];
        struct Body *b = &bodies[n];
        int x = (o->x - 7) * 16 + b->dx - cx, y = (o->y - 7) * 16 + b->dy - cy;
        if (x < -16 || x > 240 || y < -32 || y > 190) continue;
        u16 *oam = gMain.oam[k];
        if (b->person >= PEOPLE) { /* a thing, 16 x 16 */
            oam[0] = (y & 255) | 0x2000;
            oam[1] = (x & 511) | 0x4000;
            oam[2] = OBJECT_TILE(b->person - PEOPLE) | 2 << 10;
            continue;
        }
        int frame = frame_of(n);
        if (frame != b->shownFrame) {
            b->shownFrame = frame;
            dma_copy(people_pixels[b->person][frame], OBJ_VRAM + n * 512, 512);
        }
        int lift = 0;
        if (b->action == ACT_JUMP && !object_idle(n)) {
            int t = b->timer < 16 ? b->timer : 32 - b->timer;
            lift = t * (32 - t) / 24;
            show_shadow(n, x, y + 1);
        }
        y -= 18 + lift;
        oam[0] = (y & 255) | 0x2000 | 0x8000;
        oam[1] = (x & 511) | 0x8000 | (o->facing == RIGHT ? 0x1000 : 0);
        oam[2] = n * 16 | 2 << 10;
    }
}

void objects_shift(int dx, int dy) {
    for (int n = 0; n < 16; n++) {
        struct ObjectEvent *o = &gObjectEvents[n];
        o->x += dx, o->previousX += dx, o->initialX += dx;
        o->y += dy, o->previousY += dy, o->initialY += dy;
    }
}

static void spawn_from(const struct Map *map, int dx, int dy) {
    for (int k = 0; k < map->peopleCount; k++) {
        const struct Person *p = &map->people[k];
        if (story_hidden(p->localId)) continue;
        int n = object_spawn(p->localId, p->sprite, p->x + dx, p->y + dy, p->facing);
        gObjectEvents[n].mapNum = map->num;
        gObjectEvents[n].mapGroup = map->group;
        bodies[n].wander = p->walk;
        bodies[n].script = p->script;
    }
}

/* Outdoors everybody of the joined maps is there, so that nobody appears at a joint. */
void objects_spawn_map(void) {
    for (int n = 0; n < MAPS; n++)
        if (maps[n] == map_now || (maps[n]->outdoor && map_now->outdoor))
            spawn_from(maps[n], maps[n]->offsetX - map_now->offsetX, maps[n]->offsetY - map_now->offsetY);
    story_people();
}
