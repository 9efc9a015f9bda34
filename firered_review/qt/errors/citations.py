"""What a memory error cites, one button each that takes it away."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import words
from firered_review.qt.words.labels import citation_words
from harness.formats.labels import Citation


class CitationList(QWidget):
    """Shows citations; ``dropped`` tells the place of the one to take away."""

    dropped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._shown: tuple[Citation, ...] | None = None

    def show_citations(self, citations: Sequence[Citation]) -> None:
        """Show these in place of the ones before."""
        if tuple(citations) == self._shown:
            return
        self._shown = tuple(citations)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, citation in enumerate(citations):
            button = QPushButton(f"{citation_words(citation)}   ×")
            button.setFont(text_font())
            button.setAccessibleName(f"remove the citation of {citation_words(citation)}")
            button.setToolTip(button.accessibleName())
            button.clicked.connect(lambda _=False, place=place: self.dropped.emit(place))
            self._column.addWidget(button)
        if not citations:
            self._column.addWidget(words("nothing yet", tone="faint"))
