"""The ring round whatever has the keyboard: painted over the widget itself, so that nothing moves for it."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from typing_extensions import override

_WIDTH, _CORNER = 2.0, 6.0


class FocusRing(QObject):
    """Follows the focus through every window. A widget whose property ``ring`` is false shows its focus by itself."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._painted: QWidget | None = None
        self._inside = False
        self.colour = QColor()
        self.on_filled = QColor()
        """Colour of the ring inside a button that is filled with the other."""
        application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self._painted is not None and shiboken6.isValid(self._painted):
            self._painted.removeEventFilter(self)
            self._painted.update()
        self._painted = None
        if now is None or now.property("ring") is False:
            return
        self._painted = now.viewport() if isinstance(now, QAbstractScrollArea) else now
        self._painted.installEventFilter(self)
        self._painted.update()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._inside or event.type() != QEvent.Type.Paint or not isinstance(watched, QWidget):
            return False
        self._inside = True
        try:
            QApplication.sendEvent(watched, event)
        finally:
            self._inside = False
        self._paint(watched)
        return True

    def _paint(self, widget: QWidget) -> None:
        painter = QPainter(widget)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        filled = bool(widget.property("filled")) and widget.isEnabled()
        painter.setPen(QPen(self.on_filled if filled else self.colour, _WIDTH))
        inset = _WIDTH / 2 + (_WIDTH if filled else 0)
        corner = _CORNER - (_WIDTH if filled else 0)
        painter.drawRoundedRect(QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset), corner, corner)
        painter.end()
