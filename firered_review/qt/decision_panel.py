"""The right panel: the decision at the cursor, and from stage two on its words and the memory."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from firered_review.qt.fact_delegate import FACT_HEIGHT, FactDelegate
from firered_review.qt.label_words import grouped
from firered_review.qt.look import Look, text_font
from firered_review.qt.memory_history import FactState
from firered_review.qt.memory_model import MemoryModel
from firered_review.qt.pieces import KeyCap, card, chip, heading, push, rule, set_property, words

_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class Paragraph(NamedTuple):
    """A small title and what stands below it; ``chips`` are fact ids."""

    title: str
    text: str = ""
    chips: tuple[str, ...] = ()
    warns: bool = False


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
        self._paragraphs = _Paragraphs(look)
        self._paragraphs.fact_chosen.connect(self.choose_fact)
        column.addWidget(self._paragraphs, 4)
        self._veil = self._make_veil()
        column.addWidget(self._veil)
        self._memory = self._make_memory()
        column.addWidget(self._memory, 5)
        column.addStretch(0)
        self._chosen: str | None = None

    def show_stage(self, stage: int) -> None:
        """Show what a stage may show: in stage one no word of the agent's is here."""
        second = stage == 2
        self._veil.setVisible(not second)
        self._paragraphs.setVisible(second)
        self._memory.setVisible(second)
        if not second:
            self._paragraphs.show_paragraphs([])
            self.model.show([])
            self.choose_fact(None)

    def set_low(self, *, low: bool) -> None:
        """Leave out what there is no room for: the buttons and the chosen fact in full."""
        self._actions.setVisible(not low)
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
        self._detail = _FactCard(self._look)
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


class _Paragraphs(QScrollArea):
    """Titles with text or fact ids below them; text from models is plain text."""

    fact_chosen = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._shown: list[Paragraph] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_paragraphs(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show these paragraphs in place of the ones before."""
        if list(paragraphs) == self._shown and self.widget() is not None:
            return
        self._shown = list(paragraphs)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(14, 0, 14, 8)
        column.setSpacing(2)
        for paragraph in paragraphs:
            title = words(paragraph.title, tone="secondary")
            title.setContentsMargins(0, 4, 0, 0)
            column.addWidget(title)
            if paragraph.text:
                column.addWidget(words(paragraph.text, tone="warning" if paragraph.warns else "plain", wrap=True))
            for start in range(0, len(paragraph.chips), 2):
                column.addLayout(self._chips(paragraph.chips[start : start + 2]))
        column.addStretch(1)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(page)

    def _chips(self, fact_ids: Sequence[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        for fact_id in fact_ids:
            one = _FactChip(fact_id)
            one.chosen.connect(self.fact_chosen)
            row.addWidget(one)
        row.addStretch(1)
        return row


class _FactChip(QWidget):
    """A fact's id as a chip that can be clicked."""

    chosen = Signal(str)

    def __init__(self, fact_id: str) -> None:
        super().__init__()
        self._fact_id = fact_id
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 1, 0, 1)
        row.addWidget(chip(fact_id, "accent"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"fact {fact_id}")

    def mousePressEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        self.chosen.emit(self._fact_id)


class _FactCard(QWidget):
    """The chosen fact in full, with what can be done with it; without one, a line that says how to choose."""

    cite_asked = Signal()
    evidence_asked = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        around = QVBoxLayout(self)
        around.setContentsMargins(14, 10, 14, 12)
        frame, column = card()
        self._title = words("", font=text_font(bold=True), wrap=True)
        self._text = words("", tone="secondary", wrap=True)
        column.addWidget(self._title)
        column.addWidget(self._text)
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(8)
        row.addWidget(KeyCap(look, "C"))
        cite = push("Cite", "cite this fact in a memory error")
        cite.clicked.connect(self.cite_asked)
        go = push("Go to evidence", "go to the frame this fact was stored from")
        go.clicked.connect(self.evidence_asked)
        row.addWidget(cite)
        row.addWidget(go)
        row.addStretch(1)
        column.addWidget(self._row)
        around.addWidget(frame)
        self._allowed = True
        self._state: FactState | None = None
        self.setVisible(False)

    def allow(self, allowed: bool) -> None:
        """Let it be shown, or not."""
        self._allowed = allowed
        self.setVisible(allowed and self._state is not None)

    def show_state(self, state: FactState | None) -> None:
        """Show one fact's life, or hide."""
        self._state = state
        self.setVisible(state is not None and self._allowed)
        if state is None:
            return
        self._title.setText(f"{state.fact.fact_id} · {state.words}")
        kind = "confirmed" if state.fact.confirmed else "a guess"
        stored = f"Stored in decision {state.stored} from frame {grouped(state.fact.evidence_frame)}"
        parts = [f"{stored}, {kind} at {state.fact.confidence:.2f}; last confirmed in decision {state.confirmed}."]
        if state.fact.evidence:
            parts.append(f"Evidence given: {state.fact.evidence}.".replace("..", "."))
        if state.guess_over_confirmed:
            parts.append("A guess was put over a confirmed fact.")
        if state.superseded_by:
            parts.append(f"Superseded by {state.superseded_by} in decision {state.gone}.")
        elif state.gone is not None:
            word = "Completed" if state.fact.status == "completed" else "Dropped"
            parts.append(f"{word} in decision {state.gone}.")
        else:
            parts.append("Still active.")
        self._text.setText(" ".join(parts))
        set_property(self._text, "tone", "warning" if state.guess_over_confirmed else "secondary")
