"""Going through a trial: frames, decisions, labels, what was searched, and what comes next."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from firered_review.qt.labels.panel import RowList
from firered_review.qt.widgets.dialogs import Chooser, LinePrompt
from firered_review.qt.widgets.find_prompt import FindPrompt
from tests.qt.annotate.test_annotate_window import dialog, to_stage_two
from tests.qt.conftest import Desk

Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TRIAL = "brisk-otter"


def test_keys_move_the_cursor(desk: Desk) -> None:
    session = desk.session
    last = session.source.count - 1
    for key, modifiers, start, expected in (
        (Key.Key_Right, Qt.KeyboardModifier.NoModifier, 10, 11),
        (Key.Key_Left, Qt.KeyboardModifier.NoModifier, 10, 9),
        (Key.Key_Right, Ctrl, 10, 16),
        (Key.Key_Left, Ctrl, 10, 8),
        (Key.Key_Left, Ctrl, 8, 0),
        (Key.Key_Right, Shift, 10, 70),
        (Key.Key_Left, Shift, 70, 10),
        (Key.Key_Home, Qt.KeyboardModifier.NoModifier, 10, 0),
        (Key.Key_End, Qt.KeyboardModifier.NoModifier, 10, last),
        (Key.Key_Right, Qt.KeyboardModifier.NoModifier, last, last),
    ):
        session.move_to(start)
        desk.press(key, modifiers)
        assert session.cursor == expected, (key, start)


def test_space_and_shuttle_play_and_stop(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.session.cursor_moved):
        desk.press(Key.Key_Space)
    desk.press(Key.Key_Space)
    assert desk.window.playback.speed == 0
    for expected in (1, 2, 4, 8, 8):
        desk.press(Key.Key_L)
        assert desk.window.playback.speed == expected
    desk.press(Key.Key_J)
    assert desk.window.playback.speed == -1
    desk.press(Key.Key_K)
    assert desk.window.playback.speed == 0


def test_k_held_with_l_steps_one_frame(desk: Desk) -> None:
    handle = desk.window.windowHandle()
    desk.session.move_to(50)
    QTest.keyPress(handle, Key.Key_K)
    desk.press(Key.Key_L)
    desk.press(Key.Key_L)
    desk.press(Key.Key_J)
    QTest.keyRelease(handle, Key.Key_K)
    assert desk.session.cursor == 51
    assert desk.window.playback.speed == 0


def test_search_finds_words_and_goes_there(desk: Desk) -> None:
    to_stage_two(desk)
    desk.press(Key.Key_F, Ctrl)
    prompt = dialog(desk, FindPrompt)
    assert isinstance(prompt, FindPrompt)
    QTest.keyClicks(prompt.line, "step 17.")
    assert prompt.list.count() == 1
    QTest.keyClick(prompt.line, Key.Key_Return)
    assert desk.session.decision == 17


def test_go_to_takes_a_frame_or_a_decision(desk: Desk) -> None:
    for text, frame in (("123", 123), ("d5", 32), ("decision 6", 40)):
        desk.press(Key.Key_G, Ctrl)
        prompt = dialog(desk, LinePrompt)
        assert isinstance(prompt, LinePrompt)
        QTest.keyClicks(prompt.line, text)
        QTest.keyClick(prompt.line, Key.Key_Return)
        QApplication.processEvents()
        assert desk.session.cursor == frame
    desk.press(Key.Key_G, Ctrl)
    prompt = dialog(desk, LinePrompt)
    assert isinstance(prompt, LinePrompt)
    QTest.keyClicks(prompt.line, "99999")
    QTest.keyClick(prompt.line, Key.Key_Return)
    assert prompt.problem.text() == "There is no frame 99999: the last one is 240."
    QTest.keyClicks(prompt.line, "15")
    QTest.keyClick(prompt.line, Key.Key_Return)
    QApplication.processEvents()
    assert desk.session.cursor == 15
    assert not desk.session.labels


def test_labels_are_walked_and_selected_with_point_and_comma(desk: Desk) -> None:
    for frame, key in ((30, Key.Key_1), (90, Key.Key_2), (150, Key.Key_3)):
        desk.session.move_to(frame)
        desk.press(key)
    desk.press(Key.Key_Home)
    desk.press(Key.Key_Escape)
    visited = []
    for _ in range(3):
        desk.press(Key.Key_Period)
        visited.append(desk.session.cursor)
    assert visited == [30, 90, 150]
    desk.press(Key.Key_Comma)
    assert desk.session.cursor == 90
    desk.press(Key.Key_Delete)
    assert sorted(one.frame.frame for one in desk.session.labels.values()) == [30, 150]


def test_n_goes_to_the_next_changed_frame_and_to_what_was_chosen(desk: Desk) -> None:
    desk.session.move_to(0)
    desk.press(Key.Key_N)
    assert desk.session.cursor == 2  # the figure moves on every second frame
    desk.press(Key.Key_N, Ctrl)
    chooser = dialog(desk, Chooser)
    assert isinstance(chooser, Chooser)
    QTest.keyClick(chooser.list, Key.Key_2)
    desk.press(Key.Key_N)
    assert desk.session.cursor == desk.session.trial.boundaries[1]
    desk.press(Key.Key_N, Shift)
    assert desk.session.cursor == 0


def test_another_trial_of_the_bundle_opens_where_it_was_left(desk: Desk) -> None:
    desk.session.move_to(99)
    desk.press(Key.Key_1)
    desk.press(Key.Key_PageDown, Ctrl)
    assert desk.session.trial.codename == "quiet-heron"
    assert not desk.session.labels
    assert "trial 2 of 2" in desk.window.windowTitle()
    desk.press(Key.Key_PageUp, Ctrl)
    assert (desk.session.cursor, len(desk.session.labels)) == (99, 1)


def test_a_click_in_the_list_goes_to_the_label(desk: Desk) -> None:
    desk.session.move_to(44)
    desk.press(Key.Key_5)
    desk.session.move_to(0)
    desk.press(Key.Key_Escape)
    (rows,) = [one for one in desk.window.findChildren(RowList) if one.accessibleName() == "milestones"]
    place = rows.visualRect(rows.model().index(4, 0)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert desk.session.cursor == 44
