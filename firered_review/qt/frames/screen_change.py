"""How much the screen changed from one decision to the next, measured from the pixels on another thread."""

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from firered_review.qt.frames.source import decode
from harness.evidence.motion import MotionReader
from harness.formats.base import FrameNumber
from harness.formats.errors import BadFile

_TOLD_EVERY = 100
_KEPT, _GREY = 0.16, 72
"""How much of a picture is left where nothing changed, and the grey it fades into."""


class ScreenChange(QObject):
    """Fills ``shares``, one a decision, and tells ``advanced`` now and then; ``close`` ends it."""

    advanced = Signal()

    def __init__(self, open_reader: Callable[[], MotionReader], boundaries: Sequence[FrameNumber]) -> None:
        super().__init__()
        self.shares: NDArray[np.float32] = np.full(len(boundaries), np.nan, np.float32)
        """Share of pixels that differ from the previous boundary frame; NaN where not measured yet."""
        self._open_reader = open_reader
        self._boundaries = boundaries
        self._closed = False
        self._worker = threading.Thread(target=self._measure, name="screen change", daemon=True)

    def start(self) -> None:
        """Begin to measure."""
        self._worker.start()

    @property
    def finished(self) -> bool:
        """Whether every decision was measured."""
        return self._worker.ident is not None and not self._worker.is_alive()

    def close(self) -> None:
        """Stop and wait for the thread."""
        self._closed = True
        if self._worker.ident is not None:
            self._worker.join()

    def _measure(self) -> None:
        before: NDArray[np.uint32] | None = None
        try:
            opened = self._open_reader()
        except BadFile:
            return
        with opened as reader:
            for place, frame in enumerate(self._boundaries):
                if self._closed:
                    return
                try:
                    now: NDArray[np.uint32] | None = pixels(decode(reader, frame))
                except BadFile:
                    now = None  # whoever goes to that frame is told
                if before is not None and now is not None:
                    self.shares[place] = np.count_nonzero(now != before) / now.size
                before = now
                if place % _TOLD_EVERY == _TOLD_EVERY - 1:
                    self.advanced.emit()
        if not self._closed:
            self.advanced.emit()


def pixels(image: QImage) -> NDArray[np.uint32]:
    """Return the pixels of a 32-bit picture as one number each."""
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def difference(before: QImage, now: QImage) -> QImage:
    """Return ``now`` with everything that did not change since ``before`` faded far back."""
    import cv2  # it takes longer to load than the window, and few look at a difference

    old, new = (pixels(one).view(np.uint8).reshape(now.height(), now.width(), 4)[:, :, :3] for one in (before, now))
    changed = np.any(cv2.absdiff(old, new), axis=2, keepdims=True)
    faded = cv2.addWeighted(new, _KEPT, np.full_like(new, _GREY), 1 - _KEPT, 0)
    shown = np.full((now.height(), now.width(), 4), 255, np.uint8)
    shown[:, :, :3] = np.where(changed, new, faded)
    data = shown.tobytes()
    return QImage(data, now.width(), now.height(), now.width() * 4, QImage.Format.Format_RGB32).copy()
