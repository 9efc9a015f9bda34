"""Small pictures of frames for the timeline, made on another thread, the last few hundred kept."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage

from firered_review.qt.frames.source import decode
from harness.evidence.motion import MotionReader
from harness.formats.base import FrameNumber
from harness.formats.errors import BadFile

SIZE = QSize(90, 60)
"""Twice what is painted, so that they are sharp at 200 %."""
KEPT = 400
"""Small pictures kept in memory, 22 kB each."""
_MOST_ASKED = 200


class Thumbnails(QObject):
    """The small pictures of one trial; ``arrived`` tells that some that were asked for are ready, ``close`` ends it."""

    arrived = Signal()

    def __init__(self, open_reader: Callable[[], MotionReader]) -> None:
        super().__init__()
        self._open_reader = open_reader
        self._ready: OrderedDict[FrameNumber, QImage] = OrderedDict()
        self._wish = threading.Condition()
        self._wanted: list[FrameNumber] = []
        self._closed = False
        self._worker = threading.Thread(target=self._make, name="thumbnails", daemon=True)

    def start(self) -> None:
        """Begin to make pictures."""
        self._worker.start()

    def pictures(self, frames: Sequence[FrameNumber]) -> Mapping[FrameNumber, QImage]:
        """Return those of these frames that are ready, and have the others made in place of what was asked before."""
        with self._wish:
            found = {frame: self._ready[frame] for frame in frames if frame in self._ready}
            for frame in found:
                self._ready.move_to_end(frame)
            self._wanted = [frame for frame in frames if frame not in found][:_MOST_ASKED]
            if self._wanted:
                self._wish.notify()
        return found

    def close(self) -> None:
        """Stop and wait for the thread."""
        with self._wish:
            self._closed = True
            self._wish.notify()
        if self._worker.ident is not None:
            self._worker.join()

    def _make(self) -> None:
        try:
            opened = self._open_reader()
        except BadFile:
            return  # whoever goes to a frame is told
        with opened as reader:
            while True:
                with self._wish:
                    self._wish.wait_for(lambda: self._closed or self._wanted)
                    if self._closed:
                        return
                    frame = self._wanted.pop(0)
                self._keep(frame, _small(reader, frame))

    def _keep(self, frame: FrameNumber, picture: QImage) -> None:
        with self._wish:
            self._ready[frame] = picture
            while len(self._ready) > KEPT:
                self._ready.popitem(last=False)
            done = not self._wanted and not self._closed
        if done:
            self.arrived.emit()


def _small(reader: MotionReader, frame: FrameNumber) -> QImage:
    """Return a frame's small picture; one that is damaged is empty, whoever goes to that frame is told."""
    try:
        return decode(reader, frame).scaled(
            SIZE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    except BadFile:
        return QImage()
