"""Training in the window: what was planted is shown when the trainee asks for it, as far as the stage allows."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from firered_review.core.training import COMPARED_KINDS, compare
from firered_review.qt.annotate.training_sheet import TrainingSheet
from firered_review.qt.session.review import KNOWN_ERRORS, ReviewSession
from firered_review.qt.widgets.commands import Command
from firered_review.qt.widgets.dialogs import Question
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import words_of
from firered_review.store.training import read_answers

_ASK = (
    "This shows what was there to find in this trial. Label it first as well as you can: once you have seen the "
    "answers, this trial has nothing more to teach."
)
_LATER = "Memory errors are compared in the second stage: go on to what it remembered and compare again."


class Training(QObject):
    """Compares the labels of the trial at hand with what was planted in it."""

    def __init__(self, window: QWidget, look: Look, session: ReviewSession) -> None:
        super().__init__(window)
        self._window, self._look, self._session = window, look, session
        self._seen: set[tuple[str, int]] = set()
        self.sheet: TrainingSheet | None = None
        """The result that is open, or null."""

    def commands(self) -> list[Command]:
        """Return the command that shows what was planted."""
        return [Command("compare", "Compare with what was planted…", "File", self.begin)]

    def begin(self) -> None:
        """Ask once for each trial and stage, then show the result."""
        session = self._session
        if (session.trial.codename, session.stage) in self._seen:
            self.show_result()
            return
        question = Question(self._window, "Show what was planted?", _ASK, "Show it")
        question.agreed.connect(self.show_result)
        question.open()

    def show_result(self) -> None:
        """Show what was planted and what of it was found."""
        session = self._session
        try:
            answers = read_answers(session.bundle, session.trial)
            stored = session.trial.fact_decisions if session.stage == 2 else {}
        except KNOWN_ERRORS as error:
            session.refused.emit(str(error))
            return
        if self.sheet is not None:
            self.sheet.close()
        self._seen.add((session.trial.codename, session.stage))
        kinds = [kind for kind, stage in COMPARED_KINDS.items() if stage <= session.stage]
        findings = compare(answers, session.labels, session.bundle.codebook.codebook.tolerances, kinds)
        titles = words_of(session.bundle.codebook, session.trial.decision_at, stored.get)
        sheet = TrainingSheet(self._window, self._look, findings, titles, _LATER if session.stage == 1 else "")
        sheet.chosen.connect(session.move_to)
        sheet.finished.connect(self._closed)
        session.trial_changed.connect(sheet.close)
        self.sheet = sheet
        sheet.show()

    def _closed(self) -> None:
        self.sheet = None
