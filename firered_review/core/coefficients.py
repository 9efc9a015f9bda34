"""Coefficients of agreement, from counts: one value, or many at once along the first axis; NaN where undefined."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Level = Literal["nominal", "ordinal"]
Numbers: TypeAlias = NDArray[np.float64]


def cohen_kappa(table: Sequence[tuple[bool, bool]]) -> float | None:
    """Return Cohen's κ of two raters over units of two classes; null where only one class occurs."""
    cells = [float(table.count(cell)) for cell in ((True, True), (True, False), (False, True), (False, False))]
    found = kappa_of_counts(np.array([cells]))[0]
    return None if np.isnan(found) else float(found)


def krippendorff_alpha(
    pairs: Sequence[tuple[str | None, str | None]], level: Level, domain: Sequence[str]
) -> float | None:
    """Return Krippendorff's α of pairs of values, a null being a missing one; null where only one class occurs."""
    whole = [(one, other) for one, other in pairs if one is not None and other is not None]
    if len({value for pair in whole for value in pair}) < 2:
        return None
    import krippendorff

    numbers = {value: float(number) for number, value in enumerate(domain)}
    data = np.array([[numbers[value] for value in side] for side in zip(*whole, strict=True)])
    found = krippendorff.alpha(reliability_data=data, level_of_measurement=level, value_domain=list(range(len(domain))))
    return float(found)


def kappa_of_counts(cells: Numbers) -> Numbers:
    """Return Cohen's κ of rows of four counts: both, only the one, only the other, neither."""
    with np.errstate(invalid="ignore", divide="ignore"):
        both, only_a, only_b, neither = (cells[:, place] for place in range(4))
        n = cells.sum(1)
        a, b = (both + only_a) / n, (both + only_b) / n
        by_chance = a * b + (1 - a) * (1 - b)
        one_class = (both + only_a + both + only_b == 0) | (neither + only_a + neither + only_b == 0)
        found: Numbers = np.where(one_class, np.nan, ((both + neither) / n - by_chance) / (1 - by_chance))
        return found


def alpha_of_coincidences(counts: Numbers, level: Level) -> Numbers:
    """Return Krippendorff's α of coincidence tables (table, value, value), which hold each pair both ways."""
    totals = counts.sum(2)
    n = totals.sum(1)
    width = counts.shape[1]
    if level == "nominal":
        apart: Any = np.broadcast_to(1.0 - np.eye(width), counts.shape)
    else:
        up_to = np.cumsum(totals, axis=1)
        low, high = np.minimum.outer(np.arange(width), np.arange(width)), np.maximum.outer(*[np.arange(width)] * 2)
        between = up_to[:, high] - up_to[:, low] + totals[:, low]
        apart = (between - (totals[:, low] + totals[:, high]) / 2) ** 2
        apart = apart * (1.0 - np.eye(width))
    observed = (counts * apart).sum((1, 2))
    expected = (totals[:, :, None] * totals[:, None, :] * apart).sum((1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Numbers = np.where(expected > 0, 1 - (n - 1) * observed / expected, np.nan)
        return found


def share(part: Numbers, whole: Numbers) -> Numbers:
    """Return part of whole; undefined of nothing."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Numbers = np.where(whole > 0, part / whole, np.nan)
        return found


def median_of_counts(values: Numbers, counts: Numbers) -> Numbers:
    """Return the median of each row of counts over sorted values; undefined of nothing."""
    if not len(values):
        return np.full(len(counts), np.nan)
    up_to = np.cumsum(counts, axis=1)
    n = up_to[:, -1]
    low = (up_to > ((n - 1) // 2)[:, None]).argmax(1)
    high = (up_to > (n // 2)[:, None]).argmax(1)
    found: Numbers = np.where(n > 0, (values[low] + values[high]) / 2, np.nan)
    return found
