"""The item model of the memory table: the facts at the cursor, refilled only when they differ."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont
from typing_extensions import override

from firered_review.qt.memory.history import FactState
from firered_review.qt.widgets.look import Look, mono_font, text_font

COLUMNS = ("fact", "stored", "confirmed")
_Index = QModelIndex | QPersistentModelIndex
FACT_ROLE = Qt.ItemDataRole.UserRole
RIVALS_ROLE = FACT_ROLE + 1
"""The ids of other active facts that say something else of the same thing."""

_NONE: Mapping[str, tuple[str, ...]] = {}


class MemoryModel(QAbstractTableModel):
    """Rows are facts, active ones first; ended ones are faint and struck out."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._rows: list[FactState] = []
        self._rivals: Mapping[str, tuple[str, ...]] = {}
        self._texts = text_font()
        self._numbers = mono_font(12)
        self._ended = text_font()
        self._ended.setStrikeOut(True)

    def show(self, rows: list[FactState], rivals: Mapping[str, tuple[str, ...]] = _NONE) -> None:
        """Show these facts; rows that stay keep their place and their selection."""
        before, self._rivals = self._rivals, rivals
        if [row.fact.fact_id for row in rows] == [row.fact.fact_id for row in self._rows]:
            for place, (old, new) in enumerate(zip(self._rows, rows, strict=True)):
                fact_id = new.fact.fact_id
                if old != new or before.get(fact_id) != rivals.get(fact_id):
                    self._rows[place] = new
                    self.dataChanged.emit(self.index(place, 0), self.index(place, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row_of(self, fact_id: str) -> int | None:
        """Return the row of a fact, or null."""
        return next((row for row, state in enumerate(self._rows) if state.fact.fact_id == fact_id), None)

    def state(self, row: int) -> FactState | None:
        """Return the fact in a row, or null."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    @property
    def active(self) -> int:
        """How many facts are active."""
        return sum(state.active for state in self._rows)

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.FontRole:
            return text_font(11)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        state = self.state(index.row())
        if state is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            cells = (state.words, str(state.stored), str(state.confirmed))
            return cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(state)
        if role == Qt.ItemDataRole.FontRole:
            return self._font(state, index.column())
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(state)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == FACT_ROLE:
            return state.fact.fact_id
        if role == RIVALS_ROLE:
            return self._rivals.get(state.fact.fact_id, ())
        return None

    def _font(self, state: FactState, column: int) -> QFont:
        if column:
            return self._numbers
        return self._texts if state.active else self._ended

    def _colour(self, state: FactState) -> QColor:
        theme = self._look.theme
        return theme.text if state.active else theme.faint

    def _tip(self, state: FactState) -> str:
        others = self._rivals.get(state.fact.fact_id, ())
        lines = [state.words, f"{state.fact.fact_id} ({state.fact.kind}): {state.fact.value}"]
        if others:
            lines.append(f"Another value is active too, in {', '.join(others)}.")
        return "\n".join(dict.fromkeys(lines))


def _alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return (side | Qt.AlignmentFlag.AlignVCenter).value
