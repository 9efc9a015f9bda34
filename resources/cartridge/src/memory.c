/* The three save blocks, how they move, and what is kept in them under their key. */
#include "game.h"

static u8 heap[sizeof(struct SaveBlock2) + sizeof(struct SaveBlock1) + sizeof(struct Storage)];

void point_save_blocks(u32 offset) {
    gSaveBlock1Ptr = (struct SaveBlock1 *)(gSaveBlock1 + offset);
    gSaveBlock2Ptr = (struct SaveBlock2 *)(gSaveBlock2 + offset);
    gPokemonStoragePtr = (struct Storage *)(gPokemonStorage + offset);
    for (int n = 0; n < 3; n++) {
        gBagPockets[n].slots = pocket_slots(n);
        gBagPockets[n].capacity = pocket_capacity(n);
    }
    gBagPockets[3] = (struct BagPocket){gSaveBlock1Ptr->discs, COUNT(gSaveBlock1Ptr->discs)};
    gBagPockets[4] = (struct BagPocket){gSaveBlock1Ptr->berries, COUNT(gSaveBlock1Ptr->berries)};
}

static void rekey(u32 change) {
    struct SaveBlock1 *block = gSaveBlock1Ptr;
    block->money ^= change;
    block->coins ^= change;
    for (int n = 0; n < 64; n++) block->gameStats[n] ^= change;
    for (int p = 0; p < 5; p++)
        for (int n = 0; n < gBagPockets[p].capacity; n++) gBagPockets[p].slots[n].quantity ^= change;
}

/* Move all three blocks by one new common offset and draw a new key. No interrupt may look at them meanwhile. */
void MoveSaveBlocks_ResetHeap(void) {
    Callback vblank = gMain.vblankCallback;
    gMain.vblankCallback = NULL;
    memcpy(heap, gSaveBlock2Ptr, sizeof(struct SaveBlock2));
    memcpy(heap + sizeof(struct SaveBlock2), gSaveBlock1Ptr, sizeof(struct SaveBlock1));
    memcpy(heap + sizeof(struct SaveBlock2) + sizeof(struct SaveBlock1), gPokemonStoragePtr, sizeof(struct Storage));
    point_save_blocks(random16() & 0x7C);
    memcpy(gSaveBlock2Ptr, heap, sizeof(struct SaveBlock2));
    memcpy(gSaveBlock1Ptr, heap + sizeof(struct SaveBlock2), sizeof(struct SaveBlock1));
    memcpy(gPokemonStoragePtr, heap + sizeof(struct SaveBlock2) + sizeof(struct SaveBlock1), sizeof(struct Storage));
    u32 high = random16();
    u32 key = high << 16 | random16();
    rekey(gSaveBlock2Ptr->encryptionKey ^ key);
    gSaveBlock2Ptr->encryptionKey = key;
    gMain.vblankCallback = vblank;
}

void clear_save_blocks(void) {
    memset(gSaveBlock2Ptr, 0, sizeof(struct SaveBlock2));
    memset(gSaveBlock1Ptr, 0, sizeof(struct SaveBlock1));
    memset(gPokemonStoragePtr, 0, sizeof(struct Storage));
}

bool flag_get(u16 id) { return gSaveBlock1Ptr->flags[id >> 3] >> (id & 7) & 1; }
void flag_set(u16 id) { gSaveBlock1Ptr->flags[id >> 3] |= 1 << (id & 7); }
void flag_clear(u16 id) { gSaveBlock1Ptr->flags[id >> 3] &= ~(1 << (id & 7)); }
u16 var_get(u16 id) { return gSaveBlock1Ptr->vars[id - 0x4000]; }
void var_set(u16 id, u16 value) { gSaveBlock1Ptr->vars[id - 0x4000] = value; }
u32 money_get(void) { return gSaveBlock1Ptr->money ^ gSaveBlock2Ptr->encryptionKey; }
void money_set(u32 value) { gSaveBlock1Ptr->money = value ^ gSaveBlock2Ptr->encryptionKey; }

void stat_add(u8 stat) {
    u32 key = gSaveBlock2Ptr->encryptionKey;
    gSaveBlock1Ptr->gameStats[stat] = ((gSaveBlock1Ptr->gameStats[stat] ^ key) + 1) ^ key;
}

enum Pocket pocket_of(u16 item) {
    return item == ITEM_PARCEL ? POCKET_KEY : item == ITEM_BALL ? POCKET_BALLS : POCKET_ITEMS;
}

u8 pocket_capacity(enum Pocket pocket) { return pocket == POCKET_ITEMS ? 42 : pocket == POCKET_KEY ? 30 : 13; }

struct ItemSlot *pocket_slots(enum Pocket pocket) {
    struct SaveBlock1 *block = gSaveBlock1Ptr;
    return pocket == POCKET_ITEMS ? block->items : pocket == POCKET_KEY ? block->keyItems : block->balls;
}

static u16 key16(void) { return gSaveBlock2Ptr->encryptionKey; }

u16 slot_quantity(const struct ItemSlot *slot) { return slot->quantity ^ key16(); }

static struct ItemSlot *slot_of(u16 item) {
    enum Pocket pocket = pocket_of(item);
    struct ItemSlot *slots = pocket_slots(pocket);
    for (int n = 0; n < pocket_capacity(pocket); n++)
        if (slots[n].id == item) return &slots[n];
    return NULL;
}

u16 item_count(u16 item) {
    struct ItemSlot *slot = slot_of(item);
    return slot ? slot_quantity(slot) : 0;
}

bool item_add(u16 item, u16 quantity) {
    struct ItemSlot *slot = slot_of(item);
    if (!slot) {
        enum Pocket pocket = pocket_of(item);
        slot = pocket_slots(pocket);
        for (int left = pocket_capacity(pocket); slot->id; slot++)
            if (!--left) return false;
        slot->id = item;
        slot->quantity = key16();
    }
    slot->quantity = (slot_quantity(slot) + quantity) ^ key16();
    return true;
}

void item_remove(u16 item, u16 quantity) {
    struct ItemSlot *slot = slot_of(item);
    if (!slot) return;
    if (slot_quantity(slot) > quantity) {
        slot->quantity = (slot_quantity(slot) - quantity) ^ key16();
        return;
    }
    enum Pocket pocket = pocket_of(item);
    struct ItemSlot *end = pocket_slots(pocket) + pocket_capacity(pocket) - 1;
    for (; slot < end; slot++) *slot = slot[1];
    end->id = 0;
    end->quantity = key16();
}

const char *item_name(u16 item) {
    switch (item) {
    case ITEM_BALL: return "CATCH BALL";
    case ITEM_POTION: return "SALVE";
    case ITEM_PARCEL: return "PARCEL";
    default: return "?";
    }
}

const char *item_about(u16 item) {
    switch (item) {
    case ITEM_BALL: return "Thrown at a wild creature to\nkeep it. Works now and then.";
    case ITEM_POTION: return "Smells of pine. Gives back\n20 HP to one companion.";
    case ITEM_PARCEL: return "A parcel for the PROFESSOR.\nThe string has a double knot.";
    default: return "";
    }
}
