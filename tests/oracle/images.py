"""Memory images with the game's structures in them, built byte by byte from the facts."""

import struct
from itertools import permutations

from harness.emulator.port import MemoryImage
from harness.formats.oracle import Profile

ORDERS = list(permutations("GAEM"))


def party_record(
    species: int, personality: int = 0x0BADCAFE, owner: int = 0x1234, level: int = 5, hp: tuple[int, int] = (19, 20)
) -> bytes:
    """Return one enciphered party record of 100 bytes."""
    parts = {letter: bytearray(12) for letter in "GAEM"}
    struct.pack_into("<H", parts["G"], 0, species)
    plain = b"".join(bytes(parts[letter]) for letter in ORDERS[personality % 24])
    secure = b"".join(struct.pack("<I", word ^ personality ^ owner) for (word,) in struct.iter_unpack("<I", plain))
    record = bytearray(100)
    struct.pack_into("<II", record, 0, personality, owner)
    struct.pack_into("<H", record, 0x1C, sum(w for (w,) in struct.iter_unpack("<H", plain)) & 0xFFFF)
    record[0x20:0x50] = secure
    record[0x54] = level
    struct.pack_into("<HH", record, 0x56, *hp)
    return bytes(record)


class Memory:
    """Working memory of a running game that stands on a tile; every setter says what it changes."""

    def __init__(self, profile: Profile, moved: int = 0x2C, key: int = 0xA5C3_1F07) -> None:
        self.profile, self.moved, self.key = profile, moved, key
        self.ewram, self.iwram = bytearray(0x40000), bytearray(0x8000)
        ram = profile.ram
        for name in ("gSaveBlock1", "gSaveBlock2"):
            self.u32(ram[f"{name}Ptr"], ram[name] + moved)
        self.u32(ram["gPokemonStoragePtr"], ram["gPokemonStorage"] + moved)
        self.block1, self.block2 = ram["gSaveBlock1"] + moved, ram["gSaveBlock2"] + moved
        self.u32(self.block2 + 0xF20, key)
        self.u32(ram["gMain"], profile.code["CB1_Overworld"] + 1)
        self.u32(ram["gMain"] + 4, profile.code["CB2_Overworld"] + 1)
        self.u32(ram["gMain"] + 0xC, 0x0800_0101)
        self.u8(ram["sPlayTimeCounterState"], 1)
        self.u8(ram["sGlobalScriptContextStatus"], 2)
        self.u8(ram["gObjectEvents"] + 0x18, 2)
        self.stand("bedroom", 6, 6)
        self.money(3000)

    def image(self) -> MemoryImage:
        return MemoryImage(bytes(self.ewram), bytes(self.iwram))

    def put(self, address: int, data: bytes) -> None:
        memory, base = (self.iwram, 0x0300_0000) if address >= 0x0300_0000 else (self.ewram, 0x0200_0000)
        memory[address - base : address - base + len(data)] = data

    def u8(self, address: int, value: int) -> None:
        self.put(address, bytes([value]))

    def u16(self, address: int, value: int) -> None:
        self.put(address, struct.pack("<H", value))

    def u32(self, address: int, value: int) -> None:
        self.put(address, struct.pack("<I", value))

    def stand(self, place: str, x: int, y: int) -> None:
        where = self.profile.maps[place]
        self.put(self.block1, struct.pack("<hhbb", x, y, where.group, where.num))

    def money(self, amount: int) -> None:
        self.u32(self.block1 + 0x290, amount ^ self.key)

    def flag(self, name: str, value: bool = True) -> None:
        number = self.profile.flags[name]
        at = self.block1 + 0xEE0 + (number >> 3) - 0x0200_0000
        bit = 1 << (number & 7)
        self.ewram[at] = self.ewram[at] | bit if value else self.ewram[at] & ~bit

    def var(self, name: str, value: int) -> None:
        self.u16(self.block1 + 0x1000 + (self.profile.vars[name] - 0x4000) * 2, value)

    def key_item(self, item: int, slot: int = 0) -> None:
        self.put(self.block1 + 0x3B8 + slot * 4, struct.pack("<HH", item, (1 if item else 0) ^ (self.key & 0xFFFF)))

    def party(self, *records: bytes) -> None:
        self.u8(self.profile.ram["gPlayerPartyCount"], len(records))
        for number, record in enumerate(records):
            self.put(self.profile.ram["gPlayerParty"] + 100 * number, record)
