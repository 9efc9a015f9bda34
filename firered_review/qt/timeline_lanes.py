"""Painting the lanes of a timeline: only what is visible, at most one shape a pixel."""

import functools

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from firered_review.qt.label_words import grouped
from firered_review.qt.look import Scheme, Theme, load_theme, text_font
from firered_review.qt.shapes import kind_colour, paint_kind
from firered_review.qt.timeline_content import LANE_OF_KIND, Frames, Lane, Mark, TimelineContent
from firered_review.qt.timeline_scale import Scale, tick_step, whole
from harness.formats.base import BUTTONS


def paint_lanes(painter: QPainter, lanes: list[Lane], content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint ruler and lanes without marks; the gutter with their names lies left of ``scale.left``."""
    _paint_names(painter, lanes, scale, theme)
    _paint_ruler(painter, content.frames, scale, theme)
    painter.save()
    painter.setClipRect(_inside(lanes, scale))
    at = {lane.name: lane for lane in lanes}
    for name, paint in _PAINTERS.items():
        if name in at:
            paint(painter, at[name], content, scale, theme)
    painter.restore()


def paint_map(painter: QPainter, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint the small map of the whole trial and what part of it the lanes show."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.sunk)
    painter.drawRoundedRect(QRectF(scale.left, 6, scale.width, 14), 3, 3)
    small = whole(content.frames, scale.left, scale.width)
    for mark in content.marks.values():
        if mark.kind == "milestone":
            painter.fillRect(QRectF(small.x(mark.first), 8, 2, 10), theme.milestone)
        elif mark.kind == "error":
            painter.fillRect(QRectF(small.x(mark.last), 8, 2, 10), theme.error)
        elif mark.kind == "route":
            for first, last in mark.spans:
                width = max(2.0, small.x(last) - small.x(first))
                painter.fillRect(QRectF(small.x(first), 15, width, 3), theme.route)
    if scale.per_pixel * scale.width >= content.frames - 1:
        return
    shade = QColor(theme.accent)
    shade.setAlphaF(0.14)
    painter.setBrush(shade)
    painter.setPen(QPen(theme.accent, 1))
    left, right = small.x(max(0.0, scale.first)), small.x(min(scale.last, float(content.frames)))
    painter.drawRoundedRect(QRectF(left, 4.5, max(6.0, right - left), 17), 3, 3)


def _paint_names(painter: QPainter, lanes: list[Lane], scale: Scale, theme: Theme) -> None:
    painter.setFont(text_font(11 if lanes[0].height > 8 else 9))
    for lane in lanes:
        painter.setPen(theme.secondary)
        area = QRectF(0, lane.top - 6, scale.left - 10, lane.height + 12)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, lane.name)
        bottom = lane.top + lane.height + 2
        painter.fillRect(QRectF(scale.left, bottom, scale.width, 1), theme.line)


def _paint_ruler(painter: QPainter, frames: int, scale: Scale, theme: Theme) -> None:
    painter.setFont(text_font(10))
    painter.setPen(theme.faint)
    step = tick_step(scale.per_pixel)
    frame = int(scale.first // step) * step
    while frame <= min(scale.last, frames - 1):
        x = scale.x(frame)
        if x >= scale.left - 1:
            painter.fillRect(QRectF(x, 29, 1, 4), theme.line)
            room = scale.left + scale.width - x
            text = grouped(frame)
            if painter.fontMetrics().horizontalAdvance(text) + 4 < room:
                painter.drawText(QPointF(x + 4, 32), text)
        frame += step


def _visible(starts: Frames, scale: Scale) -> tuple[int, int]:
    first = max(0, int(np.searchsorted(starts, scale.first, "right")) - 1)
    return first, int(np.searchsorted(starts, scale.last, "right"))


def _pixels(starts: Frames, first: int, last: int, scale: Scale) -> tuple[np.ndarray, np.ndarray]:
    """Return the visible items as pixel positions, at most one a pixel, and their indices."""
    x = scale.left + (starts[first:last] - scale.first) / scale.per_pixel
    keep = np.ones(len(x), np.bool_)
    if len(x) > scale.width / 2:
        keep[1:] = np.diff(np.floor(x)) > 0
    return x[keep], np.flatnonzero(keep) + first


def _paint_decisions(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    starts = content.decision_frames
    first, last = _visible(starts, scale)
    x, index = _pixels(starts, first, last, scale)
    ends = np.append(x[1:], scale.x(min(content.frames, int(scale.last) + 1)))
    tints = [QColor(theme.fact), QColor(theme.fact)]
    tints[0].setAlphaF(0.30)
    tints[1].setAlphaF(0.45)
    for left, right, number in zip(x.tolist(), ends.tolist(), index.tolist(), strict=True):
        area = QRectF(left, lane.top, max(1.0, right - left - 1), lane.height)
        painter.fillRect(area, tints[number % 2])
    for number in content.refused:
        if first <= number < last:
            left = scale.x(int(starts[number]))
            painter.fillRect(QRectF(left, lane.top, 3, lane.height), theme.error)


def _paint_actions(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    colours = [QColor(getattr(theme, name.lower(), theme.button)) for name in BUTTONS]
    for colour in colours:
        colour.setAlphaF(0.75)
    first, last = _visible(content.action_first, scale)
    x, index = _pixels(content.action_first, first, last, scale)
    ends = scale.left + (content.action_last[index] + 1 - scale.first) / scale.per_pixel
    buttons = content.action_buttons[index]
    wide = scale.per_pixel < 0.7
    painter.setFont(text_font(9))
    for left, right, button in zip(x.tolist(), ends.tolist(), buttons.tolist(), strict=True):
        area = QRectF(left, lane.top, max(1.0, right - left - 0.6), lane.height)
        painter.fillRect(area, colours[button])
        if wide and BUTTONS[button] != "NOOP" and area.width() > 34:
            painter.setPen(theme.on_mark)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, BUTTONS[button])


def _paint_change(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    starts = content.decision_frames
    if not len(content.change):
        return
    first, last = _visible(starts, scale)
    x, index = _pixels(starts, first, last, scale)
    shade = QColor(theme.secondary)
    shade.setAlphaF(0.40)
    bottom = lane.top + lane.height + 1
    values = np.nan_to_num(content.change[index])
    for place, (left, share) in enumerate(zip(x.tolist(), values.tolist(), strict=True)):
        right = x[place + 1] if place + 1 < len(x) else left + 3
        height = lane.height * min(1.0, share**0.5)
        if height > 0.5:
            painter.fillRect(QRectF(left, bottom - height, max(1.0, min(right - left, 40.0) - 0.5), height), shade)


def _paint_facts(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    shade = QColor(theme.fact)
    shade.setAlphaF(0.55)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    for fact in content.facts:
        if fact.last >= scale.first and fact.first <= scale.last:
            left, right = scale.x(fact.first), scale.x(fact.last)
            top = lane.top + fact.row * lane.height / 4
            painter.drawRoundedRect(QRectF(left, top, max(3.0, right - left), lane.height / 4 - 2), 2, 2)


def _paint_seen(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint what was on screen, and what was passed over before it: unseen parts beyond that are still to come."""
    if not len(content.seen):
        return
    width = int(scale.width)
    edges = np.clip(scale.first + np.arange(width + 1) * scale.per_pixel, 0, content.frames).astype(np.int64)
    sums = np.concatenate([[0], np.cumsum(content.seen)])
    lengths = np.maximum(1, edges[1:] - edges[:-1])
    ends = np.minimum(edges[:-1] + lengths, content.frames)
    whole_seen = (sums[ends] - sums[np.minimum(edges[:-1], ends)]) >= np.maximum(1, ends - edges[:-1])
    furthest = int(np.flatnonzero(content.seen)[-1]) if content.seen.any() else -1
    state = np.where(edges[:-1] >= content.frames, 0, np.where(whole_seen, 1, np.where(edges[:-1] <= furthest, 2, 0)))
    starts = np.flatnonzero(np.diff(state, prepend=-1))
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), width], strict=True):
        if state[start]:
            colour = theme.seen if state[start] == 1 else theme.unseen
            painter.fillRect(QRectF(scale.left + start, lane.top, end - start, lane.height), colour)


