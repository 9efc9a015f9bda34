"""Opens the annotate window as the application does, with sealing or training, and closes it as a person does."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from firered_review.qt.start.desks import open_desk
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.widgets.look import Look
from firered_review.store.opening import open_labels

D = TypeVar("D", bound="OpenDesk")


class OpenDesk:
    """An annotate window with the bundle and store behind it."""

    def __init__(self, look: Look, preferred: Preferred, folder: Path) -> None:
        self.preferred = preferred
        self.opened = open_labels(folder, None)
        self.window = open_desk(look, preferred, self.opened)
        self.window.show()
        QTest.qWaitForWindowActive(self.window)
        QApplication.processEvents()

    def run(self, command: str) -> None:
        """Give a command as its menu entry does."""
        next(one for one in self.window.commands if one.id == command).run()
        QApplication.processEvents()

    def close(self) -> None:
        """Close the window and everything behind it."""
        if shiboken6.isValid(self.window):
            self.window.close()
            self.window.deleteLater()
        self.opened.close()
        QApplication.sendPostedEvents(None, 52)
        QApplication.processEvents()


@contextlib.contextmanager
def opening(kind: type[D], look: Look, place: Path, *, tour_seen: bool = True) -> Iterator[Callable[[Path], D]]:
    """Yield what opens a desk on a folder; preferences are kept in ``place``, every desk is closed at the end."""
    desks: list[D] = []
    preferred = Preferred(look, place / "preferences.json")
    if tour_seen:
        preferred.change(tour_seen=True)

    def opened(folder: Path) -> D:
        desks.append(kind(look, preferred, folder))
        return desks[-1]

    yield opened
    for desk in desks:
        desk.close()


def click(window: QWidget, text: str) -> None:
    """Click the one button of a window that says this."""
    (button,) = [one for one in window.findChildren(QPushButton) if one.text() == text and one.isVisible()]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def shown(window: QWidget) -> str:
    """Return the words of every label that can be seen."""
    return "\n".join(one.text() for one in window.findChildren(QLabel) if one.isVisible())
