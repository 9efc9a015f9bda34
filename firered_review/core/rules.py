"""The rules that a label keeps when it is made, as sentences a reviewer can act on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harness.formats.base import DecisionNumber, ErrorType, FrameNumber, PrimaryCause, Severity, Sha256
from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    FrameIdentity,
    Label,
    MilestoneLabel,
    NoteLabel,
    RouteLabel,
    Segment,
    Stage,
)


class TrialFacts(NamedTuple):
    """What the rules must know of one trial."""

    boundaries: Sequence[FrameNumber]
    """Boundary frame of each decision; decision 1 comes first."""
    frames: int
    identity: Callable[[FrameNumber], Sha256]
    facts: Mapping[str, DecisionNumber]
    """Fact id → decision that stored it first; empty in stage one."""
    stage: Stage
    others: Mapping[str, Label]
    """The trial's other labels, by id."""

    @property
    def decisions(self) -> int:
        """Decisions of the trial; their numbers are 1 to this."""
        return len(self.boundaries)


class ErrorDraft(NamedTuple):
    """A memory error while it is being put together; null is what nobody chose yet."""

    type: ErrorType | None = None
    severity: Severity | None = None
    citations: tuple[Citation, ...] = ()
    decision: DecisionNumber | None = None
    recovery_decision: DecisionNumber | None = None
    not_recovered: bool = False
    cause: PrimaryCause = "memory"
    note: str = ""

    def label(self, boundary: FrameIdentity) -> ErrorLabel:
        """Return the finished label; ``boundary`` is the contradicting decision's boundary frame.

        Raises:
            ValueError: something is still missing.
        """
        if self.type is None or self.severity is None or self.decision is None or not self.citations:
            raise ValueError("the draft is not complete")
        return ErrorLabel(
            type=self.type,
            severity=self.severity,
            citations=list(self.citations),
            decision=self.decision,
            frame=boundary,
            recovery_decision=None if self.not_recovered else self.recovery_decision,
            cause=self.cause,
            note=self.note,
        )


def draft_problems(draft: ErrorDraft, trial: TrialFacts) -> list[str]:
    """Return what a memory error still lacks or breaks before it can be saved, as sentences without a full stop."""
    missing = []
    if draft.type is None:
        missing.append("a type is still needed")
    if draft.severity is None:
        missing.append("a severity is still needed")
    if not draft.citations:
        missing.append("an earlier fact, decision or frame must still be cited")
    if draft.decision is None:
        missing.append("a later decision is still needed")
    if draft.recovery_decision is None and not draft.not_recovered:
        missing.append("a recovery decision or “not recovered” is still needed")
    if draft.decision is None:
        return missing
    if not 1 <= draft.decision <= trial.decisions:
        return [*missing, f"the trial has no decision {draft.decision}"]
    order = _citation_problems(draft.citations, draft.decision, trial)
    recovery = None if draft.not_recovered else draft.recovery_decision
    return [*missing, *order, *_recovery_problems(draft.decision, recovery, trial)]


def problems(label: Label, trial: TrialFacts) -> list[str]:
    """Return every rule that a label breaks, as sentences without a full stop; empty when it may be saved."""
    found = list(_frame_problems(label, trial))
    if isinstance(label, MilestoneLabel):
        found += _milestone_problems(label, trial)
    elif isinstance(label, RouteLabel):
        found += _route_problems(label, trial)
    elif isinstance(label, ErrorLabel):
        found += _error_problems(label, trial)
    elif isinstance(label, CauseLabel):
        found += _cause_problems(label, trial)
    elif isinstance(label, BattleLabel):
        found += _battle_problems(label, trial)
    elif isinstance(label, NoteLabel) and not label.note.strip():
        found.append("the note is still empty")
    return found


def frames_of(label: Label) -> list[FrameIdentity]:
    """Return every frame identity a label rests on."""
    if isinstance(label, RouteLabel):
        return [label.first.first, label.first.last, label.second.first, label.second.last]
    if isinstance(label, BattleLabel):
        return [label.span.first, label.span.last]
    cited = [c.frame for c in label.citations if c.frame is not None] if isinstance(label, ErrorLabel) else []
    return [label.frame, *cited]


def _frame_problems(label: Label, trial: TrialFacts) -> Iterator[str]:
    for identity in frames_of(label):
        if identity.frame >= trial.frames:
            yield f"the trial has no frame {identity.frame}"
        elif trial.identity(identity.frame) != identity.sha256:
            yield f"frame {identity.frame} is another picture than the label names"


