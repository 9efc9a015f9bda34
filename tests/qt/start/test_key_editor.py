"""Each key of a command is changed by itself, and a key press that cannot be one says why."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from firered_review.qt.start.key_editor import MOST_KEYS, KeyEditor
from firered_review.qt.widgets.commands import load_keymap
from firered_review.qt.widgets.look import Look

Key, Held = Qt.Key, Qt.KeyboardModifier
NONE = Held.NoModifier


@pytest.fixture
def editor(look: Look, qtbot: QtBot) -> KeyEditor:
    shown = KeyEditor({"route": "Repeated route"}, load_keymap("annotate"))
    qtbot.addWidget(shown)
    shown.show_keys({})
    shown.show()
    QTest.qWaitForWindowActive(shown)
    return shown


def keys(editor: KeyEditor) -> list[str]:
    return [field.text() for field in editor.fields]


def press(editor: KeyEditor, place: int, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    editor.fields[place].setFocus()
    QTest.keyClick(editor.fields[place], key, held)


def test_a_press_replaces_the_key_of_its_field_alone(editor: KeyEditor, qtbot: QtBot) -> None:
    editor.choose("redo")
    assert keys(editor) == ["Ctrl+Shift+Z", "Ctrl+Y", ""]
    with qtbot.waitSignal(editor.changed) as said:
        press(editor, 1, Key.Key_F2)
    assert said.args == [{"redo": ["Ctrl+Shift+Z", "F2"]}]
    press(editor, 2, Key.Key_F3)
    assert keys(editor) == ["Ctrl+Shift+Z", "F2", "F3", ""]
    press(editor, 0, Key.Key_Delete)
    assert keys(editor) == ["F2", "F3", ""]
    press(editor, 1, Key.Key_Backspace)
    assert keys(editor) == ["F2", ""]
    press(editor, 0, Key.Key_Delete)
    assert keys(editor) == [""]
    editor.reset.click()
    assert keys(editor) == ["Ctrl+Shift+Z", "Ctrl+Y", ""]


def test_an_empty_field_takes_delete_as_a_key(editor: KeyEditor) -> None:
    editor.choose("delete")
    press(editor, 0, Key.Key_Delete)
    assert keys(editor) == [""]
    press(editor, 0, Key.Key_Delete)
    assert keys(editor) == ["Delete", ""]


def test_a_command_has_so_many_keys_at_most(editor: KeyEditor) -> None:
    editor.choose("route")
    for key in (Key.Key_F2, Key.Key_F3, Key.Key_F4):
        press(editor, len(editor.fields) - 1, key)
    assert keys(editor) == ["R", "F2", "F3", "F4"]
    assert len(keys(editor)) == MOST_KEYS


@pytest.mark.parametrize(
    ("key", "held", "why"),
    [
        (Key.Key_Shift, NONE, "Shift alone can be no key"),
        (Key.Key_Control, NONE, "Ctrl alone can be no key"),
        (Key.Key_Meta, NONE, "Meta alone can be no key"),
        (Key.Key_F4, Held.AltModifier, "Keys with Alt open the menus"),
        (Key.Key_E, Held.AltModifier, "Keys with Alt open the menus"),
        (Key.Key_R, Held.MetaModifier, "Keys with Meta belong to the desktop"),
        (Key.Key_Tab, Held.ControlModifier, "Tab goes from field to field"),
        (Key.Key_VolumeUp, NONE, "This key has no name"),
        (Key.Key_MediaPlay, NONE, "This key has no name"),
        (Key.Key_Print, NONE, "This key has no name"),
        (Key.Key_B, NONE, "B belongs to"),
        (Key.Key_R, NONE, ""),
    ],
)
def test_a_press_that_cannot_be_a_key_says_why_until_something_else_is_chosen(
    editor: KeyEditor, qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier, why: str
) -> None:
    editor.choose("route")
    with qtbot.assertNotEmitted(editor.changed):
        press(editor, 0, key, held)
    assert editor.said.text().startswith(why)
    assert bool(editor.said.text()) == bool(why)
    assert keys(editor) == ["R", ""]
    editor.choose("battle")
    assert editor.said.text() == ""


def test_a_refused_press_is_forgotten_by_one_that_is_taken(editor: KeyEditor) -> None:
    editor.choose("route")
    press(editor, 0, Key.Key_B)
    assert editor.said.text()
    press(editor, 0, Key.Key_F2, Held.ShiftModifier)
    assert (editor.said.text(), keys(editor)) == ("", ["Shift+F2", ""])
