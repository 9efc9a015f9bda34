"""What one reviewer, or the adjudicator, receives: models of their own, so what is not named here is not in it."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from harness.formats.action import FactId, FactKind, FactStatus
from harness.formats.base import (
    ActionNumber,
    Button,
    Count,
    DecisionNumber,
    FrameNumber,
    Name,
    Record,
    Sha256,
    Share,
    Versioned,
)
from harness.formats.labels import Label

BundleKind = Literal["review", "adjudication", "training"]
Question = Literal["groups", "durable_memory"]


class BundleBudgets(Record):
    """The two budgets a severity rests on; money and time would betray the condition."""

    accepted_actions: Count
    model_decisions: Count


class BundleHeader(Versioned):
    """``bundle.json``; ``trials`` are codenames in the bundle's own order."""

    kind: BundleKind
    reviewer: str
    commitment: Sha256
    """SHA-256 of the sealed key."""
    sums_sha256: Sha256
    """SHA-256 of the experiment's SHA256SUMS at blinding."""
    codebook_version: str
    demonstration: bool
    budgets: BundleBudgets
    trials: list[Name]
    files: dict[str, Sha256]
    """Relative path → SHA-256 of every other file the bundle was made with."""
    questions: list[Question] = ["groups"]
    """What is asked once the labels are locked; nothing else may be read into it."""


class BundleTrial(Versioned):
    """``trials/<codename>/trial.json``."""

    codename: Name
    frames: Count
    decisions: Count
    actions: Count
    press_frames: Count
    settle_frames: Count


class BundleDecision(Versioned):
    """A line of ``decisions.jsonl``: stage one, no words of the agent."""

    decision: DecisionNumber
    frame: FrameNumber
    frame_sha256: Sha256
    settled: bool | None


class BundleAction(Versioned):
    """A line of ``actions.jsonl``: stage one, the pad and the instrument's marks."""

    action_number: ActionNumber
    decision: DecisionNumber
    action: Button
    first_frame: FrameNumber
    press_frames: Count
    last_frame: FrameNumber
    input_read: bool | None
    settled: bool | None


class BundleAttempt(Record):
    """One attempt inside a decision, and why it was refused."""

    attempt: int
    refused: str | None


class BundleObserved(Record):
    """What the agent said it saw."""

    screen: str
    location_guess: str
    objective_guess: str
    certainty: Share


class BundleText(Versioned):
    """A line of ``texts.jsonl``: stage two, masked free text of one decision."""

    decision: DecisionNumber
    attempts: list[BundleAttempt]
    reasoning_summary: str | None
    observed: BundleObserved | None
    memory_read: list[FactId]
    memory_shown: list[FactId]
    memory_written: list[FactId]


class BundleFact(Record):
    """A fact of episodic memory, its texts masked."""

    fact_id: FactId
    kind: FactKind
    subject: str | None
    predicate: str | None
    object: str | None
    status: FactStatus
    confidence: Share
    first_seen_decision: DecisionNumber
    last_confirmed_decision: DecisionNumber
    supersedes: FactId | None
    value: str
    evidence: str
    confirmed: bool
    evidence_frame: FrameNumber


class BundleMemoryEvent(Versioned):
    """A line of ``memory.jsonl``: stage two."""

    event: Literal["write", "update", "supersession", "eviction", "refused_write", "refused_read"]
    decision: DecisionNumber
    fact_id: FactId | None
    fact: BundleFact | None
    superseded_by: FactId | None
    guess_over_confirmed: bool
    refused: str | None


class TrainingAnswer(Versioned):
    """A line of ``answers.jsonl``, in training bundles alone: what a reviewer should find, and what it is."""

    answer_id: Name
    label: Label
    words: str


class KeyTrial(Record):
    """One row of the key: a trial's folder below ``trials/`` and the condition behind it."""

    trial: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,95}$")]
    """A condition's id and the trial's number."""
    condition: Name


class SealedKey(Versioned):
    """``coordinator/sealed-key.json``, mode 0600: the secret and the assignment.

    The commitment is the SHA-256 of this file. Codenames and order come from ``secret`` and a reader's name by HMAC
    and are not in it, so a reader who joins later changes neither key nor commitment.
    """

    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    sums_sha256: Sha256
    trials: list[KeyTrial]
    digest: Sha256 | None = None
    """SHA-256 of the canonical JSON of all the rest, so that a changed key is known without a bundle; null in keys
    made before there was one."""


class Maskings(Versioned):
    """``coordinator/maskings.json``: trial → word → how often it was masked, for the coordinator only."""

    maskings: dict[Name, dict[str, Count]]
