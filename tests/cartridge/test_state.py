"""The state lies and moves as FireRed's does: blocks, keys, records; and saving is sound."""

import itertools
import struct
from collections.abc import Iterator

import pytest

from tests.cartridge.driver import Cartridge
from tests.cartridge.walk import Walker, play_to_logbook

BASES = (("gSaveBlock1Ptr", 0x0202552C), ("gSaveBlock2Ptr", 0x02024588), ("gPokemonStoragePtr", 0x02029314))


@pytest.fixture
def game() -> Iterator[Cartridge]:
    cartridge = Cartridge.in_bedroom()
    yield cartridge
    cartridge.close()


def offsets(game: Cartridge) -> list[int]:
    return [game.u32(name) - base for name, base in BASES]


def key_of(game: Cartridge) -> int:
    return game.u32(game.u32("gSaveBlock2Ptr"), 0xF20)


def test_over_a_whole_game_the_blocks_keep_one_offset_and_move_with_a_new_key(game: Cartridge) -> None:
    seen: set[int] = set()
    keys: set[int] = set()
    money: set[int] = set()

    def look(game: Cartridge) -> None:
        if not game.u32("gMain", 0x0C):
            return
        first, second, third = offsets(game)
        assert first == second == third
        assert first in range(0, 0x80, 4)
        if first not in seen or key_of(game) not in keys:
            seen.add(first)
            keys.add(key_of(game))
            money.add(game.u32(game.block1, 0x290) ^ key_of(game))

    game.on_frame.append(look)
    play_to_logbook(Walker(game))
    assert len(keys) >= 9
    assert len(seen) >= 5
    assert money <= {3000, 3080}


def test_blocks_are_copied_over_more_than_one_frame_with_the_vblank_callback_empty(game: Cartridge) -> None:
    walker = Walker(game)
    empty: list[int] = []
    game.on_frame.append(lambda g: empty.append(g.frame) if not g.u32("gMain", 0x0C) else None)
    walker.go(walker.game.spot._replace(x=9, y=2))
    game.act("LEFT")
    walker.settle()
    assert 2 <= len(empty) <= 12


def test_quantities_money_and_steps_are_kept_under_the_key(game: Cartridge) -> None:
    play_to_logbook(Walker(game))
    key = key_of(game)
    item, quantity = struct.unpack("<HH", game.read(game.block1, 4, 0x430))
    assert (item, quantity ^ key & 0xFFFF) == (4, 5)
    assert game.u32(game.block1, 0x290) ^ key in (3000, 3080)
    assert 80 < (game.u32(game.block1, 0x1200 + 20) ^ key) < 400
    assert not any(game.read(game.block1, 2, 0x3B8)), "the parcel has left the key pocket"


def test_party_records_decipher_and_check(game: Cartridge) -> None:
    from tests.cartridge.walk import play_to_rival

    for ball, species in ((1, 1), (2, 7), (3, 4)):
        fresh = Cartridge.in_bedroom()
        play_to_rival(Walker(fresh), ball)
        record = fresh.read("gPlayerParty", 100)
        personality, owner = struct.unpack_from("<II", record)
        words = [word ^ personality ^ owner for word in struct.unpack_from("<12I", record, 0x20)]
        plain = struct.pack("<12I", *words)
        assert sum(struct.unpack("<24H", plain)) & 0xFFFF == struct.unpack_from("<H", record, 0x1C)[0]
        growth = list(itertools.permutations("GAEM"))[personality % 24].index("G") * 12
        assert struct.unpack_from("<H", plain, growth)[0] == species
        assert fresh.var(0x4031) == ball - 1
        assert [fresh.flag(0x28 + n) for n in range(3)].count(True) == 2
        fresh.close()


def save_in_game(game: Cartridge) -> None:
    """START, SAVE, yes, and away: from a free field with SAVE second in the menu."""
    game.act("START")
    if game.u8("sStartMenuCursorPos") != 1:
        game.act("DOWN")
    game.act("A")
    for _ in range(60):
        if game.free:
            return
        game.act("A" if game.u8("sMessageBoxType") == 0 else "NOOP")
    raise AssertionError("saving never ends")


@pytest.mark.slow
def test_the_game_can_be_saved_three_hundred_times(game: Cartridge) -> None:
    for _ in range(300):
        save_in_game(game)
    assert game.u32("gSaveCounter") == 300


def test_a_saved_game_continues_after_power_on_where_it_was(game: Cartridge) -> None:
    walker = Walker(game)
    walker.go(walker.game.spot._replace(map="town", x=6, y=9))
    save_in_game(game)
    game.act("LEFT")
    save_in_game(game)
    was, looks = game.spot, game.facing
    game.native._core.reset()
    game.run(0, 60)
    game.act("START")
    game.run(0, 30)
    game.act("A")
    walker.settle()
    assert (game.spot, game.facing) == (was, looks)
    assert game.flag(0x890)
    assert game.u32("gSaveCounter") == 2


def test_a_torn_save_leaves_the_older_one(game: Cartridge) -> None:
    walker = Walker(game)
    save_in_game(game)
    first = game.spot
    walker.go(first._replace(x=first.x - 2))
    game.act("START")
    game.act("A") if game.u8("sStartMenuCursorPos") == 1 else (game.act("DOWN"), game.act("A"))
    while game.u8("sMessageBoxType"):
        game.run()
    game.run(0, 2)
    game.run(1, 4)
    game.native._core.reset()
    game.run(0, 60)
    game.act("START")
    game.run(0, 30)
    game.act("A")
    walker.settle()
    assert game.spot == first
