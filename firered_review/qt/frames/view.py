"""The frame: nearest-neighbour at a whole-number zoom of device pixels, so it is crisp at every scaling."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from firered_review.qt.widgets.look import Look, text_font

FRAME = QSize(240, 160)
_GAP = 16
_CAPTION = 20


class FrameView(QWidget):
    """Shows one frame, or two side by side with captions.

    ``painted`` tells the frame number after it was painted; ``stepped`` asks for frames on or back by the wheel.
    """

    painted = Signal(int)
    stepped = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._frame = -1
        self._images: list[QImage] = []
        self._captions: list[str] = []
        self._fault = ""
        self.wanted_zoom: int | None = None
        """The zoom that is preferred where there is room for it; null: as large as fits."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(FRAME / 2)
        self.setAccessibleName("frame")
        self.setProperty("ring", False)  # its pixels are the recorded ones, to the edge
        look.changed.connect(self.update)

    def show_frame(self, frame: int, images: list[QImage], captions: list[str] | None = None) -> None:
        """Show the pictures of this frame number; captions stand below when there are two."""
        self._frame, self._images, self._captions, self._fault = frame, images, captions or [], ""
        self.setAccessibleDescription("")
        self.update()

    def show_fault(self, sentence: str) -> None:
        """Show in place of a picture why there is none."""
        self._images, self._fault = [], sentence
        self.setAccessibleDescription(sentence)
        self.update()

    @property
    def zoom(self) -> int:
        """Device pixels per emulated pixel."""
        ratio = self.devicePixelRatioF()
        count = max(1, len(self._images))
        width = (self.width() - _GAP * (count - 1)) * ratio / count
        height = (self.height() - (_CAPTION if count > 1 else 0)) * ratio
        fits = max(1, int(min(width // FRAME.width(), height // FRAME.height())))
        return fits if self.wanted_zoom is None else min(fits, self.wanted_zoom)

    @override
    def sizeHint(self) -> QSize:
        return FRAME * 3

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turns = event.angleDelta().y()
        if turns:
            self.stepped.emit(-1 if turns > 0 else 1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.sunk)
        if not self._images:
            painter.setPen(self._look.theme.warning)
            painter.setFont(text_font())
            middle = self.rect().adjusted(24, 0, -24, 0)
            painter.drawText(middle, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._fault)
            return
        size = FRAME * self.zoom
        ratio = self.devicePixelRatioF()
        for place, image in enumerate(self._images):
            scaled = image.scaled(size)
            scaled.setDevicePixelRatio(ratio)
            where = self._corner(place, size, ratio)
            painter.drawImage(where, scaled)
            if place < len(self._captions) and len(self._images) > 1:
                painter.setPen(self._look.theme.secondary)
                painter.setFont(text_font(12))
                area = QRectF(where.x(), where.y() + size.height() / ratio + 4, size.width() / ratio, _CAPTION - 4)
                painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, self._captions[place])
        painter.end()
        self.painted.emit(self._frame)

    def _corner(self, place: int, size: QSize, ratio: float) -> QPointF:
        """Return the corner of a picture in logical pixels that falls on a whole device pixel of the window."""
        origin = self.mapTo(self.window(), QPoint(0, 0))
        count = len(self._images)
        gap = round(_GAP * ratio)
        left = (self.width() * ratio - size.width() * count - gap * (count - 1)) / 2 + place * (size.width() + gap)
        caption = _CAPTION * ratio if count > 1 else 0
        top = (self.height() * ratio - caption - size.height()) / 2
        return QPointF(
            (round(origin.x() * ratio + left) - origin.x() * ratio) / ratio,
            (round(origin.y() * ratio + max(0.0, top)) - origin.y() * ratio) / ratio,
        )
