"""The tour: one page that says how a trial is labelled, shown at the first start and again from Help."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, words
from firered_review.qt.widgets.sheet import Sheet

_REMEMBERED = (
    "A trial starts with what happened. One key, for good, shows what the agent wrote and remembered; then memory "
    "errors can be labelled."
)
_SEAL = (
    "When you are done, seal: the labels are locked and go into one file to hand in. Until then nothing leaves this "
    "machine."
)
_STEPS: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("Look", "Step through the frames, or play. What was on screen is kept.", ("←", "→", "Space")),
    ("Label", "A key makes a label. It is on disk before you see it, and can be undone.", ("1", "8", "R", "Ctrl+Z")),
    ("Go on to what it remembered", _REMEMBERED, ("M", "E", "C")),
    ("Seal", _SEAL, ("Ctrl+Shift+S",)),
)


class TourSheet(Sheet):
    """Four steps; Enter, Esc and either button end it."""

    def __init__(self, parent: QWidget | None, look: Look) -> None:
        super().__init__(parent, "How a trial is labelled", 560)
        column = self.new_body()
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(14)
        grid.setColumnStretch(1, 1)
        for row, (title, text, keys) in enumerate(_STEPS):
            number = words(str(row + 1), font=text_font(20, bold=True), tone="faint")
            grid.addWidget(number, row, 0, Qt.AlignmentFlag.AlignTop)
            side = QVBoxLayout()
            side.setSpacing(2)
            side.addWidget(words(title, font=text_font(bold=True)))
            side.addWidget(words(text, tone="secondary", wrap=True))
            caps = QHBoxLayout()
            caps.setSpacing(4)
            caps.setContentsMargins(0, 4, 0, 0)
            for key in keys:
                caps.addWidget(KeyCap(look, key))
            caps.addStretch(1)
            side.addLayout(caps)
            grid.addLayout(side, row, 1)
        column.addLayout(grid)
        column.addStretch(1)
        self.add_to_foot(words("F1 shows every key. Help shows this page again.", tone="faint"))
        self.add_button("Skip", "close the tour").clicked.connect(self.reject)
        self.add_button("Begin", "close the tour and begin", filled=True, first=True).clicked.connect(self.accept)
        self.fit()
