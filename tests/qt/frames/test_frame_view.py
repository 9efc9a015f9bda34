"""What is painted is the frame itself, whole pixel by whole pixel, at every scaling."""

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QLabel

from firered_review.qt.frames.screen_change import difference, pixels
from harness.evidence.motion import MotionReader
from tests.qt.conftest import Desk
from tests.qt.frames.crisp import shown

ROOT = Path(__file__).parents[3]


def test_jumping_to_each_frame_shows_exactly_that_frame(desk: Desk) -> None:
    view = desk.window.frame_panel.frame
    assert view.zoom == 3
    for frame in [*range(0, desk.session.source.count, 7), desk.session.source.count - 1]:
        desk.session.move_to(frame)
        pixels = shown(view.grab().toImage(), view.zoom)
        assert pixels is not None, frame
        assert hashlib.sha256(pixels).hexdigest() == desk.session.trial.frames.sha256(frame), frame


def spoil(folder: Path, frame: int) -> None:
    """Put the picture of frame 0 in the place of another frame's."""
    path = folder / "trials" / "brisk-otter" / "motion.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "UPDATE picture SET png = (SELECT png FROM picture JOIN frame ON picture.id = picture WHERE number = 0) "
            "WHERE id = (SELECT picture FROM frame WHERE number = ?)",
            (frame,),
        )


@pytest.mark.parametrize("damage", ["not a picture", "another picture"])
def test_a_damaged_frame_says_so_in_its_place_under_its_own_number(
    damage: str, desk: Desk, bundle_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.session.move_to(0)
    desk.session.source._cache.clear()
    if damage == "another picture":
        spoil(bundle_folder, 200)
    else:
        monkeypatch.setattr(MotionReader, "_picture", lambda _self, _frame: (bytes(32), b"not a picture"))
    painted: list[int] = []
    desk.window.frame_panel.frame.painted.connect(painted.append)
    desk.session.move_to(200)
    QApplication.processEvents()
    view = desk.window.frame_panel.frame
    sentence = "Frame 200 cannot be shown, because its picture in motion.sqlite is damaged: ask for the bundle again."
    assert view._fault == sentence
    assert view.accessibleDescription() == sentence
    numbers = [one.text() for one in desk.window.findChildren(QLabel) if one.accessibleName() == "frame number"]
    assert numbers == ["frame 200"]
    assert 200 not in painted, "what was not shown does not count as seen"
    if damage == "another picture":
        desk.session.move_to(100)
        assert not view._fault
        assert view.accessibleDescription() == ""


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


def test_the_difference_keeps_what_changed_and_fades_the_rest(desk: Desk) -> None:
    before, now = desk.session.source.image(0), desk.session.source.image(8)
    old, new, shown_pixels = pixels(before), pixels(now), pixels(difference(before, now))
    changed = old != new
    assert 0 < np.count_nonzero(changed) < changed.size / 2
    assert (shown_pixels[changed] == new[changed]).all()
    assert (shown_pixels[~changed] != new[~changed]).all()


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_the_frame_is_crisp_at_other_scalings(bundle_folder: Path, scale: str) -> None:
    code = "import sys; from pathlib import Path; from tests.qt.frames import crisp; crisp.main(Path(sys.argv[1]))"
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
    ratio, zoom, same, pair = done.stdout.split()
    assert (float(ratio), same, pair) == (float(scale), "True", "True")
    assert int(zoom) >= 3 * float(scale) - 1
