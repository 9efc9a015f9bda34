"""Moving an end of a label to another frame: by dragging its mark, or to the cursor by key; undone like any edit."""

from typing import cast

from PySide6.QtCore import QObject, Signal

from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.timeline.content import End
from firered_review.qt.widgets.commands import Command
from firered_review.qt.words.labels import grouped, spans_of
from firered_review.store.bundle import TrialView
from harness.formats.base import DecisionNumber, FrameNumber
from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    Label,
    RouteLabel,
    Segment,
)

_WORDS: dict[End, str] = {
    "frame": "now lies at",
    "first": "now begins at",
    "last": "now ends at",
    "second first": "now begins its repetition at",
    "second last": "now ends its repetition at",
    "cited": "now cites",
}
_NAMES = {"milestone": "The milestone", "route": "The route", "battle": "The battle", "error": "The memory error"}


class MarkMoving(QObject):
    """Stores a label with one end elsewhere; ``said`` is a sentence about it. What the rules refuse changes nothing."""

    said = Signal(str)

    def __init__(self, session: ReviewSession, labelling: Labelling, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._labelling = session, labelling

    def move_end(self, label_id: str, end: str, frame: FrameNumber) -> None:
        """Put one end of a label on a frame."""
        label = self._session.labels.get(label_id)
        if label is None:
            return
        moved = moved_label(label, cast("End", end), frame, self._session.trial)
        if moved is None:
            self.said.emit("A cited fact stays where it was stored: open the memory error to cite something else.")
        elif moved != label and self._session.change(label_id, moved):
            self._labelling.select(label_id)
            name = _NAMES.get(label.kind, f"The {label.kind}")
            self.said.emit(f"{name} {_WORDS[cast('End', end)]} frame {grouped(frame)}. ⟨undo⟩ takes it back.")

    def move_here(self) -> None:
        """Put the nearest end of the selected label on the cursor's frame."""
        selected = self._labelling.selected
        label = self._session.labels.get(selected or "")
        if selected is None or label is None:
            self.said.emit("Nothing is selected: . and , go to a label, then its nearest end can be moved here.")
            return
        cursor = self._session.cursor
        self.move_end(selected, nearest_end(label, cursor), cursor)


def moving_command(moving: MarkMoving) -> Command:
    """Return the command that does without a mouse what dragging a mark does."""
    return Command("move_end", "Move the nearest end of the selected label here", "Label", moving.move_here)


def nearest_end(label: Label, frame: FrameNumber) -> End:
    """Return the end of a label that lies nearest to a frame; the earlier one of two."""
    if not isinstance(label, RouteLabel | BattleLabel):
        return "frame"
    names: tuple[End, ...] = ("first", "last", "second first", "second last")
    ends = [one for span in spans_of(label) for one in span]
    return min(zip(names, ends, strict=False), key=lambda one: abs(one[1] - frame))[0]


def moved_label(label: Label, end: End, frame: FrameNumber, trial: TrialView) -> Label | None:
    """Return a label with one end on another frame; null where that end is a fact, which cannot be elsewhere."""
    if isinstance(label, RouteLabel):
        name = "second" if end.startswith("second") else "first"
        segment = _with_end(getattr(label, name), end.removeprefix("second "), frame, trial)
        return label.model_copy(update={name: segment})
    if isinstance(label, BattleLabel):
        return label.model_copy(update={"span": _with_end(label.span, end, frame, trial)})
    if isinstance(label, ErrorLabel) and end == "cited":
        return _citing(label, frame, trial)
    if isinstance(label, ErrorLabel | CauseLabel):
        decision = trial.decision_at(frame)
        return label.model_copy(update={"decision": decision, "frame": trial.boundary(decision)})
    return label.model_copy(update={"frame": trial.identity(frame)})


def _with_end(segment: Segment, end: str, frame: FrameNumber, trial: TrialView) -> Segment:
    return segment.model_copy(update={end: trial.identity(frame)})


def _citing(label: ErrorLabel, frame: FrameNumber, trial: TrialView) -> ErrorLabel | None:
    """Return the memory error with its earliest citation at another decision or frame."""

    def decision_of(citation: Citation) -> DecisionNumber:
        if citation.decision is not None:
            return citation.decision
        if citation.frame is not None:
            return trial.decision_at(citation.frame.frame)
        return trial.fact_decisions[citation.fact or ""]

    earliest = min(label.citations, key=decision_of)
    if earliest.fact is not None:
        return None
    if earliest.decision is not None:
        moved = Citation(decision=trial.decision_at(frame))
    else:
        moved = Citation(frame=trial.identity(frame))
    return label.model_copy(update={"citations": [moved if one is earliest else one for one in label.citations]})
