"""Playing and shuttling: which frame comes next, tick by tick, in whole frames."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

FRAME_MS = 1000 / 59.7275
"""How long one emulated frame lasts."""
SPEEDS = (1, 2, 4, 8)
SECOND = 60
"""Frames in a second, rounded to whole frames."""


class Playback(QObject):
    """Steps a cursor. ``step`` is given a signed number of frames and tells whether it could move."""

    speed_changed = Signal(int)
    """0 is standing still; negative is backwards."""

    def __init__(self, step: Callable[[int], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._step = step
        self.speed = 0
        self.normal = 1
        """The speed at which ``toggle`` plays."""
        self._held = False
        self._timer = QTimer(self, interval=round(FRAME_MS), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    def toggle(self) -> None:
        """Play at the preferred speed, or stop."""
        self._run(0 if self.speed else self.normal)

    def shuttle(self, direction: int) -> None:
        """Go in a direction, twice as fast each time; with the stop key held, one frame."""
        if self._held:
            self._step(direction)
            return
        speed = abs(self.speed) if self.speed * direction > 0 else 0
        faster = next((one for one in SPEEDS if one > speed), SPEEDS[-1])
        self._run(faster * direction)

    def hold(self) -> None:
        """Stop, and step frame by frame as long as the key is held."""
        self._held = True
        self._run(0)

    def let_go(self) -> None:
        """The stop key was let go."""
        self._held = False

    def stop(self) -> None:
        """Stand still."""
        self._run(0)

    def _run(self, speed: int) -> None:
        if speed == self.speed:
            return
        self.speed = speed
        if speed:
            self._timer.start()
        else:
            self._timer.stop()
        self.speed_changed.emit(speed)

    def _tick(self) -> None:
        if not self._step(self.speed):
            self._run(0)
