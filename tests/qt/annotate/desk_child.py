"""A process of its own with an annotate window: it tells on stdout what it is about to paint, and obeys stdin.

``jump N`` moves the cursor, ``key NAME`` presses a key through Qt, ``quit`` closes the window. ``listen`` makes every
command only tell its name (``did NAME``), ``focus NAME`` puts the keyboard somewhere and tells what got it.
``shown ID …`` names the labels that the timeline is painting, ``place N`` where the cursor is.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from firered_review import app
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from tests.qt.child import Obeying, tell, tell_front


class Driver(Obeying):
    """Obeys lines of stdin in the window's thread and watches what is painted."""

    def __init__(self, window: AnnotateWindow, session: ReviewSession) -> None:
        super().__init__()
        self._window, self._session = window, session
        window.timeline.installEventFilter(self)
        window.windowHandle().installEventFilter(self)
        self.listen()

    @override
    def obey(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "jump":
            self._session.move_to(int(rest))
            tell("place", self._session.cursor)
        elif verb == "key":
            QTest.keyClick(self._window.windowHandle(), getattr(Qt.Key, f"Key_{rest}"))
        elif verb == "listen":
            self._session.enter_stage_two()
            self._session.move_to(self._session.source.count // 2)  # some facts are stored there
            self._window.labelling.errors.here()
            self._window.router._pressed = lambda command, _repeated: tell("did", command) is None
        elif verb == "draft":
            tell("draft", self._window.labelling.errors.draft)
        elif verb == "focus":
            self._focus(rest)
        elif verb == "quit":
            self._window.close()

    def _focus(self, name: str) -> None:
        window = self._window
        if name in ("milestones", "labels"):
            window.labels_panel.turn_to(0)
        elif name in ("button", "chooser", "note"):
            window.labels_panel.turn_to(1)
        places: dict[str, QWidget] = {
            "frame": window.frame_panel.frame,
            "milestones": window.labels_panel._milestone_list,
            "labels": window.labels_panel._label_list,
            "memory": window.decision_panel.memory.table,
            "timeline": window.timeline,
            "button": window.error_card.severity.buttons[0],
            "chooser": window.error_card._type,
            "note": window.error_card._note,
            "filter": window.decision_panel.memory.filter,
        }
        places[name].setFocus()
        tell("focus", name, QApplication.focusWidget() is places[name])

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window.timeline and event.type() == QEvent.Type.Paint:
            tell("shown", *sorted(self._window.following.content.marks))
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            tell("key", event.nativeScanCode(), ascii(event.text()))
        return False


def main(folder: str) -> None:
    """Open the window on a bundle and run until it is closed."""
    application, look = app.start_application("light")
    QApplication.setKeyboardInputInterval(10_000)  # letters of one word stay together on a busy machine too
    bundle = open_bundle(Path(folder))
    store = LabelStore(Path(folder), "ada", bundle)
    session = ReviewSession(bundle, store)
    window = AnnotateWindow(look, session)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowExposed(window)
    QTest.qWaitForWindowActive(window, 500)
    tell_front(application, window.windowHandle())
    driver = Driver(window, session)
    session.cursor_moved.connect(lambda frame: tell("place", frame))
    tell("ready", int(window.winId()))
    application.exec()
    store.close()
    del driver
    tell("closed")


if __name__ == "__main__":
    main(sys.argv[1])
