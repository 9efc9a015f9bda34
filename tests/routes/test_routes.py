"""Repeated routes are found by a rule that anybody can check by hand."""

import time

from hypothesis import given
from hypothesis import strategies as st

from harness.formats.base import Button, MilestoneId
from harness.formats.manifest import ReturnLeg
from harness.formats.oracle import Battle, ItemCount, OracleState
from harness.routes import MIN_STEPS, LoopRule, RepeatedRoute, Step, Transition, Walk, repeated_actions, repeated_routes


def steps(word: str, progress: list[int] | None = None) -> list[Step]:
    """One step per letter; the same letter is the same transition."""
    gained = progress or [0] * len(word)
    return [
        Step(number, Transition("road", ord(letter), 0, "UP", "road", ord(letter), 1), gained[number - 1])
        for number, letter in enumerate(word, 1)
    ]


def spans(routes: list[RepeatedRoute]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(tuple(route.first), tuple(route.second)) for route in routes]  # type: ignore[misc]


def test_four_equal_steps_again_are_a_repetition_and_three_are_not() -> None:
    assert spans(repeated_routes(steps("abcdxabcd"))) == [((1, 4), (6, 9))]
    assert repeated_routes(steps("abcxyabc")) == []
    assert repeated_routes(steps("abcddcba")) == []


def test_passages_do_not_overlap_and_each_action_counts_once() -> None:
    found = repeated_routes(steps("ababababab"))
    assert spans(found) == [((1, 4), (5, 8))]
    assert repeated_actions(found) == 4


def test_a_segment_is_as_long_as_it_holds() -> None:
    assert spans(repeated_routes(steps("abcdefxabcdefy"))) == [((1, 6), (8, 13))]
    assert spans(repeated_routes(steps("abcdxabcdefyabcdef"))) == [((1, 4), (6, 9)), ((6, 11), (13, 18))]


def test_progress_between_two_passages_excuses_the_second() -> None:
    word = "abcdabcd"
    assert repeated_routes(steps(word, [0, 0, 0, 0, 1, 1, 1, 1])) == []
    assert repeated_actions(repeated_routes(steps(word, [3] * 8))) == 4


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60))
def test_the_result_is_the_longest_match_from_left_to_right(walked: list[tuple[str, bool]]) -> None:
    gained, progress = 0, []
    for _, new in walked:
        gained += new and len(progress) % 17 == 0
        progress.append(gained)
    taken = steps("".join(letter for letter, _ in walked), progress)
    assert repeated_routes(taken) == by_brute_force(taken)


def by_brute_force(taken: list[Step]) -> list[RepeatedRoute]:
    found: list[RepeatedRoute] = []
    at = 0
    while at < len(taken):
        best: tuple[int, int] = (0, 0)
        for source in range(at):
            length = 0
            while (
                source + length < at
                and at + length < len(taken)
                and taken[source + length].transition == taken[at + length].transition
                and taken[source].progress == taken[at + length].progress
            ):
                length += 1
            best = max(best, (length, -source))
        length, source = best[0], -best[1]
        if length >= MIN_STEPS:
            first, second = taken[source : source + length], taken[at : at + length]
            found.append(
                RepeatedRoute(
                    (first[0].action, first[-1].action),  # type: ignore[arg-type]
                    (second[0].action, second[-1].action),  # type: ignore[arg-type]
                    length,
                )
            )
        at += max(length if length >= MIN_STEPS else 1, 1)
    return found


@given(st.text("abcd", max_size=200))
def test_segments_never_overlap_and_hold_equal_steps(word: str) -> None:
    taken = steps(word)
    ended = 0
    for route in repeated_routes(taken):
        first = word[route.first.first_action - 1 : route.first.last_action]
        second = word[route.second.first_action - 1 : route.second.last_action]
        assert first == second
        assert len(first) == route.steps >= MIN_STEPS
        assert route.first.last_action < route.second.first_action
        assert route.second.first_action > ended
        ended = route.second.last_action


