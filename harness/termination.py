"""The seven rules that end a trial: mechanical, in the protocol's order, first match wins."""

from typing import NamedTuple

from harness.formats.base import ActionNumber
from harness.formats.evidence import TerminationReason
from harness.formats.manifest import Budgets


class End(NamedTuple):
    """Why a trial ends, with the numbers that triggered it."""

    reason: TerminationReason
    numbers: dict[str, float | int | str]


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
    limit = budgets.total_cost_usd
    if isinstance(limit, float | int) and spent.cost_usd >= limit:
        return End("money_budget", {"cost_usd": spent.cost_usd, "limit": limit})
    if spent.looped_at is not None:
        return End("repeated_route_loop", {"action": spent.looped_at, "repetitions": 3})
    return None
