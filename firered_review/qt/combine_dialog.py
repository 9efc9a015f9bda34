"""Combining two labels: for each field that differs, whose value stands."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QGridLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from firered_review.qt.look import text_font
from firered_review.qt.pieces import push, words

Letter = Literal["a", "b"]


class Choice(NamedTuple):
    """One differing field with both values in words."""

    name: str
    text: str
    a: str
    b: str


class CombineDialog(QDialog):
    """Offers each differing field; ``combined`` carries the names of the fields that B gives."""

    combined = Signal(object)

    def __init__(self, parent: QWidget, choices: Sequence[Choice]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Combine")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(620)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addWidget(words("Combine: whose value stands?", font=text_font(15, bold=True)))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        self._groups: dict[str, QButtonGroup] = {}
        for row, choice in enumerate(choices):
            grid.addWidget(words(choice.text, tone="secondary"), row, 0)
            group = QButtonGroup(self)
            for place, value in enumerate((choice.a, choice.b)):
                button = QRadioButton(f"{'AB'[place]}: {value}")
                button.setFont(text_font())
                button.setChecked(place == 0)
                group.addButton(button, place)
                grid.addWidget(button, row, place + 1)
            self._groups[choice.name] = group
        column.addLayout(grid)
        row_of_buttons = QHBoxLayout()
        row_of_buttons.addStretch(1)
        leave, take = push("Leave", "change nothing"), push("Combine", "combine the two labels", filled=True)
        for one in (leave, take):
            one.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row_of_buttons.addWidget(one)
        leave.clicked.connect(self.reject)
        take.clicked.connect(self._take)
        take.setDefault(True)
        column.addLayout(row_of_buttons)

    def _take(self) -> None:
        self.combined.emit(frozenset(name for name, group in self._groups.items() if group.checkedId() == 1))
        self.accept()
