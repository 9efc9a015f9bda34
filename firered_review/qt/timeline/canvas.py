"""What a timeline paints: lanes and marks kept as pictures, with cursor, segment and pending stretches over them."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from firered_review.qt.timeline.content import GAP, GUTTER, LANE_OF_KIND, Lane, Mark, TimelineContent, lanes
from firered_review.qt.timeline.lanes import paint_lanes, paint_map
from firered_review.qt.timeline.marks import paint_marks, paint_moving, paint_one, paint_pending, paint_selected
from firered_review.qt.timeline.places import Places
from firered_review.qt.timeline.scale import Scale, following, held, whole, zoomed
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.words.labels import grouped

RULER_BOTTOM = 36
_MARGIN = 12


class TimelineCanvas(QWidget):
    """Shows a ``TimelineContent``; it paints anew only what changed."""

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
        self._passage: tuple[int, int] | None = None
        self._battle: int | None = None
        self._moving: Mark | None = None
        self._placed: Places | None = None
        self._full: frozenset[str] = frozenset()
        self._base: QPixmap | None = None
        self._drawn: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("timeline")
        look.changed.connect(self.redraw)

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
        self._base = None
        self.redraw_marks()

    def redraw_lanes(self) -> None:
        """Paint the lanes anew, below the marks as they are: coverage, screen change or a small picture came."""
        self._base = None
        self.update()

    def redraw_marks(self) -> None:
        """Paint the marks anew, on the lanes as they are."""
        self._drawn = self._placed = None
        self.update()

    def add_mark(self, mark: Mark) -> None:
        """Paint one more mark: alone where its lane is too full to keep marks apart, else with all others."""
        lane = self._lane(LANE_OF_KIND[mark.kind])
        if self._drawn is None or lane is None or lane.name not in self._full:
            self.redraw_marks()
            return
        painter = QPainter(self._drawn)
        paint_map(painter, self._content, self._scale, self._look.theme)
        paint_one(painter, self._lanes, lane, mark, self._scale, self._look.theme)
        painter.end()
        self._placed = None
        self.update()

    def set_cursor(self, frame: int) -> None:
        """Move the cursor, and the view with it where it would leave it."""
        self._cursor = frame
        self._set_scale(following(self._scale, self._content.frames, frame))
        self.update()

    def set_selected(self, label_id: str | None) -> None:
        """Make one label stand out."""
        if label_id != self._selected:
            self._selected = label_id
            self.update()

    def set_segment(self, first: int | None, last: int | None) -> None:
        """Show the in and out points that are set."""
        self._segment = (first, last)
        self.update()

    def set_pending(self, passage: tuple[int, int] | None, battle: int | None) -> None:
        """Show a first passage that still waits for its repetition, and the first frame of a battle without a last."""
        self._passage, self._battle = passage, battle
        self.update()

    def zoom(self, factor: float) -> None:
        """Zoom round the cursor; 0 shows everything."""
        if factor == 0:
            self._set_scale(whole(self._content.frames, GUTTER, self._room()))
        else:
            at = min(max(self._scale.x(self._cursor), GUTTER), GUTTER + self._scale.width)
            self._set_scale(zoomed(self._scale, self._content.frames, factor, at))

    @property
    def scale(self) -> Scale:
        """What part of the trial is in sight."""
        return self._scale

    @property
    def places(self) -> Places:
        """Where the marks in sight are."""
        if self._placed is None:
            moving = self._moving.label_id if self._moving is not None else None
            still = (mark for mark in self._content.marks.values() if mark.label_id != moving)
            self._placed = Places(still, self._lanes, self._scale)
        return self._placed

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
        self._base = self._drawn = self._placed = None

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        if self._base is None or self._stale(self._base):
            self._base = self._draw_lanes()
        if self._drawn is None or self._stale(self._drawn):
            self._drawn = self._draw_marks()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._base)
        painter.drawPixmap(0, 0, self._drawn)
        selected = self._content.marks.get(self._selected or "")
        if selected is not None and self._moving is None:
            alone = LANE_OF_KIND[selected.kind] in self._full
            places = None if alone else self.places
            paint_selected(painter, self._lanes, places, self._scale, theme, selected)
        bottom = self._lanes[-1].top + self._lanes[-1].height + 3
        self._paint_segment(painter, bottom)
        self._paint_pending(painter)
        x = self._scale.x(self._cursor)
        if GUTTER - 1 <= x <= GUTTER + self._scale.width + 1:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.accent, 1.5))
            painter.drawLine(QPointF(x, 26), QPointF(x, bottom))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawPolygon(QPolygonF([QPointF(x - 5, 23), QPointF(x + 5, 23), QPointF(x, 30)]))
        if self._moving is not None:
            paint_moving(painter, self._lanes, self._moving, self._scale, theme)
            self._paint_frame_words(painter, x)

    # --- inside -----------------------------------------------------------------------------------------------------
    def _set_scale(self, scale: Scale) -> None:
        if scale != self._scale:
            self._scale = scale
            self.redraw()

    def _room(self) -> float:
        return max(1.0, self.width() - GUTTER - _MARGIN)

    def _lane(self, name: str) -> Lane | None:
        return next((lane for lane in self._lanes if lane.name == name), None)

    def _stale(self, layer: QPixmap | None) -> bool:
        return layer is None or layer.devicePixelRatio() != self.devicePixelRatioF()

    def _draw_lanes(self) -> QPixmap:
        layer = self._blank()
        painter = QPainter(layer)
        paint_lanes(painter, self._lanes, self._content, self._scale, self._look.theme)
        painter.end()
        return layer

    def _draw_marks(self) -> QPixmap:
        self._full = self.places.full
        layer = self._blank()
        painter = QPainter(layer)
        paint_map(painter, self._content, self._scale, self._look.theme)
        paint_marks(painter, self._lanes, self.places, self._scale, self._look.theme)
        painter.end()
        return layer

    def _blank(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap

    def _marked(self) -> tuple[int, int] | None:
        """Return the segment from in to out; without an out it goes to the cursor."""
        first, last = self._segment
        start = first if first is not None else last
        return None if start is None else (start, last if last is not None else max(start, self._cursor))

    def _paint_segment(self, painter: QPainter, bottom: int) -> None:
        marked = self._marked()
        if marked is None:
            return
        shade = QColor(self._look.theme.accent)
        shade.setAlphaF(0.12)
        left = max(GUTTER, self._scale.x(marked[0]))
        right = min(GUTTER + self._scale.width, self._scale.x(marked[1] + 1))
        if right > left:
            painter.fillRect(QRectF(left, RULER_BOTTOM - 6, right - left, bottom - RULER_BOTTOM + 6), shade)
            painter.fillRect(QRectF(left, RULER_BOTTOM - 6, 1.5, bottom - RULER_BOTTOM + 6), self._look.theme.accent)

    def _paint_pending(self, painter: QPainter) -> None:
        theme, routes, battles = self._look.theme, self._lane("routes"), self._lane("battles")
        if self._passage is not None and routes is not None:
            paint_pending(painter, routes, self._passage, self._marked(), self._scale, theme.route)
        if self._battle is not None and battles is not None:
            span = (self._battle, max(self._battle, self._cursor))
            paint_pending(painter, battles, span, None, self._scale, theme.battle)

    def _paint_frame_words(self, painter: QPainter, x: float) -> None:
        theme = self._look.theme
        painter.setFont(text_font(11, bold=True))
        text = f"frame {grouped(self._cursor)}"
        width = painter.fontMetrics().horizontalAdvance(text) + 14
        area = QRectF(min(x + 8, GUTTER + self._scale.width - width), 3, width, 19)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(area, 6, 6)
        painter.setPen(theme.on_accent)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
