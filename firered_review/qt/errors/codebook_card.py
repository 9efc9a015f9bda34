"""The codebook beside the choice: the words for whatever is under the cursor, with worked cases."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import heading, words
from firered_review.qt.words.codebook import Choice

_BORDER = 4
"""Pixels of both borders that the theme draws, and of what rounding at fractions of a screen's scale takes."""
SCROLL_BAR = 10
"""Words are measured beside a scroll bar: Qt lets go of one only where they would fit with it, too."""


class CodebookCard(QScrollArea):
    """Shows a ``Choice``; it scrolls and takes no key."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("the codebook on this choice")
        self._shown: Choice | None = None
        self._column: QVBoxLayout | None = None

    def show_choice(self, choice: Choice) -> None:
        """Show these words in place of the ones before."""
        if choice == self._shown:
            return
        self._shown = choice
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        column.addWidget(words(choice.title, font=text_font(bold=True), wrap=True))
        column.addWidget(words(choice.definition, wrap=True))
        for line in choice.more:
            column.addWidget(words(line, tone="secondary", wrap=True))
        if choice.cases:
            name = heading("Worked cases")
            name.setContentsMargins(0, 6, 0, 0)
            column.addWidget(name)
        for case in choice.cases:
            column.addWidget(words(case.title, font=text_font(bold=True), wrap=True))
            column.addWidget(words(case.text, tone="secondary", wrap=True))
        column.addStretch(1)
        self._column = column
        self.setWidget(page)
        self.setAccessibleDescription(f"{choice.title}. {choice.definition}")

    def height_of_words(self, width: int) -> int:
        """Return how high the card must be at a width to show its words without scrolling."""
        return self._column.totalHeightForWidth(width - SCROLL_BAR) + _BORDER if self._column is not None else 0
