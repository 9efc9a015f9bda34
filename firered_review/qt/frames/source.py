"""Pictures of a trial by frame number: a bounded cache, decoded ahead in the direction of motion on another thread."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from firered_review.qt.words.labels import grouped
from harness.evidence.motion import MotionReader
from harness.formats.errors import BadFile

OpenReader = Callable[[], MotionReader]
CACHED_FRAMES = 360
"""Pictures kept in memory, 150 kB each."""
AHEAD = 48
_LET_PAINT_S = 0.006
"""How long decoding ahead lets the frame that was asked for be painted first: both share one interpreter."""
FRAME_SIZE = QSize(240, 160)


def decode(reader: MotionReader, frame: int) -> QImage:
    """Decode one frame as a 240×160 picture and check it against its identity.

    Raises:
        BadFile: the frame is missing, or its picture is damaged or another one than was recorded.
    """
    try:
        rgb = reader.rgb(frame)
    except BadFile:
        raise BadFile(
            f"Frame {grouped(frame)} cannot be shown, because its picture in motion.sqlite is damaged: "
            "ask for the bundle again."
        ) from None
    image = QImage(rgb, FRAME_SIZE.width(), FRAME_SIZE.height(), FRAME_SIZE.width() * 3, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)


class FrameSource:
    """The pictures of one trial; ``close`` stops its thread."""

    def __init__(self, open_reader: OpenReader) -> None:
        self._reader = open_reader()
        self._open_reader = open_reader
        self.count = self._reader.count
        """Frames in the trial, numbered from 0."""
        self._cache: OrderedDict[int, QImage] = OrderedDict()
        self._lock = threading.Lock()
        self._wish = threading.Condition()
        self._wanted: tuple[int, int] | None = None
        self._closed = False
        self._worker = threading.Thread(target=self._decode_ahead, name="decode ahead", daemon=True)
        self._worker.start()

    def image(self, frame: int) -> QImage:
        """Return a frame's picture, from the cache or decoded now.

        Raises:
            BadFile: the frame is missing or its picture is damaged.
        """
        with self._lock:
            image = self._cache.get(frame)
            if image is not None:
                self._cache.move_to_end(frame)
        if image is None:
            image = decode(self._reader, frame)
            self._keep(frame, image)
        return image

    def look_ahead(self, frame: int, step: int) -> None:
        """Ask for the pictures that come next, ``step`` frames at a time; forwards where ``step`` is positive."""
        with self._wish:
            self._wanted = (frame, step or 1)
            self._wish.notify()

    def close(self) -> None:
        """Stop the thread and let go of the file."""
        with self._wish:
            self._closed = True
            self._wish.notify()
        self._worker.join()
        self._reader.close()

    def _keep(self, frame: int, image: QImage) -> None:
        with self._lock:
            self._cache[frame] = image
            self._cache.move_to_end(frame)
            while len(self._cache) > CACHED_FRAMES:
                self._cache.popitem(last=False)

    def _decode_ahead(self) -> None:
        try:
            reader = self._open_reader()
        except BadFile:
            return  # frames are decoded when they are asked for, and whoever asks is told
        with reader:
            while True:
                with self._wish:
                    self._wish.wait_for(lambda: self._closed or self._wanted is not None)
                    if self._closed or self._wanted is None:
                        return
                    self._wish.wait_for(lambda: self._closed, _LET_PAINT_S)
                    frame, step = self._wanted
                    self._wanted = None
                self._decode_from(reader, frame, step)

    def _decode_from(self, reader: MotionReader, frame: int, step: int) -> None:
        for number in range(frame + step, frame + step * (AHEAD + 1), step):
            if self._closed or self._wanted is not None or not 0 <= number < self.count:
                return
            with self._lock:
                known = number in self._cache
            if not known:
                try:
                    self._keep(number, decode(reader, number))
                except BadFile:
                    return  # whoever goes to that frame is told
