"""How far two reviewers agree: match first, then count; a degenerate case is words, never a number."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Literal, NamedTuple

from firered_review.core.matching import Matching, Pair, distance, match, overlap
from harness.formats.base import MILESTONES, Record
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Coverage, ErrorLabel, Label, MilestoneLabel, SeenSpan

Level = Literal["nominal", "ordinal"]
ONE_CLASS = "undefined: only one class"
NOTHING = "undefined: nothing to compare"
SEVERITIES = ("minor", "material", "critical")


class Figure(Record):
    """One measure of agreement; ``value`` is null where ``words`` says why."""

    name: str
    value: float | None
    words: str
    used: int
    """Units that went into it."""
    left_out: int
    why_left_out: str


class TrialPair(NamedTuple):
    """Both reviewers' labels of one trial, and what each saw of it."""

    trial: str
    decisions: int
    a: Mapping[str, Label]
    b: Mapping[str, Label]
    coverage_a: Coverage
    coverage_b: Coverage
    both_in_stage_two: bool


class _Matched(NamedTuple):
    trial: TrialPair
    matching: Matching


def agreement(trials: Sequence[TrialPair], codebook: CodebookSet) -> list[Figure]:
    """Return every figure; exchanging the reviewers changes none of them."""
    matched = [_Matched(trial, match(trial.a, trial.b, codebook.codebook.tolerances)) for trial in trials]
    second = [one for one in matched if one.trial.both_in_stage_two]
    skipped = len(matched) - len(second)
    pairs = [(one.trial, pair) for one in second for pair in _pairs(one, "error")]
    return [
        *_milestones(matched),
        _f1("routes: positive agreement (F1)", matched, "route", 0),
        _mean_overlap(matched),
        _f1("memory errors: positive agreement (F1)", second, "error", skipped),
        _kappa(second, skipped),
        _alpha("memory errors: type, Krippendorff's α (nominal)", _errors(pairs, "type"), "nominal", second),
        _alpha("memory errors: severity, Krippendorff's α (ordinal)", _errors(pairs, "severity"), "ordinal", second),
    ]


def cohen_kappa(table: Sequence[tuple[bool, bool]]) -> float | None:
    """Return Cohen's κ of two raters over units of two classes; null where only one class occurs."""
    n = len(table)
    if not n:
        return None
    a, b = sum(one for one, _ in table) / n, sum(other for _, other in table) / n
    seen = sum(one == other for one, other in table) / n
    by_chance = a * b + (1 - a) * (1 - b)
    return None if by_chance == 1 else (seen - by_chance) / (1 - by_chance)


def krippendorff_alpha(pairs: Sequence[tuple[str, str]], level: Level, domain: Sequence[str]) -> float | None:
    """Return Krippendorff's α of pairs of values; null where only one class occurs."""
    if len({value for pair in pairs for value in pair}) < 2:
        return None
    import krippendorff
    import numpy as np

    numbers = {value: number for number, value in enumerate(domain)}
    data = np.array([[numbers[one] for one, _ in pairs], [numbers[other] for _, other in pairs]], dtype=float)
    found = krippendorff.alpha(reliability_data=data, level_of_measurement=level, value_domain=list(range(len(domain))))
    return float(found)


def _milestones(matched: Sequence[_Matched]) -> list[Figure]:
    agreed, used, apart = 0, 0, []
    for one in matched:
        a, b = _by_milestone(one.trial.a), _by_milestone(one.trial.b)
        paired = {one.trial.a[pair.a] for pair in _pairs(one, "milestone")}
        named = {label.milestone for label in paired if isinstance(label, MilestoneLabel)}
        for milestone in MILESTONES:
            used += 1
            agreed += milestone in named or (milestone not in a and milestone not in b)
            if milestone in a and milestone in b:
                apart.append(distance(a[milestone], b[milestone]) or 0)
    percent = _figure("milestones: agreement, percent", 100 * agreed / used if used else None, NOTHING, used)
    words = f"median {median(apart):g}, at most {max(apart)} frames apart" if apart else NOTHING
    frames = Figure(
        name="milestones: distance, frames (median)",
        value=median(apart) if apart else None,
        words=words,
        used=len(apart),
        left_out=used - len(apart),
        why_left_out="not labelled by both" if used > len(apart) else "",
    )
    return [percent, frames]


