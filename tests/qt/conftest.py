"""Windows of the reviewer application, offscreen in this process and under Xvfb in processes of their own."""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.widgets.look import Look
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from tests.bundles import make_bundle

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())


class Desk(NamedTuple):
    """An open annotate window with what stands behind it."""

    window: AnnotateWindow
    session: ReviewSession
    store: LabelStore

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press and let go of a key in whatever has the focus, and let the window react."""
        QTest.keyClick(self.window.windowHandle(), key, modifiers)
        QApplication.processEvents()

    def close(self) -> None:
        """Close the window as a person does."""
        self.window.close()
        self.store.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, 52)
        QApplication.processEvents()


@pytest.fixture(scope="session")
def look(qapp: QApplication) -> Look:
    return Look(qapp, "light")


@pytest.fixture(scope="session")
def bundle_master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(tmp_path_factory.mktemp("bundle") / "for-ada")


@pytest.fixture
def bundle_folder(bundle_master: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(bundle_master, tmp_path / "for-ada"))


@pytest.fixture
def open_desk(look: Look, bundle_folder: Path) -> Iterator[Callable[[], Desk]]:
    """Open the annotate window on the test's bundle; every desk is closed and leaves no thread."""
    threads = set(threading.enumerate())
    desks: list[Desk] = []

    def opened() -> Desk:
        bundle = open_bundle(bundle_folder)
        store = LabelStore(bundle_folder, "ada", bundle)
        session = ReviewSession(bundle, store)
        window = AnnotateWindow(look, session)
        window.show()
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
        desks.append(Desk(window, session, store))
        return desks[-1]

    yield opened
    for desk in desks:
        if shiboken6.isValid(desk.window) and desk.window.isVisible():
            desk.close()
    left = [thread.name for thread in threading.enumerate() if thread not in threads]
    assert not left, f"threads left behind: {left}"
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


@pytest.fixture
def desk(open_desk: Callable[[], Desk]) -> Desk:
    return open_desk()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display of Xvfb's own; ``-noreset``, or a layout that was set is lost when its setter ends."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed: make test installs the package xvfb")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)
