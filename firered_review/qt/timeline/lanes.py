"""Painting the lanes of a timeline: only what is visible, at most one shape a pixel."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from firered_review.qt.timeline.content import Frames, Lane, MoreFacts, TimelineContent
from firered_review.qt.timeline.marks import inside
from firered_review.qt.timeline.scale import Scale, tick_step, whole
from firered_review.qt.widgets.look import Theme, text_font
from firered_review.qt.words.labels import grouped
from harness.formats.base import BUTTONS

MORE_HEIGHT = 8
"""Height of the strip that counts facts without a row of their own."""


def paint_lanes(painter: QPainter, lanes: Sequence[Lane], content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint ruler and lanes without marks; the gutter with their names lies left of ``scale.left``."""
    _paint_names(painter, lanes, scale, theme)
    _paint_ruler(painter, content.frames, scale, theme)
    painter.save()
    painter.setClipRect(inside(lanes, scale))
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
    spots: dict[str, set[int]] = {"milestone": set(), "route": set(), "error": set()}
    left, per_pixel = small.left, small.per_pixel
    for mark in content.marks.values():
        kind = mark.kind
        if kind == "route":
            for first, last in mark.spans:
                spots[kind].update(range(int(left + first / per_pixel), int(left + last / per_pixel) + 2))
        elif kind in spots:
            spots[kind].add(int(left + mark.last / per_pixel))
    for x in spots["route"]:
        painter.fillRect(QRectF(x, 15, 1, 3), theme.route)
    for kind, colour in (("error", theme.error), ("milestone", theme.milestone)):
        for x in spots[kind]:
            painter.fillRect(QRectF(x, 8, 2, 10), colour)
    if scale.per_pixel * scale.width >= content.frames - 1:
        return
    shade = QColor(theme.accent)
    shade.setAlphaF(0.14)
    painter.setBrush(shade)
    painter.setPen(QPen(theme.accent, 1))
    left, right = small.x(max(0.0, scale.first)), small.x(min(scale.last, float(content.frames)))
    painter.drawRoundedRect(QRectF(left, 4.5, max(6.0, right - left), 17), 3, 3)


def _paint_names(painter: QPainter, lanes: Sequence[Lane], scale: Scale, theme: Theme) -> None:
    painter.setFont(text_font(11 if lanes[0].height > 8 else 9))
    for lane in lanes:
        painter.setPen(theme.secondary)
        area = QRectF(0, lane.top - 6, scale.left - 10, lane.height + 12)
        if lane.name == "seen":
            _paint_legend(painter, lane, scale, theme)
        else:
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, lane.name)
        bottom = lane.top + lane.height + 2
        painter.fillRect(QRectF(scale.left, bottom, scale.width, 1), theme.line)


def _paint_legend(painter: QPainter, lane: Lane, scale: Scale, theme: Theme) -> None:
    """Name the two states of the lane, each beside its shape."""
    right = scale.left - 10
    painter.setFont(text_font(10))
    metrics = painter.fontMetrics()
    for word, seen in (("unseen", False), ("seen", True)):
        width = metrics.horizontalAdvance(word)
        area = QRectF(right - width, lane.top - 6, width + 1, lane.height + 12)
        painter.setPen(theme.secondary)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, word)
        swatch = QRectF(right - width - 14, lane.top, 10, lane.height)
        _paint_seen_bar(painter, swatch, theme, seen=seen)
        right -= width + 22


def _paint_seen_bar(painter: QPainter, area: QRectF, theme: Theme, *, seen: bool) -> None:
    """Paint a stretch that was seen as a full bar, one that was not as a hatched frame."""
    if seen:
        painter.fillRect(area, theme.seen)
        return
    painter.fillRect(area, theme.unseen)
    painter.fillRect(area, QBrush(theme.warning, Qt.BrushStyle.BDiagPattern))
    painter.setPen(QPen(theme.warning, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))


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
    if not len(starts):
        return
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
    row = fact_row_height(lane, content)
    height = max(1, row - (2 if row > 4 else 1))
    shade = QColor(theme.fact)
    shade.setAlphaF(0.55 if height > 1 else 0.9)
    for fact in content.facts:
        if fact.last >= scale.first and fact.first <= scale.last:
            left, right = scale.x(fact.first), scale.x(fact.last)
            painter.fillRect(QRectF(left, lane.top + fact.row * row, max(3.0, right - left), height), shade)
    painter.setFont(text_font(9, bold=True))
    for more in content.more_facts:
        if more.last >= scale.first and more.first <= scale.last:
            _paint_more(painter, lane, more, scale, theme)


