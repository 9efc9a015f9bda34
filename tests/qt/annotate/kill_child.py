"""A desk that labels at random as fast as it can until it is killed; it tells what it writes and what it has shown.

``writes JSON`` comes before a draft goes to disk, ``shown JSON`` while the timeline is being painted.
"""

import json
import random
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from firered_review import app
from firered_review.core.pending import Pending
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.store.bundle import open_bundle
from firered_review.store.database import dump
from firered_review.store.labels import LabelStore
from tests.qt.child import tell

KEYS = (
    *("Key_1", "Key_2", "Key_5", "Key_B", "Key_B", "Key_I", "Key_I", "Key_O", "Key_O", "Key_R", "Key_R"),
    *("Key_E", "Key_E", "Key_C", "Key_C", "Key_U", "Key_Return", "Key_Escape", "Key_Delete", "Key_Period"),
    *("shift Key_B", "shift Key_Escape", "shift Key_E", "ctrl Key_Z", "ctrl Key_Z", "ctrl Key_Y"),
)
_HELD = {"": Qt.KeyboardModifier.NoModifier, "shift": Qt.KeyboardModifier.ShiftModifier}
_HELD["ctrl"] = Qt.KeyboardModifier.ControlModifier
_TYPES = 9


class Watched(ReviewSession):
    """A session that tells of a draft before it writes it."""

    @override
    def keep_begun(self, pending: Pending) -> bool:
        tell("writes", dump(pending))
        return super().keep_begun(pending)


class Hand(QObject):
    """Presses random keys, and tells what is painted."""

    def __init__(self, window: AnnotateWindow, session: ReviewSession, chance: random.Random) -> None:
        super().__init__()
        self._window, self._session, self._chance = window, session, chance
        window.timeline.installEventFilter(self)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._act)
        self._timer.start()

    def _act(self) -> None:
        self._session.move_to(self._chance.randrange(self._session.source.count))
        held, _, key = f" {self._chance.choice(KEYS)}".rpartition(" ")
        QTest.keyClick(self._window.windowHandle(), getattr(Qt.Key, key), _HELD[held.strip()])
        if self._session.stage == 2 and self._chance.random() < 0.2:
            types = self._window.error_card._type
            types.setCurrentIndex(self._chance.randrange(_TYPES) if types.isVisible() else 0)
        self._window.frame_panel.frame.setFocus()
        for dialog in self._window.findChildren(QWidget):
            if dialog.isWindow() and dialog.isVisible():
                dialog.close()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            labels = {key: json.loads(dump(label)) for key, label in self._session.labels.items()}
            begun = json.loads(dump(self._window.labelling.unfinished.now))
            tell("shown", json.dumps({"labels": labels, "begun": begun}))
        return False


def main(folder: str, seed: str) -> None:
    """Open the desk and label until somebody ends it."""
    application, look = app.start_application("light")
    bundle = open_bundle(Path(folder))
    session = Watched(bundle, LabelStore(Path(folder), "ada", bundle))
    session.enter_stage_two()
    window = AnnotateWindow(look, session)
    window.show()
    QTest.qWaitForWindowActive(window, 500)
    hand = Hand(window, session, random.Random(seed))  # noqa: S311 - keys to press, no secret
    tell("ready")
    application.exec()
    del hand


if __name__ == "__main__":
    main(*sys.argv[1:3])
