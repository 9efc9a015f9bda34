"""Sealing in the window: asked once, locked, questions, one file; a kill in between loses nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from firered_review.core.errors import Sealed
from firered_review.qt.annotate.seal_dialog import SealDialog
from firered_review.qt.widgets.look import Look
from firered_review.store.gaps import Gap
from firered_review.store.labels import LabelStore
from firered_review.store.sealing import read_sealed
from harness.formats.base import sha256_hex
from harness.formats.labels import MilestoneLabel
from tests.bundles import make_bundle
from tests.qt.desks import OpenDesk, click, opening, shown

ROOT = Path(__file__).parents[3]
TRIAL = "brisk-otter"


class SealDesk(OpenDesk):
    """A desk with its seal dialog."""

    @property
    def dialog(self) -> SealDialog:
        found = [one for one in self.window.findChildren(SealDialog) if one.isVisible()]
        assert len(found) == 1
        return found[0]

    def click(self, text: str) -> None:
        click(self.dialog, text)


Opening = Callable[[Path], SealDesk]


@pytest.fixture
def open_at(look: Look, tmp_path: Path, qtbot: QtBot) -> Iterator[Opening]:
    with opening(SealDesk, look, tmp_path) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = make_bundle(tmp_path / "for-ada", questions=("groups", "durable_memory"))
    store = LabelStore(folder, "ada")
    store.make(TRIAL, MilestoneLabel(milestone="M1", frame=store.bundle.trial(TRIAL).identity(40)))
    store.saw(TRIAL, 0, 120, 1, 2000)
    store.close()
    return folder


def test_an_old_sealed_file_is_not_shown_as_that_of_labels_that_are_open(open_at: Opening, folder: Path) -> None:
    (folder / "ada.sealed").write_bytes(b"of other labels")
    desk = open_at(folder)
    desk.run("seal")
    assert "ada.sealed is there already: it holds other labels, move it away." in shown(desk.dialog)
    assert not desk.opened.store.locked
    (folder / "ada.sealed").unlink()


def test_a_bundle_is_sealed_by_the_mouse_alone(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    desk.run("seal")
    told = shown(desk.dialog)
    assert "unseen: 29 decisions (2–30) and 120 frames (121–240) were never on screen." in told
    assert "incomplete: its second stage was never entered, so it has no memory errors; it has no label." in told
    desk.click("Lock the labels for good")
    assert desk.opened.store.locked
    assert not (folder / "ada.sealed").exists()
    assert desk.window._top._chips[0].text() == "labels are locked"
    write = next(one for one in desk.dialog.findChildren(QPushButton) if one.text() == "Write the sealed file")
    assert not write.isEnabled()
    for button in desk.dialog.findChildren(QRadioButton):
        wanted = "yes" if "key?" in button.accessibleName() else "no"
        if button.text() == wanted:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(12, button.height() // 2))
    combos = {one.accessibleName(): one for one in desk.dialog.findChildren(QComboBox)}
    combos[f"{TRIAL}: belongs to"].setCurrentText("second group")
    combos["quiet-heron: lasting memory"].setCurrentText("yes")
    desk.click("Write the sealed file")
    sealed, sha256 = read_sealed(folder / "ada.sealed")
    assert sealed.declaration.model_dump() == {"recorded": False, "watched": False, "held_key": True}
    assert sealed.guess.groups == {TRIAL: "second", "quiet-heron": "unsure"}
    assert sealed.guess.durable_memory == {TRIAL: "unsure", "quiet-heron": "yes"}
    assert sha256 in [one.text() for one in desk.dialog.findChildren(QLineEdit)]
    desk.click("Copy SHA-256")
    assert QGuiApplication.clipboard().text() == sha256 == sha256_hex((folder / "ada.sealed").read_bytes())
    desk.click("Close")
    with pytest.raises(Sealed):
        desk.opened.store.make(
            TRIAL, MilestoneLabel(milestone="M2", frame=desk.opened.bundle.trial(TRIAL).identity(41))
        )
    desk.run("seal")
    assert "Hand in this file" in shown(desk.dialog)


def test_enter_and_esc_never_lock(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space):
        desk.run("seal")
        QTest.keyClick(desk.dialog.focusWidget() or desk.dialog, key)
        QApplication.processEvents()
        assert not [one for one in desk.window.findChildren(SealDialog) if one.isVisible()]
    assert not desk.opened.store.locked


def test_a_bundle_that_asks_for_groups_asks_for_nothing_more(qtbot: QtBot, look: Look) -> None:
    dialog = SealDialog(None)
    qtbot.addWidget(dialog)
    dialog.show_questions(["brisk-otter", "quiet-heron"], ["groups"])
    dialog.show()
    assert "memory" not in shown(dialog)
    assert len(dialog.findChildren(QComboBox)) == 2


def test_two_hundred_trials_leave_the_buttons_in_sight(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    desk.window.resize(900, 520)
    dialog = SealDialog(desk.window)
    many = [Gap(f"brisk-otter-{n}", [(n, n + 9) for n in range(0, 200, 20)], [], True, 0, 2) for n in range(200)]
    dialog.show_gaps(many)
    dialog.show()
    QApplication.processEvents()
    assert dialog.height() <= 520
    for button in dialog.findChildren(QPushButton):
        assert dialog.rect().contains(button.mapTo(dialog, button.rect().bottomRight()))
    assert "100 frames (0–9, 20–29, 40–49, 60–69, 6 more) were never on screen" in shown(dialog)
    assert "2 labels were begun and not saved" in shown(dialog)
    dialog.close()


def test_a_changed_bundle_is_not_locked_and_the_dialog_says_why(open_at: Opening, folder: Path) -> None:
    desk = open_at(folder)
    path = folder / "trials" / "quiet-heron" / "motion.sqlite"
    path.write_bytes(path.read_bytes() + b"x")
    desk.run("seal")
    desk.click("Lock the labels for good")
    assert "motion.sqlite is not the file" in shown(desk.dialog)
    assert not desk.opened.store.locked


LOCK = """
import os, sys
from pathlib import Path
from firered_review.store.opening import open_labels
from firered_review.store.sealing import lock
opened = open_labels(Path(sys.argv[1]))
lock(*opened)
os.kill(os.getpid(), 9)
"""


def test_a_kill_between_lock_and_file_goes_on_at_the_questions(open_at: Opening, folder: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", LOCK, str(folder)], env=environment, check=False, timeout=60)
    assert done.returncode == -9
    desk = open_at(folder)
    assert desk.opened.store.locked
    assert [one.milestone for one in desk.opened.store.labels(TRIAL).values() if one.kind == "milestone"] == ["M1"]
    assert "Was it blind?" in desk.dialog.windowTitle()
    desk.click("Later")
    desk.run("seal")
    for group in desk.dialog._declared.values():
        group.button(1).setChecked(True)
    desk.click("Write the sealed file")
    assert next(iter(read_sealed(folder / "ada.sealed").sealed.sets[0].labels.values())).kind == "milestone"


def test_the_command_goes_on_where_the_window_was_killed(folder: Path, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", LOCK, str(folder)], env=environment, check=False, timeout=60)
    guess = tmp_path / "guess.json"
    guess.write_text(json.dumps({"groups": {TRIAL: "first"}, "durable_memory": {TRIAL: "no"}}))
    no = ["--recorded", "no", "--watched", "no", "--held-key", "no"]
    command = [sys.executable, "-m", "firered_review", "seal", str(folder), *no, "--guess", str(guess)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "locked before" in done.stdout
    assert read_sealed(folder / "ada.sealed").sealed.guess.durable_memory == {TRIAL: "no"}
