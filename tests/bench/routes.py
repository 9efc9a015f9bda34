"""Rows of repeated routes: a million transitions, and what doubling them costs."""

from collections.abc import Iterator
from random import Random

from harness.routes import Step, Transition, repeated_routes
from tests.bench.row import Row, at_most, seconds

MILLION = 1_000_000


def wander(number: int) -> list[Step]:
    """Return a walk to and fro over fifty tiles, with a milestone now and then."""
    draw = Random(1)  # noqa: S311 - a bench's variety, no secret
    steps, at = [], 0
    for action in range(1, number + 1):
        to = (at + draw.choice((-1, 1, 1))) % 50
        steps.append(Step(action, Transition("road", at, 0, "RIGHT", "road", to, 0), action // 50_000))
        at = to
    return steps


def measure() -> Iterator[Row]:
    """Yield the rows of repeated routes."""
    steps = wander(MILLION)
    half = min(seconds(lambda: repeated_routes(steps[: MILLION // 2])) for _ in range(2))
    whole = min(seconds(lambda: repeated_routes(steps)) for _ in range(2))
    yield at_most("repeated routes in 1,000,000 transitions", whole, 5, " s")
    yield at_most("the same, 1,000,000 / 500,000", whole / half, 2.3)
