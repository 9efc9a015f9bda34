"""What the recorder leaves of one trial."""

from typing import Annotated, Literal

from pydantic import Field

from harness.formats.action import FactId, FactKind, FactStatus, MemoryWrite, Observed
from harness.formats.base import (
    ActionNumber,
    Button,
    Count,
    DecisionNumber,
    FrameNumber,
    MilestoneId,
    Name,
    Record,
    Sha256,
    Share,
    UtcTime,
    Versioned,
)

Measured = Annotated[float, Field(ge=0)] | None
"""A measured quantity; null where it was not measured, never 0 for that."""

TerminationReason = Literal[
    "m8_verified",
    "action_budget",
    "decision_budget",
    "wall_time_budget",
    "money_budget",
    "emulator_crash",
    "unrestorable",
    "repeated_route_loop",
    "divergence",
    "harness_failure",
    "interrupted",
]
VALID_REASONS: frozenset[str] = frozenset(
    {"m8_verified", "action_budget", "decision_budget", "wall_time_budget", "money_budget", "repeated_route_loop"}
)


class TrialClosing(Record):
    """How a trial ended and what it came to."""

    ended_utc: UtcTime
    reason: TerminationReason
    reason_numbers: dict[str, float | int | str]
    """The numbers that triggered the reason, such as ``{"accepted_actions": 2500, "limit": 2500}``."""
    frames: Count
    decisions: Count
    accepted_actions: Count
    attempts: Count
    invalid_attempts: Count
    milestones: list[MilestoneId]
    input_tokens: Count | None
    output_tokens: Count | None
    cost_usd: Measured
    model_latency_ms: Measured
    wall_time_ms: Count
    cost_usd_at_least: Measured = None
    """[O] Sum of the measured costs: a lower bound where ``cost_usd`` is null; null where none is measured."""
    input_tokens_at_least: Count | None = None
    """[O] Sum of the measured input tokens: a lower bound where ``input_tokens`` is null."""
    output_tokens_at_least: Count | None = None
    """[O] The same of output tokens."""
    unmeasured_attempts: Count | None = None
    """[O] Calls without a measured cost; null in a trial recorded before this was counted."""
    model_ids: list[str] = []
    """[O] Every model id that came back, in the order of its first appearance."""


class TrialHeader(Versioned):
    """``trial.json``: written when the trial starts, its ``closing`` when it ends."""

    experiment_id: Name
    condition_id: Name
    trial_id: Annotated[int, Field(ge=1)]
    rerun: Annotated[int, Field(ge=1)] = 1
    """1 for the first recording of this schedule position, 2 for ``-r2``, and so on."""
    position: int | None
    """Position in the schedule, null outside it."""
    agent: str
    seed: int
    started_utc: UtcTime
    freeze_sha256: Sha256
    rom_sha256: Sha256
    initial_state_sha256: Sha256
    emulator_files: dict[str, Sha256]
    first_frame_sha256: Sha256
    press_frames: int
    settle_frames: int
    program_version: str
    jobs: Annotated[int, Field(ge=1)] | None = None
    """[O] How many trials could be recorded at once, which touches wall time; null where it was not noted."""
    money_budget: Literal["enforced", "cannot be enforced"] | None = None
    """[O] Whether every call's cost can be known before the first; null without a money budget."""
    closing: TrialClosing | None = None


class TraceRecord(Versioned):
    """One line of ``trace.jsonl`` per decision; the protocol's fields, then ours."""

    experiment_id: Name
    condition_id: Name
    trial_id: int
    decision_id: DecisionNumber
    timestamp_utc: UtcTime
    frame_sha256: Sha256
    prompt_sha256: Sha256
    model_id: str | None
    response_id: str | None
    input_tokens: Count | None
    output_tokens: Count | None
    cached_tokens: Count | None
    provider_cost_usd: Measured
    latency_ms: Measured
    raw_response_path: str | None
    parsed_actions: list[Button]
    accepted_actions: Count
    invalid_output: bool
    memory_reads: list[FactId]
    memory_writes: list[FactId]
    milestones_before: list[MilestoneId]
    milestones_after: list[MilestoneId]
    termination_reason: TerminationReason | None
    # ours
    frame: FrameNumber
    """[O] Number of the boundary frame."""
    settled: bool | None
    """[O] Whether the boundary frame was settled; null without an oracle."""
    reasoning_summary: str | None
    observed: Observed | None
    attempts: int
    not_dispatched: list[Button] = []


