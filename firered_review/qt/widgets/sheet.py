"""A window in front of another: a title, a body that scrolls where it must, and buttons that stay in sight."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from firered_review.qt.widgets.keys import key_names
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import push, words

_ROOM, _ALONE = 24, 900
_EDGE, _EDGES = 20, (16, 16)


class Sheet(QDialog):
    """Never taller than the window it belongs to; it is deleted when it closes."""

    def __init__(self, parent: QWidget | None, title: str, width: int) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._width = width
        self._body: QWidget | None = None
        if parent is not None:
            self.finished.connect(parent.activateWindow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, _EDGES[0], 0, _EDGES[1])
        column.setSpacing(12)
        self._title = words("", font=text_font(15, bold=True), wrap=True)
        self._title.setContentsMargins(_EDGE, 0, _EDGE, 0)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        column.addWidget(self._title)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self._scroll, 1)
        self._foot = QHBoxLayout()
        self._foot.setContentsMargins(_EDGE, 0, _EDGE, 0)
        self._foot.setSpacing(8)
        column.addLayout(self._foot)
        self.set_title(title)

    def set_title(self, title: str) -> None:
        """Show another title."""
        self.setWindowTitle(title)
        self._title.setText(title)

    def new_body(self) -> QVBoxLayout:
        """Empty the body and the row of buttons, and return the column to fill."""
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(_EDGE, 0, _EDGE, 0)
        column.setSpacing(8)
        self._body = body
        while (item := self._foot.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._foot.addStretch(1)
        return column

    def add_button(self, text: str, hint: str, *, filled: bool = False, first: bool = False) -> QPushButton:
        """Put a button into the row below; ``first`` makes it the one that Enter presses and that has the focus."""
        button = push(text, hint, filled=filled)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoDefault(False)
        self._foot.addWidget(button)
        if first:
            button.setDefault(True)
            button.setFocus()
        return button

    def add_to_foot(self, widget: QLabel) -> None:
        """Put a line of words at the left of the buttons."""
        self._foot.insertWidget(0, widget, 1)

    def fit(self) -> None:
        """Show the body, as high as it needs, or as high as the window behind allows."""
        body, layout = self._body, self.layout()
        if body is None or layout is None:
            return
        if self._scroll.widget() is not body:
            self._scroll.setWidget(body)
        if not self.isVisible():
            return  # what is not on screen has no style yet, and so no height
        body.show()
        inside = body.layout()
        needed = body.sizeHint().height()
        if inside is not None and inside.hasHeightForWidth():
            needed = inside.totalHeightForWidth(self._width)
        around = sum(_EDGES) + 2 * layout.spacing() + self._foot.sizeHint().height()
        around += self._title.heightForWidth(self._width - 2 * _EDGE)
        self.setFixedSize(self._width, min(needed + around, self._room))
        QTimer.singleShot(0, self, self._grow)

    @property
    def _room(self) -> int:
        parent = self.parentWidget()
        return parent.window().height() - 2 * _ROOM if parent is not None else _ALONE

    def _grow(self) -> None:
        """Add what the body was found to lack once it was laid out."""
        lacks = self._scroll.verticalScrollBar().maximum()
        if lacks > 0 and self.height() < self._room:
            self.setFixedHeight(min(self.height() + lacks, self._room))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        parent, focus = self.parentWidget(), self.focusWidget()
        if "Ctrl+Q" in key_names(event) and parent is not None:
            self.reject()
            parent.window().close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
        else:
            super().keyPressEvent(event)
