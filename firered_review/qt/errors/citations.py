"""What a memory error cites, one button each that takes it away."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget
from typing_extensions import override

from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import words
from firered_review.qt.words.labels import citation_words
from harness.formats.labels import Citation


class CitationList(QWidget):
    """Shows citations; ``dropped`` tells the place of the one to take away."""

    dropped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._shown: tuple[Citation, ...] | None = None
        self._buttons: list[QPushButton] = []

    def show_citations(self, citations: Sequence[Citation]) -> None:
        """Show these in place of the ones before."""
        if tuple(citations) == self._shown:
            return
        self._shown = tuple(citations)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons = []
        for place, citation in enumerate(citations):
            button = QPushButton(f"{citation_words(citation)}   ×")
            button.setFont(text_font())
            button.setAccessibleName(f"remove the citation of {citation_words(citation)}")
            button.setToolTip(button.accessibleName())
            button.clicked.connect(lambda _=False, place=place: self.dropped.emit(place))
            self._buttons.append(button)
        self._place()
        if not citations:
            self._grid.addWidget(words("nothing yet", tone="faint"), 0, 0, 1, 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _place(self) -> None:
        """Put two side by side where both are wide enough for their words, else each in a line of its own."""
        half = (self.width() - self._grid.spacing()) // 2
        beside = all(button.sizeHint().width() <= half for button in self._buttons)
        for place, button in enumerate(self._buttons):
            row, column = divmod(place, 2) if beside else (place, 0)
            alone = not beside or (place == len(self._buttons) - 1 and column == 0)
            self._grid.addWidget(button, row, column, 1, 2 if alone else 1)
