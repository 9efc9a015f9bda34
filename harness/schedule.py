"""The counterbalanced order of trials: X Y, Y X, X Y, … with X and Y drawn once."""

import random
from collections.abc import Sequence
from typing import Literal, NamedTuple

from harness.formats.base import Name
from harness.formats.errors import Refused
from harness.formats.manifest import Schedule, SchedulePosition

Letter = Literal["X", "Y"]
Order = Literal["counterbalanced"] | Sequence[Letter]
"""As the manifest declares it: X Y, Y X, X Y, … or another balanced sequence of X and Y."""


_XY: tuple[Letter, Letter] = ("X", "Y")
_YX: tuple[Letter, Letter] = ("Y", "X")


class Pair(NamedTuple):
    """Positions 2k−1 and 2k of the schedule, which stand or fall together."""

    number: int
    first: SchedulePosition
    second: SchedulePosition


def draw_schedule(
    conditions: tuple[Name, Name], per_condition: int, seed: int | None, order: Order = "counterbalanced"
) -> Schedule:
    """Return a schedule with X and Y drawn at random, or from ``seed`` where the draw must be repeatable.

    Raises:
        Refused: the declared order is not balanced.
    """
    letters = declared_order(per_condition, order)
    draw = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a repeatable draw is asked for
    x, y = draw.sample(conditions, 2)
    count = {x: 0, y: 0}
    positions = []
    for position, letter in enumerate(letters, 1):
        name = x if letter == "X" else y
        count[name] += 1
        positions.append(SchedulePosition(position=position, condition=name, trial=count[name]))
    return Schedule(x=x, y=y, positions=positions)


def declared_order(per_condition: int, order: Order = "counterbalanced") -> list[Letter]:
    """Return the letter of every position.

    Balanced is an order in which every pair holds X and Y once, and as many pairs begin with X as with Y, but for one
    where their number is odd.

    Raises:
        Refused: a declared order has another length, or is not balanced; the sentence says where.
    """
    if order == "counterbalanced":
        return [letter for pair in range(per_condition) for letter in (_XY if pair % 2 == 0 else _YX)]
    letters = list(order)
    if len(letters) != 2 * per_condition:
        raise Refused(
            f"The declared order has {len(letters)} positions; {per_condition} trials per condition need "
            f"{2 * per_condition}."
        )
    two = [tuple(letters[k : k + 2]) for k in range(0, len(letters), 2)]
    for number, one in enumerate(two, 1):
        if one not in (_XY, _YX):
            raise Refused(
                f"The declared order is not balanced: pair {number} is {' '.join(one)}, and every pair needs X and Y."
            )
    x_first = two.count(_XY)
    if abs(2 * x_first - len(two)) > 1:
        raise Refused(
            f"The declared order is not balanced: X goes first in {x_first} of {len(two)} pairs, Y in "
            f"{len(two) - x_first}."
        )
    return letters


def pairs(schedule: Schedule) -> list[Pair]:
    """Return the pairs of a schedule in order."""
    places = schedule.positions
    return [Pair(k // 2 + 1, places[k], places[k + 1]) for k in range(0, len(places) - 1, 2)]


def position_of(schedule: Schedule, condition: Name, trial: int) -> int | None:
    """Return the position of a trial, or null outside the schedule."""
    return next((p.position for p in schedule.positions if (p.condition, p.trial) == (condition, trial)), None)
