"""The right panel: the decision at the cursor, and from stage two on its words and the memory."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from firered_review.qt.memory.history import FactState
from firered_review.qt.memory.panel import MemoryPanel
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.paragraphs import Paragraph, Paragraphs
from firered_review.qt.widgets.pieces import KeyCap, card, heading, words

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
        self.memory = MemoryPanel(look)
        self.memory.fact_chosen.connect(self.fact_chosen)
        self.memory.cite_asked.connect(self.cite_asked)
        self.memory.evidence_asked.connect(self.evidence_asked)
        column.addWidget(self.memory, 6)
        column.addStretch(0)
        self._low = False

    def show_stage(self, stage: int) -> None:
        """Show what a stage may show: in stage one no word of the agent's is here."""
        second = stage == 2
        self._veil.setVisible(not second)
        self._paragraphs.setVisible(second)
        self._actions.setVisible(not second and not self._low)
        self.memory.setVisible(second)
        if not second:
            self._paragraphs.show_paragraphs([])
            self.memory.filter.clear()
            self.memory.show_facts([])
            self.choose_fact(None)

    def set_low(self, *, low: bool) -> None:
        """Leave out what there is no room for: the buttons and the chosen fact in full."""
        self._low = low
        self._actions.setVisible(not low and self._veil.isVisibleTo(self))
        self.memory.set_low(low=low)

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
        self.memory.show_facts(facts)

    @property
    def chosen_fact(self) -> str | None:
        """The id of the fact that C cites."""
        return self.memory.chosen_fact

    def choose_fact(self, fact_id: str | None) -> None:
        """Make one fact the chosen one, or none."""
        self.memory.choose(fact_id)

    def focus_filter(self) -> bool:
        """Put the keyboard on the filter of the memory; tells whether there is one yet."""
        shown = self.memory.isVisibleTo(self)
        if shown:
            self.memory.filter.setFocus()
        return shown

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
        row.addWidget(KeyCap(self._look, "M", command="stage_two"))
        row.addWidget(words("goes on to it, for good", tone="secondary"), 1)
        column.addLayout(row)
        column.addStretch(1)
        return veil
