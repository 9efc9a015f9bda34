"""The counterbalanced order of trials: X Y, Y X, X Y, … with X and Y drawn once."""

import random
from typing import NamedTuple

from harness.formats.base import Name
from harness.formats.manifest import Schedule, SchedulePosition


class Pair(NamedTuple):
    """Positions 2k−1 and 2k of the schedule, which stand or fall together."""

    number: int
    first: SchedulePosition
    second: SchedulePosition


def draw_schedule(conditions: tuple[Name, Name], per_condition: int, seed: int | None) -> Schedule:
    """Return a schedule with X and Y drawn at random, or from ``seed`` where the draw must be repeatable."""
    draw = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a repeatable draw is asked for
    x, y = draw.sample(conditions, 2)
    order = [name for pair in range(per_condition) for name in ((x, y) if pair % 2 == 0 else (y, x))]
    count = {x: 0, y: 0}
    positions = []
    for position, name in enumerate(order, 1):
        count[name] += 1
        positions.append(SchedulePosition(position=position, condition=name, trial=count[name]))
    return Schedule(x=x, y=y, positions=positions)


def pairs(schedule: Schedule) -> list[Pair]:
    """Return the pairs of a schedule in order."""
    places = schedule.positions
    return [Pair(k // 2 + 1, places[k], places[k + 1]) for k in range(0, len(places) - 1, 2)]


def position_of(schedule: Schedule, condition: Name, trial: int) -> int | None:
    """Return the position of a trial, or null outside the schedule."""
    return next((p.position for p in schedule.positions if (p.condition, p.trial) == (condition, trial)), None)
