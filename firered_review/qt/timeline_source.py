"""What a session's trial looks like on the timeline: arrays once a trial, marks one label at a time."""

import numpy as np

from firered_review.core.rules import ErrorDraft
from firered_review.qt.label_words import LabelWords, spans_of
from firered_review.qt.labels_model import DRAFT_ID
from firered_review.qt.memory_history import MemoryHistory
from firered_review.qt.session import ReviewSession
from firered_review.qt.timeline_content import FactBar, Mark, TimelineContent
from harness.formats.base import BUTTONS
from harness.formats.labels import ErrorLabel, Label, MilestoneLabel

_FACT_ROWS = 4


def content_of(session: ReviewSession, words: LabelWords) -> TimelineContent:
    """Return everything a timeline shows of the session's trial at its stage."""
    trial = session.trial
    boundaries = trial.boundaries
    refused = frozenset(
        text.decision - 1 for text in session.texts.values() if any(one.refused for one in text.attempts)
    )
    return TimelineContent(
        frames=session.source.count,
        decision_frames=np.array(boundaries, np.int64),
        action_first=np.array([one.first_frame for one in trial.actions], np.int64),
        action_last=np.array([one.last_frame for one in trial.actions], np.int64),
        action_buttons=np.array([BUTTONS.index(one.action) for one in trial.actions], np.int64),
        refused=refused,
        facts=fact_bars(session.history, boundaries, session.source.count) if session.history else [],
        seen=session.seen.flags,
        marks={label_id: mark_of(label_id, label, words, session) for label_id, label in session.labels.items()},
        stage=session.stage,
    )


def mark_of(label_id: str, label: Label, words: LabelWords, session: ReviewSession) -> Mark:
    """Return one label as a mark."""
    word = label.milestone[1:] if isinstance(label, MilestoneLabel) else ""
    cited = None
    if isinstance(label, ErrorLabel):
        decision = words.cited(label)
        cited = session.trial.boundaries[decision - 1] if decision is not None else None
    return Mark(label_id, label.kind, spans_of(label), word, words.tip(label), cited)


def draft_mark(draft: ErrorDraft, words: LabelWords, session: ReviewSession) -> Mark | None:
    """Return the memory error that is being put together as a mark, once it has a later decision."""
    boundaries = session.trial.boundaries
    if draft.decision is None or not 1 <= draft.decision <= len(boundaries):
        return None
    frame = boundaries[draft.decision - 1]
    cited = words.earliest(draft.citations)
    return Mark(
        DRAFT_ID,
        "error",
        ((frame, frame),),
        "",
        "A memory error that is not complete yet",
        boundaries[cited - 1] if cited is not None else None,
        unfinished=True,
    )


def fact_bars(history: MemoryHistory, boundaries: list[int], frames: int) -> list[FactBar]:
    """Return facts as bars from write to end, in as few rows as hold them apart, at most four."""
    free = [0] * _FACT_ROWS
    bars = []
    for fact_id, (stored, gone, state) in sorted(history.lives().items(), key=lambda life: life[1][0]):
        first = boundaries[min(stored, len(boundaries)) - 1]
        last = boundaries[gone - 1] if gone is not None and gone <= len(boundaries) else frames - 1
        row = next((row for row, end in enumerate(free) if end <= first), free.index(min(free)))
        free[row] = last
        bars.append(FactBar(fact_id, first, last, row, state.words))
    return bars
