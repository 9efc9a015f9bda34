"""What a key press is called, and what the key map may not hold."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from firered_review.qt.widgets.commands import key_table, load_keymap
from firered_review.qt.widgets.keys import key_names
from harness.formats.errors import BadFile

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.mark.parametrize(
    ("key", "scan", "modifiers", "expected"),
    [
        (Qt.Key.Key_1, 10, NONE, "1"),
        (Qt.Key.Key_Ampersand, 10, NONE, "1"),
        (Qt.Key.Key_Z, 25, CTRL, "Ctrl+Z"),
        (0x042F, 52, CTRL, "Ctrl+Z"),
        (0x0438, 56, SHIFT, "Shift+B"),
        (Qt.Key.Key_Question, 61, SHIFT, "?"),
        (Qt.Key.Key_Plus, 21, CTRL | SHIFT, "Ctrl++"),
        (Qt.Key.Key_Enter, 104, NONE, "Enter"),
        (Qt.Key.Key_Right, 114, CTRL, "Ctrl+Right"),
        (Qt.Key.Key_B, 0, SHIFT, "Shift+B"),
        (Qt.Key.Key_F7, 73, NONE, "F7"),
        (Qt.Key.Key_F12, 96, CTRL, "Ctrl+F12"),
    ],
)
def test_a_key_press_has_the_name_of_the_key_map(
    key: int, scan: int, modifiers: Qt.KeyboardModifier, expected: str
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, 0, 0)
    assert key_names(event)[0] == expected


def test_a_key_with_alt_belongs_to_the_menus() -> None:
    assert key_names(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F, ALT, 41, 0, 0)) == []


@pytest.mark.parametrize("window", ["annotate", "adjudicate"])
def test_no_two_commands_of_a_window_share_a_key(window: str) -> None:
    keymap = load_keymap(window)
    assert len(key_table(keymap)) == sum(map(len, keymap.values()))


def test_a_key_map_that_gives_one_key_twice_is_refused_by_name() -> None:
    with pytest.raises(BadFile, match="gives R to both route and note"):
        key_table({"route": ["R"], "note": ["R"]})
