"""One of the two labels of an item: its letter, its frame, its fields with what differs set off."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QImage, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.qt.frames.view import FrameView
from firered_review.qt.widgets.look import Look, mono_font, text_font
from firered_review.qt.widgets.pieces import ElidedLabel, KeyCap, set_property, words
from firered_review.qt.words.fields import Field

_LINE = 25
_HEAD = 60
_LEAST_FRAME = 160
_NAME = 104
_GAP = 8
_WRITTEN = frozenset({"note", "reason", "landmark"})
"""Fields a reviewer wrote in words: they take as many lines as they need."""


class SidePanel(QFrame):
    """Shows label A or B; without a label it says so."""

    def __init__(self, look: Look, letter: str, key: str, command: str = "") -> None:
        super().__init__()
        self._look = look
        self._fields: list[Sequence[Field]] = []
        self.setProperty("panel", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(words(letter, font=text_font(15, bold=True)))
        head.addWidget(KeyCap(look, key, command=command))
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

    def show_fields(
        self, fields: Sequence[Field] | None, differing: Sequence[str], beside: Sequence[Field] | None
    ) -> None:
        """Show a label's fields, those that differ in warning colours and bold; null is no label.

        The table takes the room that these or the ones ``beside`` need, so that the two frames stand at one height.
        """
        self._fields = [one for one in (fields, beside) if one is not None]
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
        needed = max((sum(self._height(field) for field in one) for one in self._fields), default=_LINE)
        self._table.setFixedHeight(max(2 * _LINE, min(needed, room)))

    def _height(self, field: Field) -> int:
        if field.name not in _WRITTEN:
            return _LINE
        metrics, wide = QFontMetrics(text_font(bold=True)), self.width() - _NAME - 6 * _GAP
        wrapped = metrics.boundingRect(0, 0, max(1, wide), 1 << 16, Qt.TextFlag.TextWordWrap, field.value)
        return _LINE + max(0, wrapped.height() - metrics.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _line(field: Field, *, differs: bool) -> QWidget:
    line = QFrame()
    line.setProperty("bar", "top")
    set_property(line, "differs", differs)
    row = QHBoxLayout(line)
    row.setContentsMargins(_GAP, 0, _GAP, 0)
    row.setSpacing(_GAP)
    name = words(field.text, tone="secondary")
    name.setFixedWidth(_NAME)
    name.setMinimumHeight(_LINE - 1)
    row.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
    if field.name in _WRITTEN:
        value: QLabel = words(field.value, font=text_font(bold=differs), wrap=True)
        value.setContentsMargins(0, 4, 0, 4)
    else:
        line.setFixedHeight(_LINE)
        value = short = ElidedLabel(font=text_font(bold=differs))
        short.set_whole(field.value)
    value.setAccessibleName(f"{field.text}: {field.value}{', differs' if differs else ''}")
    row.addWidget(value, 1)
    return line
