"""The base of every model and the words that all of them share."""

import hashlib
import json
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints

SCHEMA_VERSION = 1

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
UtcTime = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
Button = Literal["UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT", "NOOP"]
MilestoneId = Literal["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"]
FrameNumber = Annotated[int, Strict(), Field(ge=0)]
DecisionNumber = Annotated[int, Strict(), Field(ge=1)]
ActionNumber = Annotated[int, Strict(), Field(ge=1)]
Count = Annotated[int, Strict(), Field(ge=0)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]

BUTTONS: tuple[Button, ...] = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT", "NOOP")
MILESTONES: tuple[MilestoneId, ...] = ("M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8")

ErrorType = Literal[
    "omission",
    "false_persistence",
    "fabrication",
    "contradiction",
    "duplicate_objective",
    "context_substitution",
    "memory_use_failure",
    "unsupported_overwrite",
]
Severity = Literal["minor", "material", "critical"]
PrimaryCause = Literal["memory", "perception", "control", "instrumentation", "model_output", "infrastructure"]


class Record(BaseModel):
    """A frozen model that refuses unknown fields, NaN and infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="strings")


class Versioned(Record):
    """A record that stands alone in a file or on a line, so it says which version wrote it."""

    schema_version: Literal[1] = 1


def utc_now() -> UtcTime:
    """Return the time now in UTC with milliseconds and ``Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def canonical_json(value: Any) -> bytes:
    """Return the one byte form of a JSON value or a record: sorted keys, no spaces, UTF-8, no final newline.

    Raises:
        ValueError: the value holds NaN or infinity.
    """
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def sha256_hex(data: bytes) -> Sha256:
    """Return the SHA-256 of bytes as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()
