"""The window's side of a test with a process of its own: it tells on stdout what happened, and obeys stdin."""

import sys
import threading

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QWindow


def tell(*words: object) -> None:
    """Write a line to whoever drives this process."""
    print(*words, flush=True)


def tell_front(application: QGuiApplication, main: QWindow) -> None:
    """Tell ``front window`` or ``front dialog`` whenever another window gets the keyboard."""

    def changed(front: QWindow | None) -> None:
        if front is not None:
            tell("front", "window" if front is main else "dialog")

    application.focusWindowChanged.connect(changed)


class Obeying(QObject):
    """Gives each line of stdin to ``obey``, in the window's thread."""

    line = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.line.connect(self.obey)

    def listen(self) -> None:
        """Begin to read stdin."""
        threading.Thread(target=self._read, daemon=True).start()

    def obey(self, line: str) -> None:
        """Do what a line says."""
        raise NotImplementedError

    def _read(self) -> None:
        for line in sys.stdin:
            self.line.emit(line.strip())
