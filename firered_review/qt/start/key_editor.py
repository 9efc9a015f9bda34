"""Changing which key gives which command of a window, with every conflict refused in words."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.qt.widgets.keys import key_names
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import push, words

_ONLY_MODIFIERS = {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta}


class KeyField(QLineEdit):
    """Takes one key press and gives its name by ``taken``; Tab and Esc leave it."""

    taken = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setFont(text_font())
        self.setPlaceholderText("Press the new key here")
        self.setAccessibleName("the new key for the chosen command")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _ONLY_MODIFIERS:
            return
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            super().keyPressEvent(event)
            return
        names = key_names(event)
        if names:
            self.taken.emit(names[0])
        event.accept()


class KeyEditor(QWidget):
    """The commands of one window with their keys; ``changed`` carries all that differ from the usual ones."""

    changed = Signal(object)

    def __init__(self, titles: Mapping[str, str], usual: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self._titles = titles
        self._usual = {command: list(keys) for command, keys in usual.items()}
        self._keys = dict(self._usual)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.list = QListWidget()
        self.list.setFont(text_font())
        self.list.setMinimumHeight(170)
        self.list.setAccessibleName("commands and their keys")
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.field = KeyField()
        row.addWidget(self.field, 1)
        self.none = push("No key", "take the keys of the chosen command away")
        self.reset = push("Usual key", "give the chosen command its usual keys again")
        for button in (self.none, self.reset):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
        column.addLayout(row)
        self.said = words("", tone="warning", wrap=True)
        self.said.setAccessibleName("why the key was not taken")
        column.addWidget(self.said)
        self.field.taken.connect(lambda key: self._give([key]))
        self.none.clicked.connect(lambda: self._give([]))
        self.reset.clicked.connect(lambda: self._give(self._usual[self._chosen()]))
        self.list.currentRowChanged.connect(lambda _: self.said.setText(""))

    def show_keys(self, changes: Mapping[str, Sequence[str]]) -> None:
        """Show the usual keys with these changes."""
        self._keys = {command: list(changes.get(command, keys)) for command, keys in self._usual.items()}
        row = max(0, self.list.currentRow())
        self.list.clear()
        for command in self._usual:
            item = QListWidgetItem(self._line(command))
            item.setData(Qt.ItemDataRole.UserRole, command)
            self.list.addItem(item)
        self.list.setCurrentRow(row)

    def choose(self, command: str) -> None:
        """Choose a command of the list."""
        self.list.setCurrentRow(list(self._usual).index(command))

    def _line(self, command: str) -> str:
        keys = " · ".join(self._keys[command]) or "no key"
        mark = "" if self._keys[command] == self._usual[command] else "   (changed)"
        return f"{self._titles.get(command, command.replace('_', ' '))}:   {keys}{mark}"

    def _chosen(self) -> str:
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else next(iter(self._usual))

    def _give(self, keys: Sequence[str]) -> None:
        command = self._chosen()
        for other, taken in self._keys.items():
            both = [key for key in keys if key in taken]
            if both and other != command:
                title = self._titles.get(other, other.replace("_", " "))
                self.said.setText(f"{both[0]} belongs to “{title}” already: give that command another key first.")
                return
        self._keys[command] = list(keys)
        item = self.list.currentItem()
        if item is not None:
            item.setText(self._line(command))
        self.said.setText("")
        self.changed.emit({one: held for one, held in self._keys.items() if held != self._usual[one]})
