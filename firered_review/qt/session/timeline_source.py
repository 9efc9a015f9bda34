"""What a session's trial looks like on the timeline: arrays once a trial, marks one label at a time."""

import itertools
from collections.abc import Sequence

import numpy as np

from firered_review.core.rules import ErrorDraft
from firered_review.qt.labels.model import DRAFT_ID
from firered_review.qt.memory.history import MemoryHistory
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.timeline.content import FactBar, Mark, MoreFacts, TimelineContent
from firered_review.qt.words.labels import LabelWords, spans_of
from firered_review.store.bundle import TrialView
from harness.formats.base import BUTTONS
from harness.formats.labels import ErrorLabel, Label, MilestoneLabel

_MOST_ROWS = 8
"""Rows of facts that can still be told apart in the lane."""


def content_of(session: ReviewSession, words: LabelWords) -> TimelineContent:
    """Return everything a timeline shows of the session's trial at its stage."""
    content = blank(session.trial, session.source.count)
    boundaries = session.trial.boundaries
    refused = frozenset(
        text.decision - 1 for text in session.texts.values() if any(one.refused for one in text.attempts)
    )
    content.refused = refused
    if session.history is not None:
        content.facts, content.more_facts, content.fact_rows = fact_bars(
            session.history, boundaries, session.source.count
        )
    content.seen = session.seen.flags
    content.marks = {key: mark_of(key, label, words, boundaries) for key, label in session.labels.items()}
    content.stage = session.stage
    content.movable = not session.locked
    return content


def blank(trial: TrialView, frames: int) -> TimelineContent:
    """Return decisions and actions of a trial, and nothing else yet; ``frames`` is how many it has."""
    return TimelineContent(
        frames=frames,
        decision_frames=np.array(trial.boundaries, np.int64),
        action_first=np.array([one.first_frame for one in trial.actions], np.int64),
        action_last=np.array([one.last_frame for one in trial.actions], np.int64),
        action_buttons=np.array([BUTTONS.index(one.action) for one in trial.actions], np.int64),
    )


def mark_of(label_id: str, label: Label, words: LabelWords, boundaries: Sequence[int]) -> Mark:
    """Return one label as a mark."""
    word = label.milestone[1:] if isinstance(label, MilestoneLabel) else ""
    cited = None
    if isinstance(label, ErrorLabel):
        decision = words.cited(label)
        cited = boundaries[decision - 1] if decision is not None else None
    return Mark(label_id, label.kind, spans_of(label), word, cited=cited)


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


def fact_bars(history: MemoryHistory, boundaries: list[int], frames: int) -> tuple[list[FactBar], list[MoreFacts], int]:
    """Return facts as bars from write to end, those there is no row left for, and how many rows hold the bars.

    As few rows as hold the bars apart, at most eight; a fact beyond them is counted where it is active.
    """
    free: list[int] = []
    bars, without = [], []
    for fact_id, (stored, gone, state) in sorted(history.lives().items(), key=lambda life: life[1][0]):
        first = boundaries[min(stored, len(boundaries)) - 1]
        last = boundaries[gone - 1] if gone is not None and gone <= len(boundaries) else frames - 1
        row = next((row for row, end in enumerate(free) if end <= first), None)
        if row is None and len(free) < _MOST_ROWS:
            row = len(free)
            free.append(0)
        if row is None:
            without.append((first, last, fact_id))
        else:
            free[row] = last
            bars.append(FactBar(fact_id, first, last, row, state.words))
    return bars, more_facts(without), max(4, len(free))


def more_facts(without: Sequence[tuple[int, int, str]]) -> list[MoreFacts]:
    """Return the stretches in which the same facts are active, of facts given as first frame, last frame and id."""
    edges = sorted({edge for first, last, _ in without for edge in (first, last + 1)})
    found = []
    for start, end in itertools.pairwise(edges):
        active = tuple(fact_id for first, last, fact_id in without if first < end and last >= start)
        if active:
            found.append(MoreFacts(start, end - 1, active))
    return found
