"""Training in the window: label, then see what was planted; nothing of it shows before."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from firered_review.core.training import Answer, Finding
from firered_review.qt.annotate.training import Training
from firered_review.qt.annotate.training_sheet import TrainingSheet
from firered_review.qt.widgets.dialogs import Question
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import words_of
from firered_review.store.training import blind_for_training, read_answers
from harness.formats.codebook import load_codebook
from harness.formats.labels import FrameIdentity, MilestoneLabel
from tests.bundles import CODEBOOK_FOLDER
from tests.experiments import make_experiment
from tests.qt.desks import OpenDesk, click, opening, shown
from tests.store.test_training import plant

Opening = Callable[[Path], "TrainDesk"]


class TrainDesk(OpenDesk):
    """A desk with its training."""

    @property
    def training(self) -> Training:
        (found,) = [one for one in self.window.children() if isinstance(one, Training)]
        return found

    @property
    def sheet(self) -> TrainingSheet:
        assert self.training.sheet is not None
        return self.training.sheet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    experiment = make_experiment(tmp_path_factory.mktemp("train") / "experiment", 1)
    plant(experiment)
    return blind_for_training(experiment, experiment.parent / "out", ["ada"])["ada"]


@pytest.fixture
def open_at(look: Look, tmp_path: Path, qtbot: QtBot) -> Iterator[Opening]:
    with opening(TrainDesk, look, tmp_path) as opened:
        yield opened


def test_a_trainee_labels_and_sees_what_was_missed_by_type(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    session = desk.training._session
    trial = min(
        desk.opened.bundle.trials, key=lambda one: len(read_answers(desk.opened.bundle, desk.opened.bundle.trial(one)))
    )
    session.open_trial(trial)
    answers = {one.label.kind: one.label for one in read_answers(desk.opened.bundle, session.trial).values()}
    assert session.make(answers["route"])
    desk.run("compare")
    click(desk.window.findChild(Question), "Show it")
    assert "You found 1 of 3 that were there to find." in shown(desk.sheet)
    assert "Memory errors are compared in the second stage" in shown(desk.sheet)
    assert "Forgets" not in shown(desk.sheet)
    session.enter_stage_two()
    assert session.make(MilestoneLabel(milestone="M8", frame=session.trial.identity(3)))
    desk.run("compare")
    click(next(one for one in desk.window.findChildren(Question) if one.isVisible()), "Show it")
    told = shown(desk.sheet)
    assert "You found 1 of 4 that were there to find, and labelled 1 where nothing was." in told
    assert "Omission" in told
    rows = [desk.sheet._model.item(n).text() for n in range(desk.sheet._model.rowCount())]
    states = [row.split(", ")[1] for row in rows]
    assert states == ["missed", "missed", "missed", "found", "not planted"]
    error = next(n for n, row in enumerate(rows) if row.startswith("Omission"))
    QTest.mouseClick(
        desk.sheet.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=desk.sheet.list.visualRect(desk.sheet._model.index(error, 0)).center(),
    )
    QApplication.processEvents()
    assert session.cursor == answers["error"].frame.frame
    assert "Forgets in [masked] what it was told" in shown(desk.sheet)
    session.open_trial(next(one for one in desk.opened.bundle.trials if one != trial))
    QApplication.processEvents()
    assert desk.training.sheet is None


def test_rows_are_gone_through_by_keys_and_the_window_follows(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    desk.training.show_result()
    QApplication.processEvents()
    desk.sheet.list.setFocus()
    places = set()
    for _ in range(3):
        QTest.keyClick(desk.sheet.list, Qt.Key.Key_Down)
        QApplication.processEvents()
        places.add(desk.training._session.cursor)
    assert len(places) >= 2


def test_a_damaged_file_of_answers_is_told_in_the_status_bar(open_at: Opening, folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy", ignore=shutil.ignore_patterns("labels*")))
    for path in copy.rglob("answers.jsonl"):
        path.write_bytes(path.read_bytes() + b"{}\n")
    desk = open_at(copy)
    desk.training.show_result()
    assert "answers.jsonl is not the file" in desk.window.status.said
    assert desk.training.sheet is None


def test_a_trial_with_nothing_in_it_says_so(qtbot: QtBot, look: Look) -> None:
    titles = words_of(load_codebook(CODEBOOK_FOLDER), lambda _: 1, lambda _: None)
    sheet = TrainingSheet(None, look, [], titles, "")
    qtbot.addWidget(sheet)
    sheet.show()
    assert "Nothing was planted in this trial" in shown(sheet)
    label = MilestoneLabel(milestone="M1", frame=FrameIdentity(frame=5, sha256="a" * 64))
    other = TrainingSheet(None, look, [Finding("missed", Answer(label, "<b>x</b>"), None)], titles, "")
    qtbot.addWidget(other)
    other.show()
    other.list.setCurrentIndex(other._model.index(0, 0))
    assert "<b>x</b>" in shown(other)
