"""What an action did: told apart on the real cartridge, and in a fixed order where several things changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.effects import effect_of
from harness.formats.oracle import Battle, OracleState, StateRecord
from tests.cartridge.driver import Spot
from tests.cartridge.walk import Walker, play_to_rival
from tests.oracle.playing import Played, led_to


@pytest.fixture
def bedroom(tmp_path: Path) -> Iterator[Played]:
    with Played(tmp_path) as played:
        yield played


@pytest.fixture(scope="module")
def in_the_grass() -> bytes:
    def there(walker: Walker) -> None:
        play_to_rival(walker, 2)
        walker.go(Spot("road", 17, 24))

    return led_to(there)


@pytest.fixture(scope="module")
def before_the_bookshelf() -> bytes:
    return led_to(lambda walker: (walker.go(Spot("house", 6, 3)), walker.face("UP"), walker.settle()))


def test_a_step_moves_and_a_wall_blocks(bedroom: Played) -> None:
    assert bedroom.act("UP") == ["moved"]
    assert bedroom.until("blocked", "UP").settled is False
    assert all(line.effect in ("moved", "blocked") for line in bedroom.lines)


def test_a_tap_in_another_direction_turns_and_a_second_one_moves(tmp_path: Path) -> None:
    with Played(tmp_path, press=2, settle=22) as played:
        assert played.act("LEFT", "LEFT", "RIGHT", "RIGHT") == ["turned", "moved", "turned", "moved"]
        assert [line.settled for line in played.lines] == [True] * 4


def test_nothing_pressed_and_a_button_without_use_change_nothing_visible(bedroom: Played) -> None:
    assert bedroom.act("NOOP", "B", "SELECT") == ["no_visible_change"] * 3
    assert [line.input_read for line in bedroom.lines] == [None, True, True]


def test_the_start_menu_opens_moves_and_closes(bedroom: Played) -> None:
    assert bedroom.act("START", "DOWN", "B") == ["menu_changed"] * 3
    assert [line.settled for line in bedroom.lines] == [True] * 3
    assert bedroom.act("NOOP") == ["no_visible_change"]


@pytest.fixture(scope="module")
def on_the_stairs() -> bytes:
    return led_to(lambda walker: walker.go(Spot("bedroom", 9, 2)))


def test_stairs_change_the_map_in_the_action_at_whose_end_it_is_seen(tmp_path: Path, on_the_stairs: bytes) -> None:
    with Played(tmp_path, on_the_stairs, press=12, settle=120) as patient:
        assert patient.act("LEFT") == ["map_changed"]
        assert patient.lines[0].settled
    with Played(tmp_path, on_the_stairs, press=2, settle=8) as played:
        effects = played.act("LEFT", "LEFT", *["NOOP"] * 12)
        assert effects[0] == "turned"
        assert effects.count("map_changed") == 1
        assert effects.index("map_changed") > effects.index("unknown")
        assert "blocked" not in effects
        assert played.state is not None
        assert played.state.map == "house"


def test_an_input_that_the_game_never_looked_at_is_marked_and_counts(tmp_path: Path, on_the_stairs: bytes) -> None:
    with Played(tmp_path, on_the_stairs, press=1, settle=0) as played:
        played.act(*["LEFT"] * 14, *["A"] * 60)
        unread = [line for line in played.lines if line.input_read is False]
        assert unread
        assert all(line.effect not in ("blocked", "moved") for line in unread)
        assert played.runtime.actions == 74


def test_reading_a_shelf_opens_goes_on_and_closes_a_dialogue(tmp_path: Path, before_the_bookshelf: bytes) -> None:
    with Played(tmp_path, before_the_bookshelf) as played:
        assert played.act("A") == ["dialogue_changed"]
        assert played.lines[-1].settled is False
        played.act(*["NOOP"] * 12)
        assert played.state is not None
        assert (played.state.screen, played.state.screen_detail) == ("dialogue", "dialogue_waits")
        assert played.runtime.settled
        assert played.act("A") == ["dialogue_changed"]
        assert played.state.screen == "overworld"


def test_a_direction_pressed_in_a_dialogue_is_not_called_blocked(tmp_path: Path, before_the_bookshelf: bytes) -> None:
    with Played(tmp_path, before_the_bookshelf) as played:
        played.act("A", *["NOOP"] * 12)
        assert "blocked" not in played.act("LEFT", "UP", "DOWN")


def test_a_creature_in_the_grass_changes_into_a_battle_and_back(tmp_path: Path, in_the_grass: bytes) -> None:
    with Played(tmp_path, in_the_grass) as played:
        played.until("battle_changed", "RIGHT", "LEFT", limit=400)
        played.act(*["A"] * 12)
        assert played.state is not None
        assert played.state.battle is not None
        own, foe = played.state.battle.battlers
        assert 0 < own.hp <= own.max_hp
        assert foe.level > 0
        assert own.legal_moves
        assert set(own.legal_moves) <= set(own.moves)


def test_a_scene_that_only_draws_is_called_so(tmp_path: Path) -> None:
    """A townsman walks by while nothing is pressed: the picture is another, and nothing that is known."""
    state = led_to(lambda walker: walker.go(Spot("town", 9, 9)))
    with Played(tmp_path, state) as played:
        assert played.until("framebuffer_only", "NOOP", limit=200).settled


def test_a_step_under_way_is_not_settled_at_the_protocols_timing(tmp_path: Path) -> None:
    with Played(tmp_path, press=2, settle=8) as played:
        assert played.act("UP") == ["moved"]
        assert [line.settled for line in played.lines] == [False]
        played.act("NOOP")
        assert played.runtime.settled


def test_every_state_around_an_action_is_logged_at_its_frame(bedroom: Played) -> None:
    bedroom.act("UP", "NOOP")
    states = [one for one in bedroom.records if isinstance(one, StateRecord)]
    assert [(one.action_number, one.when, one.frame) for one in states] == [
        (1, "before", 0), (1, "after", 24), (2, "before", 24), (2, "after", 48)
    ]  # fmt: skip
    assert all(one.valid and one.state is not None for one in states)


def state(**changes: object) -> OracleState:
    fields: dict[str, object] = {
        "map": "road", "map_group": 3, "map_num": 19, "x": 5, "y": 5, "facing": "up", "screen": "overworld",
        "screen_detail": "free", "menu_depth": 0, "settled": True, "moving": False, "money": 1, "bag": {}, "party": [],
        "flags": {}, "vars": {}, "scripted": False, "battle": None,
    }  # fmt: skip
    return OracleState.model_validate({**fields, **changes})


BATTLE = Battle(type_flags=0, outcome=0, battlers=[])
ORDER: list[tuple[str, dict[str, object]]] = [
    ("map_changed", {"map": "town"}),
    ("moved", {"x": 6}),
    ("battle_changed", {"battle": BATTLE, "screen": "battle"}),
    ("menu_changed", {"screen": "menu", "screen_detail": "bag", "menu_depth": 2}),
    ("turned", {"facing": "left"}),
]


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_of_several_changes_the_first_of_a_fixed_order_is_the_effect(first: int) -> None:
    changes: dict[str, object] = {}
    for _, change in reversed(ORDER[first:]):
        changes |= change
    effect = effect_of("UP", state(), state(**changes), input_read=True, picture_same=False)
    assert effect == ORDER[first][0]


def test_what_an_unread_direction_or_another_button_did_not_do_is_not_called_blocked() -> None:
    assert effect_of("UP", state(), state(), input_read=True, picture_same=True) == "blocked"
    assert effect_of("UP", state(), state(), input_read=False, picture_same=True) == "no_visible_change"
    assert effect_of("UP", state(scripted=True), state(), input_read=True, picture_same=False) == "framebuffer_only"
    assert effect_of("A", state(), state(), input_read=True, picture_same=False) == "framebuffer_only"
    assert effect_of("NOOP", state(), state(), input_read=None, picture_same=True) == "no_visible_change"


def test_without_a_valid_state_the_picture_alone_is_judged() -> None:
    assert effect_of("UP", None, state(), input_read=True, picture_same=False) == "unknown"
    assert effect_of("UP", state(), None, input_read=True, picture_same=True) == "no_visible_change"
