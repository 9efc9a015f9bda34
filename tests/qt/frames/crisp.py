"""A process at another scaling: it opens the window and compares what is painted with the frames' identities."""

import hashlib
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from firered_review import app
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.frames.view import FrameView
from firered_review.qt.session.review import ReviewSession
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore

GAP, CAPTION = 16, 20
"""Logical pixels between the two pictures of a pair, and below them for their captions."""


def shown(picture: QImage, zoom: int, place: int = 0, count: int = 1, ratio: float = 1) -> bytes | None:
    """Find a frame in a picture of the widget and return its pixels, one a block; null where a block is not even."""
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    gap = round(GAP * ratio)
    left = (image.width() - 240 * zoom * count - gap * (count - 1)) // 2 + place * (240 * zoom + gap)
    top = (image.height() - (round(CAPTION * ratio) if count > 1 else 0) - 160 * zoom) // 2
    for dx in (0, 1, -1, 2, -2):
        for dy in (0, 1, -1, 2, -2):
            part = image.copy(left + dx, top + dy, 240 * zoom, 160 * zoom)
            small = part.scaled(240, 160)
            if small.scaled(part.size()) == part:
                lines = [bytes(small.constScanLine(row))[:720] for row in range(160)]
                return b"".join(lines)
    return None


def whole_pixels(window: AnnotateWindow, view: FrameView) -> QImage:
    """Return the device pixels of the part of the window where the frame is."""
    ratio = view.devicePixelRatioF()
    whole = window.grab().toImage()
    whole.setDevicePixelRatio(1)
    corner = view.mapTo(window, view.rect().topLeft())
    return whole.copy(*(round(one * ratio) for one in (corner.x(), corner.y(), view.width(), view.height())))


def main(folder: Path) -> None:
    """Print the scaling, the zoom, and whether the window holds exactly the frame, and exactly the pair."""
    _, look = app.start_application("light")
    bundle = open_bundle(folder)
    store = LabelStore(folder, "ada", bundle)
    session = ReviewSession(bundle, store)
    window = AnnotateWindow(look, session)
    window.show()
    session.move_to(150)
    QApplication.processEvents()
    view = window.frame_panel.frame
    ratio, zoom = view.devicePixelRatioF(), view.zoom
    sha256 = session.trial.frames.sha256
    pixels = shown(whole_pixels(window, view), zoom)
    same = pixels is not None and hashlib.sha256(pixels).hexdigest() == sha256(150)
    window.resize(1800, 900)
    window.show_view("pair")
    QApplication.processEvents()
    picture = whole_pixels(window, view)
    assert view.zoom > 1, "blocks of one pixel are even anywhere"
    halves = [shown(picture, view.zoom, place, 2, ratio) for place in range(2)]
    found = [hashlib.sha256(half).hexdigest() if half is not None else "" for half in halves]
    boundaries, number = session.trial.boundaries, session.decision
    print(ratio, zoom, same, found == [sha256(boundaries[number - 1]), sha256(boundaries[number])])
    window.close()
    store.close()
