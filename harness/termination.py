"""The seven rules that end a trial: mechanical, in the protocol's order, first match wins."""

from collections.abc import Mapping
from typing import NamedTuple

from harness.formats.base import ActionNumber
from harness.formats.evidence import TerminationReason
from harness.formats.manifest import Budgets

Numbers = dict[str, float | int | str]


class End(NamedTuple):
    """Why a trial ends, with the numbers that triggered it."""

    reason: TerminationReason
    numbers: Numbers

    @property
    def sentence(self) -> str:
        """The same in words."""
        return words(self.reason, self.numbers)


class Spent(NamedTuple):
    """What a trial has used and reached, counted from its first decision."""

    m8: bool
    actions: int
    decisions: int
    seconds: float
    cost_usd: float
    """What is measured of the cost; a lower bound where an attempt is unmeasured."""
    looped_at: ActionNumber | None
    """The action that completed the third repetition of a route."""
    unmeasured_attempts: int = 0


def ended(budgets: Budgets, spent: Spent, *, inside: bool = False) -> End | None:
    """Return why the trial ends now, or null. ``inside`` a decision its own number does not end it.

    A crash ends the trial by itself, between the money budget and the loop rule.
    """
    if spent.m8:
        return End("m8_verified", {"accepted_actions": spent.actions})
    if spent.actions >= budgets.accepted_actions:
        return End("action_budget", {"accepted_actions": spent.actions, "limit": budgets.accepted_actions})
    if not inside and spent.decisions >= budgets.model_decisions:
        return End("decision_budget", {"model_decisions": spent.decisions, "limit": budgets.model_decisions})
    if spent.seconds >= budgets.wall_time_minutes * 60:
        return End("wall_time_budget", {"seconds": round(spent.seconds, 3), "limit": budgets.wall_time_minutes * 60})
    limit = money_limit(budgets)
    if limit is not None and spent.cost_usd >= limit:
        numbers: Numbers = {"cost_usd": spent.cost_usd, "limit": limit}
        if spent.unmeasured_attempts:
            numbers["unmeasured_attempts"] = spent.unmeasured_attempts
        return End("money_budget", numbers)
    if spent.looped_at is not None:
        return End("repeated_route_loop", {"action": spent.looped_at, "repetitions": 3})
    return None


def money_limit(budgets: Budgets) -> float | None:
    """Return the money a trial may cost, in USD, or null where none is declared."""
    limit = budgets.total_cost_usd
    return float(limit) if isinstance(limit, float | int) else None


def words(reason: TerminationReason, numbers: Mapping[str, float | int | str]) -> str:
    """Return a reason and its numbers as a sentence without its full stop."""
    said = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in numbers.items()}
    pattern = _WORDS.get(reason)
    if pattern is None:
        return f"{reason}: {said['words']}" if "words" in said else reason
    try:
        sentence = pattern.format(**said)
    except KeyError:
        return reason
    unmeasured = said.get("unmeasured_attempts")
    return f"{sentence}, {unmeasured} attempts unmeasured" if unmeasured else sentence


_WORDS: dict[TerminationReason, str] = {
    "m8_verified": "M8 verified after {accepted_actions} accepted actions",
    "action_budget": "the budget of {limit} accepted actions is used up",
    "decision_budget": "the budget of {limit} decisions is used up",
    "wall_time_budget": "the wall-time budget of {limit} s is used up: {seconds} s",
    "money_budget": "the budget of {limit} USD is used up: at least {cost_usd} USD",
    "repeated_route_loop": "the same route was repeated {repetitions} times, the last time at action {action}",
}
