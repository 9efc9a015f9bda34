"""Two made-up reviewers for the demonstration: labels from what was planted, with gaps and slips of their own.

A real reviewer never sees any of this; the demonstration has no people, so it lets ``ada`` and ``bo`` label what the
oracle signed, the route detector found and the scripted agents planted, leaving some out and getting some wrong.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, get_args

from firered_review.store.planted import RouteFrames, Truth, shown_frame
from harness.formats.base import DecisionNumber, ErrorType, FrameNumber, MilestoneId, Severity
from harness.formats.evidence import PlantedError
from harness.formats.labels import (
    Citation,
    ErrorLabel,
    FrameIdentity,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
    Stage,
)

REVIEWERS = ("ada", "bo")


class Places(NamedTuple):
    """How a trial's frames and decisions are named in a reviewer's bundle."""

    identity: Callable[[FrameNumber], FrameIdentity]
    boundary: Callable[[DecisionNumber], FrameNumber]
    last_frame: FrameNumber
    decisions: int


def example_labels(reviewer: str, truth: Truth, places: Places) -> Iterator[tuple[Stage, Label]]:
    """Yield this reviewer's labels of one trial with the stage each is made in, stage one first."""
    careful = reviewer == REVIEWERS[0]
    for milestone, signs in sorted(truth.signs.items()):
        if label := _milestone(milestone, signs, places, late=0 if careful else 6):
            yield 1, label
    for number, route in enumerate(truth.routes):
        if careful or number != 1:
            yield 1, _route(route, places, short=0 if careful else 24)
    errors = [planted for planted in truth.planted if planted.kind == "memory_error"]
    for number, planted in enumerate(errors):
        if number % 5 == (4 if careful else 2):
            continue  # overlooked
        yield 2, _error(planted, places, slip=None if careful else number)
    if not careful and errors and places.decisions > 60:
        yield 2, _invented(places)


def _milestone(
    milestone: MilestoneId, signs: Mapping[str, FrameNumber], places: Places, *, late: int
) -> MilestoneLabel | None:
    shown = shown_frame(signs)
    if shown is None:
        return None
    needs_menu = milestone in ("M3", "M6", "M7", "M8")
    return MilestoneLabel(
        milestone=milestone,
        frame=places.identity(min(shown + late, places.last_frame)),
        evidence="dialogue" if needs_menu else "frame",
        certainty="certain",
    )


def _route(route: RouteFrames, places: Places, *, short: int) -> RouteLabel:
    def segment(first: FrameNumber, last: FrameNumber) -> Segment:
        return Segment(first=places.identity(first), last=places.identity(max(first, last - short)))

    return RouteLabel(first=segment(*route.first), second=segment(*route.second), reason="the same way, nothing gained")


def _error(planted: PlantedError, places: Places, *, slip: int | None) -> ErrorLabel:
    types = get_args(ErrorType)
    kind: ErrorType = planted.type or "omission"  # type: ignore[assignment]
    severity: Severity = planted.severity or "minor"
    if slip == 1:
        severity = "minor" if severity != "minor" else "material"
    if slip == 3:
        kind = types[(types.index(kind) + 1) % len(types)]
    return ErrorLabel(
        type=kind,
        severity=severity,
        citations=[
            *(Citation(fact=fact) for fact in planted.cited_facts),
            *(Citation(decision=decision) for decision in planted.cited_decisions),
            *(Citation(frame=places.identity(frame)) for frame in planted.cited_frames),
        ],
        decision=planted.decision,
        frame=places.identity(places.boundary(planted.decision)),
        recovery_decision=planted.recovery_decision,
        note=planted.words,
    )


def _invented(places: Places) -> ErrorLabel:
    decision = places.decisions // 2
    return ErrorLabel(
        type="omission",
        severity="minor",
        citations=[Citation(decision=decision - 20)],
        decision=decision,
        frame=places.identity(places.boundary(decision)),
        recovery_decision=decision + 1,
        note="seems to hesitate here",
    )
