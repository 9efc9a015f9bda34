"""Pictures of every window from real bundles, for a README and for looking; run as a module, one scaling a process."""

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from firered_review.core.errors import ReviewError
from firered_review.qt.adjudicate_window import AdjudicateWindow
from firered_review.qt.adjudication_session import AdjudicationSession
from firered_review.qt.annotate_window import AnnotateWindow
from firered_review.qt.label_words import frame_of
from firered_review.qt.look import Look, Scheme
from firered_review.qt.overview import overview
from firered_review.qt.recent import Recent
from firered_review.qt.session import ReviewSession
from firered_review.qt.start_window import StartWindow
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import LABELS, open_bundle
from firered_review.store.labels import STAGE_ONE_KINDS, LabelStore
from harness.formats.labels import ErrorLabel, Label

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_LONGEST_WAIT_S = 20


def make_pictures(look: Look, bundle: Path, database: Path, adjudicator: Path, out: Path, scale: int) -> list[Path]:
    """Write a picture of each window in both schemes; the bundle and database are only read."""
    made: list[Path] = []
    with tempfile.TemporaryDirectory(dir=out) as held:
        folder = Path(held)
        labelled, fresh, judged = folder / "labelled" / bundle.name, folder / bundle.name, folder / database.name
        shutil.copytree(bundle, labelled, copy_function=_link)
        shutil.copytree(bundle, fresh, copy_function=_link, ignore=shutil.ignore_patterns(f"{LABELS}*", "*.sealed"))
        shutil.copy(database, judged)
        for name, window in _windows(look, labelled, fresh, judged, adjudicator):
            for scheme in SCHEMES:
                look.choose(scheme)
                _settle(window)
                path = out / f"{name}-{scheme}-{scale * 100}.png"
                if not window.grab().save(str(path)):
                    raise ReviewError(f"{path} cannot be written: check the folder and its space.")
                made.append(path)
    return made


def _link(source: str, target: str) -> None:
    """Give a file a second name where it is only read; a file of labels is copied."""
    if not Path(source).name.startswith(LABELS):
        with contextlib.suppress(OSError):
            os.link(source, target)
            return
    shutil.copy2(source, target)


def _windows(
    look: Look, bundle: Path, fresh: Path, database: Path, adjudicator: Path
) -> Iterator[tuple[str, QMainWindow]]:
    first = _start(look, bundle, database, adjudicator)
    yield "start", first
    first.close()
    opened = open_bundle(bundle)
    old = LabelStore(bundle, opened.header.reviewer, opened)
    copied = open_bundle(fresh)
    store = LabelStore(fresh, copied.header.reviewer, copied)
    trial = max(opened.trials, key=lambda one: _worth(old.labels(one)))
    labels = sorted(old.labels(trial).values(), key=frame_of)
    for span in old.coverage(trial).frames:
        store.saw(trial, span.first, span.last, copied.trial(trial).decision_at(span.first), 0)
    session = ReviewSession(copied, store)
    session.open_trial(trial)
    window = AnnotateWindow(look, session)
    window.show()
    stage_one = [one for one in labels if one.kind in STAGE_ONE_KINDS]
    for label in stage_one:
        session.make(label)
    session.move_to(frame_of(stage_one[len(stage_one) // 2]) if stage_one else session.source.count // 2)
    yield "annotate-stage-1", window
    session.enter_stage_two()
    errors = [one for one in labels if isinstance(one, ErrorLabel)]
    for label in errors:
        session.make(label)
    if errors:
        chosen = errors[len(errors) // 2]
        session.move_to(chosen.frame.frame)
        facts = [one.fact for one in chosen.citations if one.fact is not None]
        window.decision_panel.choose_fact(facts[0] if facts else None)
    yield "annotate-stage-2", window
    window.close()
    store.close()
    old.close()
    opened.close()
    judged = open_bundle(adjudicator, "adjudication")
    open_database = open_adjudication(database, judged)
    last = _adjudicate(look, AdjudicationSession(open_database, judged))
    yield "adjudicate", last
    last.close()
    open_database.close()


def _start(look: Look, bundle: Path, database: Path, adjudicator: Path) -> QMainWindow:
    window = StartWindow(look)
    window.show_overviews([overview(Recent("bundle", bundle)), overview(Recent("database", database, adjudicator))])
    window.show()
    return window


def _adjudicate(look: Look, session: AdjudicationSession) -> QMainWindow:
    shown = [one for one in session.items() if one.finding == "differ" and not session.waits(one)]
    shown.sort(key=lambda one: one.kind != "error")
    if shown:
        session.go_to(shown[0].item)
    window = AdjudicateWindow(look, session)
    window.show()
    return window


def _worth(labels: dict[str, Label]) -> tuple[int, int]:
    return sum(isinstance(one, ErrorLabel) for one in labels.values()), len(labels)


def _settle(window: QMainWindow) -> None:
    """Let the window paint, and measure what it measures on the side."""
    until = time.monotonic() + _LONGEST_WAIT_S
    while not getattr(window, "measured", True) and time.monotonic() < until:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.02)
    for _ in range(3):
        QApplication.processEvents()


def main(arguments: list[str]) -> None:
    """Make the pictures of one scaling: BUNDLE DATABASE ADJUDICATOR OUT SCALE."""
    parser = argparse.ArgumentParser(prog="pictures")
    for name in ("bundle", "database", "adjudicator", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("scale", type=int)
    given = parser.parse_args(arguments)
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(["firered-review"])
    look = Look(application, "light")
    for path in make_pictures(look, given.bundle, given.database, given.adjudicator, given.out, given.scale):
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
