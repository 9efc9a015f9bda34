"""A label opens by Enter, double click or menu: both passages of a route side by side, the words of others."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.annotate.route_pair import RoutePair
from firered_review.qt.labels.editor import LabelEditor
from harness.formats.labels import MilestoneLabel, NoteLabel, RouteLabel
from tests.qt.conftest import Desk

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
W = TypeVar("W", bound=QWidget)


def opened(desk: Desk, kind: type[W]) -> W:
    (found,) = [one for one in desk.window.findChildren(kind) if one.isVisible()]
    return found


def press(widget: QWidget, key: Qt.Key) -> None:
    QTest.keyClick(widget, key)
    QApplication.processEvents()


def with_route(desk: Desk) -> RoutePair:
    for frame, key in ((10, Key.Key_I), (50, Key.Key_R), (100, Key.Key_I), (120, Key.Key_R), (200, Key.Key_Return)):
        desk.session.move_to(frame)
        desk.press(key)
    return opened(desk, RoutePair)


def test_both_passages_step_together_by_progress(desk: Desk) -> None:
    pair = with_route(desk)
    assert pair.frames == (10, 100)
    press(pair, Key.Key_End)
    assert pair.frames == (50, 120)
    press(pair, Key.Key_Left)
    press(pair, Key.Key_Left)
    assert pair.frames == (48, 119)
    press(pair, Key.Key_Home)
    press(pair, Key.Key_Right)
    assert pair.frames == (11, 101)
    images = [view._images[0] for view in pair._views]
    assert images == [desk.session.source.image(frame) for frame in pair.frames]
    pair.close()


def test_both_passages_play_together_and_stop_at_the_end(desk: Desk, qtbot: QtBot) -> None:
    pair = with_route(desk)
    press(pair, Key.Key_Space)
    qtbot.waitUntil(lambda: pair.frames == (50, 120), timeout=5000)
    qtbot.waitUntil(lambda: pair.playback.speed == 0)
    pair.close()


def test_landmark_and_reason_are_kept_when_it_closes_and_can_be_taken_back(desk: Desk) -> None:
    pair = with_route(desk)
    lines = {one.accessibleName(): one for one in pair.findChildren(QLineEdit)}
    QTest.keyClicks(lines["landmark"], "the pond")
    QTest.keyClicks(lines["reason"], "walked in vain")
    press(pair, Key.Key_Escape)
    (label,) = desk.session.labels.values()
    assert isinstance(label, RouteLabel)
    assert (label.landmark, label.reason) == ("the pond", "walked in vain")
    desk.press(Key.Key_Z, Ctrl)
    (label,) = desk.session.labels.values()
    assert isinstance(label, RouteLabel)
    assert label.landmark == ""


def test_opening_and_closing_without_a_word_adds_no_revision(desk: Desk) -> None:
    pair = with_route(desk)
    before = len(desk.store.revisions("brisk-otter"))
    press(pair, Key.Key_Return)
    desk.press(Key.Key_3)
    desk.press(Key.Key_Return)
    opened(desk, LabelEditor).close()
    QApplication.processEvents()
    assert len(desk.store.revisions("brisk-otter")) == before + 1


def test_a_milestones_evidence_and_certainty_and_a_notes_words_are_edited(desk: Desk) -> None:
    desk.press(Key.Key_3)
    desk.press(Key.Key_Return)
    editor = opened(desk, LabelEditor)
    shown_by, certainty = editor.findChildren(QComboBox)
    shown_by.setCurrentIndex(2)
    certainty.setCurrentIndex(1)
    QTest.keyClicks(editor.line, "seen in a message")
    press(editor, Key.Key_Return)
    (milestone,) = desk.session.labels.values()
    assert isinstance(milestone, MilestoneLabel)
    assert (milestone.evidence, milestone.certainty, milestone.note) == ("dialogue", "probable", "seen in a message")
    desk.window.labelling.note("first words")
    desk.press(Key.Key_Return)
    editor = opened(desk, LabelEditor)
    editor.line.setText("")
    press(editor, Key.Key_Return)
    assert "the note is still empty" in desk.window.status.said
    notes = [one.note for one in desk.session.labels.values() if isinstance(one, NoteLabel)]
    assert notes == ["first words"]


def test_a_saved_memory_error_opens_on_its_card_and_a_begun_one_is_not_replaced(desk: Desk) -> None:
    desk.session.enter_stage_two()
    for frame, key in ((8, Key.Key_C), (80, Key.Key_E), (80, Key.Key_U)):
        desk.session.move_to(frame)
        desk.press(key)
    desk.window.error_card._type.setCurrentIndex(1)
    desk.window.frame_panel.frame.setFocus()
    desk.press(Key.Key_Return)
    (label_id,) = desk.session.labels
    desk.press(Key.Key_Return)
    errors = desk.window.labelling.errors
    assert errors.draft is not None
    assert (errors.draft.type, errors.draft.decision) == ("omission", 11)
    desk.press(Key.Key_Escape)
    desk.session.move_to(120)
    desk.press(Key.Key_C)
    desk.window.labels_panel.opened.emit(label_id)
    assert "Finish the memory error on the card first" in desk.window.status.said
    assert errors.draft.type is None


def test_the_codebook_shows_the_choice_under_the_cursor(desk: Desk) -> None:
    desk.session.enter_stage_two()
    desk.press(Key.Key_E)
    card = desk.window.error_card

    def shown() -> str:
        return "\n".join(one.text() for one in card.codebook.widget().findChildren(QLabel))

    card._type.highlighted.emit(7)
    assert "Memory-use failure" in shown()
    assert "Remembered rightly and ignored" in shown()
    assert "Cites: The fact that was shown." in shown()
    assert errors_type(desk) is None
    card.severity.buttons[1].setFocus()
    assert "More than five accepted actions wasted" in shown()
    card._cause.setFocus()
    card._cause.setCurrentIndex(4)
    assert "Cause: Model output" in shown()
    assert "A sequence of buttons that is too long" in shown()


def errors_type(desk: Desk) -> str | None:
    draft = desk.window.labelling.errors.draft
    return draft.type if draft is not None else None


def test_the_card_says_what_c_would_cite_and_which_severity_is_proposed(desk: Desk) -> None:
    desk.session.enter_stage_two()
    desk.session.move_to(160)
    desk.press(Key.Key_E)
    texts = lambda: [one.text() for one in desk.window.error_card.findChildren(QLabel)]  # noqa: E731
    assert "next: frame 160" in texts()
    desk.session.move_to(161)
    assert "next: frame 161" in texts()
    desk.window.decision_panel.choose_fact("inventory-0001")
    assert "next: inventory-0001" in texts()
    assert any(one.startswith("Proposed: material: 10 actions from decision 21") for one in texts())
    desk.session.move_to(176)
    desk.press(Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    (proposed,) = [one for one in texts() if one.startswith("Proposed")]
    assert proposed.startswith("Proposed: minor: 2 actions from decision 21 to its recovery, at most 5")


def test_memory_is_filtered_over_what_is_recorded_and_marks_values_that_differ(desk: Desk) -> None:
    desk.session.enter_stage_two()
    desk.session.move_to(200)
    memory = desk.window.decision_panel.memory
    assert memory.model.rowCount() == 3
    desk.press(Key.Key_F, Ctrl | Qt.KeyboardModifier.ShiftModifier)
    assert memory.filter.hasFocus()
    QTest.keyClicks(memory.filter, "ended parcel")
    assert [memory.model.state(row).fact.fact_id for row in range(memory.model.rowCount())] == ["inventory-0001"]
    memory.filter.setText("nothing of the kind")
    assert memory.model.rowCount() == 0
    memory.filter.clear()
    memory.choose("inventory-0001")
    shown = "\n".join(one.text() for one in memory.findChildren(QLabel))
    assert "superseded by inventory-0003" in shown
    assert "stored, confirmed at" in shown


def test_the_rule_for_routes_stands_beside_a_route_that_is_begun(desk: Desk) -> None:
    definition = desk.window.labels_panel._definition
    assert definition._title.whole == "1 · Left the house"
    desk.press(Key.Key_I)
    assert definition._title.whole == "Repeated route"
    assert any("Four or more steps" in one.text() for one in definition.findChildren(QLabel))
