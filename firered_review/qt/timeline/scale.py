"""Frames to pixels and back: what part of a trial a timeline shows."""

from typing import NamedTuple


class Scale(NamedTuple):
    """``first`` frame (a fraction is allowed) at pixel ``left``, ``per_pixel`` frames a pixel, ``width`` pixels."""

    first: float
    per_pixel: float
    left: float
    width: float

    @property
    def last(self) -> float:
        """The frame at the right edge."""
        return self.first + self.per_pixel * self.width

    def x(self, frame: float) -> float:
        """Return the pixel of a frame."""
        return self.left + (frame - self.first) / self.per_pixel

    def frame(self, x: float) -> float:
        """Return the frame at a pixel, not rounded."""
        return self.first + (x - self.left) * self.per_pixel


def whole(frames: int, left: float, width: float) -> Scale:
    """Return the scale that shows all frames."""
    width = max(1.0, width)
    return Scale(0.0, max(1, frames) / width, left, width)


def zoomed(scale: Scale, frames: int, factor: float, x: float) -> Scale:
    """Return the scale ``factor`` times closer, with the frame at pixel ``x`` staying where it is."""
    anchor = scale.frame(x)
    widest = max(1, frames) / scale.width
    per_pixel = min(widest, max(min(widest, 1 / 12), scale.per_pixel / factor))
    return held(scale._replace(first=anchor - (x - scale.left) * per_pixel, per_pixel=per_pixel), frames)


def held(scale: Scale, frames: int) -> Scale:
    """Return the scale moved back inside the trial."""
    room = max(0.0, frames - scale.per_pixel * scale.width)
    return scale._replace(first=min(max(0.0, scale.first), room))


def following(scale: Scale, frames: int, cursor: int) -> Scale:
    """Return the scale moved, if it must, so that the cursor is in sight."""
    span = scale.per_pixel * scale.width
    if scale.first <= cursor <= scale.last - scale.per_pixel:
        return scale
    share = 0.15 if cursor > scale.last else 0.85
    return held(scale._replace(first=cursor - span * share), frames)


def tick_step(per_pixel: float) -> int:
    """Return how many frames lie between two labelled ticks: 1, 2 or 5 times a power of ten, ≥ 84 pixels apart."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor / per_pixel >= 84:
                return step * factor
        step *= 10
