"""Opens windows from the start window and remembers what was opened."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from firered_review.core.errors import ReviewError
from firered_review.qt.adjudicate_window import AdjudicateWindow
from firered_review.qt.adjudication_session import AdjudicationSession
from firered_review.qt.annotate_window import AnnotateWindow
from firered_review.qt.look import Look
from firered_review.qt.overview import Overview, adjudicators_bundle, overview
from firered_review.qt.recent import Recent, read_recent, remember
from firered_review.qt.session import KNOWN_ERRORS, ReviewSession
from firered_review.qt.start_window import StartWindow
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore


class Starting:
    """The start window and what it opened."""

    def __init__(self, look: Look, file: Path, bundles: Sequence[Path] = (), databases: Sequence[Path] = ()) -> None:
        self._look, self._file = look, file
        self._offered = [Recent("bundle", path.resolve()) for path in bundles]
        self._offered += [Recent("database", path.resolve(), self._beside(path)) for path in databases]
        self.windows: list[QMainWindow] = []
        """Windows that were opened, the latest last."""
        self.window = StartWindow(look)
        self.window.opened.connect(self.open)
        self.window.bundle_picked.connect(lambda path: self.open(overview(Recent("bundle", Path(path)))))
        self.window.database_picked.connect(self._open_database)
        self.refresh()

    def refresh(self) -> None:
        """Show anew what there is to open."""
        known = {one.path for one in self._offered}
        rest = [one for one in read_recent(self._file) if one.path not in known]
        self.window.show_overviews([overview(one) for one in [*self._offered, *rest]])

    def open(self, chosen: Overview) -> None:
        """Open a window on a bundle or database; what cannot be opened says why."""
        recent = chosen.recent
        if not chosen.button:
            self.window.say(chosen.text)
            return
        try:
            window = self._annotate(recent, chosen.author) if recent.kind == "bundle" else self._adjudicate(recent)
        except KNOWN_ERRORS as error:
            self.window.say(str(error))
            return
        remember(self._file, recent)
        self.windows.append(window)
        window.show()
        self.window.close()

    def _annotate(self, recent: Recent, author: str) -> QMainWindow:
        bundle = open_bundle(recent.path)
        store = LabelStore(recent.path, author, bundle)
        window = AnnotateWindow(self._look, ReviewSession(bundle, store))
        window.closed.connect(store.close)
        return window

    def _adjudicate(self, recent: Recent) -> QMainWindow:
        if recent.bundle is None:
            recent = recent._replace(bundle=self.window.ask_folder("Choose the adjudicator's bundle"))
        if recent.bundle is None:
            raise ReviewError("The adjudicator's bundle is needed beside the database: choose its folder.")
        bundle = open_bundle(recent.bundle, "adjudication")
        database = open_adjudication(recent.path, bundle)
        window = AdjudicateWindow(self._look, AdjudicationSession(database, bundle))
        window.closed.connect(database.close)
        return window

    def _open_database(self, path: str) -> None:
        found = Path(path)
        self.open(overview(Recent("database", found, self._beside(found))))

    def _beside(self, database: Path) -> Path | None:
        try:
            return adjudicators_bundle(database.resolve())
        except KNOWN_ERRORS:
            return None
