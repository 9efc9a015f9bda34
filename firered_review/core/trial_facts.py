"""What scoring takes from one trial: recorded evidence, adjudicated labels, signs of hidden state."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firered_review.core.judgement import Item
from harness.formats.base import ActionNumber, Button, DecisionNumber, FrameNumber, MilestoneId
from harness.formats.evidence import Attempt, Input, TrialClosing
from harness.formats.labels import BattleLabel, ErrorLabel, MilestoneLabel, RouteLabel
from harness.formats.oracle import StateRecord

DIRECTIONS: frozenset[Button] = frozenset({"UP", "DOWN", "LEFT", "RIGHT"})


class Evidence(NamedTuple):
    """One trial as it was recorded; ``latched`` are the milestones that hidden state reached and nobody disputes."""

    trial: str
    condition: str
    codename: str
    episodic_memory: bool
    has_oracle: bool
    closing: TrialClosing
    decisions: int
    attempts: Sequence[Attempt]
    inputs: Sequence[Input]
    states: Sequence[StateRecord]
    latched: frozenset[MilestoneId]
    detected_repeats: int | None
    """Actions in repetitions that the detector found; null without hidden state."""


class Final(NamedTuple):
    """The adjudicated labels of one trial; disputed items are not confirmed and counted apart."""

    milestones: dict[MilestoneId, MilestoneLabel]
    routes: list[RouteLabel]
    errors: list[ErrorLabel]
    battles: list[BattleLabel]
    disputed_milestones: int
    disputed_routes: int
    disputed_errors: int


def final_of(items: Iterable[Item]) -> Final:
    """Return the labels that stand after adjudication."""
    final = Final({}, [], [], [], 0, 0, 0)
    disputed = {"milestone": 0, "route": 0, "error": 0}
    for item in items:
        label = item.final
        if item.state == "disputed" and item.kind in disputed:
            disputed[item.kind] += 1
        if isinstance(label, MilestoneLabel):
            final.milestones[label.milestone] = label
        elif isinstance(label, RouteLabel):
            final.routes.append(label)
        elif isinstance(label, ErrorLabel):
            final.errors.append(label)
        elif isinstance(label, BattleLabel):
            final.battles.append(label)
    return final._replace(
        disputed_milestones=disputed["milestone"],
        disputed_routes=disputed["route"],
        disputed_errors=disputed["error"],
    )


def repeated_actions(evidence: Evidence, routes: Iterable[RouteLabel]) -> set[ActionNumber]:
    """Return the walked actions of second and later passages, each once (DEFINITIONS.md 19, 20).

    Where effects were recorded only actions that changed tile or map count, else every direction does.
    """
    spans = [(route.second.first.frame, route.second.last.frame) for route in routes]
    walked = [
        one for one in evidence.inputs if one.action in DIRECTIONS and one.effect in (None, "moved", "map_changed")
    ]
    return {one.action_number for one in walked if _inside(one.first_frame, spans)}


def battle_actions(evidence: Evidence, battles: Iterable[BattleLabel]) -> set[ActionNumber]:
    """Return the actions made in a battle: by hidden state, by label only without it (DEFINITIONS.md 34)."""
    if evidence.has_oracle:
        return {
            one.action_number
            for one in evidence.states
            if one.when == "before" and one.action_number is not None and one.state and one.state.screen == "battle"
        }
    spans = [(battle.span.first.frame, battle.span.last.frame) for battle in battles]
    return {one.action_number for one in evidence.inputs if _inside(one.first_frame, spans)}


def recovery_actions(evidence: Evidence, error: ErrorLabel) -> set[ActionNumber]:
    """Return the actions from the contradicting decision's first to the decision that is consistent again."""
    end: DecisionNumber | None = error.recovery_decision
    return {
        one.action_number
        for one in evidence.inputs
        if one.decision >= error.decision and (end is None or one.decision < end)
    }


def unproductive(evidence: Evidence) -> set[ActionNumber]:
    """Return the actions whose effect shows that they led to nothing (DEFINITIONS.md 27)."""
    overworld = {
        one.action_number
        for one in evidence.states
        if one.when == "before" and one.state is not None and one.state.screen == "overworld"
    }
    return {
        one.action_number
        for one in evidence.inputs
        if one.effect in ("blocked", "no_visible_change", "unknown", None)
        or one.input_read is False
        or (one.effect == "framebuffer_only" and one.action_number in overworld)
    }


def _inside(frame: FrameNumber, spans: Iterable[tuple[FrameNumber, FrameNumber]]) -> bool:
    return any(first <= frame <= last for first, last in spans)
