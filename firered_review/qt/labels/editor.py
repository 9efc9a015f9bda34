"""The words of one label: evidence kind and certainty of a milestone, the note of every other kind."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from firered_review.qt.widgets.dialogs import Asked
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import push, words
from harness.formats.labels import Label, MilestoneLabel

_EVIDENCE = {"frame": "the frame itself", "menu": "a menu", "dialogue": "a message"}
_CHOICES = {
    "evidence": ("Shown by", _EVIDENCE),
    "certainty": ("Certainty", {"certain": "certain", "probable": "probable", "guess": "a guess"}),
}


class LabelEditor(Asked):
    """Edits a label. ``reworded`` carries it changed, once, when it closes; what was written is never dropped."""

    reworded = Signal(object)

    def __init__(self, parent: QWidget, title: str, label: Label) -> None:
        super().__init__(parent, title, 420)
        self._label = label
        self._choosers: dict[str, QComboBox] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        if isinstance(label, MilestoneLabel):
            for name, (text, options) in _CHOICES.items():
                self._add_chooser(grid, name, text, options)
        self.line = QLineEdit(getattr(label, "note", ""))
        self.line.setFont(text_font())
        self.line.setMaxLength(2000)
        self.line.setAccessibleName("note")
        self.line.setPlaceholderText("A word for the other readers")
        grid.addWidget(words("Note", tone="secondary"), grid.rowCount(), 0)
        grid.addWidget(self.line, grid.rowCount() - 1, 1)
        self.column.addLayout(grid)
        row = QHBoxLayout()
        row.addWidget(words("Undo takes a change back.", tone="faint"), 1)
        done = push("Done", "close and keep what was written", filled=True)
        done.clicked.connect(self.accept)
        done.setDefault(True)
        row.addWidget(done)
        self.column.addLayout(row)
        self.line.setFocus()

    def _add_chooser(self, grid: QGridLayout, name: str, text: str, options: dict[str, str]) -> None:
        chooser = QComboBox()
        chooser.setFont(text_font())
        chooser.setAccessibleName(text)
        for option, shown in options.items():
            chooser.addItem(shown, option)
        chooser.setCurrentIndex(list(options).index(getattr(self._label, name)))
        row = grid.rowCount()
        grid.addWidget(words(text, tone="secondary"), row, 0)
        grid.addWidget(chooser, row, 1)
        self._choosers[name] = chooser

    @override
    def done(self, result: int) -> None:
        written: dict[str, Any] = {name: one.currentData() for name, one in self._choosers.items()}
        if "note" in type(self._label).model_fields:
            written["note"] = self.line.text().strip()
        changed = self._label.model_copy(update=written)
        if changed != self._label:
            self._label = changed
            self.reworded.emit(changed)
        super().done(result)
