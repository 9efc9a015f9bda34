"""Builds the application: display, look, windows; everything is made here and handed down."""

import ctypes
import ctypes.util
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from firered_review.core.errors import ReviewError
from harness.formats.errors import MissingPiece

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from firered_review.qt.widgets.look import Look, Scheme


def annotate(folder: Path, *, training: bool = False) -> int:
    """Open the annotate window of a reviewer's bundle, or of a training bundle; return the exit code when it closes.

    Raises:
        ReviewError: the bundle cannot be opened, or is of another kind.
        MissingPiece: there is no display.
    """
    from firered_review.store.bundle import open_bundle
    from firered_review.store.opening import open_labels

    open_bundle(folder, "training" if training else "review").close()
    require_display()
    from firered_review.qt.start.desks import open_desk
    from firered_review.qt.start.preferences import Preferred, preferences_file

    opened = open_labels(folder, "training" if training else "review")
    try:
        application, look = start_application()
        window = open_desk(look, Preferred(look, preferences_file()), opened)
        window.show()
        code = application.exec()
        window.close()
        return code
    finally:
        opened.close()


def start_application(scheme: "Scheme | None" = None) -> "tuple[QApplication, Look]":
    """Return the one QApplication and its look."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from firered_review.qt.start.faults import present_faults
    from firered_review.qt.widgets.look import Look

    running = QApplication.instance()
    if not isinstance(running, QApplication):
        QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        running = QApplication(sys.argv[:1])
        running.setApplicationName("firered-review")
        running.setApplicationDisplayName("FireRed Review")
        running.setWindowIcon(QIcon(str(files("firered_resources").joinpath("icons/firered-review.svg"))))
    present_faults()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C on the terminal ends it; every label is on disk by then
    return running, Look(running, scheme)


def require_display(instead: str = "") -> None:
    """Make sure that a window can be opened; Qt itself would end the process. ``instead`` is what else can be done.

    Raises:
        MissingPiece: there is no display, or it cannot be reached.
    """
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0]
    if sys.platform != "linux" or platform in ("offscreen", "minimal", "vnc", "linuxfb", "eglfs"):
        return
    if platform != "xcb" and _wayland_socket():
        return
    display = os.environ.get("DISPLAY", "")
    if not display:
        raise MissingPiece(
            f"There is no display to open a window on: start this on a desktop{instead and f', or {instead}'}."
        )
    if not _x_answers(display):
        raise MissingPiece(f"The display {display} cannot be reached: check DISPLAY, or start this on a desktop.")


def _wayland_socket() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(name) and (Path(folder) / name).exists()


def _x_answers(display: str) -> bool:
    found = ctypes.util.find_library("xcb") or "libxcb.so.1"
    try:
        xcb = ctypes.CDLL(found)
    except OSError:
        raise MissingPiece("libxcb is missing: install the package libxcb1 (make demo does it).") from None
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    fine: bool = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return fine


def adjudicate(database: Path, bundle: Path) -> int:
    """Open the adjudication window on a database and the adjudicator's bundle; return the exit code.

    Raises:
        ReviewError: one of them cannot be opened, or they do not belong together.
        MissingPiece: there is no display.
    """
    require_display("decide by a file with --json FILE")
    from firered_review.qt.adjudicate.session import AdjudicationSession
    from firered_review.qt.start.desks import open_adjudication_desk
    from firered_review.qt.start.preferences import Preferred, preferences_file
    from firered_review.store.bundle import open_bundle
    from firered_review.store.opening import open_database_file

    opened = open_bundle(bundle, "adjudication")
    held = open_database_file(database, opened)
    try:
        application, look = start_application()
        preferred = Preferred(look, preferences_file())
        window = open_adjudication_desk(look, preferred, AdjudicationSession(held, opened))
        window.show()
        code = application.exec()
        window.close()
        return code
    finally:
        held.close()


def start(bundles: Sequence[Path] = (), databases: Sequence[Path] = ()) -> int:
    """Open the start window, with these offered before what was opened lately; return the exit code.

    Raises:
        MissingPiece: there is no display.
    """
    require_display("use firered-review demo --headless")
    from firered_review.qt.start.preferences import Preferred, preferences_file
    from firered_review.qt.start.recent import recent_file
    from firered_review.qt.start.starting import Starting

    application, look = start_application()
    starting = Starting(look, Preferred(look, preferences_file()), recent_file(), bundles, databases)
    starting.window.show()
    code = application.exec()
    for window in starting.windows:
        window.close()
    return code


def pictures(bundle: Path, database: Path, adjudicator: Path, out: Path, training: Path | None = None) -> list[Path]:
    """Write pictures of every window, light and dark, at 100 and 200 %, without a display; return their paths.

    ``bundle`` is a reviewer's with labels in it, ``adjudicator`` the adjudicator's bundle; all are only read. Both
    scalings are drawn at once, each in a process of its own.

    Raises:
        ReviewError: one of them cannot be opened or drawn.
    """
    out.mkdir(parents=True, exist_ok=True)
    started = []
    for scale in (1, 2):
        given = [str(path) for path in (bundle, database, adjudicator, out)]
        command = [sys.executable, "-m", "firered_review.qt.pictures", *given, str(scale)]
        command += [str(training)] if training else []
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)}
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True))
    made: list[Path] = []
    faults = []
    for process in started:
        told, complained = process.communicate()
        if process.returncode:
            faults.append((complained.strip().splitlines() or ["no reason given"])[-1])
        made += [Path(line) for line in told.splitlines()]
    if faults:
        raise ReviewError(f"The windows could not be drawn: {faults[0]}")
    return made


def has_display() -> bool:
    """Tell whether a window can be opened."""
    try:
        require_display()
    except MissingPiece:
        return False
    return True
