"""Each rule that ends a trial is shown by a recorded trial: its reason, its numbers, its sentence."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import harness.trial
from harness.agents.port import Answer, Usage, View
from harness.emulator.game import game_files
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import EmulatorFailed
from harness.evidence.reader import Experiment, TrialFolder
from harness.experiment import freeze_experiment, new_experiment, oracle_profile
from harness.formats.evidence import TrialHeader
from harness.formats.manifest import Budgets
from harness.termination import Spent, ended, words
from harness.trial import play_trial
from harness.trial_start import TrialPlace
from tests.recorder.conftest import Desk, Told, reply


class Paid(Told):
    """An agent whose calls cost what they are told, the last price for ever."""

    def __init__(self, *bodies: bytes, prices: tuple[float | None, ...]) -> None:
        super().__init__(*bodies)
        self.prices = list(prices)

    def decide(self, view: View, retry: str | None) -> Answer:
        price = self.prices.pop(0) if len(self.prices) > 1 else self.prices[0]
        return super().decide(view, retry)._replace(usage=Usage(cost_usd=price))


def budgets(desk: Desk, **limits: Any) -> Desk:
    desk.change(budgets={"accepted_actions": 50, "model_decisions": 40, **limits})
    return desk.freeze()


def shown(header: TrialHeader) -> tuple[str, dict[str, Any], str]:
    """Reason, numbers and sentence of a recorded trial."""
    closing = header.closing
    assert closing is not None
    return closing.reason, closing.reason_numbers, words(closing.reason, closing.reason_numbers)


def test_the_action_budget_ends_a_trial_inside_a_sequence(desk: Desk) -> None:
    header = budgets(desk, accepted_actions=6).play(Told(reply("RIGHT", "A", "NOOP", "RIGHT")))
    numbers = {"accepted_actions": 6, "limit": 6}
    assert shown(header) == ("action_budget", numbers, "the budget of 6 accepted actions is used up")


def test_the_decision_budget_counts_a_decision_whose_replies_were_both_refused_once(desk: Desk) -> None:
    header = budgets(desk, model_decisions=3).play(Told(b"never"))
    numbers = {"model_decisions": 3, "limit": 3}
    assert shown(header) == ("decision_budget", numbers, "the budget of 3 decisions is used up")
    assert header.closing is not None
    assert (header.closing.attempts, header.closing.invalid_attempts, header.closing.accepted_actions) == (6, 6, 0)


class Slow(Told):
    """An agent whose every call takes half a minute by the recorder's clock."""

    def __init__(self, *bodies: bytes, clock: list[float]) -> None:
        super().__init__(*bodies)
        self.clock = clock

    def decide(self, view: View, retry: str | None) -> Answer:
        self.clock[0] += 25
        return super().decide(view, retry)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that the recorder's clock is ahead: half a minute of waiting would be half a minute of a test."""
    ahead = [0.0]
    monkeypatch.setattr(harness.trial, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + ahead[0]))
    return ahead


def test_wall_time_ends_a_trial_before_the_next_action_and_the_agents_thinking_counts(
    desk: Desk, clock: list[float]
) -> None:
    header = budgets(desk, wall_time_minutes=1).play(Slow(reply("A", "B"), clock=clock))
    reason, numbers, sentence = shown(header)
    assert (reason, numbers["limit"]) == ("wall_time_budget", 60)
    assert 75 <= numbers["seconds"] < 90
    assert sentence == f"the wall-time budget of 60 s is used up: {numbers['seconds']} s"
    assert header.closing is not None
    assert (header.closing.decisions, header.closing.accepted_actions) == (3, 4)
    assert TrialFolder(desk.path / "trials" / "alder-01").trace()[-1].not_dispatched == ["A", "B"]


def test_wall_time_is_looked_at_before_the_retry_and_a_refused_call_counts(desk: Desk, clock: list[float]) -> None:
    header = budgets(desk, wall_time_minutes=1).play(Slow(b"no", reply("A"), b"no", clock=clock))
    assert header.closing is not None
    assert (header.closing.reason, header.closing.decisions, header.closing.attempts) == ("wall_time_budget", 2, 3)


def test_money_counts_retries_and_the_call_that_reaches_the_limit_dispatches_nothing(desk: Desk) -> None:
    budgets(desk, total_cost_usd=1.0)
    header = desk.play(Paid(b"no", reply("A"), prices=(0.375,)))
    numbers = {"cost_usd": 1.125, "limit": 1.0}
    assert shown(header) == ("money_budget", numbers, "the budget of 1.0 USD is used up: at least 1.125 USD")
    assert header.closing is not None
    assert (header.closing.decisions, header.closing.accepted_actions) == (2, 1)


