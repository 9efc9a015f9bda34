"""Reading an adjudication database: its items with the judgements that stand, and what may be shown of them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from firered_review.core.conflicts import Conflict, conflicts
from firered_review.core.errors import ReviewError
from firered_review.core.history import History
from firered_review.core.judgement import DetectedRoute, Item, Judgement, Sign
from firered_review.store.database import one_reading, row_of
from firered_review.store.reconciled import LABEL, Reconciled
from harness.formats.base import MilestoneId

STAGE_ONE_KINDS = ("milestone", "route", "battle")
Place = tuple[str, MilestoneId]
"""A trial and a milestone: where a conflict lies."""


class Evidence(NamedTuple):
    """What hidden state says around one item."""

    signs: list[Sign]
    routes: list[DetectedRoute]


class Judged(NamedTuple):
    """One item in a step: the judgement before it and after it."""

    item: str
    before: Judgement | None
    after: Judgement | None


class Closed(NamedTuple):
    """One conflict in a step: the reason it was closed with before and after it, null for open."""

    place: Place
    before: str | None
    after: str | None


class Step(NamedTuple):
    """What one deed did, for undoing it."""

    items: Sequence[Judged]
    conflicts: Sequence[Closed]


class JudgedItems(Reconciled):
    """The items of a database; what another window appended is taken in whenever something is asked."""

    _items: dict[str, Item]
    _closed: dict[Place, str]
    _unjudged: Counter[str]
    """Trial → how many of its first-stage items never had a judgement."""
    _history: History[Step]
    _last: tuple[int, int]

    def items(self, trial: str | None = None) -> list[Item]:
        """Return every item with its standing judgement, in the order they were made, without withdrawn ones."""
        self._refresh()
        return [item for item in self._items.values() if trial in (None, item.trial) and not item.withdrawn]

    def item(self, item: str) -> Item:
        """Return one item."""
        self._refresh()
        if item not in self._items:
            raise ReviewError(f"{self.path} holds no item {item}.")
        return self._items[item]

    def may_see_memory(self, trial: str) -> bool:
        """Whether a trial's memory and reasoning may be shown: its first-stage items all had a first judgement."""
        self._refresh()
        return not self._unjudged[trial]

    def waiting(self) -> set[str]:
        """Return the items that may not be shown yet: those of memory, in trials whose memory may not be seen."""
        return {one.item for one in self.items() if one.kind not in STAGE_ONE_KINDS and self._unjudged[one.trial]}

    def shown_items(self) -> set[str]:
        """Return the items whose hidden state was shown."""
        with self.plainly():
            return {row[0] for row in self.db.conn.execute("SELECT item FROM shown")}

    def closings(self) -> set[Place]:
        """Return the conflicts of oracle against screen that were put down to the instrument."""
        self._refresh()
        return set(self._closed)

    def closing_reasons(self) -> dict[Place, str]:
        """Return each closed conflict with the reason it was closed with."""
        self._refresh()
        return dict(self._closed)

    def conflicts(self) -> list[Conflict]:
        """Return the open conflicts of oracle against screen; none where no hidden state was recorded."""
        closed = self.closings()
        return [one for one in self._every_conflict() if (one.trial, one.milestone) not in closed]

    def shown_conflicts(self) -> list[Conflict]:
        """Return the conflicts that may be shown, closed ones too: those of trials whose milestones were all judged."""
        open_trials = {one.trial for one in self.items() if one.kind == "milestone" and not one.judged_once}
        return [one for one in self._every_conflict() if one.trial not in open_trials]

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

    @property
    def appended(self) -> int:
        """How many judgements and closings there are; it grows whenever any window decides something."""
        self._refresh()
        return sum(self._last)

    # inside

    def _every_conflict(self) -> list[Conflict]:
        if not self.has_oracle:
            return []
        return conflicts(self.trials, self.items(), self.signs(), self.codebook.milestones)

    def _forget(self) -> None:
        self._items, self._closed, self._unjudged = {}, {}, Counter()
        self._history, self._last = History(), (0, 0)

    def _refresh(self) -> None:
        """Take in what was appended since, by this or another window."""
        with self.plainly(), one_reading(self.db):
            count = row_of(self.db, "SELECT count(*) FROM item")
            if count is not None and count[0] != len(self._items):
                for item in self._read_items():
                    if item.item not in self._items:
                        self._items[item.item] = item
                        self._unjudged[item.trial] += item.kind in STAGE_ONE_KINDS
            steps: dict[tuple[int, str], tuple[list[Any], list[Any]]] = defaultdict(lambda: ([], []))
            for place, table in enumerate(("judgement", "closing")):
                query = f"SELECT * FROM {table} WHERE number > ? ORDER BY number"  # noqa: S608 - our own names
                for row in self.db.conn.execute(query, (self._last[place],)).fetchall():
                    steps[row[1], row[2]][place].append(row)
            for (_, deed), (judgements, closings) in sorted(steps.items(), key=lambda one: one[0][0]):
                self._take_in(deed, judgements, closings)

    def _take_in(self, deed: str, judgements: Sequence[tuple[Any, ...]], closings: Sequence[tuple[Any, ...]]) -> None:
        step = Step([self._take_judgement(row) for row in judgements], [self._take_closing(row) for row in closings])
        if deed == "undone":
            self._history.undid()
        elif deed == "redone":
            self._history.redid()
        else:
            self._history.did(step)

    def _take_judgement(self, row: tuple[Any, ...]) -> Judged:
        number, _, _, name, at, verdict, label, reason, after = row
        found = None if label is None else LABEL.validate_json(label)
        judgement = None if verdict is None else Judgement(verdict, found, reason, at, bool(after))
        item = self._items[name]
        before = item.before_evidence if after else judgement
        self._unjudged[item.trial] -= item.kind in STAGE_ONE_KINDS and not item.judged_once
        self._items[name] = item._replace(judgement=judgement, judged_once=True, before_evidence=before)
        self._last = (number, self._last[1])
        return Judged(name, item.judgement, judgement)

    def _take_closing(self, row: tuple[Any, ...]) -> Closed:
        number, _, _, trial, milestone, _, cause, reason = row
        before = self._closed.pop((trial, milestone), None)
        after = None if cause is None else reason
        if after is not None:
            self._closed[trial, milestone] = after
        self._last = (self._last[0], number)
        return Closed((trial, milestone), before, after)

    def _read_items(self) -> Iterator[Item]:
        query = (
            "SELECT item.item, item.trial, item.kind, coalesce(one.label, third.label), other.label, item.shown_first "
            "FROM item LEFT JOIN further ON further.made AND further.item = item.item "
            "LEFT JOIN label AS third ON third.side = further.side AND third.trial = item.trial "
            "AND third.label_id = further.label_id "
            "LEFT JOIN label AS one ON one.side = 'a' AND one.trial = item.trial AND one.label_id = item.a "
            "LEFT JOIN label AS other ON other.side = 'b' AND other.trial = item.trial AND other.label_id = item.b "
            "ORDER BY item.item"
        )
        for name, trial, kind, a, b, first in self.db.conn.execute(query):
            one = None if a is None else LABEL.validate_json(a)
            other = None if b is None else LABEL.validate_json(b)
            yield Item(name, trial, kind, one, other, first, None, judged_once=False)
