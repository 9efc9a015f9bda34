"""Where hidden state and the adjudicated frames disagree: each conflict with a way to it, and one to close it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from firered_review.core.conflicts import Conflict
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import card, push, words
from firered_review.qt.widgets.sheet import Sheet
from harness.formats.base import MilestoneId

_NONE = "Hidden state and the adjudicated frames do not disagree, as far as milestones have been judged."
_WHAT = (
    "A conflict stops the freeze. Judge the milestone anew if the frames say so, or put the conflict down to the "
    "instrument, with a reason. Milestones shown here count as judged after hidden state was seen."
)


class ConflictsSheet(Sheet):
    """``closing`` carries trial, milestone and reason; ``wanted`` the trial and milestone to go to."""

    closing = Signal(str, str, str)
    wanted = Signal(str, str)

    def __init__(self, parent: QWidget, reasons: Sequence[str]) -> None:
        super().__init__(parent, "Hidden state against the screen", 640)
        self._reasons = reasons

    def show_conflicts(self, conflicts: Sequence[Conflict], closed: Mapping[tuple[str, MilestoneId], str]) -> None:
        """Show these conflicts; ``closed`` holds the reason of each that was put down to the instrument."""
        column = self.new_body()
        column.addWidget(words(_WHAT if conflicts else _NONE, tone="secondary", wrap=True))
        for one in conflicts:
            self._add(column, one, closed.get((one.trial, one.milestone)))
        column.addStretch(1)
        done = self.add_button("Done", "close this window", first=True)
        done.clicked.connect(self.accept)
        self.fit()

    def _add(self, column: QVBoxLayout, one: Conflict, closed: str | None) -> None:
        frame, inside = card()
        sentence = words(f"{one.sentence}.", wrap=True)
        inside.addWidget(sentence)
        row = QHBoxLayout()
        row.setSpacing(8)
        go = push("Go to it", f"go to {one.milestone} in {one.trial}")
        go.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        go.clicked.connect(lambda: self.wanted.emit(one.trial, one.milestone))
        if closed is not None:
            inside.addWidget(words(f"Put down to the instrument: {closed}. Undo takes it back.", tone="secondary"))
            row.addStretch(1)
        else:
            self._add_reason(row, one)
        row.addWidget(go)
        inside.addLayout(row)
        column.addWidget(frame)

    def _add_reason(self, row: QHBoxLayout, one: Conflict) -> None:
        reason = QComboBox()
        reason.setFont(text_font())
        reason.setAccessibleName(f"reason, {one.milestone} in {one.trial}")
        reason.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        reason.setMinimumContentsLength(14)
        reason.addItem("Choose a reason…", "")
        for text in self._reasons:
            reason.addItem(text, text)
        note = QLineEdit()
        note.setFont(text_font())
        note.setMaxLength(1000)
        note.setPlaceholderText("Or a word for the reader")
        note.setAccessibleName(f"a word for the reader, {one.milestone} in {one.trial}")
        close = push("Instrument", f"put {one.milestone} in {one.trial} down to the instrument")
        close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        close.setAutoDefault(False)

        def said() -> str:
            return ": ".join(part for part in (str(reason.currentData() or ""), note.text().strip()) if part)

        def allow() -> None:
            close.setEnabled(bool(said()))

        reason.currentIndexChanged.connect(allow)
        note.textChanged.connect(allow)
        close.clicked.connect(lambda: self.closing.emit(one.trial, one.milestone, said()))
        allow()
        row.addWidget(reason, 1)
        row.addWidget(note, 1)
        row.addWidget(close)
