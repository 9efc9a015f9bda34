"""Every window and sheet, one after another, filled from real bundles as a person would have filled it."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow

from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.window import AdjudicateWindow
from firered_review.qt.annotate.route_pair import RoutePair
from firered_review.qt.annotate.seal_dialog import SealDialog
from firered_review.qt.annotate.training import Training
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.start.desks import open_adjudication_desk, open_desk
from firered_review.qt.start.overview import overview
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.recent import Recent
from firered_review.qt.start.window import StartWindow
from firered_review.qt.widgets.commands import Command
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import frame_of
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import LABELS, open_bundle
from firered_review.store.gaps import gaps
from firered_review.store.labels import STAGE_ONE_KINDS
from firered_review.store.opening import Opened, open_labels
from firered_review.store.training import read_answers
from harness.formats.labels import ErrorLabel, Label, RouteLabel

_SHA256 = "0123456789abcdef" * 4
Scene = tuple[str, QMainWindow]


class Sources(NamedTuple):
    """What is drawn from: a reviewer's labelled bundle, the database, the adjudicator's bundle, a training bundle."""

    bundle: Path
    database: Path
    adjudicator: Path
    training: Path | None = None


def scenes(look: Look, sources: Sources) -> Iterator[Scene]:
    """Yield name and window, the sheet to show open over it; the next one closes what is no more needed."""
    preferred = Preferred(look, sources.bundle.parent / "preferences.json")
    preferred.change(tour_seen=True)
    yield from _start(look, sources)
    yield from _annotate(look, preferred, sources)
    if sources.training is not None:
        yield from _training(look, preferred, sources.training)
    yield from _adjudicate(look, preferred, sources)


def _start(look: Look, sources: Sources) -> Iterator[Scene]:
    window = StartWindow(look)
    things = [Recent("bundle", sources.bundle), Recent("database", sources.database, sources.adjudicator)]
    if sources.training is not None:
        things.insert(1, Recent("bundle", sources.training))
    window.show_overviews([overview(one) for one in things])
    window.show()
    yield "start", window
    _end(window)


def _annotate(look: Look, preferred: Preferred, sources: Sources) -> Iterator[Scene]:
    old = open_labels(sources.bundle)
    fresh = sources.bundle.parents[1] / sources.bundle.name
    shutil.copytree(
        sources.bundle, fresh, copy_function=os.link, ignore=shutil.ignore_patterns(f"{LABELS}*", "*.sealed")
    )
    new = open_labels(fresh)
    trial = max(old.bundle.trials, key=lambda one: _worth(old.store.labels(one)))
    labels = sorted(old.store.labels(trial).values(), key=frame_of)
    for span in old.store.coverage(trial).frames:
        new.store.saw(trial, span.first, span.last, new.bundle.trial(trial).decision_at(span.first), 0)
    session = ReviewSession(new.bundle, new.store)
    session.open_trial(trial)
    window = open_desk(look, preferred, new, session)
    window.show()
    yield from _stage_one(window, session, labels)
    yield from _stage_two(window, session, labels)
    yield from _sheets(look, window, session, new)
    _end(window)
    new.close()
    old.close()


def _stage_one(window: AnnotateWindow, session: ReviewSession, labels: Sequence[Label]) -> Iterator[Scene]:
    made = [one for one in labels if one.kind in STAGE_ONE_KINDS]
    for label in made:
        session.make(label)
    session.move_to(frame_of(made[len(made) // 2]) if made else session.source.count // 2)
    yield "annotate-stage-1", window


def _stage_two(window: AnnotateWindow, session: ReviewSession, labels: Sequence[Label]) -> Iterator[Scene]:
    session.enter_stage_two()
    errors = [one for one in labels if isinstance(one, ErrorLabel)]
    for label in errors:
        session.make(label)
    facts: list[str] = []
    if errors:
        chosen = errors[len(errors) // 2]
        session.move_to(chosen.frame.frame)
        facts = [one.fact for one in chosen.citations if one.fact is not None]
        window.decision_panel.choose_fact(facts[0] if facts else None)
    yield "annotate-stage-2", window
    run(window.commands, "error_card")
    if facts:
        window.decision_panel.choose_fact(facts[0])
        run(window.commands, "cite")
    yield "error-card", window
    run(window.commands, "leave")


def _sheets(look: Look, window: AnnotateWindow, session: ReviewSession, opened: Opened) -> Iterator[Scene]:
    route = next((one for one in session.labels.values() if isinstance(one, RouteLabel)), None)
    if route is not None:
        pair = RoutePair(window, look, route, session.source.image)
        pair.show()
        yield "route-pair", window
        pair.close()
    for command, name in (("keys", "keys"), ("preferences", "preferences"), ("tour", "tour")):
        run(window.commands, command)
        yield name, window
        _close_sheets(window)
    seal = SealDialog(window)
    seal.show_gaps(gaps(opened.bundle, opened.store))
    seal.open()
    yield "seal-open-parts", window
    seal.show_questions(opened.bundle.trials, opened.bundle.header.questions)
    yield "seal-questions", window
    seal.show_sealed(Path(f"{opened.bundle.header.reviewer}.sealed"), _SHA256)
    yield "seal-file", window
    seal.close()


def _training(look: Look, preferred: Preferred, folder: Path) -> Iterator[Scene]:
    opened = open_labels(folder, "training")
    answers = {one: read_answers(opened.bundle, opened.bundle.trial(one)) for one in opened.bundle.trials}
    trial = max(answers, key=lambda one: _worth({key: held.label for key, held in answers[one].items()}))
    session = ReviewSession(opened.bundle, opened.store)
    session.open_trial(trial)
    session.enter_stage_two()
    window = open_desk(look, preferred, opened, session)
    for number, answer in enumerate(answers[trial].values()):
        if number % 3:
            session.make(answer.label)
    window.show()
    training = next(one for one in window.children() if isinstance(one, Training))
    training.show_result()
    if training.sheet is not None:
        training.sheet.list.selectRow(1)
    yield "training", window
    _end(window)
    opened.close()


def _adjudicate(look: Look, preferred: Preferred, sources: Sources) -> Iterator[Scene]:
    bundle = open_bundle(sources.adjudicator, "adjudication")
    database = open_adjudication(sources.database, bundle)
    session = AdjudicationSession(database, bundle)
    shown = [one for one in session.items() if one.finding == "differ" and not session.waits(one)]
    shown.sort(key=lambda one: one.kind != "error")
    if shown:
        session.go_to(shown[0].item)
    window: AdjudicateWindow = open_adjudication_desk(look, preferred, session)
    window.show()
    yield "adjudicate", window
    run(window.commands, "agreement")
    yield "agreement", window
    _close_sheets(window)
    _end(window)
    database.close()


def run(commands: Sequence[Command], name: str) -> None:
    """Give a command by its id."""
    next(one for one in commands if one.id == name).run()


def _end(window: QMainWindow) -> None:
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


def _close_sheets(window: QMainWindow) -> None:
    for sheet in window.findChildren(QDialog):
        sheet.close()


def _worth(labels: dict[str, Label]) -> tuple[int, int]:
    return sum(isinstance(one, ErrorLabel) for one in labels.values()), len(labels)
