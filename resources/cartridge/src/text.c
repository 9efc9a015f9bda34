/* Message boxes and the printer that writes them letter by letter. */
#include "game.h"

#define BOX_LEFT 12
#define BOX_TOP 120
static u8 hurried;

static int frames_per_letter(void) {
    static const u8 delays[] = {6, 3, 1, 1};
    return delays[gSaveBlock2Ptr->textSpeed & 3];
}

void box_open(void) { canvas_window(0, 14, 30, 6); }
void box_close(void) {
    canvas_clear(0, 14, 30, 6);
    sTextPrinters[0].active = 0;
    sMessageBoxType = 0;
}

static void box_blank(void) { canvas_fill(8, 118, 224, 34, PAPER); }

/* Copy a text where an oracle finds it and start to write it. */
void box_print(const char *text, char *expanded, int x, int y) {
    char *to = expanded;
    while ((*to++ = *text++)) {}
    struct TextPrinter *p = &sTextPrinters[0];
    *p = (struct TextPrinter){.current = expanded, .x = x, .y = y, .left = x, .top = y, .active = 1, .state = PRINT_LETTERS, .speed = frames_per_letter()};
    hurried = 0;
}

void box_say(const char *text) {
    box_blank();
    sMessageBoxType = 2;
    box_print(text, gStringVar4, BOX_LEFT, BOX_TOP);
}

bool printer_active(void) { return sTextPrinters[0].active; }

/* The sign that a press is waited for. */
void box_arrow(void) { canvas_glyph(222, 138, GLYPH_ARROW_DOWN); }

static bool letter(struct TextPrinter *p) {
    char c = *p->current++;
    switch (c) {
    case 0:
        p->current--;
        p->active = 0;
        sMessageBoxType = 0;
        if (gMain.inBattle) box_arrow();
        return false;
    case '\f':
        p->state = PRINT_CLEAR;
        box_arrow();
        return false;
    case '\n':
        p->x = p->left;
        p->y += LINE_HEIGHT;
        return true;
    default:
        canvas_glyph(p->x, p->y, c);
        p->x += GLYPH_WIDTH;
        return true;
    }
}

void printers_run(void) {
    struct TextPrinter *p = &sTextPrinters[0];
    if (!p->active) return;
    if (p->state == PRINT_CLEAR) {
        if (!(gMain.newKeys & (KEY_A | KEY_B))) return;
        box_blank();
        p->x = p->left;
        p->y = p->top;
        p->state = PRINT_LETTERS;
        hurried = 0;
        return;
    }
    if (gMain.newKeys & (KEY_A | KEY_B)) hurried = 1;
    int count = 1;
    if (hurried && (gMain.heldKeys & (KEY_A | KEY_B))) count = 2;
    else if (p->delay) {
        p->delay--;
        return;
    }
    p->delay = p->speed - 1;
    while (count-- && letter(p)) {}
}

/* Append to a text under construction; both return its new end, which is terminated. */
char *put(char *to, const char *text) {
    while ((*to = *text++)) to++;
    return to;
}

char *put_number(char *to, u32 value) {
    if (value >= 10) to = put_number(to, value / 10);
    *to++ = '0' + value % 10;
    *to = 0;
    return to;
}
