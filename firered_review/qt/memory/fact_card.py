"""The chosen fact in full, with what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from firered_review.qt.memory.history import FactState
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, card, push, words
from firered_review.qt.words.labels import grouped

_STEPS = 5
"""Steps of a fact's history that are shown; the tooltip has all."""


class FactCard(QWidget):
    """The chosen fact in full, with what can be done with it; hidden without one."""

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
        self._life = words("", tone="secondary", wrap=True)
        self._life.setAccessibleName("history of this fact, decision by decision")
        self._rivals = words("", tone="warning", wrap=True)
        column.addWidget(self._life)
        column.addWidget(self._rivals)
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(8)
        row.addWidget(KeyCap(look, "C", command="cite"))
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

    def show_state(self, state: FactState | None, rivals: Sequence[str] = ()) -> None:
        """Show one fact's life, or hide; ``rivals`` are active facts with another value for the same thing."""
        self._state = state
        self.setVisible(state is not None and self._allowed)
        if state is None:
            return
        fact = state.fact
        self._title.setText(f"{fact.fact_id}: {state.words}")
        kind = "confirmed" if fact.confirmed else "a guess"
        parts = [f"{kind.capitalize()} at {fact.confidence:.2f}, evidence in frame {grouped(fact.evidence_frame)}"]
        if fact.evidence:
            parts.append(f"“{fact.evidence.rstrip('.')}”")
        self._text.setText(": ".join(parts) + ".")
        lines = [f"{step.decision}   {step.words}" for step in state.life]
        hidden = len(lines) - _STEPS
        if hidden > 0:
            lines[1 : -_STEPS + 1] = [f"…   {hidden} more step{'' if hidden == 1 else 's'}"]
        self._life.setText("\n".join(lines))
        self._life.setToolTip("\n".join(f"decision {step.decision}: {step.words}" for step in state.life))
        self._rivals.setText(f"≠ Another value is active too, in {', '.join(rivals)}." if rivals else "")
        self._rivals.setVisible(bool(rivals))
