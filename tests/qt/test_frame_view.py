"""What is painted is the frame itself, whole pixel by whole pixel, at every scaling."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.qt.conftest import Desk

ROOT = Path(__file__).parents[2]


def shown(picture: QImage, zoom: int) -> bytes | None:
    """Find the frame in a picture of the widget and return its pixels, one a block; null where a block is not even."""
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    left = (image.width() - 240 * zoom) // 2
    top = (image.height() - 160 * zoom) // 2
    for dx in (0, 1, -1):
        for dy in (0, 1, -1):
            part = image.copy(left + dx, top + dy, 240 * zoom, 160 * zoom)
            small = part.scaled(240, 160)
            if small.scaled(part.size()) == part:
                lines = [bytes(small.constScanLine(row))[:720] for row in range(160)]
                return b"".join(lines)
    return None


def test_jumping_to_each_frame_shows_exactly_that_frame(desk: Desk) -> None:
    view = desk.window.frame_panel.frame
    assert view.zoom == 3
    for frame in [*range(0, desk.session.source.count, 7), desk.session.source.count - 1]:
        desk.session.move_to(frame)
        pixels = shown(view.grab().toImage(), view.zoom)
        assert pixels is not None, frame
        assert hashlib.sha256(pixels).hexdigest() == desk.session.trial.frames.sha256(frame), frame


def test_a_frame_that_cannot_be_decoded_says_so_in_its_place(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = desk.session.source._reader
    monkeypatch.setattr(reader, "png", lambda frame: b"not a picture")
    desk.session.source._cache.clear()
    desk.session.move_to(200)
    view = desk.window.frame_panel.frame
    assert view._fault == "Frame 200 of this trial cannot be decoded: its motion store is damaged."


def test_difference_and_pair_show_other_pictures_of_the_same_place(desk: Desk) -> None:
    desk.session.move_to(100)
    view = desk.window.frame_panel.frame
    plain = view.grab().toImage()
    desk.window.show_view("difference")
    assert view.grab().toImage() != plain
    desk.window.show_view("pair")
    assert len(view._images) == 2
    desk.window.show_view("frame")
    assert view.grab().toImage() == plain


@pytest.mark.parametrize("scale", ["1.5", "2"])
def test_the_frame_is_crisp_at_other_scalings(bundle_folder: Path, scale: str) -> None:
    code = "import sys; from pathlib import Path; from tests.qt import crisp; crisp.main(Path(sys.argv[1]))"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
    done = subprocess.run(
        [sys.executable, "-c", code, str(bundle_folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ratio, zoom, same = done.stdout.split()
    assert (float(ratio), same) == (float(scale), "True")
    assert int(zoom) >= 4
