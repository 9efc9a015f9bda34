"""Playing and shuttling: whole frames, in step with the clock at every speed, within a bounded memory."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from firered_review.qt.frames.panel import FramePanel
from firered_review.qt.frames.playback import FRAME_MS, SPEEDS, Playback
from firered_review.qt.frames.source import AHEAD, CACHED_FRAMES, FrameSource
from firered_review.qt.widgets.look import Look
from harness.evidence.motion import MotionReader, MotionWriter

FRAMES = 4000


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose pictures are as hard to decode as a game's with noise in it."""
    path = tmp_path_factory.mktemp("motion") / "motion.sqlite"
    ground = np.random.default_rng(3).integers(0, 256, (40, 60, 3), np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    writer = MotionWriter(path)
    for frame in range(FRAMES):
        writer.add(frame, np.roll(ground, frame, axis=1).tobytes())
    writer.close()
    return path


@pytest.fixture
def source(store: Path) -> Iterator[FrameSource]:
    opened = FrameSource(lambda: MotionReader(store))
    yield opened
    opened.close()


class Reel:
    """A cursor in a panel, as the window has them, without the window."""

    def __init__(self, look: Look, source: FrameSource, cursor: int) -> None:
        self.panel = FramePanel(look)
        self.source, self.cursor = source, cursor
        self.playback = Playback(self._step)
        self.shown: list[int] = []
        self.panel.frame.painted.connect(self.shown.append)

    def _step(self, frames: int) -> bool:
        before = self.cursor
        self.cursor = min(max(0, before + frames), self.source.count - 1)
        self.source.look_ahead(self.cursor, self.playback.speed or 1)
        self.panel.show_frame(self.cursor, [self.source.image(self.cursor)], [])
        return self.cursor != before


@pytest.mark.parametrize(("speed", "backwards"), [(1, False), (8, False), (8, True)])
def test_playback_keeps_up_with_the_clock(
    qtbot: QtBot, look: Look, source: FrameSource, speed: int, backwards: bool
) -> None:
    reel = Reel(look, source, FRAMES - 1 if backwards else 0)
    qtbot.addWidget(reel.panel)
    reel.panel.resize(800, 560)
    reel.panel.show()
    QTest.qWaitForWindowExposed(reel.panel)
    begun = reel.cursor
    for _ in range(SPEEDS.index(speed) + 1):
        reel.playback.shuttle(-1 if backwards else 1)
    assert abs(reel.playback.speed) == speed
    started = time.perf_counter()
    qtbot.waitUntil(lambda: time.perf_counter() - started > 2, timeout=4000)
    seconds = time.perf_counter() - started
    reel.playback.stop()
    wanted = seconds * 1000 / FRAME_MS * speed
    assert abs(reel.cursor - begun) == pytest.approx(wanted, rel=0.1)
    assert len(reel.shown) >= 0.5 * seconds * 1000 / FRAME_MS, "at least every other tick is painted"
    assert len(source._cache) <= CACHED_FRAMES


def test_frames_are_decoded_ahead_in_the_direction_of_motion(qtbot: QtBot, source: FrameSource) -> None:
    source.look_ahead(2000, -8)
    ahead = {2000 - 8 * step for step in range(1, AHEAD + 1)}
    qtbot.waitUntil(lambda: set(source._cache) == ahead)
    assert all(source.image(frame) is not None for frame in ahead)


def test_memory_stays_bounded_however_far_one_goes(source: FrameSource) -> None:
    for frame in range(0, FRAMES, 3):
        source.look_ahead(frame, 3)
        source.image(frame)
    assert len(source._cache) == CACHED_FRAMES
    held = sum(image.sizeInBytes() for image in source._cache.values())
    assert held < 60_000_000


def test_a_late_tick_makes_up_for_the_time_that_passed() -> None:
    now = [100.0]
    steps: list[int] = []
    playback = Playback(lambda frames: steps.append(frames) is None, clock=lambda: now[0])
    playback.shuttle(1)
    for late in (FRAME_MS, 3 * FRAME_MS, FRAME_MS):
        now[0] += late / 1000
        playback._tick()
    assert sum(steps) == 5
    now[0] += 30
    playback._tick()
    assert steps[-1] <= 16, "after a pause of the whole machine it does not leap"
    playback.stop()


def test_the_shuttle_doubles_turns_round_and_stops_at_the_end() -> None:
    places = [0]

    def step(frames: int) -> bool:
        before = places[-1]
        places.append(min(max(0, before + frames), 100))
        return places[-1] != before

    now = [0.0]
    playback = Playback(step, clock=lambda: now[0])
    speeds: list[int] = []
    playback.speed_changed.connect(speeds.append)
    for _ in range(5):
        playback.shuttle(1)
    playback.shuttle(-1)
    playback.toggle()
    assert speeds == [1, 2, 4, 8, -1, 0]
    playback.hold()
    playback.shuttle(1)
    playback.shuttle(1)
    playback.shuttle(-1)
    assert (places[-1], playback.speed) == (1, 0), "with K held, J and L go one frame"
    playback.let_go()
    playback.shuttle(-1)
    for _ in range(3):
        now[0] += FRAME_MS / 1000
        playback._tick()
    assert (places[-1], playback.speed) == (0, 0), "at the end it stands still"
