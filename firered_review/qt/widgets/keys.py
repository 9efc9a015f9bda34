"""The key router: one per window, so that no slider or list swallows a key and no layout loses one."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

_PHYSICAL = {
    **{10 + n: str((n + 1) % 10) for n in range(10)},
    **dict(zip(range(24, 34), "QWERTYUIOP", strict=True)),
    **dict(zip(range(38, 47), "ASDFGHJKL", strict=True)),
    **dict(zip(range(52, 59), "ZXCVBNM", strict=True)),
    20: "-",
    21: "=",
    59: ",",
    60: ".",
    61: "/",
}
"""Scan code under X11 and Wayland → what the key is on a US keyboard."""
_NAMED = {
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "Enter",
    Qt.Key.Key_Escape: "Esc",
    Qt.Key.Key_Delete: "Delete",
    **{Qt.Key(Qt.Key.Key_F1.value + n): f"F{n + 1}" for n in range(12)},
}
_ALWAYS = frozenset({"Esc", "F1", "F10", "F11", "Ctrl+S", "Ctrl+G", "Ctrl+F", "Ctrl+Q", "Ctrl+PageUp", "Ctrl+PageDown"})
"""Keys a text field has no use for, so they work in it too."""
_BUTTON_KEYS = frozenset({"Space", "Enter"})
_CHOOSER_KEYS = frozenset({"Space", "Up", "Down"})
"""Keys that belong to a button, or to a chooser, while it has the focus; a chooser's are also letters and signs."""
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def key_names(event: QKeyEvent) -> list[str]:
    """Return how a key press may be written, the likeliest first.

    A digit is the physical key. A letter or sign is the produced character where that is Latin, and the physical key
    where it is not. A sign that needs Shift is also written without it, as in ``?`` and ``Ctrl++``.
    """
    modifiers = event.modifiers()
    if modifiers & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
        return []
    control = "Ctrl+" if modifiers & _CONTROL else ""
    shifted = control + ("Shift+" if modifiers & _SHIFT else "")
    key = event.key()
    if key in _NAMED:
        return [shifted + _NAMED[Qt.Key(key)]]
    physical = _PHYSICAL.get(event.nativeScanCode(), "")
    names = [shifted + physical] if physical.isdigit() else []
    if 0x21 <= key <= 0x7E:
        character = chr(key)
        names += [shifted + character] if character.isalnum() else [control + character, shifted + character]
    elif physical:
        names.append(shifted + physical)
    return list(dict.fromkeys(names))


def is_text_field(widget: QWidget | None) -> bool:
    """Tell whether typing into this widget writes text."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QAbstractSpinBox)


def is_chooser(widget: QWidget | None) -> bool:
    """Tell whether typing into this widget chooses an entry of a list that drops down."""
    return isinstance(widget, QComboBox) and not widget.isEditable()


class KeyRouter(QObject):
    """Takes the key presses of one window before any widget sees them.

    ``pressed`` gets a command and whether the key repeats by itself, and says whether it took the key; ``released``
    gets the command. Bare keys are left alone while a text field has the focus, letters while a chooser has it.
    """

    def __init__(
        self,
        window: QWidget,
        table: Mapping[str, str],
        pressed: Callable[[str, bool], bool],
        released: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._table = table
        self._pressed = pressed
        self._released = released
        window.winId()
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def use(self, table: Mapping[str, str]) -> None:
        """From now on take these keys."""
        self._table = table

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._press(event)
        if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            command = self._command(event)
            if command and self._released:
                self._released(command)
        return False

    def _press(self, event: QKeyEvent) -> bool:
        if QApplication.activePopupWidget() is not None:  # an open menu or list has every key to itself
            return False
        names = key_names(event)
        focus = QApplication.focusWidget()
        if is_text_field(focus) and not _ALWAYS.intersection(names):
            return False
        if isinstance(focus, QAbstractButton) and _BUTTON_KEYS.intersection(names):
            return False
        if is_chooser(focus) and (_CHOOSER_KEYS.intersection(names) or _writes(event)):
            return False
        command = self._command(event)
        return command is not None and self._pressed(command, event.isAutoRepeat())

    def _command(self, event: QKeyEvent) -> str | None:
        return next((self._table[name] for name in key_names(event) if name in self._table), None)


def _writes(event: QKeyEvent) -> bool:
    """Tell whether a key press produces a character and no command."""
    return not event.modifiers() & _CONTROL and event.text().isprintable() and event.text() != ""
