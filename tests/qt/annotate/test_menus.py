"""Menus open by the keyboard; E says what it did."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from firered_review.qt.start.window import StartWindow
from firered_review.qt.widgets.find_prompt import FindPrompt
from firered_review.qt.widgets.look import Look
from tests.qt.conftest import Desk

ALT = Qt.KeyboardModifier.AltModifier


def opened() -> str:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    title = menu.title().replace("&", "")
    menu.close()
    return title


@pytest.mark.parametrize(
    ("key", "title"),
    [
        (Qt.Key.Key_F, "File"),
        (Qt.Key.Key_E, "Edit"),
        (Qt.Key.Key_G, "Go"),
        (Qt.Key.Key_L, "Label"),
        (Qt.Key.Key_V, "View"),
        (Qt.Key.Key_H, "Help"),
    ],
)
def test_a_menu_opens_by_alt_and_its_letter_and_the_letter_does_nothing_else(
    desk: Desk, key: Qt.Key, title: str
) -> None:
    labels = dict(desk.session.labels)
    desk.press(key, ALT)
    assert opened() == title
    assert dict(desk.session.labels) == labels


def test_the_start_windows_menus_open_by_the_keyboard(look: Look, qtbot: QtBot) -> None:
    window = StartWindow(look)
    qtbot.addWidget(window)
    window.show()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_H, ALT)
    assert opened() == "Help"


def test_e_opens_a_memory_error_at_its_type_and_says_what_a_second_e_moves(desk: Desk) -> None:
    desk.session.enter_stage_two()
    desk.press(Qt.Key.Key_End)
    desk.press(Qt.Key.Key_E)
    chooser = QApplication.focusWidget()
    assert chooser is not None
    assert chooser.accessibleName() == "type of memory error"
    assert "Choose its type" in desk.window.status.said
    desk.press(Qt.Key.Key_Escape)
    desk.press(Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    desk.press(Qt.Key.Key_E)
    assert desk.window.status.said.startswith("The later decision of the memory error is now decision")


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Y, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_what_is_typed_after_a_command_that_asks_for_words_makes_no_label(
    desk: Desk, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    desk.press(key, held)
    asked = QApplication.activeModalWidget()
    assert asked is not None
    QTest.keyClicks(QApplication.focusWidget() or asked, "boat 1m")
    QApplication.processEvents()
    assert not desk.session.labels
    assert QApplication.activeModalWidget() is asked
    assert desk.session.stage == 1
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert QApplication.activeModalWidget() is None


def test_in_stage_one_find_goes_to_the_words_of_labels(desk: Desk) -> None:
    desk.session.move_to(90)
    desk.window.labelling.note("the boat at the pier")
    desk.session.move_to(0)
    desk.press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, FindPrompt)
    QTest.keyClicks(asked.line, "boat")
    assert asked.list.count() == 1
    assert asked.list.item(0).text() == "frame 90   note: the boat at the pier"
    QTest.keyClick(asked.line, Qt.Key.Key_Return)
    assert desk.session.cursor == 90
