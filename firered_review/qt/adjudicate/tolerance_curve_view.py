"""Drawn agreement over the tolerance: one kind of label at a time, with the codebook's tolerance marked."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from firered_review.core.tolerance_curve import CurvePoint
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.shapes import kind_colour, paint_kind

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 28, 24, 40
_HEIGHT = 190
_STEPS = 4


class ToleranceCurveView(QWidget):
    """Shows points from strict to loose; a kind that nobody labelled is a sentence."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._points: list[CurvePoint] = []
        self._font = text_font(11)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("agreement over the tolerance")
        look.changed.connect(self.update)

    def show_points(self, points: Sequence[CurvePoint]) -> None:
        """Show the points of one kind."""
        self._points = list(points)
        said = (f"{one.tolerance:g}: {_value(one)}{' (codebook)' if one.codebook else ''}" for one in points)
        unit = points[0].unit if points else ""
        self.setAccessibleDescription(f"F1 by tolerance in {unit}: {', '.join(said)}" if points else "")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        area = QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)
        if all(one.value is None for one in self._points):
            painter.setPen(self._look.theme.warning)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "undefined: nobody labelled this kind")
            return
        self._paint_axes(painter, area)
        self._paint_line(painter, area)

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        theme = self._look.theme
        for step in range(_STEPS + 1):
            y = area.bottom() - area.height() * step / _STEPS
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.faint)
            painter.drawText(QRectF(0, y - 8, _LEFT - 8, 16), _RIGHT_MIDDLE, f"{step / _STEPS:g}")
        for place, one in enumerate(self._points):
            x = self._x(area, place)
            painter.setPen(theme.text if one.codebook else theme.faint)
            painter.drawText(QRectF(x - 30, area.bottom() + 4, 60, 16), _CENTRE, f"{one.tolerance:g}")
            if one.codebook:
                painter.setPen(QPen(theme.secondary, 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom()))
                painter.setPen(theme.secondary)
                painter.drawText(QRectF(x - 60, 0, 120, 18), _CENTRE, "codebook")
        painter.setPen(theme.secondary)
        unit = self._points[0].unit
        said = "least share of frames in common" if unit == "least share" else f"tolerance in {unit}"
        below = QRectF(area.left(), area.bottom() + 20, area.width(), 18)
        painter.drawText(below, _CENTRE, f"{said}, from strict to loose")

    def _paint_line(self, painter: QPainter, area: QRectF) -> None:
        colour = kind_colour(self._points[0].kind, self._look.theme)
        places = [
            QPointF(self._x(area, number), area.bottom() - area.height() * (one.value or 0))
            for number, one in enumerate(self._points)
        ]
        painter.setPen(QPen(colour, 2))
        painter.drawPolyline(QPolygonF(places))
        for place, point in zip(places, self._points, strict=True):
            paint_kind(painter, point.kind, place, colour)

    def _x(self, area: QRectF, place: int) -> float:
        return area.left() + area.width() * place / max(1, len(self._points) - 1)


def _value(point: CurvePoint) -> str:
    return "undefined" if point.value is None else f"{point.value:.2f}"


_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT_MIDDLE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
