"""One-to-one matching of two label sets of one trial: most pairs first, then the least distance.

Labels of one kind are candidates when they lie within the codebook's tolerance. Distances are whole numbers, each
connected component of candidates is solved apart, and the answer is the same with the two sides exchanged.
"""

from collections.abc import Mapping
from typing import NamedTuple

from firered_review.core.assigning import assign
from firered_review.core.candidates import REMARKS, candidates, entries, segments
from harness.formats.codebook import Tolerances
from harness.formats.labels import CauseLabel, ErrorLabel, Label, MilestoneLabel

MATCHED_KINDS = ("milestone", "route", "error", "cause", "battle")
"""Kinds that are reconciled; notes and bookmarks stay with their reviewer."""


class Pair(NamedTuple):
    """Two labels that mean the same thing."""

    a: str
    b: str


class Matching(NamedTuple):
    """Pairs, and the labels that only one side has; sorted, by label id."""

    pairs: list[Pair]
    only_a: list[str]
    only_b: list[str]


def match(a: Mapping[str, Label], b: Mapping[str, Label], tolerances: Tolerances) -> Matching:
    """Match the labels of two sides, kind by kind; a label matches at most once."""
    pairs: list[Pair] = []
    for kind in MATCHED_KINDS:
        one, other = entries(a, kind), entries(b, kind)
        chosen = assign(
            [entry.content for entry in one],
            [entry.content for entry in other],
            candidates(kind, one, other, tolerances),
        )
        pairs += [Pair(one[i].label_id, other[j].label_id) for i, j in chosen]
    in_a, in_b = {pair.a for pair in pairs}, {pair.b for pair in pairs}
    return Matching(
        sorted(pairs),
        sorted(key for key, label in a.items() if label.kind in MATCHED_KINDS and key not in in_a),
        sorted(key for key, label in b.items() if label.kind in MATCHED_KINDS and key not in in_b),
    )


def differences(a: Label, b: Label) -> list[str]:
    """Return the names of the fields in which two labels of one kind differ; notes and reasons are no difference."""
    if a == b:
        return []
    one, other = a.model_dump(mode="json"), b.model_dump(mode="json")
    return [name for name in one if name not in REMARKS and one[name] != other.get(name)]


def overlap(one: Label, other: Label) -> float | None:
    """Return how far two routes or two battles cover the same frames, 0 to 1; null for other kinds."""
    shared = either = 0
    for s, t in zip(segments(one), segments(other), strict=False):
        common = max(0, min(s.last.frame, t.last.frame) - max(s.first.frame, t.first.frame) + 1)
        shared += common
        either += s.last.frame - s.first.frame + t.last.frame - t.first.frame + 2 - common
    return shared / either if either else None


def distance(one: Label, other: Label) -> int | None:
    """Return how many frames (milestones) or decisions (errors, causes) two labels lie apart; null for spans."""
    if isinstance(one, MilestoneLabel) and isinstance(other, MilestoneLabel):
        return abs(one.frame.frame - other.frame.frame)
    if isinstance(one, ErrorLabel | CauseLabel) and isinstance(other, ErrorLabel | CauseLabel):
        return abs(one.decision - other.decision)
    return None
