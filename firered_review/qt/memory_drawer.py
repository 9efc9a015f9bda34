"""The left side of the adjudication window: the list, or the agent's words and memory where they may be seen."""

from PySide6.QtWidgets import QStackedWidget, QWidget

from firered_review.core.judgement import Item
from firered_review.qt.adjudication_session import AdjudicationSession
from firered_review.qt.decision_panel import DecisionPanel
from firered_review.qt.look import Look
from firered_review.qt.paragraphs import Paragraph
from firered_review.qt.showing import paragraphs_of


class MemoryDrawer(QStackedWidget):
    """Turns between the list and a decision's words; it falls back to the list where they may not be seen."""

    def __init__(self, look: Look, first: QWidget) -> None:
        super().__init__()
        self.decision = DecisionPanel(look)
        self.addWidget(first)
        self.addWidget(self.decision)

    def turn(self) -> None:
        """Show the other side."""
        self.setCurrentIndex(1 - self.currentIndex())

    def show_decision(self, number: int, session: AdjudicationSession, item: Item) -> None:
        """Show a decision of the item's trial, as far as it may be seen."""
        history = session.history(item)
        trial = session.trial(item)
        buttons = [one.action for one in trial.actions if one.decision == number]
        self.decision.show_decision(number, buttons, "")
        self.decision.show_stage(2 if history is not None else 1)
        if history is None:
            self.setCurrentIndex(0)
            return
        pressed = Paragraph("pressed", " ".join(buttons) or "no button was accepted")
        said = paragraphs_of(session.text(item, number), history.refused.get(number, []))
        self.decision.show_words([pressed, *said])
        self.decision.show_memory(history.at(number))
