"""A label as lines of field and value, for comparing two of them; pure."""

from typing import NamedTuple

from firered_review.qt.words.labels import LabelWords, citation_words, grouped
from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    ErrorLabel,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
)


class Field(NamedTuple):
    """One line: the field's name in the record, as people call it, and its value in words."""

    name: str
    text: str
    value: str


def fields(label: Label, words: LabelWords) -> list[Field]:
    """Return a label's fields in the order in which they are read."""
    if isinstance(label, MilestoneLabel):
        return [
            Field("milestone", "milestone", words.title(label)),
            Field("frame", "frame", grouped(label.frame.frame)),
            Field("evidence", "shown by", label.evidence),
            Field("certainty", "certainty", label.certainty),
            Field("note", "note", label.note or "–"),
        ]
    if isinstance(label, RouteLabel):
        return [
            Field("first", "first passage", _segment(label.first)),
            Field("second", "repetition", _segment(label.second)),
            Field("landmark", "landmark", label.landmark or "–"),
            Field("reason", "reason", label.reason or "–"),
        ]
    if isinstance(label, ErrorLabel):
        recovered = label.recovery_decision
        return [
            Field("type", "type", words.types[label.type]),
            Field("severity", "severity", label.severity),
            Field("citations", "cites", ", ".join(citation_words(one) for one in label.citations)),
            Field("decision", "decision", str(label.decision)),
            Field("recovery_decision", "recovered", f"decision {recovered}" if recovered else "not recovered"),
            Field("cause", "cause", words.causes[label.cause]),
            Field("note", "note", label.note or "–"),
        ]
    if isinstance(label, CauseLabel):
        return [
            Field("cause", "cause", words.causes[label.cause]),
            Field("decision", "decision", str(label.decision)),
            Field("note", "note", label.note or "–"),
        ]
    if isinstance(label, BattleLabel):
        return [Field("span", "frames", _segment(label.span)), Field("note", "note", label.note or "–")]
    return [Field("note", "note", getattr(label, "note", "") or "–")]


def _segment(segment: Segment) -> str:
    return f"{grouped(segment.first.frame)} – {grouped(segment.last.frame)}"
