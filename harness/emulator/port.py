"""The port: what the recorder asks of an emulator."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from harness.formats.base import Button, Sha256
from harness.formats.errors import HarnessError

KEY_BITS: Mapping[Button, int] = {
    "A": 0x001,
    "B": 0x002,
    "SELECT": 0x004,
    "START": 0x008,
    "RIGHT": 0x010,
    "LEFT": 0x020,
    "UP": 0x040,
    "DOWN": 0x080,
    "NOOP": 0x000,
}


class EmulatorFailed(HarnessError):
    """The emulator called an error fatal, or the emulated machine crashed; the trial cannot go on."""


class MemoryImage(NamedTuple):
    """A copy of working memory at a frame boundary: EWRAM at 0x02000000, IWRAM at 0x03000000."""

    ewram: bytes
    iwram: bytes


class Core(Protocol):
    """One emulator with one game. It owns its image; nothing is ever written beside the ROM."""

    @property
    def files(self) -> Mapping[str, Sha256]:
        """File name → SHA-256 of the library files actually loaded."""

    def restore(self) -> None:
        """Bring back the initial state with all keys released and fresh save memory; no frame is run.

        Raises:
            WrongHash: the state is not the one recorded.
            BadFile: the emulator refused the state.
        """

    def run_frame(self, keys: int) -> bytes:
        """Hold ``keys`` (bits of ``KEY_BITS``), run exactly one frame, return its 240·160·3 bytes of RGB, a copy.

        Raises:
            EmulatorFailed: the emulator called an error fatal during this frame.
        """

    def keys_were_read(self) -> bool:
        """Whether the game looked at the keys during the last frame."""

    def memory(self) -> MemoryImage:
        """Return a copy of working memory, taken by memory blocks (never through the bus)."""

    def state(self) -> bytes:
        """Return a save-including state of this moment, byte-stable for the same moment."""

    def close(self) -> None:
        """Free the emulator."""
