"""Memory images with the game's structures in them, built byte by byte from the facts and from no profile."""

import struct

from harness.emulator.port import MemoryImage
from tests.oracle.facts import FLAG_BYTES, FLAGS, MAPS, NOT_READ, POCKETS, RAM, VAR_BYTES, VARS, Revision

ORDERS = [
    "GAEM", "GAME", "GEAM", "GEMA", "GMAE", "GMEA", "AGEM", "AGME", "AEGM", "AEMG", "AMGE", "AMEG",
    "EGAM", "EGMA", "EAGM", "EAMG", "EMGA", "EMAG", "MGAE", "MGEA", "MAGE", "MAEG", "MEGA", "MEAG",
]  # fmt: skip
"""Order of the four parts of a party record for each personality modulo 24."""


def party_record(
    species: int, personality: int = 0x0BADCAFE, owner: int = 0x1234, level: int = 5, hp: tuple[int, int] = (19, 20)
) -> bytes:
    """Return one enciphered party record of 100 bytes; every part but the first holds bytes of its own."""
    parts = {letter: bytearray([ord(letter)] * 12) for letter in "GAEM"}
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

    def __init__(self, revision: Revision, moved: int = 0x2C, key: int = 0xA5C3_1F07) -> None:
        self.code, self.moved, self.key = revision.code, moved, key
        self.scenes = revision.scenes
        self.ewram, self.iwram = bytearray(0x40000), bytearray(0x8000)
        self.point(moved)
        self.block1, self.block2 = RAM["gSaveBlock1"] + moved, RAM["gSaveBlock2"] + moved
        self.u32(self.block2 + 0xF20, key)
        self.u32(RAM["gMain"], self.code["CB1_Overworld"] + 1)
        self.shows("CB2_Overworld")
        self.u32(RAM["gMain"] + 0xC, 0x0800_0101)
        self.u8(RAM["sPlayTimeCounterState"], 1)
        self.u8(RAM["sGlobalScriptContextStatus"], 2)
        self.u8(RAM["gObjectEvents"] + 0x18, 2)
        self.stand("bedroom", 6, 6)
        self.money(3000)

    def image(self) -> MemoryImage:
        return MemoryImage(bytes(self.ewram), bytes(self.iwram))

    def copy(self) -> "Memory":
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__ | {"ewram": bytearray(self.ewram), "iwram": bytearray(self.iwram)}
        return other

    def put(self, address: int, data: bytes) -> None:
        memory, base = (self.iwram, 0x0300_0000) if address >= 0x0300_0000 else (self.ewram, 0x0200_0000)
        memory[address - base : address - base + len(data)] = data

    def u8(self, address: int, value: int) -> None:
        self.put(address, bytes([value]))

    def u16(self, address: int, value: int) -> None:
        self.put(address, struct.pack("<H", value))

    def u32(self, address: int, value: int) -> None:
        self.put(address, struct.pack("<I", value))

    def point(self, moved: int) -> None:
        """Let all three pointers say that the blocks have moved so far; what lies there is left alone."""
        for pointer, block in (
            ("gSaveBlock1Ptr", "gSaveBlock1"),
            ("gSaveBlock2Ptr", "gSaveBlock2"),
            ("gPokemonStoragePtr", "gPokemonStorage"),
        ):
            self.u32(RAM[pointer], RAM[block] + moved)

    def shows(self, callback: str) -> None:
        self.u32(RAM["gMain"] + 4, self.code[callback] + 1)

    def loading(self) -> None:
        self.u32(RAM["gMain"] + 0xC, 0)

    def battle(self, *battlers: bytes, outcome: int = 0, kind: int = 0x1C) -> None:
        self.u8(RAM["gMain"] + 0x439, 2)
        self.u32(RAM["gBattleTypeFlags"], kind)
        self.u8(RAM["gBattleOutcome"], outcome)
        self.u8(RAM["gBattlersCount"], len(battlers))
        for number, battler in enumerate(battlers):
            self.put(RAM["gBattleMons"] + 0x58 * number, battler)

    def task(self, name: str, place: int = 3, *, active: bool = True) -> None:
        self.u32(RAM["gTasks"] + 40 * place, self.code[name] + 1)
        self.u8(RAM["gTasks"] + 40 * place + 4, active)

    def printer(self, state: int, *, active: bool = True) -> None:
        self.u8(RAM["sTextPrinters"] + 0x1B, active)
        self.u8(RAM["sTextPrinters"] + 0x1C, state)

    def native_wait(self, name: str, mode: int = 2) -> None:
        self.u8(RAM["sGlobalScriptContext"] + 1, mode)
        self.u32(RAM["sGlobalScriptContext"] + 4, self.code[name] + 1)

    def script_at(self, address: int) -> None:
        self.u8(RAM["sGlobalScriptContextStatus"], 0)
        self.u32(RAM["sGlobalScriptContext"] + 8, address)

    def script_stack(self, *entries: int, depth: int | None = None) -> None:
        self.u8(RAM["sGlobalScriptContext"], len(entries) if depth is None else depth)
        for number, entry in enumerate(entries):
            self.u32(RAM["sGlobalScriptContext"] + 0xC + 4 * number, entry)

    def stale(self) -> None:
        """Leave behind what an ended battle, a closed menu and an old map leave behind."""
        self.u8(RAM["gBattleOutcome"], 1)
        self.u32(RAM["gBattleTypeFlags"], 0x1C)
        self.u16(NOT_READ["gTrainerBattleOpponent_A"], 326)
        self.u32(NOT_READ["sStartMenuCallback"], 0x0806_F281)
        self.put(RAM["gObjectEvents"] + 9, bytes([0, 3]))
        self.u8(self.block1 + 0x34, 6)
        self.put(self.block1 + 0x38, party_record(150))
        self.put(self.block1 + 8, struct.pack("<hh", 99, 99))
        self.u32(RAM["sGlobalScriptContext"] + 4, self.code["WaitForAorBPress"] + 1)
        self.script_stack(self.scenes["north_edge"][0] + 4, depth=0)

    def stand(self, place: str, x: int, y: int) -> None:
        self.put(self.block1, struct.pack("<hhbb", x, y, *MAPS[place]))

    def money(self, amount: int) -> None:
        self.u32(self.block1 + 0x290, amount ^ self.key)

    def flag(self, name: str, value: bool = True) -> None:
        byte, bit = FLAG_BYTES[FLAGS[name]]
        at = self.block1 + byte - 0x0200_0000
        self.ewram[at] = self.ewram[at] | 1 << bit if value else self.ewram[at] & ~(1 << bit)

    def var(self, name: str, value: int) -> None:
        self.u16(self.block1 + VAR_BYTES[VARS[name]], value)

    def slot(self, pocket: str, place: int, item: int, quantity: int) -> None:
        self.put(self.block1 + POCKETS[pocket][0] + place * 4, struct.pack("<HH", item, quantity ^ self.key & 0xFFFF))

    def key_item(self, item: int, slot: int = 0) -> None:
        self.slot("key_items", slot, item, 1 if item else 0)

    def party(self, *records: bytes) -> None:
        self.u8(RAM["gPlayerPartyCount"], len(records))
        for number, record in enumerate(records):
            self.put(RAM["gPlayerParty"] + 100 * number, record)


def battler(species: int, hp: int, max_hp: int, level: int, moves: list[int], uses: list[int]) -> bytes:
    """Return one battle record of 0x58 bytes."""
    record = bytearray(0x58)
    struct.pack_into("<H", record, 0, species)
    struct.pack_into("<4H", record, 0x0C, *moves)
    record[0x24:0x28] = bytes(uses)
    struct.pack_into("<H", record, 0x28, hp)
    record[0x2A] = level
    struct.pack_into("<H", record, 0x2C, max_hp)
    return bytes(record)
