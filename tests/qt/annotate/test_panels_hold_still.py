"""The panels of the annotate window hold still while labels come and go, and show what a memory error needs."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.labels.panel import RowList
from firered_review.qt.memory.fact_delegate import rivals_in
from firered_review.qt.session.wayfinding import beside, changes, unseen_starts
from firered_review.qt.widgets.look import mono_font
from tests.qt.conftest import Desk

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier


def sized(desk: Desk, width: int, height: int) -> Desk:
    desk.window.resize(width, height)
    settled = None
    while (now := places(desk)) != settled:
        settled = now
        QTest.qWait(120)
    return desk


def places(desk: Desk) -> dict[str, QRect]:
    lists = {one.accessibleName(): one for one in desk.window.labels_panel.findChildren(RowList)}
    parts: dict[str, QWidget] = {**lists, "timeline": desk.window.timeline, "frame": desk.window.frame_panel}
    return {name: QRect(one.mapTo(desk.window, QPoint()), one.size()) for name, one in parts.items()}


def in_sight(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (900, 520)])
def test_no_list_moves_when_labels_are_made_chosen_and_deleted(desk: Desk, width: int, height: int) -> None:
    sized(desk, width, height)
    before = places(desk)
    assert set(before) == {"milestones", "labels", "timeline", "frame"}

    def same(what: str) -> None:
        QTest.qWait(10)
        assert places(desk) == before, what

    for number in range(8):
        desk.session.move_to(10 + number)
        desk.press(Key(Key.Key_1 + number))
        same(f"milestone {number + 1} was made")
    for label_id in list(desk.session.labels):
        desk.window.labelling.select(label_id)
        same("a milestone was chosen")
    desk.window.labelling.select(None)
    same("all are labelled and none is chosen")
    desk.press(Key.Key_B)
    same("a bookmark was made")
    desk.press(Key.Key_I)
    same("a route was begun, whose rule is longer than any definition")
    desk.press(Key.Key_Escape)
    desk.window.labelling.select(next(iter(desk.session.labels)))
    desk.press(Key.Key_Delete)
    same("a milestone was deleted")


def test_the_milestones_are_all_in_sight_in_a_middle_sized_window(desk: Desk) -> None:
    sized(desk, 1280, 720)
    milestones = next(
        one for one in desk.window.labels_panel.findChildren(RowList) if one.accessibleName() == "milestones"
    )
    assert milestones.verticalScrollBar().maximum() == 0


def with_error(desk: Desk) -> Desk:
    desk.session.enter_stage_two()
    boundaries = desk.session.trial.boundaries
    desk.session.move_to(boundaries[9])
    desk.press(Key.Key_E)
    desk.window.error_card._type.setCurrentIndex(1)
    desk.session.move_to(boundaries[4])
    desk.window.decision_panel.choose_fact("inventory-0001")
    desk.press(Key.Key_C)
    desk.press(Key.Key_C, Shift)
    QTest.qWait(60)
    return desk


def card_lines(desk: Desk) -> list[QWidget]:
    card = desk.window.error_card
    citations = [
        one for one in card.findChildren(QPushButton) if one.accessibleName().startswith("remove the citation")
    ]
    assert len(citations) == 2
    return [
        card._type,
        *card.severity.buttons,
        *citations,
        card._later,
        card._recovery,
        card._cause,
        card._note,
        card._save,
    ]


def test_everything_a_memory_error_needs_is_in_sight_with_two_citations(desk: Desk) -> None:
    with_error(sized(desk, 1440, 900))
    hidden = [one for one in card_lines(desk) if not in_sight(one)]
    assert not hidden
    for place in range(1, desk.window.error_card._type.count()):
        desk.window.error_card._type.setCurrentIndex(place)
        QTest.qWait(20)
        assert not [one for one in card_lines(desk) if not in_sight(one)], place
        assert desk.window.error_card.codebook.height() >= 64, "its title and what follows can be read"


def test_the_codebook_is_no_higher_than_its_words(desk: Desk) -> None:
    with_error(sized(desk, 1600, 1500))
    codebook = desk.window.error_card.codebook
    assert codebook.height() == codebook.height_of_words(codebook.width())
    assert codebook.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(("place", "name"), [("type", "_type"), ("cause", "_cause"), ("note", "_note")])
def test_with_little_room_the_card_scrolls_and_follows_the_keyboard(desk: Desk, place: str, name: str) -> None:
    with_error(sized(desk, 900, 520))
    card = desk.window.error_card
    scroll = next(one for one in card.findChildren(QScrollArea) if one is not card.codebook)
    assert scroll.verticalScrollBar().maximum() > 0, "else this test says nothing"
    assert scroll.horizontalScrollBar().maximum() == 0
    for other in ("note", "type", place):
        desk.window.focus_card(other)
        QTest.qWait(30)
    assert QApplication.focusWidget() is getattr(card, name)
    assert in_sight(getattr(card, name))


def test_n_leads_to_the_beginning_of_the_next_unseen_stretch(desk: Desk) -> None:
    session = desk.session
    desk.window.target = "unseen"
    QTest.qWait(30)
    session.seen.flags[:] = True
    session.seen.flags[50:60] = session.seen.flags[100:130] = False
    session.move_to(20)
    visited = []
    for key, modifiers in ((Key.Key_N, None), (Key.Key_N, None), (Key.Key_N, None), (Key.Key_N, Shift)):
        desk.press(key, modifiers or Qt.KeyboardModifier.NoModifier)
        QTest.qWait(30)
        visited.append(session.cursor)
    assert visited == [50, 100, 100, 51], "the first frame of the first stretch was seen by going there"
    session.move_to(100)
    QTest.qWait(30)
    desk.press(Key.Key_N)
    assert desk.window.status.said == "No unseen stretch comes after this one: play on from here to see it."
    session.seen.flags[:] = True
    desk.press(Key.Key_N)
    assert desk.window.status.said == "There is no unseen stretch further on."


def test_stretches_and_changes_begin_where_they_begin() -> None:
    seen = np.array([0, 0, 1, 1, 0, 0, 1, 0], np.bool_)
    assert unseen_starts(seen, 2) == [0, 4, 7]
    assert unseen_starts(seen, 5) == [0, 4, 7]
    assert seen.tolist() == [False, False, True, True, False, False, True, False], "looking changes nothing"
    assert changes(np.array([5, 5, 7, 7, 5, 5])) == [2, 4]
    there = beside(changes(np.array([5, 5, 7, 7, 5, 5])), 2, 1)
    assert there == 4
    assert beside(changes(np.array([5, 5, 7, 7, 5, 5])), there, -1) == 2, "and back again"


def test_coverage_is_shown_while_frames_go_by(desk: Desk, qtbot: QtBot) -> None:
    drawn: list[int] = []
    redraw: Callable[[], None] = desk.window.timeline.redraw_lanes
    desk.window.timeline.redraw_lanes = lambda: (drawn.append(1), redraw())
    desk.window.following._pictures.close()
    drawn.clear()
    for frame in range(1, 120):
        desk.session.painted(frame)
        QTest.qWait(6)
    assert drawn, "a frame every few milliseconds must not put it off"


def test_an_id_of_a_fact_is_shown_whole_or_counted(qapp: QApplication) -> None:
    metrics = QFontMetrics(mono_font(11))
    ids = ["inventory-0001", "inventory-0002", "inventory-0003"]
    for width in range(metrics.horizontalAdvance("≠ inventory-0001 +2"), 500, 7):
        line = rivals_in(ids, metrics, width)
        assert metrics.horizontalAdvance(line) <= width
        shown = line.removeprefix("≠ ").split(" +")[0].split(", ")
        assert set(shown) <= set(ids)
        more = int(line.split(" +")[1]) if " +" in line else 0
        assert len(shown) + more == 3
