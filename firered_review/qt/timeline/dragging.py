"""Dragging an end of a mark along a timeline: where it would be dropped, frame by frame; pure."""

from typing import NamedTuple

from firered_review.qt.timeline.content import AT_DECISIONS, End, Mark, TimelineContent
from firered_review.qt.timeline.scale import Scale


class MarkDrag(NamedTuple):
    """A mark held by one end, since a press at pixel ``pressed``."""

    mark: Mark
    end: End
    pressed: float

    def frame_at(self, x: float, content: TimelineContent, scale: Scale) -> int:
        """Return the frame at which the end would lie with the mouse at ``x``."""
        after = 1 if self.end in ("last", "second last") else 0
        held = scale.x(self.mark.ends[self.end] + after) + x - self.pressed
        frame = min(max(0, round(scale.frame(held)) - after), content.frames - 1)
        if self.mark.kind in AT_DECISIONS and len(content.decision_frames):
            place = int(content.decision_frames.searchsorted(frame, "right")) - 1
            return int(content.decision_frames[max(0, place)])
        return self.mark.with_end(self.end, frame).ends[self.end]
