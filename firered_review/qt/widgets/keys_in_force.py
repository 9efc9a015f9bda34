"""The keys of one window as they are now: key caps, buttons and sentences name a command, never a key."""

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from firered_review.qt.widgets.commands import Command, Keymap
from firered_review.qt.widgets.pieces import KeyCap

_TOKEN = re.compile("⟨([a-z_0-9]+)⟩")


class KeysInForce(QObject):
    """Tells the key of a command; ``changed`` follows every change of the key map."""

    changed = Signal()

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        super().__init__(window)
        self._window = window
        self.keymap: Keymap = keymap
        self._entries: Mapping[str, str] = {}

    def name_entries(self, commands: Sequence[Command]) -> None:
        """From now on know in which menu a command without a key is."""
        self._entries = {one.id: f"{one.menu} › {one.text.removesuffix('…')}" for one in commands}

    def take(self, keymap: Keymap) -> None:
        """From now on show these keys."""
        self.keymap = keymap
        self.show_caps()
        self.changed.emit()

    def show_caps(self) -> None:
        """Bring every key cap in the window to the key in force."""
        for cap in self._window.findChildren(KeyCap):
            if cap.command:
                cap.show_key(self.of(cap.command))

    def of(self, command: str) -> str:
        """Return the first key of a command, nothing where it has none."""
        keys = self.keymap.get(command, ())
        return keys[0] if keys else ""

    def written(self, sentence: str) -> str:
        """Return a sentence with each ``⟨command⟩`` written as its key, or as its menu entry where it has no key."""
        return _TOKEN.sub(lambda found: self._named(found[1]) or found[0], sentence)

    def _named(self, command: str) -> str:
        if command not in self.keymap:
            return ""
        return self.of(command) or f"“{self._entries.get(command, command.replace('_', ' '))}”"
