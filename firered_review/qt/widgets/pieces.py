"""The small pieces every window is laid out from: labels, chips, key caps, cards, eliding lines."""

import html
from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.qt.widgets.look import Look, caption_font, text_font
from firered_review.qt.widgets.shapes import paint_key

Tone = Literal["plain", "secondary", "faint", "warning", "error"]
Chip = Literal["plain", "accent", "good", "warning"]


def words(text: str = "", *, tone: Tone = "plain", font: QFont | None = None, wrap: bool = False) -> QLabel:
    """Return a label of plain text: what models or people wrote is never read as markup."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font or text_font())
    label.setProperty("tone", tone)
    label.setWordWrap(wrap)
    if wrap:
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is, where Qt would take it for markup."""
    return f"<p style='white-space: pre-wrap'>{html.escape(text)}</p>" if "<" in text else text


def heading(text: str) -> QLabel:
    """Return a section heading in small capitals."""
    label = words(text, tone="faint", font=caption_font())
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


def chip(text: str = "", kind: Chip = "plain") -> QLabel:
    """Return a rounded word that says a state."""
    label = words(text, font=text_font(12))
    label.setFixedHeight(20)
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    set_chip(label, text, kind)
    return label


def set_chip(label: QLabel, text: str, kind: Chip) -> None:
    """Give a chip another text and kind; no text hides it."""
    label.setText(text)
    if label.parentWidget() is not None or not text:  # alone it would open as a window and take the keyboard away
        label.setVisible(bool(text))
    set_property(label, "chip", kind)


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet looks at, and restyle the widget if it changed."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def panel() -> QFrame:
    """Return a rounded white surface."""
    frame = QFrame()
    frame.setProperty("panel", True)
    return frame


def card() -> tuple[QFrame, QVBoxLayout]:
    """Return a sunk surface with a column in it."""
    frame = QFrame()
    frame.setProperty("card", True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(12, 10, 12, 10)
    column.setSpacing(4)
    return frame, column


def rule() -> QFrame:
    """Return a thin line across a column."""
    frame = QFrame()
    frame.setProperty("rule", True)
    frame.setFixedHeight(1)
    return frame


def push(text: str, hint: str, *, checkable: bool = False, filled: bool = False) -> QPushButton:
    """Return a button that leaves the keyboard's focus where it is; ``hint`` is its tooltip and spoken name."""
    button = QPushButton(text)
    button.setFont(text_font())
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setCheckable(checkable)
    button.setToolTip(hint)
    button.setAccessibleName(hint)
    if filled:
        button.setProperty("filled", True)
    return button


class KeyCap(QWidget):
    """A key as it looks on a keyboard, beside what it does; ``command`` is whose key in force it shows, if any."""

    def __init__(self, look: Look, text: str, parent: QWidget | None = None, *, command: str = "") -> None:
        super().__init__(parent)
        self._look = look
        self.command = command
        self._font = text_font(11)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._text = text
        self.setAccessibleName(f"key {text}")
        look.changed.connect(self.update)

    @property
    def text(self) -> str:
        """The key it shows."""
        return self._text

    def show_key(self, text: str) -> None:
        """Show another key; without one it is blank and takes no room."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(f"key {text}" if text else "no key")
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        if not self._text:
            return QSize(0, 18)
        return QSize(max(18, round(QFontMetricsF(self._font).horizontalAdvance(self._text)) + 10), 18)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._text:
            painter = QPainter(self)
            painter.setFont(self._font)
            paint_key(painter, QRectF(self.rect()), self._text, self._look.theme)


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where it does not fit; the whole text is its tooltip then."""

    def __init__(self, tone: Tone = "plain", font: QFont | None = None) -> None:
        super().__init__()
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font or text_font())
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_whole(self, text: str) -> None:
        """Show this text, shortened to the width there is."""
        if text != self._whole:
            self._whole = text
            self._shorten()

    @property
    def whole(self) -> str:
        """The text before it was shortened."""
        return self._whole

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._shorten()
        super().resizeEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._shorten()

    def _shorten(self) -> None:
        short = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width())
        self.setText(short)
        self.setToolTip(plain_tip(self._whole) if short != self._whole else "")
