"""Shapes and signs painted by hand: every label kind has its own, the same in list, timeline and adjudication."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from firered_review.qt.widgets.look import Theme

KIND_WORDS = {
    "milestone": "milestone",
    "route": "repeated route",
    "error": "memory error",
    "cause": "cause only",
    "battle": "battle",
    "note": "note",
    "bookmark": "bookmark",
}


def kind_colour(kind: str, theme: Theme) -> QColor:
    """Return the colour of a label kind."""
    colours = {
        "milestone": theme.milestone,
        "route": theme.route,
        "error": theme.error,
        "cause": theme.warning,
        "battle": theme.battle,
    }
    return colours.get(kind, theme.accent)


def paint_kind(painter: QPainter, kind: str, centre: QPointF, colour: QColor, *, filled: bool = True) -> None:
    """Paint the 10-pixel shape of a label kind round ``centre``; an unfilled one is not there yet."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    x, y = centre.x(), centre.y()
    if kind == "milestone":
        painter.drawEllipse(centre, 3.5, 3.5)
    elif kind == "route":
        painter.drawRoundedRect(QRectF(x - 4, y - 4, 8, 8), 1.5, 1.5)
    elif kind == "error":
        painter.setPen(_round_pen(colour, 1.5))
        painter.drawPolygon(QPolygonF([QPointF(x, y - 4.5), QPointF(x + 4.5, y + 3.5), QPointF(x - 4.5, y + 3.5)]))
    elif kind == "battle":
        painter.drawRoundedRect(QRectF(x - 5, y - 2.5, 10, 5), 2, 2)
    elif kind == "cause":
        painter.drawPolygon(QPolygonF([QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5), QPointF(x - 5, y)]))
    elif kind == "bookmark":
        points = [(-3.5, -5), (3.5, -5), (3.5, 5), (0, 2), (-3.5, 5)]
        painter.drawPolygon(QPolygonF([QPointF(x + a, y + b) for a, b in points]))
    else:
        painter.setPen(QPen(colour, 1.5))
        for offset, half in ((-3.5, 4.5), (0, 4.5), (3.5, 2.5)):
            painter.drawLine(QPointF(x - 4.5, y + offset), QPointF(x - 4.5 + 2 * half, y + offset))
    painter.restore()


def paint_key(painter: QPainter, area: QRectF, text: str, theme: Theme) -> None:
    """Paint a key cap: a panel with a line thicker below; the painter's font is used."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.line)
    painter.drawRoundedRect(area, 4, 4)
    painter.setBrush(theme.panel)
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -2), 3.2, 3.2)
    painter.setPen(theme.secondary)
    painter.drawText(area.adjusted(0, 0, 0, -1), Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def step_icon(colour: QColor, *, forward: bool, ratio: float) -> QIcon:
    """Return the sign for one frame on, or back: a bar and a triangle, 12 logical pixels square."""
    pixmap = QPixmap(QSize(12, 12) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not forward:
        painter.translate(12, 0)
        painter.scale(-1, 1)
    painter.setPen(_round_pen(colour, 1.6))
    painter.drawLine(QPointF(10.5, 1.5), QPointF(10.5, 10.5))
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(2, 2), QPointF(8, 6), QPointF(2, 10)]))
    painter.end()
    return QIcon(pixmap)


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
