"""The adjudication database: originals read-only, every judgement an appended revision, evidence behind a door."""

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from firered_review.core.errors import LabelRefused, NotYet, ReviewError
from firered_review.core.history import Changes
from firered_review.core.judgement import Item, Judgement, Verdict, judged_label
from firered_review.core.rules import problems
from firered_review.store import audit
from firered_review.store.bundle import Bundle
from firered_review.store.database import dump, row_of, written
from firered_review.store.judged import STAGE_ONE_KINDS, Closed, Evidence, Judged, JudgedItems
from harness.formats.base import MilestoneId, utc_now
from harness.formats.labels import BookmarkLabel, Label, MilestoneLabel, NoteLabel

BULK_REASON = "Exact agreement"
INSTRUMENT = "instrumentation"


class AdjudicationDatabase(JudgedItems):
    """An adjudication database; each call that changes it is one transaction, on disk when it returns.

    With a bundle, new and combined labels must keep the same rules as a reviewer's. For one thread.

    Raises:
        ReviewError: it is no such database, damaged, in use, or from a newer version.
        Tampered: its tables or triggers are not what they must be.
    """

    def __init__(
        self, path: Path, bundle: Bundle | None = None, *, create: bool = False, reading: bool = False
    ) -> None:
        super().__init__(path, create=create, reading=reading)
        self.bundle = bundle
        if not create:
            self._check_bundle()
        self._forget()

    # the doors

    def evidence(self, item: str) -> Evidence:
        """Return what hidden state says about an item, and remember that it was shown.

        Raises:
            NotYet: the item has no first judgement.
        """
        found = self.item(item)
        if not found.judged_once:
            raise NotYet(f"Item {item} has no judgement yet: judge it first, then look at the hidden state.")
        self._remember_shown([item])
        names = {side.milestone for side in (found.a, found.b, found.final) if isinstance(side, MilestoneLabel)}
        return Evidence(
            [s for s in self.signs() if s.trial == found.trial and (s.milestone in names or found.kind != "milestone")],
            [r for r in self.routes() if r.trial == found.trial],
        )

    def remember_conflicts_shown(self) -> None:
        """Remember for every item that a conflict is about that its hidden state was shown."""
        places = {(one.trial, one.milestone) for one in self.shown_conflicts()}
        self._remember_shown(
            one.item
            for one in self.items()
            for label in (one.a, one.b, one.final)
            if isinstance(label, MilestoneLabel) and (one.trial, label.milestone) in places
        )

    # judging

    def judge(self, item: str, verdict: Verdict, label: Label | None = None, reason: str = "") -> Changes:
        """Decide an item.

        Raises:
            LabelRefused: verdict, label and reason do not go together, or the label breaks a rule.
            NotYet: it is about memory, and the trial's milestones, routes and battles are not all judged.
            ReviewError: the labels are frozen.
        """
        with written(self.db, self.path):
            found = self.item(item)
            if found.kind not in STAGE_ONE_KINDS and not self.may_see_memory(found.trial):
                raise NotYet(f"{item} waits until the milestones, routes and battles of {found.trial} are judged.")
            final = judged_label(found, verdict, label, reason)
            self._check_label(found, final, own=verdict in ("combine", "new"))
            judgement = Judgement(verdict, final, reason, utc_now(), after_evidence=False)
            return self._append("judged", [Judged(item, found.judgement, judgement)], [], found.trial)

    def accept_exact(self) -> Changes:
        """Take every open item on which both sides agree in every field and which waits for nothing; one step."""
        at = utc_now()
        with written(self.db, self.path):
            waiting = self.waiting()
            rows = [
                Judged(one.item, one.judgement, Judgement("a", one.a, BULK_REASON, at, after_evidence=False))
                for one in self.items()
                if one.exact
                and one.state == "open"
                and one.item not in waiting
                and not self._milestone_twice(one, one.a)
            ]
            return self._append("judged", rows, [], "") if rows else Changes("", frozenset(), at)

    def add(self, trial: str, label: Label, reason: str) -> Changes:
        """Write a label that neither side has, as an item of its own.

        Raises: as ``judge``.
        """
        if isinstance(label, NoteLabel | BookmarkLabel):
            raise LabelRefused(["notes and bookmarks are not adjudicated"])
        self._refuse_frozen()
        self.decisions_of(trial)
        with self.batch():
            number = row_of(self.db, "SELECT count(*) FROM item")
            name = f"item-{(0 if number is None else number[0]) + 1:05d}"
            blank = Item(name, trial, label.kind, None, None, "a", None, judged_once=False)
            self._check_label(blank, judged_label(blank, "new", label, reason), own=True)
            row = (name, trial, label.kind, None, None, "ab"[secrets.randbelow(2)])
            audit.write_entry(self.db, "item added", {"rows": [self._insert("item", row)]})
            return self.judge(name, "new", label, reason)

    def close_conflict(self, trial: str, milestone: MilestoneId, reason: str) -> Changes:
        """Put an open conflict of oracle against screen down to the instrument.

        Raises:
            ReviewError: there is no such conflict, no reason is given, or the labels are frozen.
            NotYet: a milestone of the trial has no first judgement.
        """
        if not reason.strip():
            raise LabelRefused(["a reason is still needed"])
        with written(self.db, self.path):
            place = (trial, milestone)
            if any(one.kind == "milestone" and not one.judged_once for one in self.items(trial)):
                raise NotYet(f"Judge every milestone of {trial} first, then look at its conflicts.")
            if place not in {(one.trial, one.milestone) for one in self.conflicts()}:
                raise ReviewError(f"{self.path} has no open conflict about {milestone} in {trial}.")
            return self._append("conflict closed", [], [Closed(place, None, reason)], trial)

    def undo(self) -> Changes | None:
        """Take back the last step, as appended revisions; null when there is none."""
        with written(self.db, self.path):
            self._refresh()
            step = self._history.to_undo
            if step is None:
                return None
            items = [Judged(one.item, one.after, one.before) for one in step.items]
            return self._append("undone", items, [Closed(o.place, o.after, o.before) for o in step.conflicts], "")

    def redo(self) -> Changes | None:
        """Bring back the last step that was undone; null when there is none."""
        with written(self.db, self.path):
            self._refresh()
            step = self._history.to_redo
            return None if step is None else self._append("redone", step.items, step.conflicts, "")

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Make several calls one transaction: all of them, or none."""
        try:
            with written(self.db, self.path):
                yield
        except BaseException:
            self._forget()
            raise

    # inside

    def _append(self, deed: str, items: Sequence[Judged], places: Sequence[Closed], trial: str) -> Changes:
        self._refuse_frozen()
        at = utc_now()
        shown = self.shown_items()
        digests = []
        with written(self.db, self.path):
            top = [row_of(self.db, f"SELECT max(number), max(step) FROM {t}") for t in ("judgement", "closing")]  # noqa: S608
            numbers, steps = zip(*((row[0] or 0, row[1] or 0) if row else (0, 0) for row in top), strict=True)
            head = (max(steps) + 1, deed)
            for number, one in enumerate(items, numbers[0] + 1):
                label = None if one.after is None or one.after.label is None else dump(one.after.label)
                said = (None, label, "") if one.after is None else (one.after.verdict, label, one.after.reason)
                digests.append(self._insert("judgement", (number, *head, one.item, at, *said, int(one.item in shown))))
            for number, closed in enumerate(places, numbers[1] + 1):
                cause = None if closed.after is None else INSTRUMENT
                digests.append(self._insert("closing", (number, *head, *closed.place, at, cause, closed.after or "")))
            audit.write_entry(self.db, deed, {"rows": digests})
        return Changes(trial, frozenset(one.item for one in items), at)

    def _insert(self, table: str, row: tuple[object, ...]) -> str:
        marks = ", ".join("?" * len(row))
        self.db.conn.execute(f"INSERT INTO {table} VALUES ({marks})", row)  # noqa: S608 - our own names
        return audit.row_digest(table, row)

    def _remember_shown(self, items: Iterator[str] | Sequence[str]) -> None:
        if self.frozen:
            return
        known = self.shown_items()
        fresh = [(item, utc_now()) for item in dict.fromkeys(items) if item not in known]
        if fresh:
            with written(self.db, self.path):
                digests = [self._insert("shown", row) for row in fresh]
                audit.write_entry(self.db, "evidence shown", {"items": [one for one, _ in fresh], "rows": digests})

    def _refuse_frozen(self) -> None:
        if self.frozen:
            raise ReviewError(f"The labels of {self.path} are frozen: nothing can be decided any more.")

    def _check_label(self, item: Item, label: Label | None, *, own: bool) -> None:
        if label is None:
            return
        if twice := self._milestone_twice(item, label):
            raise LabelRefused([twice])
        if own and (found := self.label_problems(item.trial, label, item.item)):
            raise LabelRefused(found)

    def label_problems(self, trial: str, label: Label, item: str = "") -> list[str]:
        """Return every rule that a label of the adjudicator's own breaks; ``item`` is the one it would stand for."""
        if self.bundle is None:
            return []
        others = {one.item: one.final for one in self.items(trial) if one.final is not None and one.item != item}
        return problems(label, self.bundle.trial(trial).facts_for_rules(2, others))

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


def open_adjudication(path: Path, bundle: Bundle | None = None, *, reading: bool = False) -> AdjudicationDatabase:
    """Open an existing adjudication database, with ``reading`` only to look; the errors of ``AdjudicationDatabase``."""
    return AdjudicationDatabase(path, bundle, reading=reading)
