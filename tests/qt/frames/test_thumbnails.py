"""The strip of small pictures: made on another thread, bounded, never waited for."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from firered_review.qt.frames import thumbnails
from firered_review.qt.frames.source import decode
from firered_review.qt.frames.thumbnails import SIZE, Thumbnails
from firered_review.qt.timeline.content import TimelineContent
from firered_review.qt.timeline.lanes import picture_slots
from firered_review.qt.timeline.scale import held
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.look import Look
from harness.evidence.motion import MotionReader, MotionWriter

FRAMES = 900


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("motion") / "motion.sqlite"
    writer = MotionWriter(path)
    for frame in range(FRAMES):
        writer.add(frame, bytes([frame % 256, frame // 256 * 60, 90]) * (240 * 160))
    writer.close()
    return path


@pytest.fixture
def small(store: Path) -> Iterator[Thumbnails]:
    made = Thumbnails(lambda: MotionReader(store))
    made.start()
    yield made
    made.close()
    assert not made._worker.is_alive()


def test_a_small_picture_is_the_frame_it_stands_for(qtbot: QtBot, small: Thumbnails, store: Path) -> None:
    frames = [0, 17, 300, 899]
    with qtbot.waitSignal(small.arrived):
        assert small.pictures(frames) == {}
    found = small.pictures(frames)
    assert list(found) == frames
    with MotionReader(store) as reader:
        for frame, picture in found.items():
            assert picture.size() == SIZE
            assert picture.pixelColor(40, 30) == decode(reader, frame).pixelColor(100, 80)


def test_only_the_last_few_are_kept(qtbot: QtBot, small: Thumbnails, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thumbnails, "KEPT", 40)
    for first in range(0, 120, 30):
        with qtbot.waitSignal(small.arrived):
            small.pictures(range(first, first + 30))
    assert len(small._ready) == 40
    assert set(small._ready) >= set(range(90, 120))


def test_a_damaged_frame_leaves_its_place_empty_and_the_others_come(
    qtbot: QtBot, small: Thumbnails, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = MotionReader._picture
    monkeypatch.setattr(
        MotionReader, "_picture", lambda self, frame: (bytes(32), b"no") if frame == 5 else whole(self, frame)
    )
    with qtbot.waitSignal(small.arrived):
        small.pictures([4, 5, 6])
    assert [picture.isNull() for picture in small.pictures([4, 5, 6]).values()] == [False, True, False]


def test_a_store_that_is_gone_ends_nothing_but_the_strip(tmp_path: Path) -> None:
    made = Thumbnails(lambda: MotionReader(tmp_path / "gone.sqlite"))
    made.start()
    made._worker.join(5)
    assert made.pictures([1, 2]) == {}
    made.close()


def test_the_timeline_paints_at_once_and_again_when_pictures_arrive(
    qtbot: QtBot, look: Look, small: Thumbnails, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(reader: MotionReader, frame: int) -> QImage:
        time.sleep(0.02)
        return decode(reader, frame)

    monkeypatch.setattr(thumbnails, "decode", slow)
    timeline = Timeline(look)
    qtbot.addWidget(timeline)
    small.arrived.connect(timeline.redraw)
    content = TimelineContent(frames=FRAMES, decision_frames=np.arange(0, FRAMES, 30), pictures=small.pictures)
    timeline.show_content(content)
    timeline.resize(1000, timeline.sizeHint().height())
    timeline.show()
    QTest.qWaitForWindowExposed(timeline)
    started = time.perf_counter()
    timeline.redraw()
    timeline.repaint()
    assert time.perf_counter() - started < 0.2, "painting waits for no picture"
    lane = next(one for one in timeline._lanes if one.name == "frames")
    slots = picture_slots(lane, FRAMES, timeline.scale)
    assert 10 <= len(slots) <= 30
    qtbot.waitUntil(lambda: len(small._ready) >= len(slots))
    timeline.redraw()
    picture = timeline.grab().toImage()
    for left, frame in slots[:-1]:
        colour = picture.pixelColor(round(left) + 20, lane.top + 15)
        assert (colour.red(), colour.green(), colour.blue()) == (frame % 256, frame // 256 * 60, 90)
    timeline.set_low(low=True)
    assert "frames" not in {one.name for one in timeline._lanes}


def test_panning_asks_for_new_pictures_only_at_the_edge(look: Look, qtbot: QtBot) -> None:
    timeline = Timeline(look)
    qtbot.addWidget(timeline)
    timeline.show_content(TimelineContent(frames=100_000))
    timeline.resize(1000, timeline.sizeHint().height())
    timeline.zoom(8)
    lane = next(one for one in timeline._lanes if one.name == "frames")
    before = {frame for _, frame in picture_slots(lane, 100_000, timeline.scale)}
    moved = held(timeline.scale._replace(first=timeline.scale.first + 120 * timeline.scale.per_pixel), 100_000)
    after = {frame for _, frame in picture_slots(lane, 100_000, moved)}
    assert len(after - before) <= 4
