"""Which severity a labelled recovery speaks for, and why; the reviewer decides (DEFINITIONS 26 and 28)."""

import bisect
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firered_review.core.rules import ErrorDraft
from harness.formats.base import Count, DecisionNumber, FrameNumber, Severity
from harness.formats.labels import Label, RouteLabel


class WholeTrial(NamedTuple):
    """What a severity rests on, all of it from a bundle."""

    boundaries: Sequence[FrameNumber]
    """Boundary frame of each decision; decision 1 comes first."""
    frames: Count
    acted: Sequence[DecisionNumber]
    """The decision of each accepted action, in order."""
    action_budget: Count
    decision_budget: Count
    labels: Iterable[Label]


class Proposal(NamedTuple):
    """A severity with its reason in one sentence; null where too little is labelled yet."""

    severity: Severity | None
    why: str


def propose(draft: ErrorDraft, trial: WholeTrial, minor_actions: Count) -> Proposal:
    """Propose a severity for a memory error from what is labelled of it."""
    first, back = draft.decision, draft.recovery_decision
    if first is None or not 1 <= first <= len(trial.boundaries):
        return Proposal(None, "Its later decision decides what is proposed.")
    recovered = back is not None and not draft.not_recovered
    if not recovered and not draft.not_recovered:
        return Proposal(None, "Its recovery decides what is proposed.")
    if recovered and back is not None and back <= first:
        return Proposal(None, "The recovery must come after the later decision.")
    if not recovered and (spent := _spent(trial)):
        return Proposal("critical", f"Critical: it was not recovered from before the trial had spent {spent}.")
    wasted = wasted_actions(trial.acted, first, back if recovered else None)
    until = "its recovery" if recovered else "the end of the trial"
    counted = f"{wasted} action{'' if wasted == 1 else 's'} from decision {first} to {until}"
    if wasted > minor_actions:
        return Proposal("material", f"Material: {counted}, more than {minor_actions}.")
    if _caused_route(trial, first, back if recovered else None):
        return Proposal("material", f"Material: a repeated route begins before {until}, although it is {counted}.")
    return Proposal(
        "minor", f"Minor: {counted}, at most {minor_actions}; material if it undid what the next milestone needs."
    )


def wasted_actions(acted: Sequence[DecisionNumber], first: DecisionNumber, back: DecisionNumber | None) -> Count:
    """Count the accepted actions from a decision's first one to the recovery's first; null is to the end."""
    end = len(acted) if back is None else bisect.bisect_left(acted, back)
    return max(0, end - bisect.bisect_left(acted, first))


def _spent(trial: WholeTrial) -> str:
    if trial.action_budget and len(trial.acted) >= trial.action_budget:
        return f"its {trial.action_budget} actions"
    if trial.decision_budget and len(trial.boundaries) >= trial.decision_budget:
        return f"its {trial.decision_budget} decisions"
    return ""


def _caused_route(trial: WholeTrial, first: DecisionNumber, back: DecisionNumber | None) -> bool:
    """Whether a labelled repetition begins within the recovery."""
    begin = trial.boundaries[first - 1]
    inside = back is not None and back <= len(trial.boundaries)
    end = trial.boundaries[back - 1] if inside and back is not None else trial.frames
    routes = (label for label in trial.labels if isinstance(label, RouteLabel))
    return any(begin <= route.second.first.frame < end for route in routes)
