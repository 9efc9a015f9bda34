"""The timeline shows every fact as a bar of its own or counts it, and every frame as seen or unseen."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from firered_review.qt.memory.history import MemoryHistory
from firered_review.qt.session.timeline_source import fact_bars, more_facts
from firered_review.qt.timeline.content import TimelineContent
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.look import Look
from harness.formats.bundle import BundleFact, BundleMemoryEvent

FRAMES = 1000


def shown(qtbot: QtBot, look: Look, content: TimelineContent) -> Timeline:
    widget = Timeline(look)
    qtbot.addWidget(widget)
    widget.show_content(content)
    widget.resize(1112, widget.sizeHint().height())
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    return widget


@pytest.mark.parametrize("first", [0, 1, 400, 998])
def test_each_pixel_of_the_lane_is_seen_or_unseen_wherever_somebody_jumped(
    qtbot: QtBot, look: Look, first: int
) -> None:
    seen = np.zeros(FRAMES, np.bool_)
    seen[first : first + 2] = True
    timeline = shown(qtbot, look, TimelineContent(frames=FRAMES, seen=seen))
    lane = next(one for one in timeline._lanes if one.name == "seen")
    picture = timeline.grab().toImage()
    empty = picture.pixelColor(round(timeline.scale.x(500)), lane.top - 2).name()
    columns = range(round(timeline.scale.x(0)) + 1, round(timeline.scale.x(FRAMES)) - 1)
    blank = [x for x in columns if picture.pixelColor(x, lane.top + 3).name() == empty]
    assert not blank


def history_of(lives: list[tuple[int, int | None]]) -> MemoryHistory:
    """Return the history of facts stored at one decision and evicted at another, or never."""
    events = []
    for number, (stored, gone) in enumerate(lives):
        fact_id = f"event-{number + 1:04}"
        fact = BundleFact(
            fact_id=fact_id, kind="event", subject=None, predicate=None, object=None, status="active", confidence=0.9,
            first_seen_decision=stored, last_confirmed_decision=stored, supersedes=None, value=f"value {number}",
            evidence="", confirmed=True, evidence_frame=0,
        )  # fmt: skip
        for event, decision in (("write", stored), ("eviction", gone)):
            if decision is not None:
                one = BundleMemoryEvent(
                    event=event, decision=decision, fact_id=fact_id, fact=fact if event == "write" else None,
                    superseded_by=None, guess_over_confirmed=False, refused=None,
                )  # fmt: skip
                events.append(one)
    return MemoryHistory(sorted(events, key=lambda one: one.decision))


BOUNDARIES = list(range(0, FRAMES, 20))
lifetimes = st.integers(1, 40).flatmap(lambda first: st.tuples(st.just(first), st.none() | st.integers(first + 1, 50)))


@given(st.lists(lifetimes, max_size=30))
def test_bars_never_overlap_and_every_fact_is_a_bar_or_counted_where_it_is_active(
    lives: list[tuple[int, int | None]],
) -> None:
    bars, more, rows = fact_bars(history_of(lives), BOUNDARIES, FRAMES)
    assert 4 <= rows <= 8
    for row in range(rows):
        spans = sorted((bar.first, bar.last) for bar in bars if bar.row == row)
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
    counted = {fact_id for one in more for fact_id in one.fact_ids}
    drawn = {bar.fact_id for bar in bars}
    assert not drawn & counted
    assert drawn | counted == {f"event-{number + 1:04}" for number in range(len(lives))}
    assert all(before.last < after.first for before, after in itertools.pairwise(more))


def test_what_has_no_row_is_counted_frame_by_frame() -> None:
    found = more_facts([(10, 19, "a"), (15, 30, "b"), (40, 40, "c")])
    assert found == [(10, 14, ("a",)), (15, 19, ("a", "b")), (20, 30, ("b",)), (40, 40, ("c",))]


def test_more_facts_than_rows_are_counted_in_a_strip_that_names_them(qtbot: QtBot, look: Look) -> None:
    bars, more, rows = fact_bars(history_of([(1, None)] * 11), BOUNDARIES, FRAMES)
    content = TimelineContent(frames=FRAMES, facts=bars, more_facts=more, fact_rows=rows, stage=2)
    timeline = shown(qtbot, look, content)
    lane = next(one for one in timeline._lanes if one.name == "facts")
    x = round(timeline.scale.x(500))
    said = [timeline.what_is_at(QPoint(x, y)) for y in range(lane.top, lane.top + lane.height)]
    assert said[-1] == "3 more active here: event-0009, event-0010, event-0011"
    assert sorted({one.split(":")[0] for one in said if one.startswith("event")}) == [bar.fact_id for bar in bars]
    with_strip = timeline.grab().toImage()
    content.more_facts = [more[0]._replace(fact_ids=("event-0009",))]
    timeline.redraw()
    assert timeline.grab().toImage() != with_strip, "the number is drawn"
