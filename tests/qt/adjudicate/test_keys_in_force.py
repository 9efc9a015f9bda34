"""After keys were changed nothing in the adjudication window names an old one."""

import re

from PySide6.QtCore import Qt

from firered_review.qt.widgets.commands import load_keymap
from tests.qt.adjudicate.adjudicating import Table
from tests.qt.annotate.test_keys_in_force import words_of

CHANGED = {
    "take_a": ["F2"],
    "take_b": ["F3"],
    "combine": ["F4"],
    "new_label": ["F5"],
    "reject_both": ["F6"],
    "leave_disputed": ["F7"],
    "next_disagreement": ["F8"],
    "undo": ["Ctrl+U"],
    "evidence": ["F9"],
    "memory": ["F12"],
}
_STALE = re.compile(r"(?<![\w+])(S|D|F|X|W|N|O|M|Ctrl\+Z)(?![\w+])(?! ?[·:])")


def test_caps_buttons_menus_and_sentences_name_the_keys_in_force(table: Table) -> None:
    window = table.window
    window.use_keymap({**load_keymap("adjudicate"), **CHANGED})
    said: list[str] = []
    table.go_to("differ", "milestone")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_F9, Qt.Key.Key_H, Qt.Key.Key_F12):
        table.press(key)
        said.append(window.status.said)
    window.judging.choose_reason(1)
    table.press(Qt.Key.Key_Return)
    said += [window.status.said, window.judging.door]
    assert said[0] == "Choose first: F2, F3, F4, F5, F6 or F7."
    assert "F8 goes to the next disagreement, Ctrl+U takes it back" in said[-2]
    assert said[-1].startswith("F9 opens hidden state")
    assert [one for one in [*said, *words_of(window)] if _STALE.search(one) or "⟨" in one] == []
    assert {key for keys in CHANGED.values() for key in keys} <= {
        word for one in words_of(window) for word in re.split(r"[\t ()]", one)
    }
