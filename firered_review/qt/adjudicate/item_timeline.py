"""What the timeline shows beside an item of an adjudication."""

import dataclasses

from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.session.timeline_source import blank, fact_bars, mark_of
from firered_review.qt.timeline.content import LANE_OF_KIND, TimelineContent


def content_of_item(session: AdjudicationSession, item: Item) -> TimelineContent:
    """Return what the timeline shows beside an item: its own labels, and facts where memory may be seen."""
    trial, count = session.trial(item), session.source(item).count
    content = blank(trial, count)
    content.lanes = frozenset({"decisions", "actions", "facts", LANE_OF_KIND[item.kind]})
    history = session.history(item)
    if history is not None:
        content.stage = 2
        content.facts, content.more_facts, content.fact_rows = fact_bars(history, trial.boundaries, count)
    if not session.waits(item):
        words = session.words(item)
        for name, label in zip("AB", session.sides(item), strict=True):
            if label is not None:
                mark = mark_of(name, label, words, trial.boundaries)
                content.marks[name] = dataclasses.replace(mark, text=f"{name}: {words.tip(label)}")
    return content
