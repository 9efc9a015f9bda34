"""What is begun and not finished, on disk before anybody is told; letting go can be taken back."""

from typing import Any

from PySide6.QtCore import QObject, Signal

from firered_review.core.pending import Pending
from firered_review.core.rules import ErrorDraft
from firered_review.qt.session.review import ReviewSession
from harness.formats.base import FrameNumber


class Unfinished(QObject):
    """In, out, first passage, begin of a battle and memory error of the trial that is open."""

    changed = Signal()

    def __init__(self, session: ReviewSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._now = session.begun()
        self.just_let_go = False
        """Whether the last thing done was to let go, so that an undo means that."""
        session.trial_changed.connect(self._read)
        session.changed.connect(self._edited)

    @property
    def now(self) -> Pending:
        """What is begun, as it is on disk."""
        return self._now

    @property
    def mark_in(self) -> FrameNumber | None:
        """Where the segment begins."""
        return self._now.mark_in

    @property
    def mark_out(self) -> FrameNumber | None:
        """Where the segment ends."""
        return self._now.mark_out

    @property
    def draft(self) -> ErrorDraft | None:
        """The memory error that is being put together."""
        return self._now.draft

    def put(self, **begun: Any) -> bool:
        """Change some of what is begun; tells whether it is on disk, else nothing changed."""
        return self._keep(self._now.model_copy(update=begun))

    def let_go(self) -> bool:
        """Let go of all that is begun; tells whether there was anything."""
        self.just_let_go = not self._now.empty and self._keep(self._now.after_letting_go())
        return self.just_let_go

    def bring_back(self) -> bool:
        """Bring back what was let go of last; tells whether there was anything."""
        return bool(self._now.let_go) and self._keep(self._now.after_bringing_back())

    # --- inside -----------------------------------------------------------------------------------------------------
    def _keep(self, pending: Pending) -> bool:
        self.just_let_go = False
        if pending != self._now and not self._session.keep_begun(pending):
            return False
        self._now = pending
        self.changed.emit()
        return True

    def _read(self) -> None:
        self._now = self._session.begun()
        self.just_let_go = False
        self.changed.emit()

    def _edited(self) -> None:
        self.just_let_go = False
