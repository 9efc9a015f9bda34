"""The timeline: the whole trial below the frame, zoomed round the mouse, with one cursor for everything."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from firered_review.qt.label_words import grouped
from firered_review.qt.look import Look
from firered_review.qt.timeline_content import GAP, GUTTER, LANE_OF_KIND, Lane, Mark, TimelineContent, lanes
from firered_review.qt.timeline_lanes import paint_lanes, paint_map, paint_marks
from firered_review.qt.timeline_scale import Scale, following, held, whole, zoomed

_RULER_BOTTOM = 36
_MAP_BOTTOM = 24
_DRAG_STARTS = 4
_MARGIN = 12


class Timeline(QWidget):
    """Shows a ``TimelineContent``; ``moved`` asks for a frame, ``chosen`` tells a label that was clicked."""

    moved = Signal(int)
    chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._content = TimelineContent()
        self._low = False
        self._lanes = lanes(1)
        self._scale = whole(1, GUTTER, 1)
        self._cursor = 0
        self._selected: str | None = None
        self._segment: tuple[int | None, int | None] = (None, None)
        self._base: QPixmap | None = None
        self._drawn: QPixmap | None = None
        self._pressed: QPointF | None = None
        self._grip: str = ""
        self._pressed_scale = self._scale
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("timeline")
        look.changed.connect(self.redraw)

    # --- what it shows ----------------------------------------------------------------------------------------------
    def show_content(self, content: TimelineContent) -> None:
        """Show another trial or stage, all of it."""
        same = content.frames == self._content.frames
        self._content = content
        self._lanes = lanes(content.stage, content.lanes, low=self._low)
        if not same or self._scale.width <= 1:
            self._scale = whole(content.frames, GUTTER, self._room())
        self.updateGeometry()
        self.redraw()

    def set_low(self, *, low: bool) -> None:
        """Take less room, or all that the lanes need."""
        if low != self._low:
            self._low = low
            self.show_content(self._content)

    def redraw(self) -> None:
        """Paint everything anew: lanes, facts or coverage changed."""
        self._base = self._drawn = None
        self.update()

    def redraw_marks(self) -> None:
        """Paint the marks anew, on the lanes as they are."""
        self._drawn = None
        self.update()

    def set_cursor(self, frame: int) -> None:
        """Move the cursor, and the view with it where it would leave it."""
        self._cursor = frame
        scale = following(self._scale, self._content.frames, frame)
        if scale != self._scale:
            self._scale = scale
            self._base = self._drawn = None
        self.update()

    def set_selected(self, label_id: str | None) -> None:
        """Make one label stand out."""
        if label_id != self._selected:
            self._selected = label_id
            self.redraw_marks()

    def set_segment(self, first: int | None, last: int | None) -> None:
        """Show the in and out points that are set."""
        self._segment = (first, last)
        self.update()

    def zoom(self, factor: float) -> None:
        """Zoom round the cursor; 0 shows everything."""
        if factor == 0:
            self._scale = whole(self._content.frames, GUTTER, self._room())
        else:
            at = min(max(self._scale.x(self._cursor), GUTTER), GUTTER + self._scale.width)
            self._scale = zoomed(self._scale, self._content.frames, factor, at)
        self.redraw()

    @property
    def scale(self) -> Scale:
        """What part of the trial is in sight."""
        return self._scale

    # --- Qt ---------------------------------------------------------------------------------------------------------
    @override
    def sizeHint(self) -> QSize:
        last = self._lanes[-1]
        return QSize(800, last.top + last.height + GAP + 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        shown_all = self._scale.per_pixel * self._scale.width >= self._content.frames - 1
        if shown_all or self._scale.width <= 1:
            self._scale = whole(self._content.frames, GUTTER, self._room())
        else:
            self._scale = held(self._scale._replace(width=self._room()), self._content.frames)
        self._base = self._drawn = None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        if self._drawn is None or self._drawn.devicePixelRatio() != self.devicePixelRatioF():
            self._drawn = self._draw()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn)
        bottom = self._lanes[-1].top + self._lanes[-1].height + 3
        self._paint_segment(painter, bottom)
        x = self._scale.x(self._cursor)
        if GUTTER - 1 <= x <= GUTTER + self._scale.width + 1:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, 1.5))
            painter.drawLine(QPointF(x, 26), QPointF(x, bottom))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawPolygon(QPolygonF([QPointF(x - 5, 23), QPointF(x + 5, 23), QPointF(x, 30)]))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._scale = zoomed(self._scale, self._content.frames, 1.0015**turned, event.position().x())
        else:
            first = self._scale.first - turned / 120 * 60 * self._scale.per_pixel
            self._scale = held(self._scale._replace(first=first), self._content.frames)
        self.redraw()
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed, self._pressed_scale = event.position(), self._scale
        y = event.position().y()
        self._grip = "map" if y < _MAP_BOTTOM else "ruler" if y < _RULER_BOTTOM else "click"
        self._drag(event.position())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        if self._grip == "click" and abs(event.position().x() - self._pressed.x()) > _DRAG_STARTS:
            self._grip = "pan"
        self._drag(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and self._grip == "click":
            mark = self._mark_at(event.position().toPoint())
            if mark is not None:
                self.chosen.emit(mark.label_id)
            elif event.position().x() >= GUTTER - 4:
                self._ask(event.position().x())
        self._pressed = None

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.what_is_at(event.pos())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    # --- inside -----------------------------------------------------------------------------------------------------
    def what_is_at(self, point: QPoint) -> str:
        """Return in words what lies at a point: the text of its tooltip."""
        mark = self._mark_at(point)
        if mark is not None:
            tip_of = self._content.tip_of
            return mark.text or (tip_of(mark.label_id) if tip_of is not None else "")
        frame = int(self._scale.frame(point.x()))
        lane = self._lane_at(point.y())
        if lane is None or not 0 <= frame < self._content.frames or point.x() < GUTTER:
            return ""
        if lane.name == "facts":
            row = (point.y() - lane.top) * 4 // lane.height
            hits = [fact for fact in self._content.facts if fact.row == row and fact.first <= frame <= fact.last]
            return f"{hits[-1].fact_id}: {hits[-1].text}" if hits else ""
        if lane.name == "actions":
            index = self._content.action_at(frame)
            return f"{self._content.button(index)}, action {index + 1}" if index is not None else ""
        if lane.name == "seen":
            seen = len(self._content.seen) > frame and bool(self._content.seen[frame])
            return f"frame {grouped(frame)}: {'seen' if seen else 'not seen yet'}"
        if lane.name in ("decisions", "screen change"):
            return self._decision_words(frame, lane.name)
        return ""

    def _decision_words(self, frame: int, lane: str) -> str:
        number = int(self._content.decision_frames.searchsorted(frame, "right"))
        if number == 0:
            return ""
        if lane == "decisions":
            refused = ", an attempt was refused" if number - 1 in self._content.refused else ""
            return f"decision {number}{refused}"
        change = self._content.change
        known = len(change) >= number and change[number - 1] == change[number - 1]
        return f"decision {number}: {change[number - 1]:.0%} of the pixels changed" if known else ""

    def _mark_at(self, point: QPoint) -> Mark | None:
        best: tuple[float, Mark] | None = None
        at = {lane.name: lane for lane in self._lanes}
        for mark in self._content.marks.values():
            lane = at.get(LANE_OF_KIND[mark.kind])
            if lane is None or not lane.top - 2 <= point.y() <= lane.top + lane.height + 2:
                continue
            for first, last in mark.spans:
                left, right = self._scale.x(first), self._scale.x(last + 1)
                away = max(left - point.x(), point.x() - right, 0.0)
                if away <= 8 and (best is None or away < best[0]):
                    best = (away, mark)
        return best[1] if best else None

    def _lane_at(self, y: int) -> Lane | None:
        return next((lane for lane in self._lanes if lane.top - 2 <= y < lane.top + lane.height + 2), None)

    def _room(self) -> float:
        return max(1.0, self.width() - GUTTER - _MARGIN)

    def _ask(self, x: float) -> None:
        frame = int(self._scale.frame(x))
        self.moved.emit(min(max(0, frame), self._content.frames - 1))

    def _drag(self, position: QPointF) -> None:
        if self._pressed is None:
            return
        if self._grip == "ruler":
            self._ask(position.x())
        elif self._grip == "map":
            middle = (position.x() - GUTTER) / self._scale.width * self._content.frames
            first = middle - self._scale.per_pixel * self._scale.width / 2
            self._scale = held(self._scale._replace(first=first), self._content.frames)
            self.redraw()
        elif self._grip == "pan":
            first = self._pressed_scale.first - (position.x() - self._pressed.x()) * self._scale.per_pixel
            self._scale = held(self._scale._replace(first=first), self._content.frames)
            self.redraw()

    def _draw(self) -> QPixmap:
        """Return lanes and marks; the lanes are painted anew only where they are not as they were."""
        theme = self._look.theme
        if self._base is None or self._base.devicePixelRatio() != self.devicePixelRatioF():
            self._base = self._blank()
            painter = QPainter(self._base)
            paint_lanes(painter, self._lanes, self._content, self._scale, theme)
            painter.end()
        whole_picture = self._base.copy()
        painter = QPainter(whole_picture)
        paint_map(painter, self._content, self._scale, theme)
        paint_marks(painter, self._lanes, self._content, self._scale, theme, self._selected)
        painter.end()
        return whole_picture

    def _blank(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap

    def _paint_segment(self, painter: QPainter, bottom: int) -> None:
        first, last = self._segment
        if first is None and last is None:
            return
        start = self._scale.x(first if first is not None else last)  # type: ignore[arg-type]
        end = self._scale.x((last if last is not None else self._cursor) + 1)
        shade = QColor(self._look.theme.accent)
        shade.setAlphaF(0.12)
        left, right = max(GUTTER, min(start, end)), min(GUTTER + self._scale.width, max(start, end))
        if right > left:
            painter.fillRect(QRectF(left, _RULER_BOTTOM - 6, right - left, bottom - _RULER_BOTTOM + 6), shade)
            painter.fillRect(QRectF(left, _RULER_BOTTOM - 6, 1.5, bottom - _RULER_BOTTOM + 6), self._look.theme.accent)
