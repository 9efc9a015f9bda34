"""The action contract: what one reply of an agent must be."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from harness.formats.base import Button, Record, Share

Text = Annotated[str, StringConstraints(max_length=600)]
ShortText = Annotated[str, StringConstraints(max_length=200)]
FactId = Annotated[str, StringConstraints(pattern=r"^[a-z]+-[0-9]{4}$")]
FactKind = Literal["objective", "location", "event", "inventory", "warning"]
FactStatus = Literal["active", "completed", "superseded"]


class Observed(Record):
    """What the agent says it sees."""

    screen: Literal["overworld", "dialogue", "menu", "battle", "transition", "unknown"]
    location_guess: ShortText
    objective_guess: ShortText
    certainty: Share


class MemoryWrite(Record):
    """One atomic fact to store; ``subject`` to ``status`` are [O]."""

    kind: FactKind
    value: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    confidence: Share
    evidence: Annotated[str, StringConstraints(max_length=300)]
    subject: ShortText | None = None
    predicate: ShortText | None = None
    object: ShortText | None = None
    supersedes: FactId | None = None
    status: Literal["active", "completed"] | None = None


class Reply(Record):
    """One whole reply; the number of actions is checked against the manifest."""

    reasoning_summary: Text
    observed: Observed
    memory_read: Annotated[list[FactId], Field(max_length=64)]
    memory_write: Annotated[list[MemoryWrite], Field(max_length=16)]
    actions: Annotated[list[Button], Field(min_length=1)]
