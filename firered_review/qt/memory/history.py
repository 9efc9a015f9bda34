"""The agent's memory at any decision, from the events of a trial; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from harness.formats.base import DecisionNumber
from harness.formats.bundle import BundleFact, BundleMemoryEvent


class LifeStep(NamedTuple):
    """One thing that happened to a fact."""

    decision: DecisionNumber
    words: str


class FactState(NamedTuple):
    """A fact as it stood at a decision."""

    fact: BundleFact
    stored: DecisionNumber
    confirmed: DecisionNumber
    superseded_by: str | None
    gone: DecisionNumber | None
    """The decision that superseded, completed or evicted it; null while it is active."""
    life: tuple[LifeStep, ...] = ()
    """Everything that happened to it up to here, in order."""

    @property
    def active(self) -> bool:
        """Whether the agent still held it."""
        return self.gone is None

    @property
    def words(self) -> str:
        """The fact in one line."""
        return fact_words(self.fact)


def fact_words(fact: BundleFact) -> str:
    """Return a fact in one line: its triple where it has one, else its value."""
    triple = [part for part in (fact.subject, fact.predicate, fact.object) if part]
    return " ".join(triple).replace("_", " ") if len(triple) == 3 else fact.value


def rivals(states: Iterable[FactState]) -> dict[str, tuple[str, ...]]:
    """Return fact id → the other active facts that say something else of the same thing (DEFINITIONS 15)."""
    told: dict[tuple[str, str], list[FactState]] = {}
    for state in states:
        fact = state.fact
        if state.active and fact.subject and fact.predicate and fact.object:
            told.setdefault((fact.subject, fact.predicate), []).append(state)
    found = {}
    for group in told.values():
        for state in group:
            others = tuple(one.fact.fact_id for one in group if one.fact.object != state.fact.object)
            if others:
                found[state.fact.fact_id] = others
    return found


def matching(states: Sequence[FactState], text: str) -> list[FactState]:
    """Return the facts that hold every word of a text, anywhere in what is recorded of them."""
    wanted = text.casefold().split()
    return [state for state in states if all(word in _recorded(state) for word in wanted)]


def _recorded(state: FactState) -> str:
    fact = state.fact
    kind = "confirmed" if fact.confirmed else "guess"
    held = "active" if state.active else "ended"
    parts = (fact.fact_id, fact.kind, kind, held, state.words, fact.value, fact.evidence, fact.subject, fact.object)
    return " ".join(part for part in parts if part).casefold()


class MemoryHistory:
    """Every fact's life, built once from a trial's memory events."""

    def __init__(self, events: Iterable[BundleMemoryEvent]) -> None:
        self._steps: dict[str, list[tuple[DecisionNumber, FactState]]] = {}
        self.writes: list[DecisionNumber] = []
        """Decisions at which something was written or updated."""
        self.supersessions: list[DecisionNumber] = []
        self.refused: dict[DecisionNumber, list[str]] = {}
        """Decision → why a write or a read was refused, in the recorder's words."""
        for event in events:
            self._take(event)

    def at(self, decision: DecisionNumber) -> list[FactState]:
        """Return every fact stored by a decision, active ones first, the latest first among equals."""
        states = [state for fact_id in self._steps if (state := self.state(fact_id, decision)) is not None]
        return sorted(states, key=lambda state: (not state.active, -state.stored, state.fact.fact_id))

    def state(self, fact_id: str, decision: DecisionNumber) -> FactState | None:
        """Return one fact as it stood at a decision, or null before it was stored."""
        found = None
        for at, state in self._steps.get(fact_id, ()):
            if at > decision:
                break
            found = state
        return found

    def texts(self) -> list[tuple[DecisionNumber, str, str]]:
        """Return every text of the memory with its decision and its place: values, evidence, refusals."""
        found = [(at, "refused", words) for at, refusals in self.refused.items() for words in refusals]
        for fact_id, steps in self._steps.items():
            before = None
            for at, state in steps:
                now = (state.words, state.fact.value, state.fact.evidence)
                if now != before:
                    found += [(at, fact_id, text) for text in dict.fromkeys(now) if text]
                before = now
        return found

    def lives(self) -> Mapping[str, tuple[DecisionNumber, DecisionNumber | None, FactState]]:
        """Return of each fact the decisions of its first write and of its end, and its last state."""
        return {fact_id: (steps[0][0], steps[-1][1].gone, steps[-1][1]) for fact_id, steps in self._steps.items()}

    def _take(self, event: BundleMemoryEvent) -> None:
        if event.event in ("refused_write", "refused_read"):
            self.refused.setdefault(event.decision, []).append(event.refused or "refused")
            return
        if event.event in ("write", "update"):
            self.writes.append(event.decision)
        elif event.event == "supersession":
            self.supersessions.append(event.decision)
        fact_id = event.fact_id or (event.fact.fact_id if event.fact else None)
        if fact_id is None:
            return
        steps = self._steps.setdefault(fact_id, [])
        before = steps[-1][1] if steps else None
        state = _after(event, before)
        if state is not None:
            steps.append((event.decision, state))


def _after(event: BundleMemoryEvent, before: FactState | None) -> FactState | None:
    fact = event.fact or (before.fact if before else None)
    if fact is None:
        return None
    ended = event.event in ("supersession", "eviction") or fact.status != "active"
    return FactState(
        fact=fact,
        stored=before.stored if before else fact.first_seen_decision,
        confirmed=fact.last_confirmed_decision,
        superseded_by=event.superseded_by or (before.superseded_by if before else None),
        gone=event.decision if ended else None,
        life=(*(before.life if before else ()), LifeStep(event.decision, _what(event, fact, before))),
    )


def _what(event: BundleMemoryEvent, fact: BundleFact, before: FactState | None) -> str:
    certain = f"{'confirmed' if fact.confirmed else 'a guess'} at {fact.confidence:.2f}"
    if event.event == "supersession":
        return f"superseded by {event.superseded_by}" if event.superseded_by else "superseded"
    if event.event == "eviction":
        return "dropped"
    if fact.status != "active":
        return f"set to {fact.status}"
    if before is None:
        return f"stored, {certain}" + (f", in place of {fact.supersedes}" if fact.supersedes else "")
    changed = "" if fact.value == before.fact.value else f", now “{fact.value}”"
    return f"confirmed again, {certain}{changed}" if fact.confirmed else f"written again, {certain}{changed}"
