"""What is begun and not finished: on disk before it is shown, back after anything, never silently lost."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit

from firered_review.core.pending import Pending
from firered_review.qt.widgets.dialogs import Question
from firered_review.qt.widgets.find_prompt import FindPrompt
from firered_review.store.bundle import LABELS, open_bundle
from firered_review.store.drafts import DRAFT
from firered_review.store.gaps import gap
from firered_review.store.labels import LabelStore
from harness.formats.labels import ErrorLabel, MilestoneLabel, RouteLabel
from tests.qt.conftest import Desk

Key, Ctrl, Shift = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TRIAL, OTHER = "brisk-otter", "quiet-heron"


def on_disk(folder: Path, trial: str = TRIAL) -> Pending:
    store = LabelStore(folder, "ada")
    found = store.drafts.of(trial)
    store.close()
    return found


def begin_everything(desk: Desk) -> Pending:
    desk.session.enter_stage_two()
    for frame, key in ((10, Key.Key_I), (30, Key.Key_O), (30, Key.Key_R), (60, Key.Key_I)):
        desk.session.move_to(frame)
        desk.press(key)
    desk.press(Key.Key_B, Shift)
    desk.session.move_to(120)
    desk.press(Key.Key_C)
    card = desk.window.error_card
    card.findChild(QComboBox).setCurrentIndex(3)
    note = card.findChildren(QLineEdit)[-1]
    note.setFocus()
    QTest.keyClicks(note, "half a word")
    desk.window.frame_panel.frame.setFocus()
    QApplication.processEvents()
    now = desk.window.labelling.unfinished.now
    assert now.passage == (10, 30)
    assert (now.mark_in, now.battle_in) == (60, 60)
    assert now.draft is not None
    assert (now.draft.type, now.draft.note) == ("fabrication", "half a word")
    return now


def test_everything_begun_is_on_disk_as_it_changes_and_comes_back(
    open_desk: Callable[[], Desk], bundle_folder: Path
) -> None:
    desk = open_desk()
    begun = begin_everything(desk)
    assert on_disk(bundle_folder) == begun  # while the window is open: nothing waits for its closing
    desk.press(Key.Key_PageDown, Ctrl)
    assert desk.window.labelling.unfinished.now == Pending()
    desk.press(Key.Key_PageUp, Ctrl)
    assert desk.window.labelling.unfinished.now == begun
    desk.close()
    again = open_desk()
    assert again.window.labelling.unfinished.now == begun
    shown = [one.text() for one in again.window.error_card.findChildren(QLabel) if one.isVisible()]
    assert any("Still needed: a severity" in one and "a later decision" in one for one in shown)
    assert "3 unfinished" in again.window.following.showing.counts(begun)


def test_letting_go_is_taken_back_by_undo_and_later_by_its_own_key(
    open_desk: Callable[[], Desk], bundle_folder: Path
) -> None:
    desk = open_desk()
    begun = begin_everything(desk)
    desk.press(Key.Key_Escape)
    assert desk.window.labelling.unfinished.now.empty
    assert "brings it back" in desk.window.status.said
    desk.press(Key.Key_Z, Ctrl)
    assert desk.window.labelling.unfinished.now == begun
    desk.press(Key.Key_Escape)
    desk.session.move_to(200)
    desk.press(Key.Key_3)
    desk.press(Key.Key_Z, Ctrl)
    assert not desk.session.labels  # the label was last, so undo meant the label
    desk.close()
    again = open_desk()
    again.press(Key.Key_Escape, Shift)
    assert again.window.labelling.unfinished.now == begun
    assert on_disk(bundle_folder) == begun


def test_bringing_back_keeps_what_was_begun_meanwhile(desk: Desk) -> None:
    unfinished = desk.window.labelling.unfinished
    desk.press(Key.Key_I)
    desk.press(Key.Key_Escape)
    desk.session.move_to(50)
    desk.press(Key.Key_B, Shift)
    desk.press(Key.Key_Escape, Shift)
    assert (unfinished.mark_in, unfinished.now.battle_in) == (0, None)
    desk.press(Key.Key_Escape, Shift)
    assert (unfinished.mark_in, unfinished.now.battle_in) == (None, 50)
    desk.press(Key.Key_Escape, Shift)
    assert unfinished.mark_in == 0


def test_esc_in_a_chooser_or_field_lets_go_of_nothing(desk: Desk) -> None:
    begun = begin_everything(desk)
    for widget in (desk.window.error_card.findChild(QComboBox), desk.window.error_card.findChildren(QLineEdit)[-1]):
        widget.setFocus()
        assert widget.hasFocus()
        desk.press(Key.Key_Escape)
        assert desk.window.labelling.unfinished.now == begun
        assert desk.window.frame_panel.frame.hasFocus()


def test_showing_what_the_agent_read_takes_the_keyboard_from_nobody(desk: Desk) -> None:
    """A chip made without a parent opened as a window of its own for a moment, and the next key was lost."""
    desk.session.enter_stage_two()
    for decision in range(len(desk.session.trial.boundaries)):
        desk.session.move_to(desk.session.trial.boundaries[decision])
        QApplication.processEvents()
        assert desk.window.isActiveWindow(), f"decision {decision + 1}"


def test_a_saved_label_leaves_no_draft_behind(desk: Desk, bundle_folder: Path) -> None:
    desk.session.enter_stage_two()
    desk.session.move_to(8)
    desk.press(Key.Key_C)
    desk.session.move_to(80)
    desk.press(Key.Key_E)
    desk.press(Key.Key_U)
    desk.window.error_card.findChild(QComboBox).setCurrentIndex(1)
    desk.press(Key.Key_Return)
    (label,) = desk.session.labels.values()
    assert isinstance(label, ErrorLabel)
    assert (label.type, label.severity, label.decision) == ("omission", "material", 11)
    assert on_disk(bundle_folder).empty


def test_an_unfinished_label_is_listed_before_sealing(desk: Desk, bundle_folder: Path) -> None:
    begin_everything(desk)
    bundle = open_bundle(bundle_folder)
    store = LabelStore(bundle_folder, "ada", bundle)
    assert gap(bundle, store, TRIAL).drafts == 3
    assert "3 labels were begun and not saved" in gap(bundle, store, TRIAL).sentence
    assert gap(bundle, store, OTHER).drafts == 0
    store.close()
    bundle.close()


def test_locked_labels_begin_nothing(open_desk: Callable[[], Desk], bundle_folder: Path) -> None:
    store = LabelStore(bundle_folder, "ada")
    store.lock()
    store.close()
    desk = open_desk()
    desk.press(Key.Key_I)
    assert "locked" in desk.window.status.said
    assert desk.window.labelling.unfinished.mark_in is None


def test_a_file_of_labels_from_before_drafts_gets_their_table(bundle_folder: Path) -> None:
    store = LabelStore(bundle_folder, "ada")
    store.make(TRIAL, MilestoneLabel(milestone="M1", frame=store.bundle.trial(TRIAL).identity(4)))
    before = store.labels(TRIAL)
    store.close()
    raw = sqlite3.connect(bundle_folder / LABELS)
    raw.execute("DROP TABLE draft")
    raw.execute("PRAGMA user_version = 1")
    raw.commit()
    raw.close()
    again = LabelStore(bundle_folder, "ada")
    assert again.labels(TRIAL) == before
    again.drafts.keep(TRIAL, Pending(mark_in=3))
    again.close()
    assert on_disk(bundle_folder) == Pending(mark_in=3)
    raw = sqlite3.connect(bundle_folder / LABELS)
    assert raw.execute("SELECT sql FROM sqlite_master WHERE name = 'draft'").fetchone() == (DRAFT,)
    raw.close()


@pytest.mark.parametrize("damage", ["", "{", '{"mark_in": -4}', '{"unknown": 1}', "[1]"])
def test_a_damaged_draft_is_a_sentence_and_every_label_is_there(
    open_desk: Callable[[], Desk], bundle_folder: Path, damage: str
) -> None:
    store = LabelStore(bundle_folder, "ada")
    store.make(TRIAL, MilestoneLabel(milestone="M1", frame=store.bundle.trial(TRIAL).identity(4)))
    store._db.conn.execute("INSERT INTO draft VALUES (?, ?)", (OTHER, damage))
    store.close()
    desk = open_desk()
    desk.press(Key.Key_PageDown, Ctrl)
    assert f"begun and not saved in {OTHER} is damaged" in desk.window.status.said
    desk.press(Key.Key_PageUp, Ctrl)
    assert len(desk.session.labels) == 1


def test_a_route_needs_no_out_where_the_cursor_stands_at_its_end(desk: Desk) -> None:
    for frame, key in ((10, Key.Key_I), (30, Key.Key_R), (60, Key.Key_I), (82, Key.Key_R)):
        desk.session.move_to(frame)
        desk.press(key)
    (label,) = desk.session.labels.values()
    assert isinstance(label, RouteLabel)
    assert (label.first.last.frame, label.second.last.frame) == (30, 82)


def test_the_irreversible_button_is_not_the_default_one(desk: Desk) -> None:
    desk.press(Key.Key_M)
    (question,) = desk.window.findChildren(Question)
    QTest.keyClick(question, Key.Key_Return)
    QApplication.processEvents()
    assert desk.session.stage == 1
    desk.press(Key.Key_M)
    (question,) = [one for one in desk.window.findChildren(Question) if one.isVisible()]
    QTest.keyClick(question, Key.Key_M)
    QApplication.processEvents()
    assert desk.session.stage == 2


def test_what_n_looks_for_in_stage_two_finds_nothing_in_a_trial_still_in_stage_one(desk: Desk) -> None:
    desk.session.enter_stage_two()
    for target in ("write", "supersession", "refused"):
        desk.window.target = target
        desk.press(Key.Key_Home)
        desk.press(Key.Key_N)
        assert desk.session.cursor > 0, target
    desk.press(Key.Key_PageDown, Ctrl)
    assert desk.session.stage == 1
    for target in ("write", "supersession", "refused"):
        desk.window.target = target
        desk.press(Key.Key_Home)
        desk.press(Key.Key_N)
        assert desk.session.cursor == 0, target
    desk.press(Key.Key_F, Ctrl | Shift)
    (prompt,) = [one for one in desk.window.findChildren(FindPrompt) if one.isVisible()]
    assert "second stage" in prompt.line.accessibleDescription()
    prompt.reject()


def test_a_note_that_is_being_written_is_on_disk_letter_by_letter(
    open_desk: Callable[[], Desk], bundle_folder: Path
) -> None:
    desk = open_desk()
    desk.session.move_to(90)
    desk.press(Key.Key_T)
    QTest.keyClicks(QApplication.focusWidget(), "the boat")
    connection = sqlite3.connect(bundle_folder / LABELS)
    (pending,) = connection.execute("SELECT pending FROM draft").fetchone()
    connection.close()
    assert Pending.model_validate_json(pending).note == "the boat"  # what a killed process leaves
    asked = QApplication.activeModalWidget()
    assert asked is not None
    QTest.keyClick(asked, Key.Key_Escape)
    desk.close()
    again = open_desk()
    again.session.move_to(10)
    again.press(Key.Key_T)
    asked = QApplication.activeModalWidget()
    assert asked is not None
    assert asked.windowTitle() == "Note begun at frame 90"
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "the boat"
    QTest.keyClicks(field, " left")
    QTest.keyClick(field, Key.Key_Return)
    (note,) = again.session.labels.values()
    assert (note.kind, note.frame.frame, note.note) == ("note", 90, "the boat left")
    assert again.window.labelling.unfinished.now == Pending()
