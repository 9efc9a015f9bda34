"""Labels, their revisions, and a reviewer's sealed set."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from harness.formats.action import FactId
from harness.formats.base import (
    Count,
    DecisionNumber,
    ErrorType,
    FrameNumber,
    MilestoneId,
    Name,
    PrimaryCause,
    Record,
    Severity,
    Sha256,
    UtcTime,
    Versioned,
)
from harness.formats.codebook import CodebookSet

Note = Annotated[str, StringConstraints(max_length=2000)]
Stage = Literal[1, 2]


class FrameIdentity(Record):
    """The frame a label rests on: number and pixel hash, so a label never lands on another picture."""

    frame: FrameNumber
    sha256: Sha256


class Segment(Record):
    """A stretch of frames, both ends included."""

    first: FrameIdentity
    last: FrameIdentity


class Citation(Record):
    """One earlier fact, decision or frame that a memory error contradicts; exactly one is given."""

    fact: FactId | None = None
    decision: DecisionNumber | None = None
    frame: FrameIdentity | None = None


class MilestoneLabel(Record):
    """A milestone at the first frame on which its cue is fully drawn."""

    kind: Literal["milestone"] = "milestone"
    milestone: MilestoneId
    frame: FrameIdentity
    evidence: Literal["frame", "menu", "dialogue"] = "frame"
    certainty: Literal["certain", "probable", "guess"] = "certain"
    note: Note = ""


class RouteLabel(Record):
    """A repeated route: a first passage and its repetition."""

    kind: Literal["route"] = "route"
    first: Segment
    second: Segment
    reason: Note = ""
    landmark: Note = ""


class ErrorLabel(Record):
    """A memory error: an earlier citation and a later decision that contradicts it."""

    kind: Literal["error"] = "error"
    type: ErrorType
    severity: Severity
    citations: Annotated[list[Citation], Field(min_length=1)]
    decision: DecisionNumber
    frame: FrameIdentity
    """The boundary frame of the contradicting decision."""
    recovery_decision: DecisionNumber | None
    """Null: not recovered."""
    cause: PrimaryCause = "memory"
    note: Note = ""


class CauseLabel(Record):
    """A bad stretch whose primary cause is not memory."""

    kind: Literal["cause"] = "cause"
    cause: PrimaryCause
    decision: DecisionNumber
    frame: FrameIdentity
    note: Note = ""


class BattleLabel(Record):
    """A battle from its first to its last frame."""

    kind: Literal["battle"] = "battle"
    span: Segment
    note: Note = ""


class NoteLabel(Record):
    """A remark at a frame."""

    kind: Literal["note"] = "note"
    frame: FrameIdentity
    note: Note


class BookmarkLabel(Record):
    """A place to come back to."""

    kind: Literal["bookmark"] = "bookmark"
    frame: FrameIdentity


Label = Annotated[
    MilestoneLabel | RouteLabel | ErrorLabel | CauseLabel | BattleLabel | NoteLabel | BookmarkLabel,
    Field(discriminator="kind"),
]


class Revision(Record):
    """One appended row of a label's history; ``label`` is null where the label is gone after it."""

    revision: Annotated[int, Field(ge=1)]
    label_id: str
    author: str
    at: UtcTime
    stage: Stage
    step: Literal["made", "changed", "deleted", "undone", "redone"]
    label: Label | None


class SeenSpan(Record):
    """Frames that were on screen, both ends included."""

    first: FrameNumber
    last: FrameNumber


class Coverage(Record):
    """What a reviewer had on screen in one trial."""

    frames: list[SeenSpan]
    decisions: list[SeenSpan]
    milliseconds: Count


class LabelSet(Record):
    """All labels of one reviewer on one trial, as they stood at sealing."""

    codename: Name
    labels: dict[str, Label]
    revisions: list[Revision]
    coverage: Coverage
    stage_one_labels_made_in_stage_two: Count
    reached_stage: Stage


class Declaration(Record):
    """Asked when the labels are locked: whether this person could have known."""

    recorded: bool
    watched: bool
    held_key: bool


class Guess(Record):
    """Asked after the lock: which trials belong together, and which had durable memory (Design B)."""

    groups: dict[Name, Literal["first", "second", "unsure"]]
    durable_memory: dict[Name, Literal["yes", "no", "unsure"]] = {}


class SealedSet(Versioned):
    """One sealed file: gzip of the canonical JSON of this record; ``digest`` is over all the rest.

    The comment in the gzip header is the SHA-256 of everything after it.
    """

    kind: Literal["sealed-label-set"] = "sealed-label-set"
    reviewer: str
    commitment: Sha256
    sums_sha256: Sha256
    bundle_sha256: Sha256
    program_version: str
    sealed_utc: UtcTime
    demonstration: bool
    codebook: CodebookSet
    declaration: Declaration
    guess: Guess
    sets: list[LabelSet]
    digest: Sha256


class FinalLabel(Versioned):
    """A line of ``annotations.jsonl``: both originals and the adjudicated label, written back at unblinding."""

    item: str
    state: str
    originals: dict[str, Label | None]
    """Reviewer → what this reviewer labelled, null for nothing."""
    adjudicated: Label | None
    decision: str
    reason: str
    extra: dict[str, Any] = {}
