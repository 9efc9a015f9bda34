"""No word that identifies a condition is said by any window, or held by any file, before unblinding."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QStringListModel
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QListView, QMainWindow
from pytestqt.qtbot import QtBot

from firered_review.qt.annotate.training_sheet import TrainingSheet
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.starting import Starting
from firered_review.qt.widgets.look import Look
from firered_review.store.labels import LabelStore
from firered_review.store.sealing import unsure
from firered_review.store.training import blind_for_training
from tests.adjudications import NOT_INVOLVED, Chain, make_chain
from tests.qt.desks import OpenDesk, opening
from tests.qt.leaks import betraying, held_in, leaks, masked_twice, said_by, said_now, through_every_command
from tests.store.test_training import plant


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture(scope="module")
def words(chain: Chain) -> list[str]:
    return betraying(chain.experiment)


@pytest.fixture
def bundle(chain: Chain, tmp_path: Path) -> Path:
    """A labelled bundle that is not sealed yet."""
    folder = Path(shutil.copytree(chain.bundles / "ada", tmp_path / "ada", ignore=shutil.ignore_patterns("labels*")))
    (folder / "ada.sealed").unlink()
    old = LabelStore(chain.bundles / "ada", "ada")
    new = LabelStore(folder, "ada")
    for trial in old.bundle.trials:
        for label in old.labels(trial).values():
            if label.kind in ("milestone", "route"):
                new.make(trial, label)
    old.close()
    new.close()
    return folder


@pytest.fixture
def quiet(capfd: pytest.CaptureFixture[str], words: list[str]) -> Iterator[None]:
    """Whatever is printed or logged meanwhile says none of the words."""
    yield
    told = capfd.readouterr()
    assert leaks([("stdout", told.out), ("stderr", told.err)], words) == []


def test_the_words_are_the_ones_that_matter(words: list[str]) -> None:
    assert {"alder", "birch", "alder-01", "birch-01", "gpt-4o-mini"} <= set(words)
    assert masked_twice(["alder", "birch", "gpt-4o-mini"]) == []


def look_everywhere(words: list[str]) -> None:
    assert leaks(said_now(), words) == []


def test_the_annotate_window_says_nothing_in_either_stage_with_any_dialog(
    look: Look, qtbot: QtBot, tmp_path: Path, bundle: Path, words: list[str], quiet: None
) -> None:
    with opening(OpenDesk, look, tmp_path, tour_seen=False) as open_at:
        desk = open_at(bundle)
        session = desk.window._session
        look_everywhere(words)
        for stage in (1, 2):
            for trial in desk.opened.bundle.trials:
                session.open_trial(trial)
                if stage == 2:
                    session.enter_stage_two()
                for frame in session.trial.boundaries[:: 12 if stage == 1 else 2]:
                    session.move_to(frame)
                    assert leaks(said_by(desk.window.decision_panel), words) == []
                look_everywhere(words)
            through_every_command(desk.window.commands, lambda: look_everywhere(words))
        said = " ".join(text for _, text in said_by(desk.window))
        assert "[masked]" in said  # what was masked is on screen: the walk reaches it
    assert leaks(held_in(bundle), words) == []
    assert leaks(held_in(tmp_path), words) == []


def test_sealing_says_nothing_from_the_first_page_to_the_file(
    look: Look, qtbot: QtBot, tmp_path: Path, bundle: Path, words: list[str], quiet: None
) -> None:
    with opening(OpenDesk, look, tmp_path) as open_at:
        desk = open_at(bundle)
        desk.run("seal")
        look_everywhere(words)
        from firered_review.qt.annotate.seal_dialog import SealDialog

        dialog = desk.window.findChild(SealDialog)
        dialog.lock_asked.emit()
        look_everywhere(words)
        dialog.answered.emit(NOT_INVOLVED, unsure(desk.opened.bundle))
        assert (bundle / "ada.sealed").exists()
        look_everywhere(words)
    assert leaks(held_in(bundle), words) == []


def test_training_says_nothing_of_the_answers_before_they_are_asked_for(
    chain: Chain, look: Look, qtbot: QtBot, tmp_path: Path, words: list[str], quiet: None
) -> None:
    experiment = Path(shutil.copytree(chain.experiment, tmp_path / "kept-apart"))
    plant(experiment)
    made = blind_for_training(experiment, tmp_path / "out", ["ada"])["ada"]
    every = [*words, str(experiment), "forgets in"]
    with opening(OpenDesk, look, tmp_path / "out") as open_at:
        desk = open_at(made)
        session = desk.window._session
        for stage in (1, 2):
            for trial in desk.opened.bundle.trials:
                session.open_trial(trial)
                if stage == 2:
                    session.enter_stage_two()
                look_everywhere(every)
        through_every_command(desk.window.commands, lambda: look_everywhere(every))
        assert desk.window.findChild(TrainingSheet) is None
    assert leaks(held_in(tmp_path / "out"), [*words, str(experiment)]) == []


def test_the_start_window_and_the_adjudicators_say_nothing_and_remember_nothing(
    chain: Chain, look: Look, qtbot: QtBot, tmp_path: Path, words: list[str], quiet: None
) -> None:
    database = Path(shutil.copy(chain.database, tmp_path / "answer.sqlite"))
    preferred = Preferred(look, tmp_path / "preferences.json")
    starting = Starting(look, preferred, tmp_path / "recent.json", [chain.bundles / "bo", tmp_path / "gone"], [])
    qtbot.addWidget(starting.window)
    starting.window.show()
    starting.window.preferences_asked.emit()
    starting.window.tour_asked.emit()
    QApplication.processEvents()
    look_everywhere(words)
    for path in (chain.experiment / "trials", chain.sealed[0], tmp_path / "gone"):
        starting.window.bundle_picked.emit(str(path))
        assert starting.window.status.said
    for window in QApplication.topLevelWidgets():
        if window is not starting.window:
            window.close()
    starting.window.ask_folder = lambda _title: chain.adjudicator  # type: ignore[method-assign]
    starting.window.database_picked.emit(str(database))
    (window,) = starting.windows
    qtbot.addWidget(window)
    session = window._session  # type: ignore[attr-defined]
    look_everywhere(words)
    for item in session.items():
        session.go_to(item.item)
        assert leaks(said_by(window), words) == []
    through_every_command(window.commands, lambda: look_everywhere(words))  # type: ignore[attr-defined]
    window.close()
    assert leaks(held_in(tmp_path), words) == []


def test_a_word_in_any_corner_is_found(qtbot: QtBot, tmp_path: Path) -> None:
    words = ["alder"]
    window = QMainWindow()
    qtbot.addWidget(window)
    label, view = QLabel("plain", window), QListView(window)
    model = QStringListModel(["plain"], window)
    view.setModel(model)
    action = QAction("plain", window)
    assert leaks(said_by(window), words) == []
    for plant_in, take_out in (
        (label.setText, "plain"),
        (label.setToolTip, ""),
        (label.setStatusTip, ""),
        (label.setWhatsThis, ""),
        (label.setAccessibleName, ""),
        (label.setAccessibleDescription, ""),
        (window.setWindowTitle, ""),
        (action.setText, "plain"),
        (action.setToolTip, "plain"),
        (lambda text: model.setStringList(["plain", text]), "plain"),
    ):
        plant_in("from Alder-01")
        assert len(leaks(said_by(window), words)) >= 1
        plant_in(take_out)
        assert leaks(said_by(window), words) == []
    path = tmp_path / "x.sqlite"
    held = sqlite3.connect(path)
    held.execute("PRAGMA secure_delete=OFF")
    held.execute("CREATE TABLE kept (word TEXT)")
    held.execute("INSERT INTO kept VALUES ('from alder')")
    held.commit()
    held.execute("DELETE FROM kept")
    held.commit()
    held.close()
    assert leaks(held_in(tmp_path), words) == ["x.sqlite: alder"]  # a free page keeps it


def test_a_word_that_slipped_into_a_bundle_is_found_on_screen(
    look: Look, qtbot: QtBot, tmp_path: Path, bundle: Path, words: list[str]
) -> None:
    with opening(OpenDesk, look, tmp_path) as open_at:
        desk = open_at(bundle)
        session = desk.window._session
        session.enter_stage_two()
        text = session.texts[3]
        session._texts = {**session.texts, 3: text.model_copy(update={"reasoning_summary": "as birch-01 would"})}
        session.move_to(session.trial.boundaries[2])
        assert leaks(said_by(desk.window), words) != []
