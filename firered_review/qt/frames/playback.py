"""Playing and shuttling: which frame comes next, tick by tick, in whole frames."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

FRAME_MS = 1000 / 59.7275
"""How long one emulated frame lasts."""
SPEEDS = (1, 2, 4, 8)
SECOND = 60
"""Frames in a second, rounded to whole frames."""


_LONGEST_LEAP = 16
"""Frames that one tick goes at most, or two at the speed it has: what passes unseen still counts as passed over."""


class Playback(QObject):
    """Steps a cursor. ``step`` is given a signed number of frames and tells whether it could move.

    It follows the clock: a tick that comes late goes as many frames as should have gone by.
    """

    speed_changed = Signal(int)
    """0 is standing still; negative is backwards."""

    def __init__(
        self,
        step: Callable[[int], bool],
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._step = step
        self._clock = clock
        self._due = 0.0
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
            self._due = self._clock()
            self._timer.start()
        else:
            self._timer.stop()
        self.speed_changed.emit(speed)

    def _tick(self) -> None:
        now = self._clock()
        ticks = int((now - self._due) * 1000 / FRAME_MS)
        most = max(1, _LONGEST_LEAP // abs(self.speed)) if self.speed else 0
        if ticks > most:
            ticks, self._due = most, now
        else:
            self._due += ticks * FRAME_MS / 1000
        if ticks and not self._step(ticks * self.speed):
            self._run(0)
