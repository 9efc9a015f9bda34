"""Episodic memory of one trial: atomic, revisable facts under one policy, every event of it returned to be logged."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from harness.formats.action import FactId, FactKind, MemoryWrite
from harness.formats.base import DecisionNumber, FrameNumber, Sha256
from harness.formats.evidence import Fact, MemoryEvent
from harness.formats.manifest import MemoryPolicy
from harness.memory.shown import shown_text, tokens

_MAX_NUMBER = 9999


class Evidence(NamedTuple):
    """The boundary frame a write rests on."""

    decision: DecisionNumber
    frame: FrameNumber
    frame_sha256: Sha256


class EpisodicMemory:
    """The facts of one trial. Nothing is deleted but by eviction; nothing is read from any other trial."""

    def __init__(self, policy: MemoryPolicy) -> None:
        self._policy = policy
        self._facts: dict[FactId, Fact] = {}
        self._numbers: dict[FactKind, int] = {}
        self._order: dict[FactId, int] = {}

    @property
    def facts(self) -> list[Fact]:
        """Every stored fact, in the order of its first writing."""
        return list(self._facts.values())

    def retrieve(self) -> list[Fact]:
        """Return the facts for one prompt, by a fixed rule and within the policy's records and tokens.

        Active objectives first, then other active facts, then completed ones; within each the latest confirmed first.
        Superseded facts are not shown. Contradictory facts come together, or not at all where both do not fit.
        """
        chosen: list[Fact] = []
        spent = 0
        taken: set[FactId] = set()
        for fact in sorted((f for f in self._facts.values() if f.status != "superseded"), key=self._rank):
            if fact.fact_id in taken:
                continue
            group = self._contradicting(fact)
            cost = sum(tokens(shown_text(one)) for one in group)
            if len(chosen) + len(group) > self._policy.max_records or spent + cost > self._policy.max_tokens:
                continue
            chosen += group
            spent += cost
            taken.update(one.fact_id for one in group)
        return chosen

    def show(self, decision: DecisionNumber, shown: Iterable[Fact]) -> list[MemoryEvent]:
        """Return one ``shown`` event for each fact that entered a decision's prompt."""
        return [MemoryEvent(event="shown", decision=decision, fact_id=fact.fact_id) for fact in shown]

    def read(self, ids: Iterable[FactId], decision: DecisionNumber, shown: Iterable[Fact]) -> list[MemoryEvent]:
        """Return one event for each cited fact; a fact that this decision's prompt did not hold is a refused read."""
        present = {fact.fact_id for fact in shown}
        events = []
        for one in ids:
            if one in present:
                events.append(MemoryEvent(event="read", decision=decision, fact_id=one))
            else:
                why = "this decision's prompt did not hold it"
                events.append(MemoryEvent(event="refused_read", decision=decision, fact_id=one, refused=why))
        return events

    def write(self, offered: MemoryWrite, evidence: Evidence) -> list[MemoryEvent]:
        """Store one atomic fact and return what happened, in order: writes, updates, supersessions, evictions.

        There is never a second active fact with the same subject, predicate and object: such a write confirms the one
        there is, completes it, or is refused where it brings nothing. An objective that a write completes and names as
        superseded, without a statement of its own, is completed itself.
        """
        same = self._same(offered) or self._completed_by_name(offered)
        replaces = offered.supersedes if same is None or offered.supersedes != same.fact_id else None
        refused = self._refusal(offered, same, replaces)
        if refused is not None:
            return [refused_write(offered, evidence.decision, refused)]
        if same is not None:
            fact = self._updated(same, offered, evidence, replaces)
            over = same.confirmed and not self._confirms(offered)
        else:
            fact = self._new(offered, evidence, replaces)
            over = False
        event: Literal["update", "write"] = "write" if same is None else "update"
        events = [
            MemoryEvent(
                event=event, decision=evidence.decision, fact_id=fact.fact_id, fact=fact, guess_over_confirmed=over
            )
        ]
        self._facts[fact.fact_id] = fact
        if replaces is not None:
            events.append(self._supersede(replaces, fact, evidence.decision))
        return events + self._evict(evidence.decision, fact.fact_id)

    def _same(self, offered: MemoryWrite) -> Fact | None:
        triple = (offered.subject, offered.predicate, offered.object)
        if None in triple:
            return None
        for fact in self._facts.values():
            if fact.status == "active" and (fact.subject, fact.predicate, fact.object) == triple:
                return fact
        return None

    def _completed_by_name(self, offered: MemoryWrite) -> Fact | None:
        """Return the active objective that a write without subject, predicate and object completes by naming it."""
        bare = offered.subject is None and offered.predicate is None and offered.object is None
        named = self._facts.get(offered.supersedes) if offered.supersedes else None
        if not bare or offered.status != "completed" or named is None:
            return None
        return named if (named.kind, named.status) == ("objective", "active") else None

    def _refusal(self, offered: MemoryWrite, same: Fact | None, replaces: FactId | None) -> str | None:
        if not offered.value.strip():
            return "it says nothing"
        if replaces is not None and replaces not in self._facts:
            return f"there is no fact {replaces} to supersede"
        if replaces is not None and self._facts[replaces].status == "superseded":
            return f"{replaces} is superseded already"
        if replaces is not None and self._facts[replaces].status == "completed":
            return f"{replaces} is completed, and what is completed stays so"
        if offered.status == "completed" and (same or offered).kind != "objective":
            return "only an objective can be completed"
        if same is not None:
            repeated = same.confirmed and not self._confirms(offered) and offered.status != "completed"
            return f"{same.fact_id} says so already, and is confirmed" if repeated and replaces is None else None
        if self._numbers.get(offered.kind, 0) >= _MAX_NUMBER:
            return f"there are {_MAX_NUMBER} facts of this kind already"
        if replaces is None and not self._confirms(offered) and self._full_of_confirmed():
            return f"all {self._policy.max_facts} facts are active and confirmed: a guess displaces none of them"
        return None

    def _full_of_confirmed(self) -> bool:
        every = self._facts.values()
        return len(every) >= self._policy.max_facts and all(f.status == "active" and f.confirmed for f in every)

    def _confirms(self, offered: MemoryWrite) -> bool:
        return offered.confidence >= self._policy.confirmed_confidence and bool(offered.evidence.strip())

    def _new(self, offered: MemoryWrite, evidence: Evidence, replaces: FactId | None) -> Fact:
        number = self._numbers.get(offered.kind, 0) + 1
        self._numbers[offered.kind] = number
        fact = Fact(
            fact_id=f"{offered.kind}-{number:04d}",
            kind=offered.kind,
            subject=offered.subject,
            predicate=offered.predicate,
            object=offered.object,
            status=offered.status or "active",
            confidence=offered.confidence,
            first_seen_decision=evidence.decision,
            last_confirmed_decision=evidence.decision,
            evidence_frame_sha256=evidence.frame_sha256,
            supersedes=replaces,
            value=offered.value,
            evidence=offered.evidence,
            confirmed=self._confirms(offered),
            evidence_frame=evidence.frame,
        )
        self._order[fact.fact_id] = len(self._order)
        return fact

    def _updated(self, fact: Fact, offered: MemoryWrite, evidence: Evidence, replaces: FactId | None) -> Fact:
        """A guess never weakens what is confirmed: of it only a completion or a supersession is taken over."""
        changed: dict[str, object] = {
            "status": offered.status or fact.status,
            "supersedes": replaces or fact.supersedes,
        }
        if self._confirms(offered) or not fact.confirmed:
            changed |= {
                "confidence": offered.confidence,
                "last_confirmed_decision": evidence.decision,
                "evidence_frame_sha256": evidence.frame_sha256,
                "evidence_frame": evidence.frame,
                "evidence": offered.evidence,
                "value": offered.value,
                "confirmed": self._confirms(offered),
            }
        return fact.model_copy(update=changed)

    def _supersede(self, old_id: FactId, new: Fact, decision: DecisionNumber) -> MemoryEvent:
        old = self._facts[old_id].model_copy(update={"status": "superseded"})
        self._facts[old_id] = old
        return MemoryEvent(
            event="supersession",
            decision=decision,
            fact_id=old_id,
            fact=old,
            superseded_by=new.fact_id,
            guess_over_confirmed=old.confirmed and not new.confirmed,
        )

    def _evict(self, decision: DecisionNumber, newest: FactId) -> list[MemoryEvent]:
        """Drop facts above the limit: superseded ones first, then completed ones, guesses, confirmed ones.

        Within each the longest unconfirmed goes first. The fact just written stays.
        """
        events = []
        while len(self._facts) > self._policy.max_facts:
            candidates = [fact for fact in self._facts.values() if fact.fact_id != newest]
            if not candidates:
                break
            gone = min(candidates, key=lambda f: (_worth(f), f.last_confirmed_decision, self._age(f)))
            del self._facts[gone.fact_id]
            events.append(MemoryEvent(event="eviction", decision=decision, fact_id=gone.fact_id, fact=gone))
        return events

    def _contradicting(self, fact: Fact) -> list[Fact]:
        """Return the fact with every other active one that holds another object in a single-valued predicate."""
        if fact.status != "active" or fact.predicate not in self._policy.single_valued:
            return [fact]
        if fact.subject is None or fact.object is None:
            return [fact]
        about = (fact.subject, fact.predicate)
        active: Sequence[Fact] = [f for f in self._facts.values() if f.status == "active"]
        group = [f for f in active if (f.subject, f.predicate) == about and f.object is not None]
        return sorted(group, key=self._rank)

    def _rank(self, fact: Fact) -> tuple[int, int, int]:
        first = 2 if fact.status == "completed" else 0 if fact.kind == "objective" else 1
        return (first, -fact.last_confirmed_decision, -self._age(fact))

    def _age(self, fact: Fact) -> int:
        return self._order[fact.fact_id]


def _worth(fact: Fact) -> int:
    if fact.status != "active":
        return 1 if fact.status == "completed" else 0
    return 3 if fact.confirmed else 2


def refused_write(offered: MemoryWrite, decision: DecisionNumber, why: str) -> MemoryEvent:
    """Return the event of a write that was not stored."""
    return MemoryEvent(event="refused_write", decision=decision, fact_id=None, refused=why, offered=offered)
