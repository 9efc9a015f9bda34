"""The adjudicator decides items by keys; what may not be seen yet is not on screen."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.adjudicate.combine_dialog import CombineDialog
from firered_review.qt.adjudicate.side_panel import SidePanel
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.fields import Field
from tests.qt.adjudicate.adjudicating import Table
from tests.qt.annotate.test_annotate_window import strings_of

Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def open_first_stage(table: Table) -> None:
    for item in table.session.items():
        if item.kind in ("milestone", "route", "battle"):
            table.session.go_to(item.item)
            table.decide(Key.Key_A if table.session.sides(item)[0] is not None else Key.Key_S)


def test_a_decision_needs_a_reason_and_is_stored_as_the_side_that_was_shown(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    table.press(Key.Key_A)
    table.press(Key.Key_Return)
    assert table.database.item(item.item).state == "open"
    assert "reason is still needed" in table.window.status.said
    table.decide(Key.Key_A)
    judged = table.database.item(item.item)
    assert judged.judgement is not None
    assert judged.judgement.verdict == item.shown_first
    assert judged.final == (item.a if item.shown_first == "a" else item.b)
    assert judged.judgement.reason == table.session.reasons[0]


def test_the_other_side_neither_and_disputed_are_taken_back_and_brought_again(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    table.decide(Key.Key_S)
    judged = table.database.item(item.item).judgement
    assert judged is not None
    assert judged.verdict != item.shown_first
    table.decide(Key.Key_X)
    table.decide(Key.Key_W)
    assert table.database.item(item.item).state == "disputed"
    table.press(Key.Key_Z, modifiers=Ctrl)
    table.press(Key.Key_Z, modifiers=Ctrl)
    back = table.database.item(item.item).judgement
    assert back is not None
    assert back._replace(at=judged.at) == judged
    table.press(Key.Key_Z, modifiers=Ctrl | Shift)
    again = table.database.item(item.item).judgement
    assert again is not None
    assert again.verdict == "neither"


def test_combining_takes_each_field_from_the_side_that_was_chosen(table: Table) -> None:
    open_first_stage(table)
    item = table.go_to("differ", "error")
    table.press(Key.Key_D)
    (dialog,) = [one for one in table.window.findChildren(CombineDialog) if one.isVisible()]
    dialog._groups["type"].button(1).click()
    QTest.keyClick(dialog, Key.Key_Return)
    table.window.judging.choose_reason(2)
    table.press(Key.Key_Return)
    judged = table.database.item(item.item)
    assert judged.judgement is not None
    assert judged.judgement.verdict == "combine"
    shown_b = item.b if item.shown_first == "a" else item.a
    assert judged.final is not None
    assert shown_b is not None
    assert judged.final.model_dump()["type"] == shown_b.model_dump()["type"]


def test_memory_waits_for_the_first_stage_of_its_trial(table: Table) -> None:
    item = table.go_to("differ", "error")
    said = strings_of(table.window)
    for secret in ("Omission", "Fabrication", "Memory-use failure", "inventory-0001", "go on"):
        assert secret not in said
    table.press(Key.Key_A)
    assert table.database.item(item.item).state == "open"
    table.press(Key.Key_M)
    assert "Memory opens when" in table.window.status.said
    open_first_stage(table)
    table.session.go_to(item.item)
    table.press(Key.Key_M)
    said = strings_of(table.window)
    assert "inventory-0001" in said
    assert "Fabrication" in said


def test_hidden_state_opens_after_a_first_judgement(table: Table) -> None:
    table.go_to("differ", "milestone")
    table.press(Key.Key_O)
    assert "judge it first" in table.window.status.said
    assert "Hidden state opens after" in table.window.judging.door
    table.decide(Key.Key_A)
    table.press(Key.Key_O)
    assert "latched at frame" in table.window.judging.door


def test_n_goes_from_one_open_disagreement_to_the_next(table: Table) -> None:
    seen = set()
    for _ in range(4):
        table.press(Key.Key_N)
        item = table.session.item()
        assert item is not None
        assert item.finding != "both"
        assert item.state == "open"
        seen.add(item.item)
    assert len(seen) >= 2


def test_nobody_is_named(table: Table) -> None:
    open_first_stage(table)
    for item in table.session.items():
        table.session.go_to(item.item)
        said = strings_of(table.window).lower()
        for name in ("alder", "birch", " ada", " bo ", "reviewer a", "reviewer b"):
            assert name not in said


def test_arrows_step_both_frames_and_the_list_does_not_take_them(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    frames = [side.frame._frame for side in table.window.sides]
    table.window.items_panel._list.setFocus()
    table.press(Key.Key_Right)
    assert [side.frame._frame for side in table.window.sides] == [one + 1 for one in frames]
    table.press(Key.Key_Down)
    assert table.session.current != item.item


def test_what_reviewers_wrote_is_read_whole_and_both_frames_stand_at_one_height(look: Look, qtbot: QtBot) -> None:
    long = "The agent walked back to the house although it had been told twice that the parcel is in the shop. " * 2
    a, b = ([Field("type", "type", "Omission"), Field("note", "note", text)] for text in (long, "–"))
    both = QWidget()
    qtbot.addWidget(both)
    row = QHBoxLayout(both)
    sides = [SidePanel(look, letter, letter) for letter in "AB"]
    for side in sides:
        row.addWidget(side)
    both.resize(900, 600)
    both.show()
    for side, own, other in zip(sides, (a, b), (b, a), strict=True):
        side.show_fields(own, ["note"], other)
    QApplication.processEvents()
    (note,) = [one for one in sides[0].findChildren(QLabel) if one.text() == long]
    assert note.height() >= note.heightForWidth(note.width()) > 2 * note.fontMetrics().height()
    assert note.visibleRegion().boundingRect() == note.rect()
    assert sides[0].frame.height() == sides[1].frame.height()


def test_where_nothing_can_be_decided_nothing_can_be_written(table: Table) -> None:
    table.go_to("differ", "error")
    table.window.judging.focus_note()
    assert not table.window.judging.isAncestorOf(QApplication.focusWidget() or table.window)
    open_first_stage(table)
    table.go_to("differ", "error")
    table.window.judging.focus_note()
    assert table.window.judging.isAncestorOf(QApplication.focusWidget() or table.window)
