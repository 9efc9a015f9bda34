"""The left side of the adjudication window: the list, the agent's words and memory, or a label being written."""

from collections.abc import Mapping

from PySide6.QtWidgets import QStackedWidget, QWidget

from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.new_label_card import NewLabelCard
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.memory.decision_panel import DecisionPanel
from firered_review.qt.session.showing import paragraphs_of
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.paragraphs import Paragraph
from harness.formats.codebook import CodebookSet

_LIST, _MEMORY, _CARD = 0, 1, 2


class MemoryDrawer(QStackedWidget):
    """Turns between the list and a decision's words; it falls back to the list where they may not be seen."""

    def __init__(self, look: Look, first: QWidget, codebook: CodebookSet) -> None:
        super().__init__()
        self.decision = DecisionPanel(look)
        self.card = NewLabelCard(look, codebook)
        self._before = _LIST
        for page in (first, self.decision, self.card):
            self.addWidget(page)

    def turn(self) -> None:
        """Show the agent's words and memory, or the list again."""
        self.setCurrentIndex(_LIST if self.currentIndex() == _MEMORY else _MEMORY)

    @property
    def shows_card(self) -> bool:
        """Whether a label is being written."""
        return self.currentIndex() == _CARD

    def open_card(self, kind: str, texts: Mapping[str, str], *, choose_kind: bool) -> None:
        """Show the card on which a label is written."""
        if not self.shows_card:
            self._before = self.currentIndex()
        self.card.show_form(kind, texts, choose_kind=choose_kind)
        self.setCurrentIndex(_CARD)
        self.card.focus_first()

    def leave_card(self) -> None:
        """Show again what was there before the card."""
        if self.shows_card:
            self.setCurrentIndex(self._before)

    def show_decision(self, number: int, session: AdjudicationSession, item: Item) -> None:
        """Show a decision of the item's trial, as far as it may be seen."""
        history = session.history(item)
        trial = session.trial(item)
        buttons = [one.action for one in trial.actions if one.decision == number]
        self.decision.show_decision(number, buttons, "")
        self.decision.show_stage(2 if history is not None else 1)
        if history is None:
            self._before = _LIST
            if self.currentIndex() == _MEMORY:
                self.setCurrentIndex(_LIST)
            return
        pressed = Paragraph("pressed", " ".join(buttons) or "no button was accepted")
        said = paragraphs_of(session.text(item, number), history.refused.get(number, []))
        self.decision.show_words([pressed, *said])
        self.decision.show_memory(history.at(number))
