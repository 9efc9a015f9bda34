"""Policies and writes that the tests of episodic memory share."""

from harness.formats.action import MemoryWrite
from harness.formats.evidence import MemoryEvent
from harness.formats.manifest import MemoryPolicy
from harness.memory.store import Evidence


def policy(**changes: object) -> MemoryPolicy:
    fields: dict[str, object] = {
        "name": "test", "confirmed_confidence": 0.8, "max_records": 10, "max_tokens": 1000, "max_facts": 50,
        "single_valued": ["is_at"],
    }  # fmt: skip
    return MemoryPolicy.model_validate({**fields, **changes})


def offer(
    subject: str | None = "player", predicate: str | None = "has_item", thing: str | None = "parcel", **changes: object
) -> MemoryWrite:
    fields: dict[str, object] = {
        "kind": "inventory", "value": f"{subject} {predicate} {thing}", "confidence": 0.9, "evidence": "a box",
        "subject": subject, "predicate": predicate, "object": thing,
    }  # fmt: skip
    return MemoryWrite.model_validate({**fields, **changes})


def at(decision: int) -> Evidence:
    return Evidence(decision, decision * 24, f"{decision:064x}")


def kinds(events: list[MemoryEvent]) -> list[str]:
    return [event.event for event in events]
