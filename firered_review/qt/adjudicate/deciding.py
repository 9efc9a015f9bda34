"""What is being decided about the item at hand: the verdict, a label of one's own, the reason."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from firered_review.core.errors import LabelRefused
from firered_review.core.judgement import Item, Verdict
from firered_review.qt.adjudicate.combine_dialog import Choice, CombineDialog
from firered_review.qt.adjudicate.item_words import combined, differing, possible
from firered_review.qt.adjudicate.judging_panel import JudgingPanel
from firered_review.qt.adjudicate.memory_drawer import MemoryDrawer
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.words.fields import fields
from firered_review.qt.words.form import label_of, texts_of
from harness.formats.labels import Label

NOT_ALLOWED = "This item does not allow that."
FROZEN = "The labels are frozen: nothing can be decided any more."

_CHOOSE = "Choose first: ⟨take_a⟩, ⟨take_b⟩, ⟨combine⟩, ⟨new_label⟩, ⟨reject_both⟩ or ⟨leave_disputed⟩."
_NOTHING_WRITTEN = (
    "There is no label being written: ⟨new_label⟩ writes one for this item, ⟨own_label⟩ one that neither has."
)


class Deciding(QObject):
    """Takes a choice as far as the database. ``said`` tells a sentence, ``ended`` that the keyboard is free again."""

    said = Signal(str)
    ended = Signal()

    def __init__(
        self, window: QWidget, session: AdjudicationSession, judging: JudgingPanel, drawer: MemoryDrawer
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._judging, self._drawer = window, session, judging, drawer
        self._verdict: Verdict | None = None
        self._own: Label | None = None
        self._adding: str | None = None
        """The trial that a label neither side has is written for."""
        self._drafts: dict[str, tuple[str, dict[str, str]]] = {}
        """Item or trial → kind and texts of a label that was begun there and not finished."""
        self._place = ""
        drawer.card.changed.connect(self._check_card)
        drawer.card.used.connect(self._use_card)
        drawer.card.left.connect(self.leave_card)

    def show_item(self, item: Item, *, waits: bool) -> None:
        """Start anew with what stands for an item; a label that is being written is kept for when one comes back."""
        if self._drawer.shows_card:
            self._drafts[self._place] = (self._drawer.card.kind, self._drawer.card.texts)
        self._own = self._adding = None
        self._verdict = self._session.shown_verdict(item)
        if self._verdict in ("combine", "new"):
            self._own = item.final
        self._drawer.leave_card()
        standing = item.judgement.reason if item.judgement else ("Exact agreement" if item.exact and not waits else "")
        self._judging.show_judgement(self._verdict, standing)
        self._judging.show_possible([] if waits or self._session.frozen else possible(item))

    def choose(self, verdict: Verdict) -> None:
        """Choose a verdict; deciding it needs a reason."""
        item = self._session.item()
        if self._session.frozen:
            self.said.emit(FROZEN)
        elif item is None or self._session.waits(item) or verdict not in possible(item):
            self.said.emit(NOT_ALLOWED)
            self._judging.show_verdict(self._verdict)
        elif verdict == "combine":
            self._judging.show_verdict(self._verdict)
            self._ask_combine(item)
        elif verdict == "new":
            self._judging.show_verdict(self._verdict)
            self._open_card(item)
        else:
            self._drawer.leave_card()
            self._take(verdict, None)

    def write_own(self) -> None:
        """Begin a label that neither side has, in the trial of the item at hand."""
        item = self._session.item()
        if self._session.frozen:
            self.said.emit(FROZEN)
        elif item is not None:
            self._adding = self._place = item.trial
            self._drawer.open_card(*self._drafts.pop(self._place, ("milestone", {})), choose_kind=True)

    def decide(self) -> None:
        """Store the chosen verdict with its reason."""
        if self._drawer.shows_card:
            self.said.emit("Finish the new label first, or leave it with ⟨leave⟩.")
        elif self._verdict is None:
            self.said.emit(_CHOOSE)
        elif not self._judging.reason:
            self.said.emit("A reason is still needed: press its digit, choose one with the arrows, or write a word.")
            self._judging.focus_reason()
        elif self._store(self._verdict, self._judging.reason):
            self.ended.emit()
            self.said.emit("Decided. ⟨next_disagreement⟩ goes to the next disagreement, ⟨undo⟩ takes it back.")

    def put_here(self, frame: int, decision: int) -> None:
        """Put the frame or decision on screen into the label that is being written."""
        if not self._drawer.shows_card:
            self.said.emit(_NOTHING_WRITTEN)
            return
        field = self._drawer.card.put_here(frame, decision)
        self.said.emit(f"{field}: taken from the screen." if field else "This field takes no frame.")

    def leave_card(self) -> None:
        """Let go of the label that is being written."""
        self._adding = None
        self._drawer.leave_card()
        self.ended.emit()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _take(self, verdict: Verdict, own: Label | None) -> None:
        self._verdict, self._own = verdict, own
        self._judging.show_verdict(verdict)

    def _store(self, verdict: Verdict, reason: str) -> bool:
        if self._adding is not None and self._own is not None:
            return self._session.add(self._adding, self._own, reason)
        return self._session.judge(verdict, self._own, reason)

    def _ask_combine(self, item: Item) -> None:
        a, b = self._session.sides(item)
        if a is None or b is None:
            return
        words, differ = self._session.words(item), differing(item)
        pairs = zip(fields(a, words), fields(b, words), strict=True)
        choices = [Choice(one.name, one.text, one.value, other.value) for one, other in pairs if one.name in differ]
        dialog = CombineDialog(self._window, choices)
        dialog.combined.connect(lambda from_b: self._take("combine", combined(a, b, from_b)))
        dialog.open()

    def _open_card(self, item: Item) -> None:
        self._adding, self._place = None, item.item
        first = self._own or next((label for label in self._session.sides(item) if label is not None), item.final)
        texts = texts_of(first) if first is not None else {}
        self._drawer.open_card(*self._drafts.pop(self._place, (item.kind, texts)), choose_kind=False)

    def _card_label(self) -> Label:
        item, card = self._session.item(), self._drawer.card
        if item is None:
            raise LabelRefused(["there is no item"])
        trial = self._adding or item.trial
        if card.kind in ("error", "cause") and not self._session.may_see_memory(trial):
            raise LabelRefused(["this waits until the trial's milestones, routes and battles are judged"])
        label = label_of(card.kind, card.form, card.texts, self._session.places(trial))
        problems = self._session.label_problems(trial, label, "" if self._adding else item.item)
        if problems:
            raise LabelRefused(problems)
        return label

    def _check_card(self) -> None:
        try:
            self._card_label()
        except LabelRefused as fault:
            self._drawer.card.show_needed(fault.problems)
        except KNOWN_ERRORS as error:
            self._drawer.card.show_needed([str(error).rstrip(".")])
        else:
            self._drawer.card.show_needed([])

    def _use_card(self) -> None:
        try:
            label = self._card_label()
        except KNOWN_ERRORS as error:
            self.said.emit(str(error))
            return
        self._drawer.leave_card()
        self._take("new", label)
        self.ended.emit()
        self.said.emit("The new label is chosen: give a reason, then ⟨decide⟩ decides.")