_APART = 3


def _inside(lanes: list[Lane], scale: Scale) -> QRectF:
    return QRectF(scale.left - 9, 0, scale.width + 18, lanes[-1].top + lanes[-1].height + 4)


def paint_marks(
    painter: QPainter, lanes: list[Lane], content: TimelineContent, scale: Scale, theme: Theme, selected: str | None
) -> None:
    """Paint the marks in sight: of several of one kind that begin and end on the same three pixels, the first."""
    painter.setClipRect(_inside(lanes, scale))
    at = {lane.name: lane for lane in lanes}
    painted: set[tuple[str, int, int]] = set()
    apart, first, last = scale.per_pixel * _APART, scale.first, scale.last
    for mark in content.marks.values():
        start, end = mark.first, mark.last
        if end < first or start > last or mark.kind not in LANE_OF_KIND or LANE_OF_KIND[mark.kind] not in at:
            continue
        place = (mark.kind, int(start / apart), int(end / apart))
        if place not in painted and mark.label_id != selected:
            painted.add(place)
            _paint_mark(painter, mark, at[LANE_OF_KIND[mark.kind]], scale, theme, chosen=False)
    top = content.marks.get(selected or "")
    if top is not None and LANE_OF_KIND[top.kind] in at:
        _paint_mark(painter, top, at[LANE_OF_KIND[top.kind]], scale, theme, chosen=True)


