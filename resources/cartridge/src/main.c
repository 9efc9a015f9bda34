/* The main loop, keys, random numbers, play time and the vertical blank. */
#include "game.h"

void AgbMain(void);

void set_callbacks(Callback first, Callback second) {
    gMain.callback1 = first;
    gMain.callback2 = second;
    gMain.state = 0;
}

u16 random16(void) {
    gRngValue = gRngValue * 1664525u + 1013904223u;
    return gRngValue >> 16;
}

void vblank_interrupt(void) {
    gMain.vblankCounter2++;
    if (gMain.vblankCallback) gMain.vblankCallback();
}

static void read_keys(void) {
    u16 held = ~KEYINPUT & 0x3FF;
    gMain.newKeysRaw = held & ~gMain.heldKeysRaw;
    if (gMain.newKeysRaw || held != gMain.heldKeysRaw) {
        gMain.keyRepeatCounter = 24;
        gMain.newAndRepeatedKeys = gMain.newKeysRaw;
    } else if (held && !--gMain.keyRepeatCounter) {
        gMain.newAndRepeatedKeys = held;
        gMain.keyRepeatCounter = 8;
    } else {
        gMain.newAndRepeatedKeys = 0;
    }
    gMain.heldKeysRaw = gMain.heldKeys = held;
    gMain.newKeys = gMain.newKeysRaw;
}

static void count_time(void) {
    struct SaveBlock2 *block = gSaveBlock2Ptr;
    if (sPlayTimeCounterState != 1 || ++block->vblanks < 60) return;
    block->vblanks = 0;
    if (++block->seconds < 60) return;
    block->seconds = 0;
    if (++block->minutes < 60) return;
    block->minutes = 0;
    if (block->hours < 999) block->hours++;
}

void AgbMain(void) {
    WAITCNT = 0x4317; /* ROM 3/1 with prefetch, save memory 8 */
    gRngValue = 0x51A7;
    video_init();
    flash_init();
    point_save_blocks(0);
    set_callbacks(NULL, CB2_InitCopyrightScreenAfterBootup);
    DISPSTAT = 8;
    IE = 1;
    IME = 1;
    for (;;) {
        wait_for_vblank();
        read_keys();
        random16();
        if (gMain.callback1) gMain.callback1();
        if (gMain.callback2) gMain.callback2();
        count_time();
    }
}
