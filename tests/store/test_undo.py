"""Random edits, undos, redos and restarts against a plain list of states: the store agrees at every step."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firered_review.core.pending import Pending
from firered_review.store.labels import LabelStore
from harness.formats.base import MILESTONES
from harness.formats.labels import BookmarkLabel, Label, MilestoneLabel, NoteLabel
from tests.bundles import make_bundle

TRIALS = ("brisk-otter", "quiet-heron")
FRAMES = 8 * 4
WINDOW = st.integers(0, 1)
_MASTER = tempfile.TemporaryDirectory()
_FOLDER = make_bundle(Path(_MASTER.name) / "bundle", decisions=4)


class Model:
    """One trial as plainly as can be: all states so far, and which of them stands."""

    def __init__(self) -> None:
        self.states: list[dict[str, Label]] = [{}]
        self.now = 0
        self.begun = Pending()
        self.revisions = 0

    @property
    def labels(self) -> dict[str, Label]:
        return self.states[self.now]

    def edit(self, label_id: str, label: Label | None) -> None:
        after = {key: one for key, one in self.labels.items() if key != label_id}
        if label is not None:
            after[label_id] = label
        self.states = [*self.states[: self.now + 1], after]
        self.now += 1
        self.revisions += 1

    def turn(self, step: int) -> bool:
        if not 0 <= self.now + step < len(self.states):
            return False
        self.now += step
        self.revisions += 1
        return True


class Reviewing(RuleBasedStateMachine):
    """One reviewer on two trials, in one or two windows, closing and opening at any time."""

    @initialize()
    def begin(self) -> None:
        for name in ("labels.sqlite", "labels.sqlite-wal", "labels.sqlite-shm"):
            (_FOLDER / name).unlink(missing_ok=True)
        self.stores = [LabelStore(_FOLDER, "ada")]
        self.models = {trial: Model() for trial in TRIALS}

    def store(self, window: int) -> LabelStore:
        return self.stores[window % len(self.stores)]

    @rule(trial=st.sampled_from(TRIALS), frame=st.integers(0, FRAMES), kind=st.integers(0, 2), window=WINDOW)
    def make(self, trial: str, frame: int, kind: int, window: int) -> None:
        model, store = self.models[trial], self.store(window)
        identity = store.bundle.trial(trial).identity(frame)
        label: Label = NoteLabel(frame=identity, note=f"note {frame}")
        if kind == 1:
            label = BookmarkLabel(frame=identity)
        free = [one for one in MILESTONES if all(getattr(x, "milestone", "") != one for x in model.labels.values())]
        if kind == 2 and free:
            label = MilestoneLabel(milestone=free[0], frame=identity)
        (label_id,) = store.make(trial, label).label_ids
        assert label_id not in model.labels
        model.edit(label_id, label)

    @rule(trial=st.sampled_from(TRIALS), pick=st.integers(0, 99), frame=st.integers(0, FRAMES), window=WINDOW)
    def change(self, trial: str, pick: int, frame: int, window: int) -> None:
        model, store = self.models[trial], self.store(window)
        if model.labels:
            label_id = sorted(model.labels)[pick % len(model.labels)]
            moved = model.labels[label_id].model_copy(update={"frame": store.bundle.trial(trial).identity(frame)})
            store.change(trial, label_id, moved)
            model.edit(label_id, moved)

    @rule(trial=st.sampled_from(TRIALS), pick=st.integers(0, 99), window=WINDOW)
    def delete(self, trial: str, pick: int, window: int) -> None:
        model = self.models[trial]
        if model.labels:
            label_id = sorted(model.labels)[pick % len(model.labels)]
            self.store(window).delete(trial, label_id)
            model.edit(label_id, None)

    @rule(trial=st.sampled_from(TRIALS), window=WINDOW)
    def undo(self, trial: str, window: int) -> None:
        assert (self.store(window).undo(trial) is not None) == self.models[trial].turn(-1)

    @rule(trial=st.sampled_from(TRIALS), window=WINDOW)
    def redo(self, trial: str, window: int) -> None:
        assert (self.store(window).redo(trial) is not None) == self.models[trial].turn(1)

    @rule(trial=st.sampled_from(TRIALS), frame=st.integers(0, FRAMES), window=WINDOW)
    def begin_something(self, trial: str, frame: int, window: int) -> None:
        model = self.models[trial]
        model.begun = model.begun.model_copy(update={"mark_in": frame})
        self.store(window).drafts.keep(trial, model.begun)

    @rule(trial=st.sampled_from(TRIALS), window=WINDOW)
    def let_go_or_bring_back(self, trial: str, window: int) -> None:
        model = self.models[trial]
        if model.begun.empty and not model.begun.let_go:
            return
        model.begun = model.begun.after_bringing_back() if model.begun.empty else model.begun.after_letting_go()
        self.store(window).drafts.keep(trial, model.begun)

    @precondition(lambda self: len(self.stores) == 1)
    @rule()
    def open_a_second_window(self) -> None:
        self.stores.append(LabelStore(_FOLDER, "ada"))

    @rule()
    def restart(self) -> None:
        self.teardown()
        self.stores = [LabelStore(_FOLDER, "ada")]

    @invariant()
    def every_window_agrees(self) -> None:
        for store in getattr(self, "stores", []):
            for trial, model in self.models.items():
                assert store.labels(trial) == model.labels
                assert store.can_undo(trial) == (model.now > 0)
                assert store.can_redo(trial) == (model.now < len(model.states) - 1)
                assert store.drafts.of(trial) == model.begun
                assert [one.revision for one in store.revisions(trial)] == list(range(1, model.revisions + 1))

    def teardown(self) -> None:
        for store in getattr(self, "stores", []):
            store.close()


TestReviewing = Reviewing.TestCase
TestReviewing.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
