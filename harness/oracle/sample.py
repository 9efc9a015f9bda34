"""One look at working memory: plain reads, and whether they may be trusted at this frame."""

from harness.emulator.port import MemoryImage
from harness.formats.oracle import Profile
from harness.oracle import layout


class Sample:
    """Reads of one memory image through one profile. Addresses outside the two memories read as 0."""

    __slots__ = ("_ewram", "_iwram", "block1", "block2", "profile", "ram")

    def __init__(self, image: MemoryImage, profile: Profile) -> None:
        self._ewram = image.ewram
        self._iwram = image.iwram
        self.profile = profile
        self.ram = profile.ram
        self.block1 = self.u32(self.ram["gSaveBlock1Ptr"])
        self.block2 = self.u32(self.ram["gSaveBlock2Ptr"])

    def read(self, address: int, size: int) -> bytes:
        """Return ``size`` bytes; shorter at the end of a memory, empty outside."""
        if address >= layout.IWRAM:
            return self._iwram[address - layout.IWRAM : address - layout.IWRAM + size]
        if address >= layout.EWRAM:
            return self._ewram[address - layout.EWRAM : address - layout.EWRAM + size]
        return b""

    def u8(self, address: int) -> int:
        """Return one byte."""
        return int.from_bytes(self.read(address, 1), "little")

    def u16(self, address: int) -> int:
        """Return two bytes, little end first."""
        return int.from_bytes(self.read(address, 2), "little")

    def s16(self, address: int) -> int:
        """Return two bytes as a signed number."""
        return int.from_bytes(self.read(address, 2), "little", signed=True)

    def u32(self, address: int) -> int:
        """Return four bytes, little end first."""
        return int.from_bytes(self.read(address, 4), "little")

    def flag(self, number: int) -> bool:
        """Return one flag of the first save block."""
        return bool(self.u8(self.block1 + layout.FLAGS + (number >> 3)) >> (number & 7) & 1)

    def var(self, number: int) -> int:
        """Return one variable of the first save block."""
        return self.u16(self.block1 + layout.VARS + (number - layout.FIRST_VAR) * 2)

    def place(self) -> tuple[int, int]:
        """Return the map's group and number."""
        return (self.u8(self.block1 + layout.MAP_GROUP), self.u8(self.block1 + layout.MAP_NUM))

    def callback2(self) -> int:
        """Return the even address of what runs the screen now."""
        return self.u32(self.ram["gMain"] + layout.CALLBACK2) & ~1

    def in_battle(self) -> bool:
        """Whether the battle bit is set; it is not yet during the change into battle."""
        return bool(self.u8(self.ram["gMain"] + layout.IN_BATTLE) & layout.IN_BATTLE_BIT)

    def fading(self) -> bool:
        """Whether the palette fades."""
        return bool(self.u8(self.ram["gPaletteFade"] + layout.FADE_ACTIVE) & layout.FADE_ACTIVE_BIT)

    def scripted(self) -> bool:
        """Whether a script holds the field controls; a door that locks them alone does not count."""
        locked = self.u8(self.ram["sLockFieldControls"]) == 1
        return locked and self.u8(self.ram["sGlobalScriptContextStatus"]) != layout.SCRIPT_IDLE

    def in_scene(self, start: int, end: int) -> bool:
        """Whether the script pointer or a live stack entry lies in [start, end)."""
        context = self.ram["sGlobalScriptContext"]
        if start <= self.u32(context + layout.SCRIPT_POINTER) < end:
            return True
        depth = min(self.u8(context + layout.STACK_DEPTH), layout.SCRIPT_STACK_MAX)
        return any(start <= self.u32(context + layout.SCRIPT_STACK + 4 * n) < end for n in range(depth))

    def task_runs(self, function: int | None) -> bool:
        """Whether a task with this even function address is active."""
        if function is None:
            return False
        tasks = self.read(self.ram["gTasks"], layout.TASKS * layout.TASK_BYTES)
        for at in range(0, len(tasks), layout.TASK_BYTES):
            if tasks[at + layout.TASK_ACTIVE] and int.from_bytes(tasks[at : at + 4], "little") & ~1 == function:
                return True
        return False

    def valid(self) -> bool:
        """Whether this frame may be judged: blocks in place, nothing loading, a game running, no replayed scene."""
        ram = self.ram
        moved = self.block1 - ram["gSaveBlock1"]
        if not 0 <= moved <= layout.RELOCATION_MAX or moved & 3:
            return False
        if self.block2 - ram["gSaveBlock2"] != moved:
            return False
        if self.u32(ram["gPokemonStoragePtr"]) - ram["gPokemonStorage"] != moved:
            return False
        if not self.u32(ram["gMain"] + layout.VBLANK_CALLBACK):
            return False
        if self.u8(ram["gQuestLogState"]) in (2, 3) or self.u8(ram["gQuestLogPlaybackState"]) in (1, 3):
            return False
        return self._game_runs()

    def _game_runs(self) -> bool:
        if not self.u8(self.ram["sPlayTimeCounterState"]):
            return False
        callback1 = self.u32(self.ram["gMain"] + layout.CALLBACK1)
        return self.in_battle() or callback1 == self.profile.code["CB1_Overworld"] + 1
