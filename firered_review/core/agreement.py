"""How far two reviewers agree: match first, then count; a degenerate case is words, never a number."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from firered_review.core.coefficients import (
    Level,
    Numbers,
    alpha_of_coincidences,
    kappa_of_counts,
    krippendorff_alpha,
    median_of_counts,
    share,
)
from firered_review.core.figures import Agreement, Figure, Missed
from firered_review.core.matching import MATCHED_KINDS
from firered_review.core.tally import SEVERITIES, TYPES, UNSEEN, Tally, TrialPair, tally
from firered_review.core.tolerance_curve import curve
from harness.formats.codebook import CodebookSet

ONE_CLASS = "undefined: only one class"
NOTHING = "undefined: nothing to compare"
ALONE = "only one side has it"
PLURAL = {
    "milestone": "milestones",
    "route": "routes",
    "error": "memory errors",
    "cause": "other causes",
    "battle": "battles",
}
RESAMPLES = 1000
SEED = 20260401
FEW_TRIALS = 20
"""Below so many trials an interval is descriptive."""


class _Measure(NamedTuple):
    """A figure as a function of how often each trial counts (one row per resampling)."""

    name: str
    values: Callable[[Numbers], Numbers]
    used: int
    undefined: str
    left_out: dict[str, int]


def agreement(trials: Sequence[TrialPair], codebook: CodebookSet, between: tuple[str, str] = ("a", "b")) -> Agreement:
    """Return every figure; exchanging the reviewers changes none of them."""
    tallies = [tally(trial, codebook) for trial in trials]
    draw = np.random.default_rng(SEED)
    n = len(trials)
    weights = draw.multinomial(n, [1 / n] * n, RESAMPLES).astype(float) if n > 1 else np.zeros((0, n))
    return Agreement(
        between=between,
        trials=n,
        figures=[_figure(one, weights, n) for one in _measures(tallies, codebook)],
        missed=_missed(tallies),
        curve=curve(tallies, codebook.codebook.tolerances),
        intervals=_how(n),
    )


def _measures(tallies: Sequence[Tally], codebook: CodebookSet) -> list[_Measure]:
    reach = codebook.codebook.tolerances.milestone_frames
    kinds = {kind: _f1(tallies, [kind]) for kind in MATCHED_KINDS}
    return [
        _f1(tallies, MATCHED_KINDS),
        _ratio(
            "milestones: agreement, percent", tallies, "percent.agreed", "percent.used", "percent", NOTHING, factor=100
        ),
        _distance(tallies),
        kinds["milestone"],
        kinds["route"],
        _ratio(
            "routes: segments shared (IoU, mean of matched)",
            tallies,
            "route.shared",
            "route.pairs",
            "",
            NOTHING,
            alone="route",
        ),
        _ratio(
            f"routes: boundaries within {reach} frames (F1)",
            tallies,
            "boundary.near",
            "boundary.all",
            "",
            "undefined: nobody labelled a route",
        ),
        kinds["error"],
        _kappa(tallies),
        _alpha("memory errors: type, Krippendorff's α (nominal)", tallies, "types", TYPES),
        _alpha("memory errors: severity, Krippendorff's α (ordinal)", tallies, "severities", SEVERITIES),
        kinds["cause"],
        kinds["battle"],
        _ratio(
            "battles: frames shared (IoU, mean of matched)",
            tallies,
            "battle.shared",
            "battle.pairs",
            "",
            NOTHING,
            alone="battle",
        ),
    ]


def _f1(tallies: Sequence[Tally], kinds: Sequence[str]) -> _Measure:
    pairs = sum((_column(tallies, f"{kind}.pairs") for kind in kinds), np.zeros(len(tallies)))
    labels = sum((_column(tallies, f"{kind}.labels") for kind in kinds), np.zeros(len(tallies)))
    name = PLURAL[kinds[0]] if len(kinds) == 1 else "every kind together"
    nobody = f"undefined: nobody labelled {_ONE[kinds[0]] if len(kinds) == 1 else 'anything'}"
    return _Measure(
        f"{name}: positive agreement (F1)",
        lambda weights: share(2 * (weights @ pairs), weights @ labels),
        int(labels.sum()),
        nobody,
        _left_out(tallies, kinds),
    )


_ONE = {
    "milestone": "a milestone",
    "route": "a route",
    "error": "an error",
    "cause": "a cause other than memory",
    "battle": "a battle",
}


def _ratio(
    name: str,
    tallies: Sequence[Tally],
    part: str,
    whole: str,
    left_out: str,
    undefined: str,
    *,
    factor: float = 1,
    alone: str = "",
) -> _Measure:
    parts, wholes = _column(tallies, part), _column(tallies, whole)
    left = _left_out(tallies, [left_out]) if left_out else {}
    if alone:
        left = {ALONE: sum(one.only_one[alone] for one in tallies)}
    return _Measure(
        name, lambda weights: factor * share(weights @ parts, weights @ wholes), int(wholes.sum()), undefined, left
    )


def _distance(tallies: Sequence[Tally]) -> _Measure:
    values = np.array(sorted({one for t in tallies for one in t.distances}), float)
    counts = np.array([[t.distances.count(int(value)) for value in values] for t in tallies], float)
    counts = counts.reshape(len(tallies), len(values))
    both = int(counts.sum())
    used = int(_column(tallies, "percent.used").sum()) + sum(_left_out(tallies, ["percent"]).values())
    return _Measure(
        "milestones: distance, frames (median)",
        lambda weights: median_of_counts(values, weights @ counts),
        both,
        NOTHING,
        {"not labelled by both": used - both},
    )


def _kappa(tallies: Sequence[Tally]) -> _Measure:
    cells = np.stack([_column(tallies, f"kappa.{cell}") for cell in ("11", "10", "01", "00")], axis=1)
    used = int(cells.sum())
    return _Measure(
        "memory errors: per decision, Cohen's κ",
        lambda weights: kappa_of_counts(weights @ cells),
        used,
        ONE_CLASS if used else NOTHING,
        _left_out(tallies, ["kappa"]),
    )


def _alpha(name: str, tallies: Sequence[Tally], field: str, domain: Sequence[str]) -> _Measure:
    level: Level = "nominal" if field == "types" else "ordinal"
    width = len(domain)
    counts = np.zeros((len(tallies), width, width))
    for place, one in enumerate(tallies):
        for x, y in getattr(one, field):
            counts[place, domain.index(x), domain.index(y)] += 1
    both_ways = (counts + counts.transpose(0, 2, 1)).reshape(len(tallies), width * width)
    pairs = [pair for one in tallies for pair in getattr(one, field)]

    def values(weights: Numbers) -> Numbers:
        if len(weights) == 1 and (weights == 1).all():
            found = krippendorff_alpha(pairs, level, domain)
            return np.array([np.nan if found is None else found])
        return alpha_of_coincidences((weights @ both_ways).reshape(len(weights), width, width), level)

    alone = {ALONE: sum(one.only_one["error"] for one in tallies)}
    return _Measure(name, values, len(pairs), ONE_CLASS if pairs else NOTHING, alone)


def _figure(measure: _Measure, weights: Numbers, trials: int) -> Figure:
    value = float(measure.values(np.ones((1, trials)))[0]) if trials else float("nan")
    low = high = None
    if not np.isnan(value) and len(weights):
        found = measure.values(weights)
        found = found[~np.isnan(found)]
        if len(found) * 2 > len(weights):
            low, high = (round(float(one), 9) for one in np.percentile(found, (2.5, 97.5)))
    left = {why: count for why, count in measure.left_out.items() if count}
    return Figure(
        name=measure.name,
        value=None if np.isnan(value) else round(value, 9),
        words=measure.undefined if np.isnan(value) else f"{value:.3g}",
        used=measure.used,
        left_out=sum(left.values()),
        why_left_out="; ".join(why if len(left) == 1 else f"{count} {why}" for why, count in left.items()),
        low=low,
        high=high,
    )


def _missed(tallies: Sequence[Tally]) -> list[Missed]:
    found = []
    for kind in MATCHED_KINDS:
        left = _left_out(tallies, [kind])
        alone, unseen = sum(one.only_one[kind] for one in tallies), left.pop(UNSEEN, 0)
        found.append(
            Missed(
                kind=kind,
                only_one_side=alone,
                unseen=unseen,
                judged_otherwise=alone - unseen,
                not_compared=sum(left.values()),
            )
        )
    return found


def _left_out(tallies: Sequence[Tally], kinds: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in tallies:
        for (kind, why), count in one.left_out.items():
            if kind in kinds:
                found[why] = found.get(why, 0) + count
    return dict(sorted(found.items()))


def _column(tallies: Sequence[Tally], name: str) -> Numbers:
    return np.array([one.counts.get(name, 0.0) for one in tallies])


def _how(trials: int) -> str:
    if trials < 2:
        return "No interval: it needs two trials to draw from."
    words = f"Intervals hold 95 % of {RESAMPLES:,} drawings of {trials} whole trials with replacement, seed {SEED}"
    few = f"; of only {trials} trials they are descriptive, not a claim about other trials"
    return f"{words}{few if trials < FEW_TRIALS else ''}."
