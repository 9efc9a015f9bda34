"""How a fact stands in a prompt, and what it costs there."""

from harness.formats.base import canonical_json
from harness.formats.evidence import Fact

_SHOWN = {
    "fact_id", "kind", "subject", "predicate", "object", "status", "confidence", "value", "confirmed",
    "first_seen_decision", "last_confirmed_decision",
}  # fmt: skip


def shown_text(fact: Fact) -> str:
    """Return the one line of canonical JSON that an agent gets of a fact."""
    return canonical_json(fact.model_dump(mode="json", include=_SHOWN)).decode()


def tokens(text: str) -> int:
    """Return the budget's tokens of a text: four bytes of UTF-8 each, rounded up, for every vision model alike."""
    return -(-len(text.encode()) // 4)
