"""One row of a label list as plain values, and the delegate that paints it the same in every list."""

from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from firered_review.qt.widgets.look import Look, caption_font, mono_font, text_font
from firered_review.qt.widgets.shapes import kind_colour, paint_key, paint_kind

ROW_ROLE = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 27
"""Every row has one height, so that a list of ten thousand lays itself out at once."""
_SIDE = 14
_Index = QModelIndex | QPersistentModelIndex


class Row(NamedTuple):
    """What one row shows; a heading has only ``text`` and ``key``."""

    text: str
    label_id: str = ""
    kind: str = ""
    key: str = ""
    right: str = ""
    tip: str = ""
    look: Literal["label", "heading", "hint"] = "label"
    filled: bool = True
    missing: bool = False
    """The right-hand text says that something is not there yet."""
    tinted: bool = False
    """It waits for something: warning colours."""


class RowDelegate(QStyledItemDelegate):
    """Paints rows: key, shape, text, and at the right where it lies."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._text, self._mono = text_font(), mono_font(12)
        self._heading, self._key = caption_font(), text_font(11)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(100, ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is None:
            return
        area: QRect = option.rect
        state: Any = option.state
        painter.save()
        if row.look == "label":
            self._paint_label(painter, area, row, selected=bool(state & QStyle.StateFlag.State_Selected))
        else:
            self._paint_words(painter, area, row)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, row: Row) -> None:
        theme = self._look.theme
        inside = QRectF(area).adjusted(_SIDE, 0, -_SIDE, 0)
        if row.look == "hint":
            painter.setFont(self._text)
            painter.setPen(theme.secondary)
            short = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, int(inside.width()))
            painter.drawText(inside, _LEFT, short)
            return
        painter.setFont(self._heading)
        painter.setPen(theme.faint)
        painter.drawText(inside.adjusted(0, 3, 0, 3), Qt.AlignmentFlag.AlignVCenter, row.text)
        if row.key:
            painter.setFont(self._key)
            wide = _key_width(painter, row.key)
            paint_key(painter, QRectF(inside.right() - wide, inside.center().y() - 6, wide, 18), row.key, theme)

    def _paint_label(self, painter: QPainter, area: QRect, row: Row, *, selected: bool) -> None:
        theme = self._look.theme
        if selected or row.tinted:
            painter.fillRect(area, theme.accent_soft if selected else theme.warning_soft)
        x, middle = area.x() + _SIDE, area.y() + area.height() / 2
        if row.key:
            painter.setFont(self._key)
            wide = _key_width(painter, row.key)
            paint_key(painter, QRectF(x, middle - 9, wide, 18), row.key, theme)
            x += wide + 10
        colour = kind_colour(row.kind, theme)
        paint_kind(painter, row.kind, QPointF(x + 5, middle), colour, filled=row.filled)
        x += 19
        right = area.right() - _SIDE
        small = self._text if row.missing or row.tinted else self._mono
        painter.setFont(small)
        painter.setPen(theme.faint if row.missing else theme.warning if row.tinted else theme.secondary)
        width = painter.fontMetrics().horizontalAdvance(row.right)
        painter.drawText(QRectF(right - width - 1, area.y(), width + 2, area.height()), _LEFT, row.right)
        painter.setFont(self._text)
        painter.setPen(theme.text)
        room = int(right - width - 8 - x)
        text = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(x, area.y(), room + 2, area.height()), _LEFT, text)


def _key_width(painter: QPainter, key: str) -> int:
    return max(18, painter.fontMetrics().horizontalAdvance(key) + 10)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
