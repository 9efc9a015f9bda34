"""The committed cartridge is what its sources say, byte for byte, and nobody else's."""

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.cartridge.driver import CARTRIDGE, Cartridge

ROM = (CARTRIDGE / "parcel-errand.gba").read_bytes()


def builder() -> ModuleType:
    """Load build.py, which is a program and no package."""
    spec = importlib.util.spec_from_file_location("cartridge_build", CARTRIDGE / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_sources_give_the_committed_cartridge_symbols_and_world_byte_for_byte(tmp_path: Path) -> None:
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("no arm-none-eabi-gcc here")
    build = builder()
    recorded = (CARTRIDGE / "compiler.txt").read_text("utf-8").strip()
    if build.compiler_version() != recorded:
        pytest.skip(f"another compiler: {build.compiler_version()}, the cartridge was built by {recorded}")
    rom, symbols, world = build.build_rom(tmp_path)
    assert rom == ROM
    assert build.text_of(symbols) == (CARTRIDGE / "symbols.json").read_bytes()
    assert build.text_of(world) == (CARTRIDGE / "world.json").read_bytes()


def test_the_header_names_our_own_game_and_holds_no_picture() -> None:
    assert ROM[0xA0:0xAC] == b"PARCELERRAND"
    assert ROM[0xAC:0xB2] == b"ZPEE00"
    assert ROM[0xB2] == 0x96
    assert ROM[0xBC] == 0
    assert (sum(ROM[0xA0:0xBE]) + 0x19) & 0xFF == 0
    assert not any(ROM[4:0xA0])


def test_the_cartridge_is_small_asks_for_flash_and_names_no_path() -> None:
    assert len(ROM) < 1 << 20
    assert ROM.count(b"FLASH1M_V103") == 1
    for word in (b"/tmp", b"/work", b"/home", b"GCC", b"Nintendo", b"POKEMON"):
        assert word not in ROM


def test_every_symbol_of_the_profile_is_in_the_map_and_no_two_share_an_address() -> None:
    import yaml

    profile = yaml.safe_load((CARTRIDGE.parent / "profiles" / "parcel-errand.yaml").read_text("utf-8"))
    symbols = json.loads((CARTRIDGE / "symbols.json").read_text("utf-8"))
    addresses = [symbols[value.removeprefix("symbol:")] for value in profile["code"].values()]
    assert len(set(addresses)) == len(addresses)
    for start, end in profile["scenes"].values():
        assert symbols[start.removeprefix("symbol:")] < symbols[end.removeprefix("symbol:")]
    for name, address in profile["ram"].items():
        assert symbols[name] == address


def test_the_canonical_state_is_what_power_on_leads_to() -> None:
    sys.path.insert(0, str(CARTRIDGE))
    try:
        from start import start_state  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(CARTRIDGE))
    symbols = json.loads((CARTRIDGE / "symbols.json").read_text("utf-8"))
    assert start_state(ROM, symbols) == (CARTRIDGE / "start.state").read_bytes()


def test_the_canonical_state_restores_into_a_fresh_core_and_saves_to_the_same_bytes() -> None:
    game = Cartridge.in_bedroom()
    state = (CARTRIDGE / "start.state").read_bytes()
    assert game.native.save() == state
    game.close()


def test_two_fresh_games_play_the_same_frames() -> None:
    pictures = []
    for _ in range(2):
        game = Cartridge.in_bedroom()
        for button in ("LEFT", "LEFT", "UP", "START", "A", "B", "RIGHT", "DOWN"):
            game.act(button)
        pictures.append((game.picture().tobytes(), game.native.save()))
        game.close()
    assert pictures[0] == pictures[1]


def test_every_line_of_text_fits_its_box_and_is_plain() -> None:
    import yaml

    lines = yaml.safe_load((CARTRIDGE / "src" / "text.yaml").read_text("utf-8"))
    for entry in lines:
        for page in entry["text"].split("\f"):
            assert len(page.split("\n")) <= 2, entry["name"]
            assert all(len(line) <= 35 for line in page.split("\n")), entry["name"]
