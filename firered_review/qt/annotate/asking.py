"""What the annotate window asks with small windows, and what it does with the answers."""

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QWidget

from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.wayfinding import targets
from firered_review.qt.widgets.dialogs import Chooser, FindPrompt, Hit, LinePrompt, Question
from harness.formats.bundle import BundleText

_STAGE_TWO = (
    "From here on this trial shows what the agent saw, thought and remembered, and memory errors can be labelled. "
    "There is no way back: milestones, routes and battles made later are counted as made in the second stage. "
    "M once more goes on, Enter stays."
)


class Asking:
    """Opens the small windows of the annotate window."""

    def __init__(self, window: QWidget, session: ReviewSession, labelling: Labelling) -> None:
        self._window, self._session, self._labelling = window, session, labelling

    def go_to(self) -> None:
        """Ask for a frame, or for a decision with a d before it, and go there."""
        prompt = LinePrompt(self._window, "Go to", "12431 is a frame, d318 a decision")
        prompt.given.connect(self._go)
        prompt.open()

    def find(self) -> None:
        """Search what the agent wrote; there is nothing to search in stage one."""
        if self._session.stage == 1:
            self._labelling.said.emit(
                "There is nothing to search yet: what the agent wrote appears in the second stage."
            )
            return
        prompt = FindPrompt(self._window, self._search)
        prompt.chosen.connect(lambda decision: self._session.move_to(self._session.trial.boundaries[decision - 1]))
        prompt.open()

    def target(self, now: str, take: Callable[[str], None]) -> None:
        """Choose what N looks for."""
        options = [(target.id, target.text) for target in targets(self._session.stage)]
        chooser = Chooser(self._window, "N goes to the next", options, now)
        chooser.chosen.connect(take)
        chooser.open()

    def note(self) -> None:
        """Ask for a note at the cursor."""
        prompt = LinePrompt(self._window, "Note at this frame", "A word for the other readers")
        prompt.given.connect(self._labelling.note)
        prompt.open()

    def cause(self) -> None:
        """Choose the primary cause of a bad stretch that was not memory."""
        causes = self._session.bundle.codebook.errors.causes
        options = [(cause.id, cause.title) for cause in causes if cause.id != "memory"]
        chooser = Chooser(self._window, f"What went wrong at decision {self._session.decision}", options)
        chooser.chosen.connect(self._labelling.cause)
        chooser.open()

    def stage_two(self) -> None:
        """Ask once, then go on for good."""
        if self._session.stage == 2:
            self._labelling.said.emit("This trial is in its second stage already.")
            return
        question = Question(self._window, "On to what it remembered?", _STAGE_TWO, "Go on for good", key="M")
        question.agreed.connect(self._session.enter_stage_two)
        question.open()

    def _go(self, text: str) -> None:
        number = text.lower().removeprefix("decision").removeprefix("d").strip()
        digits = number.replace(" ", "").replace("\u00a0", "").replace(",", "")
        boundaries = self._session.trial.boundaries
        if not digits.isdecimal():
            self._labelling.said.emit(f"“{text}” is neither a frame nor a decision: write 12431, or d318.")
        elif text.lower().startswith("d"):
            if 1 <= int(digits) <= len(boundaries):
                self._session.move_to(boundaries[int(digits) - 1])
            else:
                self._labelling.said.emit(f"There is no decision {digits}: this trial has {len(boundaries)}.")
        elif int(digits) < self._session.source.count:
            self._session.move_to(int(digits))
        else:
            last = self._session.source.count - 1
            self._labelling.said.emit(f"There is no frame {digits}: the last one is {last}.")

    def _search(self, text: str) -> list[Hit]:
        wanted = text.casefold()
        session = self._session
        said = [(at, where, found) for at, one in session.texts.items() for where, found in _texts(one)]
        if session.history is not None:
            said += session.history.texts()
        hits = [Hit(at, f"{where}: {found}") for at, where, found in said if wanted in found.casefold()]
        return sorted(hits, key=lambda hit: hit.decision)


def _texts(text: BundleText) -> Iterator[tuple[str, str]]:
    if text.observed is not None:
        yield "saw", text.observed.location_guess
        yield "wanted", text.observed.objective_guess
    if text.reasoning_summary:
        yield "thought", text.reasoning_summary
    for attempt in text.attempts:
        if attempt.refused:
            yield "refused", attempt.refused
