"""Matching: symmetric, optimal, never twice, never on a time grid."""

import itertools
import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from firered_review.core.matching import differences, distance, match, overlap
from harness.formats.base import MILESTONES
from harness.formats.codebook import Tolerances
from harness.formats.labels import (
    BattleLabel,
    Citation,
    ErrorLabel,
    FrameIdentity,
    Label,
    MilestoneLabel,
    NoteLabel,
    RouteLabel,
    Segment,
)

TOLERANCES = Tolerances(
    milestone_frames=60, error_decisions=3, route_overlap=0.3, battle_overlap=0.5, cause_decisions=3
)


def at(frame: int) -> FrameIdentity:
    return FrameIdentity(frame=frame, sha256="0" * 64)


def span(first: int, last: int) -> Segment:
    return Segment(first=at(first), last=at(last))


def error(decision: int, kind: str = "omission") -> ErrorLabel:
    return ErrorLabel.model_validate(
        {
            "type": kind,
            "severity": "minor",
            "citations": [Citation(decision=1)],
            "decision": decision,
            "frame": at(decision * 8),
            "recovery_decision": None,
        }
    )


def milestone(number: int, frame: int) -> MilestoneLabel:
    return MilestoneLabel(milestone=MILESTONES[number], frame=at(frame))


def route(first: int, second: int, length: int) -> RouteLabel:
    return RouteLabel(first=span(first, first + length), second=span(second, second + length))


labels = st.one_of(
    st.builds(error, st.integers(1, 30), st.sampled_from(["omission", "fabrication"])),
    st.builds(milestone, st.integers(0, 2), st.integers(0, 300)),
    st.builds(lambda a, b, n: route(a, a + n + 1 + b, n), st.integers(0, 60), st.integers(0, 30), st.integers(0, 40)),
    st.builds(lambda a, n: BattleLabel(span=span(a, a + n)), st.integers(0, 60), st.integers(0, 40)),
)
sides = st.lists(labels, max_size=9).map(lambda found: {f"l{number}": label for number, label in enumerate(found)})


def contents(pairs: list[tuple[Label, Label]]) -> list[str]:
    return sorted(f"{one!r} {other!r}" for one, other in pairs)


@settings(max_examples=300, deadline=None)
@given(a=sides, b=sides, seed=st.randoms(use_true_random=False))
def test_matching_is_symmetric_unique_and_does_not_depend_on_order(
    a: dict[str, Label], b: dict[str, Label], seed: random.Random
) -> None:
    found = match(a, b, TOLERANCES)
    used_a, used_b = [pair.a for pair in found.pairs], [pair.b for pair in found.pairs]
    assert len(set(used_a)) == len(used_a)
    assert len(set(used_b)) == len(used_b)
    assert sorted([*used_a, *found.only_a]) == sorted(a)
    assert sorted([*used_b, *found.only_b]) == sorted(b)
    turned = match(b, a, TOLERANCES)
    assert contents([(a[x], b[y]) for x, y in found.pairs]) == contents([(a[y], b[x]) for x, y in turned.pairs])
    shuffled = list(a.items())
    seed.shuffle(shuffled)
    assert match(dict(shuffled), b, TOLERANCES) == found


@settings(max_examples=60, deadline=None)
@given(a=st.lists(st.integers(1, 25), max_size=5), b=st.lists(st.integers(1, 25), max_size=5))
def test_matching_makes_most_pairs_then_the_least_distance(a: list[int], b: list[int]) -> None:
    one: Mapping[str, Label] = {f"a{i}": error(decision) for i, decision in enumerate(a)}
    other: Mapping[str, Label] = {f"b{i}": error(decision) for i, decision in enumerate(b)}
    best = (0, 0)
    for size in range(min(len(a), len(b)) + 1):
        for rows in itertools.combinations(range(len(a)), size):
            for columns in itertools.permutations(range(len(b)), size):
                apart = [abs(a[i] - b[j]) for i, j in zip(rows, columns, strict=True)]
                if all(one <= TOLERANCES.error_decisions for one in apart):
                    best = max(best, (size, -sum(apart)))
    found = match(one, other, TOLERANCES)
    apart = [distance(one[x], other[y]) or 0 for x, y in found.pairs]
    assert (len(found.pairs), -sum(apart)) == best


@settings(max_examples=100, deadline=None)
@given(a=sides)
def test_a_side_matched_with_itself_agrees_in_everything(a: dict[str, Label]) -> None:
    found = match(a, a, TOLERANCES)
    assert len(found.pairs) == len(a)
    assert all(differences(a[x], a[y]) == [] for x, y in found.pairs)


def test_three_events_close_together_match_more_as_the_tolerance_grows() -> None:
    a = {f"a{n}": error(decision) for n, decision in enumerate((10, 12, 15))}
    b = {f"b{n}": error(decision) for n, decision in enumerate((11, 14, 18))}
    counts = [len(match(a, b, TOLERANCES.model_copy(update={"error_decisions": reach})).pairs) for reach in range(8)]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, 3)


def test_of_two_errors_at_one_decision_those_of_one_type_match() -> None:
    a = {"a1": error(10, "omission"), "a2": error(10, "fabrication")}
    b = {"b1": error(10, "fabrication"), "b2": error(10, "omission")}
    assert [tuple(pair) for pair in match(a, b, TOLERANCES).pairs] == [("a1", "b2"), ("a2", "b1")]


def test_another_milestone_or_one_too_far_away_does_not_match() -> None:
    found = match({"a": milestone(0, 100)}, {"b": milestone(1, 100), "c": milestone(0, 161)}, TOLERANCES)
    assert found == ([], ["a"], ["b", "c"])


def test_notes_stay_with_their_reviewer() -> None:
    assert match({"a": NoteLabel(frame=at(1), note="x")}, {}, TOLERANCES) == ([], [], [])


def test_overlap_of_routes_counts_both_passages() -> None:
    assert overlap(route(0, 100, 9), route(0, 100, 9)) == 1
    assert overlap(route(0, 100, 9), route(50, 100, 9)) == 10 / 30
    assert overlap(milestone(0, 1), milestone(0, 1)) is None


def test_differences_are_named_by_field_and_remarks_are_none() -> None:
    one, other = error(10), error(11, "fabrication")
    assert differences(one, other) == ["type", "decision", "frame"]
    assert differences(one, one.model_copy(update={"note": "another word"})) == []
