"""Every widget of frames and timeline can be shown alone, without window, session or bundle, and shows something."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from firered_review.qt.frames.pad import PadView
from firered_review.qt.frames.panel import FramePanel, Held
from firered_review.qt.frames.view import FrameView
from firered_review.qt.timeline.canvas import TimelineCanvas
from firered_review.qt.timeline.content import Mark, TimelineContent
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.look import Look


def picture() -> QImage:
    image = QImage(240, 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#4080c0"))
    return image


def content() -> TimelineContent:
    starts = np.arange(0, 900, 30, dtype=np.int64)
    marks = {"m": Mark("m", "milestone", ((300, 300),), "1"), "n": Mark("n", "note", ((500, 500),), "")}
    return TimelineContent(frames=900, decision_frames=starts, marks=marks, seen=np.ones(900, np.bool_))


def timeline(look: Look) -> Timeline:
    widget = Timeline(look)
    widget.show_content(content())
    return widget


def canvas(look: Look) -> TimelineCanvas:
    widget = TimelineCanvas(look)
    widget.show_content(content())
    return widget


def view(look: Look) -> FrameView:
    widget = FrameView(look)
    widget.show_frame(3, [picture()])
    return widget


def panel(look: Look) -> FramePanel:
    widget = FramePanel(look)
    widget.show_frame(3, [picture()], [])
    widget.show_place("decision 1", "mid-step, not settled", Held("UP", 1, 12, down=True))
    return widget


def pad(look: Look) -> PadView:
    widget = PadView(look)
    widget.set_held("START")
    return widget


def colours(widget: QWidget) -> int:
    image = widget.grab().toImage()
    return len({image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)})


@pytest.mark.parametrize("make", [timeline, canvas, view, panel, pad])
def test_a_widget_shows_itself_alone_in_both_schemes(make: Callable[[Look], QWidget], qtbot: QtBot, look: Look) -> None:
    widget = make(look)
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint() + QSize(40, 40))
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    light = widget.grab().toImage()
    assert colours(widget) > 1
    look.choose("dark")
    try:
        assert colours(widget) > 1
        assert widget.grab().toImage() != light
    finally:
        look.choose("light")


@pytest.mark.parametrize("empty", [Timeline, FrameView, FramePanel, PadView])
def test_a_widget_without_anything_to_show_does_not_fail(
    empty: Callable[[Look], QWidget], qtbot: QtBot, look: Look
) -> None:
    widget = empty(look)
    qtbot.addWidget(widget)
    widget.resize(300, 200)
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    assert not widget.grab().isNull()


@pytest.mark.parametrize("warning", ["", "mid-step, not settled"])
def test_in_little_room_nothing_of_the_panel_is_cut(warning: str, qtbot: QtBot, look: Look) -> None:
    widget = FramePanel(look)
    qtbot.addWidget(widget)
    widget.set_narrow(True)
    widget.show_frame(99_999, [picture()], [])
    widget.show_place("decision 999", warning, Held("A", 1, 12, down=True))
    widget.resize(346, 274)
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    parts = [*widget.findChildren(QPushButton), *widget.findChildren(PadView), *widget.findChildren(QLabel)]
    for part in parts:
        if part.isVisible():
            assert part.width() >= part.sizeHint().width() or part.property("chip") is None, part.accessibleName()
            right = part.mapTo(widget, part.rect().bottomRight())
            assert widget.rect().contains(right), part.accessibleName()
        if isinstance(part, QPushButton) and part.isVisible():
            assert part.accessibleName()
    warned = [one for one in widget.findChildren(QLabel) if one.accessibleName() == warning and one.isVisible()]
    assert bool(warned) == bool(warning), "the sign keeps its words"
    shown = widget.findChildren(PadView)[0]
    assert shown.width() == shown.sizeHint().width()
    buttons = [one for one in widget.findChildren(QPushButton) if one.isVisible()]
    for one in buttons:
        assert one.fontMetrics().horizontalAdvance(one.text()) + 8 <= one.width(), one.text()
