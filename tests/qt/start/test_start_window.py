"""The start window says what each thing waits for, forgets what is gone, and brings a demonstration."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from firered_review.qt.start.demonstration import Demonstration
from firered_review.qt.start.overview import overview
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.recent import Recent, read_recent, remember
from firered_review.qt.start.starting import Starting
from firered_review.qt.start.window import StartWindow
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.pieces import ElidedLabel
from firered_review.store.labels import LabelStore
from firered_review.store.opening import open_labels
from firered_review.store.sealing import lock, seal, unsure
from harness.formats.labels import MilestoneLabel
from tests.adjudications import NOT_INVOLVED
from tests.bundles import make_bundle
from tests.qt.desks import click, shown

TRIAL = "brisk-otter"


@pytest.fixture
def starting(look: Look, tmp_path: Path, qtbot: QtBot) -> Starting:
    made = Starting(look, Preferred(look, tmp_path / "preferences.json"), tmp_path / "recent.json")
    qtbot.addWidget(made.window)
    made.window.show()
    return made


def texts(window: StartWindow) -> list[str]:
    return [one.whole for one in window.findChildren(ElidedLabel) if one.isVisible() and one.whole]


def test_a_bundle_says_how_far_it_is_at_each_step(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "for-ada")
    entry = Recent("bundle", folder)
    assert (overview(entry).text, overview(entry).chip) == ("2 trials · nothing labelled yet", "new")
    opened = open_labels(folder)
    frame = opened.bundle.trial(TRIAL).identity(40)
    opened.store.make(TRIAL, MilestoneLabel(milestone="M1", frame=frame))
    opened.store.saw("quiet-heron", 0, 240, 1, 10)
    opened.store.enter_stage_two(TRIAL)
    told = overview(entry)
    assert told.text == "1 of 2 trials with labels · 1 with unseen parts · 1 in the second stage"
    assert (told.chip, told.button) == ("open", "Continue")
    lock(*opened)
    told = overview(entry)
    assert (told.chip, told.button) == ("locked", "Continue")
    assert told.text == "The labels are locked · the questions are still to be answered"
    seal(*opened, NOT_INVOLVED, unsure(opened.bundle))
    opened.close()
    told = overview(entry)
    assert (told.chip, told.button) == ("sealed", "Show")
    assert told.text.endswith("hand in ada.sealed")


def test_looking_at_the_labels_of_another_bundle_changes_none_of_them(tmp_path: Path) -> None:
    folder, other = make_bundle(tmp_path / "one"), make_bundle(tmp_path / "two", "bo", decisions=20)
    LabelStore(other, "bo").close()
    shutil.copy(other / "labels.sqlite", folder / "labels.sqlite")
    before = (folder / "labels.sqlite").read_bytes()
    told = overview(Recent("bundle", folder))
    assert told.chip == "cannot be opened"
    assert "holds the labels of the bundle of bo" in told.text
    assert (folder / "labels.sqlite").read_bytes() == before


def test_what_is_gone_is_named_and_can_be_forgotten(look: Look, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "recent.json"
    gone = tmp_path / ("a name that goes on " * 12)
    remember(file, Recent("bundle", gone))
    made = Starting(look, Preferred(look, tmp_path / "preferences.json"), file)
    qtbot.addWidget(made.window)
    made.window.show()
    assert f"It is not at {gone} any more: it was moved or deleted." in texts(made.window)
    for label in made.window.findChildren(ElidedLabel):
        assert label.mapTo(made.window, label.rect().topRight()).x() < made.window.width()
    click(made.window, "Forget")
    assert read_recent(file) == []
    assert "Open the bundle you were given." in shown(made.window)


@pytest.mark.parametrize("content", ["{", "[1]", '[{"kind": "x", "path": "y", "bundle": null}]', "null"])
def test_a_damaged_list_is_an_empty_one(tmp_path: Path, content: str) -> None:
    file = tmp_path / "recent.json"
    file.write_text(content)
    assert read_recent(file) == []


def test_a_sealed_file_or_an_experiment_picked_by_mistake_is_refused_by_name(
    starting: Starting, tmp_path: Path
) -> None:
    folder = make_bundle(tmp_path / "for-bo", "bo")
    opened = open_labels(folder)
    sealed, _ = seal(*opened, NOT_INVOLVED, unsure(opened.bundle))
    opened.close()
    (tmp_path / "experiment").mkdir()
    (tmp_path / "experiment" / "manifest.yaml").write_text("")
    for emit, path, words in (
        (starting.window.bundle_picked, sealed, "the sealed label set of bo"),
        (starting.window.database_picked, sealed, "the sealed label set of bo"),
        (starting.window.bundle_picked, tmp_path / "experiment", "a recorded experiment"),
        (starting.window.database_picked, folder / "labels.sqlite", "the label file of a bundle"),
    ):
        emit.emit(str(path))
        assert words in starting.window.status.said
    assert starting.windows == []
    assert read_recent(tmp_path / "recent.json") == []


def test_ctrl_q_closes_and_everything_is_reached_by_tab(starting: Starting, tmp_path: Path) -> None:
    window = starting.window
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    reached = set()
    for _ in range(8):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
        QApplication.processEvents()
        focus = QApplication.focusWidget()
        reached.add(getattr(focus, "text", str)() if focus is not None else "")
    assert {"Open a bundle…", "Open a database…", "Run the demonstration", "How it works"} <= reached
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    assert not window.isVisible()


def test_a_demonstration_that_is_there_is_offered_at_once(starting: Starting, tmp_path: Path) -> None:
    folder = tmp_path / "demonstration"
    make_bundle(folder / "bundles" / "ada")
    make_bundle(folder / "bundles" / "bo", "bo")
    (folder / "adjudication.sqlite").write_bytes(b"")
    (folder / "DEMONSTRATION.txt").write_text("made up")
    (folder / "pictures").mkdir()
    starting.demonstration.folder = folder
    click(starting.window, "Run the demonstration")
    assert {"Bundle for ada", "Bundle for bo"} <= set(texts(starting.window))
    assert "made up" in starting.window.status.said


def test_a_demonstration_that_stops_says_why(tmp_path: Path, qtbot: QtBot) -> None:
    folder = tmp_path / "demonstration"
    folder.mkdir()
    (folder / "mine.txt").write_text("not a demonstration")
    demonstration = Demonstration(folder)
    said: list[str] = []
    demonstration.said.connect(said.append)
    demonstration.start()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=30_000)
    assert said[1].startswith("The demonstration stopped: ")
    assert "holds something else than a demonstration" in said[1]
    assert (folder / "mine.txt").read_text() == "not a demonstration"
