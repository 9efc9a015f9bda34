"""The timeline zooms round the mouse, moves the cursor, and says what lies under it."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from firered_review.qt.timeline.content import FactBar, Mark, TimelineContent
from firered_review.qt.timeline.scale import following, held, tick_step, whole, zoomed
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.look import Look

FRAMES = 14_000


def content(stage: int = 2) -> TimelineContent:
    starts = np.arange(0, FRAMES, 40, dtype=np.int64)
    seen = np.zeros(FRAMES, np.bool_)
    seen[:6000] = True
    return TimelineContent(
        frames=FRAMES,
        decision_frames=starts,
        action_first=starts + 1,
        action_last=starts + 24,
        action_buttons=np.zeros(len(starts), np.int64),
        change=np.full(len(starts), 0.25, np.float32),
        refused=frozenset({3}),
        facts=[FactBar("event-0001", 400, 9000, 1, "the rival is beaten")],
        seen=seen,
        marks={
            "m": Mark("m", "milestone", ((7000, 7000),), "4", "4 · Rival battle over, 7 000"),
            "r": Mark("r", "route", ((9000, 9400), (10000, 10400)), "", "Shop road"),
            "e": Mark("e", "error", ((12000, 12000),), "", "Omission", cited=9000),
        },
        stage=stage,
    )


@pytest.fixture
def timeline(qtbot: QtBot, look: Look) -> Timeline:
    widget = Timeline(look)
    qtbot.addWidget(widget)
    widget.resize(1412, widget.sizeHint().height())
    widget.show_content(content())
    widget.resize(1412, widget.sizeHint().height())
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    return widget


def wheel(timeline: Timeline, x: float, turned: int, modifiers: Qt.KeyboardModifier) -> None:
    where = QPointF(x, 60)
    event = QWheelEvent(
        where,
        timeline.mapToGlobal(where),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(timeline, event)


def test_a_click_moves_the_cursor_to_the_frame_below_it(qtbot: QtBot, timeline: Timeline) -> None:
    x = round(timeline.scale.x(5000))
    with qtbot.waitSignal(timeline.moved) as moved:
        QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(x, 44))
    assert abs(moved.args[0] - 5000) <= timeline.scale.per_pixel + 1


def test_a_click_on_a_mark_chooses_its_label_and_moves_nothing_by_itself(qtbot: QtBot, timeline: Timeline) -> None:
    lane = next(one for one in timeline._lanes if one.name == "milestones")
    point = QPoint(round(timeline.scale.x(7000)), lane.top + 9)
    with qtbot.waitSignal(timeline.chosen) as chosen, qtbot.assertNotEmitted(timeline.moved):
        QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=point)
    assert chosen.args == ["m"]


def test_ctrl_and_wheel_zoom_round_the_mouse(timeline: Timeline) -> None:
    x = timeline.scale.x(9000)
    for _ in range(20):
        wheel(timeline, x, 120, Qt.KeyboardModifier.ControlModifier)
    assert timeline.scale.per_pixel < 1
    assert abs(timeline.scale.x(9000) - x) < 1
    first = timeline.scale.first
    wheel(timeline, x, -120, Qt.KeyboardModifier.ShiftModifier)
    assert timeline.scale.first > first


def test_dragging_pans_and_does_not_move_the_cursor(qtbot: QtBot, timeline: Timeline) -> None:
    timeline.zoom(8)
    first = timeline.scale.first
    with qtbot.assertNotEmitted(timeline.moved):
        QTest.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(400, 70))
        QTest.mouseMove(timeline, QPoint(340, 70))
        QTest.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(340, 70))
    assert timeline.scale.first > first


@pytest.mark.parametrize(
    ("lane", "frame", "expected"),
    [
        ("decisions", 130, "decision 4, an attempt was refused"),
        ("actions", 45, "UP, action 2"),
        ("screen change", 90, "decision 3: 25% of the pixels changed"),
        ("facts", 4000, "event-0001: the rival is beaten"),
        ("routes", 9200, "Shop road"),
        ("memory errors", 12000, "Omission"),
        ("seen", 7000, "frame 7\u00a0000: not seen yet"),
    ],
)
def test_everything_says_what_it_is(timeline: Timeline, lane: str, frame: int, expected: str) -> None:
    timeline.set_cursor(frame)
    timeline.zoom(200)
    row = next(one for one in timeline._lanes if one.name == lane)
    y = row.top + (row.height * 3 // 8 if lane == "facts" else row.height // 2)
    assert timeline.what_is_at(QPoint(round(timeline.scale.x(frame + 0.5)), y)) == expected


def test_stage_one_has_no_lane_of_memory(timeline: Timeline) -> None:
    timeline.show_content(content(stage=1))
    assert not {"facts", "memory errors"} & {one.name for one in timeline._lanes}


def test_a_hundred_thousand_frames_are_painted_in_a_moment(qtbot: QtBot, look: Look) -> None:
    widget = Timeline(look)
    qtbot.addWidget(widget)
    many = content()
    many.frames = 100_000
    many.decision_frames = np.arange(0, 100_000, 20, dtype=np.int64)
    many.action_first, many.action_last = many.decision_frames + 1, many.decision_frames + 19
    many.action_buttons = np.zeros(len(many.decision_frames), np.int64)
    many.change = np.full(len(many.decision_frames), 0.2, np.float32)
    many.seen = np.zeros(100_000, np.bool_)
    widget.resize(1412, 220)
    widget.show_content(many)
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    widget.redraw()
    started = time.perf_counter()
    widget.repaint()
    assert time.perf_counter() - started < 0.25


@given(
    st.integers(1, 200_000),
    st.floats(1, 3000),
    st.lists(st.tuples(st.floats(0.2, 5), st.floats(0, 1)), max_size=12),
)
def test_zooming_stays_inside_the_trial_and_keeps_the_frame_under_the_mouse(
    frames: int, width: float, turns: list[tuple[float, float]]
) -> None:
    scale = whole(frames, 112, width)
    for factor, place in turns:
        x = 112 + place * width
        before = scale.frame(x)
        new = zoomed(scale, frames, factor, x)
        assert new.first >= -1e-6
        assert new.last <= frames * (1 + 1e-9) + 1e-6
        free = 0 < new.first < frames - new.per_pixel * new.width - 1e-6
        if free:
            assert new.frame(x) == pytest.approx(before, abs=1e-6 * frames + 1e-6)
        scale = new


@given(st.integers(1, 200_000), st.integers(0, 199_999), st.floats(1, 400))
def test_the_view_follows_the_cursor(frames: int, cursor: int, factor: float) -> None:
    cursor = min(cursor, frames - 1)
    scale = following(zoomed(whole(frames, 0, 1000), frames, factor, 0), frames, cursor)
    assert scale.first <= cursor <= scale.last
    assert held(scale, frames) == scale


@given(st.floats(1 / 12, 5000))
def test_ticks_stand_at_round_numbers_far_enough_apart(per_pixel: float) -> None:
    step = tick_step(per_pixel)
    assert step / per_pixel >= 84
    assert str(step).rstrip("0") in ("1", "2", "5")
