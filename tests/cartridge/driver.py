"""Plays the cartridge by fixed rules from what its memory says: a probe for tests, not an agent."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from harness.emulator.binding import load_binding
from harness.emulator.mgba_core import HEIGHT, WIDTH, _Native
from harness.formats.base import sha256_hex

CARTRIDGE = Path(__file__).resolve().parents[2] / "resources" / "cartridge"
KEYS = {"A": 1, "B": 2, "SELECT": 4, "START": 8, "RIGHT": 16, "LEFT": 32, "UP": 64, "DOWN": 128, "NOOP": 0}
WAYS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
FACING = {1: "DOWN", 2: "UP", 3: "LEFT", 4: "RIGHT"}
PRESS, SETTLE = 12, 12


class Spot(NamedTuple):
    """A tile of a map, by the map's name."""

    map: str
    x: int
    y: int


class Cartridge:
    """The built cartridge in a core of its own, from power on or from the canonical state."""

    def __init__(self, *, state: bytes | None = None, rom: bytes | None = None) -> None:
        self.symbols: dict[str, int] = json.loads((CARTRIDGE / "symbols.json").read_text("utf-8"))
        self.world: dict[str, Any] = json.loads((CARTRIDGE / "world.json").read_text("utf-8"))
        binding = load_binding()
        rom = rom or (CARTRIDGE / "parcel-errand.gba").read_bytes()
        self._image = binding.image.Image(WIDTH, HEIGHT)
        self._pixels = binding.ffi.buffer(self._image.buffer)
        self.native = _Native(binding, self._image, rom, sha256_hex(rom))
        self._binding = binding
        self.frame = 0
        self.on_frame: list[Any] = []
        self._names = {(m["group"], m["num"]): name for name, m in self.world["maps"].items()}
        if state is not None:
            assert self.native.load(state)

    @classmethod
    def in_bedroom(cls) -> Cartridge:
        """Return a game restored to the canonical state."""
        return cls(state=(CARTRIDGE / "start.state").read_bytes())

    def close(self) -> None:
        self.native.free()

    # --- time ---
    def run(self, keys: int = 0, frames: int = 1) -> None:
        """Hold keys for some frames."""
        for _ in range(frames):
            self.native.run(keys)
            self.frame += 1
            for look in self.on_frame:
                look(self)

    def act(self, button: str, press: int = PRESS, settle: int = SETTLE) -> None:
        """One action: press, release, settle."""
        self.run(KEYS[button], press)
        self.run(0, settle)

    # --- memory ---
    def read(self, at: int | str, size: int, offset: int = 0) -> bytes:
        address = (self.symbols[at] if isinstance(at, str) else at) + offset
        block = self.native.block(3) if address >= 0x03000000 else self.native.block(2)
        return block[address & 0xFFFFFF :][:size]

    def u8(self, at: int | str, offset: int = 0) -> int:
        return self.read(at, 1, offset)[0]

    def u16(self, at: int | str, offset: int = 0) -> int:
        return int.from_bytes(self.read(at, 2, offset), "little")

    def u32(self, at: int | str, offset: int = 0) -> int:
        return int.from_bytes(self.read(at, 4, offset), "little")

    @property
    def block1(self) -> int:
        return self.u32("gSaveBlock1Ptr")

    @property
    def spot(self) -> Spot:
        x, y, group, num = struct.unpack("<hhbb", self.read(self.block1, 6))
        return Spot(self._names.get((group, num), f"{group},{num}"), x, y)

    def flag(self, number: int) -> bool:
        return bool(self.u8(self.block1 + 0xEE0 + (number >> 3)) >> (number & 7) & 1)

    def var(self, number: int) -> int:
        return self.u16(self.block1 + 0x1000 + (number - 0x4000) * 2)

    def set_var(self, number: int, value: int) -> None:
        self.poke(self.block1 + 0x1000 + (number - 0x4000) * 2, value.to_bytes(2, "little"))

    def poke(self, address: int, data: bytes) -> None:
        """Change working memory (only to set up a test)."""
        number = 3 if address >= 0x03000000 else 2
        size = self._binding.ffi.new("size_t *")
        start = self.native._native.getMemoryBlock(self.native._native, number, size)
        self._binding.ffi.buffer(start, size[0])[address & 0xFFFFFF : (address & 0xFFFFFF) + len(data)] = data

    @property
    def facing(self) -> str:
        return FACING[self.u8("gObjectEvents", 0x18) & 15]

    @property
    def callback2(self) -> int:
        return self.u32("gMain", 4) & ~1

    def runs(self, name: str) -> bool:
        return self.callback2 == self.symbols[name]

    def task(self, name: str) -> bool:
        raw = self.read("gTasks", 640)
        return any(
            raw[n + 4] and int.from_bytes(raw[n : n + 4], "little") & ~1 == self.symbols[name]
            for n in range(0, 640, 40)
        )

    @property
    def locked(self) -> bool:
        return bool(self.u8("sLockFieldControls"))

    @property
    def idle(self) -> bool:
        held = self.u8("gObjectEvents")
        return self.u8("gPlayerAvatar", 3) != 1 and not (held & 0x40 and not held & 0x80)

    @property
    def free(self) -> bool:
        """The field is shown and takes keys."""
        return self.runs("CB2_Overworld") and not self.locked and not self.u8("gPaletteFade", 7) & 0x80 and self.idle

    @property
    def in_battle(self) -> bool:
        return bool(self.u8("gMain", 0x439) & 2)

    @property
    def text(self) -> str:
        raw = self.read("gDisplayedStringBattle", 300) if self.in_battle else self.read("gStringVar4", 1000)
        return raw.split(b"\0")[0].decode("ascii", "replace")

    def picture(self) -> Image.Image:
        return Image.frombytes("RGB", (WIDTH, HEIGHT), bytes(self._pixels), "raw", "RGBX")

    def shot(self, path: Path | str, scale: int = 2) -> None:
        self.picture().resize((WIDTH * scale, HEIGHT * scale), 0).save(path)
