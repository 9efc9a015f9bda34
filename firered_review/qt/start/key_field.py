"""A field that shows one key and takes another by pressing it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from firered_review.qt.widgets.keys import key_names
from firered_review.qt.widgets.look import text_font

_MODIFIERS = {
    Qt.Key.Key_Shift: "Shift",
    Qt.Key.Key_Control: "Ctrl",
    Qt.Key.Key_Alt: "Alt",
    Qt.Key.Key_AltGr: "AltGr",
    Qt.Key.Key_Meta: "Meta",
    Qt.Key.Key_Super_L: "Meta",
    Qt.Key.Key_Super_R: "Meta",
    Qt.Key.Key_CapsLock: "CapsLock",
    Qt.Key.Key_NumLock: "NumLock",
}
_LEAVING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_BARE = Qt.KeyboardModifier.NoModifier
_SAID_AFTER = "press another one."


class KeyField(QLineEdit):
    """Shows a key; ``taken`` carries the old one and the one pressed in its place, ``refused`` says why not.

    Backspace or Delete, pressed alone, takes the key away; Tab goes on, Esc closes the window around it.
    """

    taken = Signal(str, str)
    refused = Signal(str)

    def __init__(self, key: str = "") -> None:
        super().__init__()
        self.key = ""
        """The key that it shows."""
        self.setReadOnly(True)
        self.setFont(text_font())
        self.setPlaceholderText("Press a key to add it")
        self.setMinimumWidth(60)
        self.show_key(key)
        self._alone: int | None = None
        """A modifier that is held and nothing with it so far."""

    def show_key(self, key: str) -> None:
        """Show this key; none leaves the field empty."""
        self.key = key
        self.setText(key)
        self.setAccessibleName(f"key {key}: press another one" if key else "a further key for the chosen command")

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()  # else Alt and a letter would open a menu, and Ctrl+A select
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        self._alone = event.key() if key in _MODIFIERS else None
        if key in _MODIFIERS:
            event.accept()
            return
        plain = event.modifiers() == _BARE
        if (key == Qt.Key.Key_Escape and plain) or key in _LEAVING:
            if key in _LEAVING and event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
                self.refused.emit(f"Tab goes from field to field and can be no key: {_SAID_AFTER}")
            super().keyPressEvent(event)
            return
        event.accept()
        if self.key and plain and key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.taken.emit(self.key, "")
            return
        names = key_names(event)
        if names:
            self.taken.emit(self.key, names[0])
        else:
            self.refused.emit(_why_not(event))

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == self._alone:
            name = _MODIFIERS[Qt.Key(event.key())]
            self.refused.emit(f"{name} alone can be no key: hold it and press another key with it.")
        self._alone = None
        super().keyReleaseEvent(event)


def _why_not(event: QKeyEvent) -> str:
    """Return why this key press can give no command."""
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return f"Keys with Alt open the menus and close windows, so none of them can be chosen: {_SAID_AFTER}"
    if event.modifiers() & Qt.KeyboardModifier.MetaModifier:
        return f"Keys with Meta belong to the desktop, so none of them can be chosen: {_SAID_AFTER}"
    if event.key() == Qt.Key.Key_Backspace:
        return f"Backspace only takes a key away: {_SAID_AFTER}"
    return f"This key has no name that would be the same on every keyboard: {_SAID_AFTER}"
