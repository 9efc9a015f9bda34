/* Companions: kinds, moves, and the enciphered party records. */
#include "game.h"

const struct Move moves[] = {
    {"", 0, 0, 0},
    {"NUDGE", 40, 100, 35},
    {"PRICKLE", 50, 90, 25},
    {"KINDLE", 50, 90, 25},
    {"DEWDROP", 50, 90, 25},
    {"PIP", 30, 100, 35},
    {"FLUTTER", 40, 80, 25},
    {"SCRABBLE", 40, 85, 25},
};

/* Their names are in creatures, in this order. */
struct Kind { u16 species; u8 hp, attack, defense, speed; u8 moves[2]; };
static const struct Kind kinds[CREATURES] = {
    {SPECIES_GRASS, 46, 50, 50, 48, {1, 2}},
    {SPECIES_FIRE, 43, 50, 48, 56, {1, 3}},
    {SPECIES_WATER, 46, 50, 52, 46, {1, 4}},
    {SPECIES_BIRD, 32, 36, 34, 50, {5, 6}},
    {SPECIES_RAT, 28, 40, 32, 48, {7, 1}},
};

static int index_of(u16 species) {
    for (int n = 0; n < CREATURES; n++)
        if (kinds[n].species == species) return n;
    return CREATURES - 1;
}

static const struct Kind *kind_of(u16 species) { return &kinds[index_of(species)]; }
const char *species_name(u16 species) { return creatures[index_of(species)].name; }
u8 species_picture(u16 species) { return index_of(species); }

/* The order of the four substructures is the personality's remainder: all orders, sorted. */
static void order_of(u32 personality, u8 order[4]) {
    u8 left[4] = {0, 1, 2, 3};
    u32 k = personality % 24;
    static const u8 per[4] = {6, 2, 1, 1};
    for (int n = 0; n < 4; n++) {
        u32 pick = n < 3 ? k / per[n] : 0;
        if (n < 3) k %= per[n];
        order[n] = left[pick];
        for (int m = pick; m < 3; m++) left[m] = left[m + 1];
    }
}

/* Decipher; part p of the companion starts at word 3 * its place in the order. */
void companion_open(const struct Companion *c, u32 plain[12], u8 place[4]) {
    u8 order[4];
    order_of(c->personality, order);
    for (int n = 0; n < 4; n++) place[order[n]] = n * 3;
    for (int n = 0; n < 12; n++) plain[n] = c->secure[n] ^ c->personality ^ c->owner;
}

void companion_close(struct Companion *c, u32 plain[12]) {
    u16 sum = 0;
    for (int n = 0; n < 12; n++) sum += (plain[n] & 0xFFFF) + (plain[n] >> 16);
    c->checksum = sum;
    for (int n = 0; n < 12; n++) c->secure[n] = plain[n] ^ c->personality ^ c->owner;
}

static void work_out(struct Companion *c, const struct Kind *k) {
    u32 level = c->level;
    c->maxHp = k->hp * 2 * level / 100 + level + 10;
    c->attack = k->attack * 2 * level / 100 + 5;
    c->defense = k->defense * 2 * level / 100 + 5;
    c->speed = k->speed * 2 * level / 100 + 5;
    c->spAttack = c->attack;
    c->spDefense = c->defense;
}

void companion_make(struct Companion *out, u16 species, u8 level) {
    const struct Kind *k = kind_of(species);
    memset(out, 0, sizeof *out);
    u32 high = random16();
    out->personality = high << 16 | random16();
    memcpy(&out->owner, gSaveBlock2Ptr->trainerId, 4);
    memcpy(out->name, species_name(species), sizeof out->name);
    out->language = 2;
    out->level = level;
    work_out(out, k);
    out->hp = out->maxHp;
    u32 plain[12] = {0};
    u8 place[4];
    companion_open(out, plain, place);
    memset(plain, 0, sizeof plain);
    plain[place[SUB_GROWTH]] = species;
    plain[place[SUB_GROWTH] + 1] = level * level * level;
    plain[place[SUB_ATTACKS]] = k->moves[0] | k->moves[1] << 16;
    plain[place[SUB_ATTACKS] + 2] = moves[k->moves[0]].pp | moves[k->moves[1]].pp << 8;
    companion_close(out, plain);
}

u16 companion_species(const struct Companion *c) {
    u32 plain[12];
    u8 place[4];
    companion_open(c, plain, place);
    return plain[place[SUB_GROWTH]];
}

void companion_moves(const struct Companion *c, u16 ids[4], u8 pp[4]) {
    u32 plain[12];
    u8 place[4];
    companion_open(c, plain, place);
    u32 *a = plain + place[SUB_ATTACKS];
    for (int n = 0; n < 4; n++) {
        ids[n] = a[n / 2] >> (n & 1) * 16;
        pp[n] = a[2] >> n * 8;
    }
}

void companion_set_pp(struct Companion *c, const u8 pp[4]) {
    u32 plain[12];
    u8 place[4];
    companion_open(c, plain, place);
    plain[place[SUB_ATTACKS] + 2] = pp[0] | pp[1] << 8 | pp[2] << 16 | (u32)pp[3] << 24;
    companion_close(c, plain);
}

/* Add experience; true when the level rose. The level is the cube root. */
bool companion_gain(struct Companion *c, u32 experience) {
    u32 plain[12];
    u8 place[4];
    companion_open(c, plain, place);
    u32 *total = &plain[place[SUB_GROWTH] + 1];
    *total += experience;
    u32 next = c->level + 1;
    bool up = *total >= next * next * next;
    companion_close(c, plain);
    if (!up) return false;
    u16 before = c->maxHp;
    c->level++;
    work_out(c, kind_of(companion_species(c)));
    c->hp += c->maxHp - before;
    return true;
}

void party_add(u16 species, u8 level) {
    companion_make(&gPlayerParty[gPlayerPartyCount], species, level);
    gPlayerPartyCount++;
    seen_set(species, true);
}

void party_heal(void) {
    for (int n = 0; n < gPlayerPartyCount; n++) {
        struct Companion *c = &gPlayerParty[n];
        u16 ids[4];
        u8 pp[4];
        companion_moves(c, ids, pp);
        for (int m = 0; m < 4; m++) pp[m] = moves[ids[m]].pp;
        companion_set_pp(c, pp);
        c->hp = c->maxHp;
        c->status = 0;
    }
}

void seen_set(u16 species, bool owned) {
    int n = species - 1;
    gSaveBlock2Ptr->seen[n >> 3] |= 1 << (n & 7);
    gSaveBlock1Ptr->seen1[n >> 3] |= 1 << (n & 7);
    gSaveBlock1Ptr->seen2[n >> 3] |= 1 << (n & 7);
    if (owned) gSaveBlock2Ptr->owned[n >> 3] |= 1 << (n & 7);
}

bool seen_get(u16 species) { return gSaveBlock2Ptr->seen[(species - 1) >> 3] >> ((species - 1) & 7) & 1; }
