"""What was on screen, gathered between two writes to the store; pure."""

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from harness.formats.base import DecisionNumber, FrameNumber
from harness.formats.labels import SeenSpan

_LONGEST_LOOK_MS = 60_000
"""A frame left on screen longer than this counts as looked at for this long."""


class Stretch(NamedTuple):
    """Frames of one decision that were on screen in a row, both ends included."""

    first: FrameNumber
    last: FrameNumber
    decision: DecisionNumber
    milliseconds: int


class SeenFrames:
    """Frames seen so far, and the stretches the store does not know yet."""

    def __init__(self, frames: int, spans: Iterable[SeenSpan], clock: Callable[[], float] = time.monotonic) -> None:
        self.flags = np.zeros(frames, np.bool_)
        """One flag a frame: it was on screen."""
        for span in spans:
            self.flags[span.first : span.last + 1] = True
        self.unseen = int(frames - self.flags.sum())
        """How many frames were never on screen."""
        self._clock = clock
        self._stretches: list[Stretch] = []
        self._shown: tuple[FrameNumber, float] | None = None

    def add(self, frame: FrameNumber, decision: DecisionNumber, *, passed: bool = False) -> bool:
        """Take note of a painted frame; tells whether it had not been seen before.

        Where playback ``passed`` from the last painted frame to this one, the frames between were watched in motion
        and count as seen.
        """
        first, last = frame, frame
        if passed and self._shown is not None and abs(self._shown[0] - frame) <= 16:
            before = self._shown[0]
            first, last = min(before + 1, frame), max(before - 1, frame)
        self._charge()
        self._shown = (frame, self._clock())
        self._extend(Stretch(first, last, decision, 0))
        new = int(np.count_nonzero(~self.flags[first : last + 1]))
        self.flags[first : last + 1] = True
        self.unseen -= new
        return new > 0

    def take(self) -> list[Stretch]:
        """Return the stretches since the last call and begin anew."""
        self._charge()
        taken, self._stretches = self._stretches, []
        return taken

    def _charge(self) -> None:
        """Charge the time since the last paint to the frame that was on screen."""
        if self._shown is None or not self._stretches:
            return
        now = self._clock()
        spent = min(_LONGEST_LOOK_MS, int((now - self._shown[1]) * 1000))
        last = self._stretches[-1]
        self._stretches[-1] = last._replace(milliseconds=last.milliseconds + spent)
        self._shown = (self._shown[0], now)

    def _extend(self, new: Stretch) -> None:
        if self._stretches:
            last = self._stretches[-1]
            touches = new.first <= last.last + 1 and last.first <= new.last + 1
            if touches and new.decision == last.decision:
                joined = (min(last.first, new.first), max(last.last, new.last))
                self._stretches[-1] = last._replace(first=joined[0], last=joined[1])
                return
        self._stretches.append(new)
