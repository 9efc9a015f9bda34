"""Memory at the cursor: a table that can be filtered, and the chosen fact in full with its history."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from firered_review.qt.memory.fact_card import FactCard
from firered_review.qt.memory.fact_delegate import FACT_HEIGHT, RIVAL_HEIGHT, FactDelegate
from firered_review.qt.memory.history import FactState, matching, rivals
from firered_review.qt.memory.model import MemoryModel
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import heading, rule, words


class MemoryPanel(QWidget):
    """Shows facts. ``fact_chosen`` tells the fact that was chosen, the other signals what to do with it."""

    fact_chosen = Signal(str)
    cite_asked = Signal(str)
    evidence_asked = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.model = MemoryModel(look, self)
        self._facts: list[FactState] = []
        self._chosen: str | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(rule())
        head = QHBoxLayout()
        head.setContentsMargins(14, 10, 14, 4)
        head.addWidget(heading("Memory at the cursor"), 1)
        self._count = words("", tone="faint", font=text_font(11, bold=True))
        head.addWidget(self._count)
        column.addLayout(head)
        self.filter = self._make_filter()
        held = QHBoxLayout()
        held.setContentsMargins(14, 0, 14, 6)
        held.addWidget(self.filter)
        column.addLayout(held)
        self._empty = words("", tone="secondary", wrap=True)
        self._empty.setContentsMargins(14, 0, 14, 8)
        column.addWidget(self._empty)
        self.table = self._make_table(look)
        column.addWidget(self.table, 1)
        self._detail = FactCard(look)
        self._detail.cite_asked.connect(lambda: self._ask(self.cite_asked))
        self._detail.evidence_asked.connect(lambda: self._ask(self.evidence_asked))
        column.addWidget(self._detail)

    def show_facts(self, facts: Sequence[FactState]) -> None:
        """Show the memory as it stands at the cursor."""
        self._facts = list(facts)
        self._refill()

    def set_low(self, *, low: bool) -> None:
        """Leave out the chosen fact in full where there is no room for it."""
        self._detail.allow(not low)

    @property
    def chosen_fact(self) -> str | None:
        """The id of the fact that would be cited."""
        return self._chosen

    def choose(self, fact_id: str | None) -> None:
        """Make one fact the chosen one, or none."""
        changed = fact_id != self._chosen
        self._chosen = fact_id
        row = self.model.row_of(fact_id) if fact_id else None
        if row is None:
            self.table.clearSelection()
            self.table.setCurrentIndex(QModelIndex())
        else:
            self.table.selectRow(row)
        self._show_chosen()
        if changed:
            self.fact_chosen.emit(fact_id or "")

    # --- inside -----------------------------------------------------------------------------------------------------
    def _make_filter(self) -> QLineEdit:
        line = QLineEdit()
        line.setFont(text_font())
        line.setPlaceholderText("Filter: words, an id, guess, active…")
        line.setAccessibleName("filter of the memory")
        line.setClearButtonEnabled(True)
        line.textChanged.connect(self._refill)
        line.returnPressed.connect(self._to_table)
        return line

    def _make_table(self, look: Look) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setItemDelegate(FactDelegate(look, table))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setAccessibleName("memory at the cursor")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setWordWrap(True)
        table.setTabKeyNavigation(False)
        table.setMinimumHeight(FACT_HEIGHT + 28)
        rows = table.verticalHeader()
        rows.hide()
        rows.setDefaultSectionSize(FACT_HEIGHT)
        columns = table.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setFont(text_font(11))
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 56), (2, 78)):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            columns.resizeSection(column, width)
        table.clicked.connect(self._click)
        table.doubleClicked.connect(lambda _: self._ask(self.evidence_asked))
        table.selectionModel().currentRowChanged.connect(self._click)
        return table

    def _ask(self, signal: SignalInstance) -> None:
        if self._chosen:
            signal.emit(self._chosen)

    def _to_table(self) -> None:
        self.table.setFocus()
        if self.model.rowCount() and not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _refill(self) -> None:
        found = matching(self._facts, self.filter.text())
        told = rivals(self._facts)
        self.model.show(found, told)
        for row, state in enumerate(found):
            height = RIVAL_HEIGHT if state.fact.fact_id in told else FACT_HEIGHT
            if self.table.rowHeight(row) != height:
                self.table.setRowHeight(row, height)
        active = sum(one.active for one in self._facts)
        filtered = len(found) != len(self._facts)
        self._count.setText(f"{len(found)} of {len(self._facts)}" if filtered else f"{active} active")
        self._empty.setText("No fact holds these words." if self._facts else "Nothing is stored yet at this decision.")
        self._empty.setVisible(not found)
        self.table.setVisible(bool(found))
        self._show_chosen()

    def _click(self, index: QModelIndex) -> None:
        state = self.model.state(index.row()) if index.isValid() else None
        if state is not None and state.fact.fact_id != self._chosen:
            self._chosen = state.fact.fact_id
            self._show_chosen()
            self.fact_chosen.emit(self._chosen)

    def _show_chosen(self) -> None:
        state = next((one for one in self._facts if one.fact.fact_id == self._chosen), None)
        row = self.model.row_of(self._chosen) if self._chosen else None
        if row is not None and self.table.currentIndex().row() != row:
            self.table.selectRow(row)
        self._detail.show_state(state, rivals(self._facts).get(self._chosen or "", ()))
