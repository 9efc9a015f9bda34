/* Saving: 128 KiB flash in two banks; two places take turns, so that a torn save leaves the older one. */
#include "game.h"

#define SECTOR 4096u
#define SECTORS 6u
#define MAGIC 0x50454C44u

struct SaveHead { u32 magic, counter, sum, size; };
struct SaveBody { struct SaveBlock2 two; struct SaveBlock1 one; };
static struct { struct SaveHead head; struct SaveBody body; } buffer;
_Static_assert(sizeof buffer <= SECTORS * SECTOR, "a save fits its sectors");
static u8 bank_now, sector_now, place_now;

static void command(u8 value) {
    FLASH[0x5555] = 0xAA;
    FLASH[0x2AAA] = 0x55;
    FLASH[0x5555] = value;
}

static void bank(u8 number) {
    bank_now = number;
    command(0xB0);
    FLASH[0] = number;
}

static void wait_for(u32 at, u8 value) {
    for (int n = 0; n < 20000 && FLASH[at] != value; n++) {}
}

void flash_init(void) {
    command(0x90);
    u16 id = FLASH[0] | FLASH[1] << 8;
    command(0xF0);
    gFlashMemoryPresent = id != 0 && id != 0xFFFF;
    bank(0);
}

/* Place 0 is in the first bank, place 1 in the second. */
static u32 sum_of(void) {
    const u32 *word = (const u32 *)&buffer.body;
    u32 sum = MAGIC ^ buffer.head.counter;
    for (u32 n = 0; n < sizeof buffer.body / 4; n++) sum = (sum << 3 | sum >> 29) + word[n];
    return sum;
}

static void read_place(u8 place, u32 size) {
    bank(place);
    u8 *to = (u8 *)&buffer;
    for (u32 n = 0; n < size; n++) to[n] = FLASH[n];
}

static int newest_place(void) {
    int best = -1;
    u32 newest = 0;
    for (int place = 0; place < 2; place++) {
        read_place(place, sizeof buffer);
        if (buffer.head.magic != MAGIC || buffer.head.size != sizeof buffer.body || buffer.head.sum != sum_of()) continue;
        if (best >= 0 && buffer.head.counter <= newest) continue;
        best = place;
        newest = buffer.head.counter;
    }
    return best;
}

bool save_exists(void) { return newest_place() >= 0; }

bool save_read(void) {
    int place = newest_place();
    if (place < 0) return false;
    read_place(place, sizeof buffer);
    gSaveCounter = buffer.head.counter;
    gSaveFileStatus = 1;
    *gSaveBlock2Ptr = buffer.body.two;
    *gSaveBlock1Ptr = buffer.body.one;
    gPlayerPartyCount = gSaveBlock1Ptr->partyCount;
    memcpy(gPlayerParty, gSaveBlock1Ptr->party, sizeof gPlayerParty);
    return true;
}

void save_begin(void) {
    struct SaveBlock1 *block = gSaveBlock1Ptr;
    block->partyCount = gPlayerPartyCount;
    memcpy(block->party, gPlayerParty, sizeof gPlayerParty);
    memcpy(block->objectEvents, gObjectEvents, sizeof gObjectEvents);
    block->continueWarp = (struct Warp){block->location.group, block->location.num, -1, block->x, block->y};
    gSaveCounter++;
    buffer.body.two = *gSaveBlock2Ptr;
    buffer.body.one = *block;
    buffer.head = (struct SaveHead){MAGIC, gSaveCounter, 0, sizeof buffer.body};
    buffer.head.sum = sum_of();
    sector_now = 0;
    place_now = gSaveCounter & 1;
}

/* The first sector, with the head, is written last: until then the place does not count as a save. */
bool save_step(void) {
    u8 sector = sector_now < SECTORS - 1 ? sector_now + 1 : 0;
    if (bank_now != place_now) bank(place_now);
    u32 base = sector * SECTOR;
    command(0x80);
    FLASH[0x5555] = 0xAA;
    FLASH[0x2AAA] = 0x55;
    FLASH[base] = 0x30;
    wait_for(base, 0xFF);
    const u8 *from = (const u8 *)&buffer + base;
    u32 size = base < sizeof buffer ? sizeof buffer - base : 0;
    if (size > SECTOR) size = SECTOR;
    for (u32 n = 0; n < size; n++) {
        command(0xA0);
        FLASH[base + n] = from[n];
        wait_for(base + n, from[n]);
    }
    return ++sector_now == SECTORS;
}
