"""The bar with menus, title and state above every window, and the line with counts and keys below it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenuBar, QWidget
from typing_extensions import override

from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import Chip, ElidedLabel, KeyCap, chip, set_chip, words

_SAID_MS = 8000
_NARROW = 1180


class TopBar(QFrame):
    """Menus at the left, the title in the middle of the window, chips at the right."""

    def __init__(self, chips: int) -> None:
        super().__init__()
        self.setObjectName("topBar")
        self.setFixedHeight(40)
        self._title = QLabel(self)
        self._title.setFont(text_font(bold=True))
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 14, 0)
        row.setSpacing(12)
        self.menus = QMenuBar()
        self.menus.setNativeMenuBar(False)
        self.menus.setFont(text_font())
        self.menus.setFixedHeight(28)
        row.addWidget(self.menus, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        self._chips = [chip() for _ in range(chips)]
        self._states: list[tuple[str, Chip, str]] = [("", "plain", "")] * chips
        for one in self._chips:
            row.addWidget(one)

    def open_menus(self) -> None:
        """Open the first menu; the arrow keys lead on."""
        self.menus.setActiveAction(self.menus.actions()[0])

    def set_title(self, text: str) -> None:
        """Show the window's title, also in the bar."""
        self._title.setText(text)
        self._place()

    def set_chip(self, place: int, text: str, kind: Chip, short: str | None = None) -> None:
        """Show a state at the right; no text hides it, ``short`` is used where the bar is narrow."""
        self._states[place] = (text, kind, text if short is None else short)
        self._show_chips()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_chips()
        self._place()

    def _show_chips(self) -> None:
        for label, (text, kind, short) in zip(self._chips, self._states, strict=True):
            set_chip(label, short if self.width() < _NARROW else text, kind)
        self._place()

    def _place(self) -> None:
        self._title.adjustSize()
        chips = sum(label.sizeHint().width() + 12 for label in self._chips if not label.isHidden())
        middle = (self.width() - self._title.width()) // 2
        room = self.width() - chips - 12 - self._title.width()
        left = max(min(middle, room), self.menus.sizeHint().width() + 12)
        self._title.move(left, (self.height() - self._title.height()) // 2)


class StatusBar(QFrame):
    """Counts at the left, in between what was just done, keys at the right.

    A hint is keys, each with the command it is usual for, and what they do.
    """

    def __init__(self, look: Look, hints: Sequence[tuple[tuple[tuple[str, str], ...], str]]) -> None:
        super().__init__()
        self.setObjectName("statusBar")
        self.setFixedHeight(28)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 14, 0)
        row.setSpacing(16)
        self._counts = words("", font=text_font(12))
        row.addWidget(self._counts)
        self._said = ElidedLabel(font=text_font(12))
        self._said.setAccessibleName("what was just done")
        row.addWidget(self._said, 1)
        self._hints: list[QWidget] = []
        self._hint_texts: list[QLabel] = []
        for keys, text in hints:
            hint = QWidget()
            inside = QHBoxLayout(hint)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(4)
            for key, command in keys:
                dash = key == "–"
                inside.addWidget(words(key, font=text_font(12)) if dash else KeyCap(look, key, command=command))
            self._hint_texts.append(words(text, font=text_font(12)))
            inside.addWidget(self._hint_texts[-1])
            row.addWidget(hint)
            self._hints.append(hint)
        self._quiet = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._quiet.timeout.connect(lambda: self._said.set_whole(""))

    def set_counts(self, text: str) -> None:
        """Show the counts at the left."""
        self._counts.setText(text)

    def set_hint(self, place: int, text: str) -> None:
        """Say something else beside a key."""
        self._hint_texts[place].setText(text)

    def say(self, sentence: str) -> None:
        """Show for a while what was just done, or why it was not."""
        self._said.set_whole(sentence)
        self._quiet.start()

    @property
    def said(self) -> str:
        """The sentence shown now."""
        return self._said.whole

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for place, hint in enumerate(self._hints):
            hint.setVisible(self.width() >= 1200 or place == len(self._hints) - 1)
