"""The chosen fact in full, with what can be done with it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from firered_review.qt.label_words import grouped
from firered_review.qt.look import Look, text_font
from firered_review.qt.memory_history import FactState
from firered_review.qt.pieces import KeyCap, card, push, set_property, words


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
        self._title.setText(state.words)
        kind = "confirmed" if state.fact.confirmed else "a guess"
        stored = f"Stored in decision {state.stored} from frame {grouped(state.fact.evidence_frame)}"
        parts = [f"{stored}, {kind} at {state.fact.confidence:.2f}."]
        if state.confirmed != state.stored:
            parts.append(f"Last confirmed in decision {state.confirmed}.")
        if state.fact.evidence:
            parts.append(f"“{state.fact.evidence.rstrip('.')}”.")
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
