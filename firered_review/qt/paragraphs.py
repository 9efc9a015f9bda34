"""What the agent said at a decision, part by part, with fact ids as chips."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from firered_review.qt.look import Look
from firered_review.qt.pieces import chip, words


class Paragraph(NamedTuple):
    """A small title and what stands below it; ``chips`` are fact ids."""

    title: str
    text: str = ""
    chips: tuple[str, ...] = ()
    warns: bool = False


class Paragraphs(QScrollArea):
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self._fact_id)
