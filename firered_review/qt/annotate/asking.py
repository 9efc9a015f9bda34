"""What the annotate window asks with small windows, and what it does with the answers."""

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QWidget

from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.wayfinding import targets
from firered_review.qt.widgets.dialogs import Chooser, LinePrompt, Notice, Question
from firered_review.qt.widgets.find_prompt import FindPrompt, Hit
from firered_review.qt.widgets.keys_in_force import KeysInForce
from firered_review.qt.words.labels import frame_of, grouped
from harness.formats.bundle import BundleText
from harness.formats.labels import Label

_STAGE_TWO = (
    "From here on this trial shows what the agent saw, thought and remembered, and memory errors can be labelled. "
    "There is no way back: milestones, routes and battles made later are counted as made in the second stage."
)
_NOT_YET = (
    "This searches the words of your labels in this trial; what the agent wrote and remembered can be searched in the "
    "second stage, where ⟨stage_two⟩ goes."
)


class Asking:
    """Opens the small windows of the annotate window."""

    def __init__(self, window: QWidget, session: ReviewSession, labelling: Labelling, keys: KeysInForce) -> None:
        self._window, self._session, self._labelling, self._keys = window, session, labelling, keys

    def go_to(self) -> None:
        """Ask for a frame, or for a decision with a d before it, and go there."""
        prompt = LinePrompt(self._window, "Go to", "12431 is a frame, d318 a decision", check=self._wrong)
        prompt.given.connect(self._go)
        prompt.open()

    def find(self) -> None:
        """Search what the agent wrote and the words of labels; in stage one, the words of labels alone."""
        first = self._session.stage == 1
        title = "Find in your labels" if first else "Find in what the agent wrote and in your labels"
        prompt = FindPrompt(self._window, title, self._search, self._keys.written(_NOT_YET) if first else "")
        prompt.chosen.connect(self._session.move_to)
        prompt.open()

    def tell(self, title: str, sentence: str) -> None:
        """Say why nothing can be typed now, and keep what is typed all the same from the window."""
        Notice(self._window, title, self._keys.written(sentence)).open()

    def target(self, now: str, take: Callable[[str], None]) -> None:
        """Choose what the key of the next one looks for."""
        options = [(target.id, target.text) for target in targets(self._session.stage)]
        chooser = Chooser(self._window, self._keys.written("⟨next_target⟩ goes to the next"), options, now)
        chooser.chosen.connect(take)
        chooser.open()

    def note(self) -> None:
        """Ask for a note at the cursor, or go on with one that was begun and not kept; each letter is on disk."""
        begun = self._labelling.unfinished.now
        title = f"Note begun at frame {grouped(begun.note_at or 0)}" if begun.note else "Note at this frame"
        prompt = LinePrompt(self._window, title, "A word for the other readers", begun.note)
        prompt.typed.connect(self._labelling.begin_note)
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
        key = self._keys.of("stage_two")
        text = f"{_STAGE_TWO} {f'{key} once more' if key else 'The button'} goes on, Enter stays."
        question = Question(self._window, "On to what it remembered?", text, "Go on for good", key, stays=True)
        question.agreed.connect(self._session.enter_stage_two)
        question.open()

    def _go(self, text: str) -> None:
        place = self._place(text)
        if isinstance(place, int):
            self._session.move_to(place)

    def _place(self, text: str) -> int | str:
        """Return the frame that a text means, or what is wrong with it."""
        number = text.lower().removeprefix("decision").removeprefix("d").strip()
        digits = number.replace(" ", "").replace("\u00a0", "").replace(",", "")
        boundaries = self._session.trial.boundaries
        if not digits.isdecimal():
            return f"“{text}” is neither a frame nor a decision: write 12431, or d318."
        if text.lower().startswith("d"):
            there = 1 <= int(digits) <= len(boundaries)
            last = len(boundaries)
            return boundaries[int(digits) - 1] if there else f"There is no decision {digits}: this trial has {last}."
        last = self._session.source.count - 1
        return int(digits) if int(digits) <= last else f"There is no frame {digits}: the last one is {last}."

    def _wrong(self, text: str) -> str:
        place = self._place(text)
        return place if isinstance(place, str) else ""

    def _search(self, text: str) -> list[Hit]:
        wanted = text.casefold()
        session = self._session
        found = [Hit(frame_of(one), f"frame {grouped(frame_of(one))}", _words(one)) for one in session.labels.values()]
        if session.stage == 2:
            said = [(at, f"{where}: {text}") for at, one in session.texts.items() for where, text in _texts(one)]
            if session.history is not None:
                said += [(at, f"{where}: {text}") for at, where, text in session.history.texts()]
            found += [Hit(session.trial.boundaries[at - 1], f"decision {at}", line) for at, line in said]
        return sorted((hit for hit in found if wanted in hit.text.casefold()), key=lambda hit: hit.frame)


def _words(label: Label) -> str:
    """Return what a person wrote into a label, after its kind."""
    written = [getattr(label, name, "") for name in ("note", "landmark", "reason")]
    text = " · ".join(one for one in written if one)
    return f"{label.kind}: {text}" if text else ""


def _texts(text: BundleText) -> Iterator[tuple[str, str]]:
    if text.observed is not None:
        yield "saw", text.observed.location_guess
        yield "wanted", text.observed.objective_guess
    if text.reasoning_summary:
        yield "thought", text.reasoning_summary
    for attempt in text.attempts:
        if attempt.refused:
            yield "refused", attempt.refused
