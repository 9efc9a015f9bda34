"""The card on which an adjudicator writes a label: a line for each field, and what is still missing."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, heading, push, words
from firered_review.qt.words.form import KINDS, FormField, form_of
from harness.formats.codebook import CodebookSet


class NewLabelCard(QFrame):
    """``changed`` tells that a field was filled in, ``used`` that the label is meant, ``left`` that it is not.

    ``here_asked`` asks for the frame on screen, for the field that was last in hand.
    """

    changed = Signal()
    used = Signal()
    left = Signal()
    here_asked = Signal()

    def __init__(self, look: Look, codebook: CodebookSet) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self._look, self._codebook = look, codebook
        self._inputs: dict[str, QComboBox | QLineEdit] = {}
        self._form: list[FormField] = []
        self._last = ""
        self._showing = False
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 12, 1, 12)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setContentsMargins(13, 0, 13, 0)
        self._title = heading("New label")
        head.addWidget(self._title, 1)
        column.addLayout(head)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._foot())

    def show_form(self, kind: str, texts: Mapping[str, str], *, choose_kind: bool) -> None:
        """Show the form of a kind with these texts; ``choose_kind`` lets another kind be chosen."""
        self._showing = True
        self._kind = kind
        self._title.setText("A LABEL NEITHER HAS" if choose_kind else "NEW LABEL")
        self._form = form_of(kind, self._codebook)
        self._inputs = {}
        self._last = next((one.name for one in self._form if one.how == "frame"), "")
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(13, 2, 13, 2)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        if choose_kind:
            kinds = self._chooser("kind", KINDS, kind)
            kinds.currentIndexChanged.connect(lambda place: self._choose_kind(KINDS[place][0]))
            self._kinds = kinds
            grid.addWidget(words("kind", tone="secondary"), 0, 0)
            grid.addWidget(kinds, 0, 1, 1, 2)
        for row, field in enumerate(self._form, 1):
            self._add_line(grid, row, field, texts.get(field.name, field.usual))
        grid.setRowStretch(len(self._form) + 1, 1)
        old = self._scroll.takeWidget()
        if old is not None:
            old.deleteLater()
        self._scroll.setWidget(page)
        self._showing = False
        self.changed.emit()

    def show_needed(self, needed: Sequence[str]) -> None:
        """Show what the label still lacks or breaks; nothing lets it be used."""
        self._needed.setText("\n".join(one[:1].upper() + one[1:] + "." for one in needed))
        self._needed.setVisible(bool(needed))
        self._use.setEnabled(not needed)

    @property
    def kind(self) -> str:
        """The kind of label on the card."""
        return self._kind

    @property
    def form(self) -> Sequence[FormField]:
        """The fields on the card."""
        return self._form

    @property
    def texts(self) -> dict[str, str]:
        """What stands in each field."""
        return {
            name: str(one.currentData() or "") if isinstance(one, QComboBox) else one.text()
            for name, one in self._inputs.items()
        }

    def put_here(self, frame: int, decision: int) -> str:
        """Put the frame or decision on screen into the field last in hand; return that field in words."""
        focus = QApplication.focusWidget()
        name = next((name for name, one in self._inputs.items() if one is focus), self._last)
        field = next((one for one in self._form if one.name == name), None)
        line = self._inputs.get(name)
        if field is None or not isinstance(line, QLineEdit) or field.how not in ("frame", "decision", "citations"):
            return ""
        said = {"frame": str(frame), "decision": str(decision), "citations": f"frame {frame}"}[field.how]
        before = line.text().strip().rstrip(",")
        line.setText(f"{before}, {said}" if field.how == "citations" and before else said)
        places = [one.name for one in self._form if one.how == "frame"]
        if name in places[:-1]:
            self._last = places[places.index(name) + 1]
        return field.text

    def focus_first(self) -> None:
        """Put the keyboard on what must still be filled in, else on the first frame or decision."""
        texts = self.texts
        needed = [one.name for one in self._form if one.how != "line" and not texts[one.name]]
        places = [one.name for one in self._form if one.how in ("frame", "decision")]
        self._inputs[(needed or places or list(self._inputs))[0]].setFocus()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _add_line(self, grid: QGridLayout, row: int, field: FormField, text: str) -> None:
        grid.addWidget(words(field.text, tone="secondary"), row, 0)
        if field.how == "choice":
            chooser = self._chooser(field.text, (("", "Choose…"), *field.options), text)
            chooser.currentIndexChanged.connect(lambda _=0, name=field.name: self._tell(name))
            self._inputs[field.name] = chooser
            grid.addWidget(chooser, row, 1, 1, 2)
            return
        line = QLineEdit(text)
        line.setFont(text_font())
        line.setMaxLength(2000)
        line.setCursorPosition(0)
        line.setAccessibleName(field.text)
        if field.how == "citations":
            line.setPlaceholderText("a fact, decision 12, frame 431")
        line.textEdited.connect(lambda _="", name=field.name: self._tell(name))
        line.textChanged.connect(lambda _="": self._tell(""))
        line.returnPressed.connect(self._use.click)
        self._inputs[field.name] = line
        wide = field.how == "line"
        grid.addWidget(line, row, 1, 1, 2 if wide else 1)
        if not wide:
            here = push("Here", f"{field.text}: take what is on screen")
            here.setProperty("small", True)
            here.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            here.clicked.connect(lambda _=False, name=field.name: self._ask_here(name))
            grid.addWidget(here, row, 2)

    def _chooser(self, name: str, options: Sequence[tuple[str, str]], now: str) -> QComboBox:
        chooser = QComboBox()
        chooser.setFont(text_font())
        chooser.setAccessibleName(name)
        chooser.setMinimumWidth(60)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for value, text in options:
            chooser.addItem(text, value)
        chooser.setCurrentIndex(max(0, chooser.findData(now)))
        return chooser

    def _foot(self) -> QWidget:
        foot = QWidget()
        column = QVBoxLayout(foot)
        column.setContentsMargins(13, 2, 13, 0)
        column.setSpacing(8)
        self._needed = words("", tone="warning", wrap=True)
        column.addWidget(self._needed)
        row = QHBoxLayout()
        row.setSpacing(6)
        self._use = push("Use this label", "use this label; deciding still needs a reason")
        self._use.clicked.connect(self.used)
        leave = push("Leave", "let go of this label")
        leave.clicked.connect(self.left)
        for button, key in ((self._use, "Enter"), (leave, "Esc")):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
            row.addWidget(KeyCap(self._look, key))
        row.addStretch(1)
        column.addLayout(row)
        return foot

    def _choose_kind(self, kind: str) -> None:
        if not self._showing:
            self.show_form(kind, {}, choose_kind=True)
            self._kinds.setFocus()

    def _ask_here(self, name: str) -> None:
        self._last = name
        self.here_asked.emit()

    def _tell(self, name: str) -> None:
        if name:
            self._last = name
        if not self._showing:
            self.changed.emit()
