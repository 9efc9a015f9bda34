"""One measured row of the table of numbers."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Row(NamedTuple):
    """What was measured, the goal in words, the value in words, and whether it holds."""

    what: str
    goal: str
    measured: str
    holds: bool


def at_least(what: str, value: float, goal: float, unit: str = "") -> Row:
    """Return a row that holds when ``value`` is ``goal`` or more."""
    return Row(what, f"≥ {goal:g}{unit}", f"{value:.2f}{unit}", value >= goal)


def at_most(what: str, value: float, goal: float, unit: str = "") -> Row:
    """Return a row that holds when ``value`` is ``goal`` or less."""
    return Row(what, f"≤ {goal:g}{unit}", f"{value:.2f}{unit}", value <= goal)


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile by rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def seconds(work: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def interleaved_ratio(first: Callable[[], object], second: Callable[[], object], rounds: int) -> float:
    """Return median time of ``first`` / median time of ``second``, measured in turn after one warming round."""
    first(), second()
    times = [(seconds(first), seconds(second)) for _ in range(rounds)]
    return median(t[0] for t in times) / median(t[1] for t in times)
