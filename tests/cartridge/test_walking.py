"""Steps, turns, walls, doors and ledges take the frames that the memory map says."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.cartridge.driver import KEYS, Cartridge, Spot
from tests.cartridge.walk import Walker


@pytest.fixture
def game() -> Iterator[Cartridge]:
    cartridge = Cartridge.in_bedroom()
    yield cartridge
    cartridge.close()


def until_idle(game: Cartridge, limit: int = 80) -> int:
    """Return the frames until the figure rests."""
    for frame in range(1, limit):
        game.run()
        if game.idle:
            return frame
    raise AssertionError("never rests")


def test_a_step_takes_sixteen_frames_and_the_place_changes_on_its_first(game: Cartridge) -> None:
    assert (game.spot, game.facing) == (Spot("bedroom", 5, 5), "UP")
    game.run(KEYS["UP"])
    assert game.spot == Spot("bedroom", 5, 4)
    assert game.u16("gObjectEvents", 0x12) == 4 + 7
    assert not game.idle
    assert until_idle(game) == 15


@pytest.mark.parametrize("held", range(1, 9))
def test_a_short_press_in_another_direction_only_turns(game: Cartridge, held: int) -> None:
    game.run(KEYS["LEFT"], held)
    assert game.facing == "LEFT"
    game.run(0, 30)
    assert game.spot == Spot("bedroom", 5, 5)


def test_a_turn_takes_eight_frames(game: Cartridge) -> None:
    game.run(KEYS["LEFT"])
    assert not game.idle
    assert until_idle(game) == 7


@pytest.mark.parametrize("held", [9, 12, 16, 24])
def test_a_longer_press_in_another_direction_turns_and_steps_once(game: Cartridge, held: int) -> None:
    game.run(KEYS["LEFT"], held)
    game.run(0, 40)
    assert game.spot == Spot("bedroom", 4, 5)


@pytest.mark.parametrize("held", [1, 2, 12, 16])
def test_a_press_in_the_faced_direction_steps_once(game: Cartridge, held: int) -> None:
    game.run(KEYS["UP"], held)
    game.run(0, 40)
    assert game.spot == Spot("bedroom", 5, 4)


@pytest.mark.parametrize("way", ["UP", "LEFT", "RIGHT", "DOWN"])
def test_an_action_of_twelve_and_twelve_frames_is_one_tile_and_ends_at_rest(game: Cartridge, way: str) -> None:
    before = game.spot
    game.act(way)
    assert abs(game.spot.x - before.x) + abs(game.spot.y - before.y) == 1
    assert game.free


def test_the_picture_stands_still_when_the_step_is_over(game: Cartridge) -> None:
    game.act("LEFT")
    at_rest = game.picture().tobytes()
    game.run()
    assert game.picture().tobytes() == at_rest


def test_a_wall_costs_thirty_two_frames_and_another_direction_breaks_off(game: Cartridge) -> None:
    walker = Walker(game)
    walker.go(Spot("bedroom", 1, 3))
    walker.face("UP")
    game.run(0, 8)
    game.run(KEYS["UP"])
    assert game.spot == Spot("bedroom", 1, 3)
    assert until_idle(game) == 31
    game.run(0, 4)
    game.run(KEYS["UP"])
    game.run(0, 4)
    game.run(KEYS["DOWN"])
    assert game.spot == Spot("bedroom", 1, 4), "after a bump another direction steps without a turn"


def test_a_press_of_a_during_a_step_is_lost(game: Cartridge) -> None:
    walker = Walker(game)
    walker.go(Spot("bedroom", 1, 4))
    walker.face("UP")
    game.run(0, 8)
    game.run(KEYS["UP"], 2)
    game.run(KEYS["A"], 2)
    game.run(0, 40)
    assert game.spot == Spot("bedroom", 1, 3)
    assert game.free
    game.act("A")
    assert not game.free, "the same press speaks to the shelf once the figure stands"


def test_stairs_mats_and_doors_need_their_own_direction(game: Cartridge) -> None:
    walker = Walker(game)
    walker.go(Spot("bedroom", 9, 2))
    assert game.spot.map == "bedroom"
    game.act("LEFT")
    walker.settle()
    assert game.spot == Spot("house", 9, 2)
    walker.go(Spot("house", 4, 8))
    assert game.spot.map == "house"
    game.act("DOWN")
    walker.settle()
    assert game.spot == Spot("town", 6, 7)
    game.act("UP")
    walker.settle()
    assert game.spot == Spot("house", 4, 7)


def test_a_ledge_is_jumped_downwards_in_thirty_two_frames_and_never_climbed(game: Cartridge) -> None:
    walker = Walker(game)
    game.set_var(0x4050, 1)
    walker.go(Spot("road", 8, 18))
    walker.face("DOWN")
    game.run(0, 8)
    game.run(KEYS["DOWN"])
    assert game.spot == Spot("road", 8, 20)
    assert until_idle(game) == 31
    game.act("UP")
    game.run(0, 40)
    assert game.spot == Spot("road", 8, 20)


def test_the_map_changes_on_the_first_frame_of_the_step_across_and_the_blocks_stay(game: Cartridge) -> None:
    walker = Walker(game)
    game.set_var(0x4050, 1)
    walker.go(Spot("town", 12, 0))
    block = game.block1
    walker.face("UP")
    game.run(0, 8)
    game.run(KEYS["UP"])
    assert game.spot == Spot("road", 12, 33)
    assert game.block1 == block
    assert game.u8(game.block1 + 6) == 0xFF
    game.run(0, 20)
    game.run(KEYS["DOWN"], 12)
    game.run(0, 20)
    assert game.spot == Spot("town", 12, 0)


@pytest.mark.parametrize(
    ("start", "way"), [(Spot("town", 12, 0), "UP"), (Spot("road", 10, 0), "UP"), (Spot("road", 12, 33), "DOWN")]
)
def test_a_joint_of_two_maps_cannot_be_seen(game: Cartridge, start: Spot, way: str) -> None:
    walker = Walker(game)
    game.set_var(0x4050, 1)
    walker.go(start)
    walker.face(way)
    game.run(0, 8)
    before = np.asarray(game.picture())
    for _ in range(16):
        game.run(KEYS[way])
        assert game.native.keys_read, "no frame is lost"
        after = np.asarray(game.picture())
        moved = (after[1:], before[:-1]) if way == "UP" else (after[:-1], before[1:])
        assert (moved[0] == moved[1]).all(axis=2).mean() > 0.98
        before = after
    assert game.spot.map != start.map