def _f1(name: str, matched: Sequence[_Matched], kind: str, skipped: int) -> Figure:
    pairs = sum(len(_pairs(one, kind)) for one in matched)
    labels = sum(
        label.kind == kind for one in matched for side in (one.trial.a, one.trial.b) for label in side.values()
    )
    value = 2 * pairs / labels if labels else None
    return _figure(name, value, f"undefined: nobody labelled {_NAMES[kind]}", labels, skipped, _STAGE)


def _mean_overlap(matched: Sequence[_Matched]) -> Figure:
    shares = [
        overlap(one.trial.a[pair.a], one.trial.b[pair.b]) or 0 for one in matched for pair in _pairs(one, "route")
    ]
    alone = sum(one.trial.a[key].kind == "route" for one in matched for key in one.matching.only_a) + sum(
        one.trial.b[key].kind == "route" for one in matched for key in one.matching.only_b
    )
    value = sum(shares) / len(shares) if shares else None
    return _figure(
        "routes: segments shared (IoU, mean of matched)", value, NOTHING, len(shares), alone, "only one side has it"
    )


def _kappa(matched: Sequence[_Matched], skipped: int) -> Figure:
    table: list[tuple[bool, bool]] = []
    unseen = 0
    for one in matched:
        a, b = _error_decisions(one)
        seen_a, seen_b = _numbers(one.trial.coverage_a.decisions), _numbers(one.trial.coverage_b.decisions)
        for decision in range(1, one.trial.decisions + 1):
            if decision in seen_a and decision in seen_b:
                table.append((decision in a, decision in b))
            else:
                unseen += 1
    value = cohen_kappa(table)
    why = "; ".join(filter(None, ["not on both screens" if unseen else "", _STAGE if skipped else ""]))
    return _figure(
        "memory errors: per decision, Cohen's κ", value, ONE_CLASS if table else NOTHING, len(table), unseen, why
    )


_STAGE = "a reviewer never entered the second stage"
_NAMES = {"error": "an error", "route": "a route"}


def _error_decisions(one: _Matched) -> tuple[set[int], set[int]]:
    """Return the decisions that each side holds an error at; a matched pair counts at the earlier of its two."""
    sides: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for side, labels in zip(sides, (one.trial.a, one.trial.b), strict=True):
        side.update({key: label.decision for key, label in labels.items() if isinstance(label, ErrorLabel)})
    for pair in _pairs(one, "error"):
        sides[0][pair.a] = sides[1][pair.b] = min(sides[0][pair.a], sides[1][pair.b])
    return set(sides[0].values()), set(sides[1].values())


def _alpha(name: str, pairs: Sequence[tuple[str, str]], level: Level, matched: Sequence[_Matched]) -> Figure:
    domain = SEVERITIES if level == "ordinal" else sorted({value for pair in pairs for value in pair})
    alone = sum(
        labels[key].kind == "error"
        for one in matched
        for labels, keys in ((one.trial.a, one.matching.only_a), (one.trial.b, one.matching.only_b))
        for key in keys
    )
    value = krippendorff_alpha(pairs, level, domain)
    return _figure(name, value, ONE_CLASS if pairs else NOTHING, len(pairs), alone, "only one side has it")


def _errors(pairs: Sequence[tuple[TrialPair, Pair]], field: str) -> list[tuple[str, str]]:
    return [(getattr(trial.a[pair.a], field), getattr(trial.b[pair.b], field)) for trial, pair in pairs]


def _pairs(one: _Matched, kind: str) -> list[Pair]:
    return [pair for pair in one.matching.pairs if one.trial.a[pair.a].kind == kind]


def _by_milestone(side: Mapping[str, Label]) -> dict[str, MilestoneLabel]:
    return {label.milestone: label for label in side.values() if isinstance(label, MilestoneLabel)}


def _numbers(spans: Sequence[SeenSpan]) -> set[int]:
    return {number for span in spans for number in range(span.first, span.last + 1)}


def _figure(name: str, value: float | None, undefined: str, used: int, left_out: int = 0, why: str = "") -> Figure:
    return Figure(
        name=name,
        value=value,
        words=undefined if value is None else f"{value:.3g}",
        used=used,
        left_out=left_out,
        why_left_out=why if left_out else "",
    )
