"""Every action of a window as data: menus, key router and the page of keys are built from one list."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

import yaml
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from harness.formats.errors import BadFile

MENUS = ("File", "Edit", "Go", "Label", "View", "Help")


class Command(NamedTuple):
    """One action: its name in the key map, the words of its menu entry, the menu, and what it does."""

    id: str
    text: str
    menu: str
    run: Callable[[], object]
    repeats: bool = False
    """Holding the key down repeats it."""


Keymap = Mapping[str, Sequence[str]]
Extra = Callable[[QWidget], Sequence[Command]]
"""Makes the commands that a window gets from outside, such as sealing and preferences."""


def no_extra(_window: QWidget) -> Sequence[Command]:
    """Return no command."""
    return ()


def with_extra(own: Sequence[Command], extra: Sequence[Command]) -> list[Command]:
    """Return a window's own commands and those from outside, each before the entry that closes the window."""
    last = [one for one in own if one.id == "quit"]
    return [*(one for one in own if one.id != "quit"), *extra, *last]


def run_by_key(commands: Mapping[str, Command], command_id: str, repeated: bool) -> bool:
    """Run a command that its key gave; tells whether there is one. A key held down repeats only what may repeat."""
    command = commands.get(command_id)
    if command is not None and (command.repeats or not repeated):
        command.run()
    return command is not None


def load_keymap(window: str) -> Keymap:
    """Read the keys of one window from ``resources/keymap.yaml``.

    Raises:
        BadFile: two commands share a key.
    """
    text = files("firered_resources").joinpath("keymap.yaml").read_text(encoding="utf-8")
    keymap: Keymap = yaml.safe_load(text)[window]
    key_table(keymap)
    return keymap


def key_table(keymap: Keymap) -> dict[str, str]:
    """Return key → command.

    Raises:
        BadFile: two commands share a key.
    """
    table: dict[str, str] = {}
    for command, keys in keymap.items():
        for key in keys:
            if key in table:
                raise BadFile(f"The key map gives {key} to both {table[key]} and {command}: change one of them.")
            table[key] = command
    return table


def fill_menus(bar: QMenuBar, commands: Sequence[Command], keymap: Keymap) -> None:
    """Put every command into its menu with its keys beside it, in place of what was there.

    The router, not the menu, listens for the keys.
    """
    bar.clear()
    for old in bar.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        old.setParent(None)
        old.deleteLater()
    for title in MENUS:
        entries = [command for command in commands if command.menu == title]
        if not entries:
            continue
        menu = bar.addMenu(f"&{title}")
        for command in entries:
            keys = keymap.get(command.id, ())
            action = QAction(f"{command.text}\t{keys[0]}" if keys else command.text, menu)
            action.triggered.connect(lambda _checked=False, run=command.run: run())
            menu.addAction(action)
