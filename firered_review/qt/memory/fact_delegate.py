"""Painting a row of the memory table: the fact in words, its id below, decisions at the right."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from firered_review.qt.memory.model import FACT_ROLE, RIVALS_ROLE
from firered_review.qt.widgets.look import Look, mono_font

FACT_HEIGHT = 62
RIVAL_HEIGHT = FACT_HEIGHT + 15
"""A row is so high where other active facts say something else: their ids have a line of their own."""
_WORDS_HEIGHT = 38
_SIDE = 14


class FactDelegate(QStyledItemDelegate):
    """Two lines of words and the id in the first column, one line in the others; a thin line below each row."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look
        self._small = mono_font(11)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(60, FACT_HEIGHT)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._look.theme
        area: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.accent_soft)
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), theme.line)
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        painter.setFont(index.data(Qt.ItemDataRole.FontRole))
        painter.setPen(index.data(Qt.ItemDataRole.ForegroundRole))
        if index.column() == 0:
            inside = area.adjusted(_SIDE, 5, -4, -5)
            self._paint_words(painter, QRect(inside.left(), inside.top(), inside.width(), _WORDS_HEIGHT), text)
            others = index.data(RIVALS_ROLE)
            painter.setFont(self._small)
            painter.setPen(theme.warning if others else theme.secondary)
            lines = [index.data(FACT_ROLE) or ""]
            if others:
                lines.append(rivals_in(others, painter.fontMetrics(), inside.width()))
            painter.drawText(inside, Qt.AlignmentFlag.AlignBottom, "\n".join(lines))
        else:
            inside = area.adjusted(0, 0, -_SIDE if index.column() == 2 else -8, 0)
            painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_words(self, painter: QPainter, area: QRect, text: str) -> None:
        """Paint a text in two lines at word ends; the second one is shortened where it must be."""
        metrics = painter.fontMetrics()
        first, rest = "", text.split()
        while rest and metrics.horizontalAdvance(f"{first} {rest[0]}".strip()) <= area.width():
            first = f"{first} {rest.pop(0)}".strip()
        if not first and rest:
            first = metrics.elidedText(rest.pop(0), Qt.TextElideMode.ElideRight, area.width())
        second = metrics.elidedText(" ".join(rest), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, f"{first}\n{second}")


def rivals_in(others: Sequence[str], metrics: QFontMetrics, width: int) -> str:
    """Return as many of these ids as fit whole into a width, and how many more there are."""
    for shown in range(len(others), 0, -1):
        more = f" +{len(others) - shown}" if shown < len(others) else ""
        line = f"≠ {', '.join(others[:shown])}{more}"
        if metrics.horizontalAdvance(line) <= width:
            return line
    return (
        f"≠ {len(others)} more"
        if len(others) > 1
        else metrics.elidedText(f"≠ {others[0]}", Qt.TextElideMode.ElideMiddle, width)
    )
