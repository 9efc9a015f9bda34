"""The right panel: the decision at the cursor, and from stage two on its words and the memory."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from firered_review.qt.fact_card import FactCard
from firered_review.qt.fact_delegate import FACT_HEIGHT, FactDelegate
from firered_review.qt.look import Look, text_font
from firered_review.qt.memory_history import FactState
from firered_review.qt.memory_model import MemoryModel
from firered_review.qt.paragraphs import Paragraph, Paragraphs
from firered_review.qt.pieces import KeyCap, card, heading, rule, words

_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class DecisionPanel(QFrame):
    """Shows a decision. ``fact_chosen`` tells a fact that was clicked, the other signals what to do with it."""

    fact_chosen = Signal(str)
    cite_asked = Signal(str)
    evidence_asked = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setProperty("panel", True)
        self.model = MemoryModel(look, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._head())
        self._actions = self._actions_card()
        column.addWidget(self._actions)
        self._paragraphs = Paragraphs(look)
        self._paragraphs.fact_chosen.connect(self.choose_fact)
        column.addWidget(self._paragraphs, 5)
        self._veil = self._make_veil()
        column.addWidget(self._veil)
        self._memory = self._make_memory()
        column.addWidget(self._memory, 6)
        column.addStretch(0)
        self._chosen: str | None = None
        self._low = False

    def show_stage(self, stage: int) -> None:
        """Show what a stage may show: in stage one no word of the agent's is here."""
        second = stage == 2
        self._veil.setVisible(not second)
        self._paragraphs.setVisible(second)
        self._actions.setVisible(not second and not self._low)
        self._memory.setVisible(second)
        if not second:
            self._paragraphs.show_paragraphs([])
            self.model.show([])
            self.choose_fact(None)

    def set_low(self, *, low: bool) -> None:
        """Leave out what there is no room for: the buttons and the chosen fact in full."""
        self._low = low
        self._actions.setVisible(not low and self._veil.isVisibleTo(self))
        self._detail.allow(not low)

    def show_decision(self, number: int, buttons: Sequence[str], warning: str) -> None:
        """Show the decision's number, the buttons it pressed, and a warning beside its number."""
        self._title.setText(f"Decision {number}")
        self._warning.setText(warning)
        count = _COUNTS[len(buttons)] if len(buttons) < len(_COUNTS) else str(len(buttons))
        plural = "button" if len(buttons) == 1 else "buttons"
        self._buttons.setText(f"{count} {plural}: {' '.join(buttons)}" if buttons else "No button was accepted.")

    def show_words(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show what the agent said at this decision."""
        self._paragraphs.show_paragraphs(paragraphs)

    def show_memory(self, facts: list[FactState]) -> None:
        """Show the memory as it stands at the cursor."""
        self.model.show(facts)
        self._active.setText(f"{self.model.active} active")
        self._empty.setVisible(not facts)
        self._table.setVisible(bool(facts))
        self._show_chosen()

    @property
    def chosen_fact(self) -> str | None:
        """The id of the fact that C cites."""
        return self._chosen

    def choose_fact(self, fact_id: str | None) -> None:
        """Make one fact the chosen one, or none."""
        self._chosen = fact_id
        row = self.model.row_of(fact_id) if fact_id else None
        if row is None:
            self._table.clearSelection()
            self._table.setCurrentIndex(QModelIndex())
        else:
            self._table.selectRow(row)
        self._show_chosen()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _head(self) -> QWidget:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(14, 12, 14, 6)
        self._title = heading("Decision")
        row.addWidget(self._title, 1)
        self._warning = words("", tone="warning", font=text_font(11, bold=True))
        row.addWidget(self._warning)
        return head

    def _actions_card(self) -> QWidget:
        around = QWidget()
        column = QVBoxLayout(around)
        column.setContentsMargins(14, 0, 14, 8)
        frame, inside = card()
        self._buttons = words("", wrap=True)
        inside.addWidget(self._buttons)
        column.addWidget(frame)
        return around

    def _make_veil(self) -> QWidget:
        veil = QWidget()
        column = QVBoxLayout(veil)
        column.setContentsMargins(14, 4, 14, 12)
        column.setSpacing(8)
        text = (
            "What the agent saw, thought and remembered appears later. Labels made from frames alone cannot lean on it."
        )
        column.addWidget(words(text, tone="secondary", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(KeyCap(self._look, "M"))
        row.addWidget(words("goes on to it, for good", tone="secondary"), 1)
        column.addLayout(row)
        column.addStretch(1)
        return veil

    def _make_memory(self) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(rule())
        head = QHBoxLayout()
        head.setContentsMargins(14, 12, 14, 6)
        head.addWidget(heading("Memory at the cursor"), 1)
        self._active = words("", tone="faint", font=text_font(11, bold=True))
        head.addWidget(self._active)
        column.addLayout(head)
        self._empty = words("Nothing is stored yet at this decision.", tone="secondary", wrap=True)
        self._empty.setContentsMargins(14, 0, 14, 8)
        column.addWidget(self._empty)
        self._table = self._make_table()
        column.addWidget(self._table, 1)
        self._detail = FactCard(self._look)
        self._detail.cite_asked.connect(self._ask_cite)
        self._detail.evidence_asked.connect(self._ask_evidence)
        column.addWidget(self._detail)
        return part

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setItemDelegate(FactDelegate(self._look, table))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setAccessibleName("memory at the cursor")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        rows = table.verticalHeader()
        rows.hide()
        rows.setDefaultSectionSize(FACT_HEIGHT)
        columns = table.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setFont(text_font(11))
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 64), (2, 84)):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            columns.resizeSection(column, width)
        table.clicked.connect(self._click)
        table.selectionModel().currentRowChanged.connect(self._click)
        return table

    def _click(self, index: QModelIndex) -> None:
        state = self.model.state(index.row()) if index.isValid() else None
        if state is not None and state.fact.fact_id != self._chosen:
            self._chosen = state.fact.fact_id
            self._show_chosen()
            self.fact_chosen.emit(self._chosen)

    def _ask_cite(self) -> None:
        if self._chosen:
            self.cite_asked.emit(self._chosen)

    def _ask_evidence(self) -> None:
        if self._chosen:
            self.evidence_asked.emit(self._chosen)

    def _show_chosen(self) -> None:
        row = self.model.row_of(self._chosen) if self._chosen else None
        state = self.model.state(row) if row is not None else None
        if row is not None and self._table.currentIndex().row() != row:
            self._table.selectRow(row)
        self._detail.show_state(state)
