"""The adjudication database: originals read-only, every judgement an appended revision, evidence behind a door."""

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.conflicts import Conflict, conflicts
from firered_review.core.errors import LabelRefused, NotYet, ReviewError
from firered_review.core.history import Changes, History
from firered_review.core.judgement import DetectedRoute, Item, Judgement, Sign, Verdict, judged_label
from firered_review.core.rules import problems
from firered_review.store import audit
from firered_review.store.bundle import Bundle
from firered_review.store.database import dump, row_of, written
from firered_review.store.reconciled import LABEL, Reconciled
from harness.formats.base import MilestoneId, utc_now
from harness.formats.labels import BookmarkLabel, Label, MilestoneLabel, NoteLabel

STAGE_ONE_KINDS = ("milestone", "route", "battle")
BULK_REASON = "Exact agreement"


class Evidence(NamedTuple):
    """What hidden state says around one item."""

    signs: list[Sign]
    routes: list[DetectedRoute]


class _Step(NamedTuple):
    rows: list[tuple[str, Judgement | None, Judgement | None]]
    """Item, judgement before, judgement after."""


class AdjudicationDatabase(Reconciled):
    """An adjudication database; each call that changes it is one transaction, on disk when it returns.

    With a bundle, new and combined labels must keep the same rules as a reviewer's. For one thread.

    Raises:
        ReviewError: it is no such database, damaged, in use, or from a newer version.
        Tampered: its tables or triggers are not what they must be.
    """

    def __init__(self, path: Path, bundle: Bundle | None = None, *, create: bool = False) -> None:
        super().__init__(path, create=create)
        self.bundle = bundle
        if not create:
            self._check_bundle()
        self._items: dict[str, Item] = {}
        self._history: History[_Step] = History()
        self._last = 0

    def items(self, trial: str | None = None) -> list[Item]:
        """Return every item with its standing judgement, in the order they were made."""
        self._refresh()
        return [item for item in self._items.values() if trial in (None, item.trial)]

    def item(self, item: str) -> Item:
        """Return one item."""
        self._refresh()
        if item not in self._items:
            raise ReviewError(f"{self.path} holds no item {item}.")
        return self._items[item]

    def closings(self) -> set[tuple[str, MilestoneId]]:
        """Return the conflicts of oracle against screen that were put down to the instrument."""
        return set(self.db.conn.execute("SELECT trial, milestone FROM closing").fetchall())

    def conflicts(self) -> list[Conflict]:
        """Return the open conflicts of oracle against screen; none where no hidden state was recorded."""
        if not self.has_oracle:
            return []
        closed = self.closings()
        every = conflicts(self.trials, self.items(), self.signs(), self.codebook.milestones)
        return [one for one in every if (one.trial, one.milestone) not in closed]

    # the doors

    def evidence(self, item: str) -> Evidence:
        """Return what hidden state says about an item, and remember that it was shown.

        Raises:
            NotYet: the item has no first judgement.
        """
        found = self.item(item)
        if not found.judged_once:
            raise NotYet(f"Item {item} has no judgement yet: judge it first, then look at the hidden state.")
        if not self.frozen and row_of(self.db, "SELECT 1 FROM shown WHERE item = ?", (item,)) is None:
            row = (item, utc_now())
            with written(self.db, self.path):
                self.db.conn.execute("INSERT INTO shown VALUES (?, ?)", row)
                audit.write_entry(self.db, "evidence shown", {"item": item, "rows": [audit.row_digest("shown", row)]})
        names = {side.milestone for side in (found.a, found.b, found.final) if isinstance(side, MilestoneLabel)}
        return Evidence(
            [s for s in self.signs() if s.trial == found.trial and (s.milestone in names or found.kind != "milestone")],
            [r for r in self.routes() if r.trial == found.trial],
        )

    def may_see_memory(self, trial: str) -> bool:
        """Whether a trial's memory and reasoning may be shown: its first-stage items all had a first judgement."""
        return all(one.judged_once for one in self.items(trial) if one.kind in STAGE_ONE_KINDS)

    # judging

    def judge(self, item: str, verdict: Verdict, label: Label | None = None, reason: str = "") -> Changes:
        """Decide an item.

        Raises:
            LabelRefused: verdict, label and reason do not go together, or the label breaks a rule.
            ReviewError: the labels are frozen.
        """
        found = self.item(item)
        final = judged_label(found, verdict, label, reason)
        self._check_label(found, final, own=verdict in ("combine", "new"))
        shown = row_of(self.db, "SELECT 1 FROM shown WHERE item = ?", (item,)) is not None
        judgement = Judgement(verdict, final, reason, utc_now(), shown)
        return self._append("judged", [(item, found.judgement, judgement)], found.trial)

    def accept_exact(self) -> Changes:
        """Take every open item on which both sides agree in every field; one step to undo."""
        at = utc_now()
        rows = [
            (one.item, one.judgement, Judgement("a", one.a, BULK_REASON, at, False))
            for one in self.items()
            if one.exact and one.state == "open" and not self._milestone_twice(one, one.a)
        ]
        return self._append("judged", rows, "") if rows else Changes("", frozenset(), at)

    def add(self, trial: str, label: Label, reason: str) -> Changes:
        """Write a label that neither side has, as an item of its own.

        Raises: as ``judge``.
        """
        if isinstance(label, NoteLabel | BookmarkLabel):
            raise LabelRefused(["notes and bookmarks are not adjudicated"])
        self.decisions_of(trial)
        number = row_of(self.db, "SELECT count(*) FROM item")
        name = f"item-{(0 if number is None else number[0]) + 1:05d}"
        blank = Item(name, trial, label.kind, None, None, "a", None, judged_once=False)
        self._check_label(blank, judged_label(blank, "new", label, reason), own=True)
        row = (name, trial, label.kind, None, None, "ab"[secrets.randbelow(2)])
        with written(self.db, self.path):
            self.db.conn.execute("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", row)
            audit.write_entry(self.db, "item added", {"rows": [audit.row_digest("item", row)]})
            return self.judge(name, "new", label, reason)

    def undo(self) -> Changes | None:
        """Take back the last step, as appended judgements; null when there is none."""
        self._refresh()
        step = self._history.to_undo
        return None if step is None else self._append("undone", [(i, new, old) for i, old, new in step.rows], "")

    def redo(self) -> Changes | None:
        """Bring back the last step that was undone; null when there is none."""
        self._refresh()
        step = self._history.to_redo
        return None if step is None else self._append("redone", step.rows, "")

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        self._refresh()
        return self._history.to_undo is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to bring back."""
        self._refresh()
        return self._history.to_redo is not None

    def close_conflict(self, trial: str, milestone: MilestoneId, reason: str) -> None:
        """Put an open conflict of oracle against screen down to the instrument.

        Raises:
            ReviewError: there is no such conflict, or no reason is given.
        """
        if not reason.strip():
            raise LabelRefused(["a reason is still needed"])
        if (trial, milestone) not in {(one.trial, one.milestone) for one in self.conflicts()}:
            raise ReviewError(f"{self.path} has no open conflict about {milestone} in {trial}.")
        row = (trial, milestone, "instrumentation", reason, utc_now())
        with written(self.db, self.path):
            self.db.conn.execute("INSERT INTO closing VALUES (?, ?, ?, ?, ?)", row)
            audit.write_entry(self.db, "conflict closed", {"rows": [audit.row_digest("closing", row)]})

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Make several calls one transaction: all of them, or none."""
        try:
            with written(self.db, self.path):
                yield
        except BaseException:
            self._items, self._history, self._last = {}, History(), 0
            raise

    # inside

    def _append(self, deed: str, rows: Sequence[tuple[str, Judgement | None, Judgement | None]], trial: str) -> Changes:
        if self.frozen:
            raise ReviewError(f"The labels of {self.path} are frozen: nothing can be decided any more.")
        at = utc_now()
        self._refresh()
        digests = []
        with written(self.db, self.path):
            top = row_of(self.db, "SELECT max(number), max(step) FROM judgement") or (None, None)
            for number, (item, _, after) in enumerate(rows, (top[0] or 0) + 1):
                label = None if after is None or after.label is None else dump(after.label)
                row = (
                    *(number, (top[1] or 0) + 1, deed, item, at),
                    *(None if after is None else after.verdict, label, "" if after is None else after.reason),
                    int(after is not None and after.after_evidence),
                )
                self.db.conn.execute("INSERT INTO judgement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                digests.append(audit.row_digest("judgement", row))
            audit.write_entry(self.db, deed, {"rows": digests})
        self._refresh()
        return Changes(trial, frozenset(item for item, _, _ in rows), at)

    def _check_label(self, item: Item, label: Label | None, *, own: bool) -> None:
        if label is None:
            return
        if twice := self._milestone_twice(item, label):
            raise LabelRefused([twice])
        if self.bundle is None or not own:
            return
        others = {one.item: one.final for one in self.items(item.trial) if one.final is not None and one != item}
        others.pop(item.item, None)
        found = problems(label, self.bundle.trial(item.trial).facts_for_rules(2, others))
        if found:
            raise LabelRefused(found)

    def _milestone_twice(self, item: Item, label: Label | None) -> str | None:
        if not isinstance(label, MilestoneLabel):
            return None
        for one in self.items(item.trial):
            same = isinstance(one.final, MilestoneLabel) and one.final.milestone == label.milestone
            if same and one.item != item.item:
                return f"{label.milestone} stands already in {one.item}: a milestone counts once in a trial"
        return None

    def _check_bundle(self) -> None:
        if self.bundle is None:
            return
        try:
            held = (self.bundle.header.commitment, self.bundle.header.sums_sha256)
            if held != (self.commitment, self.sums_sha256) or list(self.bundle.trials) != self.trials:
                raise ReviewError(f"{self.bundle.path} is not the adjudicator's bundle that belongs to {self.path}.")
        except BaseException:
            self.close()
            raise

    def _refresh(self) -> None:
        """Take in what was appended since, by this or another window."""
        with self.plainly():
            count = row_of(self.db, "SELECT count(*) FROM item")
            if count is not None and count[0] != len(self._items):
                for item in self._read_items():
                    self._items.setdefault(item.item, item)
            rows = self.db.conn.execute(
                "SELECT * FROM judgement WHERE number > ? ORDER BY number", (self._last,)
            ).fetchall()
            steps: dict[int, list[tuple[Any, ...]]] = {}
            for row in rows:
                steps.setdefault(row[1], []).append(row)
            for group in steps.values():
                self._take_in(group)

    def _take_in(self, rows: Sequence[tuple[Any, ...]]) -> None:
        step: list[tuple[str, Judgement | None, Judgement | None]] = []
        for number, _, _, name, at, verdict, label, reason, after in rows:
            found = None if label is None else LABEL.validate_json(label)
            judgement = None if verdict is None else Judgement(verdict, found, reason, at, bool(after))
            item = self._items[name]
            step.append((name, item.judgement, judgement))
            self._items[name] = item._replace(judgement=judgement, judged_once=True)
            self._last = number
        deed = rows[0][2]
        if deed == "undone":
            self._history.undid()
        elif deed == "redone":
            self._history.redid()
        else:
            self._history.did(_Step(step))

    def _read_items(self) -> Iterator[Item]:
        query = (
            "SELECT item.item, item.trial, item.kind, one.label, other.label, item.shown_first FROM item "
            "LEFT JOIN label AS one ON one.side = 'a' AND one.trial = item.trial AND one.label_id = item.a "
            "LEFT JOIN label AS other ON other.side = 'b' AND other.trial = item.trial AND other.label_id = item.b "
            "ORDER BY item.item"
        )
        for name, trial, kind, a, b, first in self.db.conn.execute(query):
            one = None if a is None else LABEL.validate_json(a)
            other = None if b is None else LABEL.validate_json(b)
            yield Item(name, trial, kind, one, other, first, None, judged_once=False)


def open_adjudication(path: Path, bundle: Bundle | None = None) -> AdjudicationDatabase:
    """Open an existing adjudication database; the errors of ``AdjudicationDatabase``."""
    return AdjudicationDatabase(path, bundle)
