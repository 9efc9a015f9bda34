"""Combining two labels: for each field that differs, whose value stands."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import plain_tip, words
from firered_review.qt.widgets.sheet import Sheet

_LONGEST = 32


class Choice(NamedTuple):
    """One differing field with both values in words."""

    name: str
    text: str
    a: str
    b: str


class CombineDialog(Sheet):
    """Offers each differing field; ``combined`` carries the names of the fields that B gives."""

    combined = Signal(object)

    def __init__(self, parent: QWidget, choices: Sequence[Choice]) -> None:
        super().__init__(parent, "Combine: whose value stands?", 620)
        column = self.new_body()
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        self._groups: dict[str, QButtonGroup] = {}
        for row, choice in enumerate(choices):
            grid.addWidget(words(choice.text, tone="secondary"), row, 0)
            group = QButtonGroup(self)
            for place, value in enumerate((choice.a, choice.b)):
                button = QRadioButton(f"{'AB'[place]}: {_short(value)}".replace("&", "&&"))
                button.setFont(text_font())
                button.setAccessibleName(f"{choice.text} of {'AB'[place]}: {value}")
                button.setToolTip(plain_tip(value))
                button.setChecked(place == 0)
                group.addButton(button, place)
                grid.addWidget(button, row, place + 1)
            self._groups[choice.name] = group
        column.addLayout(grid)
        column.addStretch(1)
        leave = self.add_button("Leave", "change nothing")
        take = self.add_button("Combine", "combine the two labels", filled=True, first=True)
        leave.clicked.connect(self.reject)
        take.clicked.connect(self._take)
        self.fit()
        next(iter(self._groups.values())).button(0).setFocus()

    def _take(self) -> None:
        self.combined.emit(frozenset(name for name, group in self._groups.items() if group.checkedId() == 1))
        self.accept()


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
