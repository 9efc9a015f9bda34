"""The hub of the adjudication window: database, bundle, the item at hand; every judgement takes this one road."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from firered_review.core.conflicts import Conflict
from firered_review.core.figures import Agreement
from firered_review.core.history import Changes
from firered_review.core.judgement import Item, Side, Verdict
from firered_review.qt.frames.source import FrameSource
from firered_review.qt.memory.history import MemoryHistory
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.words.form import TrialPlaces
from firered_review.qt.words.labels import LabelWords, frame_of, words_of
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.agreeing import agreement_report
from firered_review.store.bundle import Bundle, TrialView
from firered_review.store.judged import Evidence
from harness.formats.base import MilestoneId
from harness.formats.bundle import BundleText
from harness.formats.labels import Label

Done = TypeVar("Done")
_KINDS = ("milestone", "route", "battle", "error", "cause")
_LOOK_AGAIN_MS = 1000


class AdjudicationSession(QObject):
    """One adjudicator at work on one database; a judgement is on disk before ``changed`` is emitted.

    The two labels are called by the order drawn for the item: the first is A on screen, whichever reviewer's it is.
    """

    changed = Signal()
    """Something was decided, here or in another window on the same database."""
    current_changed = Signal()
    refused = Signal(str)

    def __init__(self, database: AdjudicationDatabase, bundle: Bundle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bundle = bundle
        self.saved_at: str | None = None
        self._database = database
        self.codebook = database.codebook
        """The codebook that both reviewers used."""
        self._words: dict[tuple[str, bool], LabelWords] = {}
        self._sources: dict[str, FrameSource] = {}
        self._histories: dict[str, MemoryHistory] = {}
        self._texts: dict[str, dict[int, BundleText]] = {}
        self._order = {codename: place for place, codename in enumerate(bundle.trials)}
        self.current: str | None = None
        """The id of the item at hand."""
        self._go_to_an_open_one()
        self._known = self._state()
        self._again = QTimer(self, interval=_LOOK_AGAIN_MS)
        self._again.timeout.connect(self.look_again)
        self._again.start()

    # --- items ------------------------------------------------------------------------------------------------------
    def items(self) -> list[Item]:
        """Return every item: trial by trial, what opens the memory first."""
        return sorted(self._database.items(), key=self._place)

    def item(self) -> Item | None:
        """Return the item at hand."""
        return self._database.item(self.current) if self.current else None

    def sides(self, item: Item) -> tuple[Label | None, Label | None]:
        """Return the labels as they are shown: A, then B."""
        return (item.a, item.b) if item.shown_first == "a" else (item.b, item.a)

    def waits(self, item: Item) -> bool:
        """Tell whether an item may not be shown yet: a memory error before its trial's memory may be seen."""
        return item.kind in ("error", "cause") and not self.may_see_memory(item.trial)

    def waiting(self) -> set[str]:
        """Return the ids of all items that may not be shown yet."""
        return self._database.waiting()

    def may_see_memory(self, trial: str) -> bool:
        """Tell whether a trial's memory and reasoning may be shown."""
        return self._database.may_see_memory(trial)

    @property
    def frozen(self) -> bool:
        """Whether nothing can be decided any more."""
        return self._database.frozen

    def go_to(self, item: str) -> None:
        """Take up another item."""
        if item != self.current:
            self.current = item
            self.current_changed.emit()

    def go_to_if_there(self, item: str) -> None:
        """Take up another item, unless it was taken back with its only label."""
        if not self._database.item(item).withdrawn:
            self.go_to(item)

    def beside(self, step: int, wanted: Callable[[Item], bool]) -> str | None:
        """Return the next or previous item from the one at hand that is wanted, going round once."""
        items = self.items()
        names = [one.item for one in items]
        start = names.index(self.current) if self.current in names else 0
        for away in range(1, len(items) + 1):
            one = items[(start + away * step) % len(items)]
            if wanted(one):
                return one.item
        return None

    # --- judging ----------------------------------------------------------------------------------------------------
    def judge(self, shown: Verdict, label: Label | None, reason: str) -> bool:
        """Decide the item at hand; ``a`` and ``b`` are meant as shown. Tells whether it was stored."""
        item = self.item()
        if item is None:
            return False
        verdict: Verdict = shown
        if shown in ("a", "b"):
            other: Side = "b" if item.shown_first == "a" else "a"
            verdict = item.shown_first if shown == "a" else other
        return self._attempt(lambda: self._database.judge(item.item, verdict, label, reason)) is not None

    def shown_verdict(self, item: Item) -> Verdict | None:
        """Return the standing verdict, with A and B as they are shown."""
        if item.judgement is None:
            return None
        verdict = item.judgement.verdict
        if verdict in ("a", "b"):
            return "a" if verdict == item.shown_first else "b"
        return verdict

    def accept_exact(self) -> int:
        """Take every open item on which both sides agree in every field; return how many."""
        done = self._attempt(self._database.accept_exact)
        return len(done.label_ids) if done else 0

    def add(self, trial: str, label: Label, reason: str) -> bool:
        """Write a label that neither side has, and go to it; tells whether it was stored."""
        done = self._attempt(lambda: self._database.add(trial, label, reason))
        if done is None:
            return False
        self.go_to(next(iter(done.label_ids)))
        return True

    def undo(self) -> Changes | None:
        """Take back the last step; null where there is none."""
        return self._attempt(self._database.undo)

    def redo(self) -> Changes | None:
        """Bring back what was taken back; null where there is none."""
        return self._attempt(self._database.redo)

    def label_problems(self, trial: str, label: Label, item: str) -> list[str]:
        """Return every rule that a label of the adjudicator's own breaks."""
        return self._database.label_problems(trial, label, item)

    # --- hidden state -----------------------------------------------------------------------------------------------
    def evidence(self) -> Evidence | None:
        """Return what hidden state says about the item at hand; refused before its first judgement."""
        current = self.current
        return self._attempt(lambda: self._database.evidence(current)) if current else None

    def evidence_was_shown(self, item: Item) -> bool:
        """Tell whether hidden state was shown for an item, in this sitting or an earlier one."""
        return item.item in self._database.shown_items()

    def conflicts(self) -> list[Conflict]:
        """Return the conflicts of hidden state against the screen that may be shown, and remember that they were."""
        self._attempt(self._database.remember_conflicts_shown)
        return self._database.shown_conflicts()

    def closing_reasons(self) -> dict[tuple[str, MilestoneId], str]:
        """Return each conflict that was put down to the instrument, with its reason."""
        return self._database.closing_reasons()

    def close_conflict(self, trial: str, milestone: MilestoneId, reason: str) -> bool:
        """Put a conflict down to the instrument; tells whether that was stored."""
        return self._attempt(lambda: self._database.close_conflict(trial, milestone, reason)) is not None

    # --- the trial of the item --------------------------------------------------------------------------------------
    def trial(self, item: Item) -> TrialView:
        """Return the trial an item belongs to."""
        return self.bundle.trial(item.trial)

    def places(self, trial: str) -> TrialPlaces:
        """Return what a form must know of a trial."""
        view = self.bundle.trial(trial)
        return TrialPlaces(view.frames.count, len(view.boundaries), view.identity, view.boundary)

    def source(self, item: Item) -> FrameSource:
        """Return the pictures of an item's trial."""
        if item.trial not in self._sources:
            self._sources[item.trial] = FrameSource(self.trial(item).open_frames)
        return self._sources[item.trial]

    def history(self, item: Item) -> MemoryHistory | None:
        """Return the memory of an item's trial; null while it may not be seen."""
        if not self.may_see_memory(item.trial):
            return None
        if item.trial not in self._histories:
            self._histories[item.trial] = MemoryHistory(self.trial(item).memory())
        return self._histories[item.trial]

    def text(self, item: Item, decision: int) -> BundleText | None:
        """Return the agent's words at a decision; null while they may not be seen."""
        if not self.may_see_memory(item.trial):
            return None
        if item.trial not in self._texts:
            self._texts[item.trial] = {text.decision: text for text in self.trial(item).texts()}
        return self._texts[item.trial].get(decision)

    def words(self, item: Item) -> LabelWords:
        """Return the words for labels of an item's trial."""
        key = (item.trial, self.may_see_memory(item.trial))
        if key not in self._words:
            trial = self.trial(item)
            stored = trial.fact_decisions if key[1] else {}
            self._words[key] = words_of(self.codebook, trial.decision_at, stored.get)
        return self._words[key]

    def agreements(self) -> list[Agreement]:
        """Return how far the reviewers agree, the two first.

        Raises:
            ReviewError: the database was altered, or does not hold two sets.
        """
        return agreement_report(self._database).agreements

    @property
    def reasons(self) -> list[str]:
        """The reasons the codebook offers."""
        return self.codebook.codebook.reasons

    def close(self) -> None:
        """Let go of every file and thread."""
        self._again.stop()
        for source in self._sources.values():
            source.close()
        self._sources = {}
        self.bundle.close()

    def look_again(self) -> None:
        """Tell ``changed`` where another window decided, froze or reconciled something since."""
        try:
            now = self._state()
        except KNOWN_ERRORS as error:
            self.refused.emit(str(error))
            return
        if now != self._known:
            self._known = now
            self._leave_withdrawn()
            self.changed.emit()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _state(self) -> tuple[int, int, bool]:
        return self._database.appended, len(self._database.items()), self._database.frozen

    def _go_to_an_open_one(self) -> None:
        items = self.items()
        self.current = next((one.item for one in items if one.state == "open"), items[0].item if items else None)

    def _leave_withdrawn(self) -> None:
        item = self.item()
        if item is not None and item.withdrawn:
            self._go_to_an_open_one()
            self.current_changed.emit()

    def _place(self, item: Item) -> tuple[int, int, int, str]:
        label = item.a or item.b or item.final
        frame = frame_of(label) if label is not None else 0
        return self._order.get(item.trial, 0), _KINDS.index(item.kind), frame, item.item

    def _attempt(self, act: Callable[[], Done]) -> Done | None:
        try:
            done = act()
        except KNOWN_ERRORS as error:
            self.refused.emit(str(error))
            return None
        if isinstance(done, Changes):
            if done.label_ids or done.trial:
                self.saved_at = done.at
            self._known = self._state()
            self._leave_withdrawn()
            self.changed.emit()
        return done
