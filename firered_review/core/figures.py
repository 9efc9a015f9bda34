"""What a report of agreement holds: figures, what was missed, and the curve over the tolerance."""

from firered_review.core.tolerance_curve import CurvePoint
from harness.formats.base import Record


class Figure(Record):
    """One measure of agreement; ``value`` is null where ``words`` says why."""

    name: str
    value: float | None
    words: str
    used: int
    """Units that went into it."""
    left_out: int
    why_left_out: str
    low: float | None = None
    """2.5 % of the resampled values lie below; null where there is no interval."""
    high: float | None = None


class Missed(Record):
    """Labels of one kind that one side alone has, told apart by what the other had on screen."""

    kind: str
    only_one_side: int
    unseen: int
    """The other never had the place on screen."""
    judged_otherwise: int
    """The other saw the place and labelled nothing there."""
    not_compared: int
    """In trials that were left out whole."""


class Agreement(Record):
    """Every figure between two reviewers, and how it came about."""

    between: tuple[str, str]
    trials: int
    figures: list[Figure]
    missed: list[Missed]
    curve: list[CurvePoint]
    intervals: str
    """How the intervals were made, in a sentence."""
