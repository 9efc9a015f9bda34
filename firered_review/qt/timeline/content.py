"""What a timeline shows, as plain values: it knows frames and shapes, not where they come from."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from harness.formats.base import BUTTONS

Frames = NDArray[np.int64]
NO_FRAMES: Frames = np.zeros(0, np.int64)
End = Literal["frame", "first", "last", "second first", "second last", "cited"]
"""What a mark is dragged by: its one frame, the ends of its stretches, or what a memory error cites."""
_SPAN_ENDS: tuple[End, ...] = ("first", "last", "second first", "second last")
POINT_KINDS = frozenset({"milestone", "error", "cause", "note", "bookmark"})
"""Kinds whose mark is a sign at one frame."""
AT_DECISIONS = frozenset({"error", "cause"})
"""Kinds that rest on a decision, so their ends snap to boundary frames."""


@dataclass(frozen=True)
class Mark:
    """A label on the timeline: the stretches it covers, and for a memory error the frame it cites."""

    label_id: str
    kind: str
    spans: tuple[tuple[int, int], ...]
    word: str
    text: str = ""
    cited: int | None = None
    unfinished: bool = False
    first: int = field(init=False)
    """The earliest frame the mark touches."""
    last: int = field(init=False)
    """The latest frame the mark touches."""

    def __post_init__(self) -> None:
        starts = [span[0] for span in self.spans]
        object.__setattr__(self, "first", min(starts if self.cited is None else [*starts, self.cited]))
        object.__setattr__(self, "last", max(span[1] for span in self.spans))

    @property
    def ends(self) -> dict[End, int]:
        """The frame of everything the mark can be dragged by."""
        if self.kind in POINT_KINDS:
            found: dict[End, int] = {"frame": self.spans[0][0]}
            return found if self.cited is None else {**found, "cited": self.cited}
        return dict(zip(_SPAN_ENDS, (frame for span in self.spans for frame in span), strict=False))

    def with_end(self, end: End, frame: int) -> "Mark":
        """Return the mark with one end elsewhere; a stretch never ends before it begins."""
        if end == "cited":
            return dataclasses.replace(self, cited=frame)
        if end == "frame":
            return dataclasses.replace(self, spans=((frame, frame),))
        place, side = divmod(_SPAN_ENDS.index(end), 2)
        first, last = self.spans[place]
        span = (min(frame, last), last) if side == 0 else (first, max(frame, first))
        return dataclasses.replace(self, spans=(*self.spans[:place], span, *self.spans[place + 1 :]))


class FactBar(NamedTuple):
    """A fact from its write to the frame where it was superseded, or to the end."""

    fact_id: str
    first: int
    last: int
    row: int
    text: str


class MoreFacts(NamedTuple):
    """A stretch in which more facts are active than have rows: how many more, and which."""

    first: int
    last: int
    fact_ids: tuple[str, ...]


class Lane(NamedTuple):
    """A row of the timeline: ``name`` is also what is written beside it."""

    name: str
    top: int
    height: int


@dataclass
class TimelineContent:
    """Everything of one trial that the timeline draws; arrays are sorted by frame."""

    frames: int = 1
    decision_frames: Frames = field(default_factory=lambda: NO_FRAMES)
    action_first: Frames = field(default_factory=lambda: NO_FRAMES)
    action_last: Frames = field(default_factory=lambda: NO_FRAMES)
    action_buttons: Frames = field(default_factory=lambda: NO_FRAMES)
    """Index into ``BUTTONS``."""
    change: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    """Share of pixels that differ from the previous boundary, one a decision; NaN where not known yet."""
    refused: frozenset[int] = frozenset()
    """Indices into ``decision_frames`` with a refused attempt; empty in stage one."""
    facts: list[FactBar] = field(default_factory=list)
    more_facts: Sequence[MoreFacts] = ()
    """Where more facts are active than have rows."""
    fact_rows: int = 4
    """Into how many rows the bars of facts are sorted."""
    seen: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    marks: dict[str, Mark] = field(default_factory=dict)
    stage: int = 1
    tip_of: Callable[[str], str] | None = None
    """Label id → its tooltip, for marks that carry no text of their own."""
    lanes: frozenset[str] | None = None
    """Names of the lanes to show; null is every lane of the stage."""
    movable: bool = False
    """Whether marks may be dragged."""
    pictures: Callable[[Sequence[int]], Mapping[int, QImage]] | None = None
    """Frames → the small pictures of them that are ready; asking also has the others made."""

    def action_at(self, frame: float) -> int | None:
        """Return the index of the action that a frame lies in."""
        index = int(np.searchsorted(self.action_first, frame, "right")) - 1
        return index if index >= 0 and frame <= self.action_last[index] else None

    def button(self, index: int) -> str:
        """Return the button of an action."""
        return BUTTONS[int(self.action_buttons[index])]


_STAGE_ONE = (
    ("frames", 30),
    ("decisions", 10),
    ("actions", 10),
    ("screen change", 12),
    ("milestones", 18),
    ("routes", 14),
    ("battles", 8),
    ("notes", 10),
    ("seen", 7),
)
_STAGE_TWO = (
    *_STAGE_ONE[:4],
    ("facts", 24),
    *_STAGE_ONE[4:6],
    ("memory errors", 16),
    *_STAGE_ONE[6:],
)
_LEFT_OUT = ("frames", "screen change", "notes")
_WHOLE = ("milestones", "facts")
"""Lanes that cannot be lower without losing what they show."""
_LOW = 0.75
TOP = 36
"""Where the first lane begins, below the small map and the ruler."""
GUTTER = 112
"""Width of the column with the lanes' names."""
GAP = 3


def lanes(stage: int, names: frozenset[str] | None = None, *, low: bool = False) -> list[Lane]:
    """Return the lanes of a stage from top to bottom; ``low`` where there is little room."""
    found, top = [], TOP - (2 if low else 0)
    gap = 2 if low else GAP
    for name, height in _STAGE_TWO if stage == 2 else _STAGE_ONE:
        if (names is None or name in names) and not (low and name in _LEFT_OUT):
            size = max(6, round(height * _LOW)) if low and name not in _WHOLE else height
            found.append(Lane(name, top, size))
            top += size + gap
    return found


LANE_OF_KIND = {
    "milestone": "milestones",
    "route": "routes",
    "error": "memory errors",
    "battle": "battles",
    "cause": "notes",
    "note": "notes",
    "bookmark": "notes",
}
