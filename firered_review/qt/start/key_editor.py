"""Changing which keys give which command of a window, with every conflict refused in words."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from firered_review.qt.start.key_field import KeyField
from firered_review.qt.widgets.look import text_font
from firered_review.qt.widgets.pieces import push, words

MOST_KEYS = 4
"""How many keys one command may have."""


class KeyEditor(QWidget):
    """The commands of one window; the keys of the chosen one are a field each, with an empty one to add a key.

    ``changed`` carries every command whose keys are not the usual ones.
    """

    changed = Signal(object)

    def __init__(self, titles: Mapping[str, str], usual: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self._titles = titles
        self._usual = {command: list(keys) for command, keys in usual.items()}
        self._keys = {command: list(keys) for command, keys in usual.items()}
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
        self.fields: list[KeyField] = []
        """The keys of the chosen command, the empty field last."""
        self._fields = QHBoxLayout()
        self._fields.setSpacing(8)
        row.addLayout(self._fields, 1)
        self.reset = push("Usual keys", "give the chosen command its usual keys again")
        self.reset.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row.addWidget(self.reset)
        column.addLayout(row)
        column.addWidget(words("A press replaces a key, Delete takes it away, Tab goes on.", tone="faint"))
        self.said = words("", tone="warning", wrap=True)
        self.said.setAccessibleName("why the key was not taken")
        column.addWidget(self.said)
        self.reset.clicked.connect(self._back_to_usual)
        self.list.currentRowChanged.connect(self._show_chosen)

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

    # --- inside -----------------------------------------------------------------------------------------------------
    def _title(self, command: str) -> str:
        return self._titles.get(command, command.replace("_", " "))

    def _line(self, command: str) -> str:
        keys = " · ".join(self._keys[command]) or "no key"
        mark = "" if self._keys[command] == self._usual[command] else "   (changed)"
        return f"{self._title(command)}:   {keys}{mark}"

    def _chosen(self) -> str:
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else next(iter(self._usual))

    def _show_chosen(self) -> None:
        self.said.setText("")
        if self.list.currentItem() is None:
            return
        keys = self._keys[self._chosen()]
        wanted = [*keys, ""] if len(keys) < MOST_KEYS else keys
        before: QWidget = self.list
        for place, key in enumerate(wanted):
            if place == len(self.fields):
                self._add_field(before)
            self.fields[place].show_key(key)
            before = self.fields[place]
        for field in self.fields[len(wanted) :]:
            field.hide()
            field.deleteLater()
        del self.fields[len(wanted) :]

    def _add_field(self, before: QWidget) -> None:
        field = KeyField()
        field.taken.connect(self._replace)
        field.refused.connect(self.said.setText)
        self._fields.addWidget(field, 1)
        self.setTabOrder(before, field)
        self.fields.append(field)

    def _replace(self, old: str, new: str) -> None:
        """Put one key of the chosen command in place of another; no old one adds, no new one takes away."""
        command, keys = self._chosen(), list(self._keys[self._chosen()])
        if new == old:
            self.said.setText("")
            return
        if new in keys:
            self.said.setText(f"{new} gives this command already: press another one.")
            return
        place = keys.index(old) if old in keys else len(keys)
        keys[place : place + 1] = [new] if new else []
        self._give(command, keys)

    def _back_to_usual(self) -> None:
        self._give(self._chosen(), self._usual[self._chosen()])

    def _give(self, command: str, keys: Sequence[str]) -> None:
        for other, taken in self._keys.items():
            both = [key for key in keys if key in taken]
            if both and other != command:
                title = self._title(other)
                self.said.setText(f"{both[0]} belongs to “{title}” already: give that command another key first.")
                return
        self._keys[command] = list(keys)
        item = self.list.currentItem()
        if item is not None:
            item.setText(self._line(command))
        self._show_chosen()
        self.changed.emit({one: held for one, held in self._keys.items() if held != self._usual[one]})
