"""One of the two labels of an item: its letter, its frame, its fields with what differs set off."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.qt.frames.view import FrameView
from firered_review.qt.widgets.look import Look, mono_font, text_font
from firered_review.qt.widgets.pieces import ElidedLabel, KeyCap, set_property, words
from firered_review.qt.words.fields import Field

_LINE = 25
_HEAD = 60
_LEAST_FRAME = 160


class SidePanel(QFrame):
    """Shows label A or B; without a label it says so."""

    def __init__(self, look: Look, letter: str, key: str) -> None:
        super().__init__()
        self._look = look
        self._rows = 1
        self.setProperty("panel", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(words(letter, font=text_font(15, bold=True)))
        head.addWidget(KeyCap(look, key))
        head.addStretch(1)
        self._place = words("", tone="secondary", font=mono_font(12))
        head.addWidget(self._place)
        column.addLayout(head)
        self.frame = FrameView(look)
        self.frame.setAccessibleName(f"frame of label {letter}")
        column.addWidget(self.frame, 1)
        table = QWidget()
        self._grid = QGridLayout(table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._table = QScrollArea()
        self._table.setWidgetResizable(True)
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._table.setMinimumHeight(2 * _LINE)
        self._table.setWidget(table)
        column.addWidget(self._table)

    def show_place(self, text: str) -> None:
        """Show at the right which frame and decision is on screen."""
        self._place.setText(text)

    def show_frame(self, frame: int, image: QImage) -> None:
        """Show a picture."""
        self.frame.show_frame(frame, [image])

    def show_fields(self, fields: Sequence[Field] | None, differing: Sequence[str], rows: int) -> None:
        """Show a label's fields, those that differ in warning colours and bold; null is no label.

        The table takes the room of ``rows`` lines, so that the two frames stand at one height.
        """
        self._rows = rows
        self._fit()
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if fields is None:
            nothing = words("This side has no such label.", tone="secondary")
            self._grid.addWidget(nothing, 0, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        for row, field in enumerate(fields or ()):
            self._grid.addWidget(_line(field, differs=field.name in differing), row, 0)

    def _fit(self) -> None:
        """Give the table its lines, or where the frame would get too small, fewer and a way to scroll."""
        room = self.height() - _HEAD - _LEAST_FRAME
        self._table.setFixedHeight(max(2 * _LINE, min(self._rows * _LINE, room)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _line(field: Field, *, differs: bool) -> QWidget:
    line = QFrame()
    line.setFixedHeight(_LINE)
    line.setProperty("bar", "top")
    set_property(line, "differs", differs)
    row = QHBoxLayout(line)
    row.setContentsMargins(8, 0, 8, 0)
    row.setSpacing(8)
    name = words(field.text, tone="secondary")
    name.setFixedWidth(104)
    row.addWidget(name)
    value = ElidedLabel(font=text_font(bold=differs))
    value.set_whole(field.value)
    value.setAccessibleName(f"{field.text}: {field.value}{', differs' if differs else ''}")
    row.addWidget(value, 1)
    return line
