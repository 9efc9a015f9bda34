"""Builds the windows one works in, with the commands that no window has by itself: seal, compare, preferences, tour."""

from collections.abc import Callable, Sequence

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.window import AdjudicateWindow
from firered_review.qt.annotate.sealing import Sealing
from firered_review.qt.annotate.training import Training
from firered_review.qt.annotate.window import AnnotateWindow
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.preferences_sheet import PreferencesSheet
from firered_review.qt.start.tour import TourSheet
from firered_review.qt.widgets.commands import Command
from firered_review.qt.widgets.look import Look
from firered_review.store.opening import Opened


def open_desk(look: Look, preferred: Preferred, opened: Opened, session: ReviewSession | None = None) -> AnnotateWindow:
    """Return the annotate window of a reviewer's or a training bundle; a seal that was interrupted goes on in it."""
    session = session or ReviewSession(opened.bundle, opened.store)
    training = opened.bundle.header.kind == "training"

    def extra(window: QWidget) -> Sequence[Command]:
        job = Training(window, look, session) if training else Sealing(window, session, opened.store)
        if isinstance(job, Sealing) and job.waits_for_answers:
            _once_shown(window, job.begin)
        return [*job.commands(), *_about(window, look, preferred, "annotate")]

    window = AnnotateWindow(look, session, extra)

    def apply() -> None:
        if shiboken6.isValid(window):
            window.use_keymap(preferred.keymap("annotate"))
            window.frame_panel.frame.wanted_zoom = preferred.now.zoom
            window.frame_panel.frame.update()
            window.playback.normal = preferred.now.speed

    preferred.changed.connect(apply)
    apply()
    if not preferred.now.tour_seen:
        _once_shown(window, lambda: show_tour(window, look, preferred))
    return window


def open_adjudication_desk(look: Look, preferred: Preferred, session: AdjudicationSession) -> AdjudicateWindow:
    """Return the adjudication window with its preferences."""
    window = AdjudicateWindow(look, session, lambda window: _about(window, look, preferred, "adjudicate"))

    def apply() -> None:
        if shiboken6.isValid(window):
            window.use_keymap(preferred.keymap("adjudicate"))

    preferred.changed.connect(apply)
    apply()
    return window


def show_tour(parent: QWidget, look: Look, preferred: Preferred) -> None:
    """Show the tour, and not again by itself."""
    if not preferred.now.tour_seen:
        preferred.change(tour_seen=True)
    TourSheet(parent, look).show()  # it blocks nothing: whoever knows the way goes on behind it


def _once_shown(window: QWidget, act: Callable[[], None]) -> None:
    """Do something when a window is on screen, and nothing where it was closed before it ever was."""

    def act_if_shown() -> None:
        if window.isVisible():
            act()

    QTimer.singleShot(0, window, act_if_shown)


def _about(window: QWidget, look: Look, preferred: Preferred, kind: str) -> list[Command]:
    def show_preferences() -> None:
        commands: Sequence[Command] = getattr(window, "commands", ())
        PreferencesSheet(window, preferred, {one.id: one.text for one in commands}, kind).open()

    found = [Command("preferences", "Preferences…", "Edit", show_preferences)]
    if kind == "annotate":
        found.append(Command("tour", "The tour…", "Help", lambda: show_tour(window, look, preferred)))
    return found
