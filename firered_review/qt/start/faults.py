"""The one place where an unexpected fault is shown: what was asked is not done, nothing stored is lost."""

import sys
import traceback
from types import TracebackType

from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.widgets.look import mono_font, text_font
from firered_review.qt.widgets.pieces import push, words


class FaultDialog(QDialog):
    """Says that something went wrong that should not, with the details to send."""

    def __init__(self, title: str, details: str) -> None:
        super().__init__(QApplication.activeWindow())
        self.setWindowTitle("FireRed Review")
        self.setFixedWidth(640)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addWidget(words(title, font=text_font(15, bold=True), wrap=True))
        if details:
            column.addWidget(words("Every label that was shown is on disk.", tone="secondary", wrap=True))
            text = QPlainTextEdit(details)
            text.setReadOnly(True)
            text.setFont(mono_font(11))
            text.setMinimumHeight(220)
            text.setAccessibleName("details of the fault")
            column.addWidget(text)
        row = QHBoxLayout()
        row.addStretch(1)
        close = push("Close", "close this message")
        close.clicked.connect(self.accept)
        row.addWidget(close)
        column.addLayout(row)


def present_faults() -> None:
    """From now on, show what no code expected in a window as well as on stderr."""
    showing = False

    def present(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        nonlocal showing
        sys.__excepthook__(kind, fault, trace)
        if showing or not isinstance(fault, Exception) or QApplication.instance() is None:
            return
        showing = True
        known = isinstance(fault, KNOWN_ERRORS)
        title = str(fault) if known else "Something went wrong that should not have."
        details = "" if known else "".join(traceback.format_exception(kind, fault, trace))
        dialog = FaultDialog(title, details)
        dialog.finished.connect(dialog.deleteLater)
        dialog.exec()
        showing = False

    sys.excepthook = present
