"""The item model of the adjudication list, its rows, and the delegate that paints them."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from firered_review.qt.widgets.look import Look, caption_font, text_font
from firered_review.qt.widgets.pieces import plain_tip
from firered_review.qt.widgets.shapes import kind_colour, paint_kind

ITEM_ROLE = Qt.ItemDataRole.UserRole
ITEM_HEIGHT = 30
_SIDE = 14
_Index = QModelIndex | QPersistentModelIndex
StateTone = Literal["plain", "good", "warning"]


class ItemRow(NamedTuple):
    """What one row of the list shows; a heading has no item."""

    item: str
    kind: str
    text: str
    trial: str
    state: str
    tone: StateTone = "plain"
    settled: bool = False
    """It was decided: its shape is filled."""


class ItemsModel(QAbstractListModel):
    """Items in order; it touches only the rows it is told of."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ItemRow] = []
        self._places: dict[str, int] = {}

    def show(self, rows: Iterable[ItemRow]) -> None:
        """Show these rows; where only their words differ, only those are touched."""
        new = list(rows)
        if [(row.item, row.trial) for row in new] == [(row.item, row.trial) for row in self._rows]:
            for place, (before, row) in enumerate(zip(self._rows, new, strict=True)):
                if before != row:
                    self._rows[place] = row
                    self.dataChanged.emit(self.index(place), self.index(place))
            return
        self.beginResetModel()
        self._rows = new
        self._places = {row.item: place for place, row in enumerate(new)}
        self.endResetModel()

    def place_of(self, item: str) -> int | None:
        """Return the row of an item, or null where the filter leaves it out."""
        return self._places.get(item)

    def items(self) -> list[str]:
        """Return the ids of the items in the list."""
        return [row.item for row in self._rows if row.item]

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        row: ItemRow | None = index.data(ITEM_ROLE)
        if row is None or not row.item:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ITEM_ROLE:
            return row
        said = f"{row.text}, {row.trial}, {row.state}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(said)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return said
        return None


class ItemDelegate(QStyledItemDelegate):
    """Paints an item: shape, words, trial, and its state as a chip."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look
        self._text, self._small, self._heading = text_font(), text_font(12), caption_font()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        row: ItemRow | None = index.data(ITEM_ROLE)
        return QSize(200, ITEM_HEIGHT if row is None or row.item else ITEM_HEIGHT + 6)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: ItemRow | None = index.data(ITEM_ROLE)
        if row is None:
            return
        theme = self._look.theme
        area: QRect = option.rect
        painter.save()
        if not row.item:
            self._paint_heading(painter, area, row)
            painter.restore()
            return
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.accent_soft)
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), theme.line)
        middle = area.y() + area.height() / 2
        colour = kind_colour(row.kind, theme)
        paint_kind(painter, row.kind, QPointF(area.x() + _SIDE + 5, middle), colour, filled=row.settled)
        right = self._paint_state(painter, area, row)
        painter.setFont(self._text)
        painter.setPen(theme.secondary if row.settled else theme.text)
        room = int(right - 10 - (area.x() + _SIDE + 20))
        text = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(area.x() + _SIDE + 20, area.y(), room + 2, area.height()), _LEFT, text)
        painter.restore()

    def _paint_heading(self, painter: QPainter, area: QRect, row: ItemRow) -> None:
        theme = self._look.theme
        inside = QRectF(area).adjusted(_SIDE, 8, -_SIDE, -2)
        painter.setFont(self._heading)
        painter.setPen(theme.faint)
        painter.drawText(inside, _LEFT, row.text)
        painter.setFont(self._small)
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.state)

    def _paint_state(self, painter: QPainter, area: QRect, row: ItemRow) -> float:
        theme = self._look.theme
        painter.setFont(self._small)
        width = max(96, painter.fontMetrics().horizontalAdvance(row.state) + 18)
        chip = QRectF(area.right() - _SIDE - width + 4, area.y() + 5, width, 20)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.warning_soft if row.tone == "warning" else theme.sunk)
        painter.drawRoundedRect(chip, 10, 10)
        tones = {"warning": theme.warning, "good": theme.good, "plain": theme.secondary}
        painter.setPen(tones[row.tone])
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, row.state)
        return chip.left()


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
