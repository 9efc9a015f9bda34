"""The record of mistakes made on purpose: what was cited, where it began, when it was mended, what it cost."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from harness.formats.base import DecisionNumber, ErrorType, Severity
from harness.formats.evidence import Fact, PlantedError

MINOR_ACTIONS = 5
"""At most so many wasted actions are minor (DEFINITIONS.md 28)."""


@dataclass
class Slip:
    """One mistake; it is open until ``recovered``."""

    type: ErrorType
    words: str
    decision: DecisionNumber
    began_at: int
    facts: tuple[Fact, ...] = ()
    decisions: tuple[DecisionNumber, ...] = ()
    recovered: DecisionNumber | None = None
    wasted: int | None = None
    caused_route: bool = False

    def severity(self, actions: int) -> Severity:
        """Return the severity, given the actions so far."""
        wasted = self.wasted if self.wasted is not None else actions - self.began_at
        return "material" if wasted > MINOR_ACTIONS or self.caused_route else "minor"


@dataclass
class Slips:
    """All mistakes of a trial, in the order they began."""

    made: list[Slip] = field(default_factory=list)

    def begin(
        self,
        kind: ErrorType,
        words: str,
        decision: DecisionNumber,
        actions: int,
        facts: Iterable[Fact | None] = (),
        decisions: Sequence[DecisionNumber] = (),
    ) -> Slip:
        """Note a mistake whose contradicting decision this is; what it cites must be earlier."""
        cited = tuple(fact for fact in facts if fact is not None and fact.first_seen_decision < decision)
        earlier = tuple(one for one in decisions if one < decision)
        if not cited and not earlier:
            raise ValueError(f"a mistake of type {kind} at decision {decision} cites nothing earlier")
        slip = Slip(kind, words, decision, actions, cited, earlier)
        self.made.append(slip)
        return slip

    def recover(self, slip: Slip, decision: DecisionNumber, actions: int) -> None:
        """Note the first decision that is consistent again."""
        slip.recovered = decision
        slip.wasted = actions - slip.began_at

    def planted(self, actions: int) -> list[PlantedError]:
        """Return the mistakes as they are written to ``planted/``."""
        return [
            PlantedError(
                planted_id=f"error-{k:02d}",
                kind="memory_error",
                type=slip.type,
                severity=slip.severity(actions),
                cited_facts=[fact.fact_id for fact in slip.facts],
                cited_decisions=list(slip.decisions) or sorted({fact.first_seen_decision for fact in slip.facts}),
                cited_frames=sorted({fact.evidence_frame for fact in slip.facts}),
                decision=slip.decision,
                recovery_decision=slip.recovered,
                words=slip.words,
            )
            for k, slip in enumerate(self.made, 1)
        ]
