"""What the adjudicator decides: the verdict, the reason, and a word for the reader."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from firered_review.core.judgement import Verdict
from firered_review.qt.look import Look, text_font
from firered_review.qt.pieces import ElidedLabel, KeyCap, push, words

_CHOICES: tuple[tuple[Verdict, str, str], ...] = (
    ("a", "Take A", "A"),
    ("b", "Take B", "S"),
    ("combine", "Combine", "D"),
    ("neither", "Neither", "X"),
    ("disputed", "Leave disputed", "W"),
)


class JudgingPanel(QFrame):
    """Verdict, reason and note. ``chosen`` tells a verdict that was clicked, ``decided`` that it is meant."""

    chosen = Signal(str)
    decided = Signal()

    def __init__(self, look: Look, reasons: Sequence[str]) -> None:
        super().__init__()
        self.setProperty("panel", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(6)
        self._buttons = QButtonGroup(self)
        self._buttons.setExclusive(False)
        for place, (verdict, text, key) in enumerate(_CHOICES):
            button = push(text, text, checkable=True)
            button.clicked.connect(lambda _=False, verdict=verdict: self.chosen.emit(verdict))
            self._buttons.addButton(button, place)
            row.addWidget(button)
            row.addWidget(KeyCap(look, key))
            row.addSpacing(4)
        self._door = ElidedLabel("secondary")
        self._door.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._door, 1)
        column.addLayout(row)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(words("Reason", tone="secondary"))
        self._reason = QComboBox()
        self._reason.setFont(text_font())
        self._reason.setMinimumWidth(240)
        self._reason.setAccessibleName("reason")
        self._reason.addItems(["Choose a reason…", *reasons])
        below.addWidget(self._reason)
        self._note = QLineEdit()
        self._note.setFont(text_font())
        self._note.setPlaceholderText("Add a word for the reader (optional)")
        self._note.setAccessibleName("a word for the reader")
        self._note.setMaxLength(1000)
        self._note.returnPressed.connect(self.decided)
        below.addWidget(self._note, 1)
        self._decide = push("Decide", "store this decision", filled=True)
        self._decide.clicked.connect(self.decided)
        below.addWidget(self._decide)
        below.addWidget(KeyCap(look, "Enter"))
        column.addLayout(below)

    def show_judgement(self, verdict: Verdict | None, reason: str) -> None:
        """Show the verdict and reason that stand, or none."""
        self.show_verdict(verdict)
        head, _, rest = reason.partition(": ")
        place = self._reason.findText(head) if head else 0
        self._reason.setCurrentIndex(max(0, place))
        self._note.setText(rest if place > 0 else reason)

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Show which verdict is chosen."""
        for place, (one, _, _) in enumerate(_CHOICES):
            self._buttons.button(place).setChecked(one == verdict)
        self._decide.setEnabled(verdict is not None)

    def show_possible(self, verdicts: Sequence[Verdict]) -> None:
        """Offer only the verdicts an item allows; none, where nothing can be decided."""
        self._decide.setEnabled(bool(verdicts) and any(button.isChecked() for button in self._buttons.buttons()))
        for place, (one, _, _) in enumerate(_CHOICES):
            self._buttons.button(place).setEnabled(one in verdicts)

    def show_door(self, text: str) -> None:
        """Show what the door to hidden state says."""
        self._door.set_whole(text)

    @property
    def reason(self) -> str:
        """The reason as it is stored: the codebook's, with the word added after a colon."""
        chosen = self._reason.currentText() if self._reason.currentIndex() > 0 else ""
        return ": ".join(part for part in (chosen, self._note.text().strip()) if part)

    def focus_reason(self) -> None:
        """Put the keyboard on the reason."""
        self._reason.setFocus()
