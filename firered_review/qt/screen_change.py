"""How much the screen changed from one decision to the next, measured from the pixels on another thread."""

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from firered_review.qt.frames import decode
from harness.evidence.motion import MotionReader
from harness.formats.base import FrameNumber
from harness.formats.errors import BadFile

_TOLD_EVERY = 100


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
        with self._open_reader() as reader:
            for place, frame in enumerate(self._boundaries):
                if self._closed:
                    return
                try:
                    now = pixels(decode(reader, frame))
                except BadFile:
                    return  # whoever goes to that frame is told
                if before is not None:
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
    old, new = pixels(before), pixels(now)
    faded = ((new >> 3) & 0x1F1F1F1F) + 0x30303030
    shown = np.where(old != new, new, faded) | 0xFF000000
    data = shown.astype(np.uint32).tobytes()
    return QImage(data, now.width(), now.height(), now.width() * 4, QImage.Format.Format_RGB32).copy()
