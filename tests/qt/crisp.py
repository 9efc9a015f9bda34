"""A process at another scaling: it opens the window and compares what is painted with the frame's identity."""

import hashlib
from pathlib import Path

from PySide6.QtWidgets import QApplication

from firered_review import app
from firered_review.qt.annotate_window import AnnotateWindow
from firered_review.qt.session import ReviewSession
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from tests.qt.test_frame_view import shown


def main(folder: Path) -> None:
    """Print the scaling, the zoom, and whether the picture of the window holds exactly the frame."""
    _, look = app.start_application("light")
    bundle = open_bundle(folder)
    store = LabelStore(folder, "ada", bundle)
    session = ReviewSession(bundle, store)
    window = AnnotateWindow(look, session)
    window.show()
    session.move_to(150)
    QApplication.processEvents()
    view = window.frame_panel.frame
    ratio = view.devicePixelRatioF()
    whole = window.grab().toImage()
    whole.setDevicePixelRatio(1)
    corner = view.mapTo(window, view.rect().topLeft())
    area = (
        round(corner.x() * ratio),
        round(corner.y() * ratio),
        round(view.width() * ratio),
        round(view.height() * ratio),
    )
    pixels = shown(whole.copy(*area), view.zoom)
    same = pixels is not None and hashlib.sha256(pixels).hexdigest() == session.trial.frames.sha256(150)
    print(ratio, view.zoom, same)
    window.close()
    store.close()
