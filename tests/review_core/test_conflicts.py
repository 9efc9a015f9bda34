"""Hidden state against the screen: a conflict only outside the span of its signs."""

import pytest

from firered_review.core.conflicts import conflicts
from firered_review.core.judgement import Item, Judgement, Sign
from harness.formats.base import MilestoneId
from tests.review_core.test_matching import milestone
from tests.review_core.test_metrics import CODEBOOK

TIME = "2026-03-04T05:06:07.000Z"


def signs(earliest: int, latched: int, settled: int) -> list[Sign]:
    found = {"earliest": earliest, "latched": latched, "settled": settled}
    return [Sign("t", "M1", sign, frame, derived=False, unconfirmed=False) for sign, frame in found.items()]  # type: ignore[arg-type]


def item(frame: int | None, verdict: str = "a", name: MilestoneId = "M1") -> Item:
    label = None if frame is None else milestone(int(name[1]) - 1, frame)
    judgement = Judgement(verdict, label if verdict == "a" else None, "x", TIME, after_evidence=False)  # type: ignore[arg-type]
    return Item("i", "t", "milestone", label or milestone(0, 1), None, "a", judgement, judged_once=True)


@pytest.mark.parametrize(
    ("frame", "open_conflicts"), [(939, 1), (940, 0), (1000, 0), (1400, 0), (1560, 0), (1561, 1), (None, 1)]
)
def test_the_span_reaches_from_the_earliest_to_the_settled_sign_with_tolerance(
    frame: int | None, open_conflicts: int
) -> None:
    found = conflicts(
        ["t"], [item(frame, "a" if frame is not None else "neither")], signs(1000, 1200, 1500), CODEBOOK.milestones
    )
    assert len(found) == open_conflicts


def test_a_label_without_any_sign_is_a_conflict_and_none_on_both_sides_is_none() -> None:
    (found,) = conflicts(["t"], [item(1000)], [], CODEBOOK.milestones)
    assert found.sentence == "t, M1: it is labelled at frame 1000, and hidden state never reaches it"
    assert conflicts(["t"], [], [], CODEBOOK.milestones) == []


def test_a_disputed_milestone_is_not_confirmed_and_so_no_conflict() -> None:
    assert conflicts(["t"], [item(1000, "disputed")], signs(1, 2, 3), CODEBOOK.milestones) == []


def test_an_early_sign_alone_is_not_a_milestone() -> None:
    early = [Sign("t", "M1", "earliest", 10, derived=False, unconfirmed=False)]
    assert conflicts(["t"], [], early, CODEBOOK.milestones) == []
