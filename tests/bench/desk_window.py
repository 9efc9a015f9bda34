"""One annotate window, measured in its own process: ``python -m tests.bench.desk_window label|open|use BUNDLE [N]``."""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEventLoop, Qt, QTimer, SignalInstance
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from firered_review import app
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.labels import BattleLabel, BookmarkLabel, CauseLabel, Label, NoteLabel, Segment
from tests.bench.row import percentile_95

PRESSES = 300


def main(verb: str, folder: str, *rest: str) -> None:
    """Do one thing and tell what it took as JSON."""
    path = Path(folder)
    if verb == "label":
        label(path, int(rest[0]))
        told = {}
    else:
        _, look = app.start_application("light")
        begin = perf_counter()
        bundle = open_bundle(path)
        store = LabelStore(path, "ada", bundle)
        session = ReviewSession(bundle, store)
        window = AnnotateWindow(look, session)
        wait(window.frame_panel.frame.painted, window.show)
        told = {"open_s": perf_counter() - begin}
        if verb == "use":
            told = use(window, session)
        window.close()
        store.close()
    print(json.dumps(told))


def label(folder: Path, count: int) -> None:
    """Put labels into a bundle, one after the other as a reviewer would."""
    bundle = open_bundle(folder)
    store = LabelStore(folder, "ada", bundle)
    name = bundle.header.trials[0]
    trial = bundle.trial(name)
    step = trial.frames.count // count
    for number in range(count):
        here = trial.identity(number * step)
        decision = trial.decision_at(number * step)
        made: Label
        if number % 4 == 0:
            made = BattleLabel(span=Segment(first=here, last=trial.identity(number * step + 2)))
        elif number % 4 == 1:
            made = BookmarkLabel(frame=here)
        elif number % 4 == 2:
            made = NoteLabel(frame=here, note=f"Remark {number}.")
        else:
            made = CauseLabel(cause="control", decision=decision, frame=trial.boundary(decision))
        store.make(name, made)
    store.close()
    bundle.close()


def use(window: AnnotateWindow, session: ReviewSession) -> dict[str, float]:
    """Step, jump and label in an open window; every time is from key event to the end of its painting, in ms."""
    handle, frame = window.windowHandle(), window.frame_panel.frame.painted
    while not window.measured:
        QTest.qWait(50)
    key(handle, Qt.Key.Key_Right)
    steps = [wait(frame, lambda: key(handle, Qt.Key.Key_Right)) for _ in range(PRESSES)]
    drawn = random.Random(1)  # noqa: S311 - the same places each time
    jumps = [wait(frame, lambda: session.move_to(drawn.randrange(session.source.count))) for _ in range(PRESSES)]
    labels = []
    for _ in range(PRESSES):
        session.move_to(drawn.randrange(session.source.count))
        QApplication.processEvents()
        before = len(session.labels)
        begin = perf_counter()
        key(handle, Qt.Key.Key_B)
        QApplication.processEvents()
        labels.append(perf_counter() - begin)
        assert abs(len(session.labels) - before) == 1
    return {
        "step_ms": percentile_95(steps) * 1000,
        "jump_ms": percentile_95(jumps) * 1000,
        "label_ms": percentile_95(labels) * 1000,
        "memory_mb": peak_mb(),
    }


def key(handle: QWindow, which: Qt.Key) -> None:
    """Press and let go of a key."""
    QTest.keyClick(handle, which)


def wait(painted: SignalInstance, act: Callable[[], object]) -> float:
    """Return how many seconds it takes until a frame was painted after ``act``."""
    loop = QEventLoop()
    painted.connect(loop.quit)
    begin = perf_counter()
    QTimer.singleShot(0, act)
    loop.exec()
    took = perf_counter() - begin
    painted.disconnect(loop.quit)
    return took


def peak_mb() -> float:
    """Return the most memory that this process ever held."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1000


if __name__ == "__main__":
    main(*sys.argv[1:])
