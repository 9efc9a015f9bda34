"""Where N leads: for each kind of target, the next frame of it in either direction."""

import bisect
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from firered_review.qt.session.review import ReviewSession
from firered_review.qt.words.labels import frame_of
from harness.formats.labels import BookmarkLabel


class Target(NamedTuple):
    """One thing to look for: its name in the chooser, and from which stage on it may be looked for."""

    id: str
    text: str
    stage: int = 1


TARGETS = (
    Target("changed", "changed frame"),
    Target("decision", "decision"),
    Target("unseen", "unseen stretch"),
    Target("label", "label"),
    Target("bookmark", "bookmark"),
    Target("unsettled", "unsettled frame"),
    Target("write", "memory write", 2),
    Target("supersession", "supersession", 2),
    Target("refused", "refused attempt", 2),
)


def targets(stage: int) -> list[Target]:
    """Return the targets that a stage offers."""
    return [target for target in TARGETS if target.stage <= stage]


def next_frame(session: ReviewSession, target: str, step: int) -> int | None:
    """Return the next (``step`` 1) or previous (−1) frame of a target from the cursor, or null."""
    if target == "unseen":
        return beside(unseen_starts(session.seen.flags, session.cursor), session.cursor, step)
    if target == "changed":
        return beside(changes(session.pictures), session.cursor, step)
    return beside(_frames(session, target), session.cursor, step)


def beside(frames: Sequence[int], cursor: int, step: int) -> int | None:
    """Return the frame of a sorted list that lies next to the cursor in a direction."""
    if step > 0:
        place = bisect.bisect_right(frames, cursor)
        return frames[place] if place < len(frames) else None
    place = bisect.bisect_left(frames, cursor)
    return frames[place - 1] if place else None


def _frames(session: ReviewSession, target: str) -> list[int]:
    boundaries = session.trial.boundaries
    if target == "decision":
        return list(boundaries)
    if target == "label":
        return sorted(frame_of(label) for label in session.labels.values())
    if target == "bookmark":
        return sorted(label.frame.frame for label in session.of_kind(BookmarkLabel).values())
    if target == "unsettled":
        return [one.frame for one in session.trial.decisions if one.settled is False]
    history = session.history
    decisions: list[int] = []
    if target == "refused":
        decisions = [number for number, text in session.texts.items() if any(one.refused for one in text.attempts)]
    elif history is not None:
        decisions = history.writes if target == "write" else history.supersessions
    return sorted({boundaries[number - 1] for number in decisions})


def unseen_starts(seen: NDArray[np.bool_], cursor: int) -> list[int]:
    """Return where stretches of unseen frames begin; the one that the cursor stands in begins no later than there.

    The frame at the cursor was seen by coming here, so without that rule each step would begin a stretch of its own.
    """
    unseen = ~seen
    unseen[cursor] = True
    return _begins(unseen)


def changes(pictures: NDArray[np.int64]) -> list[int]:
    """Return the frames whose picture is another than that of the frame before."""
    return (np.flatnonzero(np.diff(pictures)) + 1).tolist()


def _begins(flags: NDArray[np.bool_]) -> list[int]:
    return np.flatnonzero(np.diff(flags, prepend=False) & flags).tolist()
