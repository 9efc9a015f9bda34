"""The codebook: versioned definitions of what may be labelled."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from harness.formats.base import Count, ErrorType, MilestoneId, PrimaryCause, Record, Severity, Versioned
from harness.formats.files import read_yaml


class MilestoneDefinition(Record):
    """One milestone as a reviewer reads it."""

    id: MilestoneId
    title: str
    points: Count
    verification: str
    definition: str
    """The cue whose first fully drawn frame is the milestone's frame."""
    needs_proof: bool
    """Needs an oracle hit or a menu frame, else the milestone is claimed and does not score."""
    oracle_tolerance_frames: Count


class MilestoneRubric(Versioned):
    """``scoring/milestones.yaml``."""

    milestones: Annotated[list[MilestoneDefinition], Field(min_length=8, max_length=8)]


class ErrorDefinition(Record):
    """One type of memory error; ``cites`` says what its citation must be."""

    id: ErrorType
    title: str
    definition: str
    example: str
    cites: str
    use_error: bool
    """True for the three use errors, false for the five storage errors."""
    needs_store: bool
    """True where a condition without episodic memory cannot commit it."""


class SeverityDefinition(Record):
    """One severity with the protocol's threshold."""

    id: Severity
    title: str
    definition: str


class CauseDefinition(Record):
    """One primary cause."""

    id: PrimaryCause
    title: str
    definition: str


class WorkedCase(Record):
    """One of the protocol's failure cases, and how it is labelled."""

    title: str
    text: str


class ErrorRubric(Versioned):
    """``scoring/memory-error-rubric.yaml``."""

    types: Annotated[list[ErrorDefinition], Field(min_length=8, max_length=8)]
    severities: Annotated[list[SeverityDefinition], Field(min_length=3, max_length=3)]
    minor_actions: Count
    """At most so many wasted actions are minor."""
    causes: list[CauseDefinition]
    cases: list[WorkedCase]


class Tolerances(Record):
    """How far apart two labels of one kind may lie and still be one."""

    milestone_frames: Count
    error_decisions: Count
    route_overlap: Annotated[float, Field(gt=0, le=1)]
    battle_overlap: Annotated[float, Field(gt=0, le=1)]
    cause_decisions: Count


class Codebook(Versioned):
    """``scoring/codebook.yaml``: version, matching tolerances and the reasons an adjudicator may give."""

    version: str
    tolerances: Tolerances
    route_rule: str
    reasons: list[str]


class CodebookSet(Versioned):
    """The three scoring files as one record: ``codebook.json`` of a bundle and part of every sealed set."""

    codebook: Codebook
    milestones: MilestoneRubric
    errors: ErrorRubric


def load_codebook(folder: Path) -> CodebookSet:
    """Read the three scoring files of a folder: ``codebook.yaml``, ``milestones.yaml``, ``memory-error-rubric.yaml``.

    Raises:
        BadFile: one is missing or damaged.
        NewerVersion: one was written by a newer version.
    """
    return CodebookSet(
        codebook=read_yaml(folder / "codebook.yaml", Codebook),
        milestones=read_yaml(folder / "milestones.yaml", MilestoneRubric),
        errors=read_yaml(folder / "memory-error-rubric.yaml", ErrorRubric),
    )
