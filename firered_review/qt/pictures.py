"""Pictures of every window from real bundles, for a README and for looking; run as a module, one scaling a process."""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow

from firered_review.core.errors import ReviewError
from firered_review.qt.scenes import Sources, scenes
from firered_review.qt.widgets.look import Look, Scheme
from firered_review.store.bundle import LABELS

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_LONGEST_WAIT_S = 20
_QUALITY = 85
"""Qt's measure of how little time is spent on making a picture's file small."""


def make_pictures(look: Look, sources: Sources, out: Path, scale: int) -> list[Path]:
    """Write a picture of each window and sheet in both schemes; everything drawn from is only read."""
    made: list[Path] = []
    with tempfile.TemporaryDirectory(dir=out) as held:
        for name, window in scenes(look, _copies(sources, Path(held))):
            now = look.theme.name
            for scheme in sorted(SCHEMES, key=lambda one: one != now):
                if scheme != look.theme.name:
                    look.choose(scheme)
                _settle(window)
                path = out / f"{name}-{scheme}-{scale * 100}.png"
                if not _picture(window).save(str(path), "PNG", _QUALITY):
                    raise ReviewError(f"{path} cannot be written: check the folder and its space.")
                made.append(path)
    return made


def _copies(sources: Sources, folder: Path) -> Sources:
    """Return the same under other names, so that drawing changes nothing; what is only read is linked."""
    labelled, training = folder / "labelled" / sources.bundle.name, sources.training
    shutil.copytree(sources.bundle, labelled, copy_function=_link)
    if training is not None:
        fresh = shutil.ignore_patterns(f"{LABELS}*")
        training = Path(shutil.copytree(training, folder / "training", copy_function=_link, ignore=fresh))
    database = Path(shutil.copy(sources.database, folder / sources.database.name))
    return sources._replace(bundle=labelled, database=database, training=training)


def _picture(window: QMainWindow) -> QPixmap:
    """Return a window with the sheet that is open over it in its middle."""
    picture = window.grab()
    for sheet in window.findChildren(QDialog):
        if sheet.isVisible():
            painter = QPainter(picture)
            painter.fillRect(window.rect(), QColor(0, 0, 0, 70))
            drawn = sheet.grab()
            corner = window.rect().center() - sheet.rect().center()
            painter.drawPixmap(corner, drawn)
            painter.setPen(window.palette().color(QPalette.ColorRole.Mid))
            painter.drawRect(corner.x() - 1, corner.y() - 1, sheet.width() + 1, sheet.height() + 1)
            painter.end()
    return picture


def _link(source: str, target: str) -> None:
    """Give a file a second name where it is only read; a file of labels is copied."""
    if not Path(source).name.startswith(LABELS):
        with contextlib.suppress(OSError):
            os.link(source, target)
            return
    shutil.copy2(source, target)


def _settle(window: QMainWindow) -> None:
    """Let the window paint, and measure what it measures on the side."""
    until = time.monotonic() + _LONGEST_WAIT_S
    while not getattr(window, "measured", True) and time.monotonic() < until:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.02)
    for _ in range(3):
        QApplication.processEvents()


def main(arguments: list[str]) -> None:
    """Make the pictures of one scaling: BUNDLE DATABASE ADJUDICATOR OUT SCALE [TRAINING]."""
    parser = argparse.ArgumentParser(prog="pictures")
    for name in ("bundle", "database", "adjudicator", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("scale", type=int)
    parser.add_argument("training", type=Path, nargs="?")
    given = parser.parse_args(arguments)
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(["firered-review"])
    look = Look(application, "light")
    sources = Sources(given.bundle, given.database, given.adjudicator, given.training)
    for path in make_pictures(look, sources, given.out, given.scale):
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
