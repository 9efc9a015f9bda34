"""The start window: what was opened lately and what each waits for, and the way to open more."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage, QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from firered_review.qt.start.overview import Overview
from firered_review.qt.widgets.bars import StatusBar, TopBar
from firered_review.qt.widgets.keys import KeyRouter
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import ElidedLabel, chip, panel, push, rule, words

_WIDTH = 780
_PICTURE = (72, 48)
_NUMBERS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class StartWindow(QMainWindow):
    """Shows overviews. ``opened`` carries the one chosen, the others a path that was picked."""

    opened = Signal(object)
    bundle_picked = Signal(str)
    database_picked = Signal(str)
    demonstration_asked = Signal()
    preferences_asked = Signal()
    tour_asked = Signal()
    closed = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.resize(1440, 900)
        self.setMinimumSize(_WIDTH + 80, 480)
        self.setWindowTitle("FireRed Review")
        self._top = TopBar(1)
        self.setMenuWidget(self._top)
        self._top.set_title("FireRed Review")
        self._fill_menus()
        self.status = StatusBar(look, ())
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its buttons have the keyboard, and bring themselves into sight
        scroll.setWidget(self._page())
        column.addWidget(scroll, 1)
        column.addWidget(self.status)
        self.setCentralWidget(middle)
        self._router = KeyRouter(
            self, {"Ctrl+Q": "quit", "Ctrl+,": "preferences", "F1": "tour", "F10": "menus"}, self._key_pressed
        )

    def show_overviews(self, overviews: Sequence[Overview]) -> None:
        """Show what there is to open, the likeliest first."""
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        first = next((one for one in overviews if one.button == "Continue"), None)
        for place, one in enumerate(overviews):
            if place:
                self._lines.addWidget(rule())
            self._lines.addWidget(self._line(one, filled=one is first))
        self._surface.setVisible(bool(overviews))
        self._lead.setText(_lead(len(overviews)))

    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar."""
        self.status.say(sentence)

    # --- inside -----------------------------------------------------------------------------------------------------
    def _page(self) -> QWidget:
        page = QWidget()
        across = QHBoxLayout(page)
        across.setContentsMargins(24, 48, 24, 24)
        across.addStretch(1)
        middle = QWidget()
        middle.setFixedWidth(_WIDTH)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(words(_greeting(datetime.now().hour), font=text_font(24, bold=True)))
        self._lead = words("", tone="secondary")
        self._lead.setContentsMargins(0, 4, 0, 20)
        column.addWidget(self._lead)
        self._surface = panel()
        self._lines = QVBoxLayout(self._surface)
        self._lines.setContentsMargins(1, 1, 1, 1)
        self._lines.setSpacing(0)
        column.addWidget(self._surface)
        row = QHBoxLayout()
        row.setContentsMargins(0, 18, 0, 0)
        row.setSpacing(10)
        for text, hint, ask in (
            ("Open a bundle…", "open the folder of a bundle, or of a training bundle", self._ask_bundle),
            ("Open a database…", "open an adjudication database", self._ask_database),
            ("Run the demonstration", "make a whole example on this machine", self.demonstration_asked.emit),
        ):
            button = push(text, hint)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(ask)
            row.addWidget(button)
        row.addStretch(1)
        tour = push("How it works", "the tour, on one page")
        tour.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        tour.clicked.connect(self.tour_asked)
        row.addWidget(tour)
        column.addLayout(row)
        column.addStretch(1)
        across.addWidget(middle)
        across.addStretch(1)
        return page

    def _line(self, one: Overview, *, filled: bool) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(14)
        row.addWidget(_picture(one.picture))
        text = QVBoxLayout()
        text.setSpacing(2)
        title = ElidedLabel(font=text_font(bold=True))
        title.set_whole(one.title)
        below = ElidedLabel("secondary")
        below.set_whole(one.text)
        text.addWidget(title)
        text.addWidget(below)
        row.addLayout(text, 1)
        row.addWidget(chip(one.chip, one.kind))
        if one.button:
            button = push(one.button, f"{one.button}: {one.title}", filled=filled)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, one=one: self.opened.emit(one))
            row.addWidget(button)
        return line

    def _fill_menus(self) -> None:
        file = self._top.menus.addMenu("&File")
        for menu, text, act in (
            (file, "Open a bundle…", self._ask_bundle),
            (file, "Open a database…", self._ask_database),
            (file, "Run the demonstration", self.demonstration_asked.emit),
            (file, "Close\tCtrl+Q", self.close),
            (self._top.menus.addMenu("&Edit"), "Preferences…\tCtrl+,", self.preferences_asked.emit),
            (self._top.menus.addMenu("&View"), "Light or dark", self._look.turn_over),
            (self._top.menus.addMenu("&Help"), "The tour…\tF1", self.tour_asked.emit),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, act=act: act())

    def _key_pressed(self, command: str, _repeated: bool) -> bool:
        acts: dict[str, Callable[[], object]] = {
            "quit": self.close,
            "preferences": self.preferences_asked.emit,
            "tour": self.tour_asked.emit,
            "menus": self._top.open_menus,
        }
        acts[command]()
        return True

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def ask_folder(self, title: str) -> Path | None:
        """Ask for a folder; null where nothing was chosen."""
        folder = QFileDialog.getExistingDirectory(self, title)
        return Path(folder) if folder else None

    def _ask_bundle(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Open a bundle")
        if folder:
            self.bundle_picked.emit(folder)

    def _ask_database(self) -> None:
        file, _ = QFileDialog.getOpenFileName(self, "Open an adjudication database")
        if file:
            self.database_picked.emit(file)


def _lead(count: int) -> str:
    if not count:
        return "Open the bundle you were given. Nothing leaves this machine until you seal it."
    number = _NUMBERS[count - 1] if count <= len(_NUMBERS) else str(count)
    here = "One thing is here." if count == 1 else f"{number} things are here."
    return f"{here} Nothing is shared until you seal it."


def _greeting(hour: int) -> str:
    return "Good morning" if 4 <= hour < 12 else "Good afternoon" if hour < 18 else "Good evening"


def _picture(image: QImage | None) -> QLabel:
    """Return a small rounded picture of a game, or the room for one."""
    label = QLabel()
    width, height = _PICTURE
    label.setFixedSize(width, height)
    if image is not None:
        ratio = 2
        pixmap = QPixmap(width * ratio, height * ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        area = QRectF(0, 0, width * ratio, height * ratio)
        path.addRoundedRect(area, 8, 8)
        painter.setClipPath(path)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, image)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        label.setPixmap(pixmap)
    return label
