"""The memory-error card: type, severity, what is cited, the later decision, and what is still needed."""

from typing import Any, get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from firered_review.core.rules import ErrorDraft
from firered_review.qt.label_words import citation_words
from firered_review.qt.look import Look, text_font
from firered_review.qt.pieces import KeyCap, card, heading, push, words
from harness.formats.base import Severity
from harness.formats.codebook import ErrorRubric

_SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class ErrorCard(QWidget):
    """Shows an ``ErrorDraft`` and what it lacks; ``redrafted`` carries each choice, ``saved`` and ``left`` its end."""

    redrafted = Signal(object)
    saved = Signal()
    left = Signal()

    def __init__(self, look: Look, rubric: ErrorRubric) -> None:
        super().__init__()
        self._look = look
        self._rubric = rubric
        self._draft = ErrorDraft()
        self._showing = False
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        scroll.setWidget(page)
        around.addWidget(scroll, 1)
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(14, 12, 14, 8)
        self._column.setSpacing(6)
        self._column.addWidget(heading("Memory error"))
        self._build_type()
        self._build_severity()
        self._build_evidence()
        self._build_rest()
        self._column.addStretch(1)
        around.addWidget(self._foot())

    def show_draft(self, draft: ErrorDraft, needed: list[str]) -> None:
        """Show these choices, and each thing that is still needed as a line of its own."""
        self._draft, self._showing = draft, True
        types = [one.id for one in self._rubric.types]
        self._type.setCurrentIndex(types.index(draft.type) + 1 if draft.type else 0)
        one = next((one for one in self._rubric.types if one.id == draft.type), None)
        self._definition.setText(one.definition if one else "Choose what kind of memory error this is.")
        self._cites.setText(f"Cites: {one.cites}" if one else "")
        self._cites.setVisible(one is not None)
        for place, severity in enumerate(_SEVERITIES):
            button = self._severity.button(place)
            button.setChecked(severity == draft.severity)
        found = next((s for s in self._rubric.severities if s.id == draft.severity), None)
        self._threshold.setText(found.definition if found else "")
        self._threshold.setVisible(found is not None)
        self._show_citations(draft)
        self._later.setText(f"decision {draft.decision}" if draft.decision else "not set")
        recovered = draft.recovery_decision and not draft.not_recovered
        self._never.setVisible(bool(recovered))
        self._recovery.setText(f"decision {draft.recovery_decision}" if recovered else "not recovered")
        self._cause.setCurrentIndex([c.id for c in self._rubric.causes].index(draft.cause))
        if self._note.text() != draft.note:
            self._note.setText(draft.note)
        self._needed.setText("\n".join(f"Still needed: {_short(line)}" for line in needed))
        self._needed.setVisible(bool(needed))
        self._save.setEnabled(not needed)
        self._showing = False

    def focus_type(self) -> None:
        """Put the keyboard on the choice of the type."""
        self._type.setFocus()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _build_type(self) -> None:
        self._type = QComboBox()
        self._type.setFont(text_font())
        self._type.setAccessibleName("type of memory error")
        self._type.addItem("Type…")
        for one in self._rubric.types:
            self._type.addItem(one.title)
        self._type.currentIndexChanged.connect(self._choose_type)
        self._column.addWidget(self._type)
        frame, column = card()
        self._definition = words("", tone="secondary", wrap=True)
        self._cites = words("", tone="secondary", wrap=True)
        column.addWidget(self._definition)
        column.addWidget(self._cites)
        self._column.addWidget(frame)

    def _build_severity(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        self._severity = QButtonGroup(self)
        self._severity.setExclusive(False)
        for place, one in enumerate(self._rubric.severities):
            button = push(one.title, f"severity {one.title}: {one.definition}", checkable=True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._severity.addButton(button, place)
            row.addWidget(button, 1)
        self._severity.idClicked.connect(lambda place: self._tell(severity=_SEVERITIES[place]))
        self._column.addLayout(row)
        self._threshold = words("", tone="secondary", wrap=True)
        self._column.addWidget(self._threshold)

    def _build_evidence(self) -> None:
        self._column.addWidget(self._titled("Cites", "C"))
        self._citations = QVBoxLayout()
        self._citations.setSpacing(4)
        self._column.addLayout(self._citations)
        self._column.addWidget(self._titled("Later decision", "E"))
        self._later = words("")
        self._column.addWidget(self._later)
        self._column.addWidget(self._titled("Recovered at", "Shift+E"))
        row = QHBoxLayout()
        self._recovery = words("")
        row.addWidget(self._recovery, 1)
        self._never = never = push("Never", "not recovered in this trial")
        never.clicked.connect(lambda: self._tell(recovery_decision=None, not_recovered=True))
        row.addWidget(never)
        self._column.addLayout(row)

    def _build_rest(self) -> None:
        self._cause = QComboBox()
        self._cause.setFont(text_font())
        self._cause.setAccessibleName("primary cause")
        for one in self._rubric.causes:
            self._cause.addItem(f"Cause: {one.title}")
            self._cause.setItemData(self._cause.count() - 1, one.definition, 3)
        self._cause.currentIndexChanged.connect(
            lambda place: self._tell(cause=self._rubric.causes[place].id) if place >= 0 else None
        )
        self._column.addWidget(self._cause)
        self._note = QLineEdit()
        self._note.setFont(text_font())
        self._note.setMaxLength(2000)
        self._note.setPlaceholderText("A word for the other readers")
        self._note.setAccessibleName("note")
        self._note.textEdited.connect(lambda text: self._tell(note=text))
        self._note.returnPressed.connect(self.saved)
        self._column.addWidget(self._note)

    def _foot(self) -> QWidget:
        foot = QWidget()
        column = QVBoxLayout(foot)
        column.setContentsMargins(14, 8, 14, 12)
        column.setSpacing(8)
        self._needed = words("", tone="warning", wrap=True)
        column.addWidget(self._needed)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._save = push("Save", "save this memory error", filled=False)
        self._save.clicked.connect(self.saved)
        leave = push("Leave", "let go of this memory error")
        leave.clicked.connect(self.left)
        for button, key in ((self._save, "Enter"), (leave, "Esc")):
            row.addWidget(button)
            row.addWidget(KeyCap(self._look, key))
        row.addStretch(1)
        column.addLayout(row)
        return foot

    def _titled(self, text: str, key: str) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 6, 0, 0)
        row.addWidget(heading(text), 1)
        row.addWidget(KeyCap(self._look, key))
        return line

    def _show_citations(self, draft: ErrorDraft) -> None:
        while (item := self._citations.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, citation in enumerate(draft.citations):
            button = QPushButton(f"{citation_words(citation)}   ×")
            button.setFont(text_font())
            button.setAccessibleName(f"remove the citation of {citation_words(citation)}")
            button.setToolTip(button.accessibleName())
            button.clicked.connect(lambda _=False, place=place: self._drop(place))
            self._citations.addWidget(button)
        if not draft.citations:
            self._citations.addWidget(words("nothing yet", tone="faint"))

    def _drop(self, place: int) -> None:
        rest = tuple(one for number, one in enumerate(self._draft.citations) if number != place)
        self._tell(citations=rest)

    def _choose_type(self, place: int) -> None:
        self._tell(type=self._rubric.types[place - 1].id if place > 0 else None)

    def _tell(self, **chosen: Any) -> None:
        if not self._showing:
            self.redrafted.emit(self._draft._replace(**chosen))


def _short(sentence: str) -> str:
    return sentence.removesuffix(" is still needed").removesuffix(" must still be cited")
