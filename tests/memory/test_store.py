"""Episodic memory keeps its policy, and says everything it did."""

from hypothesis import given
from hypothesis import strategies as st

from harness.formats.action import MemoryWrite
from harness.formats.evidence import MemoryEvent
from harness.formats.manifest import MemoryPolicy
from harness.memory.shown import shown_text, tokens
from harness.memory.store import EpisodicMemory, Evidence


def policy(**changes: object) -> MemoryPolicy:
    fields: dict[str, object] = {
        "name": "test", "confirmed_confidence": 0.8, "max_records": 10, "max_tokens": 1000, "max_facts": 50,
        "single_valued": ["is_at"],
    }  # fmt: skip
    return MemoryPolicy.model_validate({**fields, **changes})


def offer(
    subject: str = "player", predicate: str = "has_item", thing: str = "parcel", **changes: object
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


def test_a_fact_is_confirmed_only_with_enough_confidence_and_evidence() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(thing="a"), at(1))
    memory.write(offer(thing="b", confidence=0.79), at(2))
    memory.write(offer(thing="c", evidence="  "), at(3))
    assert [fact.confirmed for fact in memory.facts] == [True, False, False]
    assert [fact.fact_id for fact in memory.facts] == ["inventory-0001", "inventory-0002", "inventory-0003"]


def test_the_same_statement_again_confirms_the_fact_instead_of_doubling_it() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    assert kinds(memory.write(offer(), at(9))) == ["update"]
    (fact,) = memory.facts
    assert (fact.first_seen_decision, fact.last_confirmed_decision, fact.evidence_frame) == (1, 9, 216)


def test_a_repeated_guess_never_weakens_a_confirmed_fact() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    memory.write(offer(confidence=0.2), at(5))
    (fact,) = memory.facts
    assert (fact.confirmed, fact.confidence, fact.last_confirmed_decision) == (True, 0.9, 1)


def test_a_supersession_closes_the_old_fact_and_a_guess_over_a_confirmed_one_is_marked() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    events = memory.write(offer(predicate="delivered", confidence=0.3, supersedes="inventory-0001"), at(2))
    assert kinds(events) == ["write", "supersession"]
    assert events[1].fact is not None
    assert events[1].fact.status == "superseded"
    assert (events[1].superseded_by, events[1].guess_over_confirmed) == ("inventory-0002", True)
    assert [fact.fact_id for fact in memory.retrieve()] == ["inventory-0002"]


def test_writes_that_break_a_rule_are_refused_and_logged_with_what_they_offered() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    memory.write(offer(thing="map", supersedes="inventory-0001"), at(2))
    for wrong in (
        offer(thing="x", supersedes="event-0042"),
        offer(thing="x", supersedes="inventory-0001"),
        offer(thing="x", status="completed"),
    ):
        (event,) = memory.write(wrong, at(3))
        assert (event.event, event.offered) == ("refused_write", wrong)
        assert event.refused
    assert len(memory.facts) == 2


def test_a_completed_objective_stays_and_starting_it_again_makes_a_new_fact() -> None:
    memory = EpisodicMemory(policy())
    goal = offer("player", "must", "fetch the parcel", kind="objective")
    memory.write(goal, at(1))
    memory.write(goal.model_copy(update={"status": "completed"}), at(5))
    assert [(f.fact_id, f.status) for f in memory.retrieve()] == [("objective-0001", "completed")]
    memory.write(goal, at(8))
    assert [(f.fact_id, f.status) for f in memory.facts] == [
        ("objective-0001", "completed"),
        ("objective-0002", "active"),
    ]


def test_completing_an_objective_by_naming_it_superseded_updates_it() -> None:
    memory = EpisodicMemory(policy())
    goal = offer("player", "must", "fetch", kind="objective")
    memory.write(goal, at(1))
    done = goal.model_copy(update={"status": "completed", "supersedes": "objective-0001"})
    assert kinds(memory.write(done, at(2))) == ["update"]
    assert [f.status for f in memory.facts] == ["completed"]


def test_contradictory_facts_come_together_or_not_at_all() -> None:
    memory = EpisodicMemory(policy(max_records=3))
    memory.write(offer("shop", "is_at", "north", kind="location"), at(1))
    memory.write(offer(thing="a"), at(2))
    memory.write(offer(thing="b"), at(3))
    memory.write(offer("shop", "is_at", "south", kind="location"), at(4))
    assert [f.object for f in memory.retrieve()] == ["south", "north", "b"]
    alone = EpisodicMemory(policy(max_records=1))
    alone.write(offer("shop", "is_at", "north"), at(1))
    alone.write(offer("shop", "is_at", "south"), at(2))
    alone.write(offer(thing="a"), at(3))
    assert [f.object for f in alone.retrieve()] == ["a"]


def test_reading_a_fact_that_was_not_shown_is_a_refused_read() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    shown = memory.retrieve()
    assert kinds(memory.show(2, shown)) == ["shown"]
    assert kinds(memory.read(["inventory-0001", "event-0042"], 2, shown)) == ["read", "refused_read"]


def test_above_the_limit_closed_facts_go_first_and_each_eviction_is_logged() -> None:
    memory = EpisodicMemory(policy(max_facts=2))
    memory.write(offer(thing="a"), at(1))
    memory.write(offer(thing="b", supersedes="inventory-0001"), at(2))
    events = memory.write(offer(thing="c"), at(3))
    assert kinds(events) == ["write", "eviction"]
    assert events[1].fact_id == "inventory-0001"
    assert memory.write(offer(thing="d"), at(4))[1].fact_id == "inventory-0002"


WRITES = st.lists(
    st.builds(
        offer,
        st.sampled_from(["shop", "player"]),
        st.sampled_from(["is_at", "has_item"]),
        st.sampled_from(["a", "b", "ü" * 40]),
        confidence=st.sampled_from([0.1, 0.8]),
        kind=st.sampled_from(["objective", "location"]),
        supersedes=st.sampled_from([None, "objective-0001", "location-0002"]),
        status=st.sampled_from([None, "active", "completed"]),
    ),
    max_size=40,
)


@given(WRITES, st.integers(1, 6), st.integers(20, 400), st.integers(1, 8))
def test_no_order_of_writes_breaks_the_policy(
    writes: list[MemoryWrite], max_records: int, max_tokens: int, max_facts: int
) -> None:
    first, second = (
        EpisodicMemory(policy(max_records=max_records, max_tokens=max_tokens, max_facts=max_facts)) for _ in "ab"
    )
    for decision, write in enumerate(writes, 1):
        assert first.write(write, at(decision)) == second.write(write, at(decision))
        shown = first.retrieve()
        assert shown == second.retrieve()
        assert len(shown) <= max_records
        assert sum(tokens(shown_text(fact)) for fact in shown) <= max_tokens
        assert len(first.facts) <= max_facts
        assert all(fact.status != "superseded" for fact in shown)
        active = [(f.subject, f.predicate, f.object) for f in first.facts if f.status == "active"]
        assert len(active) == len(set(active))
