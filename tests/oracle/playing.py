"""The runtime on the real cartridge, from states that a walker by memory leads to."""

from collections.abc import Callable
from pathlib import Path

from harness.emulator.mgba_core import MgbaCore
from harness.formats.base import Button, sha256_hex
from harness.formats.evidence import Input
from harness.formats.files import read_yaml
from harness.formats.manifest import Manifest
from harness.formats.oracle import OracleState, SignRecord, StateRecord
from harness.oracle import load_profile
from harness.runtime import Runtime
from tests.cartridge.driver import CARTRIDGE, Cartridge
from tests.cartridge.walk import Walker

TEMPLATE = Path(__file__).parents[2] / "manifests" / "parcel-errand" / "manifest.yaml"
ROM = CARTRIDGE / "parcel-errand.gba"


def led_to(where: Callable[[Walker], object]) -> bytes:
    """Return the state of a game that a walker led somewhere from the bedroom."""
    game = Cartridge.in_bedroom()
    try:
        where(Walker(game))
        return game.native.save()
    finally:
        game.close()


class Played:
    """One runtime with the hidden state looked at; every action's line is kept."""

    def __init__(self, folder: Path, state: bytes | None = None, press: int = 12, settle: int = 12) -> None:
        path = folder / "begin.state"
        path.write_bytes(state if state is not None else (CARTRIDGE / "start.state").read_bytes())
        manifest = read_yaml(TEMPLATE, Manifest)
        timing = manifest.emulator.model_copy(update={"press_frames": press, "settle_frames": settle})
        self.core = MgbaCore(ROM, path, sha256_hex(ROM.read_bytes()), sha256_hex(path.read_bytes()))
        self.records: list[StateRecord | SignRecord] = []
        self.lines: list[Input] = []
        manifest = manifest.model_copy(update={"emulator": timing})
        self.runtime = Runtime(self.core, manifest, lambda number, rgb: None, load_profile("parcel-errand"))
        self.records += self.runtime.start()

    def __enter__(self) -> "Played":
        return self

    def __exit__(self, *_: object) -> None:
        self.core.close()

    def act(self, *buttons: Button) -> list[str | None]:
        """Press one after the other and return their effects."""
        for button in buttons:
            played = self.runtime.act(button, 1, 0)
            self.lines.append(played.line)
            self.records += played.records
        return [line.effect for line in self.lines[-len(buttons) :]]

    def until(self, effect: str, *buttons: Button, limit: int = 80) -> Input:
        """Press the buttons in turn until an action has this effect."""
        for number in range(limit):
            self.act(buttons[number % len(buttons)])
            if self.lines[-1].effect == effect:
                return self.lines[-1]
        raise AssertionError(f"never {effect}: {[line.effect for line in self.lines]}")

    @property
    def state(self) -> OracleState | None:
        """The last state that was looked at."""
        states = [one for one in self.records if isinstance(one, StateRecord)]
        return states[-1].state
