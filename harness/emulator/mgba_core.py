"""The mGBA core behind the port; the facts of its binding that it answers to stand beside each step."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from harness.emulator.binding import SAID, Binding, emulator_files, load_binding, require_emulator, warnings_heard
from harness.emulator.options import CLOCK_UNIX_MS, CORE_OPTIONS, core_config_sha256
from harness.emulator.port import EmulatorFailed, MemoryImage
from harness.formats.base import Sha256, sha256_hex
from harness.formats.errors import BadFile, Refused, WrongHash
from harness.formats.files import read_bytes

__all__ = ["MgbaCore", "core_config_sha256", "emulator_files", "power_on_state", "require_emulator"]

WIDTH = 240
HEIGHT = 160
MAX_ROM_BYTES = 32 << 20
MAX_STATE_BYTES = 16 << 20
_WITH_SAVE_MEMORY = 2
_ANOTHER_GAME = ("different version of the game", "differently sized")
_EWRAM_BLOCK = 2
_IWRAM_BLOCK = 3


class MgbaCore:
    """One game in one mGBA core, restored to one state.

    ROM and state are read once, compared with their hashes and handed over as memory, so the emulator opens no file
    and can write none. Every ``restore`` builds a fresh native core. Not for use from two threads at once.

    Raises:
        MissingPiece: there is no emulator library; the sentence holds the fix.
        BadFile: ROM or state is missing or is not one.
        WrongHash: ROM or state is not the one recorded.
    """

    def __init__(self, rom: Path, state: Path, rom_sha256: Sha256, state_sha256: Sha256) -> None:
        self._binding = load_binding()
        self._files = emulator_files()
        self._rom_sha256 = rom_sha256
        self._state_sha256 = state_sha256
        self._state_path = state
        self._rom = _read_checked(rom, "ROM", rom_sha256, MAX_ROM_BYTES)
        self._initial = _read_checked(state, "initial state", state_sha256, MAX_STATE_BYTES)
        self._image = self._binding.image.Image(WIDTH, HEIGHT)
        pixels = np.frombuffer(self._binding.ffi.buffer(self._image.buffer), np.uint8)
        self._pixels = pixels.reshape(HEIGHT, WIDTH, 4)
        import cv2  # its conversion is five times as fast as the next best; imported where a game is really played

        self._to_rgb = functools.partial(cv2.cvtColor, code=cv2.COLOR_RGBA2RGB)
        self._native: _Native | None = None
        self.restore()

    @property
    def files(self) -> Mapping[str, Sha256]:
        """File name → SHA-256 of the library files actually loaded."""
        return self._files

    def restore(self) -> None:
        """Bring back the initial state in a fresh core: no key held, save memory the state's or empty, no frame run.

        Raises:
            BadFile: the emulator refused ROM or state.
        """
        self.close()
        native = _Native(self._binding, self._image, self._rom, self._rom_sha256)
        if not native.load(self._initial):
            native.free()
            raise BadFile(
                f"The emulator refused the initial state {self._state_path} (SHA-256 {self._state_sha256}) for the ROM "
                f"with SHA-256 {self._rom_sha256} ({native.complaint}): make it again with this ROM and mGBA 0.10."
            )
        self._native = native

    def run_frame(self, keys: int) -> bytes:
        """Hold ``keys`` for exactly one frame and return a copy of its 240·160·3 bytes of RGB.

        Raises:
            EmulatorFailed: mGBA called an error fatal during this frame.
        """
        self._open().run(keys)
        return self._to_rgb(self._pixels).tobytes()

    def keys_were_read(self) -> bool:
        """Whether the game looked at the keys during the last frame."""
        return self._open().keys_read

    def memory(self) -> MemoryImage:
        """Return a copy of working memory, 256 KiB and 32 KiB."""
        native = self._open()
        return MemoryImage(native.block(_EWRAM_BLOCK), native.block(_IWRAM_BLOCK))

    def state(self) -> bytes:
        """Return a state of this moment with its save memory, the same bytes for the same moment."""
        return self._open().save()

    def close(self) -> None:
        """Free the emulator; may be called again."""
        if self._native is not None:
            self._native.free()
            self._native = None

    def _open(self) -> "_Native":
        if self._native is None:
            raise Refused("The emulator was closed: restore it first.")
        return self._native


def power_on_state(rom: Path) -> bytes:
    """Return the state of a game that was just switched on, with empty save memory.

    Raises:
        MissingPiece: there is no emulator library.
        BadFile: the ROM is missing or is not one.
    """
    data = read_bytes(rom)
    binding = load_binding()
    native = _Native(binding, binding.image.Image(WIDTH, HEIGHT), data, sha256_hex(data))
    try:
        return native.save()
    finally:
        native.free()


class _Native:
    """One native core and everything that must live as long as it does."""

    def __init__(self, binding: Binding, image: Any, rom: bytes, rom_sha256: Sha256) -> None:
        self._binding, self._ffi, self._lib = binding, binding.ffi, binding.lib
        self._image = image
        self.keys_read = False
        self.complaint = ""
        self._crashed = False
        handle = self._lib.mCoreCreate(self._lib.mPLATFORM_GBA)
        self._core = binding.core.Core._init(handle)
        self._native = self._core._core
        self._config = binding.core.Config(defaults=CORE_OPTIONS)
        self._core.load_config(self._config)
        self._set_callbacks()
        self._native.rtc.override = self._lib.RTC_FIXED
        self._native.rtc.value = CLOCK_UNIX_MS
        # The core closes what it loads, so no Python object may own it too; a copy in the library's own memory
        # also means that nothing is written beside the ROM, whatever the game saves.
        file = self._lib.VFileMemChunk(self._ffi.from_buffer(rom), len(rom))
        if not self._native.isROM(file) or not self._native.loadROM(self._native, file):
            self.free()
            raise BadFile(f"The ROM with SHA-256 {rom_sha256} is no Game Boy Advance game.")
        self._native.loadSave(self._native, self._lib.VFileMemChunk(self._ffi.NULL, 0))
        # Set before the reset, or every frame stays blank; the image is the caller's and outlives this core.
        self._core.set_video_buffer(image)
        self._core.reset()

    def _set_callbacks(self) -> None:
        """Clear the fields that the binding leaves undefined: the core would call them at an in-game save."""
        callbacks = self._core._callbacks
        struct = callbacks.context
        for field in ("videoFrameStarted", "videoFrameEnded", "sleep", "shutdown", "savedataUpdated", "alarm"):
            setattr(struct, field, self._ffi.NULL)
        callbacks.keys_read.append(self._note_keys_read)
        callbacks.core_crashed.append(self._note_crash)
        self._native.clearCoreCallbacks(self._native)
        self._native.addCoreCallbacks(self._native, struct)

    def _note_keys_read(self) -> None:
        self.keys_read = True

    def _note_crash(self) -> None:
        self._crashed = True

    def load(self, state: bytes) -> bool:
        """Load a state as mGBA's window or ``save`` writes it, PNG or raw; ``complaint`` says why it was refused.

        Held keys are no part of a state. mGBA only warns of a state of another revision of the same game.
        """
        file = self._lib.VFileMemChunk(self._ffi.from_buffer(state), len(state))
        self._core.set_keys(raw=0)
        with warnings_heard(self._binding) as said:
            loaded = bool(self._lib.mCoreLoadStateNamed(self._native, file, _WITH_SAVE_MEMORY))
        self._core.set_keys(raw=0)
        file.close(file)
        self.complaint = "; ".join(said) or "it is no whole state"
        return loaded and not any(word in line for line in said for word in _ANOTHER_GAME)

    def save(self) -> bytes:
        file = self._lib.VFileMemChunk(self._ffi.NULL, 0)
        try:
            if not self._lib.mCoreSaveStateNamed(self._native, file, _WITH_SAVE_MEMORY):
                raise EmulatorFailed("The emulator could not save its state: start the trial again.")
            size = file.size(file)
            data = self._ffi.new("char[]", size)
            file.seek(file, 0, 0)
            if file.read(file, data, size) != size:
                raise EmulatorFailed("The emulator could not save its state whole: start the trial again.")
            return bytes(self._ffi.buffer(data, size))
        finally:
            file.close(file)

    def run(self, keys: int) -> None:
        self.keys_read = False
        SAID.fatal = None
        self._core.set_keys(raw=keys)
        self._core.run_frame()
        if SAID.fatal is not None or self._crashed:
            raise EmulatorFailed(f"The emulator failed during a frame: {SAID.fatal or 'the game crashed'}.")

    def block(self, number: int) -> bytes:
        size = self._ffi.new("size_t *")
        start = self._native.getMemoryBlock(self._native, number, size)
        return bytes(self._ffi.buffer(start, size[0]))

    def free(self) -> None:
        self._core._was_reset = False
        self._ffi.release(self._native)


def _read_checked(path: Path, what: str, expected: Sha256, limit: int) -> bytes:
    """Read a file whole, after its size and before anything else looks at it compare its hash."""
    if path.is_file() and path.stat().st_size > limit:
        raise BadFile(f"{path} is too large to be a {what}: at most {limit} bytes.")
    data = read_bytes(path)
    found = sha256_hex(data)
    if found != expected:
        raise WrongHash(f"{path} is not the recorded {what}: its SHA-256 is {found}, expected {expected}.")
    return data