def fires_at(word: str, progress: list[int] | None = None) -> int | None:
    rule = LoopRule()
    return next((step.action for step in steps(word, progress) if rule.add(step)), None)


def test_the_loop_rule_fires_on_the_third_repetition_which_is_the_fourth_passage() -> None:
    assert fires_at("abcd" * 3) is None
    assert fires_at("abcd" * 4) == 16
    assert fires_at("abcdxabcdyabcdzabcd") == 19
    assert fires_at("abcd" * 4, [0] * 12 + [1] * 4) is None
    assert fires_at("ab" * 8) == 16


@given(st.text("ab", max_size=40))
def test_the_loop_rule_never_fires_before_a_third_repetition_can_be_complete(word: str) -> None:
    fired = fires_at(word)
    assert fired is None or fired >= 4 * MIN_STEPS


def state(x: int, place: str = "road", **changes: object) -> OracleState:
    fields: dict[str, object] = {
        "map": place, "map_group": 3, "map_num": 19, "x": x, "y": 5, "facing": "up", "screen": "overworld",
        "screen_detail": "free", "menu_depth": 0, "settled": True, "moving": False, "money": 1, "bag": {}, "party": [],
        "flags": {}, "vars": {}, "scripted": False, "battle": None,
    }  # fmt: skip
    return OracleState.model_validate({**fields, **changes})


def walked(*actions: tuple[Button, OracleState | None], legs: list[ReturnLeg] | None = None) -> list[Step | None]:
    walk, now = Walk(legs or []), state(0)
    result: list[Step | None] = []
    for number, (button, after) in enumerate(actions, 1):
        result.append(walk.action(number, button, now, after, []))
        now = after or now
    return result


def test_bumps_turns_and_other_buttons_neither_join_nor_break_a_segment() -> None:
    found = walked(("RIGHT", state(1)), ("RIGHT", state(1)), ("A", state(1)), ("RIGHT", state(2)))
    assert [step is not None for step in found] == [True, False, False, True]
    assert [step.progress for step in found if step] == [0, 0]


def test_items_battles_and_scripted_walks_are_progress_but_money_is_not() -> None:
    battle = Battle(type_flags=0, outcome=0, battlers=[])
    found = walked(
        ("RIGHT", state(1, money=9)),
        ("RIGHT", state(2, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(3, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("A", state(3, bag={"items": [ItemCount(item=13, quantity=1)]}, battle=battle)),
        ("A", state(3, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(4, bag={"items": [ItemCount(item=13, quantity=1)]}, scripted=True)),
        ("A", state(9, bag={"items": [ItemCount(item=13, quantity=1)]})),
        ("RIGHT", state(8, bag={"items": [ItemCount(item=13, quantity=1)]})),
    )
    assert [step.progress for step in found if step] == [0, 0, 1, 2, 3]


def test_a_milestone_and_the_start_of_a_return_leg_are_progress() -> None:
    legs = [ReturnLeg(after="M6", until="M7", maps=["road"])]
    walk = Walk(legs)
    reached: list[MilestoneId] = []
    assert walk.action(1, "UP", state(0), state(1), reached) == Step(1, Transition("road", 0, 5, "UP", "road", 1, 5), 0)
    walk.action(2, "A", state(1), state(1, "shop"), ["M6"])
    on_leg = walk.action(3, "UP", state(1, "shop"), state(1), ["M6"])
    back = walk.action(4, "UP", state(1), state(2), ["M6"])
    again = walk.action(5, "UP", state(2), state(3), ["M6"])
    assert on_leg is not None
    assert back is not None
    assert again is not None
    assert on_leg.progress < back.progress == again.progress


def test_doubling_a_long_walk_costs_little_more_than_twice_the_time() -> None:
    def seconds(count: int) -> float:
        taken, x = [], 7
        for number in range(count):
            x = (x * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            place = (x >> 16) % 200
            taken.append(Step(number, Transition("road", place, 0, "UP", "road", place, 1), 0))
        begun = time.process_time()
        repeated_routes(taken)
        return time.process_time() - begun

    assert seconds(400_000) < 4 * seconds(200_000)
