"""What is made of a trial's pictures behind the window: screen change and small pictures, each on its thread."""

from collections.abc import Sequence

from firered_review.qt.frames.screen_change import ScreenChange
from firered_review.qt.frames.source import OpenReader
from firered_review.qt.frames.thumbnails import Thumbnails
from firered_review.qt.timeline.content import TimelineContent
from firered_review.qt.timeline.widget import Timeline
from harness.formats.base import FrameNumber


class TrialPictures:
    """Fills the timeline's lanes of pictures and of screen change while the reviewer works; ``close`` ends it."""

    def __init__(self, open_reader: OpenReader, boundaries: Sequence[FrameNumber], timeline: Timeline) -> None:
        self._change = ScreenChange(open_reader, boundaries)
        self._small = Thumbnails(open_reader)
        self._change.advanced.connect(timeline.redraw_lanes)
        self._small.arrived.connect(timeline.redraw_lanes)

    def fill(self, content: TimelineContent) -> None:
        """Have a timeline's content show what there is, and what will come."""
        content.change = self._change.shares
        content.pictures = self._small.pictures

    def start(self) -> None:
        """Begin to work."""
        self._change.start()
        self._small.start()

    @property
    def measured(self) -> bool:
        """Whether screen change is known for every decision."""
        return self._change.finished

    def close(self) -> None:
        """Stop and wait for the threads."""
        self._change.close()
        self._small.close()
