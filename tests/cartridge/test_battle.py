"""Battles in the grass: met by chance, run from, won, lost, and what lies in the bag."""

from collections.abc import Iterator

import pytest

from tests.cartridge.driver import Cartridge, Spot
from tests.cartridge.walk import Walker, play_to_rival

FIGHT, BAG, PARTY, RUN = range(4)


@pytest.fixture(scope="module")
def in_the_grass() -> bytes:
    """A state with a companion, at the edge of tall grass."""
    game = Cartridge.in_bedroom()
    walker = Walker(game)
    play_to_rival(walker, 2)
    walker.go(Spot("road", 17, 24))
    state = game.native.save()
    game.close()
    return state


@pytest.fixture
def walker(in_the_grass: bytes) -> Iterator[Walker]:
    game = Cartridge(state=in_the_grass)
    yield Walker(game)
    game.close()


def meet(walker: Walker) -> None:
    """Walk to and fro in the grass until something comes; stop at the first choice."""
    for _ in range(200):
        for way in ("RIGHT", "LEFT"):
            walker.act(way)
            walker.game.run(0, 2)
            if walker.game.locked:
                for _ in range(40):
                    if phase(walker.game) == "HandleInputChooseAction":
                        return
                    walker.act("A" if walker.game.in_battle else "NOOP")
    raise AssertionError("nothing lives in this grass")


def phase(game: Cartridge) -> str:
    """Return which part of the battle runs."""
    if not game.in_battle:
        return "no battle"
    at = game.u32("gBattleMainFunc") & ~1
    return next(
        (name for name in ("HandleInputChooseAction", "HandleInputChooseMove") if game.symbols[name] == at), "other"
    )


def choose(walker: Walker, what: int) -> None:
    """Move the cursor to an entry and press A."""
    walker.act("LEFT" if what % 2 == 0 else "RIGHT")
    walker.act("UP" if what < 2 else "DOWN")
    assert walker.game.u8("gActionSelectionCursor") == what
    walker.act("A")


def read_on(walker: Walker) -> None:
    """Press A through all words until a choice or the field comes."""
    for _ in range(60):
        over = not walker.game.in_battle and (walker.game.free or walker.waiting())
        if over or phase(walker.game) == "HandleInputChooseAction":
            return
        walker.act("A" if walker.game.in_battle else "NOOP")
    raise AssertionError("the battle never goes on")


def test_a_wild_creature_has_a_kind_of_the_road_and_the_state_of_a_battle(walker: Walker) -> None:
    meet(walker)
    game = walker.game
    assert game.in_battle
    assert game.runs("BattleMainCB2")
    assert game.u32("gBattleTypeFlags") == 4
    assert game.u8("gBattlersCount") == 2
    foe = game.symbols["gBattleMons"] + 0x58
    assert game.u16(foe) in (16, 19)
    assert game.u8(foe, 0x2A) in (2, 3)
    assert game.u8("gBattleOutcome") == 0
    assert [game.u16("gBattleMons", 0x0C + 2 * n) for n in range(4)] == [1, 4, 0, 0]
    assert list(game.read("gBattleMons", 4, 0x24)) == [35, 25, 0, 0]


def test_one_can_run(walker: Walker) -> None:
    meet(walker)
    where = walker.game.spot
    for _ in range(20):
        choose(walker, RUN)
        read_on(walker)
        if walker.game.free:
            break
    assert walker.game.u8("gBattleOutcome") == 4
    assert walker.game.spot == where


def test_a_won_battle_gives_experience_and_leaves_the_points_lost(walker: Walker) -> None:
    game = walker.game
    meet(walker)
    for _ in range(20):
        if game.free:
            break
        choose(walker, FIGHT)
        walker.act("A")
        read_on(walker)
    assert game.u8("gBattleOutcome") == 1
    assert 0 < game.u16("gPlayerParty", 0x56) <= game.u16("gPlayerParty", 0x58)
    assert game.u16("gPlayerParty", 0x56) == game.u16("gBattleMons", 0x28)


def test_a_lost_battle_ends_at_home_and_healed(walker: Walker) -> None:
    game = walker.game
    meet(walker)
    for _ in range(20):
        if not game.in_battle:
            break
        game.poke(game.symbols["gBattleMons"] + 0x28, b"\x01\x00")
        game.poke(game.symbols["gBattleMons"] + 0x58 + 0x28, b"\x09\x00")
        choose(walker, FIGHT)
        walker.act("A")
        read_on(walker)
    walker.settle()
    assert game.u8("gBattleOutcome") == 2
    assert game.spot == Spot("house", 8, 5)
    assert game.u16("gPlayerParty", 0x56) == game.u16("gPlayerParty", 0x58)


def test_bag_and_party_can_be_looked_at_in_a_battle_and_a_salve_costs_the_turn(walker: Walker) -> None:
    game = walker.game
    key = game.u16(game.u32("gSaveBlock2Ptr"), 0xF20)
    game.poke(game.block1 + 0x310, (13).to_bytes(2, "little") + (key ^ 1).to_bytes(2, "little"))
    meet(walker)
    game.poke(game.symbols["gBattleMons"] + 0x28, b"\x05\x00")
    choose(walker, PARTY)
    game.run(0, 50)
    assert game.runs("CB2_UpdatePartyMenu")
    walker.act("B")
    game.run(0, 60)
    assert phase(game) == "HandleInputChooseAction"
    choose(walker, BAG)
    game.run(0, 50)
    assert game.runs("CB2_BagMenuRun")
    walker.act("A")
    game.run(0, 60)
    assert game.u16("gBattleMons", 0x28) > 5
    read_on(walker)
    assert game.u16(game.block1, 0x310) == 0


def test_menus_of_the_field_open_close_and_move_the_blocks(walker: Walker) -> None:
    game = walker.game
    for entry, screen in ((0, "CB2_UpdatePartyMenu"), (1, "CB2_BagMenuRun")):
        key = game.u32(game.u32("gSaveBlock2Ptr"), 0xF20)
        walker.act("START")
        assert game.task("Task_StartMenuHandleInput")
        while game.u8("sStartMenuCursorPos") != entry:
            walker.act("DOWN")
        walker.act("A")
        game.run(0, 40)
        assert game.runs(screen)
        assert game.u32("gMain") & ~1 == game.symbols["CB1_Overworld"]
        walker.act("B")
        game.run(0, 60)
        assert game.free
        assert game.u32(game.u32("gSaveBlock2Ptr"), 0xF20) != key