class Attempt(Versioned):
    """One line of ``attempts.jsonl``: one call inside a decision."""

    decision: DecisionNumber
    attempt: Annotated[int, Field(ge=1)]
    timestamp_utc: UtcTime
    request_path: str
    response_path: str | None
    response_id: str | None
    model_id: str | None
    input_tokens: Count | None
    output_tokens: Count | None
    cached_tokens: Count | None
    cost_usd: Measured
    cost_source: Literal["provider", "derived"] | None
    latency_ms: Measured
    refused: str | None
    """Why the reply was refused, in words; null when it was accepted."""
    refused_kind: Literal["unparseable", "outside_contract", "timeout", "provider_error"] | None
    body_redacted: bool = False
    """A key that the provider sent back was blanked in the kept body."""
    # ours
    request_id: str | None = None
    """[O] The provider's own name of the call, from its headers."""
    http_status: int | None = None
    """[O] Null where no answer came."""
    model_differs: bool | None = None
    """[O] Whether the model id that came back is another than the one asked for; null where none was asked or came."""
    cache_write_tokens: Count | None = None
    """[O] Part of ``input_tokens``, as ``cached_tokens`` is."""
    cost_missing: str | None = None
    """[O] Why ``cost_usd`` is null for a vision model's call."""
    waited_ms: Measured = None
    """[O] How long the provider's Retry-After was waited for before this call; null where it asked for nothing."""


EffectKind = Literal[
    "map_changed",
    "moved",
    "turned",
    "blocked",
    "dialogue_changed",
    "menu_changed",
    "battle_changed",
    "framebuffer_only",
    "no_visible_change",
    "unknown",
]


class Input(Versioned):
    """One line of ``inputs.jsonl``: one accepted action. Held in frames ``first_frame`` … ``+ press_frames − 1``."""

    action_number: ActionNumber
    decision: DecisionNumber
    index: Count
    """Place in the decision's sequence, from 0."""
    action: Button
    first_frame: FrameNumber
    press_frames: Count
    settle_frames: Count
    last_frame: FrameNumber
    input_read: bool | None
    """Whether the game read the keys while they were held; null where that is not measured."""
    settled: bool | None
    """Whether the last frame was settled; null without an oracle."""
    effect: EffectKind | None


class Fact(Record):
    """One record of episodic memory: the protocol's fields, then ours."""

    fact_id: FactId
    kind: FactKind
    subject: str | None
    predicate: str | None
    object: str | None
    status: FactStatus
    confidence: Share
    first_seen_decision: DecisionNumber
    last_confirmed_decision: DecisionNumber
    evidence_frame_sha256: Sha256
    supersedes: FactId | None
    value: str
    evidence: str
    confirmed: bool
    evidence_frame: FrameNumber


class MemoryEvent(Versioned):
    """One line of ``memory.jsonl``; ``fact`` is the state after the event."""

    event: Literal["shown", "read", "write", "update", "supersession", "eviction", "refused_write", "refused_read"]
    decision: DecisionNumber
    fact_id: FactId | None
    fact: Fact | None = None
    superseded_by: FactId | None = None
    guess_over_confirmed: bool = False
    refused: str | None = None
    offered: MemoryWrite | None = None
    """What a refused write wanted to store."""


class PlantedError(Versioned):
    """One line of ``planted/<trial>.jsonl``: a mistake a scripted agent made on purpose. Never in a bundle."""

    planted_id: Name
    kind: Literal["memory_error", "repeated_route"]
    type: str | None
    """One of the eight error types; null for a repeated route."""
    severity: Literal["minor", "material", "critical"] | None
    cited_facts: list[FactId]
    cited_decisions: list[DecisionNumber]
    cited_frames: list[FrameNumber]
    decision: DecisionNumber
    """The contradicting decision; of a route, the decision its repetition starts with."""
    recovery_decision: DecisionNumber | None
    words: str
