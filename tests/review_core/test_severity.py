"""A proposed severity says what is labelled and what the budgets of the bundle hold, and why."""

import pytest

from firered_review.core.rules import ErrorDraft
from firered_review.core.severity import WholeTrial, propose, wasted_actions
from harness.formats.labels import FrameIdentity, Label, RouteLabel, Segment

ACTED = [1, 1, 2, 4, 4, 4, 5, 6, 7, 7, 9]
BOUNDARIES = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]


def segment(first: int, last: int) -> Segment:
    return Segment(first=FrameIdentity(frame=first, sha256="a" * 64), last=FrameIdentity(frame=last, sha256="b" * 64))


def trial(*labels: Label, actions: int = 100, decisions: int = 100) -> WholeTrial:
    return WholeTrial(BOUNDARIES, 100, ACTED, actions, decisions, labels)


@pytest.mark.parametrize(
    ("first", "back", "wasted"),
    [(1, 2, 2), (3, 4, 0), (4, 5, 3), (2, 6, 5), (2, 7, 6), (8, 9, 0), (9, None, 1), (10, None, 0), (1, None, 11)],
)
def test_wasted_actions_run_from_the_later_decisions_first_to_the_recoverys_first(
    first: int, back: int | None, wasted: int
) -> None:
    assert wasted_actions(ACTED, first, back) == wasted


def test_five_actions_are_minor_and_six_material() -> None:
    five = propose(ErrorDraft(decision=2, recovery_decision=6), trial(), 5)
    assert (five.severity, "5 actions from decision 2 to its recovery" in five.why) == ("minor", True)
    assert propose(ErrorDraft(decision=2, recovery_decision=7), trial(), 5).severity == "material"
    assert propose(ErrorDraft(decision=2, recovery_decision=7), trial(), 6).severity == "minor"


def test_a_repetition_that_begins_within_the_recovery_is_material() -> None:
    route = RouteLabel(first=segment(5, 15), second=segment(35, 45))
    found = propose(ErrorDraft(decision=4, recovery_decision=5), trial(route), 5)
    assert (found.severity, "repeated route" in found.why) == ("material", True)
    assert propose(ErrorDraft(decision=5, recovery_decision=6), trial(route), 5).severity == "minor"
    assert propose(ErrorDraft(decision=3, recovery_decision=4), trial(route), 5).severity == "minor"


@pytest.mark.parametrize(("actions", "decisions", "spent"), [(11, 100, "11 actions"), (100, 10, "10 decisions")])
def test_not_recovered_with_a_budget_spent_is_critical(actions: int, decisions: int, spent: str) -> None:
    draft = ErrorDraft(decision=9, not_recovered=True)
    found = propose(draft, trial(actions=actions, decisions=decisions), 5)
    assert (found.severity, spent in found.why) == ("critical", True)
    assert propose(draft, trial(), 5).severity == "minor"  # ended otherwise: the actions decide


def test_nothing_is_proposed_before_its_decision_and_recovery_are_labelled() -> None:
    for draft in (
        ErrorDraft(),
        ErrorDraft(decision=3),
        ErrorDraft(decision=3, recovery_decision=3),
        ErrorDraft(decision=99, not_recovered=True),
        ErrorDraft(recovery_decision=4),
    ):
        assert propose(draft, trial(), 5).severity is None
