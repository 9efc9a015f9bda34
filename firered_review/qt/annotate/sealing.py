"""Sealing from the window: it leads the dialog through lock, questions and file, and goes on where it was left."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from firered_review.qt.annotate.seal_dialog import SealDialog
from firered_review.qt.session.review import KNOWN_ERRORS, ReviewSession
from firered_review.qt.widgets.commands import Command
from firered_review.store.gaps import gaps
from firered_review.store.labels import LabelStore
from firered_review.store.sealing import lock, seal, sealed_file, sealed_path, waits_for_answers
from harness.formats.base import sha256_hex
from harness.formats.files import read_bytes
from harness.formats.labels import Declaration, Guess


class Sealing(QObject):
    """Seals the labels of one window's bundle."""

    def __init__(self, window: QWidget, session: ReviewSession, store: LabelStore) -> None:
        super().__init__(window)
        self._window, self._session, self._store = window, session, store
        self.dialog: SealDialog | None = None
        """The dialog that is open, or null."""

    def commands(self) -> list[Command]:
        """Return the command that begins or goes on."""
        return [Command("seal", "Seal…", "File", self.begin)]

    @property
    def waits_for_answers(self) -> bool:
        """Whether the labels were locked and the questions are still to be answered."""
        return waits_for_answers(self._session.bundle, self._store)

    def begin(self) -> None:
        """Show what is open, the questions, or the file: whatever comes next."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        bundle = self._session.bundle
        dialog = SealDialog(self._window)
        self.dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.lock_asked.connect(self._lock)
        dialog.answered.connect(self._write)
        path = sealed_file(bundle)
        try:
            if self._store.locked and path.exists():
                dialog.show_sealed(path, sha256_hex(read_bytes(path)))
            elif self._store.locked:
                dialog.show_questions(bundle.trials, bundle.header.questions)
            else:
                sealed_path(bundle, self._store)
                self._session.flush()
                dialog.show_gaps(gaps(bundle, self._store))
        except KNOWN_ERRORS as error:
            dialog.show_gaps(())
            dialog.say(str(error))
        dialog.open()

    def _lock(self) -> None:
        dialog, bundle = self.dialog, self._session.bundle
        if dialog is None:
            return
        self._session.flush()
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            lock(bundle, self._store)
        except KNOWN_ERRORS as error:
            dialog.say(str(error))
            return
        finally:
            QApplication.restoreOverrideCursor()
        self._session.show_lock()
        dialog.show_questions(bundle.trials, bundle.header.questions)

    def _write(self, declaration: Declaration, guess: Guess) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        try:
            path, sha256 = seal(self._session.bundle, self._store, declaration, guess)
        except KNOWN_ERRORS as error:
            dialog.say(str(error))
            return
        dialog.show_sealed(path, sha256)

    def _closed(self) -> None:
        self.dialog = None
