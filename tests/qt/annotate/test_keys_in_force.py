"""After keys were changed nothing in the window names an old one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.labels.rows import ROW_ROLE
from firered_review.qt.widgets.commands import load_keymap
from firered_review.qt.widgets.dialogs import Asked
from firered_review.qt.widgets.keys_in_force import KeysInForce
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.pieces import KeyCap
from tests.qt.desks import OpenDesk, opening

CHANGED = {
    "error_card": ["F2"],
    "stage_two": ["F3"],
    "cite": ["F4"],
    "route": ["F5"],
    "next_target": ["F6"],
    "mark_in": ["F7"],
    "mark_out": ["F8"],
    "undo": ["Ctrl+U"],
    "redo": ["Ctrl+R"],
    "battle": ["F9"],
    "milestone_1": ["Ctrl+9"],
    "shuttle_back": ["F12"],
    "error_severity": [],
}
_STALE = re.compile(r"(?<![\w+])(E|M|C|R|N|I|O|U|J|Ctrl\+Z|Ctrl\+Y|Ctrl\+Shift\+Z|Shift\+B)(?![\w+])")


@pytest.fixture
def desk(look: Look, tmp_path: Path, bundle_folder: Path, qtbot: QtBot) -> Iterator[OpenDesk]:
    with opening(OpenDesk, look, tmp_path) as open_at:
        made = open_at(bundle_folder)
        made.preferred.change(keys={"annotate": CHANGED})
        yield made


def words_of(window: QWidget) -> list[str]:
    """Return every text, tooltip, name and row of a window, shown or not."""
    found = []
    for one in [window, *window.findChildren(QWidget)]:
        found += [one.toolTip(), one.statusTip(), one.accessibleName(), one.accessibleDescription()]
        text = getattr(one, "text", None)
        if isinstance(one, KeyCap):
            found.append(one.text)
        elif callable(text) and not isinstance(one, QLineEdit):
            found.append(text())
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            found += rows_of(one.model())
    found += [action.text() for menu in window.findChildren(QWidget) for action in menu.actions()]
    return [one for one in found if one]


def rows_of(rows: QAbstractItemModel) -> list[str]:
    found = []
    for place in range(rows.rowCount()):
        row = rows.index(place, 0).data(ROW_ROLE)
        found.append(str(rows.index(place, 0).data() or ""))
        if row is not None:
            found += [getattr(row, "key", ""), getattr(row, "tip", "")]
    return found


def stale(window: QWidget) -> list[str]:
    return [one for one in words_of(window) if _STALE.search(one)]


def test_no_key_cap_row_menu_or_tooltip_names_an_old_key(desk: OpenDesk) -> None:
    window = desk.window
    assert stale(window) == []
    assert {"F3", "F12", "Ctrl+9", "F5"} <= set(words_of(window))
    assert "F3 goes on to what it remembered." in words_of(window)
    window._session.enter_stage_two()
    window.labelling.errors.here()
    QApplication.processEvents()
    assert stale(window) == []
    assert {"F2", "F4"} <= set(words_of(window))


def test_no_sentence_names_an_old_key(desk: OpenDesk) -> None:
    window, session = desk.window, desk.window._session
    said: list[str] = []
    window.labelling.said.connect(lambda _: said.append(window.status.said))
    for command in ("error_card", "delete", "mark_in", "mark_out", "leave", "route", "battle", "undo"):
        desk.run(command)
    session.enter_stage_two()
    session.move_to(100)
    for command in ("error_card", "cite_frame", "leave", "error_severity", "milestone_1", "undo", "redo"):
        desk.run(command)
    assert len(said) >= 14
    assert [one for one in said if _STALE.search(one) or "⟨" in one] == []
    assert "Memory errors are labelled in the second stage: F3 goes on to what the agent remembered." in said


@pytest.mark.parametrize("command", ["stage_two", "choose_target", "find", "error_note", "filter_memory", "note"])
def test_no_small_window_names_an_old_key(desk: OpenDesk, command: str) -> None:
    desk.run(command)
    (asked,) = [one for one in desk.window.findChildren(Asked) if one.isVisible()]
    assert stale(asked) == []
    assert not any("⟨" in one for one in words_of(asked))
    asked.reject()


def test_the_usual_keys_come_back_everywhere(desk: OpenDesk) -> None:
    desk.preferred.change(keys={})
    found = set(words_of(desk.window))
    assert {"M", "C", "R", "N", "J", "M goes on to what it remembered."} <= found
    assert not {"F2", "F3", "F4", "F5", "F6"} & found


def test_the_changed_key_of_the_second_stage_is_also_its_second_press(desk: OpenDesk) -> None:
    QTest.keyClick(desk.window.windowHandle(), Qt.Key.Key_F3)
    (asked,) = [one for one in desk.window.findChildren(Asked) if one.isVisible()]
    QTest.keyClick(asked, Qt.Key.Key_M)
    assert desk.window._session.stage == 1
    QTest.keyClick(asked, Qt.Key.Key_F3)
    assert desk.window._session.stage == 2


def test_a_command_without_a_key_is_named_by_its_menu(look: Look, qtbot: QtBot) -> None:
    window = QLabel()
    qtbot.addWidget(window)
    keys = KeysInForce(window, {**load_keymap("annotate"), "cite": []})
    found = keys.written("⟨cite⟩ cites, ⟨undo⟩ takes back, ⟨nothing⟩ stays.")
    assert found == "“cite” cites, Ctrl+Z takes back, ⟨nothing⟩ stays."
