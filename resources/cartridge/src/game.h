/* What the parts of the game ask of each other. */
#pragma once
#include "data.h"
#include "state.h"

/* main.c */
void set_callbacks(Callback first, Callback second);
u16 random16(void);
void vblank_field(void);
extern u8 frame_parity;

/* memory.c: the save blocks and the values kept in them */
void point_save_blocks(u32 offset);
void MoveSaveBlocks_ResetHeap(void);
void clear_save_blocks(void);
bool flag_get(u16 id);
void flag_set(u16 id);
void flag_clear(u16 id);
u16 var_get(u16 id);
void var_set(u16 id, u16 value);
u32 money_get(void);
void money_set(u32 value);
void stat_add(u8 stat);
enum Pocket { POCKET_ITEMS, POCKET_KEY, POCKET_BALLS };
enum Pocket pocket_of(u16 item);
u8 pocket_capacity(enum Pocket pocket);
struct ItemSlot *pocket_slots(enum Pocket pocket);
u16 slot_quantity(const struct ItemSlot *slot);
u16 item_count(u16 item);
bool item_add(u16 item, u16 quantity);
void item_remove(u16 item, u16 quantity);
const char *item_name(u16 item);
const char *item_about(u16 item);
enum { ITEM_BALL = 4, ITEM_POTION = 13, ITEM_PARCEL = 349 };
enum {
    FLAG_FIRST_BALL = 0x28, FLAG_HIDE_PROFESSOR_LAB = 0x2B, FLAG_HIDE_PROFESSOR_TOWN = 0x2C, FLAG_HIDE_RIVAL = 0x2D,
    FLAG_HIDE_LOGBOOKS = 0x3A, FLAG_GOT_POTION = 0x230, FLAG_RIVAL_OVER = 0x258, FLAG_SIGN_SHOWN = 0x291,
    FLAG_VISITED_LAB = 0x2CF, FLAG_TRAINER = 0x500, FLAG_COMPANION = 0x828, FLAG_LOGBOOK = 0x829, FLAG_OPENED_MENU = 0x83E,
    FLAG_SEEN_TOWN = 0x890, FLAG_SEEN_NEXT_TOWN = 0x891,
};
enum {
    VAR_CHOICE = 0x4031, VAR_EDGE = 0x4050, VAR_NORTH_ROAD = 0x4051, VAR_WEST_ROAD = 0x4054, VAR_LAB = 0x4055,
    VAR_BEDROOM = 0x4056, VAR_SHOP = 0x4057, VAR_RIVAL_HOUSE = 0x4058, VAR_SIGN = 0x4070, VAR_REST = 0x407C,
};

/* flash.c */
void flash_init(void);
bool save_exists(void);
void save_begin(void);
bool save_step(void); /* one frame of writing; true when done */
bool save_read(void);

/* companions.c */
enum { SPECIES_GRASS = 1, SPECIES_FIRE = 4, SPECIES_WATER = 7, SPECIES_BIRD = 16, SPECIES_RAT = 19 };
enum { SUB_GROWTH, SUB_ATTACKS, SUB_EFFORT, SUB_MISC };
struct Move { const char *name; u8 power, accuracy, pp; };
extern const struct Move moves[];
const char *species_name(u16 species);
u8 species_picture(u16 species);
void companion_make(struct Companion *out, u16 species, u8 level);
void companion_open(const struct Companion *c, u32 plain[12], u8 order[4]);
void companion_close(struct Companion *c, u32 plain[12]);
u16 companion_species(const struct Companion *c);
void companion_moves(const struct Companion *c, u16 ids[4], u8 pp[4]);
void companion_set_pp(struct Companion *c, const u8 pp[4]);
bool companion_gain(struct Companion *c, u32 experience);
void party_add(u16 species, u8 level);
void party_heal(void);
void seen_set(u16 species, bool owned);
bool seen_get(u16 species);

/* tasks.c */
int task_start(Callback func);
void task_stop(int task);
void tasks_run(void);
bool task_active(Callback func);
void tasks_clear(void);
extern struct Task *current_task;

