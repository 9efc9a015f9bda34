"""A made-up adjudicator for the demonstration: decides every item by the rule written here."""

from typing import NamedTuple

from firered_review.core.judgement import Item, Verdict
from harness.formats.labels import ErrorLabel, Label, MilestoneLabel, RouteLabel

RULE = (
    "exact agreement is accepted",
    "a milestone: the earlier frame; one that only one side has is taken",
    "a repeated route: the longer repetition; one that only one side has is taken",
    "a memory error that both have: the more severe; where the types differ it is left disputed",
    "a memory error that only one side has: taken when it cites a stored fact or a frame, else neither",
)
_SEVERITY = ("minor", "material", "critical")


class Ruling(NamedTuple):
    """What the rule says about one item, and why."""

    verdict: Verdict
    reason: str


def decide(item: Item) -> Ruling:
    """Apply the rule to an item that the two sides do not agree on exactly."""
    if item.a is not None and item.b is not None:
        return _between(item.a, item.b)
    verdict: Verdict = "a" if item.a is not None else "b"
    only = item.a or item.b
    if isinstance(only, ErrorLabel) and not any(one.fact or one.frame for one in only.citations):
        return Ruling("neither", "Only one side, and it cites no stored fact and no frame.")
    return Ruling(verdict, "Only one side, and the frames bear it out.")


def _between(a: Label, b: Label) -> Ruling:
    if isinstance(a, MilestoneLabel) and isinstance(b, MilestoneLabel):
        return Ruling("a" if a.frame.frame <= b.frame.frame else "b", "The cue is fully drawn on the earlier frame.")
    if isinstance(a, RouteLabel) and isinstance(b, RouteLabel):
        return Ruling("a" if _frames(a) >= _frames(b) else "b", "The longer repetition holds the whole way.")
    if isinstance(a, ErrorLabel) and isinstance(b, ErrorLabel):
        if a.type != b.type:
            return Ruling("disputed", "The two types cannot be told apart from what is shown.")
        more = _SEVERITY.index(a.severity) >= _SEVERITY.index(b.severity)
        return Ruling("a" if more else "b", "The greater severity counts the actions to the recovery.")
    return Ruling("a", "Both sides describe the same.")


def _frames(route: RouteLabel) -> int:
    return route.second.last.frame - route.second.first.frame
