"""The whole errand is played, and the oracle sees its milestones in order."""

import pytest

from harness.emulator.port import MemoryImage
from harness.oracle.milestones import MilestoneLatch
from harness.oracle.profile import load_profile
from harness.oracle.sample import Sample
from harness.oracle.state import state_of
from tests.cartridge.driver import Cartridge, Spot
from tests.cartridge.walk import Walker, play_to_logbook, play_to_rival

MISSION = ["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"]
TRAINERS = {1: 328, 2: 327, 3: 326}


class Watch:
    """The product's own milestone latch, looking at every frame."""

    def __init__(self, game: Cartridge) -> None:
        self.profile = load_profile("parcel-errand")
        self.latch = MilestoneLatch(self.profile)
        self.signs: dict[tuple[str, str], int] = {}
        self.unread = 0
        game.on_frame.append(self.look)

    def look(self, game: Cartridge) -> None:
        sample = Sample(MemoryImage(game.native.block(2), game.native.block(3)), self.profile)
        for sign in self.latch.look(game.frame, sample):
            self.signs[sign.milestone, sign.sign] = sign.frame
        if sample.valid() and game.frame % 7 == 0 and state_of(sample) is None:
            self.unread += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ball", "wait", "fight"),
    [(1, 0, "win"), (2, 11, "lose"), (3, 23, "win")],
)
def test_the_errand_can_be_done_and_every_milestone_shows_in_order(ball: int, wait: int, fight: str) -> None:
    game = Cartridge.in_bedroom()
    watch = Watch(game)
    game.run(0, wait)
    outcome: list[int] = []
    walker = Walker(game, fight=fight)
    play_to_logbook(walker, ball, lambda leg: outcome.append(game.u8("gBattleOutcome")) if leg == "rival" else None)
    game.run(0, 8)
    latched = [watch.signs[m, "latched"] for m in MISSION]
    assert latched == sorted(set(latched))
    assert len(latched) == 8
    for milestone in MISSION:
        early, middle, late = (watch.signs[milestone, sign] for sign in ("earliest", "latched", "settled"))
        assert early <= middle <= late, milestone
    assert watch.signs["M2", "latched"] - watch.signs["M2", "earliest"] > 200
    assert watch.signs["M7", "earliest"] < watch.signs["M8", "earliest"]
    assert watch.unread == 0
    assert game.u16("gTrainerBattleOpponent_A") == TRAINERS[ball]
    assert game.u32("gBattleTypeFlags") in (0x1C, 0x4)
    if fight == "lose":
        assert outcome == [2]
    assert [game.var(v) for v in (0x4050, 0x4055, 0x4057, 0x4051, 0x4054, 0x4058, 0x407C)] == [1, 6, 2, 1, 1, 1, 1]
    assert game.u16("gPlayerParty", 0x56) > 0
    assert walker.actions < 700
    game.close()


def test_chance_decides_the_rivals_battle_one_way_or_the_other() -> None:
    outcomes = set()
    for wait in range(0, 42, 3):
        game = Cartridge.in_bedroom()
        game.run(0, wait)
        play_to_rival(Walker(game), 1)
        outcomes.add(game.u8("gBattleOutcome"))
        game.close()
        if outcomes == {1, 2}:
            return
    raise AssertionError(f"only {outcomes}")


def test_the_order_of_writes_at_the_north_edge_and_in_the_shop_is_one_frame_each() -> None:
    game = Cartridge.in_bedroom()
    seen: list[tuple[int, bool, bool, int]] = []
    parcel: list[tuple[int, bool]] = []

    def look(game: Cartridge) -> None:
        if not game.u32("gMain", 0x0C):
            return
        now = (game.var(0x4050), game.flag(0x2B), game.flag(0x2C), game.var(0x4055))
        if not seen or seen[-1] != now:
            seen.append(now)
        has = game.u16(game.block1, 0x3B8) == 349
        if not parcel or parcel[-1] != (game.var(0x4057), has):
            parcel.append((game.var(0x4057), has))

    game.on_frame.append(look)
    play_to_logbook(Walker(game))
    assert seen[:2] == [(0, True, True, 0), (1, False, True, 1)]
    assert parcel == [(0, False), (1, True), (1, False), (2, False)]
    game.close()


def test_the_gate_holds_until_a_companion_is_chosen_and_no_can_be_said() -> None:
    game = Cartridge.in_bedroom()
    walker = Walker(game)
    game.set_var(0x4050, 1)
    walker.go(Spot("town", 17, 16))
    game.set_var(0x4055, 1)
    game.poke(game.block1 + 0xEE5, bytes([0x10]))
    game.act("UP")
    game.act("NOOP")
    walker.settle()
    assert game.var(0x4055) == 2
    walker.go(Spot("laboratory", 6, 7))
    game.act("DOWN")
    game.act("NOOP")
    walker.settle()
    assert game.spot == Spot("laboratory", 6, 7)
    walker.go(Spot("laboratory", 9, 5))
    walker.face("UP")
    while not game.task("Task_YesNoMenu_HandleInput"):
        game.act("A")
    game.act("B")
    walker.settle()
    assert not game.flag(0x828)
    assert game.var(0x4055) == 2
    game.close()


def test_the_old_man_and_the_end_of_the_road_turn_people_back() -> None:
    game = Cartridge.in_bedroom()
    walker = Walker(game)
    game.set_var(0x4050, 1)
    game.set_var(0x4055, 4)
    game.set_var(0x4057, 2)
    walker.go(Spot("next_town", 15, 2))
    walker.face("UP")
    game.act("UP")
    game.act("NOOP")
    walker.settle()
    assert game.spot == Spot("next_town", 15, 2)
    game.set_var(0x4051, 1)
    for _ in range(3):
        game.act("UP")
    walker.settle()
    assert game.spot == Spot("next_town", 15, 2)
    game.close()
