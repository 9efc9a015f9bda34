"""Two stretches of frames side by side, locked by progress: each step is the same part of the way in both."""

from harness.formats.base import Count, FrameNumber

Stretch = tuple[FrameNumber, FrameNumber]
"""First and last frame, both included."""


def steps(one: Stretch, other: Stretch) -> Count:
    """Return how many steps lead through both: one for each frame of the longer stretch."""
    return max(_length(one), _length(other))


def pair_at(one: Stretch, other: Stretch, step: int) -> tuple[FrameNumber, FrameNumber]:
    """Return the frame of each stretch at a step; beyond the ends it is the end."""
    count = steps(one, other)
    step = min(max(0, step), count - 1)
    return _at(one, step, count), _at(other, step, count)


def _at(stretch: Stretch, step: int, count: Count) -> FrameNumber:
    return stretch[0] + ((2 * step * (_length(stretch) - 1) + count - 1) // (2 * (count - 1)) if count > 1 else 0)


def _length(stretch: Stretch) -> Count:
    return max(1, stretch[1] - stretch[0] + 1)
