/* The START menu, saving, and the yes or no question: small windows over the field. */
#include "game.h"

enum { ENTRY_LOGBOOK, ENTRY_PARTY, ENTRY_BAG, ENTRY_SAVE, ENTRY_EXIT };
static const char *const entry_names[] = {"LOGBOOK", "PARTY", "BAG", "SAVE", "EXIT"};
static u8 yes_no_x, yes_no_y, yes_no_cursor, yes_no_state;

/* --- yes or no: a window of 7 x 6 tiles --- */
void yes_no_open(int tx, int ty) {
    yes_no_x = tx;
    yes_no_y = ty;
    yes_no_cursor = 0;
    yes_no_state = 1;
    sYesNoWindowId = 1;
    canvas_menu(tx, ty, 7, 6);
    canvas_text(tx * 8 + 20, ty * 8 + 10, "YES");
    canvas_text(tx * 8 + 20, ty * 8 + 26, "NO");
    canvas_cursor(tx * 8 + 12, ty * 8 + 10, true);
    task_start(Task_YesNoMenu_HandleInput);
}

void Task_YesNoMenu_HandleInput(void) {
    int x = yes_no_x * 8 + 12, y = yes_no_y * 8 + 10;
    if (gMain.newKeys & (KEY_UP | KEY_DOWN)) {
        canvas_cursor(x, y + 16 * yes_no_cursor, false);
        yes_no_cursor = gMain.newKeys & KEY_UP ? 0 : 1;
        canvas_cursor(x, y + 16 * yes_no_cursor, true);
    }
    if (!(gMain.newKeys & (KEY_A | KEY_B))) return;
    gSpecialVar_Result = (gMain.newKeys & KEY_A) && yes_no_cursor == 0;
    canvas_clear(yes_no_x, yes_no_y, 7, 6);
    yes_no_state = 0;
    task_stop(current_task - gTasks);
}

bool yes_no_done(void) { return yes_no_state == 0; }

/* --- START menu: at the right edge, 16 pixels a line --- */
static void list_entries(void) {
    u8 n = 0;
    if (flag_get(FLAG_LOGBOOK)) sStartMenuOrder[n++] = ENTRY_LOGBOOK;
    if (flag_get(FLAG_COMPANION)) sStartMenuOrder[n++] = ENTRY_PARTY;
    sStartMenuOrder[n++] = ENTRY_BAG;
    sStartMenuOrder[n++] = ENTRY_SAVE;
    sStartMenuOrder[n++] = ENTRY_EXIT;
    sNumStartMenuItems = n;
    if (sStartMenuCursorPos >= n) sStartMenuCursorPos = 0;
}

#define MENU_X 21
static void menu_pointer(bool shown) { canvas_cursor(MENU_X * 8 + 8, 10 + 16 * sStartMenuCursorPos, shown); }

static bool StartCB_HandleInput(void);

void start_menu_open(void) {
    sLockFieldControls = 1;
    flag_set(FLAG_OPENED_MENU);
    list_entries();
    canvas_menu(MENU_X, 0, 9, sNumStartMenuItems * 2 + 2);
    for (int n = 0; n < sNumStartMenuItems; n++) canvas_text(MENU_X * 8 + 16, 10 + 16 * n, entry_names[sStartMenuOrder[n]]);
    menu_pointer(true);
    sStartMenuCallback = (Callback)StartCB_HandleInput;
    task_start(Task_StartMenuHandleInput);
}

static void menu_close(bool release) {
    canvas_clear(MENU_X, 0, 9, 20);
    task_stop(current_task - gTasks);
    if (release) sLockFieldControls = 0;
}

static void (*screen_next)(void);
static void Task_OpenScreen(void) {
    if (fading()) return;
    tasks_clear();
    screen_next();
}

static void bag_from_field(void) { bag_open(false); }
static void party_from_field(void) { party_open(false); }

static void open_screen(void (*screen)(void)) {
    menu_close(false);
    screen_next = screen;
    fade_start(true);
    task_start(Task_OpenScreen);
}

static void say(const char *text) {
    box_open();
    box_say(text);
}

/* Asks once, writes over some frames, says so. */
static void Task_Save(void) {
    s16 *state = &current_task->data[0];
    if (sMessageBoxType) return;
    switch (*state) {
    case 0: yes_no_open(23, 8); ++*state; break;
    case 1:
        if (!yes_no_done()) break;
        if (!gSpecialVar_Result) *state = 4;
        else say("Saving. Please leave the power on."), save_begin(), ++*state;
        break;
    case 2:
        if (!save_step()) break;
        say("The game is saved.");
        ++*state;
        break;
    case 3:
        box_arrow();
        if (gMain.newKeys & (KEY_A | KEY_B)) ++*state;
        break;
    default:
        box_close();
        sLockFieldControls = 0;
        task_stop(current_task - gTasks);
    }
}

bool StartCB_Save2(void) {
    menu_close(false);
    say("Do you want to save the game?");
    task_start(Task_Save);
    return true;
}

static bool StartCB_HandleInput(void) {
    u16 keys = gMain.newKeys;
    if (keys & (KEY_UP | KEY_DOWN)) {
        menu_pointer(false);
        u8 n = sNumStartMenuItems;
        sStartMenuCursorPos = (sStartMenuCursorPos + (keys & KEY_UP ? n - 1 : 1)) % n;
        menu_pointer(true);
    }
    if (keys & (KEY_B | KEY_START)) return menu_close(true), true;
    if (!(keys & KEY_A)) return false;
    switch (sStartMenuOrder[sStartMenuCursorPos]) {
    case ENTRY_LOGBOOK: open_screen(logbook_open); break;
    case ENTRY_PARTY: open_screen(party_from_field); break;
    case ENTRY_BAG: open_screen(bag_from_field); break;
    case ENTRY_SAVE: StartCB_Save2(); break;
    default: menu_close(true);
    }
    return true;
}

/* The press that opened the menu is not also the press that closes it. */
void Task_StartMenuHandleInput(void) {
    if (current_task->data[0]) StartCB_HandleInput();
    else current_task->data[0] = 1;
}
