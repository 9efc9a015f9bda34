/* The machine: types, registers, memory. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;

#define REG16(a) (*(volatile u16 *)(0x04000000 + (a)))
#define REG32(a) (*(volatile u32 *)(0x04000000 + (a)))
#define DISPCNT REG16(0x00)
#define DISPSTAT REG16(0x04)
#define VCOUNT REG16(0x06)
#define BGCNT(n) REG16(0x08 + 2 * (n))
#define BGHOFS(n) REG16(0x10 + 4 * (n))
#define BGVOFS(n) REG16(0x12 + 4 * (n))
#define BLDCNT REG16(0x50)
#define BLDY REG16(0x54)
#define DMA3SAD REG32(0xD4)
#define DMA3DAD REG32(0xD8)
#define DMA3CNT REG32(0xDC)
#define KEYINPUT REG16(0x130)
#define IE REG16(0x200)
#define WAITCNT REG16(0x204)
#define IME REG16(0x208)

#define VRAM 0x06000000
#define OBJ_VRAM 0x06010000
#define BG_PALETTE ((volatile u16 *)0x05000000)
#define OBJ_PALETTE ((volatile u16 *)0x05000200)
#define OAM 0x07000000
#define FLASH ((volatile u8 *)0x0E000000)

enum { KEY_A = 1, KEY_B = 2, KEY_SELECT = 4, KEY_START = 8, KEY_RIGHT = 16, KEY_LEFT = 32, KEY_UP = 64, KEY_DOWN = 128 };
#define KEY_WAYS (KEY_RIGHT | KEY_LEFT | KEY_UP | KEY_DOWN)

/* Copy or fill whole words by DMA; both addresses and the size are multiples of four. */
static inline void dma_copy(const void *from, u32 to, u32 bytes) {
    DMA3SAD = (u32)from;
    DMA3DAD = to;
    DMA3CNT = (bytes >> 2) | 0x84000000;
}
void dma_fill(u32 value, u32 to, u32 bytes);

static inline void wait_for_vblank(void) {
    register u32 r0 asm("r0");
    register u32 r1 asm("r1");
    asm volatile("swi 5" : "=r"(r0), "=r"(r1) : : "r2", "r3", "memory");
}

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
