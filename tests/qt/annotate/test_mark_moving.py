"""An end of a label is moved: by dragging it on the timeline or to the cursor by key; refused or undone, it is back."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from firered_review.qt.annotate.mark_moving import moved_label, nearest_end
from harness.formats.labels import (
    BattleLabel,
    BookmarkLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
)
from tests.qt.conftest import Desk

LEFT = Qt.MouseButton.LeftButton


def segment(desk: Desk, first: int, last: int) -> Segment:
    return Segment(first=desk.session.trial.identity(first), last=desk.session.trial.identity(last))


def make(desk: Desk, label: Label) -> str:
    made = desk.session.make(label)
    assert made is not None
    QApplication.processEvents()
    return made


def drag(desk: Desk, lane: str, frame: int, target: int) -> None:
    """Drag what lies at the pixel of a frame to the pixel of another one."""
    timeline = desk.window.timeline
    row = next(one for one in timeline._lanes if one.name == lane)
    start, end = (QPoint(round(timeline.scale.x(at)), row.top + row.height - 3) for at in (frame, target))
    QTest.mousePress(timeline, LEFT, pos=start)
    QTest.mouseMove(timeline, (start + end) / 2)
    QTest.mouseMove(timeline, end)
    QTest.mouseRelease(timeline, LEFT, pos=end)
    QApplication.processEvents()


def test_a_passage_dragged_by_its_end_is_stored_said_and_taken_back(desk: Desk) -> None:
    label = RouteLabel(first=segment(desk, 10, 30), second=segment(desk, 60, 82))
    route = make(desk, label)
    drag(desk, "routes", 60, 70)
    moved = desk.session.labels[route]
    assert isinstance(moved, RouteLabel)
    assert (moved.first, moved.second) == (label.first, segment(desk, 70, 82))
    assert desk.store.labels("brisk-otter")[route] == moved, "it is on disk"
    assert desk.session.cursor == 70, "the frame it rests on now is on screen"
    assert desk.window.labelling.selected == route
    said = "The route now begins its repetition at frame 70. Ctrl+Z takes it back."
    assert desk.window.status.said == said
    desk.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.labels[route] == label
    assert desk.window.timeline._content.marks[route].spans == ((10, 30), (60, 82))


def test_what_the_rules_refuse_says_why_and_the_mark_is_back(desk: Desk) -> None:
    label = RouteLabel(first=segment(desk, 10, 30), second=segment(desk, 60, 82))
    route = make(desk, label)
    before = desk.window.timeline.places.by_lane["routes"]
    drag(desk, "routes", 60, 20)
    assert desk.session.labels[route] == label
    assert "second passage must begin after the first" in desk.window.status.said
    assert desk.window.timeline._moving is None
    assert desk.window.timeline.places.by_lane["routes"] == before


def test_a_milestone_dragged_far_rests_on_the_frame_under_the_mouse(desk: Desk) -> None:
    label_id = make(desk, MilestoneLabel(milestone="M2", frame=desk.session.trial.identity(100)))
    drag(desk, "milestones", 100, 180)
    moved = desk.session.labels[label_id]
    assert isinstance(moved, MilestoneLabel)
    assert moved.frame == desk.session.trial.identity(180)


def test_a_mark_is_opened_by_a_double_click(desk: Desk) -> None:
    make(desk, RouteLabel(first=segment(desk, 10, 30), second=segment(desk, 60, 82)))
    timeline = desk.window.timeline
    row = next(one for one in timeline._lanes if one.name == "routes")
    where = QPoint(round(timeline.scale.x(70)), row.top + row.height - 3)
    QTest.mouseDClick(timeline, LEFT, pos=where)
    QApplication.processEvents()
    opened = QApplication.activeModalWidget()
    assert opened is not None
    opened.close()


def test_the_nearest_end_of_the_selected_label_moves_to_the_cursor_by_key(desk: Desk) -> None:
    battle = make(desk, BattleLabel(span=segment(desk, 40, 80)))
    desk.window.labelling.select(battle)
    desk.session.move_to(72)
    desk.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    moved = desk.session.labels[battle]
    assert isinstance(moved, BattleLabel)
    assert moved.span == segment(desk, 40, 72)
    desk.window.labelling.select(None)
    desk.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert "Nothing is selected" in desk.window.status.said


def test_what_rests_on_a_decision_moves_by_decisions_and_a_cited_fact_stays(desk: Desk) -> None:
    trial = desk.session.trial
    cause = CauseLabel(cause="perception", decision=6, frame=trial.boundary(6))
    moved = moved_label(cause, "frame", 83, trial)
    assert isinstance(moved, CauseLabel)
    assert (moved.decision, moved.frame) == (11, trial.boundary(11))
    parts = {"type": "omission", "severity": "minor", "decision": 21, "frame": trial.boundary(21)}

    def error(*citations: Citation) -> ErrorLabel:
        return ErrorLabel(citations=list(citations), recovery_decision=None, **parts)

    by_fact = error(Citation(fact="inventory-0001"), Citation(decision=9))
    assert moved_label(by_fact, "cited", 40, trial) is None
    by_frame = error(Citation(decision=9), Citation(frame=trial.identity(24)))
    moved = moved_label(by_frame, "cited", 30, trial)
    assert isinstance(moved, ErrorLabel)
    assert moved.citations == [Citation(decision=9), Citation(frame=trial.identity(30))]
    by_decision = moved_label(error(Citation(decision=9)), "cited", 20, trial)
    assert isinstance(by_decision, ErrorLabel)
    assert by_decision.citations == [Citation(decision=3)]


@pytest.mark.parametrize(("frame", "end"), [(0, "first"), (29, "last"), (50, "second first"), (500, "second last")])
def test_the_nearest_end_is_the_nearest(desk: Desk, frame: int, end: str) -> None:
    label = RouteLabel(first=segment(desk, 10, 30), second=segment(desk, 60, 82))
    assert nearest_end(label, frame) == end
    assert nearest_end(BookmarkLabel(frame=desk.session.trial.identity(3)), frame) == "frame"
