"""What the adjudicator decides: the verdict, the reason, and a word for the reader."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
)
from typing_extensions import override

from firered_review.core.judgement import Verdict
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, push, words
from firered_review.qt.widgets.shapes import paint_key

_CHOICES: tuple[tuple[Verdict, str, str, str], ...] = (
    ("a", "Take A", "Take A", "A"),
    ("b", "Take B", "Take B", "S"),
    ("combine", "Combine", "Combine", "D"),
    ("new", "New", "New", "F"),
    ("neither", "Neither", "Neither", "X"),
    ("disputed", "Leave disputed", "Disputed", "W"),
)
VERDICT_COMMANDS: Mapping[Verdict, str] = {
    "a": "take_a",
    "b": "take_b",
    "combine": "combine",
    "new": "new_label",
    "neither": "reject_both",
    "disputed": "leave_disputed",
}
"""Verdict → the command that chooses it."""
_NARROW = 680
_DIGITS = 10
_KEY = 18


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
        self._keyed = [_KeyButton(look, text, key) for _, text, _, key in _CHOICES]
        for place, (button, (verdict, *_)) in enumerate(zip(self._keyed, _CHOICES, strict=True)):
            button.clicked.connect(lambda _=False, verdict=verdict: self.chosen.emit(verdict))
            self._buttons.addButton(button, place)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addLayout(self._reason_row(look, reasons))
        self._door = words("", tone="secondary", wrap=True)
        self._door.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._door.setAccessibleName("hidden state")
        column.addWidget(self._door)

    def show_judgement(self, verdict: Verdict | None, reason: str) -> None:
        """Show the verdict and reason that stand, or none."""
        self.show_verdict(verdict)
        head, _, rest = reason.partition(": ")
        place = self._reason.findData(head) if head else 0
        self._reason.setCurrentIndex(max(0, place))
        self._note.setText(rest if place > 0 else reason)

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Show which verdict is chosen."""
        for place, (one, *_) in enumerate(_CHOICES):
            self._buttons.button(place).setChecked(one == verdict)
        self._decide.setEnabled(verdict is not None)

    def show_possible(self, verdicts: Sequence[Verdict]) -> None:
        """Offer only the verdicts an item allows; none, where nothing can be decided."""
        self._decide.setEnabled(bool(verdicts) and any(button.isChecked() for button in self._buttons.buttons()))
        for place, (one, *_) in enumerate(_CHOICES):
            self._buttons.button(place).setEnabled(one in verdicts)
        for field in (self._reason, self._note):
            field.setEnabled(bool(verdicts))

    def show_keys(self, key_of: Callable[[str], str]) -> None:
        """Show the keys that this gives for commands."""
        for button, (verdict, *_) in zip(self._keyed, _CHOICES, strict=True):
            button.name_key(key_of(VERDICT_COMMANDS[verdict]))

    def show_door(self, text: str) -> None:
        """Show what hidden state says, or what opens it."""
        self._door.setText(text)

    @property
    def door(self) -> str:
        """What stands where hidden state is shown."""
        return self._door.text()

    @property
    def reason(self) -> str:
        """The reason as it is stored: the codebook's, with the word added after a colon."""
        chosen = str(self._reason.currentData() or "")
        return ": ".join(part for part in (chosen, self._note.text().strip()) if part)

    def choose_reason(self, place: int) -> None:
        """Choose a reason of the list, counted from 1."""
        if place < self._reason.count():
            self._reason.setCurrentIndex(place)

    def focus_reason(self) -> None:
        """Put the keyboard on the reason."""
        self._reason.setFocus()

    def focus_note(self) -> None:
        """Put the keyboard on the word for the reader."""
        self._note.setFocus()

    def _reason_row(self, look: Look, reasons: Sequence[str]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self._heading = words("Reason", tone="secondary")
        row.addWidget(self._heading)
        self._reason = QComboBox()
        self._reason.setFont(text_font())
        self._reason.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._reason.setMinimumContentsLength(18)
        self._reason.setAccessibleName("reason")
        self._reason.addItem("Choose a reason…", "")
        for number, reason in enumerate(reasons, 1):
            self._reason.addItem(f"{number % 10}   {reason}" if number <= _DIGITS else f"     {reason}", reason)
        row.addWidget(self._reason, 1)
        self._note = QLineEdit()
        self._note.setFont(text_font())
        self._note.setPlaceholderText("Add a word for the reader (optional)")
        self._note.setAccessibleName("a word for the reader")
        self._note.setMaxLength(1000)
        self._note.returnPressed.connect(self.decided)
        row.addWidget(self._note, 1)
        self._decide = push("Decide", "store this decision", filled=True)
        self._decide.clicked.connect(self.decided)
        row.addWidget(self._decide)
        row.addWidget(KeyCap(look, "Enter", command="decide"))
        return row

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self._heading.setVisible(not narrow)
        for button, (verdict, text, short, _) in zip(self._keyed, _CHOICES, strict=True):
            button.setText(short if narrow else text)
            button.show_key(not narrow or verdict not in ("a", "b"))


class _KeyButton(QPushButton):
    """A choice with its key inside."""

    def __init__(self, look: Look, text: str, key: str) -> None:
        super().__init__(text)
        self._look, self._key = look, key
        self._shows_key = True
        self._key_font = text_font(11)
        self.setFont(text_font())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCheckable(True)
        self.setProperty("keyed", True)
        self.setAccessibleName(text)
        self.setToolTip(f"{text} ({key})")
        look.changed.connect(self.update)

    def name_key(self, key: str) -> None:
        """Show another key; none shows nothing."""
        self._key = key
        self.setToolTip(f"{self.accessibleName()} ({key})" if key else self.accessibleName())
        self.updateGeometry()
        self.update()

    def show_key(self, shown: bool) -> None:
        """Show the key inside, or leave it to where it also stands."""
        if shown != self._shows_key:
            self._shows_key = shown
            self.updateGeometry()

    @property
    def _key_width(self) -> int:
        return max(_KEY, QFontMetrics(self._key_font).horizontalAdvance(self._key) + 10)

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._key_width + 4 if self._shows_key and self._key else 0, 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        text, option.text = option.text, ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        theme = self._look.theme
        painter.setPen(theme.faint if not self.isEnabled() else theme.accent if self.isChecked() else theme.text)
        inside = QRectF(self.rect()).adjusted(10, 0, -10, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        if self._shows_key and self._key:
            wide = self._key_width
            painter.setFont(self._key_font)
            cap = QRectF(inside.right() - wide, inside.center().y() - _KEY / 2, wide, _KEY)
            paint_key(painter, cap, self._key, theme)
