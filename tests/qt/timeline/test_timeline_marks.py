"""Marks on the timeline: apart at one place, dragged at their ends, opened by a double click."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from firered_review.qt.timeline.canvas import TimelineCanvas
from firered_review.qt.timeline.content import Mark, TimelineContent
from firered_review.qt.timeline.places import Places, spread
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.look import Look

FRAMES = 14_000
LEFT = Qt.MouseButton.LeftButton


def milestone(number: int, frame: int) -> Mark:
    return Mark(f"m{number}", "milestone", ((frame, frame),), str(number), f"{number} · at {frame}")


@pytest.fixture
def timeline(qtbot: QtBot, look: Look) -> Timeline:
    starts = np.arange(0, FRAMES, 40, dtype=np.int64)
    content = TimelineContent(frames=FRAMES, decision_frames=starts, stage=2, movable=True)
    for mark in (
        milestone(1, 500),
        milestone(4, 7000),
        milestone(5, 7004),
        Mark("r", "route", ((3000, 4000), (5000, 6000)), "", "Shop road"),
        Mark("s", "route", ((3000, 4000), (8000, 9000)), "", "Shop road again"),
        Mark("b", "battle", ((2000, 2600),), "", "Battle"),
        Mark("e", "error", ((12000, 12000),), "", "Omission", cited=9000),
    ):
        content.marks[mark.label_id] = mark
    widget = Timeline(look)
    qtbot.addWidget(widget)
    widget.show_content(content)
    widget.resize(1412, widget.sizeHint().height())
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    return widget


def point(timeline: Timeline, lane: str, x: float) -> QPoint:
    row = next(one for one in timeline._lanes if one.name == lane)
    return QPoint(round(x), row.top + row.height - 3)


def drag(timeline: Timeline, start: QPoint, pixels: int) -> None:
    QTest.mousePress(timeline, LEFT, pos=start)
    for step in range(1, 5):
        QTest.mouseMove(timeline, start + QPoint(pixels * step // 4, 0))
    QTest.mouseRelease(timeline, LEFT, pos=start + QPoint(pixels, 0))


def sign(timeline: Timeline, label_id: str) -> float:
    for places in timeline.places.by_lane.values():
        for place in places:
            if place.mark.label_id == label_id:
                return place.x
    raise AssertionError(f"{label_id} is not in sight")


def test_two_milestones_at_one_place_stand_side_by_side_and_are_clicked_apart(qtbot: QtBot, timeline: Timeline) -> None:
    places = [sign(timeline, label) for label in ("m4", "m5")]
    assert places[1] - places[0] >= 15
    assert all(abs(one - timeline.scale.x(7002)) < 16 for one in places)
    for label, x in zip(("m4", "m5"), places, strict=True):
        with qtbot.waitSignal(timeline.chosen) as chosen:
            QTest.mouseClick(timeline, LEFT, pos=point(timeline, "milestones", x))
        assert chosen.args == [label]
        assert timeline.what_is_at(point(timeline, "milestones", x)).startswith(label[1])
    picture = timeline.grab().toImage()
    row = point(timeline, "milestones", 0).y()
    green = timeline._look.theme.milestone.name()
    for x in places:
        assert green in {picture.pixelColor(round(x) + dx, row).name() for dx in range(-4, 5)}


def test_passages_that_cover_one_another_stand_in_two_rows_and_each_click_takes_the_next(
    qtbot: QtBot, timeline: Timeline
) -> None:
    rows = {place.mark.label_id: place.row for place in timeline.places.by_lane["routes"]}
    assert rows == {"r": 0, "s": 1}
    where = point(timeline, "routes", timeline.scale.x(3500))
    assert timeline.what_is_at(where) == "Shop road\nShop road again\nClick again for the next."
    found = []
    for _ in range(3):
        with qtbot.waitSignal(timeline.chosen) as chosen:
            QTest.mouseClick(timeline, LEFT, pos=where)
        found += chosen.args
        timeline.set_selected(chosen.args[0])
    assert found == ["r", "s", "r"]


@pytest.mark.parametrize(
    ("label", "end", "lane", "frame", "after"),
    [
        ("m1", "frame", "milestones", 500, 0),
        ("b", "first", "battles", 2000, 0),
        ("b", "last", "battles", 2600, 1),
        ("r", "second first", "routes", 5000, 0),
        ("s", "second last", "routes", 9000, 1),
        ("e", "frame", "memory errors", 12000, 0),
        ("e", "cited", "memory errors", 9000, 0),
    ],
)
def test_every_end_of_every_mark_can_be_dragged(
    qtbot: QtBot, timeline: Timeline, label: str, end: str, lane: str, frame: int, after: int
) -> None:
    start = point(timeline, lane, timeline.scale.x(frame + after))
    shown: list[int] = []
    timeline.moved.connect(shown.append)
    before = timeline.grab().toImage()
    with qtbot.waitSignal(timeline.end_moved) as moved, qtbot.assertNotEmitted(timeline.chosen):
        drag(timeline, start, 30)
    dropped = moved.args[2]
    assert moved.args[:2] == [label, end]
    assert abs(dropped - frame - 30 * timeline.scale.per_pixel) <= (40 if label == "e" else timeline.scale.per_pixel)
    if label == "e":
        assert dropped % 40 == 0, "a memory error rests on a boundary frame"
    assert shown[-1] == dropped, "the frame it would rest on is on screen"
    assert timeline.grab().toImage() == before, "who refuses it has nothing to put back"


def test_a_passage_never_ends_before_it_begins(qtbot: QtBot, timeline: Timeline) -> None:
    start = point(timeline, "battles", timeline.scale.x(2000))
    with qtbot.waitSignal(timeline.end_moved) as moved:
        drag(timeline, start, 400)
    assert moved.args == ["b", "first", 2600]


def test_the_other_mouse_button_lets_go_of_a_drag(qtbot: QtBot, timeline: Timeline) -> None:
    start = point(timeline, "battles", timeline.scale.x(2000))
    with qtbot.assertNotEmitted(timeline.end_moved):
        QTest.mousePress(timeline, LEFT, pos=start)
        QTest.mouseMove(timeline, start - QPoint(40, 0))
        QTest.mousePress(timeline, Qt.MouseButton.RightButton, pos=start - QPoint(40, 0))
        QTest.mouseRelease(timeline, LEFT, pos=start - QPoint(40, 0))


def test_a_drag_that_ends_where_it_began_asks_for_nothing(qtbot: QtBot, timeline: Timeline) -> None:
    start = point(timeline, "battles", timeline.scale.x(2000))
    with qtbot.assertNotEmitted(timeline.end_moved):
        QTest.mousePress(timeline, LEFT, pos=start)
        QTest.mouseMove(timeline, start + QPoint(40, 0))
        QTest.mouseMove(timeline, start)
        QTest.mouseRelease(timeline, LEFT, pos=start)


def test_nothing_can_be_dragged_where_nothing_may_change(qtbot: QtBot, timeline: Timeline) -> None:
    timeline._content.movable = False
    with qtbot.assertNotEmitted(timeline.end_moved):
        drag(timeline, point(timeline, "battles", timeline.scale.x(2000)), 30)


def test_a_double_click_opens_a_label(qtbot: QtBot, timeline: Timeline) -> None:
    where = point(timeline, "routes", timeline.scale.x(5500))
    with qtbot.waitSignal(timeline.opened) as opened:
        QTest.mouseClick(timeline, LEFT, pos=where)
        QTest.mouseDClick(timeline, LEFT, pos=where)
    assert opened.args == ["r"]


def test_a_first_passage_is_in_sight_until_its_repetition_is_made(timeline: Timeline) -> None:
    without = timeline.grab().toImage()
    timeline.set_pending((10_000, 11_000), None)
    waiting = timeline.grab().toImage()
    assert waiting != without
    timeline.set_segment(12_000, 12_800)
    linked = timeline.grab().toImage()
    assert linked != waiting
    timeline.set_pending(None, None)
    timeline.set_segment(None, None)
    assert timeline.grab().toImage() == without
    timeline.set_pending(None, 500)
    assert timeline.grab().toImage() != without


def test_seen_and_unseen_are_told_apart_by_shape_and_named(timeline: Timeline) -> None:
    seen = np.ones(FRAMES, np.bool_)
    seen[5000:9000] = False
    timeline._content.seen = seen
    timeline.redraw()
    lane = next(one for one in timeline._lanes if one.name == "seen")
    picture = timeline.grab().toImage()

    def colours(first: int, last: int) -> set[str]:
        columns = range(round(timeline.scale.x(first)), round(timeline.scale.x(last)))
        rows = range(lane.top + 1, lane.top + lane.height - 1)
        return {picture.pixelColor(x, y).name() for x in columns for y in rows}

    assert len(colours(1000, 4000)) == 1, "seen is one full bar"
    assert len(colours(5500, 8500)) > 1, "unseen is hatched"
    middle = lane.top + lane.height // 2
    assert timeline.what_is_at(QPoint(round(timeline.scale.x(7000)), middle)).endswith("not seen yet")
    assert timeline.what_is_at(QPoint(round(timeline.scale.x(2000)), middle)).endswith("seen")


def test_ten_thousand_labels_are_placed_in_a_moment(timeline: Timeline) -> None:
    marks = [Mark(str(n), "bookmark", ((n, n),), "") for n in range(10_000)]
    places = Places(marks, timeline._lanes, timeline.scale).by_lane["notes"]
    assert 100 < len(places) < 1000


@given(st.lists(st.tuples(st.floats(0, 1000), st.sampled_from([12.0, 13.0, 16.0])), max_size=30))
def test_signs_never_overlap_keep_their_order_and_stay_where_there_is_room(signs: list[tuple[float, float]]) -> None:
    signs.sort()
    wanted, widths = [one[0] for one in signs], [one[1] for one in signs]
    found = spread(wanted, widths, 0, 1016)
    edges = [(at - width / 2, at + width / 2) for at, width in zip(found, widths, strict=True)]
    assert all(after[0] >= before[1] - 1e-6 for before, after in itertools.pairwise(edges))
    assert all(left >= -1e-6 and right <= 1016 + 1e-6 for left, right in edges)
    clear = all(b - a >= w for a, b, w in zip(wanted, wanted[1:], widths, strict=False))
    if clear:
        assert [left for left, _ in edges] == pytest.approx(wanted)


def test_a_mark_added_to_a_full_lane_is_painted_like_all_others(qtbot: QtBot, look: Look) -> None:
    content = TimelineContent(frames=9000)
    content.marks = {str(n): Mark(str(n), "note", ((n * 100, n * 100),), "") for n in range(80)}
    canvas = TimelineCanvas(look)
    qtbot.addWidget(canvas)
    canvas.resize(900, 300)
    canvas.show_content(content)
    canvas.grab()
    before = canvas.grab().toImage()
    content.marks["new"] = Mark("new", "note", ((8500, 8500),), "")
    canvas.add_mark(content.marks["new"])
    added = canvas.grab().toImage()
    assert added != before
    canvas.redraw()
    assert canvas.grab().toImage() == added
    canvas.redraw_lanes()
    assert canvas.grab().toImage() == added