def fact_row_height(lane: Lane, content: TimelineContent) -> int:
    """Return how high a row of facts is; where there are more facts than rows a strip below them counts the rest."""
    return (lane.height - (MORE_HEIGHT if content.more_facts else 0)) // content.fact_rows


def _paint_more(painter: QPainter, lane: Lane, more: MoreFacts, scale: Scale, theme: Theme) -> None:
    """Paint how many facts have no row of their own in a stretch."""
    left, right = max(scale.left, scale.x(more.first)), min(scale.left + scale.width, scale.x(more.last + 1))
    area = QRectF(left, lane.top + lane.height - MORE_HEIGHT + 1, max(1.0, right - left - 1), MORE_HEIGHT - 1)
    painter.fillRect(area, theme.accent_soft)
    painter.fillRect(QRectF(left, area.top(), 1, area.height()), theme.fact)
    text = f"+{len(more.fact_ids)}"
    if painter.fontMetrics().horizontalAdvance(text) + 5 <= area.width():
        painter.setPen(theme.text)
        painter.drawText(area.adjusted(3, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def _paint_seen(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint every frame as seen or unseen; a pixel is seen only where all of its frames were."""
    if not len(content.seen):
        return
    width = int(scale.width)
    edges = np.clip(scale.first + np.arange(width + 1) * scale.per_pixel, 0, content.frames).astype(np.int64)
    sums = np.concatenate([[0], np.cumsum(content.seen)])
    lengths = np.maximum(1, edges[1:] - edges[:-1])
    ends = np.minimum(edges[:-1] + lengths, content.frames)
    whole_seen = (sums[ends] - sums[np.minimum(edges[:-1], ends)]) >= np.maximum(1, ends - edges[:-1])
    state = np.where(edges[:-1] >= content.frames, 0, np.where(whole_seen, 1, 2))
    starts = np.flatnonzero(np.diff(state, prepend=-1))
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), width], strict=True):
        if state[start]:
            area = QRectF(scale.left + start, lane.top, end - start, lane.height)
            _paint_seen_bar(painter, area, theme, seen=state[start] == 1)


def _paint_frames(painter: QPainter, lane: Lane, content: TimelineContent, scale: Scale, theme: Theme) -> None:
    """Paint small pictures side by side, each of the frame in its middle; those not ready yet are empty."""
    slots = picture_slots(lane, content.frames, scale)
    ready = content.pictures([middle for _, middle in slots]) if content.pictures is not None else {}
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for left, middle in slots:
        area = QRectF(left, lane.top, lane.height * 1.5, lane.height)
        picture = ready.get(middle)
        if picture is None or picture.isNull():
            painter.fillRect(area, theme.sunk)
        else:
            painter.drawImage(area, picture)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)


def picture_slots(lane: Lane, frames: int, scale: Scale) -> list[tuple[float, int]]:
    """Return where the small pictures in sight begin, and which frame each shows; panning keeps the frames."""
    step = max(1, round((lane.height * 1.5 + 2) * scale.per_pixel))
    first = int(scale.first // step) * step
    starts = range(first, min(frames, int(scale.last) + 1), step)
    return [(scale.x(start), min(frames - 1, start + step // 2)) for start in starts]


_PAINTERS = {
    "frames": _paint_frames,
    "decisions": _paint_decisions,
    "actions": _paint_actions,
    "screen change": _paint_change,
    "facts": _paint_facts,
    "seen": _paint_seen,
}
