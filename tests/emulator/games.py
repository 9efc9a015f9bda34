"""Tiny games in machine code, for what a real game does only when something is wrong."""

import struct
from pathlib import Path

ENTRY = 0xC0

DOTS = [
    0xE3A04301,  # mov r4, #0x04000000
    0xE59F006C,  # ldr r0, =0x403
    0xE1C400B0,  # strh r0, [r4]            mode 3, one background
    0xE3A05406,  # mov r5, #0x06000000      pixels
    0xE3A06402,  # mov r6, #0x02000000      working memory
    0xE3A0740E,  # mov r7, #0x0E000000      save memory
    0xE3A08000,  # mov r8, #0               frames counted
    0xE3A09000,  # mov r9, #0               place of the dot
    0xE1D400B6,  # ldrh r0, [r4, #6]        wait for the end of the blank
    0xE35000A0,  # cmp r0, #160
    0x2AFFFFFC,  # bhs
    0xE1D400B6,  # ldrh r0, [r4, #6]        wait for the blank
    0xE35000A0,  # cmp r0, #160
    0x3AFFFFFC,  # blo
    0xE2888001,  # add r8, r8, #1
    0xE5868000,  # str r8, [r6]
    0xE2841C01,  # add r1, r4, #0x100
    0xE1D123B0,  # ldrh r2, [r1, #0x30]     the keys, low when held
    0xE1E02002,  # mvn r2, r2
    0xE20220FF,  # and r2, r2, #0xFF
    0xE5862004,  # str r2, [r6, #4]
    0xE3120010,  # tst r2, #0x10            RIGHT
    0x12899002,  # addne r9, r9, #2
    0xE3120001,  # tst r2, #0x01            A writes the save memory
    0x15C78000,  # strneb r8, [r7]
    0xE5D73000,  # ldrb r3, [r7]
    0xE5863008,  # str r3, [r6, #8]
    0xE1880402,  # orr r0, r8, r2, lsl #8
    0xE18500B9,  # strh r0, [r5, r9]        a dot that shows frame and keys
    0xEAFFFFE9,  # b                        again
    0x00000403,
    0x4D415253,  # "SRAM_V113": the kind of its save memory
    0x3131565F,
    0x00000033,
]
"""Counts frames, shows the keys it reads, and keeps a byte in save memory when A is held."""

DEAF = [0xEAFFFFFE]
"""Stands still and never reads a key."""

LOST = [0xE51FF004, 0x12345678]
"""Jumps to an address where there is nothing."""


def write_game(path: Path, program: list[int]) -> Path:
    """Write a ROM that starts with a branch to the program behind its header."""
    header = bytearray(ENTRY)
    header[0:4] = (0xEA00002E).to_bytes(4, "little")
    header[0xA0:0xA4] = b"TINY"
    header[0xB2] = 0x96
    header[0xBD] = -(0x19 + sum(header[0xA0:0xBD])) & 0xFF
    path.write_bytes(bytes(header) + struct.pack(f"<{len(program)}I", *program))
    return path
