"""Episodic memory keeps its policy, and says everything it did."""

from harness.memory.shown import shown_text, tokens
from harness.memory.store import EpisodicMemory
from tests.memory.writing import at, kinds, offer, policy


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


def test_a_repeated_guess_over_a_confirmed_fact_is_refused_and_weakens_nothing() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    (event,) = memory.write(offer(confidence=0.2), at(5))
    assert (event.event, event.refused) == ("refused_write", "inventory-0001 says so already, and is confirmed")
    (fact,) = memory.facts
    assert (fact.confirmed, fact.confidence, fact.last_confirmed_decision) == (True, 0.9, 1)


def test_a_guess_stays_one_until_evidence_confirms_it() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(confidence=0.3), at(1))
    assert kinds(memory.write(offer(confidence=0.5), at(2))) == ["update"]
    assert [(f.confirmed, f.confidence) for f in memory.facts] == [(False, 0.5)]
    memory.write(offer(confidence=1.0, evidence=""), at(3))
    assert [f.confirmed for f in memory.facts] == [False]
    memory.write(offer(confidence=0.8), at(4))
    assert [(f.confirmed, f.last_confirmed_decision) for f in memory.facts] == [(True, 4)]


def test_without_a_statement_of_its_own_the_value_stands_as_it_is_and_nothing_is_derived() -> None:
    memory = EpisodicMemory(policy())
    bare = offer().model_copy(update={"subject": None, "predicate": None, "object": None})
    memory.write(bare, at(1))
    memory.write(bare, at(2))
    assert [(f.value, f.subject, f.object) for f in memory.facts] == [("player has_item parcel", None, None)] * 2


def test_an_update_that_supersedes_another_fact_names_it() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(thing="a"), at(1))
    memory.write(offer(thing="b"), at(2))
    events = memory.write(offer(thing="a", supersedes="inventory-0002"), at(3))
    assert kinds(events) == ["update", "supersession"]
    assert [(f.fact_id, f.status, f.supersedes) for f in memory.facts] == [
        ("inventory-0001", "active", "inventory-0002"),
        ("inventory-0002", "superseded", None),
    ]


def test_an_objective_without_a_statement_is_completed_by_naming_it() -> None:
    memory = EpisodicMemory(policy())
    goal = offer(kind="objective").model_copy(update={"subject": None, "predicate": None, "object": None})
    memory.write(goal, at(1))
    done = goal.model_copy(update={"value": "fetched", "status": "completed", "supersedes": "objective-0001"})
    assert kinds(memory.write(done, at(2))) == ["update"]
    assert [(f.fact_id, f.status, f.value) for f in memory.facts] == [("objective-0001", "completed", "fetched")]


def test_a_guess_that_completes_a_confirmed_objective_is_taken_and_marked() -> None:
    memory = EpisodicMemory(policy())
    goal = offer("player", "must", "fetch", kind="objective")
    memory.write(goal, at(1))
    (event,) = memory.write(goal.model_copy(update={"status": "completed", "confidence": 0.2}), at(2))
    assert (event.event, event.guess_over_confirmed) == ("update", True)
    (fact,) = memory.facts
    assert (fact.status, fact.confirmed, fact.confidence) == ("completed", True, 0.9)


def test_a_completed_objective_is_never_superseded() -> None:
    memory = EpisodicMemory(policy())
    goal = offer("player", "must", "fetch", kind="objective")
    memory.write(goal, at(1))
    memory.write(goal.model_copy(update={"status": "completed"}), at(2))
    (event,) = memory.write(offer(supersedes="objective-0001"), at(3))
    assert event.refused == "objective-0001 is completed, and what is completed stays so"
    assert [(f.fact_id, f.status) for f in memory.facts] == [("objective-0001", "completed")]


def test_only_an_objective_is_completed_even_where_the_write_calls_it_one() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(), at(1))
    (event,) = memory.write(offer(kind="objective", status="completed"), at(2))
    assert event.refused == "only an objective can be completed"
    assert [f.status for f in memory.facts] == ["active"]


def test_facts_of_other_subjects_or_many_valued_predicates_do_not_contradict() -> None:
    memory = EpisodicMemory(policy(max_records=2))
    memory.write(offer("shop", "is_at", "north"), at(1))
    memory.write(offer("house", "is_at", "south"), at(2))
    memory.write(offer("player", "has_item", "a"), at(3))
    memory.write(offer("player", "has_item", "b"), at(4))
    assert [f.object for f in memory.retrieve()] == ["b", "a"]
    memory = EpisodicMemory(policy(max_records=2))
    memory.write(offer("shop", "is_at", "north"), at(1))
    memory.write(offer("house", "is_at", "south"), at(2))
    memory.write(offer("bank", "is_at", "west"), at(3))
    assert [f.object for f in memory.retrieve()] == ["west", "south"]


def test_objectives_come_first_then_what_is_active_then_what_is_completed_the_latest_confirmed_first() -> None:
    memory = EpisodicMemory(policy())
    done = offer("player", "must", "wake", kind="objective")
    memory.write(done, at(1))
    memory.write(offer(thing="a"), at(2))
    memory.write(offer(thing="b"), at(3))
    memory.write(offer("player", "must", "fetch", kind="objective"), at(4))
    memory.write(done.model_copy(update={"status": "completed"}), at(5))
    memory.write(offer(thing="a"), at(6))
    assert [f.object for f in memory.retrieve()] == ["fetch", "a", "b", "wake"]


def test_a_fact_too_long_for_the_budget_gives_way_to_a_shorter_one() -> None:
    memory = EpisodicMemory(policy())
    memory.write(offer(thing="a"), at(1))
    limit = sum(tokens(shown_text(fact)) for fact in memory.retrieve())
    short = EpisodicMemory(policy(max_tokens=limit))
    short.write(offer(thing="a"), at(1))
    short.write(offer(thing="ü" * 100), at(2))
    assert [f.object for f in short.retrieve()] == ["a"]


def test_a_token_is_four_bytes_rounded_up() -> None:
    assert [tokens(text) for text in ("", "a", "abcd", "abcde", "üü", "üüü")] == [0, 1, 1, 2, 1, 2]


def test_above_the_limit_guesses_go_before_confirmed_facts_and_completed_before_guesses() -> None:
    memory = EpisodicMemory(policy(max_facts=4))
    goal = offer("player", "must", "fetch", kind="objective")
    memory.write(offer(thing="old"), at(1))
    memory.write(offer(thing="guess", confidence=0.1), at(2))
    memory.write(goal, at(3))
    memory.write(goal.model_copy(update={"status": "completed"}), at(4))
    memory.write(offer(thing="closed"), at(5))
    gone = [
        event.fact.object
        for number in range(6, 10)
        for event in memory.write(
            offer(thing=f"new {number}", supersedes="inventory-0003" if number == 6 else None), at(number)
        )
        if event.event == "eviction" and event.fact
    ]
    assert gone == ["closed", "fetch", "guess", "old"]


def test_a_guess_displaces_no_confirmed_fact() -> None:
    memory = EpisodicMemory(policy(max_facts=2))
    memory.write(offer(thing="a"), at(1))
    memory.write(offer(thing="b"), at(2))
    (event,) = memory.write(offer(thing="c", confidence=0.1), at(3))
    assert event.refused == "all 2 facts are active and confirmed: a guess displaces none of them"
    assert [f.object for f in memory.facts] == ["a", "b"]
