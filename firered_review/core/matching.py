"""One-to-one matching of two label sets of one trial: most pairs first, then the least distance.

Labels of one kind are candidates when they lie within the codebook's tolerance. Distances are whole numbers, each
connected component of candidates is solved apart, and the answer is the same with the two sides exchanged.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from harness.formats.base import canonical_json
from harness.formats.codebook import Tolerances
from harness.formats.labels import BattleLabel, CauseLabel, ErrorLabel, Label, MilestoneLabel, RouteLabel, Segment

MATCHED_KINDS = ("milestone", "route", "error", "cause", "battle")
"""Kinds that are reconciled; notes and bookmarks stay with their reviewer."""
_WHOLE = 1_000_000
_STEP = 100


class Pair(NamedTuple):
    """Two labels that mean the same thing."""

    a: str
    b: str


class Matching(NamedTuple):
    """Pairs, and the labels that only one side has; sorted, by label id."""

    pairs: list[Pair]
    only_a: list[str]
    only_b: list[str]


class _Entry(NamedTuple):
    content: bytes
    label_id: str
    label: Label
    fields: tuple[Any, ...]
    """What ``differences`` compares, prepared once."""


class _Candidate(NamedTuple):
    a: int
    b: int
    cost: int


def match(a: Mapping[str, Label], b: Mapping[str, Label], tolerances: Tolerances) -> Matching:
    """Match the labels of two sides, kind by kind; a label matches at most once."""
    pairs: list[Pair] = []
    for kind in MATCHED_KINDS:
        one, other = _entries(a, kind), _entries(b, kind)
        candidates = list(_candidates(kind, one, other, tolerances))
        for component in _components(candidates):
            pairs += [Pair(one[i].label_id, other[j].label_id) for i, j in _solve(one, other, component)]
    in_a, in_b = {pair.a for pair in pairs}, {pair.b for pair in pairs}
    return Matching(
        sorted(pairs),
        sorted(key for key, label in a.items() if label.kind in MATCHED_KINDS and key not in in_a),
        sorted(key for key, label in b.items() if label.kind in MATCHED_KINDS and key not in in_b),
    )


def differences(a: Label, b: Label) -> list[str]:
    """Return the names of the fields in which two labels of one kind differ; notes and reasons are no difference."""
    one, other = a.model_dump(mode="json"), b.model_dump(mode="json")
    return [name for name in one if name not in _REMARKS and one[name] != other.get(name)]


_REMARKS = frozenset({"note", "reason", "landmark"})


def overlap(one: Label, other: Label) -> float | None:
    """Return how far two routes or two battles cover the same frames, 0 to 1; null for other kinds."""
    shared = _shared(one, other)
    return None if shared is None else shared[0] / shared[1]


def distance(one: Label, other: Label) -> int | None:
    """Return how many frames (milestones) or decisions (errors, causes) two labels lie apart; null for spans."""
    if isinstance(one, MilestoneLabel) and isinstance(other, MilestoneLabel):
        return abs(one.frame.frame - other.frame.frame)
    if isinstance(one, ErrorLabel | CauseLabel) and isinstance(other, ErrorLabel | CauseLabel):
        return abs(one.decision - other.decision)
    return None


def _entries(side: Mapping[str, Label], kind: str) -> list[_Entry]:
    """Return one kind's labels in an order that depends on what they say; their ids only part equal ones."""
    found = [(canonical_json(label), key, label) for key, label in side.items() if label.kind == kind]
    return [_Entry(*one, _compared(one[2])) for one in sorted(found, key=lambda one: one[:2])]


def _compared(label: Label) -> tuple[Any, ...]:
    return tuple(value for name, value in label.model_dump(mode="json").items() if name not in _REMARKS)


