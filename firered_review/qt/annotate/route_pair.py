"""The two passages of a repeated route side by side, playing together, with the words of the label below."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QSlider, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.core.pairing import pair_at, steps
from firered_review.qt.frames.playback import Playback
from firered_review.qt.frames.view import FrameView
from firered_review.qt.widgets.keys import key_names
from firered_review.qt.widgets.look import Look, mono_font, text_font
from firered_review.qt.widgets.pieces import KeyCap, heading, push, words
from firered_review.qt.words.labels import grouped, spans_of
from harness.formats.labels import RouteLabel


class RoutePair(QDialog):
    """Shows a route label. ``reworded`` carries the label with its words changed, once, when it closes."""

    reworded = Signal(object)

    def __init__(self, parent: QWidget, look: Look, label: RouteLabel, image: Callable[[int], QImage]) -> None:
        super().__init__(parent)
        self._look, self._label, self._image = look, label, image
        self._one, self._other = spans_of(label)
        self._step = 0
        self.playback = Playback(self.move_by, self)
        self.setWindowTitle("Repeated route: both passages")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.finished.connect(parent.activateWindow)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addLayout(self._pictures(), 1)
        column.addLayout(self._progress())
        column.addLayout(self._words())
        column.addLayout(self._foot())
        around = parent.window().size()
        self.resize(min(1080, around.width() - 40), min(620, around.height() - 40))
        self._views[0].setFocus()
        self._show()

    def move_by(self, count: int) -> bool:
        """Go on or back together; tells whether that was possible."""
        before = self._step
        self._step = min(max(0, before + count), steps(self._one, self._other) - 1)
        self._show()
        return self._step != before

    @property
    def frames(self) -> tuple[int, int]:
        """The two frames on screen."""
        return pair_at(self._one, self._other, self._step)

    # --- inside -----------------------------------------------------------------------------------------------------
    def _pictures(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        self._views, self._places = [], []
        for place, name in enumerate(("first passage", "repetition")):
            grid.addWidget(heading(name.capitalize()), 0, place)
            view = FrameView(self._look)
            view.setAccessibleName(f"frame of the {name}")
            view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            view.stepped.connect(self.move_by)
            grid.addWidget(view, 1, place)
            where = words("", tone="secondary", font=mono_font(12))
            grid.addWidget(where, 2, place, Qt.AlignmentFlag.AlignHCenter)
            grid.setColumnStretch(place, 1)
            self._views.append(view)
            self._places.append(where)
        grid.setRowStretch(1, 1)
        return grid

    def _progress(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, steps(self._one, self._other) - 1)
        self._slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._slider.setAccessibleName("how far both passages are")
        self._slider.valueChanged.connect(lambda value: self.move_by(value - self._step))
        row.addWidget(self._slider, 1)
        self._share = words("", tone="secondary", font=mono_font(12))
        self._share.setMinimumWidth(self._share.fontMetrics().horizontalAdvance("100 % "))
        row.addWidget(self._share)
        return row

    def _words(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        self._landmark = _line("landmark", "What one passes, where there are no coordinates", self._label.landmark)
        self._reason = _line("reason", "Why it counts as a repetition", self._label.reason)
        for row, (title, line) in enumerate((("Landmark", self._landmark), ("Reason", self._reason))):
            grid.addWidget(words(title, tone="secondary"), row, 0)
            grid.addWidget(line, row, 1)
        return grid

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for keys, text in ((("Space",), "play"), (("←", "→"), "step"), (("Home", "End"), "ends")):
            for key in keys:
                row.addWidget(KeyCap(self._look, key))
            row.addWidget(words(text, tone="secondary", font=text_font(12)))
        row.addStretch(1)
        done = push("Done", "close; what was written is kept, and undo takes it back", filled=True)
        done.setAutoDefault(False)
        done.clicked.connect(self.accept)
        row.addWidget(done)
        row.addWidget(KeyCap(self._look, "Enter"))
        return row

    def _show(self) -> None:
        count = steps(self._one, self._other)
        spans = (self._one, self._other)
        for view, where, frame, span in zip(self._views, self._places, self.frames, spans, strict=True):
            view.show_frame(frame, [self._image(frame)])
            where.setText(f"frame {grouped(frame)} of {grouped(span[0])} – {grouped(span[1])}")
        self._slider.blockSignals(True)
        self._slider.setValue(self._step)
        self._slider.blockSignals(False)
        self._share.setText(f"{100 * self._step // max(1, count - 1)} %")

    # --- Qt ---------------------------------------------------------------------------------------------------------
    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = steps(self._one, self._other)
        acts: dict[str, Callable[[], object]] = {
            "Left": lambda: self._stand(-1),
            "Right": lambda: self._stand(1),
            "Home": lambda: self._stand(-last),
            "End": lambda: self._stand(last),
            "Space": self.playback.toggle,
            "J": lambda: self.playback.shuttle(-1),
            "K": self.playback.stop,
            "L": lambda: self.playback.shuttle(1),
            "Enter": self.accept,
            "Ctrl+Q": self._close_desk,
        }
        act = next((acts[name] for name in key_names(event) if name in acts), None)
        if act is None:
            super().keyPressEvent(event)
        else:
            act()

    def _close_desk(self) -> None:
        behind = self.parentWidget()
        self.accept()
        if behind is not None:
            behind.window().close()

    def _stand(self, count: int) -> None:
        self.playback.stop()
        self.move_by(count)

    @override
    def done(self, result: int) -> None:
        self.playback.stop()
        words_now = {"landmark": self._landmark.text().strip(), "reason": self._reason.text().strip()}
        changed = self._label.model_copy(update=words_now)
        if changed != self._label:
            self._label = changed
            self.reworded.emit(changed)
        super().done(result)


def _line(name: str, hint: str, text: str) -> QLineEdit:
    line = QLineEdit(text)
    line.setFont(text_font())
    line.setMaxLength(2000)
    line.setAccessibleName(name)
    line.setPlaceholderText(hint)
    return line
