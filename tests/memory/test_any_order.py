"""Whatever is written in whatever order, the policy holds and the log tells all of it."""

from hypothesis import given
from hypothesis import strategies as st

from harness.formats.action import MemoryWrite
from harness.formats.evidence import Fact, MemoryEvent
from harness.formats.files import line_json
from harness.memory.shown import shown_text, tokens
from harness.memory.store import EpisodicMemory
from tests.memory.writing import at, offer, policy

WRITES = st.lists(
    st.builds(
        offer,
        st.sampled_from(["shop", "player", None]),
        st.sampled_from(["is_at", "has_item", None]),
        st.sampled_from(["a", "b", "ü" * 40, None]),
        confidence=st.sampled_from([0.1, 0.8]),
        evidence=st.sampled_from(["a box", ""]),
        value=st.sampled_from(["it is so", " "]),
        kind=st.sampled_from(["objective", "location"]),
        supersedes=st.sampled_from([None, None, "objective-0001", "objective-0002", "location-0001", "location-0002"]),
        status=st.sampled_from([None, "active", "completed"]),
    ),
    max_size=40,
)


@given(WRITES, st.integers(1, 6), st.integers(20, 400), st.integers(1, 8))
def test_no_order_of_writes_breaks_the_policy(
    writes: list[MemoryWrite], max_records: int, max_tokens: int, max_facts: int
) -> None:
    limits = policy(max_records=max_records, max_tokens=max_tokens, max_facts=max_facts)
    first, second = EpisodicMemory(limits), EpisodicMemory(limits)
    for decision, write in enumerate(writes, 1):
        assert first.write(write, at(decision)) == second.write(write, at(decision))
        shown = first.retrieve()
        assert shown == second.retrieve()
        assert len(shown) <= max_records
        assert sum(tokens(shown_text(fact)) for fact in shown) <= max_tokens
        assert len(first.facts) <= max_facts
        assert all(fact.status != "superseded" for fact in shown)
        said = [(f.subject, f.predicate, f.object) for f in first.facts if f.status == "active"]
        whole = [triple for triple in said if None not in triple]
        assert len(whole) == len(set(whole))
        for fact in shown:
            rivals = [
                other
                for other in first.facts
                if fact.predicate == "is_at" == other.predicate
                and fact.subject is not None
                and (fact.status, other.status, other.subject) == ("active", "active", fact.subject)
                and None not in (fact.object, other.object)
            ]
            assert all(other in shown for other in rivals)


def replayed(lines: bytes) -> dict[str, Fact]:
    """Rebuild a store's facts from its log alone."""
    facts: dict[str, Fact] = {}
    for line in lines.splitlines():
        event = MemoryEvent.model_validate_json(line)
        if event.event == "eviction":
            assert event.fact_id is not None
            assert facts.pop(event.fact_id) == event.fact
        elif event.event in ("write", "update", "supersession"):
            assert event.fact is not None
            assert event.fact.fact_id == event.fact_id
            assert (event.event == "write") == (event.fact_id not in facts)
            facts[event.fact.fact_id] = event.fact
    return facts


@given(WRITES, st.integers(1, 8))
def test_the_log_alone_rebuilds_the_facts_and_every_write_is_in_it(writes: list[MemoryWrite], max_facts: int) -> None:
    memory = EpisodicMemory(policy(max_facts=max_facts))
    log = b""
    superseded: set[str] = set()
    seen: set[str] = set()
    for decision, write in enumerate(writes, 1):
        events = memory.write(write, at(decision))
        assert events
        assert {event.decision for event in events} == {decision}
        assert [event.offered for event in events if event.event == "refused_write"] in ([], [write])
        for event in events:
            if event.event == "write":
                assert event.fact_id not in seen, "a number is never given twice"
                seen.add(event.fact_id or "")
            if event.event == "supersession":
                superseded.add(event.fact_id or "")
        log += b"".join(line_json(event) for event in events)
        assert replayed(log) == {fact.fact_id: fact for fact in memory.facts}
        assert all(f.status == "superseded" for f in memory.facts if f.fact_id in superseded)


@given(WRITES, st.integers(1, 8))
def test_an_active_confirmed_fact_is_dropped_only_where_all_others_are_like_it(
    writes: list[MemoryWrite], max_facts: int
) -> None:
    memory = EpisodicMemory(policy(max_facts=max_facts))
    for decision, write in enumerate(writes, 1):
        for event in memory.write(write, at(decision)):
            if event.event == "eviction" and event.fact and event.fact.status == "active" and event.fact.confirmed:
                assert all(fact.status == "active" and fact.confirmed for fact in memory.facts)


@given(WRITES)
def test_a_guess_never_changes_what_a_confirmed_fact_says(writes: list[MemoryWrite]) -> None:
    memory = EpisodicMemory(policy())
    for decision, write in enumerate(writes, 1):
        before = {fact.fact_id: fact for fact in memory.facts if fact.confirmed}
        events = memory.write(write, at(decision))
        if write.confidence >= 0.8 and write.evidence:
            continue
        for fact in memory.facts:
            if fact.fact_id in before:
                old = before[fact.fact_id]
                kept = fact.model_copy(update={"status": old.status, "supersedes": old.supersedes})
                assert kept == old
                if fact != old:
                    assert any(event.guess_over_confirmed for event in events)
            assert fact.confirmed == (fact.fact_id in before)
