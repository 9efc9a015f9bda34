"""Repeated routes are found by a rule that anybody can check by hand."""

import time

from hypothesis import given
from hypothesis import strategies as st

from harness.routes import MIN_STEPS, LoopRule, RepeatedRoute, Step, Transition, repeated_actions, repeated_routes


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


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=80))
def test_no_action_is_counted_twice_and_no_repetition_can_be_made_longer(walked: list[tuple[str, bool]]) -> None:
    gained_so_far, progress = 0, []
    for _, new in walked:
        gained_so_far += new and len(progress) % 13 == 0
        progress.append(gained_so_far)
    taken = steps("".join(letter for letter, _ in walked), progress)
    routes = repeated_routes(taken)
    counted = [number for route in routes for number in range(route.second.first_action, route.second.last_action + 1)]
    assert len(counted) == len(set(counted)) == repeated_actions(routes)
    for route in routes:
        first, second = route.first.last_action, route.second.last_action
        longer = (
            second < len(taken)
            and first + 1 < route.second.first_action
            and taken[first].transition == taken[second].transition
            and taken[first].progress == taken[second].progress == taken[route.first.first_action - 1].progress
        )
        assert not longer


@given(st.text("abcde", min_size=4, max_size=7), st.integers(1, 6))
def test_the_loop_rule_fires_at_the_end_of_the_fourth_passage_of_a_route(route: str, extra: int) -> None:
    """Even where the route repeats a part of itself it never fires before sixteen steps, nor after four passages."""
    fired = fires_at(route * (3 + extra))
    assert fired is not None
    assert 16 <= fired <= 4 * len(route)
    if len(set(route)) == len(route):
        assert fired == 3 * len(route) + 4
