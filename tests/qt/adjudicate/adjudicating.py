"""An adjudication window offscreen with what stands behind it, driven by keys and clicks."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.window import AdjudicateWindow
from firered_review.qt.start.desks import open_adjudication_desk
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.widgets.look import Look
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.bundle import open_bundle
from firered_review.store.judged import STAGE_ONE_KINDS
from firered_review.store.opening import open_database_file
from tests.adjudications import Chain

NONE = Qt.KeyboardModifier.NoModifier
W = TypeVar("W", bound=QWidget)


class Table(NamedTuple):
    """An open adjudication window."""

    window: AdjudicateWindow
    session: AdjudicationSession
    database: AdjudicationDatabase

    def press(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press keys in the window."""
        for key in keys:
            QTest.keyClick(self.window.windowHandle(), key, modifiers)
            QApplication.processEvents()

    def decide(self, key: Qt.Key, reason: int = 1) -> None:
        """Choose by key, take a reason of the list, decide."""
        self.press(key)
        self.window.judging.choose_reason(reason)
        self.press(Qt.Key.Key_Return)

    def go_to(self, finding: str, kind: str) -> Item:
        """Go to the first item like this."""
        item = next(one for one in self.session.items() if one.finding == finding and one.kind == kind)
        self.session.go_to(item.item)
        QApplication.processEvents()
        return item

    def click(self, name: str, among: QWidget | None = None) -> None:
        """Click on the button of this accessible name."""
        found = (one for one in (among or self.window).findChildren(QAbstractButton) if one.isVisible())
        button = next(one for one in found if one.accessibleName() == name)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, NONE, QPoint(button.width() // 2, button.height() // 2))
        QApplication.processEvents()

    def in_front(self, kind: type[W]) -> W:
        """Return the window of this kind that is open."""
        (found,) = [one for one in self.window.findChildren(kind) if one.isVisible()]
        return found

    def judge_first_stage(self) -> None:
        """Decide every item of the first stage, by the store, and let the window see it."""
        for item in self.database.items():
            if item.kind in STAGE_ONE_KINDS and item.state == "open":
                self.database.judge(item.item, "a" if item.a else "b", reason="x")
        self.session.look_again()


@contextmanager
def at_table(look: Look, chain: Chain, folder: Path) -> Iterator[Table]:
    """Open the window on a copy of a chain's database, as the application does."""
    path = folder / "adjudication.sqlite"
    shutil.copy(chain.database, path)
    with opened(look, chain, path) as table:
        yield table


@contextmanager
def opened(look: Look, chain: Chain, path: Path) -> Iterator[Table]:
    """Open the window on a database that is there."""
    bundle = open_bundle(chain.adjudicator, "adjudication")
    database = open_database_file(path, bundle)
    session = AdjudicationSession(database, bundle)
    window = open_adjudication_desk(look, Preferred(look, path.parent / "preferences.json"), session)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    yield Table(window, session, database)
    window.close()
    database.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, 52)
    QApplication.processEvents()
