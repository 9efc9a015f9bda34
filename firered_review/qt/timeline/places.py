"""Where the marks in sight stand on a timeline's pixels, kept apart, and which of them a point hits; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from firered_review.qt.timeline.content import LANE_OF_KIND, POINT_KINDS, End, Lane, Mark
from firered_review.qt.timeline.scale import Scale

_WIDTHS = {"milestone": 16.0, "error": 12.0}
_NOTE_WIDTH = 13.0
_MOST_APART = 60
"""So many marks of a lane in sight are kept apart; of more, those that begin on the same few pixels are one."""
_SAME = 8
_NEAR = 8.0
_END_REACH = 5.0


class Place(NamedTuple):
    """A mark, the pixel of its sign or of its first stretch, and its row among overlapping ones."""

    mark: Mark
    x: float
    row: int = 0


class Places:
    """The marks in sight, by lane, each where it can be seen and hit by itself."""

    def __init__(self, marks: Iterable[Mark], lanes: Sequence[Lane], scale: Scale) -> None:
        self._scale = scale
        self._lanes = {lane.name: lane for lane in lanes}
        found: dict[str, list[Mark]] = {lane.name: [] for lane in lanes}
        kinds = {kind: found.get(lane, []) for kind, lane in LANE_OF_KIND.items()}
        first, last = scale.first, scale.last
        for mark in marks:
            if mark.last >= first and mark.first <= last:
                kinds[mark.kind].append(mark)
        self.by_lane: Mapping[str, list[Place]] = {name: _placed(some, scale) for name, some in found.items() if some}
        self.full = frozenset(name for name, some in found.items() if len(some) > _MOST_APART)
        """Lanes with so many marks in sight that they are not kept apart."""

    def at(self, x: float, y: float) -> list[Mark]:
        """Return the marks under a point, or else the one nearest to it within a few pixels."""
        near = []
        for place in self._in_lane(y):
            away = self._away(place, x)
            if away <= _NEAR:
                near.append((away, place.mark))
        under = [mark for away, mark in near if away == 0]
        return under or [min(near, key=lambda one: one[0])[1]] if near else []

    def end_at(self, x: float, y: float, preferred: str | None) -> tuple[Mark, End] | None:
        """Return the end of a mark that a press here takes hold of; one of the ``preferred`` label first."""
        hits = []
        for place in self._in_lane(y):
            if place.mark.unfinished:
                continue
            half = _width(place.mark) / 2 if place.mark.kind in POINT_KINDS else 0.0
            for end, frame in place.mark.ends.items():
                away = abs(self.end_x(place, end, frame) - x)
                if away <= (half if end == "frame" else _END_REACH):
                    hits.append((place.mark.label_id != preferred, end == "cited", away, place.mark, end))
        return min(hits, key=lambda hit: hit[:3])[3:] if hits else None

    def end_x(self, place: Place, end: End, frame: int) -> float:
        """Return the pixel of one end of a mark."""
        if end == "frame":
            return place.x
        return self._scale.x(frame + 1 if end in ("last", "second last") else frame)

    def _in_lane(self, y: float) -> list[Place]:
        for name, places in self.by_lane.items():
            lane = self._lanes[name]
            if lane.top - 2 <= y <= lane.top + lane.height + 2:
                return places
        return []

    def _away(self, place: Place, x: float) -> float:
        if place.mark.kind in POINT_KINDS:
            return max(0.0, abs(place.x - x) - _width(place.mark) / 2)
        spans = ((self._scale.x(first), self._scale.x(last + 1)) for first, last in place.mark.spans)
        return min(max(left - x, x - right, 0.0) for left, right in spans)


def spread(wanted: Sequence[float], apart: Sequence[float], left: float, right: float) -> list[float]:
    """Return positions for signs of given widths that overlap nowhere and stay near where they are wanted, in order.

    Signs that would overlap stand side by side round the middle of what they want, and between ``left`` and ``right``
    as far as they fit.
    """
    groups: list[list[float]] = []  # sum of (wanted − offset), how many, width so far, half of the last width
    for want, width in zip(wanted, apart, strict=True):
        groups.append([want, 1, width])
        while len(groups) > 1 and _start(groups[-2], left, right) + groups[-2][2] > _start(groups[-1], left, right):
            later = groups.pop()
            before = groups[-1]
            groups[-1] = [before[0] + later[0] - later[1] * before[2], before[1] + later[1], before[2] + later[2]]
    places: list[float] = []
    for group in groups:
        at = _start(group, left, right)
        for _ in range(int(group[1])):
            width = apart[len(places)]
            places.append(at + width / 2)
            at += width
    return places


def _start(group: Sequence[float], left: float, right: float) -> float:
    total, count, width = group
    first = total / count
    return max(left, min(first, right - width))


def _width(mark: Mark) -> float:
    return _WIDTHS.get(mark.kind, _NOTE_WIDTH)


def _placed(marks: list[Mark], scale: Scale) -> list[Place]:
    if len(marks) > _MOST_APART:
        kept: dict[tuple[str, float, float], Mark] = {}
        same = scale.per_pixel * _SAME
        for mark in marks:
            kept.setdefault((mark.kind, mark.first // same, mark.last // same), mark)
        return [Place(mark, scale.x(mark.spans[0][0])) for mark in kept.values()]
    points = sorted((one for one in marks if one.kind in POINT_KINDS), key=lambda one: (one.spans[0][0], one.word))
    widths = [_width(one) for one in points]
    wanted = [scale.x(one.spans[0][0]) - width / 2 for one, width in zip(points, widths, strict=True)]
    places = spread(wanted, widths, scale.left - 8, scale.left + scale.width + 8)
    bars = sorted((one for one in marks if one.kind not in POINT_KINDS), key=lambda one: one.spans)
    return [*map(Place, points, places), *_rows(bars, scale)]


def _rows(bars: list[Mark], scale: Scale) -> list[Place]:
    """Put a mark into a second row where one of its stretches would cover one of another mark's."""
    taken: list[tuple[int, int]] = []
    found = []
    for mark in bars:
        covers = any(first <= other[1] and last >= other[0] for first, last in mark.spans for other in taken)
        if not covers:
            taken += mark.spans
        found.append(Place(mark, scale.x(mark.spans[0][0]), int(covers)))
    return found