def _milestone_problems(label: MilestoneLabel, trial: TrialFacts) -> Iterator[str]:
    for other in trial.others.values():
        if isinstance(other, MilestoneLabel) and other.milestone == label.milestone:
            yield f"{label.milestone} is already labelled at frame {other.frame.frame}: move or delete that label"


def _route_problems(label: RouteLabel, trial: TrialFacts) -> Iterator[str]:
    for name, segment in (("first", label.first), ("second", label.second)):
        if _length(segment) < 1:
            yield f"the {name} passage ends before it begins"
    if label.second.first.frame <= label.first.last.frame:
        yield "the second passage must begin after the first one ends"
    for other in trial.others.values():
        if isinstance(other, RouteLabel) and other.second == label.second:
            yield "this repetition is already labelled, it would be counted twice"


def _error_problems(label: ErrorLabel, trial: TrialFacts) -> Iterator[str]:
    if trial.stage == 1:
        yield "memory errors are labelled in the second stage: go on to what the agent remembered first"
    yield from _at_decision(label.decision, label.frame, trial)
    if label.decision <= trial.decisions:
        yield from _citation_problems(label.citations, label.decision, trial)
        yield from _recovery_problems(label.decision, label.recovery_decision, trial)
    for other in trial.others.values():
        same = isinstance(other, ErrorLabel) and (other.type, other.decision) == (label.type, label.decision)
        if same and isinstance(other, ErrorLabel) and other.citations == label.citations:
            yield "the same memory error is already labelled, it would be counted twice"


def _citation_problems(citations: Sequence[Citation], decision: DecisionNumber, trial: TrialFacts) -> Iterator[str]:
    boundary = trial.boundaries[decision - 1]
    for citation in citations:
        given = [part for part in (citation.fact, citation.decision, citation.frame) if part is not None]
        if len(given) != 1:
            yield "each citation names exactly one fact, decision or frame"
        elif citation.fact is not None:
            stored = trial.facts.get(citation.fact)
            if stored is None:
                yield f"there is no fact {citation.fact} in this trial"
            elif stored >= decision:
                yield f"fact {citation.fact} was stored at decision {stored}, not before decision {decision}"
        elif citation.decision is not None and citation.decision >= decision:
            yield f"the cited decision {citation.decision} does not come before decision {decision}"
        elif citation.frame is not None and citation.frame.frame > boundary:
            yield f"the cited frame {citation.frame.frame} comes after the boundary frame of decision {decision}"


def _recovery_problems(decision: DecisionNumber, recovery: DecisionNumber | None, trial: TrialFacts) -> Iterator[str]:
    if recovery is not None and recovery <= decision:
        yield f"the recovery at decision {recovery} does not come after decision {decision}"
    if recovery is not None and recovery > trial.decisions:
        yield f"the trial has no decision {recovery} to recover at"


def _cause_problems(label: CauseLabel, trial: TrialFacts) -> Iterator[str]:
    if label.cause == "memory":
        yield "a cause alone is any cause but memory: label a memory error instead"
    yield from _at_decision(label.decision, label.frame, trial)
    for other in trial.others.values():
        same = isinstance(other, CauseLabel) and (other.cause, other.decision) == (label.cause, label.decision)
        if same:
            yield f"this cause is already labelled at decision {label.decision}"


def _battle_problems(label: BattleLabel, trial: TrialFacts) -> Iterator[str]:
    if _length(label.span) < 1:
        yield "the battle ends before it begins"
    for other in trial.others.values():
        if isinstance(other, BattleLabel) and _overlap(other.span, label.span):
            yield f"the battle from frame {other.span.first.frame} to {other.span.last.frame} is already labelled"


def _at_decision(decision: DecisionNumber, frame: FrameIdentity, trial: TrialFacts) -> Iterator[str]:
    if decision > trial.decisions:
        yield f"the trial has no decision {decision}"
    elif trial.boundaries[decision - 1] != frame.frame:
        yield f"frame {frame.frame} is not the boundary frame of decision {decision}"


def _length(segment: Segment) -> int:
    return segment.last.frame - segment.first.frame + 1


def _overlap(one: Segment, other: Segment) -> bool:
    return one.first.frame <= other.last.frame and other.first.frame <= one.last.frame