def test_money_is_looked_at_before_the_retry(desk: Desk) -> None:
    header = budgets(desk, total_cost_usd=0.5).play(Paid(b"no", prices=(0.5,)))
    assert header.closing is not None
    assert (header.closing.reason, header.closing.attempts) == ("money_budget", 1)


def test_an_unmeasured_call_makes_the_money_a_lower_bound_and_no_zero(desk: Desk) -> None:
    header = budgets(desk, total_cost_usd=0.5).play(Paid(reply("A"), prices=(0.25, None, 0.25)))
    numbers = {"cost_usd": 0.5, "limit": 0.5, "unmeasured_attempts": 1}
    sentence = "the budget of 0.5 USD is used up: at least 0.5 USD, 1 attempts unmeasured"
    assert shown(header) == ("money_budget", numbers, sentence)
    assert header.closing is not None
    assert header.closing.cost_usd is None


def test_a_money_budget_that_cannot_be_enforced_is_said_in_the_header(desk: Desk) -> None:
    header = budgets(desk, total_cost_usd=2.0, model_decisions=2).play(Told(reply("A")))
    assert header.money_budget == "cannot be enforced"
    assert shown(header)[0] == "decision_budget"


def test_without_a_money_budget_the_header_says_nothing_of_it(desk: Desk) -> None:
    assert budgets(desk, model_decisions=1).play(Told(reply("A"))).money_budget is None


def test_a_crash_of_the_emulator_ends_the_trial_with_its_words(desk: Desk) -> None:
    core = budgets(desk).core()
    run, frames = core.run_frame, iter(range(60))

    def fail(keys: int) -> bytes:
        if next(frames) == 30:
            raise EmulatorFailed("The emulator stopped: jumped nowhere.")
        return run(keys)

    core.run_frame = fail  # type: ignore[method-assign]
    reason, numbers, sentence = shown(desk.play(Told(reply("A")), core=core))
    assert (reason, numbers) == ("emulator_crash", {"words": "The emulator stopped: jumped nowhere."})
    assert sentence == "emulator_crash: The emulator stopped: jumped nowhere."


def test_walking_the_same_route_for_the_third_time_again_ends_a_trial(tmp_path: Path) -> None:
    path = tmp_path / "experiment"
    new_experiment(path, "parcel-errand", per_condition=2)
    freeze_experiment(path, draw_seed=1)
    experiment = Experiment(path)
    game = game_files(experiment.local)
    core = MgbaCore(game.rom, game.state, experiment.freeze.rom_sha256, experiment.freeze.initial_state_sha256)
    place = TrialPlace(path, experiment.conditions["alder"], 1, 1, None, path / "trials" / "alder-01")
    place.folder.parent.mkdir()
    to_and_fro = Told(reply("DOWN", "DOWN"), *[reply("LEFT", "LEFT"), reply("RIGHT", "RIGHT")] * 30)
    header = play_trial(place, core, to_and_fro, oracle_profile(experiment.manifest))
    core.close()
    reason, numbers, sentence = shown(header)
    assert (reason, numbers["repetitions"]) == ("repeated_route_loop", 3)
    assert sentence == f"the same route was repeated 3 times, the last time at action {numbers['action']}"
    assert header.closing is not None
    assert numbers["action"] == header.closing.accepted_actions < 60


EVERY = Budgets(accepted_actions=10, model_decisions=5, wall_time_minutes=1, total_cost_usd=1.0)


def test_the_first_matching_rule_wins_in_the_protocols_order() -> None:
    spent = Spent(m8=True, actions=10, decisions=5, seconds=60, cost_usd=1.0, looped_at=9)
    reasons = []
    for change in ({"m8": False}, {"actions": 9}, {"decisions": 4}, {"seconds": 59.0}, {"cost_usd": 0.9}, {}):
        end = ended(EVERY, spent)
        assert end is not None
        reasons.append(end.reason)
        spent = spent._replace(**change)
    assert reasons == [
        "m8_verified",
        "action_budget",
        "decision_budget",
        "wall_time_budget",
        "money_budget",
        "repeated_route_loop",
    ]
    assert ended(EVERY, spent._replace(looped_at=None)) is None


def test_verified_m8_says_after_how_many_actions() -> None:
    end = ended(EVERY, Spent(m8=True, actions=1234, decisions=1, seconds=0, cost_usd=0, looped_at=None))
    assert end is not None
    assert end.sentence == "M8 verified after 1,234 accepted actions"
