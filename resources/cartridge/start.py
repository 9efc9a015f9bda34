"""The canonical state: the built cartridge, powered on, led through the title to the bedroom, before any step."""

from harness.emulator.binding import load_binding
from harness.emulator.mgba_core import HEIGHT, WIDTH, _Native
from harness.formats.base import sha256_hex

A, START = 1, 8
QUIET_FRAMES = 60
"""Long enough for the fade; the player stands and nothing has been pressed."""


def start_state(rom: bytes, symbols: dict[str, int]) -> bytes:
    """Return the state with its empty save memory, as mCoreSaveStateNamed with flag 2 writes it.

    Raises:
        SystemExit: the game does not reach the bedroom.
    """
    binding = load_binding()
    image = binding.image.Image(WIDTH, HEIGHT)
    core = _Native(binding, image, rom, sha256_hex(rom))

    def callback() -> int:
        at = symbols["gMain"] - 0x03000000 + 4
        return int.from_bytes(core.block(3)[at : at + 4], "little") & ~1

    for name, key in (("CB2_TitleScreenRun", 0), ("CB2_MainMenu", START), ("CB2_Overworld", A)):
        for frame in range(600):
            if callback() == symbols[name]:
                break
            core.run(key if frame % 20 < 2 else 0)
        else:
            raise SystemExit(f"The game does not reach {name}.")
    for _ in range(QUIET_FRAMES):
        core.run(0)
    state = core.save()
    core.free()
    return state
