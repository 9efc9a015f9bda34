"""Every formula of the protocol, for one trial; what was not measured is null with a reason, never 0."""

from collections.abc import Iterable
from typing import Any, Literal

from firered_review.core.trial_facts import (
    Evidence,
    Final,
    battle_actions,
    recovery_actions,
    repeated_actions,
    unproductive,
)
from harness.formats.base import MILESTONES, MilestoneId, Record
from harness.formats.codebook import CodebookSet
from harness.formats.labels import ErrorLabel, MilestoneLabel

Standing = Literal["verified", "claimed", "none"]


class TrialRow(Record):
    """One trial, scored. Rates are per 100 decisions; money is in US dollars; times are in milliseconds."""

    trial: str
    condition: str
    codename: str
    end_reason: str
    completed: bool
    deepest_milestone: int
    """The largest k with M1 to Mk all verified; 0 for none."""
    verified_milestones: int
    claimed_milestones: int
    milestones: dict[str, Standing]
    milestone_frames: dict[str, int | None]
    progress_points: int
    cost_usd: float | None
    cost_usd_at_least: float | None
    attempts_unmeasured: int
    attempts: int
    invalid_outputs: int
    provider_failures: int
    accepted_actions: int
    battle_actions: int | None
    decisions: int
    wall_time_ms: int
    model_latency_ms: float | None
    cost_per_verified_milestone: float | None
    cost_per_point: float | None
    progress_efficiency: float | None
    actions_per_verified_milestone: float | None
    productive_action_rate: float | None
    shares: dict[str, float] | None
    repeated_actions: int
    repeat_overhead: float | None
    detected_repeated_actions: int | None
    detected_repeat_overhead: float | None
    memory_errors: int
    material_errors: int
    """Material and critical ones."""
    errors_by_type: dict[str, int | None]
    errors_by_severity: dict[str, int]
    rate_by_type: dict[str, float | None]
    memory_error_rate: float | None
    material_memory_error_rate: float | None
    storage_error_rate: float | None
    use_error_rate: float | None
    memory_recovery_cost: int
    not_recovered: int
    disputed_milestones: int
    disputed_routes: int
    disputed_errors: int
    demonstration: bool
    reasons: dict[str, str]
    """Field → why it is null."""


def score_trial(evidence: Evidence, final: Final, codebook: CodebookSet, *, demonstration: bool) -> TrialRow:
    """Score one trial from its evidence and its adjudicated labels."""
    reasons: dict[str, str] = {}
    standing = {milestone: _standing(milestone, evidence, final, codebook) for milestone in MILESTONES}
    verified = [milestone for milestone in MILESTONES if standing[milestone] == "verified"]
    points = sum(one.points for one in codebook.milestones.milestones if one.id in verified)
    actions = len(evidence.inputs)
    cost, at_least, unmeasured = _cost(evidence, reasons)
    repeated = repeated_actions(evidence, final.routes)
    shares = _shares(evidence, final, repeated, reasons)
    latencies = [one.latency_ms for one in evidence.attempts]
    labels = {milestone: final.milestones.get(milestone) for milestone in MILESTONES}
    return TrialRow(
        trial=evidence.trial,
        condition=evidence.condition,
        codename=evidence.codename,
        end_reason=evidence.closing.reason,
        completed="M8" in verified,
        deepest_milestone=_deepest(verified),
        verified_milestones=len(verified),
        claimed_milestones=sum(one == "claimed" for one in standing.values()),
        milestones={str(key): value for key, value in standing.items()},
        milestone_frames={key: None if label is None else label.frame.frame for key, label in labels.items()},
        progress_points=points,
        cost_usd=cost,
        cost_usd_at_least=at_least,
        attempts_unmeasured=unmeasured,
        attempts=len(evidence.attempts),
        invalid_outputs=sum(one.refused_kind in ("unparseable", "outside_contract") for one in evidence.attempts),
        provider_failures=sum(one.refused_kind in ("timeout", "provider_error") for one in evidence.attempts),
        accepted_actions=actions,
        battle_actions=_battles(evidence, final, reasons),
        decisions=evidence.decisions,
        wall_time_ms=evidence.closing.wall_time_ms,
        model_latency_ms=_total(latencies, "model_latency_ms", "a call has no measured latency", reasons),
        cost_per_verified_milestone=_ratio("cost_per_verified_milestone", cost, len(verified), "milestone", reasons),
        cost_per_point=_ratio("cost_per_point", cost, points, "point", reasons),
        progress_efficiency=_ratio("progress_efficiency", points, cost, "cost", reasons),
        actions_per_verified_milestone=_ratio(
            "actions_per_verified_milestone", actions, len(verified), "milestone", reasons
        ),
        productive_action_rate=None if shares is None else shares["productive"],
        shares=shares,
        repeated_actions=len(repeated),
        repeat_overhead=_ratio("repeat_overhead", len(repeated), actions, "action", reasons),
        detected_repeated_actions=evidence.detected_repeats,
        detected_repeat_overhead=_ratio(
            "detected_repeat_overhead", evidence.detected_repeats, actions, "action", reasons
        ),
        **_errors(evidence, final.errors, codebook, reasons),
        disputed_milestones=final.disputed_milestones,
        disputed_routes=final.disputed_routes,
        disputed_errors=final.disputed_errors,
        demonstration=demonstration,
        reasons=reasons,
    )


