"""The memory-error card: type, severity, what is cited, the later decision, and what is still needed."""

import functools
from collections.abc import Callable
from typing import Any, Literal, get_args

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from firered_review.core.rules import ErrorDraft
from firered_review.qt.errors.citations import CitationList
from firered_review.qt.errors.codebook_card import SCROLL_BAR, CodebookCard
from firered_review.qt.errors.drafting import Card
from firered_review.qt.errors.severity_row import SeverityRow
from firered_review.qt.errors.under_cursor import UnderCursor
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, heading, push, words
from firered_review.qt.words.codebook import Choice, cause_choice, severity_choice, type_choice
from harness.formats.base import Severity
from harness.formats.codebook import ErrorRubric

CardPlace = Literal["type", "cause", "note"]
_LEAST = 64
"""So high is the codebook where the choices need all the rest."""
_ABOVE = 6
_NARROWEST = 64
_SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class ErrorCard(QWidget):
    """Shows a ``Card``; ``redrafted`` carries each choice as a draft, ``saved`` and ``left`` its end."""

    redrafted = Signal(object)
    saved = Signal()
    left = Signal()

    def __init__(self, look: Look, rubric: ErrorRubric) -> None:
        super().__init__()
        self._look, self._rubric = look, rubric
        self._draft = ErrorDraft()
        self._showing = False
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget()
        self._scroll.setWidget(self._page)
        around.addWidget(self._scroll, 1)
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(14, 12, 14, 4)
        self._column.setSpacing(6)
        self._build_choices()
        self._build_evidence()
        self._build_rest()
        self._column.addStretch(1)
        self.codebook = CodebookCard()
        held = QVBoxLayout()
        held.setContentsMargins(14, _ABOVE, 14, 0)
        held.addWidget(self.codebook)
        around.addLayout(held)
        self._foot = self._make_foot()
        around.addWidget(self._foot)
        self._line: QWidget | None = None
        for part in (self._page, self._foot, self._scroll.viewport()):
            part.installEventFilter(self)
        self._watch()

    def show_card(self, card: Card) -> None:
        """Show these choices, and each thing that is still needed as a line of its own."""
        draft, rubric = card.draft, self._rubric
        fresh, cited = draft.type != self._draft.type, draft.citations != self._draft.citations
        self._draft, self._showing = draft, True
        types = [one.id for one in rubric.types]
        self._type.setCurrentIndex(types.index(draft.type) + 1 if draft.type else 0)
        self.severity.show_choice(draft.severity, card.proposal)
        self._citations.show_citations(draft.citations)
        self._later.setText(str(draft.decision) if draft.decision else "not set")
        recovered = draft.recovery_decision and not draft.not_recovered
        self._never.setVisible(bool(recovered))
        self._recovery.setText(f"at {draft.recovery_decision}" if recovered else "never")
        self._cause.setCurrentIndex([c.id for c in rubric.causes].index(draft.cause))
        if self._note.text() != draft.note:
            self._note.setText(draft.note)
        self._needed.setText("\n".join(f"Still needed: {_short(line)}" for line in card.needed))
        self._needed.setVisible(bool(card.needed))
        self._save.setEnabled(not card.needed)
        self._showing = False
        if fresh or self.codebook.widget() is None:
            self._explain(type_choice(rubric, draft.type))
        if cited:
            self._show_line(self._citations)

    def show_next_citation(self, what: str) -> None:
        """Say what the key of citing would cite now."""
        self._cites.setText(f"next: {what}")

    def focus(self, place: CardPlace) -> None:
        """Put the keyboard on one choice."""
        line = {"type": self._type, "cause": self._cause, "note": self._note}[place]
        line.setFocus()
        self._show_line(line)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._share_out()
        elif event.type() == QEvent.Type.Resize and watched is self._scroll.viewport() and self._line is not None:
            QTimer.singleShot(0, self, functools.partial(self._show_line, self._line))
        return False

    # --- inside -----------------------------------------------------------------------------------------------------
    def _explain(self, choice: Choice) -> None:
        self.codebook.show_choice(choice)
        self._share_out()

    def _share_out(self) -> None:
        """Give the codebook the room its words need, as far as the choices above it leave it."""
        width = self.width() - SCROLL_BAR
        taken = _ABOVE + sum(_height(part, width) for part in (self._column, self._ending))
        needed = self.codebook.height_of_words(self.width() - 28)
        self.codebook.setFixedHeight(min(needed, max(_LEAST, self.height() - taken)))

    def _show_line(self, line: QWidget) -> None:
        """Scroll to one line of the card, if it must."""
        self._line = line
        self._scroll.ensureWidgetVisible(line, 0, 8)

    def _build_choices(self) -> None:
        self._column.addWidget(self._titled("Memory error", "error_type"))
        self._type = _chooser("type of memory error", ["Type…", *(one.title for one in self._rubric.types)])
        self._type.currentIndexChanged.connect(self._choose_type)
        self._column.addWidget(self._type)
        self._column.addWidget(self._titled("Severity", "error_severity"))
        self.severity = SeverityRow(self._rubric)
        self.severity.chosen.connect(lambda severity: self._tell(severity=severity))
        self._column.addWidget(self.severity)

    def _build_evidence(self) -> None:
        self._cites = words("", tone="secondary", font=text_font(12))
        self._column.addWidget(self._titled("Cites", "cite", self._cites))
        self._citations = CitationList()
        self._citations.dropped.connect(self._drop)
        self._column.addWidget(self._citations)
        self._later = words("")
        self._column.addWidget(self._titled("Later decision", "error_card", self._later))
        self._recovery = words("")
        self._column.addWidget(self._titled("Recovered", "recovered", self._recovery))
        self._never = push("Never recovered", "not recovered in this trial")
        self._never.clicked.connect(lambda: self._tell(recovery_decision=None, not_recovered=True))
        self._column.addWidget(self._never)

    def _build_rest(self) -> None:
        self._cause = _chooser("primary cause", [one.title for one in self._rubric.causes])
        self._cause.setMinimumWidth(_NARROWEST)
        self._cause.currentIndexChanged.connect(
            lambda place: self._tell(cause=self._rubric.causes[place].id) if place >= 0 else None
        )
        self._column.addWidget(self._titled("Cause", "error_cause", self._cause))
        self._note = QLineEdit()
        self._note.setFont(text_font())
        self._note.setMaxLength(2000)
        self._note.setMinimumWidth(_NARROWEST)
        self._note.setPlaceholderText("for other readers")
        self._note.setAccessibleName("note")
        self._note.textEdited.connect(lambda text: self._tell(note=text))
        self._note.returnPressed.connect(self.saved)
        self._column.addWidget(self._titled("Note", "error_note", self._note))

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        self._ending = column = QVBoxLayout(foot)
        column.setContentsMargins(14, 8, 14, 12)
        column.setSpacing(8)
        self._needed = words("", tone="warning", wrap=True)
        column.addWidget(self._needed)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._save = push("Save", "save this memory error", filled=False)
        self._save.clicked.connect(self.saved)
        leave = push("Let go", "let go of this memory error; undo brings it back")
        leave.clicked.connect(self.left)
        for button, key, command in ((self._save, "Enter", "make_segment"), (leave, "Esc", "leave")):
            row.addWidget(button)
            row.addWidget(KeyCap(self._look, key, command=command))
        row.addStretch(1)
        column.addLayout(row)
        return foot

    def _watch(self) -> None:
        rubric, show = self._rubric, self._explain
        types = [None, *(one.id for one in rubric.types)]
        causes = [one.id for one in rubric.causes]
        self._watchers = [
            UnderCursor(self._type, lambda place: show(type_choice(rubric, types[place])), self),
            UnderCursor(self._cause, lambda place: show(cause_choice(rubric, causes[place])), self),
        ]
        for severity, button in zip(_SEVERITIES, self.severity.buttons, strict=True):
            choice = severity_choice(rubric, severity)
            self._watchers.append(UnderCursor(button, functools.partial(_show_always, show, choice), self))

    def _titled(self, text: str, command: str, value: QWidget | None = None) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(8)
        row.addWidget(heading(text))
        if value is None:
            row.addStretch(1)
        else:
            if isinstance(value, QLabel):
                value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                value.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row.addWidget(value, 1)
        row.addWidget(KeyCap(self._look, "", command=command))
        return line

    def _drop(self, place: int) -> None:
        rest = tuple(one for number, one in enumerate(self._draft.citations) if number != place)
        self._tell(citations=rest)

    def _choose_type(self, place: int) -> None:
        self._tell(type=self._rubric.types[place - 1].id if place > 0 else None)

    def _tell(self, **chosen: Any) -> None:
        if not self._showing:
            self.redrafted.emit(self._draft._replace(**chosen))


def _height(layout: QLayout, width: int) -> int:
    return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()


def _show_always(show: Callable[[Choice], None], choice: Choice, _place: int) -> None:
    show(choice)


def _chooser(name: str, options: list[str]) -> QComboBox:
    chooser = QComboBox()
    chooser.setFont(text_font())
    chooser.setAccessibleName(name)
    chooser.addItems(options)
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    chooser.setMinimumContentsLength(8)
    chooser.setMaxVisibleItems(len(options))
    return chooser


def _short(sentence: str) -> str:
    return sentence.removesuffix(" is still needed").removesuffix(" must still be cited")
