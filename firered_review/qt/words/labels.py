"""Labels in words: how each is named, where it lies, and where it leads, the same in every list and tooltip; pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from harness.formats.base import DecisionNumber, FrameNumber
from harness.formats.codebook import CodebookSet
from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    Label,
    MilestoneLabel,
    NoteLabel,
    RouteLabel,
    Segment,
)


def grouped(number: int) -> str:
    """Write a number in groups of three, apart by a no-break space."""
    return f"{number:,}".replace(",", "\u00a0")


class LabelWords(NamedTuple):
    """Names labels after a codebook; the two callables place frames and facts among the decisions of a trial."""

    milestones: Mapping[str, str]
    types: Mapping[str, str]
    causes: Mapping[str, str]
    decision_at: Callable[[FrameNumber], DecisionNumber]
    stored_at: Callable[[str], DecisionNumber | None]

    def title(self, label: Label) -> str:
        """Return what a label says, in a few words."""
        if isinstance(label, MilestoneLabel):
            return f"{label.milestone[1:]} · {self.milestones[label.milestone]}"
        if isinstance(label, RouteLabel):
            return label.landmark or "Repeated route"
        if isinstance(label, ErrorLabel):
            return f"{self.types[label.type]} · {label.severity}"
        if isinstance(label, CauseLabel):
            return self.causes[label.cause]
        if isinstance(label, BattleLabel):
            return label.note or "Battle"
        return label.note if isinstance(label, NoteLabel) else "Bookmark"

    def place(self, label: Label) -> str:
        """Return where a label lies: frames, or decisions for a memory error."""
        if isinstance(label, RouteLabel):
            return f"{grouped(label.first.first.frame)} ↻ {grouped(label.second.first.frame)}"
        if isinstance(label, ErrorLabel):
            cited = self.cited(label)
            return f"{cited} → {label.decision}" if cited is not None else f"→ {label.decision}"
        if isinstance(label, BattleLabel):
            return f"{grouped(label.span.first.frame)} – {grouped(label.span.last.frame)}"
        return grouped(frame_of(label))

    def tip(self, label: Label) -> str:
        """Return a label in full, for a tooltip."""
        parts = [f"{self.title(label)}, {self.place(label)}"]
        if isinstance(label, RouteLabel):
            parts.append(f"frames {_span(label.first)}, then again {_span(label.second)}")
        if isinstance(label, ErrorLabel):
            parts.append("cites " + ", ".join(citation_words(one) for one in label.citations))
            recovered = label.recovery_decision
            parts.append(f"recovered at decision {recovered}" if recovered else "not recovered")
        note = getattr(label, "note", "") or getattr(label, "reason", "")
        if note and note not in parts[0]:
            parts.append(note)
        return "\n".join(parts)

    def cited(self, label: ErrorLabel) -> DecisionNumber | None:
        """Return the earliest decision that a memory error cites."""
        return self.earliest(label.citations)

    def earliest(self, citations: Iterable[Citation]) -> DecisionNumber | None:
        """Return the earliest decision among citations."""
        return min((at for one in citations if (at := self._decision_of(one)) is not None), default=None)

    def _decision_of(self, citation: Citation) -> DecisionNumber | None:
        if citation.decision is not None:
            return citation.decision
        if citation.frame is not None:
            return self.decision_at(citation.frame.frame)
        return self.stored_at(citation.fact) if citation.fact is not None else None


def words_of(
    codebook: CodebookSet,
    decision_at: Callable[[FrameNumber], DecisionNumber],
    stored_at: Callable[[str], DecisionNumber | None],
) -> LabelWords:
    """Return the words of one codebook for one trial."""
    return LabelWords(
        {one.id: one.title for one in codebook.milestones.milestones},
        {one.id: one.title for one in codebook.errors.types},
        {one.id: one.title for one in codebook.errors.causes},
        decision_at,
        stored_at,
    )


def citation_words(citation: Citation) -> str:
    """Return a citation in words."""
    if citation.fact is not None:
        return citation.fact
    if citation.decision is not None:
        return f"decision {citation.decision}"
    return f"frame {grouped(citation.frame.frame)}" if citation.frame is not None else "nothing"


def frame_of(label: Label) -> FrameNumber:
    """Return the frame to go to for a label."""
    if isinstance(label, RouteLabel):
        return label.first.first.frame
    if isinstance(label, BattleLabel):
        return label.span.first.frame
    return label.frame.frame


def spans_of(label: Label) -> tuple[tuple[int, int], ...]:
    """Return the stretches of frames a label covers."""
    if isinstance(label, RouteLabel):
        return (_ends(label.first), _ends(label.second))
    if isinstance(label, BattleLabel):
        return (_ends(label.span),)
    return ((label.frame.frame, label.frame.frame),)


def _ends(segment: Segment) -> tuple[int, int]:
    return segment.first.frame, segment.last.frame


def _span(segment: Segment) -> str:
    return f"{grouped(segment.first.frame)} – {grouped(segment.last.frame)}"
