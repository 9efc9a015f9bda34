"""What an agent finds among the facts it was shown, and how it writes new ones."""

from collections.abc import Iterable
from typing import NamedTuple

from harness.formats.action import FactKind, MemoryWrite
from harness.formats.evidence import Fact


class Claim(NamedTuple):
    """A fact's content: what is said of whom."""

    kind: FactKind
    subject: str
    predicate: str
    object: str
    value: str

    def written(
        self, evidence: str, confidence: float = 0.97, supersedes: str | None = None, *, completed: bool = False
    ) -> MemoryWrite:
        """Return the claim as a write with its evidence; ``completed`` closes an objective."""
        return MemoryWrite(
            kind=self.kind,
            value=self.value,
            confidence=confidence,
            evidence=evidence,
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            supersedes=supersedes,
            status="completed" if completed else "active",
        )


class Recall:
    """The facts shown in one decision's prompt, looked up by content."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.facts = list(facts)

    def find(self, claim: Claim, *statuses: str) -> Fact | None:
        """Return the newest fact with this content in one of the statuses (any where none is given)."""
        same = [
            fact
            for fact in self.facts
            if (fact.kind, fact.subject, fact.predicate, fact.object)
            == (claim.kind, claim.subject, claim.predicate, claim.object)
            and (not statuses or fact.status in statuses)
        ]
        return max(same, key=lambda fact: (fact.first_seen_decision, fact.fact_id), default=None)

    def active(self, claim: Claim) -> Fact | None:
        """Return the active fact with this content."""
        return self.find(claim, "active")

    def knows(self, claim: Claim) -> bool:
        """Tell whether the content is active or completed."""
        return self.find(claim, "active", "completed") is not None

    def ids(self, *claims: Claim) -> list[str]:
        """Return the ids of those claims that are known and not superseded, in the order asked for."""
        found = [self.find(claim, "active", "completed") for claim in claims]
        return [fact.fact_id for fact in found if fact is not None]