def _standing(milestone: MilestoneId, evidence: Evidence, final: Final, codebook: CodebookSet) -> Standing:
    """Return whether a milestone is verified, only claimed, or not there (DEFINITIONS.md 24)."""
    label: MilestoneLabel | None = final.milestones.get(milestone)
    if label is None:
        return "none"
    needs_proof = next(one.needs_proof for one in codebook.milestones.milestones if one.id == milestone)
    proven = milestone in evidence.latched or label.evidence == "menu"
    return "verified" if proven or not needs_proof else "claimed"


def _deepest(verified: Iterable[MilestoneId]) -> int:
    held = set(verified)
    return next((k for k, milestone in enumerate(MILESTONES) if milestone not in held), len(MILESTONES))


def _cost(evidence: Evidence, reasons: dict[str, str]) -> tuple[float | None, float | None, int]:
    """Return the total, a lower bound where a call is unmeasured, and how many are."""
    known = [one.cost_usd for one in evidence.attempts if one.cost_usd is not None]
    unmeasured = len(evidence.attempts) - len(known)
    if not unmeasured and known:
        return sum(known), None, 0
    none = not known
    reasons["cost_usd"] = "no call has a measured cost" if none else f"{unmeasured} calls have no measured cost"
    return None, None if none else sum(known), unmeasured


def _total(values: list[float | None], name: str, why: str, reasons: dict[str, str]) -> float | None:
    if not values or any(value is None for value in values):
        reasons[name] = why
        return None
    return sum(value for value in values if value is not None)


def _ratio(
    name: str, above: float | None, below: float | None, what: str, reasons: dict[str, str], scale: float = 1
) -> float | None:
    """Return a ratio, or null with the reason: nothing measured, or nothing to divide by (DEFINITIONS.md 32)."""
    if above is None or below is None:
        reasons[name] = "not measured"
        return None
    if below == 0:
        reasons[name] = f"zero {what}s" if what != "cost" else "zero cost"
        return None
    return scale * above / below


def _battles(evidence: Evidence, final: Final, reasons: dict[str, str]) -> int | None:
    if not evidence.has_oracle and not final.battles:
        reasons["battle_actions"] = "no hidden state and no battle label"
        return None
    return len(battle_actions(evidence, final.battles))


def _shares(evidence: Evidence, final: Final, repeated: set[int], reasons: dict[str, str]) -> dict[str, float] | None:
    """Return the shares of productive, repeated, recovery and other actions; they add up to 1 (DEFINITIONS.md 27)."""
    actions = {one.action_number for one in evidence.inputs}
    if not evidence.has_oracle or not actions:
        reasons["productive_action_rate"] = "no hidden state" if actions else "zero actions"
        reasons["shares"] = reasons["productive_action_rate"]
        return None
    recovering = set().union(*(recovery_actions(evidence, error) for error in final.errors)) - repeated
    productive = actions - repeated - recovering - unproductive(evidence)
    counts = {"productive": len(productive), "repeated": len(repeated), "recovery": len(recovering)}
    counts["other"] = len(actions) - sum(counts.values())
    return {name: count / len(actions) for name, count in counts.items()}


def _errors(
    evidence: Evidence, errors: list[ErrorLabel], codebook: CodebookSet, reasons: dict[str, str]
) -> dict[str, Any]:
    types = codebook.errors.types
    impossible = {one.id for one in types if one.needs_store and not evidence.episodic_memory}
    counts = {one.id: sum(error.type == one.id for error in errors) for one in types}
    for name in sorted(impossible):
        reasons[f"errors_by_type.{name}"] = "the condition has no episodic memory"

    def rate(name: str, count: int) -> float | None:
        return _ratio(name, count, evidence.decisions, "decision", reasons, scale=100)

    use = {one.id for one in types if one.use_error}
    material = sum(error.severity != "minor" for error in errors)
    return {
        "memory_errors": len(errors),
        "material_errors": material,
        "errors_by_type": {name: None if name in impossible else count for name, count in counts.items()},
        "errors_by_severity": {
            one.id: sum(error.severity == one.id for error in errors) for one in codebook.errors.severities
        },
        "rate_by_type": {
            name: None if name in impossible else rate(f"rate_by_type.{name}", count) for name, count in counts.items()
        },
        "memory_error_rate": rate("memory_error_rate", len(errors)),
        "material_memory_error_rate": rate("material_memory_error_rate", material),
        "storage_error_rate": rate("storage_error_rate", sum(error.type not in use for error in errors)),
        "use_error_rate": rate("use_error_rate", sum(error.type in use for error in errors)),
        "memory_recovery_cost": sum(len(recovery_actions(evidence, error)) for error in errors),
        "not_recovered": sum(error.recovery_decision is None for error in errors),
    }
