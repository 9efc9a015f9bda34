"""The game's pad with the buttons that are held at the cursor."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from firered_review.qt.widgets.look import Look, text_font
from harness.formats.base import Button

_CROSS: dict[Button, tuple[int, int]] = {"UP": (14, 0), "LEFT": (0, 14), "RIGHT": (28, 14), "DOWN": (14, 28)}
_ROUND: dict[Button, tuple[float, str]] = {"B": (56, "B"), "A": (86, "A")}


class PadView(QWidget):
    """A cross and two round buttons; the one held is filled. START and SELECT are shown while held."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._held: Button | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("pad: no button held")
        look.changed.connect(self.update)

    def set_held(self, button: Button | None) -> None:
        """Show this button as held, or none."""
        if button != self._held:
            self._held = button
            self.setAccessibleName(f"pad: {button} held" if button else "pad: no button held")
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(112, 42)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for button, (x, y) in _CROSS.items():
            held = button == self._held
            painter.setPen(QPen(theme.accent if held else theme.line, 1))
            painter.setBrush(theme.accent if held else theme.sunk)
            painter.drawRoundedRect(QRectF(x + 0.5, y + 0.5, 12, 12), 4, 4)
        painter.setFont(text_font(11))
        for button, (left, text) in _ROUND.items():
            held = button == self._held
            painter.setPen(QPen(theme.accent if held else theme.line, 1))
            painter.setBrush(theme.accent if held else theme.sunk)
            area = QRectF(left + 0.5, 9.5, 23, 23)
            painter.drawEllipse(area)
            painter.setPen(theme.on_accent if held else theme.secondary)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
