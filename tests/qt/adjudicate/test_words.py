"""What reviewers wrote is shown as it is, however odd; forms of labels give back the labels they were made from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMainWindow, QRadioButton
from pytestqt.qtbot import QtBot

from firered_review.core.errors import LabelRefused
from firered_review.qt.adjudicate.combine_dialog import Choice, CombineDialog
from firered_review.qt.adjudicate.items_model import ItemRow, ItemsModel
from firered_review.qt.widgets.pieces import ElidedLabel
from firered_review.qt.words.form import TrialPlaces, form_of, label_of, texts_of
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import Bundle, open_bundle
from tests.adjudications import Chain
from tests.disagreements import make_disagreements

ODD = "<b>bold</b> & <img src=x>"


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_disagreements(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def bundle(chain: Chain) -> Iterator[Bundle]:
    bundle = open_bundle(chain.adjudicator, "adjudication")
    yield bundle
    bundle.close()


def places(bundle: Bundle, trial: str) -> TrialPlaces:
    view = bundle.trial(trial)
    return TrialPlaces(view.frames.count, len(view.boundaries), view.identity, view.boundary)


def test_every_label_comes_back_from_its_form(chain: Chain, bundle: Bundle, tmp_path: Path) -> None:
    db = open_adjudication(chain.database)
    labels = [(item.trial, label) for item in db.items() for label in (item.a, item.b) if label is not None]
    db.close()
    assert {label.kind for _, label in labels} == {"milestone", "route", "battle", "error", "cause"}
    for trial, label in labels:
        form = form_of(label.kind, bundle.codebook)
        assert label_of(label.kind, form, texts_of(label), places(bundle, trial)) == label


@pytest.mark.parametrize(
    ("kind", "texts", "said"),
    [
        ("milestone", {}, ["milestone is still needed", "frame is still needed"]),
        ("milestone", {"milestone": "M1", "frame": "-1"}, ["frame: “-1” is no frame"]),
        ("milestone", {"milestone": "M9", "frame": "1"}, ["milestone is not allowed"]),
        ("battle", {"span.first": "5"}, ["to frame is still needed"]),
        ("cause", {"cause": "perception", "decision": "0"}, ["decision: the trial has no decision 0"]),
        ("error", {"type": "omission", "severity": "minor", "citations": "frame 9999999", "decision": "9"}, ["cites"]),
        ("error", {"type": "omission", "severity": "minor", "citations": ", ,", "decision": "9"}, ["citations"]),
        ("error", {"type": "omission", "severity": "minor", "citations": "<b>", "decision": "9"}, ["not allowed"]),
    ],
)
def test_what_a_form_lacks_is_said(bundle: Bundle, kind: str, texts: dict[str, str], said: list[str]) -> None:
    with pytest.raises(LabelRefused) as refused:
        label_of(kind, form_of(kind, bundle.codebook), texts, places(bundle, bundle.trials[0]))
    for one in said:
        assert any(one in problem for problem in refused.value.problems), refused.value.problems


def test_markup_in_a_note_is_shown_as_it_was_written(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(20, 20)
    label.set_whole(ODD)
    assert "&lt;b&gt;" in label.toolTip()
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(900, 520)
    window.show()
    dialog = CombineDialog(window, [Choice("note", "note", ODD, "x" * 2000)])
    dialog.open()
    QApplication.processEvents()
    first, second = dialog.findChildren(QRadioButton)
    assert first.text() == "A: <b>bold</b> && <img src=x>"
    assert "&lt;img" in first.toolTip()
    assert len(second.text()) < 50
    assert dialog.width() <= window.width()
    dialog.close()


def test_the_list_keeps_the_rules_of_item_models_and_shows_markup_as_it_is(qtbot: QtBot) -> None:
    model = ItemsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    rows = [ItemRow("", "", "calm-owl", "calm-owl", "2 open"), ItemRow("i1", "route", ODD, "calm-owl", "only one")]
    model.show(rows)
    assert "&lt;b&gt;" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(model.dataChanged) as told:
        model.show([rows[0], rows[1]._replace(state="taken")])
    assert told.args is not None
    assert [index.row() for index in told.args[:2]] == [1, 1]
    with qtbot.assertNotEmitted(model.dataChanged):
        model.show([rows[0], rows[1]._replace(state="taken")])
    model.show([])
    assert model.items() == []
