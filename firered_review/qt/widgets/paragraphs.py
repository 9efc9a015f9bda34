"""What the agent said at a decision, part by part, with fact ids as chips."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.pieces import Tone, chip, words

_TITLES = 52


class Paragraph(NamedTuple):
    """A small title and what stands beside it: text, or fact ids as ``chips``."""

    title: str
    text: str = ""
    chips: tuple[str, ...] = ()
    warns: bool = False


class Paragraphs(QScrollArea):
    """Titles with text or fact ids beside them; text from models is plain text."""

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
        grid = QGridLayout(page)
        grid.setContentsMargins(14, 2, 14, 8)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, _TITLES)
        grid.setColumnStretch(1, 1)
        for row, paragraph in enumerate(paragraphs):
            tone: Tone = "warning" if paragraph.warns else "secondary"
            grid.addWidget(words(paragraph.title, tone=tone), row, 0, Qt.AlignmentFlag.AlignTop)
            if paragraph.chips:
                grid.addLayout(self._chips(paragraph.chips), row, 1)
            else:
                text = words(paragraph.text, tone="warning" if paragraph.warns else "plain", wrap=True)
                grid.addWidget(text, row, 1)
        grid.setRowStretch(len(paragraphs), 1)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(page)

    def _chips(self, fact_ids: Sequence[str]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(2)
        for start in range(0, len(fact_ids), 2):
            row = QHBoxLayout()
            row.setSpacing(4)
            for fact_id in fact_ids[start : start + 2]:
                one = _FactChip(fact_id)
                one.chosen.connect(self.fact_chosen)
                row.addWidget(one)
            row.addStretch(1)
            column.addLayout(row)
        return column


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
