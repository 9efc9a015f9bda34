"""What a person prefers holds at once, is kept whole, and never gives one key two meanings."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from firered_review.qt.start.preferences import Preferences, Preferred, read_preferences
from firered_review.qt.start.preferences_sheet import PreferencesSheet
from firered_review.qt.widgets.commands import key_table, load_keymap
from firered_review.qt.widgets.look import Look
from tests.qt.desks import OpenDesk, click, opening, shown

Opening = Callable[[Path], OpenDesk]


@pytest.fixture
def open_at(look: Look, tmp_path: Path, qtbot: QtBot) -> Iterator[Opening]:
    before = look.theme.name
    with opening(OpenDesk, look, tmp_path) as opened:
        yield opened
    look.choose(before)


def sheet_of(desk: OpenDesk) -> PreferencesSheet:
    (found,) = [one for one in desk.window.findChildren(PreferencesSheet) if one.isVisible()]
    return found


def test_preferences_are_kept_and_hold_the_next_time(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "preferences.json"
    first = Preferred(look, file)
    assert (first.now, first.fault) == (Preferences(), "")
    assert first.change(zoom=3, speed=4, keys={"annotate": {"route": ["G"]}}) == ""
    again = Preferred(look, file)
    assert again.now == Preferences(zoom=3, speed=4, keys={"annotate": {"route": ["G"]}})
    assert again.keymap("annotate")["route"] == ["G"]
    assert again.keymap("annotate")["battle"] == load_keymap("annotate")["battle"]
    assert [one.name for one in file.parent.iterdir()] == ["preferences.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"schema_version": 2}',
        b'{"schema_version": 1, "zoom": 7}',
        b'{"schema_version": 1, "scheme": "pink"}',
        b'{"schema_version": 1, "keys": {"annotate": {"route": ["I"]}}}',
        b'{"schema_version": 1, "keys": {"annotate": {"route": "I"}}}',
        b'{"schema_version": 1, "unknown": 1}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_gives_the_usual_ones_and_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "preferences.json"
    file.write_bytes(content)
    found, fault = read_preferences(file)
    assert found == Preferences()
    assert fault.startswith("Your preferences could not be read, so the usual ones are in force: ")
    assert file.read_bytes() == content


def test_keys_of_commands_that_are_no_more_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(json.dumps({"schema_version": 1, "keys": {"annotate": {"gone": ["I"], "route": ["G"]}, "x": {}}}))
    found, fault = read_preferences(file)
    assert fault == ""
    assert found.keys["annotate"]["route"] == ["G"]


def test_what_cannot_be_kept_holds_all_the_same_and_says_so(look: Look, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    preferred = Preferred(look, tmp_path / "file" / "preferences.json")
    assert preferred.change(speed=8).startswith("This holds until you close the program")
    assert preferred.now.speed == 8


def test_choices_hold_in_the_open_window_at_once(open_at: Opening, bundle_folder: Path, look: Look) -> None:
    desk = open_at(bundle_folder)
    frame = desk.window.frame_panel.frame
    fits = frame.zoom
    assert fits >= 2
    desk.run("preferences")
    sheet = sheet_of(desk)
    sheet.choices["zoom"].setCurrentText("1 ×")
    assert frame.zoom == 1
    sheet.choices["zoom"].setCurrentText("8 ×")
    assert frame.zoom == fits  # never more than there is room for
    sheet.choices["zoom"].setCurrentText("as large as fits")
    assert frame.zoom == fits
    sheet.choices["speed"].setCurrentText("4 ×")
    desk.window.playback.toggle()
    assert desk.window.playback.speed == 4
    desk.window.playback.stop()
    for scheme in ("dark", "light"):
        sheet.choices["scheme"].setCurrentText(scheme)
        assert look.theme.name == scheme
    sheet.choices["scheme"].setCurrentText("as the system")
    click(sheet, "Close")


def test_another_key_gives_the_command_and_the_old_one_no_more(open_at: Opening, bundle_folder: Path) -> None:
    desk = open_at(bundle_folder)
    desk.run("preferences")
    sheet = sheet_of(desk)
    sheet.editor.choose("next_frame")
    QTest.keyClick(sheet.editor.fields[0], Qt.Key.Key_G)
    assert sheet.editor.said.text() == ""
    click(sheet, "Close")
    handle, session = desk.window.windowHandle(), desk.window._session
    desk.window.frame_panel.frame.setFocus()
    at = session.cursor
    QTest.keyClick(handle, Qt.Key.Key_G)
    QApplication.processEvents()
    assert session.cursor == at + 1
    QTest.keyClick(handle, Qt.Key.Key_Right)
    QApplication.processEvents()
    assert session.cursor == at + 1
    menu = [action.text() for one in desk.window._top.menus.actions() for action in one.menu().actions()]
    assert "Next frame\tG" in menu
    assert read_preferences(desk.preferred._file)[0].keys == {"annotate": {"next_frame": ["G"]}}


def test_a_key_that_is_taken_is_refused_by_the_command_that_has_it(open_at: Opening, bundle_folder: Path) -> None:
    desk = open_at(bundle_folder)
    desk.run("preferences")
    editor = sheet_of(desk).editor
    editor.choose("next_frame")
    QTest.keyClick(editor.fields[0], Qt.Key.Key_R)
    assert editor.said.text() == (
        "R belongs to “Repeated route: first passage, then repetition” already: give that command another key first."
    )
    QTest.keyClick(editor.fields[0], Qt.Key.Key_Shift)
    assert desk.preferred.now.keys == {}
    editor.choose("route")
    QTest.keyClick(editor.fields[0], Qt.Key.Key_Delete)
    editor.choose("next_frame")
    QTest.keyClick(editor.fields[0], Qt.Key.Key_R)
    assert desk.preferred.now.keys == {"annotate": {"route": [], "next_frame": ["R"]}}
    assert len(set(key_table(desk.preferred.keymap("annotate")))) > 40
    editor.choose("next_frame")
    editor.reset.click()
    editor.choose("route")
    editor.reset.click()
    assert desk.preferred.now.keys == {}


def test_two_windows_have_keys_of_their_own(look: Look, qtbot: QtBot, tmp_path: Path) -> None:
    preferred = Preferred(look, tmp_path / "preferences.json")
    sheet = PreferencesSheet(None, preferred, {}, "annotate")
    qtbot.addWidget(sheet)
    sheet.show()
    sheet.window_choice.setCurrentText("adjudicating")
    sheet.editor.choose("take_a")
    QTest.keyClick(sheet.editor.fields[0], Qt.Key.Key_I)  # marks the segment's begin in the other window
    assert preferred.now.keys == {"adjudicate": {"take_a": ["I"]}}
    assert preferred.keymap("annotate") == load_keymap("annotate")


def test_the_tour_comes_once_by_itself_and_again_when_asked(
    look: Look, qtbot: QtBot, tmp_path: Path, bundle_folder: Path
) -> None:
    from firered_review.qt.start.tour import TourSheet

    def tours(desk: OpenDesk) -> list[TourSheet]:
        return [one for one in desk.window.findChildren(TourSheet) if one.isVisible()]

    with opening(OpenDesk, look, tmp_path, tour_seen=False) as open_at:
        desk = open_at(bundle_folder)
        (tour,) = tours(desk)
        assert "Go on to what it remembered" in shown(tour)
        QTest.keyClick(tour, Qt.Key.Key_Escape)
        QApplication.processEvents()
        assert tours(desk) == []
        desk.run("tour")
        (tour,) = tours(desk)
        click(tour, "Skip")
        assert tours(desk) == []
    with opening(OpenDesk, look, tmp_path, tour_seen=False) as open_at:
        desk = open_at(bundle_folder)
        assert tours(desk) == []
        desk.run("tour")
        (tour,) = tours(desk)
        assert not tour.isModal()
        QTest.keyClick(tour, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
        QApplication.processEvents()
        assert not desk.window.isVisible()
