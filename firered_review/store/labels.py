"""One reviewer's labels: every change is an appended revision, on disk before anybody sees it."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import TypeAdapter, ValidationError

from firered_review.core.errors import LabelRefused, ReviewError, Sealed
from firered_review.core.history import Changes, History, joined, missing
from firered_review.core.rules import TrialFacts, problems
from firered_review.store.bundle import LABELS, Bundle, open_bundle
from firered_review.store.database import append_only, close, dump, known_faults, open_database, row_of, written
from firered_review.store.drafts import DRAFT, Drafts
from harness.formats.base import DecisionNumber, FrameNumber, UtcTime, utc_now
from harness.formats.labels import Coverage, Label, Revision, SeenSpan, Stage

STAGE_ONE_KINDS = ("milestone", "route", "battle")
_REVISION = """CREATE TABLE revision (
  trial TEXT NOT NULL, revision INTEGER NOT NULL, label_id TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL,
  stage INTEGER NOT NULL, step TEXT NOT NULL, label TEXT, PRIMARY KEY (trial, revision)) WITHOUT ROWID"""
_LOCKED = """CREATE TRIGGER revision_locked BEFORE INSERT ON revision
  WHEN EXISTS (SELECT 1 FROM owner WHERE locked_utc IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'the labels are locked'); END"""
SCHEMA = [
    "CREATE TABLE owner (author TEXT PRIMARY KEY, bundle_sha256 TEXT NOT NULL, locked_utc TEXT)",
    "CREATE TABLE trial (trial TEXT PRIMARY KEY, stage INTEGER NOT NULL, place INTEGER NOT NULL, ms INTEGER NOT NULL)",
    "CREATE TABLE seen (trial TEXT NOT NULL, kind TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL)",
    "CREATE INDEX seen_by_trial ON seen (trial, kind)",
    _REVISION,
    *append_only("revision", ["trial", "revision"]),
    _LOCKED,
]
MIGRATIONS = (SCHEMA, [DRAFT])
_LABEL: TypeAdapter[Label] = TypeAdapter(Label)
_Step = Literal["made", "changed", "deleted", "undone", "redone"]


class _Edit(NamedTuple):
    label_id: str
    before: Label | None
    after: Label | None


class _Trial:
    """A trial's labels as its revisions leave them; rebuilt from disk when another window wrote."""

    def __init__(self) -> None:
        self.labels: dict[str, Label] = {}
        self.history: History[_Edit] = History()
        self.last = 0

    def take_in(self, revision: Revision) -> None:
        before = self.labels.get(revision.label_id)
        if revision.step == "undone":
            self.history.undid()
        elif revision.step == "redone":
            self.history.redid()
        else:
            self.history.did(_Edit(revision.label_id, before, revision.label))
        if revision.label is None:
            self.labels.pop(revision.label_id, None)
        else:
            self.labels[revision.label_id] = revision.label
        self.last = revision.revision


