"""Ten thousand frames, jumped to in no order: what is painted is exactly the frame that was asked for."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from firered_review.qt.frames.panel import FramePanel
from firered_review.qt.frames.source import FrameSource
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import grouped
from harness.evidence.motion import MotionReader, MotionWriter

FRAMES = 10_000


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A motion store of ten thousand pictures, no two alike."""
    path = tmp_path_factory.mktemp("motion") / "motion.sqlite"
    chance = np.random.default_rng(5)
    ground = chance.integers(0, 256, (20, 30, 3), np.uint8).repeat(8, axis=0).repeat(8, axis=1)
    writer = MotionWriter(path)
    for frame in range(FRAMES):
        picture = np.roll(ground, frame * 7 % 240, axis=1)
        for bit in range(14):
            picture[152:, bit * 8 : bit * 8 + 8] = 255 if frame >> bit & 1 else 0
        writer.add(frame, picture.tobytes())
    writer.close()
    return path


@pytest.fixture
def source(store: Path) -> Iterator[FrameSource]:
    opened = FrameSource(lambda: MotionReader(store))
    yield opened
    opened.close()


def pixels_of(picture: QImage) -> NDArray[np.uint32]:
    """Return a 32-bit picture as numbers, without copying."""
    return np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), picture.width())


def reduced(shown: NDArray[np.uint32], zoom: int) -> bytes | None:
    """Return the RGB of a zoomed picture, one pixel a block; null where any block is of two colours."""
    small = np.ascontiguousarray(shown[::zoom, ::zoom])
    phases = ((y, x) for y in range(zoom) for x in range(zoom))
    if not all(np.array_equal(small, shown[y::zoom, x::zoom]) for y, x in phases):
        return None
    picture = QImage(small.data, 240, 160, 960, QImage.Format.Format_RGB32)
    rgb = picture.convertToFormat(QImage.Format.Format_RGB888)
    return bytes(rgb.constBits())


def test_jumping_to_each_of_ten_thousand_frames_paints_exactly_that_frame(
    qtbot: QtBot, look: Look, store: Path, source: FrameSource
) -> None:
    panel = FramePanel(look)
    qtbot.addWidget(panel)
    panel.resize(640, 440)
    panel.show()
    QTest.qWaitForWindowExposed(panel)
    view = panel.frame
    zoom = view.zoom
    assert zoom == 2
    number = next(one for one in panel.findChildren(QLabel) if one.accessibleName() == "frame number")
    canvas = QImage(view.size(), QImage.Format.Format_RGB32)
    left, top = (view.width() - 240 * zoom) // 2, (view.height() - 160 * zoom) // 2
    with MotionReader(store) as reader:
        identities = reader.identities()
    assert len(set(identities)) == FRAMES
    order = list(range(FRAMES))
    random.Random(7).shuffle(order)  # noqa: S311 - an order, not a secret
    for place, frame in enumerate(order):
        if place % 8 == 0:
            source.look_ahead(frame, 1)
        panel.show_frame(frame, [source.image(frame)], [])
        view.render(canvas, QPoint(0, 0))
        shown = reduced(pixels_of(canvas)[top : top + 160 * zoom, left : left + 240 * zoom], zoom)
        assert shown is not None, f"frame {frame} is not painted pixel by pixel"
        assert hashlib.sha256(shown).hexdigest() == identities[frame], f"frame {frame} is another picture"
        assert number.text() == f"frame {grouped(frame)}"
