"""The order of trials is the declared one, balanced, with X and Y drawn once."""

from itertools import product

import pytest

from harness.formats.errors import Refused
from harness.schedule import Letter, declared_order, draw_schedule, pairs


def test_another_order_than_the_protocols_is_taken_when_it_is_balanced() -> None:
    order: list[Letter] = ["Y", "X", "X", "Y"]
    schedule = draw_schedule(("alder", "birch"), 2, seed=3, order=order)
    assert ["X" if p.condition == schedule.x else "Y" for p in schedule.positions] == order
    assert [p.trial for p in schedule.positions] == [1, 1, 2, 2]


def test_an_order_that_is_not_balanced_is_refused_with_the_place() -> None:
    with pytest.raises(Refused, match=r"pair 2 is X X, and every pair needs X and Y"):
        draw_schedule(("alder", "birch"), 2, seed=3, order=["X", "Y", "X", "X"])
    with pytest.raises(Refused, match=r"X goes first in 3 of 4 pairs, Y in 1"):
        draw_schedule(("alder", "birch"), 4, seed=3, order=["X", "Y", "X", "Y", "Y", "X", "X", "Y"])
    with pytest.raises(Refused, match=r"has 3 positions; 2 trials per condition need 4"):
        draw_schedule(("alder", "birch"), 2, seed=3, order=["X", "Y", "Y"])


def test_of_all_orders_of_two_pairs_exactly_two_are_balanced() -> None:
    taken = []
    letters: tuple[Letter, Letter] = ("X", "Y")
    for order in product(letters, repeat=4):
        try:
            taken.append("".join(declared_order(2, order)))
        except Refused:
            continue
    assert taken == ["XYYX", "YXXY"]


def test_x_and_y_are_drawn_and_a_pair_always_holds_both() -> None:
    drawn = {draw_schedule(("alder", "birch"), 3, seed=seed).x for seed in range(20)}
    assert drawn == {"alder", "birch"}
    for pair in pairs(draw_schedule(("alder", "birch"), 3, seed=1)):
        assert {pair.first.condition, pair.second.condition} == {"alder", "birch"}
