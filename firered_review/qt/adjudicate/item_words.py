"""Items of an adjudication in words: rows of the list, filters, verdicts, fields that differ; pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from firered_review.core.judgement import Item, Sign, Verdict
from firered_review.qt.adjudicate.items_model import ItemRow, StateTone
from firered_review.qt.words.labels import LabelWords, grouped
from firered_review.store.judged import Evidence
from harness.formats.labels import ErrorLabel, Label

_FIELD_WORDS = {
    "recovery_decision": "recovery",
    "citations": "citation",
    "first": "first passage",
    "second": "repetition",
    "span": "frames",
}


_DECIDED: dict[Verdict, str] = {
    "a": "taken",
    "b": "taken",
    "combine": "combined",
    "new": "new label",
    "neither": "neither",
    "disputed": "disputed",
}


class Filter(NamedTuple):
    """One filter of the list."""

    id: str
    text: str
    wanted: Callable[[Item], bool]


FILTERS = (
    Filter("all", "All", lambda item: True),
    Filter("open", "Open", lambda item: item.state == "open"),
    Filter("differ", "Differ", lambda item: item.finding == "differ"),
    Filter("one", "Only one", lambda item: item.finding in ("only a", "only b", "added")),
    Filter("both", "Both", lambda item: item.finding == "both"),
    Filter("decided", "Decided", lambda item: item.state == "decided"),
    Filter("disputed", "Disputed", lambda item: item.state == "disputed"),
)


class Listed(NamedTuple):
    """An item as the list holds it: its row, and the filters that let it in; no label that may not be shown."""

    row: ItemRow
    filters: frozenset[str]
    open: bool


class Listing:
    """Makes items into what the list holds; what did not change since is not made again."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Item, bool, Listed]] = {}

    def of(self, items: Sequence[Item], words: Mapping[str, LabelWords], waiting: Collection[str]) -> list[Listed]:
        """Return every item as the list holds it; ``words`` by trial, ``waiting`` the ids that show no label yet."""
        return [self._one(item, words[item.trial], waits=item.item in waiting) for item in items]

    def _one(self, item: Item, words: LabelWords, *, waits: bool) -> Listed:
        made = self._made.get(item.item)
        if made is None or made[0] is not item or made[1] != waits:
            filters = frozenset(one.id for one in FILTERS if one.wanted(item))
            made = (item, waits, Listed(row_of(item, words, waits=waits), filters, item.state == "open"))
            self._made[item.item] = made
        return made[2]


def row_of(item: Item, words: LabelWords, *, waits: bool) -> ItemRow:
    """Return an item as a row of the list; one that waits says nothing of its labels."""
    if waits:
        return ItemRow(item.item, item.kind, "Memory error" if item.kind == "error" else "Cause", item.trial, "waits")
    shown = (item.a, item.b) if item.shown_first == "a" else (item.b, item.a)
    label = shown[0] or shown[1] or item.final
    text = words.title(label) if label is not None else item.item
    if isinstance(label, ErrorLabel):
        text = words.types[label.type]
    state, tone = _state(item)
    return ItemRow(item.item, item.kind, text, item.trial, state, tone, item.state != "open")


def differing(item: Item) -> list[str]:
    """Return the fields in which the two labels differ; a frame that only follows its decision is left out."""
    found = item.differences
    return [name for name in found if not (name == "frame" and "decision" in found)]


def combined(a: Label, b: Label, from_b: frozenset[str]) -> Label:
    """Return label A with some fields of B; the boundary frame follows the decision."""
    names = set(from_b)
    if "decision" in names:
        names.add("frame")
    return a.model_copy(update={name: getattr(b, name) for name in names})


def possible(item: Item) -> Sequence[Verdict]:
    """Return what can be decided about an item, A and B as they are shown."""
    shown_a, shown_b = (item.a, item.b) if item.shown_first == "a" else (item.b, item.a)
    found: list[Verdict] = []
    if shown_a is not None:
        found.append("a")
    if shown_b is not None:
        found.append("b")
    if shown_a is not None and shown_b is not None and item.differences:
        found.append("combine")
    return [*found, "new", "neither", "disputed"]


def matches(row: ItemRow, text: str) -> bool:
    """Tell whether a row holds every word of a text."""
    said = f"{row.text} {row.trial} {row.state} {row.kind}".casefold()
    return all(word in said for word in text.casefold().split())


def evidence_words(found: Evidence, item: Item) -> str:
    """Return what hidden state says around an item, in one line, and whether the decision changed since it was seen."""
    if item.kind == "milestone":
        signs = [f"{one.milestone} {one.sign} at frame {grouped(one.frame)}{_doubt(one)}" for one in found.signs]
    else:
        latched = (one for one in found.signs if one.sign == "latched")
        signs = [f"{one.milestone} at frame {grouped(one.frame)}{_doubt(one)}" for one in latched]
    routes = (
        [f"a route of {one.steps} steps at {grouped(one.first[0])}, again at {grouped(one.second[0])}"
         for one in found.routes]
        if item.kind == "route" else []
    )  # fmt: skip
    said = "Hidden state: " + (", ".join([*routes, *signs]) or "nothing around this item") + "."
    return f"{said} The label that stands was changed after it was seen." if item.changed_after_evidence else said


def _doubt(sign: Sign) -> str:
    said = [word for word, true in (("derived", sign.derived), ("unconfirmed", sign.unconfirmed)) if true]
    return f" ({', '.join(said)})" if said else ""


def _state(item: Item) -> tuple[str, StateTone]:
    if item.judgement is not None:
        return _DECIDED[item.judgement.verdict], "plain"
    if item.finding == "both":
        return "both, same", "good"
    if item.finding == "differ":
        names = differing(item)
        word = _FIELD_WORDS.get(names[0], names[0]) if names else "remark"
        return (f"{word} differs" if len(names) < 2 else f"{len(names)} differ"), "warning"
    return "only one", "plain"
