"""Small windows that ask one thing each; none of them blocks, each answers by a signal."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from firered_review.qt.widgets.commands import MENUS, Command, Keymap
from firered_review.qt.widgets.keys import key_names
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import KeyCap, heading, push, words


class Asked(QDialog):
    """A window with a title line and a column; it is deleted when it closes, and Ctrl+Q closes the desk behind it."""

    def __init__(self, parent: QWidget, title: str, width: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(width)
        self.finished.connect(parent.activateWindow)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 16, 20, 16)
        self.column.setSpacing(10)
        name = words(title, font=text_font(15, bold=True))
        name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.column.addWidget(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if "Ctrl+Q" in key_names(event):
            behind = self.parentWidget()
            self.reject()
            if behind is not None:
                behind.window().close()
        else:
            super().keyPressEvent(event)


class Question(Asked):
    """Asks whether to go on; ``agreed`` is the yes.

    Enter and Esc change nothing. With a ``key`` that key, pressed once more, is the yes.
    With it, or where it ``stays``, Enter is the no.
    """

    agreed = Signal()

    def __init__(self, parent: QWidget, title: str, text: str, yes: str, key: str = "", *, stays: bool = False) -> None:
        super().__init__(parent, title, 420)
        self._key = key
        label = words(text, tone="secondary", wrap=True)
        self.column.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        stay = push("Stay here", "change nothing")
        go = push(f"{yes}   {key}" if key else yes, yes, filled=True)
        for button in (stay, go):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
        stay.clicked.connect(self.reject)
        go.clicked.connect(self.accept)
        self.accepted.connect(self.agreed)
        stays = stays or bool(key)
        go.setAutoDefault(not stays)
        chosen = stay if stays else go
        chosen.setDefault(True)
        chosen.setFocus()
        self.column.addSpacing(4)
        self.column.addLayout(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._key and self._key in key_names(event):
            if not event.isAutoRepeat():
                self.accept()
        else:
            super().keyPressEvent(event)


class Notice(Asked):
    """Says why a command that is followed by typing does nothing now, and keeps what is typed from the window."""

    def __init__(self, parent: QWidget, title: str, text: str) -> None:
        super().__init__(parent, title, 420)
        self.setModal(True)
        self.column.addWidget(words(text, tone="secondary", wrap=True))
        row = QHBoxLayout()
        row.addStretch(1)
        close = push("Close", "close this notice", filled=True)
        close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        self.column.addSpacing(4)
        self.column.addLayout(row)
        self.setFocus()  # a space that is typed must not press the button


class LinePrompt(Asked):
    """Asks for one line of text; ``given`` carries it and ``typed`` what there is of it so far.

    What ``check`` has a sentence against is not given: the sentence stands below, and the line goes on.
    """

    given = Signal(str)
    typed = Signal(str)

    def __init__(
        self, parent: QWidget, title: str, hint: str, begun: str = "", check: Callable[[str], str] | None = None
    ) -> None:
        super().__init__(parent, title, 420)
        self._check = check
        self.line = QLineEdit()
        self.line.setFont(text_font())
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(title)
        self.line.setMaxLength(2000)
        self.line.setText(begun)
        self.column.addWidget(self.line)
        self.problem = words("", tone="warning", wrap=True)
        self.problem.setVisible(check is not None)
        self.column.addWidget(self.problem)
        self.line.textEdited.connect(self.typed)
        self.line.returnPressed.connect(self._give)
        self.line.setFocus()

    @override
    def open(self) -> None:
        super().open()
        self.line.end(False)  # opening selects what was begun, and the next letter would replace it

    def _give(self) -> None:
        text = self.line.text().strip()
        problem = self._check(text) if text and self._check is not None else ""
        if problem:
            self.problem.setText(problem)
            self.line.selectAll()
            return
        if text:
            self.given.emit(text)
        self.accept()


class _OptionList(QListWidget):
    """A list that leaves digits and Enter to its window."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            event.ignore()


class Chooser(Asked):
    """Offers a short list; ``chosen`` carries the id. Digits choose at once, Up, Down and Enter too."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, title: str, options: Sequence[tuple[str, str]], now: str = "") -> None:
        super().__init__(parent, title, 320)
        self._ids = [option for option, _ in options]
        self.list = _OptionList()
        self.list.setFont(text_font())
        self.list.setAccessibleName(title)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        for number, (option, text) in enumerate(options, 1):
            item = QListWidgetItem(f"{number}   {text}")
            self.list.addItem(item)
            if option == now:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.setFixedHeight(30 * len(options) + 4)
        self.list.itemActivated.connect(lambda _: self._choose(self.list.currentRow()))
        self.list.itemClicked.connect(lambda _: self._choose(self.list.currentRow()))
        self.column.addWidget(self.list)
        self.list.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        digit = next((name for name in key_names(event) if name.isdigit()), None)
        if digit is not None:
            self._choose(int(digit) - 1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentRow())
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self._ids):
            self.chosen.emit(self._ids[place])
            self.accept()


class KeysPage(Asked):
    """Every command with its keys."""

    def __init__(self, look: Look, parent: QWidget, commands: Sequence[Command], keymap: Keymap) -> None:
        around = parent.window().size()
        super().__init__(parent, "Keys", min(900, around.width() - 40))
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(12, 12, 16, 12)
        columns.setSpacing(40)
        halves = (("File", "Edit", "Label"), ("Go", "View", "Help"))
        for titles in halves:
            side = QVBoxLayout()
            side.setSpacing(6)
            for title in (one for one in MENUS if one in titles):
                entries = [one for one in commands if one.menu == title and keymap.get(one.id)]
                if entries:
                    name = heading(title)
                    name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
                    side.addWidget(name)
                    side.addLayout(_lines(look, entries, keymap))
                    side.addSpacing(12)
            side.addStretch(1)
            columns.addLayout(side, 1)
        scroll.setWidget(page)
        self.column.addWidget(scroll)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.resize(self.width(), min(640, around.height() - 40))


def _lines(look: Look, commands: Sequence[Command], keymap: Keymap) -> QGridLayout:
    grid = QGridLayout()
    grid.setVerticalSpacing(4)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setColumnStretch(0, 1)
    for row, command in enumerate(commands):
        grid.addWidget(words(command.text, tone="secondary"), row, 0)
        caps = QHBoxLayout()
        caps.setSpacing(4)
        for key in keymap[command.id]:
            caps.addWidget(KeyCap(look, key))
        grid.addLayout(caps, row, 1, Qt.AlignmentFlag.AlignRight)
    return grid