def _paint_mark(painter: QPainter, mark: Mark, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if mark.kind == "milestone":
        _paint_milestone(painter, mark, lane, scale, theme, chosen=chosen)
    elif mark.kind == "route":
        _paint_route(painter, mark, lane, scale, theme, chosen=chosen)
    elif mark.kind == "error":
        _paint_error(painter, mark, lane, scale, theme, chosen=chosen)
    elif mark.kind == "battle":
        shade = QColor(theme.battle)
        shade.setAlphaF(0.9 if chosen else 0.6)
        _bar(painter, mark.spans[0], lane.top, lane.height, scale, shade)
    else:
        stamp = _stamp(mark.kind, theme.name, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(scale.x(mark.first) - 8, lane.top + lane.height / 2 - 8), stamp)


@functools.lru_cache(maxsize=32)
def _stamp(kind: str, scheme: Scheme, ratio: float) -> QPixmap:
    """Return the shape of a kind painted once, 16 logical pixels square: there may be one on every pixel."""
    pixmap = QPixmap(round(16 * ratio), round(16 * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_kind(painter, kind, QPointF(8, 8), kind_colour(kind, load_theme(scheme)))
    painter.end()
    return pixmap


def _bar(painter: QPainter, span: tuple[int, int], top: float, height: float, scale: Scale, colour: QColor) -> None:
    left, right = scale.x(span[0]), scale.x(span[1] + 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(left, top, max(3.0, right - left), height), 2, 2)


def _paint_milestone(painter: QPainter, mark: Mark, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    centre = QPointF(scale.x(mark.first), lane.top + lane.height / 2)
    painter.setPen(QPen(theme.accent, 2) if chosen else Qt.PenStyle.NoPen)
    painter.setBrush(theme.milestone)
    painter.drawEllipse(centre, 7.5, 7.5)
    painter.setFont(text_font(10, bold=True))
    painter.setPen(theme.on_mark)
    area = QRectF(centre.x() - 8, centre.y() - 8, 16, 16)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, mark.word)


def _paint_route(painter: QPainter, mark: Mark, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    top = lane.top + lane.height - 8
    for span in mark.spans:
        _bar(painter, span, top, 7, scale, theme.accent if chosen else theme.route)
    if len(mark.spans) == 2:
        start, end = scale.x(mark.spans[0][1] + 1), scale.x(mark.spans[1][0])
        path = QPainterPath(QPointF(start, top))
        path.cubicTo(QPointF(start, lane.top - 3), QPointF(end, lane.top - 3), QPointF(end, top))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.accent if chosen else theme.route, 1.2))
        painter.drawPath(path)


def _paint_error(painter: QPainter, mark: Mark, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    bottom = lane.top + lane.height
    colour = QColor(theme.accent if chosen else theme.error)
    x = scale.x(mark.spans[0][0])
    if mark.cited is not None:
        start = scale.x(mark.cited)
        path = QPainterPath(QPointF(start, bottom - 3))
        path.quadTo(QPointF((start + x) / 2, lane.top - 8), QPointF(x, bottom - 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        style = Qt.PenStyle.DashLine if mark.unfinished else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, 1.6, style))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(start, bottom - 3), 3, 3)
    if mark.unfinished:
        colour.setAlphaF(0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    corners = [QPointF(x - 5, bottom), QPointF(x, bottom - 9), QPointF(x + 5, bottom)]
    painter.drawPolygon(QPolygonF(corners))


_PAINTERS = {
    "decisions": _paint_decisions,
    "actions": _paint_actions,
    "screen change": _paint_change,
    "facts": _paint_facts,
    "seen": _paint_seen,
}
