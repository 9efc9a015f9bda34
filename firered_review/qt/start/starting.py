"""Opens windows from the start window and remembers what was opened."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from firered_review.core.errors import ReviewError
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.start.demonstration import Demonstration, demonstration_folder
from firered_review.qt.start.desks import open_adjudication_desk, open_desk, show_tour
from firered_review.qt.start.overview import FORGET, Overview, adjudicators_bundle, overview
from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.preferences_sheet import PreferencesSheet
from firered_review.qt.start.recent import Recent, forget, read_recent, remember
from firered_review.qt.start.window import StartWindow
from firered_review.qt.widgets.look import Look
from firered_review.store.bundle import open_bundle
from firered_review.store.opening import open_database_file, open_labels


class Starting:
    """The start window and what it opened."""

    def __init__(
        self,
        look: Look,
        preferred: Preferred,
        file: Path,
        bundles: Sequence[Path] = (),
        databases: Sequence[Path] = (),
    ) -> None:
        self._look, self._preferred, self._file = look, preferred, file
        self._offered = [Recent("bundle", path.resolve()) for path in bundles]
        self._offered += [Recent("database", path.resolve(), self._beside(path)) for path in databases]
        self.windows: list[QMainWindow] = []
        """Windows that were opened, the latest last."""
        self.window = StartWindow(look)
        self.window.opened.connect(self.open)
        self.window.bundle_picked.connect(lambda path: self.open(overview(Recent("bundle", Path(path)))))
        self.window.database_picked.connect(self._open_database)
        self.window.preferences_asked.connect(self._show_preferences)
        self.window.tour_asked.connect(lambda: show_tour(self.window, look, preferred))
        self.demonstration = Demonstration(demonstration_folder(), self.window)
        self.demonstration.said.connect(self.window.say)
        self.demonstration.done.connect(self._offer_demonstration)
        self.window.demonstration_asked.connect(self.demonstration.start)
        self.window.closed.connect(self.demonstration.stop)
        self.refresh()
        if preferred.fault:
            self.window.say(preferred.fault)

    def refresh(self) -> None:
        """Show anew what there is to open."""
        self._offered = list({one.path: one for one in self._offered}.values())
        known = {one.path for one in self._offered}
        rest = [one for one in read_recent(self._file) if one.path not in known]
        self.window.show_overviews([overview(one) for one in [*self._offered, *rest]])

    def open(self, chosen: Overview) -> None:
        """Open a window on a bundle or database; what cannot be opened says why."""
        recent = chosen.recent
        if chosen.button == FORGET:
            with contextlib.suppress(OSError, *KNOWN_ERRORS):
                forget(self._file, recent)
            self._offered = [one for one in self._offered if one.path != recent.path]
            self.refresh()
            return
        if not chosen.button:
            self.window.say(chosen.text)
            return
        try:
            if recent.kind == "bundle":
                window = self._annotate(recent)
            else:
                recent = self._with_bundle(recent)
                window = self._adjudicate(recent)
        except KNOWN_ERRORS as error:
            self.window.say(str(error))
            return
        with contextlib.suppress(OSError, *KNOWN_ERRORS):  # a list that cannot be kept is no reason to refuse
            remember(self._file, recent)
        self.windows.append(window)
        window.show()
        self.window.close()

    def _annotate(self, recent: Recent) -> QMainWindow:
        opened = open_labels(recent.path, None)
        try:
            window = open_desk(self._look, self._preferred, opened)
        except BaseException:
            opened.close()
            raise
        window.closed.connect(opened.store.close)
        return window

    def _with_bundle(self, recent: Recent) -> Recent:
        if recent.bundle is None:
            recent = recent._replace(bundle=self.window.ask_folder("Choose the adjudicator's bundle"))
        if recent.bundle is None:
            raise ReviewError("The adjudicator's bundle is needed beside the database: choose its folder.")
        return recent

    def _adjudicate(self, recent: Recent) -> QMainWindow:
        assert recent.bundle is not None  # noqa: S101 - it was asked for before
        bundle = open_bundle(recent.bundle, "adjudication")
        try:
            database = open_database_file(recent.path, bundle)
        except BaseException:
            bundle.close()
            raise
        window = open_adjudication_desk(self._look, self._preferred, AdjudicationSession(database, bundle))
        window.closed.connect(database.close)
        return window

    def _offer_demonstration(self) -> None:
        made = self.demonstration
        self._offered += [Recent("bundle", path.resolve()) for path in made.bundles]
        self._offered.append(Recent("database", made.database.resolve(), self._beside(made.database)))
        self.refresh()
        self.window.say("The demonstration is here: its agents and reviewers are made up.")

    def _show_preferences(self) -> None:
        PreferencesSheet(self.window, self._preferred, {}, "annotate").open()

    def _open_database(self, path: str) -> None:
        found = Path(path)
        self.open(overview(Recent("database", found, self._beside(found))))

    def _beside(self, database: Path) -> Path | None:
        try:
            return adjudicators_bundle(database.resolve())
        except KNOWN_ERRORS:
            return None
