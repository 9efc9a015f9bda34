"""The hub of the annotate window: bundle, store, trial and cursor; every change takes this one road."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from firered_review.core.errors import ReviewError
from firered_review.core.history import Changes
from firered_review.core.pending import Pending
from firered_review.core.rules import TrialFacts
from firered_review.core.severity import WholeTrial
from firered_review.qt.frames.source import FrameSource
from firered_review.qt.memory.history import MemoryHistory
from firered_review.qt.session.coverage import SeenFrames
from firered_review.store.bundle import Bundle, TrialView
from firered_review.store.labels import LabelStore
from harness.formats.base import DecisionNumber, FrameNumber, Record
from harness.formats.bundle import BundleText
from harness.formats.errors import HarnessError
from harness.formats.labels import Label, Stage

KNOWN_ERRORS = (ReviewError, HarnessError)
_FLUSH_MS = 1000
Done = TypeVar("Done")
K = TypeVar("K", bound=Record)


class ReviewSession(QObject):
    """One reviewer at work on one bundle.

    A label is on disk before ``changed`` is emitted. A known error is told by ``refused``, and nothing changed.
    """

    changed = Signal(object)
    """``Changes``: the ids of labels that were made, changed or removed."""
    cursor_moved = Signal(int)
    stage_changed = Signal(int)
    trial_changed = Signal()
    seen_changed = Signal()
    refused = Signal(str)

    def __init__(self, bundle: Bundle, store: LabelStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bundle = bundle
        self.saved_at: str | None = None
        """UTC time of the last label that was stored, null before the first."""
        self._store = store
        self._labels: dict[str, Label] = {}
        self._by_kind: dict[type[Record], dict[str, Label]] = {}
        self._texts: dict[DecisionNumber, BundleText] | None = None
        self._history: MemoryHistory | None = None
        self._pictures: NDArray[np.int64] | None = None
        self._closed = False
        self.cursor: FrameNumber = 0
        """The frame that everything shown belongs to."""
        self._place: FrameNumber = 0
        self.stage: Stage = 1
        self._open(bundle.trials[0])
        self._timer = QTimer(self, interval=_FLUSH_MS)
        self._timer.timeout.connect(self.flush)
        self._timer.start()

    # --- trials -----------------------------------------------------------------------------------------------------
    def open_trial(self, codename: str) -> None:
        """Go to another trial, where this reviewer left it."""
        if codename == self.trial.codename:
            return
        self._leave_trial()
        self._open(codename)
        self.trial_changed.emit()

    def beside(self, step: int) -> str | None:
        """Return the codename of the next (1) or previous (−1) trial, or null."""
        place = self.number - 1 + step
        return self.bundle.trials[place] if 0 <= place < len(self.bundle.trials) else None

    @property
    def locked(self) -> bool:
        """Whether the labels were sealed and nothing can change any more."""
        return self._store.locked

    def show_lock(self) -> None:
        """Show everywhere that the labels were locked."""
        self.stage_changed.emit(self.stage)

    @property
    def number(self) -> int:
        """The trial's place in the bundle, from 1."""
        return list(self.bundle.trials).index(self.trial.codename) + 1

    # --- cursor -----------------------------------------------------------------------------------------------------
    def move_to(self, frame: FrameNumber) -> None:
        """Put the cursor on a frame; outside the trial it stops at the end."""
        frame = min(max(0, frame), self.source.count - 1)
        if frame != self.cursor:
            self.cursor = frame
            self.cursor_moved.emit(frame)

    @property
    def decision(self) -> DecisionNumber:
        """The decision at the cursor."""
        return self.trial.decision_at(self.cursor)

    # --- labels -----------------------------------------------------------------------------------------------------
    @property
    def labels(self) -> Mapping[str, Label]:
        """The trial's labels by id, as they are on disk."""
        return MappingProxyType(self._labels)

    def of_kind(self, kind: type[K]) -> Mapping[str, K]:
        """Return the labels of one kind, ``MilestoneLabel`` for instance, by id."""
        return MappingProxyType(cast(dict[str, K], self._by_kind.get(kind, {})))

    def rules(self, *, without: str | None = None) -> TrialFacts:
        """Return what the rules must know, leaving out the label that is being changed."""
        others = {label_id: label for label_id, label in self._labels.items() if label_id != without}
        return self.trial.facts_for_rules(self.stage, others)

    @property
    def whole(self) -> WholeTrial:
        """What a proposed severity rests on."""
        trial, budgets = self.trial, self.bundle.header.budgets
        return WholeTrial(
            boundaries=trial.boundaries,
            frames=self.source.count,
            acted=[one.decision for one in trial.actions],
            action_budget=budgets.accepted_actions,
            decision_budget=budgets.model_decisions,
            labels=self._labels.values(),
        )

    def make(self, label: Label) -> str | None:
        """Store a new label and return its id, or null where it was refused."""
        changes = self._attempt(lambda: self._store.make(self.trial.codename, label))
        return next(iter(changes.label_ids)) if changes else None

    def change(self, label_id: str, label: Label) -> bool:
        """Store another version of a label; tells whether it was stored."""
        return self._attempt(lambda: self._store.change(self.trial.codename, label_id, label)) is not None

    def delete(self, label_id: str) -> bool:
        """Remove a label, which can be undone; tells whether it was stored."""
        return self._attempt(lambda: self._store.delete(self.trial.codename, label_id)) is not None

    def undo(self) -> Changes | None:
        """Take back the last edit of this trial; null where there is none."""
        return self._attempt(lambda: self._store.undo(self.trial.codename))

    def redo(self) -> Changes | None:
        """Bring back what was taken back last; null where there is none."""
        return self._attempt(lambda: self._store.redo(self.trial.codename))

    # --- drafts -----------------------------------------------------------------------------------------------------
    def begun(self) -> Pending:
        """Return what is begun and not finished on this trial, as it is on disk."""
        return self._attempt(lambda: self._store.drafts.of(self.trial.codename)) or Pending()

    def keep_begun(self, pending: Pending) -> bool:
        """Put what is begun on disk before it is shown; tells whether it is there."""
        if self._store.locked:
            self.refused.emit("The labels are locked: they were sealed and nothing can be begun any more.")
            return False
        return self._attempt(lambda: self._write_begun(pending)) is not None

    def _write_begun(self, pending: Pending) -> bool:
        self._store.drafts.keep(self.trial.codename, pending)
        return True

    # --- stage two --------------------------------------------------------------------------------------------------
    def enter_stage_two(self) -> None:
        """Go on to what the agent remembered, for good."""
        if self.stage == 1 and self._attempt(self._open_stage_two) is not None:
            self.stage = 2
            self.stage_changed.emit(2)

    def _open_stage_two(self) -> Changes:
        """Read what stage two shows before the step that cannot be taken back: damaged files leave stage one."""
        texts = {text.decision: text for text in self.trial.texts()}
        history = MemoryHistory(self.trial.memory())
        changes = self._store.enter_stage_two(self.trial.codename)
        self._texts, self._history = texts, history
        return changes

    @property
    def texts(self) -> Mapping[DecisionNumber, BundleText]:
        """The agent's words by decision; empty in stage one, and not even read."""
        if self.stage == 1:
            return {}
        if self._texts is None:
            self._texts = {text.decision: text for text in self.trial.texts()}
        return self._texts

    @property
    def history(self) -> MemoryHistory | None:
        """The agent's memory; null in stage one, and not even read."""
        if self.stage == 1:
            return None
        if self._history is None:
            self._history = MemoryHistory(self.trial.memory())
        return self._history

    @property
    def pictures(self) -> NDArray[np.int64]:
        """The number of the stored picture of every frame: equal numbers are equal pictures."""
        if self._pictures is None:
            self._pictures = np.array(self.trial.frames.pictures(), np.int64)
        return self._pictures

    # --- coverage ---------------------------------------------------------------------------------------------------
    def painted(self, frame: FrameNumber, *, passed: bool = False) -> None:
        """Take note that a frame is on screen; ``passed``: playback led to it from the frame before."""
        if self.seen.add(frame, self.trial.decision_at(frame), passed=passed):
            self.seen_changed.emit()

    def flush(self) -> None:
        """Write to disk what was on screen and where the cursor is."""
        if self._closed or self._store.locked:
            return
        stretches = self.seen.take()
        if stretches:
            self._attempt(lambda: self._store.saw_all(self.trial.codename, stretches))
        if self.cursor != self._place:
            self._store.set_place(self.trial.codename, self.cursor)
            self._place = self.cursor

    def close(self) -> None:
        """Write what is left and let go of every file and thread."""
        if not self._closed:
            self._timer.stop()
            self._leave_trial()
            self._closed = True
            self.bundle.close()

    # --- inside -----------------------------------------------------------------------------------------------------
    def _open(self, codename: str) -> None:
        self.trial: TrialView = self.bundle.trial(codename)
        self.source = FrameSource(self.trial.open_frames)
        self.stage = self._store.stage(codename)
        self._labels = dict(self._store.labels(codename))
        self._by_kind = {}
        for label_id, label in self._labels.items():
            self._by_kind.setdefault(type(label), {})[label_id] = label
        self._texts = self._history = self._pictures = None
        self.seen = SeenFrames(self.source.count, self._store.coverage(codename).frames)
        self._place = self._store.place(codename) or 0
        self.cursor = min(self._place, self.source.count - 1)

    def _leave_trial(self) -> None:
        self.flush()
        self.source.close()

    def _attempt(self, act: Callable[[], Done]) -> Done | None:
        """Do one thing to the store; where it names labels, take them over and tell everybody."""
        try:
            done = act()
        except KNOWN_ERRORS as error:
            self.refused.emit(str(error))
            return None
        if isinstance(done, Changes):
            self._take_over(done)
        return done

    def _take_over(self, changes: Changes) -> None:
        stored = self._store.labels(self.trial.codename)
        for label_id in changes.label_ids:
            label, before = stored.get(label_id), self._labels.pop(label_id, None)
            if before is not None:
                del self._by_kind[type(before)][label_id]
            if label is not None:
                self._labels[label_id] = label
                self._by_kind.setdefault(type(label), {})[label_id] = label
        self.saved_at = changes.at
        self.changed.emit(changes)