class LabelStore:
    """The labels of one bundle; each call is one transaction and is on disk when it returns. For one thread.

    Raises:
        ReviewError: the bundle is not this author's, or its label file is damaged or in use.
    """

    def __init__(self, folder: Path, author: str, bundle: Bundle | None = None) -> None:
        self.bundle = bundle or open_bundle(folder)
        if author != self.bundle.header.reviewer:
            raise ReviewError(f"{folder} is the bundle of {self.bundle.header.reviewer}, not of {author}.")
        self.author = author
        self._path = folder / LABELS
        self._db = open_database(self._path, MIGRATIONS, "a file of labels", create=True)
        self.drafts = Drafts(self._db, self._path)
        """What is begun and not finished."""
        self._trials: dict[str, _Trial] = {}
        with written(self._db, self._path):
            self._db.conn.execute("INSERT OR IGNORE INTO owner VALUES (?, ?, NULL)", (author, self.bundle.sha256))
            self._db.conn.executemany(
                "INSERT OR IGNORE INTO trial VALUES (?, 1, 0, 0)", [(name,) for name in self.bundle.trials]
            )
        owners = self._db.conn.execute("SELECT author, bundle_sha256 FROM owner").fetchall()
        if owners != [(author, self.bundle.sha256)]:
            self.close()
            raise ReviewError(f"{self._path} holds the labels of another bundle: move it away and open this one again.")

    def close(self) -> None:
        """Close the file and leave nothing beside it."""
        close(self._db)

    def labels(self, trial: str) -> dict[str, Label]:
        """Return label id → label as they stand now."""
        return dict(self._now(trial).labels)

    def revisions(self, trial: str) -> list[Revision]:
        """Return every revision of a trial, oldest first, numbered from 1 without a gap."""
        return self._revisions(trial, 0)

    def can_undo(self, trial: str) -> bool:
        """Whether there is an edit to take back."""
        return self._now(trial).history.to_undo is not None

    def can_redo(self, trial: str) -> bool:
        """Whether there is an edit to bring back."""
        return self._now(trial).history.to_redo is not None

    def make(self, trial: str, label: Label) -> Changes:
        """Keep a new label.

        Raises:
            LabelRefused: it breaks a rule.
            Sealed: the labels are locked.
        """
        return self._edit(trial, secrets.token_hex(8), label, "made")

    def change(self, trial: str, label_id: str, label: Label) -> Changes:
        """Keep another state of a label; raises as ``make`` does."""
        return self._edit(trial, label_id, label, "changed")

    def delete(self, trial: str, label_id: str) -> Changes:
        """Let a label go; its revisions stay."""
        return self._edit(trial, label_id, None, "deleted")

    def undo(self, trial: str) -> Changes | None:
        """Take back the last edit of a trial, as a revision; null when there is none."""
        edit = self._now(trial).history.to_undo
        return None if edit is None else self._append(trial, edit.label_id, edit.before, "undone")

    def redo(self, trial: str) -> Changes | None:
        """Bring back the last edit that was undone, as a revision; null when there is none."""
        edit = self._now(trial).history.to_redo
        return None if edit is None else self._append(trial, edit.label_id, edit.after, "redone")

    def stage(self, trial: str) -> Stage:
        """Return 1 while only frames and actions may be seen, 2 afterwards."""
        return 2 if self._one(trial, "stage") == 2 else 1

    def enter_stage_two(self, trial: str) -> Changes:
        """Open the agent's words and memory of a trial; there is no way back."""
        self._check_open()
        with written(self._db, self._path):
            self._db.conn.execute("UPDATE trial SET stage = 2 WHERE trial = ?", (trial,))
        return Changes(trial, frozenset(), utc_now())

    def saw(self, trial: str, first: FrameNumber, last: FrameNumber, decision: DecisionNumber, ms: int) -> None:
        """Add frames ``first`` … ``last`` of one decision to what was on screen, for so many milliseconds."""
        self.saw_all(trial, [(first, last, decision, ms)])

    def saw_all(self, trial: str, stretches: Sequence[tuple[FrameNumber, FrameNumber, DecisionNumber, int]]) -> None:
        """Add several stretches at once, each as for ``saw``."""
        if self.locked or not stretches:
            return
        frames = [(first, last) for first, last, _, _ in stretches]
        decisions = [(decision, decision) for _, _, decision, _ in stretches]
        with written(self._db, self._path):
            for kind, new in (("frame", frames), ("decision", decisions)):
                spans = self._seen(trial, kind)
                if any(missing(spans, *span) for span in new):
                    self._db.conn.execute("DELETE FROM seen WHERE trial = ? AND kind = ?", (trial, kind))
                    rows = [(trial, kind, *one) for one in joined([*spans, *new])]
                    self._db.conn.executemany("INSERT INTO seen VALUES (?, ?, ?, ?)", rows)
            ms = sum(one[3] for one in stretches)
            self._db.conn.execute("UPDATE trial SET ms = ms + ? WHERE trial = ?", (ms, trial))

    def coverage(self, trial: str) -> Coverage:
        """Return what was on screen so far."""
        return Coverage(
            frames=[SeenSpan(first=a, last=b) for a, b in self._seen(trial, "frame")],
            decisions=[SeenSpan(first=a, last=b) for a, b in self._seen(trial, "decision")],
            milliseconds=self._one(trial, "ms"),
        )

    def place(self, trial: str) -> FrameNumber:
        """Return the frame at which the cursor last stood."""
        return self._one(trial, "place")

    def set_place(self, trial: str, frame: FrameNumber) -> None:
        """Remember the frame at which the cursor stands."""
        with written(self._db, self._path):
            self._db.conn.execute("UPDATE trial SET place = ? WHERE trial = ?", (frame, trial))

    @property
    def locked(self) -> bool:
        """Whether the labels were locked for sealing."""
        return self.locked_utc is not None

    @property
    def locked_utc(self) -> UtcTime | None:
        """When the labels were locked, null while they are open."""
        row = row_of(self._db, "SELECT locked_utc FROM owner")
        return None if row is None else row[0]

    def lock(self) -> None:
        """Lock the labels for good; nothing can be made, changed, deleted, undone or redone afterwards."""
        with written(self._db, self._path):
            self._db.conn.execute("UPDATE owner SET locked_utc = ? WHERE locked_utc IS NULL", (utc_now(),))

    def facts_for_rules(self, trial: str, but: str | None = None) -> TrialFacts:
        """Return what the rules must know for a label of this trial; ``but`` is the label that is being changed."""
        others = dict(self._now(trial).labels)
        others.pop(but or "", None)
        return self.bundle.trial(trial).facts_for_rules(self.stage(trial), others)

    def _edit(self, trial: str, label_id: str, label: Label | None, step: _Step) -> Changes:
        self._check_open()
        if step != "made" and label_id not in self._now(trial).labels:
            raise ReviewError(f"There is no label {label_id} in trial {trial} any more.")
        if label is not None and (found := problems(label, self.facts_for_rules(trial, label_id))):
            raise LabelRefused(found)
        return self._append(trial, label_id, label, step)

    def _append(self, trial: str, label_id: str, label: Label | None, step: _Step) -> Changes:
        self._check_open()
        state = self._now(trial)
        revision = Revision(
            revision=state.last + 1,
            label_id=label_id,
            author=self.author,
            at=utc_now(),
            stage=self.stage(trial),
            step=step,
            label=label,
        )
        values = (trial, revision.revision, label_id, self.author, revision.at, revision.stage, step)
        with written(self._db, self._path):
            self._db.conn.execute(
                "INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, None if label is None else dump(label)),
            )
        state.take_in(revision)
        return Changes(trial, frozenset({label_id}), revision.at)

    def _check_open(self) -> None:
        if self.locked:
            raise Sealed(f"The labels of {self._path.parent} are locked: they were sealed and cannot change any more.")

    def _now(self, trial: str) -> _Trial:
        """Return a trial's state, taking in what another window may have appended."""
        self.bundle.trial(trial)
        state = self._trials.setdefault(trial, _Trial())
        with known_faults(self._path):
            row = row_of(self._db, "SELECT max(revision) FROM revision WHERE trial = ?", (trial,))
            if row is not None and (row[0] or 0) != state.last:
                for revision in self._revisions(trial, state.last):
                    state.take_in(revision)
        return state

    def _revisions(self, trial: str, after: int) -> list[Revision]:
        query = "SELECT * FROM revision WHERE trial = ? AND revision > ? ORDER BY revision"
        with known_faults(self._path):
            rows = self._db.conn.execute(query, (trial, after)).fetchall()
        try:
            return [
                Revision(
                    revision=number,
                    label_id=label_id,
                    author=author,
                    at=at,
                    stage=stage,
                    step=step,
                    label=None if label is None else _LABEL.validate_json(label),
                )
                for _, number, label_id, author, at, stage, step, label in rows
            ]
        except ValidationError as fault:
            first = fault.errors()[0]
            raise ReviewError(f"{self._path}, a label of {trial} is damaged: {first['msg']}.") from None

    def _seen(self, trial: str, kind: str) -> list[tuple[int, int]]:
        query = "SELECT first, last FROM seen WHERE trial = ? AND kind = ? ORDER BY first"
        return self._db.conn.execute(query, (trial, kind)).fetchall()

    def _one(self, trial: str, column: str) -> int:
        row = row_of(self._db, f"SELECT {column} FROM trial WHERE trial = ?", (trial,))  # noqa: S608 - our own names
        if row is None:
            raise ReviewError(f"{self._path.parent} holds no trial {trial}.")
        return int(row[0])
