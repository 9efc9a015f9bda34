"""A reviewer labels with the keyboard; everything is on disk, and comes back as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.widgets.dialogs import Chooser, LinePrompt, Question
from firered_review.qt.widgets.find_prompt import FindPrompt
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.labels import BattleLabel, BookmarkLabel, CauseLabel, ErrorLabel, MilestoneLabel, RouteLabel
from tests.qt.conftest import Desk

Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TRIAL = "brisk-otter"


def dialog(desk: Desk, kind: type[QWidget]) -> QWidget:
    found = [one for one in desk.window.findChildren(kind) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def segment(desk: Desk, first: int, last: int) -> None:
    desk.session.move_to(first)
    desk.press(Key.Key_I)
    desk.session.move_to(last)
    desk.press(Key.Key_O)


def to_stage_two(desk: Desk) -> None:
    desk.press(Key.Key_M)
    QTest.keyClick(dialog(desk, Question), Key.Key_M)
    QApplication.processEvents()
    assert desk.session.stage == 2


def test_a_milestone_is_labelled_moved_taken_back_brought_again_and_there_after_reopening(
    desk: Desk, open_desk: Callable[[], Desk]
) -> None:
    desk.session.move_to(40)
    desk.press(Key.Key_3)
    (label_id,) = desk.session.labels
    assert desk.store.labels(TRIAL)[label_id] == MilestoneLabel(milestone="M3", frame=desk.session.trial.identity(40))
    desk.session.move_to(55)
    desk.press(Key.Key_3)
    assert [one.frame.frame for one in desk.session.labels.values()] == [55]
    desk.press(Key.Key_Z, Ctrl)
    assert [one.frame.frame for one in desk.session.labels.values()] == [40]
    desk.press(Key.Key_Z, Ctrl)
    assert not desk.session.labels
    desk.press(Key.Key_Y, Ctrl)
    desk.press(Key.Key_Z, Ctrl | Shift)
    assert [one.frame.frame for one in desk.session.labels.values()] == [55]
    before = dict(desk.session.labels)
    desk.session.move_to(77)
    desk.close()
    again = open_desk()
    assert again.session.labels == before
    assert again.session.cursor == 77
    assert "3 · Chose" not in again.window.status.said
    again.press(Key.Key_Z, Ctrl)
    assert [one.frame.frame for one in again.session.labels.values()] == [40]


def test_two_segments_become_a_repeated_route(desk: Desk) -> None:
    segment(desk, 10, 30)
    desk.press(Key.Key_R)
    assert not desk.session.labels
    segment(desk, 60, 82)
    desk.press(Key.Key_Return)
    (label,) = desk.session.labels.values()
    assert isinstance(label, RouteLabel)
    assert [one.frame for one in (label.first.first, label.first.last)] == [10, 30]
    assert [one.frame for one in (label.second.first, label.second.last)] == [60, 82]


def test_a_refused_label_says_why_and_leaves_nothing(desk: Desk) -> None:
    segment(desk, 60, 82)
    desk.press(Key.Key_R)
    segment(desk, 70, 90)
    desk.press(Key.Key_R)
    assert not desk.session.labels
    assert "second passage must begin after the first" in desk.window.status.said


def test_battle_bookmark_cause_and_note_are_labelled_and_deleted(desk: Desk) -> None:
    desk.session.move_to(20)
    desk.press(Key.Key_B, Shift)
    desk.session.move_to(60)
    desk.press(Key.Key_B, Shift)
    desk.press(Key.Key_B)
    desk.press(Key.Key_P)
    chooser = dialog(desk, Chooser)
    assert isinstance(chooser, Chooser)
    QTest.keyClick(chooser.list, Key.Key_2)
    desk.press(Key.Key_T)
    prompt = dialog(desk, LinePrompt)
    assert isinstance(prompt, LinePrompt)
    QTest.keyClicks(prompt.line, "door 1 is shut")
    QTest.keyClick(prompt.line, Key.Key_Return)
    QApplication.processEvents()
    kinds = {one.kind for one in desk.session.labels.values()}
    assert kinds == {"battle", "bookmark", "cause", "note"}
    assert not any(isinstance(one, MilestoneLabel) for one in desk.session.labels.values()), "the 1 of a note is text"
    desk.press(Key.Key_Delete)
    assert {one.kind for one in desk.session.labels.values()} == {"battle", "bookmark", "cause"}
    assert "from this trial" in desk.window.status.said
    assert any(isinstance(one, BattleLabel) for one in desk.session.labels.values())
    assert any(isinstance(one, CauseLabel | BookmarkLabel) for one in desk.session.labels.values())


def test_a_memory_error_needs_an_earlier_citation_and_a_later_decision(desk: Desk) -> None:
    desk.press(Key.Key_E)
    assert desk.window.labelling.errors.draft is None
    assert "second stage" in desk.window.status.said
    to_stage_two(desk)
    desk.session.move_to(desk.session.trial.boundaries[9])
    desk.window.decision_panel.choose_fact("inventory-0001")
    desk.press(Key.Key_C)
    assert "a later decision is still needed" in desk.window.labelling.errors.needed()
    desk.press(Key.Key_Return)
    assert not desk.session.labels
    card = desk.window.error_card
    shown = [one.text() for one in card.findChildren(QLabel)]
    assert any("Still needed: a later decision" in one for one in shown)
    desk.press(Key.Key_E)
    card._type.setCurrentIndex(2)
    card.severity.buttons[1].click()
    desk.press(Key.Key_Return)
    (label,) = desk.session.labels.values()
    assert isinstance(label, ErrorLabel)
    assert (label.type, label.severity, label.decision) == ("false_persistence", "material", 10)
    assert label.citations[0].fact == "inventory-0001"
    assert label.recovery_decision is None
    assert desk.window.labelling.errors.draft is None


def test_a_citation_that_is_not_earlier_is_refused(desk: Desk) -> None:
    to_stage_two(desk)
    desk.session.move_to(desk.session.trial.boundaries[3])
    desk.press(Key.Key_E)
    desk.session.move_to(200)
    desk.press(Key.Key_C, Shift)
    needed = desk.window.labelling.errors.needed()
    assert any("comes after the boundary frame of decision 4" in one for one in needed)
    desk.press(Key.Key_Escape)
    assert desk.window.labelling.errors.draft is None


def test_every_panel_leaves_the_arrows_to_the_window(desk: Desk) -> None:
    to_stage_two(desk)
    desk.session.move_to(160)
    desk.press(Key.Key_1)
    focusable = [
        one
        for one in desk.window.findChildren(QWidget)
        if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(one, QLineEdit)
    ]
    assert len(focusable) >= 3
    for widget in focusable:
        widget.setFocus()
        desk.session.move_to(100)
        desk.press(Key.Key_Right)
        assert desk.session.cursor == 101, widget
        desk.press(Key.Key_End)
        assert desk.session.cursor == desk.session.source.count - 1, widget


def test_bare_keys_do_nothing_while_a_text_field_has_the_focus(desk: Desk) -> None:
    to_stage_two(desk)
    desk.press(Key.Key_E)
    field = desk.window.error_card._note
    field.setFocus()
    assert QApplication.focusWidget() is field
    cursor, labels = desk.session.cursor, dict(desk.session.labels)
    for key in (Key.Key_1, Key.Key_R, Key.Key_B, Key.Key_M, Key.Key_N, Key.Key_Space, Key.Key_Left, Key.Key_Home):
        desk.press(key)
    assert (desk.session.cursor, dict(desk.session.labels)) == (cursor, labels)
    assert desk.window.playback.speed == 0
    assert field.text().lower() == "1rbmn "
    desk.press(Key.Key_Escape)
    desk.press(Key.Key_1)
    assert len(desk.session.labels) == 1


def strings_of(window: QWidget) -> str:
    """Return everything a window says: texts, titles, tooltips, spoken names, rows of every list and table."""
    found = []
    for widget in [window, *window.findChildren(QWidget)]:
        found += [widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        for name in ("text", "title", "placeholderText"):
            reader = getattr(widget, name, None)
            if callable(reader):
                found.append(str(reader()))
        model = getattr(widget, "model", None)
        if callable(model) and (rows := model()) is not None:
            for row in range(rows.rowCount()):
                for column in range(rows.columnCount() if isinstance(rows, QAbstractTableModel) else 1):
                    found += [str(rows.index(row, column).data(role) or "") for role in (0, 3, 11)]
    return "\n".join(found)


def test_damaged_words_of_the_agent_leave_a_trial_in_stage_one(
    open_desk: Callable[[], Desk], bundle_folder: Path
) -> None:
    path = bundle_folder / "trials" / TRIAL / "memory.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    desk = open_desk()
    told: list[str] = []
    desk.session.refused.connect(told.append)
    desk.session.enter_stage_two()
    assert "memory.jsonl" in told[0]
    assert (desk.session.stage, desk.store.stage(TRIAL)) == (1, 1)
    desk.press(Key.Key_1)
    assert len(desk.session.labels) == 1, "the trial can still be labelled"


def test_stage_one_says_nothing_of_what_the_agent_wrote_and_does_not_even_read_it(
    open_desk: Callable[[], Desk], bundle_folder: Path
) -> None:
    trial = open_bundle(bundle_folder).trial(TRIAL)
    secrets = {"fetch the parcel", "The way to the shop", "inventory-0001", "location-0002", "has_item", "overworld"}
    secrets |= {one.reasoning_summary or "" for one in trial.texts()}
    held = {}
    for name in ("texts.jsonl", "memory.jsonl"):
        path = bundle_folder / "trials" / TRIAL / name
        held[path] = path.read_bytes()
        path.unlink()
    desk = open_desk()
    for frame in range(0, desk.session.source.count, 16):
        desk.session.move_to(frame)
        desk.press(Key.Key_N)
        said = strings_of(desk.window)
        assert not [one for one in secrets if one and one in said]
    desk.press(Key.Key_F, Ctrl)
    prompt = dialog(desk, FindPrompt)
    assert isinstance(prompt, FindPrompt)
    for one in ("a", "e", "parcel"):
        prompt.line.setText(one)
        assert prompt.list.count() == 0
    prompt.reject()
    for path, data in held.items():
        path.write_bytes(data)
    to_stage_two(desk)
    desk.session.move_to(100)
    said = strings_of(desk.window)
    assert "fetch the parcel" in said
    assert "inventory-0001" in said


def test_a_sealed_bundle_is_shown_and_takes_no_label(open_desk: Callable[[], Desk], bundle_folder: Path) -> None:
    bundle = open_bundle(bundle_folder)
    store = LabelStore(bundle_folder, "ada", bundle)
    store.lock()
    store.close()
    bundle.close()
    desk = open_desk()
    desk.press(Key.Key_Right)
    desk.press(Key.Key_1)
    assert not desk.session.labels
    assert "locked" in desk.window.status.said
    assert "sealed" in strings_of(desk.window)


def test_screen_change_is_measured_on_the_side(desk: Desk, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: desk.window.measured)
    shares = desk.window.following.content.change
    assert len(shares) == len(desk.session.trial.boundaries)
    assert (shares[1:] > 0).all()
    assert (shares[1:] < 0.1).all()


def test_what_was_on_screen_is_in_the_store_when_the_window_is_closed(desk: Desk, bundle_folder: Path) -> None:
    for frame in (5, 6, 7, 8, 120):
        desk.session.move_to(frame)
        desk.window.frame_panel.frame.repaint()
    desk.close()
    bundle = open_bundle(bundle_folder)
    store = LabelStore(bundle_folder, "ada", bundle)
    spans = [(one.first, one.last) for one in store.coverage(TRIAL).frames]
    store.close()
    bundle.close()
    assert spans == [(0, 0), (5, 8), (120, 120)]


def test_every_command_has_its_menu_entry_and_the_keymap_names_no_other(desk: Desk) -> None:
    ids = {command.id for command in desk.window.commands}
    assert set(desk.window.keys.keymap) <= ids | {"seal", "compare", "preferences"}  # these come from outside
    entries = [
        action.text().split("\t")[0] for menu in desk.window._top.menus.actions() for action in menu.menu().actions()
    ]
    assert {command.text for command in desk.window.commands} == set(entries)


def test_fifty_thousand_calls_that_return_nothing_leave_the_process_alive(desk: Desk) -> None:
    label = QLabel()
    for number in range(50_000):
        label.setText("a" if number % 2 else "b")
        desk.window.timeline.update()
    assert label.text() == "a"
    label.deleteLater()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_colours_turn_over_in_an_open_window(desk: Desk, scheme: str) -> None:
    desk.press(Key.Key_D, Ctrl)
    picture = desk.window.grab().toImage()
    assert desk.window._look.theme.name in ("dark", "light")
    corner = picture.pixelColor(3, 500)
    assert corner == desk.window._look.theme.window
    assert scheme
