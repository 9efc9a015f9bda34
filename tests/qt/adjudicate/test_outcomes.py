"""What an adjudicator can do beside taking a side: new labels, conflicts, filters, two windows, mouse or keys alone."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit, QPushButton

from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.agreement_sheet import AgreementSheet
from firered_review.qt.adjudicate.conflicts_sheet import ConflictsSheet
from firered_review.qt.adjudicate.tolerance_curve_view import ToleranceCurveView
from firered_review.qt.widgets.look import Look
from firered_review.store.blind import blind
from firered_review.store.bundle import open_bundle
from firered_review.store.freezing import freeze
from firered_review.store.labels import LabelStore
from firered_review.store.reconciling import reconcile
from firered_review.store.sealing import seal
from harness.formats.labels import CauseLabel, Guess, MilestoneLabel
from tests.adjudications import NOT_INVOLVED, Chain
from tests.experiments import make_experiment
from tests.qt.adjudicate.adjudicating import Table, opened

Key, Shift, Ctrl = Qt.Key, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def typed(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)
    QApplication.processEvents()


def milestone_of(item: Item) -> str:
    label = item.a or item.b
    assert isinstance(label, MilestoneLabel)
    return label.milestone


def test_a_new_label_takes_the_frame_on_screen_and_is_decided_with_a_reason(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    table.press(Key.Key_F)
    card = table.window.drawer.card
    assert table.window.drawer.shows_card
    table.press(Key.Key_Escape)
    table.press(Key.Key_Right, Key.Key_Right, Key.Key_Right, Key.Key_H)
    frame = table.window._cursor(item)
    assert card.texts["frame"] == str(frame)
    table.click("use this label; deciding still needs a reason")
    assert not table.window.drawer.shows_card
    assert table.database.item(item.item).state == "open"
    table.press(Key.Key_3, Key.Key_Return)
    judged = table.database.item(item.item)
    assert judged.judgement is not None
    assert (judged.judgement.verdict, judged.judgement.reason) == ("new", table.session.reasons[2])
    assert isinstance(judged.final, MilestoneLabel)
    assert judged.final.frame == table.session.trial(item).identity(frame)


def test_the_card_says_what_is_missing_and_lets_nothing_through(table: Table) -> None:
    table.go_to("differ", "milestone")
    table.press(Key.Key_F)
    card = table.window.drawer.card
    line = card.findChildren(QLineEdit)[0]
    for text, said in (
        ("", "Frame is still needed."),
        ("x", "“x” is no frame"),
        ("99999", "the trial has no frame 99999"),
        ("1" * 400, "is no frame"),
        ("²", "“²” is no frame"),
    ):
        line.setText(text)
        assert said.casefold() in card._needed.text().casefold()
        assert not card._use.isEnabled()
    typed("\r")
    assert table.window.drawer.shows_card
    table.window.deciding.decide()
    assert "Finish the new label first" in table.window.status.said


def test_a_label_neither_has_is_written_undone_and_brought_again(table: Table) -> None:
    table.go_to("differ", "milestone")
    table.press(Key.Key_F, modifiers=Shift)
    card = table.window.drawer.card
    kinds = card.findChildren(QComboBox)[0]
    kinds.setCurrentIndex(4)
    assert "waits until" in card._needed.text()
    table.press(Key.Key_Escape)
    table.window.deciding.leave_card()
    table.judge_first_stage()
    item = table.go_to("differ", "milestone")
    table.press(Key.Key_F, modifiers=Shift)
    card.findChildren(QComboBox)[0].setCurrentIndex(4)
    assert card.kind == "cause"
    card.findChildren(QComboBox)[1].setCurrentIndex(1)
    next(one for one in card.findChildren(QLineEdit) if one.accessibleName() == "decision").setText("12")
    card._use.click()
    table.press(Key.Key_1, Key.Key_Return)
    (added,) = [one for one in table.session.items() if one.finding == "added"]
    assert isinstance(added.final, CauseLabel)
    assert (added.trial, added.final.decision, table.session.current) == (item.trial, 12, added.item)
    table.press(Key.Key_Z, modifiers=Ctrl)
    assert all(one.finding != "added" for one in table.session.items())
    assert table.session.current != added.item
    table.press(Key.Key_Y, modifiers=Ctrl)
    assert table.session.current == added.item


def test_a_conflict_is_seen_after_the_first_judgements_closed_and_opened_again(table: Table) -> None:
    table.press(Key.Key_C)
    sheet = table.in_front(ConflictsSheet)
    assert sheet.findChildren(QComboBox) == []
    sheet.accept()
    item = next(one for one in table.session.items() if one.kind == "milestone" and milestone_of(one) == "M8")
    table.database.judge(item.item, "neither", reason="x")
    table.judge_first_stage()
    table.session.go_to(item.item)
    assert not table.session.evidence_was_shown(item)
    table.press(Key.Key_C)
    sheet = table.in_front(ConflictsSheet)
    assert table.session.evidence_was_shown(item)
    name = f"put M8 in {item.trial} down to the instrument"
    button = next(one for one in sheet.findChildren(QPushButton) if one.accessibleName() == name)
    assert not button.isEnabled()
    sheet.findChildren(QComboBox)[0].setCurrentIndex(1)
    table.click(name, sheet)
    assert table.session.closing_reasons() == {(item.trial, "M8"): table.session.reasons[0]}
    table.click(f"go to M8 in {item.trial}", sheet)
    assert table.session.current == item.item
    table.press(Key.Key_Z, modifiers=Ctrl)
    assert table.session.closing_reasons() == {}
    assert "Taken back: a conflict." in table.window.status.said


def test_what_was_changed_after_hidden_state_was_seen_is_said(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    table.press(Key.Key_A, Key.Key_1, Key.Key_Return, Key.Key_O)
    assert "latched at frame" in table.window.judging.door
    assert "changed after" not in table.window.judging.door
    table.press(Key.Key_X, Key.Key_1, Key.Key_Return)
    assert "changed after it was seen" in table.window.judging.door
    assert table.database.item(item.item).changed_after_evidence


def test_filters_and_words_narrow_the_list_and_the_arrows_follow_it(table: Table) -> None:
    panel = table.window.items_panel
    every = panel.shown_items()
    table.press(Key.Key_L, Key.Key_L)
    shown = panel.shown_items()
    assert shown == [one.item for one in table.session.items() if one.finding == "differ"]
    table.press(Key.Key_Down)
    assert table.session.current in shown
    table.press(Key.Key_L, Key.Key_L, modifiers=Shift)
    table.press(Key.Key_F, modifiers=Ctrl)
    typed("route both")
    found = [table.database.item(one) for one in panel.shown_items()]
    assert [(one.kind, one.finding) for one in found] == [("route", "both")]
    panel._text.clear()
    assert panel.shown_items() == every


def test_agreement_names_nobody_and_draws_a_curve_for_every_kind(table: Table) -> None:
    table.press(Key.Key_G)
    sheet = table.in_front(AgreementSheet)
    said = " ".join(one.text() for one in sheet.findChildren(type(sheet._title)))
    assert "Cohen's κ" in said
    assert "undefined: nobody labelled a battle" in said
    assert " ada" not in said
    assert " bo " not in said
    curve = sheet.findChild(ToleranceCurveView)
    strict = curve.accessibleDescription()
    assert "(codebook)" in strict
    table.click("the curve of battles", sheet)
    assert curve.accessibleDescription() != strict
    assert "undefined" in curve.accessibleDescription()
    picture = curve.grab().toImage()
    table.click("the curve of milestones", sheet)
    assert curve.grab().toImage() != picture
    sheet.accept()


def test_what_another_window_decides_is_seen_and_an_unfinished_choice_is_kept(
    look: Look, chain: Chain, table: Table
) -> None:
    table.go_to("differ", "milestone")
    table.press(Key.Key_X)
    other = next(one for one in table.session.items() if one.finding == "both")
    with opened(look, chain, table.database.path) as second:
        second.session.go_to(other.item)
        second.press(Key.Key_W, Key.Key_2, Key.Key_Return)
        assert second.database.item(other.item).state == "disputed"
        table.session.look_again()
        assert "1 of " in table.window._layout.top._title.text()
        assert table.window.deciding._verdict == "neither"
        freeze_all(second)
        table.session.look_again()
        table.press(Key.Key_A)
        assert "frozen" in table.window.status.said


def freeze_all(table: Table) -> None:
    table.judge_first_stage()
    table.database.accept_exact()
    for item in table.database.items():
        if item.state == "open":
            table.database.judge(item.item, "disputed", reason="x")
    freeze(table.database, NOT_INVOLVED)


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen raises no pop-up
def test_a_whole_decision_by_mouse_alone(table: Table) -> None:
    item = table.go_to("only a", "milestone") if table_has(table, "only a") else table.go_to("only b", "milestone")
    table.click("show only one items")
    panel = table.window.items_panel
    place = panel._model.place_of(item.item)
    assert place is not None
    area = panel._list.visualRect(panel._model.index(place))
    QTest.mouseClick(panel._list.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    table.click("Neither")
    box = table.window.judging._reason
    box.showPopup()
    view = box.view()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(2, 0)).center())
    QApplication.processEvents()
    table.click("store this decision")
    judgement = table.database.item(item.item).judgement
    assert judgement is not None
    assert (judgement.verdict, judgement.reason) == ("neither", table.session.reasons[1])
    undo = next(one for one in table.window.findChildren(QAction) if one.text().startswith("Undo"))
    undo.trigger()
    assert table.database.item(item.item).state == "open"
    before = table.window._offset
    frame = table.window.sides[0].frame
    frame.stepped.emit(1)
    assert table.window._offset == before + 1


def test_where_nothing_differs_any_more_it_says_what_is_left(table: Table) -> None:
    table.judge_first_stage()
    for item in table.database.items():
        if item.state == "open" and not item.exact:
            table.database.judge(item.item, "disputed", reason="x")
    table.session.look_again()
    table.press(Key.Key_N)
    assert "Shift+A takes those" in table.window.status.said
    table.press(Key.Key_A, modifiers=Shift)
    table.press(Key.Key_N)
    assert "C compares them with hidden state" in table.window.status.said


def table_has(table: Table, finding: str) -> bool:
    return any(one.finding == finding and one.kind == "milestone" for one in table.session.items())


@pytest.mark.parametrize("size", [(900, 520), (1440, 900)])
def test_every_button_of_the_window_is_inside_it_and_whole(table: Table, size: tuple[int, int]) -> None:
    table.go_to("differ", "milestone")
    table.window.resize(*size)
    QApplication.processEvents()
    assert (table.window.width(), table.window.height()) == size
    for opens in (lambda: None, lambda: table.press(Key.Key_F)):
        opens()
        QApplication.processEvents()
        for button in table.window.findChildren(QPushButton):
            if button.isVisible() and button.visibleRegion().boundingRect().height() > 0:
                corner = button.mapTo(table.window, QPoint(0, 0))
                assert corner.x() >= 0
                assert corner.x() + button.width() <= size[0], button.accessibleName()
                assert corner.y() + button.height() <= size[1], button.accessibleName()
                assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width(), button.text()
                assert button.accessibleName()


def test_stepping_stops_at_both_ends_of_the_trial(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    last = table.session.source(item).count - 1
    for _ in range(12):
        table.press(Key.Key_Right, modifiers=Shift)
    table.press(Key.Key_Right)
    assert max(side.frame._frame for side in table.window.sides) == last
    for _ in range(12):
        table.press(Key.Key_Left, modifiers=Shift)
    assert min(side.frame._frame for side in table.window.sides) == 0
    table.press(Key.Key_Right)
    assert [side.frame._frame for side in table.window.sides] != [0, 0]
    table.press(Key.Key_Right, modifiers=Ctrl)
    assert table.window._cursor(item) in table.session.trial(item).boundaries


def test_a_label_that_was_begun_is_there_again_when_one_comes_back(table: Table) -> None:
    item = table.go_to("differ", "milestone")
    table.press(Key.Key_F)
    card = table.window.drawer.card
    next(one for one in card.findChildren(QLineEdit) if one.accessibleName() == "note").setText("half a word")
    table.press(Key.Key_Escape, Key.Key_Down)
    assert not table.window.drawer.shows_card
    table.session.go_to(item.item)
    table.press(Key.Key_F)
    assert card.texts["note"] == "half a word"
    table.press(Key.Key_Escape, Key.Key_Escape)
    table.press(Key.Key_F)
    assert card.texts["note"] == ""


def test_a_database_without_any_item_opens_and_says_so(look: Look, tmp_path: Path) -> None:
    experiment = make_experiment(tmp_path / "experiment", 1)
    blinded = blind(experiment, tmp_path / "bundles", ["ada", "bo"])
    sealed = []
    for name in ("ada", "bo"):
        bundle = open_bundle(tmp_path / "bundles" / name)
        store = LabelStore(bundle.path, name, bundle)
        guess = Guess(groups=dict.fromkeys(bundle.trials, "unsure"))
        sealed.append(seal(bundle, store, NOT_INVOLVED, guess)[0])
        store.close()
        bundle.close()
    chain = Chain(experiment, tmp_path / "bundles", blinded.key, sealed, tmp_path / "answer.sqlite")
    reconcile(chain.database, experiment, blinded.key, sealed)
    with opened(look, chain, chain.database) as table:
        assert table.session.items() == []
        table.press(Key.Key_A, Key.Key_N)
        assert "Every item is decided" in table.window.status.said
        for command in table.window.commands:
            if command.id not in ("quit", "full_screen"):
                command.run()
        for sheet in table.window.findChildren(QDialog):
            sheet.close()
