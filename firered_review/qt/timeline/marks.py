"""Painting the marks of a timeline: signs, linked passages, arcs from citation to decision, and what is pending."""

import functools
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from firered_review.qt.timeline.content import LANE_OF_KIND, Lane, Mark
from firered_review.qt.timeline.places import Place, Places
from firered_review.qt.timeline.scale import Scale
from firered_review.qt.widgets.look import Scheme, Theme, load_theme, text_font
from firered_review.qt.widgets.shapes import kind_colour, paint_kind

_STEM_FROM = 2.0
_NO_CORNERS = 3.0
"""Up to this width a bar is a plain line; there may be one on every third pixel."""


def inside(lanes: Sequence[Lane], scale: Scale) -> QRectF:
    """Return the area of the lanes, with room for a sign on the first and the last frame."""
    return QRectF(scale.left - 9, 0, scale.width + 18, lanes[-1].top + lanes[-1].height + 4)


def paint_marks(painter: QPainter, lanes: Sequence[Lane], places: Places, scale: Scale, theme: Theme) -> None:
    """Paint the marks in sight."""
    painter.setClipRect(inside(lanes, scale))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    at = {lane.name: lane for lane in lanes}
    for name, some in places.by_lane.items():
        rows = 1 + max(place.row for place in some)
        for place in some:
            _paint(painter, place, at[name], scale, theme, rows=rows, chosen=False)


def paint_selected(
    painter: QPainter, lanes: Sequence[Lane], places: Places | None, scale: Scale, theme: Theme, mark: Mark
) -> None:
    """Paint one mark so that it stands out, over all others; without ``places`` where its frame is."""
    lane = next((one for one in lanes if one.name == LANE_OF_KIND[mark.kind]), None)
    if lane is None or mark.last < scale.first or mark.first > scale.last:
        return
    some = places.by_lane.get(lane.name, ()) if places is not None else ()
    place = next((one for one in some if one.mark.label_id == mark.label_id), _at_its_frame(mark, scale))
    rows = 1 + max((one.row for one in some), default=0)
    painter.save()
    painter.setClipRect(inside(lanes, scale))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint(painter, place, lane, scale, theme, rows=rows, chosen=True)
    painter.restore()


def paint_one(painter: QPainter, lanes: Sequence[Lane], lane: Lane, mark: Mark, scale: Scale, theme: Theme) -> None:
    """Paint one more mark into a lane that is too full to keep marks apart."""
    if mark.last >= scale.first and mark.first <= scale.last:
        painter.setClipRect(inside(lanes, scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint(painter, _at_its_frame(mark, scale), lane, scale, theme, rows=1, chosen=False)


def _at_its_frame(mark: Mark, scale: Scale) -> Place:
    return Place(mark, scale.x(mark.spans[0][0]))


def paint_moving(painter: QPainter, lanes: Sequence[Lane], mark: Mark, scale: Scale, theme: Theme) -> None:
    """Paint a mark that is being dragged, where it would be dropped."""
    lane = next((one for one in lanes if one.name == LANE_OF_KIND[mark.kind]), None)
    if lane is not None:
        painter.save()
        painter.setClipRect(inside(lanes, scale))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint(painter, Place(mark, scale.x(mark.spans[0][0])), lane, scale, theme, rows=1, chosen=True)
        painter.restore()


def paint_pending(
    painter: QPainter,
    lane: Lane,
    span: tuple[int, int],
    again: tuple[float, float] | None,
    scale: Scale,
    colour: QColor,
) -> None:
    """Paint a stretch that is no label yet with a dashed outline, and a dashed link to where its repetition begins."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(inside([lane], scale))
    pen = QPen(colour, 1.4, Qt.PenStyle.CustomDashLine)
    pen.setDashPattern([2.5, 2.0])
    painter.setPen(pen)
    shade = QColor(colour)
    shade.setAlphaF(0.18)
    height = min(7.0, lane.height - 1.0)
    top = lane.top + lane.height - height
    for first, last in [span] if again is None else [span, again]:
        left, right = scale.x(first), scale.x(last + 1)
        painter.setBrush(shade)
        painter.drawRoundedRect(QRectF(left, top, max(4.0, right - left), height), 2, 2)
    if again is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_link(scale.x(span[1] + 1), scale.x(again[0]), top, lane.top - 3))
    painter.restore()


def _paint(painter: QPainter, place: Place, lane: Lane, scale: Scale, theme: Theme, *, rows: int, chosen: bool) -> None:
    mark = place.mark
    if mark.kind == "milestone":
        _paint_milestone(painter, place, lane, scale, theme, chosen=chosen)
    elif mark.kind == "route":
        _paint_route(painter, place, lane, scale, theme, rows=rows, chosen=chosen)
    elif mark.kind == "error":
        _paint_error(painter, place, lane, scale, theme, chosen=chosen)
    elif mark.kind == "battle":
        shade = QColor(theme.accent if chosen else theme.battle)
        shade.setAlphaF(0.9 if chosen else 0.6)
        _bar(painter, mark.spans[0], lane.top, lane.height, scale, shade)
    else:
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent_soft)
            painter.drawEllipse(QPointF(place.x, lane.top + lane.height / 2), 7.5, 7.5)
        stamp = _stamp(mark.kind, theme.name, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(place.x - 8, lane.top + lane.height / 2 - 8), stamp)


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
    area = QRectF(left, top, max(3.0, right - left), height)
    if area.width() <= _NO_CORNERS:
        painter.fillRect(area, colour)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(area, 2, 2)


def _paint_milestone(painter: QPainter, place: Place, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    mark = place.mark
    centre = QPointF(place.x, lane.top + lane.height / 2)
    true = scale.x(mark.first)
    if abs(true - place.x) > _STEM_FROM:
        painter.setPen(QPen(theme.milestone, 1.5))
        painter.drawLine(QPointF(true, lane.top + lane.height + 1), centre)
    painter.setPen(QPen(theme.accent, 2) if chosen else Qt.PenStyle.NoPen)
    painter.setBrush(theme.milestone)
    painter.drawEllipse(centre, 7.5, 7.5)
    painter.setFont(text_font(10, bold=True))
    painter.setPen(theme.on_mark)
    area = QRectF(centre.x() - 8, centre.y() - 8, 16, 16)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, mark.word)


def _paint_route(
    painter: QPainter, place: Place, lane: Lane, scale: Scale, theme: Theme, *, rows: int, chosen: bool
) -> None:
    height = 7.0 if rows == 1 else 5.0
    top = lane.top + lane.height - height - (height + 1) * (rows - 1 - place.row)
    colour = theme.accent if chosen else theme.route
    spans = place.mark.spans
    for span in spans:
        _bar(painter, span, top, height, scale, colour)
    if len(spans) == 2:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 1.2))
        painter.drawPath(_link(scale.x(spans[0][1] + 1), scale.x(spans[1][0]), top, lane.top - 3))


def _link(start: float, end: float, bottom: float, top: float) -> QPainterPath:
    path = QPainterPath(QPointF(start, bottom))
    path.cubicTo(QPointF(start, top), QPointF(end, top), QPointF(end, bottom))
    return path


def _paint_error(painter: QPainter, place: Place, lane: Lane, scale: Scale, theme: Theme, *, chosen: bool) -> None:
    mark, x, bottom = place.mark, place.x, lane.top + lane.height
    colour = QColor(theme.accent if chosen else theme.error)
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
    painter.drawPolygon(QPolygonF([QPointF(x - 5, bottom), QPointF(x, bottom - 9), QPointF(x + 5, bottom)]))
