"""Sealing, in three pages: what is still open, the questions once the labels are locked, the file to hand in."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QComboBox, QGridLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from firered_review.qt.widgets.look import mono_font, text_font
from firered_review.qt.widgets.pieces import card, heading, words
from firered_review.qt.widgets.sheet import Sheet
from firered_review.store.gaps import Gap
from harness.formats.bundle import Question
from harness.formats.labels import Declaration, Guess

DECLARED = {
    "recorded": "Did you record any of these trials?",
    "watched": "Did you watch any of them being recorded?",
    "held_key": "Did you ever hold the key?",
}
_ANSWERS: dict[Question, tuple[tuple[str, str], ...]] = {
    "groups": (("unsure", "don't know"), ("first", "first group"), ("second", "second group")),
    "durable_memory": (("unsure", "don't know"), ("yes", "yes"), ("no", "no")),
}
_WIDTH = 620
_LOCKS = (
    "Sealing locks the labels of every trial for good and writes them into one file to hand in. After the lock come "
    "three questions about you and a guess about the trials."
)
_KEEP = "Keep its SHA-256: whoever holds it can tell that the file was not changed."


class SealDialog(Sheet):
    """``lock_asked`` is the yes to locking; ``answered`` carries declaration and guess. Nothing is done in here."""

    lock_asked = Signal()
    answered = Signal(object, object)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, "Seal", _WIDTH)
        self._said = words("", tone="warning", wrap=True)
        self._choices: dict[Question, dict[str, QComboBox]] = {}
        self._declared: dict[str, QButtonGroup] = {}

    def show_gaps(self, gaps: Sequence[Gap]) -> None:
        """Show what was never seen and never finished, trial by trial, and ask once."""
        self.set_title("Seal these labels?")
        column = self.new_body()
        column.addWidget(words(_LOCKS, tone="secondary", wrap=True))
        left = [gap for gap in gaps if gap.sentence]
        if not left:
            column.addWidget(words("✓  Every frame was on screen and every trial is complete.", wrap=True))
        for gap in left:
            frame, inside = card()
            name = words(gap.codename, font=text_font(bold=True))
            inside.addWidget(name)
            for mark, text in (("unseen", gap.unseen), ("incomplete", gap.incomplete)):
                if text:
                    inside.addWidget(words(f"{mark}: {text}.", tone="secondary", wrap=True))
            column.addWidget(frame)
        column.addStretch(1)
        self._add_said(column)
        self.add_button("Not yet", "close this and change nothing", first=True).clicked.connect(self.reject)
        self.add_button("Lock the labels for good", "lock the labels for good").clicked.connect(self.lock_asked)
        self.fit()

    def show_questions(self, trials: Sequence[str], questions: Sequence[Question]) -> None:
        """Ask what the bundle says is to be asked, and whether this person could have known."""
        self.set_title("The labels are locked. Was it blind?")
        column = self.new_body()
        column.addWidget(heading("You"))
        column.addLayout(self._declarations())
        column.addSpacing(8)
        column.addWidget(heading("Your guess"))
        column.addWidget(words(_guess_words(questions), tone="secondary", wrap=True))
        column.addLayout(self._guesses(trials, questions))
        column.addStretch(1)
        self._add_said(column)
        self._hint = words("Three yes or no are still needed.", tone="secondary")
        self.add_to_foot(self._hint)
        later = self.add_button("Later", "the labels stay locked; sealing goes on from here next time")
        later.clicked.connect(self.reject)
        self._write = self.add_button("Write the sealed file", "write the sealed file", filled=True)
        self._write.setEnabled(False)
        self._write.clicked.connect(self._answer)
        self.fit()

    def show_sealed(self, path: Path, sha256: str) -> None:
        """Show where the sealed file is and the hash to keep."""
        self.set_title("Sealed")
        column = self.new_body()
        column.addWidget(words("Hand in this file:", tone="secondary"))
        column.addWidget(_copyable(str(path), "the sealed file"))
        column.addSpacing(4)
        column.addWidget(words(_KEEP, tone="secondary", wrap=True))
        column.addWidget(_copyable(sha256, "SHA-256 of the sealed file"))
        column.addStretch(1)
        copy = self.add_button("Copy SHA-256", "copy the SHA-256 to the clipboard")
        copy.clicked.connect(lambda: _copy(sha256, copy.setText))
        self.add_button("Close", "close this", filled=True, first=True).clicked.connect(self.accept)
        self.fit()

    def say(self, sentence: str) -> None:
        """Show why something was not done."""
        self._said.setText(sentence)
        self._said.setVisible(True)
        self.fit()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _add_said(self, column: QVBoxLayout) -> None:
        self._said = words("", tone="warning", wrap=True)
        self._said.setVisible(False)
        self._said.setAccessibleName("why it was not done")
        column.addWidget(self._said)

    def _declarations(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(0, 1)
        self._declared = {}
        for row, (name, question) in enumerate(DECLARED.items()):
            grid.addWidget(words(question), row, 0)
            group = QButtonGroup(self)
            for place, text in enumerate(("yes", "no")):
                button = QRadioButton(text)
                button.setFont(text_font())
                button.setAccessibleName(f"{question} {text}")
                button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                group.addButton(button, place)
                grid.addWidget(button, row, place + 1)
            group.idToggled.connect(self._look_for_answers)
            self._declared[name] = group
        return grid

    def _guesses(self, trials: Sequence[str], questions: Sequence[Question]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        titles = {"groups": "belongs to", "durable_memory": "lasting memory"}
        for place, question in enumerate(questions, 1):
            grid.addWidget(words(titles[question], tone="secondary"), 0, place)
        self._choices = {question: {} for question in questions}
        for row, trial in enumerate(trials, 1):
            grid.addWidget(words(trial), row, 0)
            for place, question in enumerate(questions, 1):
                combo = QComboBox()
                combo.setFont(text_font())
                combo.setMinimumWidth(130)
                combo.setAccessibleName(f"{trial}: {titles[question]}")
                for value, text in _ANSWERS[question]:
                    combo.addItem(text, value)
                self._choices[question][trial] = combo
                grid.addWidget(combo, row, place)
        return grid

    def _look_for_answers(self) -> None:
        missing = sum(group.checkedId() < 0 for group in self._declared.values())
        self._write.setEnabled(not missing)
        counts = {0: "", 1: "One yes or no is still needed.", 2: "Two yes or no are still needed."}
        self._hint.setText(counts.get(missing, "Three yes or no are still needed."))

    def _answer(self) -> None:
        said = {name: group.checkedId() == 0 for name, group in self._declared.items()}
        given: dict[Question, dict[str, str]] = {"groups": {}, "durable_memory": {}}
        for question, choices in self._choices.items():
            given[question] = {trial: str(combo.currentData()) for trial, combo in choices.items()}
        guess = Guess.model_validate(given)
        self.answered.emit(Declaration(**said), guess)


def _guess_words(questions: Sequence[Question]) -> str:
    text = "Which trials do you think belong together? Which group is called first does not matter."
    if "durable_memory" in questions:
        text += " And which had a memory that lasted over the whole trial?"
    return text + " “Don't know” is an answer."


def _copyable(text: str, name: str) -> QLineEdit:
    line = QLineEdit(text)
    line.setReadOnly(True)
    line.setFont(mono_font())
    line.setAccessibleName(name)
    line.setToolTip(text)
    line.setCursorPosition(0)
    return line


def _copy(text: str, told: Callable[[str], object]) -> None:
    QGuiApplication.clipboard().setText(text)
    told("Copied")
