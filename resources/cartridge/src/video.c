/* Layers, fades, sprites, and the text layer: a canvas of 30 x 20 own tiles in 16 colours. */
#include "game.h"

static volatile u32 fill_word;
static u8 fade_level;
static s8 fade_step;

void *memcpy(void *to, const void *from, size_t size) {
    u8 *t = to;
    const u8 *f = from;
    if ((((u32)t | (u32)f) & 3) == 0)
        for (; size >= 4; size -= 4, t += 4, f += 4) *(u32 *)t = *(const u32 *)f;
    while (size--) *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t size) {
    u8 *t = to;
    while (size--) *t++ = value;
    return to;
}

void dma_fill(u32 value, u32 to, u32 bytes) {
    fill_word = value;
    DMA3SAD = (u32)&fill_word;
    DMA3DAD = to;
    DMA3CNT = (bytes >> 2) | 0x85000000;
}

void palette_field(void) {
    dma_copy(bg_palette, (u32)BG_PALETTE, 512);
    dma_copy(obj_palette, (u32)OBJ_PALETTE, 512);
}

void video_init(void) {
    DISPCNT = 0x80;
    dma_fill(0, VRAM, 0x18000);
    for (int y = 0; y < 20; y++)
        for (int x = 0; x < 30; x++) ((volatile u16 *)(VRAM + 0x5000))[y * 32 + x] = 0xF000 | (y * 30 + x);
    BGCNT(0) = (10 << 8) | 0;                       /* canvas: tiles 0x0000, map 0x5000 */
    BGCNT(2) = (12 << 8) | (1 << 2) | (1 << 7) | 1; /* over people: tiles 0x4000, map 0x6000 */
    BGCNT(3) = (13 << 8) | (1 << 2) | (1 << 7) | 3; /* ground: map 0x6800 */
    palette_field();
    dma_copy(objects_pixels, OBJ_VRAM + 0x2000, sizeof objects_pixels);
    dma_copy(icons_pixels, OBJ_VRAM + 0x2800, sizeof icons_pixels);
    dma_copy(creature_icons_pixels, OBJ_VRAM + 0x2C00, sizeof creature_icons_pixels);
    sprites_clear();
    sprites_commit();
    BLDCNT = 0x00FF;
    BLDY = fade_level = 16;
}

void layers(u16 which) { DISPCNT = 0x0040 | which; }

static volatile u32 *canvas_word(int x, int y) {
    return (volatile u32 *)(VRAM + ((y >> 3) * 30 + (x >> 3)) * 32 + (y & 7) * 4);
}

void canvas_clear(int tx, int ty, int tw, int th) {
    for (int y = ty; y < ty + th; y++) dma_fill(0, VRAM + (y * 30 + tx) * 32, tw * 32);
}

void canvas_fill(int x, int y, int w, int h, u32 colour) {
    u32 all = colour * 0x11111111u;
    for (int row = y; row < y + h; row++)
        for (int at = x; at < x + w;) {
            int first = at & 7, count = 8 - first;
            if (count > x + w - at) count = x + w - at;
            u32 mask = (count == 8 ? 0xFFFFFFFFu : ((1u << (count * 4)) - 1)) << (first * 4);
            volatile u32 *word = canvas_word(at, row);
            *word = (*word & ~mask) | (all & mask);
            at += count;
        }
}

void canvas_tile(int tx, int ty, const u32 *tile) { dma_copy(tile, VRAM + (ty * 30 + tx) * 32, 32); }

static void frame(const u32 tiles[9][8], int tx, int ty, int tw, int th) {
    for (int y = 0; y < th; y++)
        for (int x = 0; x < tw; x++) {
            int column = x == 0 ? 0 : x == tw - 1 ? 2 : 1;
            int row = y == 0 ? 0 : y == th - 1 ? 2 : 1;
            canvas_tile(tx + x, ty + y, tiles[row * 3 + column]);
        }
}

void canvas_window(int tx, int ty, int tw, int th) { frame(window_tiles, tx, ty, tw, th); }
void canvas_menu(int tx, int ty, int tw, int th) { frame(menu_tiles, tx, ty, tw, th); }

void canvas_cursor(int x, int y, bool shown) {
    canvas_fill(x, y, GLYPH_WIDTH, GLYPH_HEIGHT, PAPER);
    if (shown) canvas_glyph(x, y, GLYPH_ARROW_RIGHT);
}

/* A level of so much of so much: green, yellow below a half, red below a fifth. */
void canvas_bar(int x, int y, int width, u32 value, u32 full) {
    u32 part = full ? (value * width + full - 1) / full : 0;
    canvas_fill(x, y, width, 2, SHADOW);
    if (part) canvas_fill(x, y, part, 2, value * 2 > full ? GREEN : value * 5 > full ? YELLOW : RED);
}

void canvas_glyph(int x, int y, char glyph) {
    u8 k = (u8)glyph < 32 ? 0 : (u8)glyph - 32;
    if (k >= GLYPHS) k = 0;
    int shift = (x & 7) * 4;
    for (int row = 0; row < GLYPH_HEIGHT; row++) {
        u32 bits = glyphs[k][row];
        if (!bits) continue;
        u32 mask = bits | bits >> 1;
        mask = (mask & 0x11111111) * 15;
        volatile u32 *word = canvas_word(x, y + row);
        *word = (*word & ~(mask << shift)) | bits << shift;
        if (shift > 8) {
            int back = 32 - shift;
            word = canvas_word((x | 7) + 1, y + row);
            *word = (*word & ~(mask >> back)) | bits >> back;
        }
    }
}

void canvas_text(int x, int y, const char *text) {
    int left = x;
    for (; *text; text++) {
        if (*text == '\n') {
            x = left;
            y += LINE_HEIGHT;
            continue;
        }
        canvas_glyph(x, y, *text);
        x += GLYPH_WIDTH;
    }
}

void canvas_number(int x, int y, u32 value, int digits) {
    for (int n = digits - 1; n >= 0; n--) {
        if (value || n == digits - 1) canvas_glyph(x + n * GLYPH_WIDTH, y, '0' + value % 10);
        value /= 10;
    }
}

void fade_start(bool out) {
    fade_step = out ? 1 : -1;
    fade_level = out ? 0 : 16;
    gPaletteFade.bits |= 0x80;
    BLDY = fade_level;
}

void fade_run(void) {
    if (!(gPaletteFade.bits & 0x80)) return;
    fade_level += fade_step;
    BLDY = fade_level;
    if (fade_level == 0 || fade_level == 16) gPaletteFade.bits &= ~0x80;
}

bool fading(void) { return gPaletteFade.bits & 0x80; }

/* Show a picture of 8-bit tiles on the ground layer, from its top left corner. */
void picture_show(const u8 *tiles, const u16 *map, const u16 *palette, u32 tileBytes, int rows, int colours) {
    BGHOFS(3) = BGVOFS(3) = 0;
    dma_copy(tiles, VRAM + 0x7000, tileBytes);
    dma_fill(0xC000C0, VRAM + 0x6800, 2048);
    volatile u16 *cells = (volatile u16 *)(VRAM + 0x6800);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < 30; x++) cells[y * 32 + x] = map[y * 30 + x] + 192;
    for (int n = 0; n < colours; n++) BG_PALETTE[n] = palette[n];
}

void sprites_clear(void) {
    for (int n = 0; n < 128; n++) gMain.oam[n][0] = 0x0200;
}

void sprites_commit(void) { dma_copy(gMain.oam, OAM, 1024); }
