/* Power on, title picture, and the choice between a new and a saved game. */
#include "game.h"

static u8 cursor, choices;

static void CB2_TitleScreenRun(void);
static void CB2_InitMainMenu(void);
static void CB2_MainMenu(void);
void CB2_NewGame(void);
void CB2_NewGameScene(void);
void CB2_ContinueSavedGame(void);

static void CB2_InitTitleScreen(void) {
    canvas_clear(0, 0, 30, 20);
    picture_show(title_tiles, title_map, title_palette, title_bytes, 20, title_colours);
    layers(0x0900);
    gMain.vblankCallback = VBlankCB_Field;
    fade_start(false);
    set_callbacks(NULL, CB2_TitleScreenRun);
}

void CB2_InitCopyrightScreenAfterBootup(void) { set_callbacks(NULL, CB2_InitTitleScreen); }

static void CB2_TitleScreenRun(void) {
    fade_run();
    if (fading()) return;
    if (gMain.state == 1) set_callbacks(NULL, CB2_InitMainMenu);
    else if (gMain.newKeys & (KEY_A | KEY_START)) {
        gMain.state = 1;
        fade_start(true);
    }
}

static void point(void) {
    canvas_fill(32, 40, 6, 60, PAPER);
    canvas_glyph(32, 44 + cursor * 24, GLYPH_ARROW_RIGHT);
}

static void CB2_InitMainMenu(void) {
    choices = 0;
    cursor = 0;
    bool saved = save_exists();
    canvas_clear(0, 0, 30, 20);
    layers(0x0100);
    palette_field();
    BG_PALETTE[0] = BACKDROP;
    canvas_window(3, 4, 24, saved ? 8 : 5);
    if (saved) canvas_text(44, 44, "CONTINUE");
    canvas_text(44, saved ? 68 : 44, "NEW GAME");
    choices = saved ? 2 : 1;
    canvas_glyph(32, 44, GLYPH_ARROW_RIGHT);
    fade_start(false);
    set_callbacks(NULL, CB2_MainMenu);
}

static void CB2_MainMenu(void) {
    fade_run();
    if (fading()) return;
    if (gMain.state == 1) {
        set_callbacks(NULL, choices == 2 && cursor == 0 ? CB2_ContinueSavedGame : CB2_NewGameScene);
        return;
    }
    if (choices == 2 && (gMain.newKeys & (KEY_UP | KEY_DOWN))) {
        cursor ^= 1;
        point();
    }
    if (gMain.newKeys & (KEY_A | KEY_START)) {
        gMain.state = 1;
        fade_start(true);
    }
}

void CB2_NewGameScene(void) { set_callbacks(NULL, CB2_NewGame); }

void CB2_NewGame(void) {
    gMain.vblankCallback = NULL;
    story_new_game();
    warp_to(maps[START_MAP], START_X, START_Y, UP);
    warp_now();
}

void CB2_ContinueSavedGame(void) {
    gMain.vblankCallback = NULL;
    point_save_blocks(0);
    save_read();
    script_init();
    sLockFieldControls = 0;
    sPlayTimeCounterState = 1;
    struct Warp *at = &gSaveBlock1Ptr->continueWarp;
    warp_to(map_find(at->group, at->num), at->x, at->y, ((struct ObjectEvent *)gSaveBlock1Ptr->objectEvents)->facing);
    warp_now();
}
