"""Which labels of two sides may mean the same thing, and what each such pair costs, in whole numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.formats.codebook import Tolerances
from harness.formats.labels import BattleLabel, CauseLabel, ErrorLabel, Label, MilestoneLabel, RouteLabel, Segment

REMARKS = frozenset({"note", "reason", "landmark"})
"""Fields that are no difference between two labels."""
Whole: TypeAlias = NDArray[np.int64]
_SCALE = 10_000
_STEP = 100


class Entry(NamedTuple):
    """A label, in an order that depends on what it says; its id only parts equal ones."""

    content: str
    label_id: str
    label: Label


class Candidates(NamedTuple):
    """Pairs by their places in two lists of entries; distance leads in ``cost``, fields that differ part equal ones."""

    a: Whole
    b: Whole
    cost: Whole


def entries(side: Mapping[str, Label], kind: str) -> list[Entry]:
    """Return the labels of one kind, sorted."""
    found = [Entry(label.model_dump_json(), key, label) for key, label in side.items() if label.kind == kind]
    return sorted(found, key=lambda one: one[:2])


def candidates(kind: str, one: Sequence[Entry], other: Sequence[Entry], tolerances: Tolerances) -> Candidates:
    """Return every pair of labels of one kind that lies within the codebook's tolerance."""
    if not one or not other:
        return Candidates(*(np.zeros(0, np.int64) for _ in range(3)))
    if kind in ("route", "battle"):
        a, b, shared, either = spans_in_common(one, other)
        least = tolerances.route_overlap if kind == "route" else tolerances.battle_overlap
        near = shared >= least * either
        a, b = a[near], b[near]
        apart = _SCALE - shared[near] * _SCALE // either[near]
    else:
        a, b, apart = points_within(one, other, reach_of(kind, tolerances))
    return Candidates(a, b, apart * _STEP + _mismatches(one, other, a, b))


def reach_of(kind: str, tolerances: Tolerances) -> int:
    """Return how far apart two milestones (frames), errors or causes (decisions) may lie."""
    return {
        "milestone": tolerances.milestone_frames,
        "error": tolerances.error_decisions,
        "cause": tolerances.cause_decisions,
    }[kind]


def points_within(one: Sequence[Entry], other: Sequence[Entry], reach: int) -> tuple[Whole, Whole, Whole]:
    """Return the pairs of milestones, errors or causes that lie ``reach`` or less apart, and how far."""
    mine, theirs = [point(entry.label) for entry in one], [point(entry.label) for entry in other]
    parts: list[tuple[Whole, Whole, Whole]] = []
    for group in sorted({name for name, _ in mine} & {name for name, _ in theirs}):
        rows = np.array([i for i, (name, _) in enumerate(mine) if name == group], np.int64)
        columns = np.array([j for j, (name, _) in enumerate(theirs) if name == group], np.int64)
        at = np.array([mine[i][1] for i in rows], np.int64)
        there = np.array([theirs[j][1] for j in columns], np.int64)
        order = np.argsort(there, kind="stable")
        low = np.searchsorted(there[order], at - reach, "left")
        many = np.searchsorted(there[order], at + reach, "right") - low
        each = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
        chosen = order[np.repeat(low, many) + each]
        parts.append((np.repeat(rows, many), columns[chosen], np.abs(np.repeat(at, many) - there[chosen])))
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64)
    a, b, apart = (np.concatenate(found) for found in zip(*parts, strict=True))
    return a, b, apart


def spans_in_common(one: Sequence[Entry], other: Sequence[Entry]) -> tuple[Whole, Whole, Whole, Whole]:
    """Return the pairs of routes or battles that share a frame: frames in both, and frames in either."""
    mine, theirs = _bounds(one), _bounds(other)
    pairs: list[tuple[Whole, Whole]] = []
    for part in range(mine.shape[1]):
        order = np.argsort(theirs[:, part, 0], kind="stable")
        first, last = theirs[order, part, 0], theirs[order, part, 1]
        ends = np.searchsorted(first, mine[:, part, 1], "right")
        for i, end in enumerate(ends):
            found = order[:end][last[:end] >= mine[i, part, 0]]
            pairs.append((np.full(len(found), i, np.int64), found))
    a, b = (np.concatenate(found) for found in zip(*pairs, strict=True))
    a, b = np.unique(np.stack((a, b)), axis=1)
    common = np.minimum(mine[a, :, 1], theirs[b, :, 1]) - np.maximum(mine[a, :, 0], theirs[b, :, 0]) + 1
    shared = np.maximum(common, 0).sum(1)
    lengths = [(found[:, :, 1] - found[:, :, 0] + 1).sum(1) for found in (mine, theirs)]
    return a, b, shared, lengths[0][a] + lengths[1][b] - shared


def point(label: Label) -> tuple[str, int]:
    """Return what parts labels of one kind for good, and where on its line one lies."""
    if isinstance(label, MilestoneLabel):
        return label.milestone, label.frame.frame
    assert isinstance(label, ErrorLabel | CauseLabel)  # noqa: S101 - the kind was looked at before
    return "", label.decision


def segments(label: Label) -> list[Segment]:
    """Return the stretches of a route or a battle; none for other kinds."""
    if isinstance(label, RouteLabel):
        return [label.first, label.second]
    return [label.span] if isinstance(label, BattleLabel) else []


def _bounds(found: Sequence[Entry]) -> Whole:
    """Return first and last frames: entry, part, end."""
    return np.array([[(s.first.frame, s.last.frame) for s in segments(one.label)] for one in found], np.int64)


def _mismatches(one: Sequence[Entry], other: Sequence[Entry], a: Whole, b: Whole) -> Whole:
    total = np.zeros(len(a), np.int64)
    for mine, theirs in zip(_fields(one), _fields(other), strict=True):
        numbers: dict[str, int] = {}
        codes = [np.array([numbers.setdefault(v, len(numbers)) for v in side], np.int64) for side in (mine, theirs)]
        total += codes[0][a] != codes[1][b]
    return np.minimum(total, _STEP - 1)


def _fields(found: Sequence[Entry]) -> Iterator[list[str]]:
    """Yield each field that counts as a difference, over all entries of one kind."""
    plain: list[dict[str, Any]] = [one.label.model_dump(mode="json") for one in found]
    for name in plain[0]:
        if name not in REMARKS:
            yield [repr(values[name]) for values in plain]
