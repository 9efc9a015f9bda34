"""The forgetful player on the real cartridge: every mistake is on record, and the record is true."""

from typing import get_args

from harness.formats.base import MILESTONES, ErrorType
from harness.formats.evidence import PlantedError
from harness.routes import LoopRule, repeated_routes
from tests.agents.playing import Played


def errors(played: Played) -> dict[str, PlantedError]:
    return {one.type: one for one in played.agent.planted() if one.type is not None}


def test_the_errand_is_done_in_spite_of_all_mistakes(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        assert played.milestones == MILESTONES
        assert len(played.actions) <= 1100


def test_all_eight_types_are_planted_once_and_in_another_order(forgetful_trials: list[Played]) -> None:
    orders = [[one.type for one in played.agent.planted() if one.type] for played in forgetful_trials]
    for order in orders:
        assert sorted(order) == sorted(get_args(ErrorType))
    assert orders[0] != orders[1]


def test_every_cited_fact_existed_before_the_contradicting_decision(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        written = {event.fact_id: event.decision for event in played.events if event.event == "write"}
        frames = [decided.frame for decided in played.decisions]
        for one in played.agent.planted():
            assert one.cited_facts or one.cited_decisions
            assert all(written[fact] < one.decision for fact in one.cited_facts)
            assert all(decision < one.decision for decision in one.cited_decisions)
            assert all(frame in frames and frame <= frames[one.decision - 1] for frame in one.cited_frames)
            assert one.recovery_decision is None or one.decision < one.recovery_decision <= len(played.decisions)


def test_severity_follows_the_wasted_actions(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        for one in errors(played).values():
            if one.recovery_decision is None:
                continue
            wasted = sum(one.decision <= decision < one.recovery_decision for decision in played.decided_by)
            route = one.type == "memory_use_failure"
            assert one.severity == ("material" if wasted > 5 or route else "minor")


def test_the_routes_on_record_are_those_the_detector_finds(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        found = [played.decided_by[route.second.first_action - 1] for route in repeated_routes(played.steps)]
        planted = [one.decision for one in played.agent.planted() if one.kind == "repeated_route"]
        assert planted
        assert found == planted


def test_the_loop_rule_never_fires(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        rule = LoopRule()
        assert not any(rule.add(step) for step in played.steps)


def test_the_parcel_is_received_and_not_noted(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        omission = errors(played)["omission"]
        received = played.decisions[omission.cited_decisions[0] - 1]
        assert "You received the PARCEL" in received.said
        held = next(event for event in played.events if event.fact and event.fact.predicate == "has_item")
        assert held.decision == omission.recovery_decision


def test_the_guess_over_a_confirmed_fact_is_logged_as_such(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        overwrite = errors(played)["unsupported_overwrite"]
        logged = [event for event in played.events if event.guess_over_confirmed]
        assert [(event.decision, event.fact_id) for event in logged] == [(overwrite.decision, overwrite.cited_facts[0])]


def test_both_sides_of_the_contradiction_were_shown_and_read_together(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        contradiction = errors(played)["contradiction"]
        decided = played.decisions[contradiction.decision - 1]
        assert len(contradiction.cited_facts) == 2
        assert set(contradiction.cited_facts) <= {fact.fact_id for fact in decided.view.facts}
        assert set(contradiction.cited_facts) <= set(decided.reply.memory_read)


def test_the_parcel_is_still_noted_after_its_delivery(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        persists = errors(played)["false_persistence"]
        held = next(fact for fact in played.memory.facts if fact.fact_id == persists.cited_facts[0])
        assert (held.predicate, held.status) == ("has_item", "active")


def test_the_right_note_is_read_and_not_followed(forgetful_trials: list[Played]) -> None:
    for played in forgetful_trials:
        failure = errors(played)["memory_use_failure"]
        decided = played.decisions[failure.decision - 1]
        assert set(failure.cited_facts) <= set(decided.reply.memory_read)
        assert "DOWN" in decided.reply.actions
