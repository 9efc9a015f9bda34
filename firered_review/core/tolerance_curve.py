"""How agreement depends on the tolerance: the share of labels that find a partner, monotone by construction."""

from collections.abc import Iterator, Sequence

import numpy as np

from firered_review.core.candidates import entries, point, reach_of, spans_in_common
from firered_review.core.tally import Tally, within
from harness.formats.base import Record
from harness.formats.codebook import Tolerances
from harness.formats.labels import Label

_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
_QUARTERS = (0, 1, 2, 3, 4, 6, 8)
"""Tolerances to look at, in quarters of the codebook's."""


class CurvePoint(Record):
    """Positive agreement (F1) of one kind at one tolerance; from strict to loose it never falls."""

    kind: str
    tolerance: float
    unit: str
    """What the tolerance counts: frames, decisions, or the least share of frames in common."""
    codebook: bool
    """Whether it is the codebook's own tolerance."""
    pairs: int
    value: float | None


def curve(tallies: Sequence[Tally], tolerances: Tolerances) -> list[CurvePoint]:
    """Return the curve of every kind over the labels that entered the figures."""
    found: list[CurvePoint] = []
    for kind, unit in (("milestone", "frames"), ("error", "decisions"), ("cause", "decisions")):
        own = reach_of(kind, tolerances)
        reaches = sorted({own * quarter // 4 for quarter in _QUARTERS})
        counts = [sum(_pairs_within(one, kind, reach) for one in tallies) for reach in reaches]
        found += _points(tallies, kind, unit, own, list(zip(map(float, reaches), counts, strict=True)))
    for kind, least in (("route", tolerances.route_overlap), ("battle", tolerances.battle_overlap)):
        shares = sorted({*_SHARES, least}, reverse=True)
        totals = np.sum([_pairs_sharing(one, kind, shares) for one in tallies], axis=0).tolist() if tallies else []
        found += _points(tallies, kind, "least share", least, list(zip(shares, totals, strict=False)))
    return found


def _points(
    tallies: Sequence[Tally], kind: str, unit: str, own: float, counts: Sequence[tuple[float, int]]
) -> Iterator[CurvePoint]:
    labels = sum(label.kind == kind for one in tallies for side in one.kept for label in side.values())
    for tolerance, pairs in counts:
        value = round(2 * pairs / labels, 9) if labels else None
        yield CurvePoint(
            kind=kind, tolerance=tolerance, unit=unit, codebook=tolerance == own, pairs=int(pairs), value=value
        )


def _pairs_within(one: Tally, kind: str, reach: int) -> int:
    groups: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
    for places, side in zip(groups, one.kept, strict=True):
        for label in _of_kind(side, kind):
            group, at = point(label)
            places.setdefault(group, []).append(at)
    return sum(within(groups[0][name], groups[1][name], reach) for name in groups[0].keys() & groups[1].keys())


def _pairs_sharing(one: Tally, kind: str, shares: Sequence[float]) -> list[int]:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    a, b = entries(one.kept[0], kind), entries(one.kept[1], kind)
    if not a or not b:
        return [0] * len(shares)
    i, j, shared, either = spans_in_common(a, b)
    found = []
    for least in shares:
        near = shared >= least * either
        ones = np.ones(int(near.sum()), np.int8)
        graph = csr_array((ones, (i[near], j[near])), shape=(len(a), len(b)))
        found.append(int((maximum_bipartite_matching(graph, perm_type="column") >= 0).sum()))
    return found


def _of_kind(side: dict[str, Label], kind: str) -> Iterator[Label]:
    return (label for label in side.values() if label.kind == kind)