def _candidates(
    kind: str, one: Sequence[_Entry], other: Sequence[_Entry], tolerances: Tolerances
) -> Iterator[_Candidate]:
    if kind == "milestone":
        reach, place = tolerances.milestone_frames, _milestone_place
    elif kind in ("error", "cause"):
        reach = tolerances.error_decisions if kind == "error" else tolerances.cause_decisions
        place = _decision_place
    else:
        least = tolerances.route_overlap if kind == "route" else tolerances.battle_overlap
        yield from _overlapping(one, other, least)
        return
    by_place: dict[tuple[str, int], list[tuple[int, int]]] = {}
    width = max(1, reach)
    for j, entry in enumerate(other):
        group, at = place(entry.label)
        by_place.setdefault((group, at // width), []).append((j, at))
    for i, entry in enumerate(one):
        group, at = place(entry.label)
        for cell in (at // width - 1, at // width, at // width + 1):
            for j, there in by_place.get((group, cell), ()):
                apart = abs(there - at)
                if apart <= reach:
                    yield _Candidate(i, j, apart * _STEP + _mismatch(entry, other[j]))


def _milestone_place(label: Label) -> tuple[str, int]:
    assert isinstance(label, MilestoneLabel)  # noqa: S101 - the kind was looked at before
    return label.milestone, label.frame.frame


def _decision_place(label: Label) -> tuple[str, int]:
    assert isinstance(label, ErrorLabel | CauseLabel)  # noqa: S101 - the kind was looked at before
    return "", label.decision


def _mismatch(one: _Entry, other: _Entry) -> int:
    differing = sum(1 for x, y in zip(one.fields, other.fields, strict=True) if x != y)
    return min(differing, _STEP - 1)


def _overlapping(one: Sequence[_Entry], other: Sequence[_Entry], least: float) -> Iterator[_Candidate]:
    """Yield spans that share enough frames, by a sweep over their starts."""
    seen: set[tuple[int, int]] = set()
    for part in range(2):
        events = sorted(
            (*_spans(one, part, side=0), *_spans(other, part, side=1)), key=lambda event: (event[0], event[2], event[3])
        )
        open_spans: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for first, last, side, index in events:
            opposite = open_spans[1 - side]
            for done in [key for key, end in opposite.items() if end < first]:
                del opposite[done]
            seen.update((index, key) if side == 0 else (key, index) for key in opposite)
            open_spans[side][index] = last
    for i, j in sorted(seen):
        shared = _shared(one[i].label, other[j].label)
        if shared is not None and shared[0] and shared[0] >= least * shared[1]:
            apart = _WHOLE - shared[0] * _WHOLE // shared[1]
            yield _Candidate(i, j, apart * _STEP + _mismatch(one[i], other[j]))


def _spans(entries: Sequence[_Entry], part: int, side: int) -> Iterator[tuple[int, int, int, int]]:
    for index, entry in enumerate(entries):
        segments = _segments(entry.label)
        if part < len(segments):
            yield segments[part].first.frame, segments[part].last.frame, side, index


def _segments(label: Label) -> list[Segment]:
    if isinstance(label, RouteLabel):
        return [label.first, label.second]
    return [label.span] if isinstance(label, BattleLabel) else []


def _shared(one: Label, other: Label) -> tuple[int, int] | None:
    """Return frames in both and frames in either, segment by segment; null where the labels have none."""
    both = either = 0
    for s, t in zip(_segments(one), _segments(other), strict=False):
        common = max(0, min(s.last.frame, t.last.frame) - max(s.first.frame, t.first.frame) + 1)
        both += common
        either += s.last.frame - s.first.frame + t.last.frame - t.first.frame + 2 - common
    return (both, either) if either else None


def _components(candidates: Sequence[_Candidate]) -> Iterator[list[_Candidate]]:
    """Yield the connected components of the graph of candidates."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for one in candidates:
        root[find(("a", one.a))] = find(("b", one.b))
    groups: dict[tuple[str, int], list[_Candidate]] = {}
    for one in candidates:
        groups.setdefault(find(("a", one.a)), []).append(one)
    yield from groups.values()


def _solve(one: Sequence[_Entry], other: Sequence[_Entry], component: Sequence[_Candidate]) -> list[tuple[int, int]]:
    """Return the best pairs of one component, the same with the sides exchanged."""
    if len(component) == 1:
        return [(component[0].a, component[0].b)]
    rows, columns = sorted({c.a for c in component}), sorted({c.b for c in component})
    left, right = [one[i].content for i in rows], [other[j].content for j in columns]
    if left == right:
        return list(zip(rows, columns, strict=True))
    if left > right:
        return [(i, j) for j, i in _assign(columns, rows, [_Candidate(c.b, c.a, c.cost) for c in component])]
    return _assign(rows, columns, component)


def _assign(rows: Sequence[int], columns: Sequence[int], component: Sequence[_Candidate]) -> list[tuple[int, int]]:
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    row_of = {key: place for place, key in enumerate(rows)}
    column_of = {key: place for place, key in enumerate(columns)}
    apart = max(c.cost for c in component) * min(len(rows), len(columns)) + 1
    costs: Any = np.full((len(rows), len(columns)), apart, dtype=np.float64)
    allowed = set()
    for c in component:
        costs[row_of[c.a], column_of[c.b]] = c.cost
        allowed.add((c.a, c.b))
    chosen = zip(*linear_sum_assignment(costs), strict=True)
    return [pair for pair in ((rows[int(i)], columns[int(j)]) for i, j in chosen) if pair in allowed]