/* video.c: the text layer is a canvas of 30 x 20 tiles; the fade darkens everything */
#define LINE_HEIGHT 16
#define BACKDROP 0x6F19 /* behind whole screens */
#define OBJECT_TILE(n) (256 + (n) * 8)
#define ICON_TILE(n) (320 + (n) * 8)
#define CREATURE_ICON_TILE(n) (352 + (n) * 8)
enum { INK = 1, SHADOW = 2, PAPER = 3, GREEN = 10, YELLOW = 11, RED = 12, BLUE = 13, SNOW = 14, MARK = 15 };
void video_init(void);
void canvas_clear(int tx, int ty, int tw, int th);
void canvas_fill(int x, int y, int w, int h, u32 colour);
void canvas_window(int tx, int ty, int tw, int th);
void canvas_menu(int tx, int ty, int tw, int th);
void canvas_cursor(int x, int y, bool shown);
void canvas_glyph(int x, int y, char glyph);
void canvas_text(int x, int y, const char *text);
void canvas_number(int x, int y, u32 value, int digits);
void canvas_bar(int x, int y, int width, u32 value, u32 full);
void canvas_tile(int tx, int ty, const u32 *tile);
void fade_start(bool out);
void fade_run(void);
bool fading(void);
void picture_show(const u8 *tiles, const u16 *map, const u16 *palette, u32 tileBytes, int rows, int colours);
void layers(u16 which);
void sprites_clear(void);
void sprites_commit(void);
void palette_field(void);

/* text.c */
enum { PRINT_LETTERS, PRINT_WAIT, PRINT_CLEAR };
void box_print(const char *text, char *expanded, int x, int y);
void printers_run(void);
bool printer_active(void);
void box_open(void);
void box_close(void);
void box_arrow(void);
void box_say(const char *text);
char *put(char *to, const char *text);
char *put_number(char *to, u32 value);

/* field.c: maps, ground, camera */
extern const struct Map *map_now;
const struct Map *map_find(int group, int num);
const struct Map *map_at(int *x, int *y); /* carries x, y over the outdoor joints */
u16 ground_at(int x, int y);
u8 kind_at(int x, int y);
void field_load(const struct Map *map, int x, int y, int facing);
void field_redraw(void);
void field_draw(void);
void field_cross(void);
void CB1_Overworld(void);
void CB2_Overworld(void);
void VBlankCB_Field(void);
void warp_to(const struct Map *map, int x, int y, int facing);
void warp_now(void);
void return_to_field(void);

/* objects.c */
enum { DOWN = 1, UP, LEFT, RIGHT };
enum Action { ACT_NONE, ACT_FACE, ACT_TURN, ACT_WALK, ACT_BUMP, ACT_JUMP, ACT_WAIT, ACT_FAST, ACT_SLOW };
struct Body { /* beside each object event: how its picture moves */
    u8 action, way, timer, length, person, hidden, homeX, homeY, wander, pause, foot;
    s8 dx, dy;
    u8 shownFrame;
    const u8 *script;
    const u8 *moves; /* scripted movement, null when none */
};
extern struct Body bodies[16];
extern const s8 way_x[5], way_y[5];
void objects_clear(void);
int object_spawn(int localId, int person, int x, int y, int facing);
int object_find(int localId);
int object_at(int x, int y, int except);
void object_remove(int localId);
void object_start(int index, enum Action action, int way);
bool object_idle(int index);
void objects_run(void);
void objects_draw(void);
void objects_shift(int dx, int dy);
void objects_spawn_map(void);
bool blocked(int index, int x, int y, int way);
bool player_idle(void);

/* player.c */
void player_update_state(void);
void player_input(void);
void player_place(int x, int y, int facing);
void player_settled(void);

/* script.c */
void script_run_start(const u8 *script);
void script_run(void);
void script_init(void);
bool script_busy(void);
bool WaitForAorBPress(void);
u8 person_local_id(const char *name);

/* story.c */
const u8 *story_trigger(int trigger);
const u8 *story_arrival(void);
bool story_hidden(int id);
void story_people(void);
void CB2_WhiteOut(void);
void story_new_game(void);
void story_entered(const struct Map *map);
extern const u8 script_white_out[], script_white_out_rest[];

/* menu.c */
void Task_StartMenuHandleInput(void);
void Task_YesNoMenu_HandleInput(void);
void start_menu_open(void);
void yes_no_open(int tx, int ty);
bool yes_no_done(void);

/* screens.c */
void bag_open(bool battle);
void party_open(bool battle);
void logbook_open(void);

/* battle.c */
void battle_start_wild(u16 species, u8 level);
void battle_start_rival(u16 trainer);
void battle_resume(u16 item);
void CB2_EndWildBattle(void);
void CB2_EndTrainerBattle(void);
void CB2_InitBattle(void);
void BattleMainCB2(void);

/* title.c */
void CB2_InitCopyrightScreenAfterBootup(void);
