"""The careful player on the real cartridge."""

import pytest

from harness.agents.scripted import mission
from harness.agents.scripted.careful import Careful
from harness.agents.scripted.plan import Place
from harness.agents.scripted.player import Errand
from harness.agents.scripted.turns import Now
from harness.formats.action import MemoryWrite
from harness.formats.base import MILESTONES
from harness.routes import repeated_routes
from tests.agents.conftest import fresh
from tests.agents.playing import Played, Table, play


def test_the_errand_is_done_whole_within_seven_hundred_actions(careful_trials: list[Played]) -> None:
    for played in careful_trials:
        assert played.milestones == MILESTONES
        assert 300 <= len(played.actions) <= 700


def test_no_way_is_walked_twice(careful_trials: list[Played]) -> None:
    for played in careful_trials:
        assert repeated_routes(played.steps) == []
        assert played.agent.planted() == []


def test_nothing_it_reads_or_writes_is_refused(all_trials: list[Played]) -> None:
    for played in all_trials:
        assert [event for event in played.events if event.refused] == []


def test_memory_ends_in_order(careful_trials: list[Played]) -> None:
    for played in careful_trials:
        facts = played.memory.facts
        active = [fact for fact in facts if fact.status == "active"]
        assert [fact for fact in active if fact.predicate == "has_item"] == []
        assert len([fact for fact in active if fact.kind == "objective"]) == 1
        assert all(fact.confirmed and fact.evidence for fact in facts)
        held = next(fact for fact in facts if fact.predicate == "has_item")
        assert any(fact.supersedes == held.fact_id for fact in facts)


def test_the_parcel_s_note_is_cited_on_the_way_back(careful_trials: list[Played]) -> None:
    for played in careful_trials:
        held = next(fact.fact_id for fact in played.memory.facts if fact.predicate == "has_item")
        assert sum(held in decided.reply.memory_read for decided in played.decisions) > 5


def test_the_same_seed_and_pictures_give_the_same_bytes(all_trials: list[Played]) -> None:
    for played in (all_trials[0], all_trials[-1]):
        again, half = fresh(played), played.decisions[: len(played.decisions) // 2]
        assert [again.decide(one.view, None).body for one in half] == [one.body for one in half]


def test_two_seeds_play_differently(careful_trials: list[Played], forgetful_trials: list[Played]) -> None:
    for trials in (careful_trials, forgetful_trials):
        assert len({tuple(played.actions) for played in trials}) == len(trials)


def test_every_reply_is_within_the_contract(all_trials: list[Played]) -> None:
    for played in all_trials:
        for decided in played.decisions:
            assert 1 <= len(decided.reply.actions) <= 4
            assert decided.reply.reasoning_summary
            assert decided.reply.observed.location_guess


def test_a_refused_reply_is_followed_by_a_valid_one(table: Table, careful_trials: list[Played]) -> None:
    view = careful_trials[0].decisions[0].view
    answer = Careful(1).decide(view, "it was not one JSON object")
    assert b"refused" in answer.body
    assert answer.latency_ms is None


@pytest.mark.parametrize("every", [5, 7])
def test_lost_presses_do_not_stop_it(table: Table, every: int) -> None:
    played = play(Careful(4), table, until="M4", budget=600, lost=lambda number: number % every == 0)
    assert "M4" in played.milestones


def test_a_lost_match_does_not_stop_it(table: Table) -> None:
    for seed in (20, 22, 26, 31, 34, 36, 38):
        played = play(Careful(seed), table, until="M4", budget=600)
        assert "M4" in played.milestones
        if any("WREN won the match" in decided.said for decided in played.decisions):
            return
    pytest.fail("no seed lost its match: choose others")


class Reckless(Careful):
    """Stays in the tall grass until its companion can go on no longer."""

    fainted = False
    strolls = 0

    def side_trip(self, now: Now) -> Errand | None:
        return None

    def learn(self, now: Now) -> list[MemoryWrite]:
        self.fainted |= now.scene.box is not None and "needed a rest" in now.scene.box.text
        return super().learn(now)

    def goals(self) -> list[Place]:
        if self.stage != mission.WALK or self.fainted:
            return super().goals()
        road = self.world.maps["road"]
        grass = [Place("road", x, y) for y in range(20, road.height) for x in range(road.width)]
        grass = [place for place in grass if self.world.tile(place).kind == "grass"]
        self.strolls += 1
        return [grass[self.strolls * 5 % len(grass)]]


def test_waking_up_at_home_does_not_stop_it(table: Table) -> None:
    agent = Reckless(2)
    played = play(agent, table, until="M5", budget=2500)
    assert agent.fainted
    assert "M5" in played.milestones
