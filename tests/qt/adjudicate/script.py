"""An adjudication as a script: an outcome for each item, the keys that give it, and the entry that says the same."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from firered_review.core.judgement import Item, Verdict
from firered_review.qt.adjudicate.item_words import combined, differing
from firered_review.store.bundle import Bundle, TrialView
from harness.formats.labels import BattleLabel, Label, MilestoneLabel, RouteLabel, Segment

_KEYS: dict[Verdict, str] = {"combine": "d", "new": "f", "neither": "x", "disputed": "w"}
_OUTCOMES: tuple[Verdict, ...] = ("a", "new", "combine", "neither", "b", "disputed")


class Scripted(NamedTuple):
    """One item's outcome; A and B as they are stored, not as they are shown."""

    item: Item
    verdict: Verdict
    label: Label | None
    """The label of a combined or new one."""
    reason: int
    """The number of the reason in the list."""
    word: str
    """What is typed for the reader."""

    def shown(self) -> str:
        """Return the key of the outcome."""
        if self.verdict in ("a", "b"):
            return "a" if self.verdict == self.item.shown_first else "s"
        return _KEYS[self.verdict]

    def entry(self, reasons: Sequence[str]) -> dict[str, Any]:
        """Return the same decision as an entry of a file."""
        label = None if self.label is None else self.label.model_dump(mode="json")
        reason = reasons[self.reason - 1] + (f": {self.word}" if self.word else "")
        return {"item": self.item.item, "decision": self.verdict, "label": label, "reason": reason}


def script_of(items: Sequence[Item], bundle: Bundle) -> list[Scripted]:
    """Return an outcome for each item that is no exact agreement, every outcome in turn."""
    found: list[Scripted] = []
    chance = random.Random(6)  # noqa: S311 - a fixed choice of outcomes
    for item in items:
        if item.exact:
            continue
        turn = len(found)
        verdict = chance.choice([one for one in _OUTCOMES if _allows(item, one)])
        label = None
        shown_a, shown_b = (item.a, item.b) if item.shown_first == "a" else (item.b, item.a)
        if verdict == "combine" and shown_a is not None and shown_b is not None:
            # Every field but the first that differs stays with what is shown as A.
            label = combined(shown_a, shown_b, frozenset(differing(item)[:1]))
        elif verdict == "new":
            first = shown_a or shown_b
            assert first is not None
            label = _later(first, bundle.trial(item.trial))
        found.append(Scripted(item, verdict, label, turn % 10 + 1, "so it is" if turn % 7 == 0 else ""))
    return found


def _allows(item: Item, verdict: Verdict) -> bool:
    sides = {"a": item.a is not None, "b": item.b is not None}
    sides["combine"] = sides["a"] and sides["b"]
    return sides.get(verdict, True)


def _later(label: Label, trial: TrialView) -> Label:
    """Return a label with its first frame one frame later, or its decision one decision later."""
    if isinstance(label, MilestoneLabel):
        return label.model_copy(update={"frame": trial.identity(label.frame.frame + 1)})
    if isinstance(label, RouteLabel):
        return label.model_copy(update={"first": _cut(label.first, trial)})
    if isinstance(label, BattleLabel):
        return label.model_copy(update={"span": _cut(label.span, trial)})
    decision = getattr(label, "decision") + 1  # noqa: B009 - both kinds that are left have one
    return label.model_copy(update={"decision": decision, "frame": trial.boundary(decision)})


def _cut(segment: Segment, trial: TrialView) -> Segment:
    return segment.model_copy(update={"first": trial.identity(segment.first.frame + 1)})


def first_place(label: Label) -> int:
    """Return the number in the field that the card for a new label puts the keyboard on."""
    if isinstance(label, MilestoneLabel):
        return label.frame.frame
    if isinstance(label, RouteLabel):
        return label.first.first.frame
    return label.span.first.frame if isinstance(label, BattleLabel) else int(getattr(label, "decision"))  # noqa: B009
