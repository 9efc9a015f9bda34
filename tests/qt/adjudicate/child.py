"""A process of its own with an adjudication window; it tells on stdout what happened, and obeys stdin but for keys.

``where NAME`` tells the place on screen of a button by its accessible name; ``quit`` closes the window. It tells
``at ITEM`` when another item is at hand, ``decided N`` when something was decided and is on screen, and ``front KIND``
when a small window is in front.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from typing_extensions import override

from firered_review import app
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.window import AdjudicateWindow
from firered_review.store.bundle import open_bundle
from firered_review.store.opening import open_database_file
from tests.qt.child import Obeying, tell, tell_front


class Driver(Obeying):
    """Obeys lines of stdin in the window's thread and tells what happens."""

    def __init__(self, application: QApplication, window: AdjudicateWindow, session: AdjudicationSession) -> None:
        super().__init__()
        self._window, self._session = window, session
        session.changed.connect(self._tell_decided)
        session.current_changed.connect(lambda: tell("at", session.current))
        session.refused.connect(lambda sentence: tell("said", sentence))
        window.deciding.said.connect(lambda sentence: tell("said", sentence))
        tell_front(application, window.windowHandle())
        self.listen()

    @override
    def obey(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "quit":
            self._window.close()
            return
        found = (one for one in self._window.findChildren(QAbstractButton) if one.isVisible())
        button = next(one for one in found if one.accessibleName() == rest)
        middle = button.mapToGlobal(QPoint(button.width() // 2, button.height() // 2))
        tell("place", middle.x(), middle.y())

    def _tell_decided(self) -> None:
        self._window.repaint()
        tell("decided", sum(one.judgement is not None for one in self._session.items()))


def main(database: str, folder: str) -> None:
    """Open the window on a database and the adjudicator's bundle, and run until it is closed."""
    application, look = app.start_application("light")
    bundle = open_bundle(Path(folder), "adjudication")
    held = open_database_file(Path(database), bundle)
    session = AdjudicationSession(held, bundle)
    window = AdjudicateWindow(look, session)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowExposed(window)
    QTest.qWaitForWindowActive(window, 500)
    driver = Driver(application, window, session)
    tell("ready", int(window.winId()), session.current)
    application.exec()
    held.close()
    del driver
    tell("closed")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
