"""Opening a label: a route's two passages, a memory error's card, the words of every other kind."""

from PySide6.QtWidgets import QWidget

from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.annotate.route_pair import RoutePair
from firered_review.qt.labels.editor import LabelEditor
from firered_review.qt.labels.model import DRAFT_ID
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.widgets.look import Look
from harness.formats.labels import BookmarkLabel, ErrorLabel, RouteLabel

_NO_WORDS = "A bookmark has no words: ⟨note⟩ keeps a note here, ⟨bookmark⟩ takes the bookmark away."


class OpeningLabels:
    """Opens labels in front of a window."""

    def __init__(self, window: QWidget, look: Look, session: ReviewSession, labelling: Labelling) -> None:
        self._window, self._look = window, look
        self._session, self._labelling = session, labelling

    def open(self, label_id: str | None) -> None:
        """Open one label of the trial."""
        label = self._session.labels.get(label_id or "")
        if label_id is None or label_id == DRAFT_ID or label is None:
            self._labelling.said.emit("Nothing is selected: ⟨next_label⟩ and ⟨previous_label⟩ go to a label.")
        elif isinstance(label, ErrorLabel):
            self._labelling.errors.edit(label_id)
        elif isinstance(label, RouteLabel):
            pair = RoutePair(self._window, self._look, label, self._session.source.image)
            pair.reworded.connect(lambda changed: self._labelling.reword(label_id, changed))
            pair.open()
        elif isinstance(label, BookmarkLabel):
            self._labelling.said.emit(_NO_WORDS)
        else:
            editor = LabelEditor(self._window, f"The {label.kind} in words", label)
            editor.reworded.connect(lambda changed: self._labelling.reword(label_id, changed))
            editor.open()
