"""The centre: what is on screen in words, the frame itself, and the pad with the buttons of playback."""

from typing import Literal, NamedTuple

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from firered_review.qt.frames.pad import PadView
from firered_review.qt.frames.view import FrameView
from firered_review.qt.widgets.look import Look, mono_font
from firered_review.qt.widgets.pieces import ElidedLabel, KeyCap, chip, push, set_chip, words
from firered_review.qt.widgets.shapes import step_icon
from firered_review.qt.words.labels import grouped
from harness.formats.base import Button

View = Literal["frame", "difference", "pair"]
_VIEWS: tuple[tuple[View, str, str, str], ...] = (
    ("frame", "Frame", "Frame", "the frame as it was"),
    ("difference", "Difference", "Diff.", "what changed since the previous decision's frame"),
    ("pair", "Before | after", "Pair", "the previous and the next decision's frames side by side"),
)
"""Name, words where there is room and where there is little, and what it shows."""


class Held(NamedTuple):
    """The action the cursor lies in, and whether its button is down on this frame."""

    button: Button
    first: int
    last: int
    down: bool


class FramePanel(QFrame):
    """Shows one frame with its place in the trial. Signals name what a click asks for."""

    view_chosen = Signal(str)
    step_asked = Signal(int)
    shuttle_asked = Signal(int)
    play_asked = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setProperty("panel", True)
        self._rows: list[QHBoxLayout] = []
        self._narrow = False
        self._warns = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self._header())
        self.frame = FrameView(look)
        column.addWidget(self.frame, 1)
        column.addWidget(self._transport())
        look.changed.connect(self._dress)
        self._dress()
        self.set_narrow(False)

    def show_frame(self, frame: int, images: list[QImage], captions: list[str]) -> None:
        """Show pictures of a frame, with captions where there are two."""
        self._number.setText(f"frame {grouped(frame)}")
        self.frame.show_frame(frame, images, captions)

    def show_fault(self, frame: int, sentence: str) -> None:
        """Show why a frame has no picture, under its own number."""
        self._number.setText(f"frame {grouped(frame)}")
        self.frame.show_fault(sentence)

    def show_place(self, decision: str, warning: str, held: Held | None) -> None:
        """Show where the cursor is in words, a warning about the frame, and the pad."""
        self._place.set_whole(decision)
        self._warns = warning
        self._show_warning()
        self._pad.set_held(held.button if held and held.down and held.button != "NOOP" else None)
        if held is None:
            self._pressed.set_whole("no button yet")
        elif held.button == "NOOP":
            self._pressed.set_whole(f"waited, frames {grouped(held.first)} – {grouped(held.last)}")
        else:
            self._pressed.set_whole(f"pressed {held.button}, frames {grouped(held.first)} – {grouped(held.last)}")

    def show_view(self, view: View) -> None:
        """Show which of the three views is on."""
        for place, (name, *_) in enumerate(_VIEWS):
            self._views.button(place).setChecked(name == view)

    def show_speed(self, speed: int) -> None:
        """Show how fast and which way it plays; 0 is standing still."""
        self._play.setText("Pause" if speed else "Play")
        self._back.setText(f"−{2 * -speed if 0 < -speed < 8 else 8 if speed < 0 else 1}×")
        self._on.setText(f"{2 * speed if 0 < speed < 8 else 8 if speed > 0 else 1}×")

    def set_narrow(self, narrow: bool) -> None:
        """Leave out what there is no room for."""
        self._narrow = narrow
        self._pressed.setVisible(not narrow)
        self._place.setVisible(not narrow)
        for one in (*self._caps, self._first, self._last):
            one.setVisible(not narrow)
        for place, (_, text, short, _) in enumerate(_VIEWS):
            self._views.button(place).setText(short if narrow else text)
        for row in self._rows:
            row.setContentsMargins(8 if narrow else 14, 0, 8 if narrow else 14, 0)
            row.setSpacing(4 if narrow else 8)
        self._show_warning()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _show_warning(self) -> None:
        """Show the warning in full, or as a sign with its words behind it where there is no room for them."""
        set_chip(self._warning, "!" if self._warns and self._narrow else self._warns, "warning")
        self._warning.setToolTip(self._warns)
        self._warning.setAccessibleName(self._warns)

    def _header(self) -> QWidget:
        bar = _bar("top", 40)
        row = QHBoxLayout(bar)
        self._rows.append(row)
        self._number = words("", font=mono_font(13, bold=True))
        self._number.setAccessibleName("frame number")
        row.addWidget(self._number)
        self._place = ElidedLabel("secondary")
        row.addWidget(self._place, 1)
        self._warning = chip()
        row.addWidget(self._warning)
        self._views = QButtonGroup(self)
        self._views.setExclusive(False)
        for place, (name, text, _, hint) in enumerate(_VIEWS):
            button = push(text, hint, checkable=True)
            button.clicked.connect(lambda _=False, name=name: self.view_chosen.emit(name))
            self._views.addButton(button, place)
            row.addWidget(button)
        return bar

    def _transport(self) -> QWidget:
        bar = _bar("bottom", 46)
        row = QHBoxLayout(bar)
        self._rows.append(row)
        self._pad = PadView(self._look)
        row.addWidget(self._pad)
        row.addSpacing(8)
        self._pressed = ElidedLabel("secondary")
        row.addWidget(self._pressed, 1)
        self._first = push("", "one frame back")
        self._last = push("", "one frame on")
        self._back = push("−1×", "play backwards, faster each time")
        self._on = push("1×", "play on, faster each time")
        self._play = push("Play", "play or pause", filled=True)
        self._play.setMinimumWidth(64)
        for button in (self._first, self._last):
            button.setIconSize(QSize(12, 12))
        self._first.clicked.connect(lambda: self.step_asked.emit(-1))
        self._last.clicked.connect(lambda: self.step_asked.emit(1))
        self._back.clicked.connect(lambda: self.shuttle_asked.emit(-1))
        self._on.clicked.connect(lambda: self.shuttle_asked.emit(1))
        self._play.clicked.connect(self.play_asked)
        row.addWidget(self._first)
        self._caps = [KeyCap(self._look, "J", command="shuttle_back"), KeyCap(self._look, "L", command="shuttle_on")]
        row.addLayout(_keyed(self._caps[0], self._back))
        row.addWidget(self._play)
        row.addLayout(_keyed(self._caps[1], self._on))
        row.addWidget(self._last)
        return bar

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self._first.setIcon(step_icon(self._look.theme.text, forward=False, ratio=ratio))
        self._last.setIcon(step_icon(self._look.theme.text, forward=True, ratio=ratio))


def _bar(side: str, height: int) -> QWidget:
    bar = QFrame()
    bar.setProperty("bar", side)
    bar.setFixedHeight(height)
    return bar


def _keyed(cap: KeyCap, button: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    row.addWidget(cap)
    row.addWidget(button)
    return row
