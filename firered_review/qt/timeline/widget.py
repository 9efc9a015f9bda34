"""The timeline: the whole trial below the frame, zoomed round the mouse, with one cursor for everything."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from firered_review.qt.timeline.canvas import RULER_BOTTOM, TimelineCanvas
from firered_review.qt.timeline.content import GUTTER, Lane, Mark
from firered_review.qt.timeline.dragging import MarkDrag
from firered_review.qt.timeline.scale import held, zoomed
from firered_review.qt.timeline.words import mark_words, words_at
from firered_review.qt.widgets.look import Look

_MAP_BOTTOM = 24
_DRAG_STARTS = 4


class Timeline(TimelineCanvas):
    """Shows a ``TimelineContent`` and turns the mouse into wishes.

    ``moved`` asks for a frame, ``chosen`` tells a label that was clicked, ``opened`` one that was clicked twice, and
    ``end_moved`` asks for an end of a label at another frame: label, end, frame.
    """

    moved = Signal(int)
    chosen = Signal(str)
    opened = Signal(str)
    end_moved = Signal(str, str, int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._pressed: QPointF | None = None
        self._grip = ""
        self._held: MarkDrag | None = None
        self._pressed_scale = self._scale
        self.setMouseTracking(True)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_scale(zoomed(self._scale, self._content.frames, 1.0015**turned, event.position().x()))
        else:
            self._pan_to(self._scale.first - turned / 120 * 60 * self._scale.per_pixel)
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            self._let_go()
            return
        self._pressed, self._pressed_scale = event.position(), self._scale
        y = event.position().y()
        self._grip = "map" if y < _MAP_BOTTOM else "ruler" if y < RULER_BOTTOM else "click"
        self._held = self._end_at(event.position()) if self._grip == "click" else None
        self._drag(event.position())

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            over_end = self._end_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if over_end else Qt.CursorShape.ArrowCursor)
            return
        if self._grip == "click" and abs(event.position().x() - self._pressed.x()) > _DRAG_STARTS:
            self._grip = "end" if self._held is not None else "pan"
        self._drag(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        held, moving = self._held, self._moving
        clicked = self._pressed is not None and self._grip == "click"
        self._let_go()
        if clicked:
            mark = self._mark_for_click(event.position())
            if mark is not None:
                self.chosen.emit(mark.label_id)
            elif event.position().x() >= GUTTER - 4:
                self._ask(event.position().x())
        elif held is not None and moving is not None and moving.ends[held.end] != held.mark.ends[held.end]:
            self.end_moved.emit(held.mark.label_id, held.end, moving.ends[held.end])

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        under = self.places.at(event.position().x(), event.position().y())
        chosen = [mark for mark in under if mark.label_id == self._selected] or under
        if chosen and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(chosen[0].label_id)
        else:
            self.mousePressEvent(event)

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
        marks = self.places.at(point.x(), point.y())
        if marks:
            return mark_words(self._content, marks)
        lane = self._lane_at(point.y())
        return words_at(self._content, lane, self._scale, point.x(), point.y()) if point.x() >= GUTTER else ""

    def _mark_for_click(self, position: QPointF) -> Mark | None:
        """Return the mark a click chooses: of several in one place the one after the selected one."""
        marks = self.places.at(position.x(), position.y())
        ids = [mark.label_id for mark in marks]
        after = ids.index(self._selected) + 1 if self._selected in ids else 0
        return marks[after % len(marks)] if marks else None

    def _end_at(self, position: QPointF) -> MarkDrag | None:
        if not self._content.movable or position.x() < GUTTER - 8:
            return None
        found = self.places.end_at(position.x(), position.y(), self._selected)
        return MarkDrag(*found, position.x()) if found is not None else None

    def _let_go(self) -> None:
        """End whatever the mouse holds; a mark that was being dragged is back where it was."""
        self._pressed = self._held = None
        if self._moving is not None:
            self._moving = None
            self.redraw_marks()

    def _lane_at(self, y: int) -> Lane | None:
        return next((lane for lane in self._lanes if lane.top - 2 <= y < lane.top + lane.height + 2), None)

    def _ask(self, x: float) -> None:
        frame = int(self._scale.frame(x))
        self.moved.emit(min(max(0, frame), self._content.frames - 1))

    def _pan_to(self, first: float) -> None:
        self._set_scale(held(self._scale._replace(first=first), self._content.frames))

    def _drag(self, position: QPointF) -> None:
        if self._pressed is None:
            return
        if self._grip == "ruler":
            self._ask(position.x())
        elif self._grip == "map":
            middle = (position.x() - GUTTER) / self._scale.width * self._content.frames
            self._pan_to(middle - self._scale.per_pixel * self._scale.width / 2)
        elif self._grip == "end" and self._held is not None:
            self._move_end(self._held, position.x())
        elif self._grip == "pan":
            moved = (position.x() - self._pressed.x()) * self._scale.per_pixel
            self._pan_to(self._pressed_scale.first - moved)

    def _move_end(self, drag: MarkDrag, x: float) -> None:
        """Show the mark as it would be, with the frame it would rest on under the cursor."""
        frame = drag.frame_at(x, self._content, self._scale)
        begun = self._moving is None
        self._moving = drag.mark.with_end(drag.end, frame)
        if begun:
            self.redraw_marks()
        self.moved.emit(frame)
        self.update()
