"""Searching as one types, and going to what is found."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QWidget

from firered_review.qt.widgets.dialogs import Asked
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import words

_SHOWN = 500


class Hit(NamedTuple):
    """A place where a search found its words: the frame to go to, and what the list shows."""

    frame: int
    place: str
    text: str


class FindPrompt(Asked):
    """Searches as one types; ``chosen`` carries the frame to go to, ``note`` says what is not searched."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget, title: str, search: Callable[[str], list[Hit]], note: str = "") -> None:
        super().__init__(parent, title, 560)
        self._search = search
        self._hits: list[Hit] = []
        self.line = QLineEdit()
        self.line.setFont(text_font())
        self.line.setPlaceholderText("Words to look for")
        self.line.setAccessibleName("words to look for")
        self.line.setAccessibleDescription(note)
        self._count = words("", tone="faint")
        self.list = QListWidget()
        self.list.setFont(text_font())
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFixedHeight(260)
        self.list.setAccessibleName("where the words stand")
        if note:
            self.column.addWidget(words(note, tone="secondary", wrap=True))
        for widget in (self.line, self._count, self.list):
            self.column.addWidget(widget)
        self.line.textChanged.connect(self._look)
        self.line.returnPressed.connect(lambda: self._go(max(0, self.list.currentRow())))
        self.list.itemActivated.connect(lambda _: self._go(self.list.currentRow()))
        self.line.setFocus()

    def _look(self, text: str) -> None:
        self._hits = self._search(text) if text.strip() else []
        self.list.clear()
        self.list.addItems([f"{hit.place}   {hit.text}" for hit in self._hits[:_SHOWN]])
        found = f"{len(self._hits)} places" if len(self._hits) != 1 else "1 place"
        if len(self._hits) > _SHOWN:
            found += f", the first {_SHOWN} are listed"
        self._count.setText(found if text.strip() else "")

    def _go(self, place: int) -> None:
        if 0 <= place < len(self._hits):
            self.chosen.emit(self._hits[place].frame)
            self.accept()
