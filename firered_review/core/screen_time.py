"""Whether a reviewer had the place of a label on screen, which tells a miss from another judgement."""

import bisect
from collections.abc import Sequence

from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    Coverage,
    ErrorLabel,
    Label,
    MilestoneLabel,
    RouteLabel,
    SeenSpan,
)


class Seen:
    """What one reviewer had on screen in one trial."""

    def __init__(self, coverage: Coverage) -> None:
        self._frames = _merged(coverage.frames)
        self._decisions = _merged(coverage.decisions)

    @property
    def nothing(self) -> bool:
        """Whether no frame was ever on screen."""
        return not self._frames

    def decision(self, number: int) -> bool:
        """Whether a decision was on screen."""
        return _touches(self._decisions, number, number)

    def label(self, label: Label) -> bool:
        """Whether the place of a label was on screen; of a stretch, any frame of each passage."""
        if isinstance(label, ErrorLabel | CauseLabel):
            return self.decision(label.decision)
        if isinstance(label, RouteLabel):
            passages = (label.first, label.second)
            return all(_touches(self._frames, one.first.frame, one.last.frame) for one in passages)
        if isinstance(label, BattleLabel):
            return _touches(self._frames, label.span.first.frame, label.span.last.frame)
        return not isinstance(label, MilestoneLabel) or _touches(self._frames, label.frame.frame, label.frame.frame)


def _merged(spans: Sequence[SeenSpan]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for first, last in sorted((one.first, one.last) for one in spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _touches(spans: Sequence[tuple[int, int]], first: int, last: int) -> bool:
    place = bisect.bisect_right(spans, (last, 1 << 62)) - 1
    return place >= 0 and spans[place][1] >= first
