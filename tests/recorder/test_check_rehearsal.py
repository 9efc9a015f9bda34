"""A rehearsal plays the frozen experiment through every rule, any game, and keeps it outside the trials."""

from pathlib import Path

import pytest

from harness.check_rehearsal import REHEARSALS, rehearse
from harness.evidence.reader import Experiment, TrialFolder
from tests.recorder.conftest import Desk
from tests.recorder.test_check import cartridge

RULES = ["m8_verified", "action_budget", "decision_budget", "wall_time_budget", "money_budget", "emulator_crash",
         "repeated_route_loop"]  # fmt: skip


def test_every_rule_fires_on_our_cartridge_and_its_evidence_verifies(tmp_path: Path) -> None:
    folder = cartridge(tmp_path / "parcel")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    items = rehearse(Experiment(folder))
    assert [item.verdict for item in items] == ["pass"] * 7, [item.found for item in items]
    assert [one.reason for one in REHEARSALS] == RULES
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    for rule in RULES:
        trial = TrialFolder(tmp_path / "parcel-rehearsal" / rule.replace("_", "-") / "trials" / "alder-01")
        assert trial.closing.reason == rule
    assert trial.header.agent == "rehearsal"


def test_another_game_is_rehearsed_without_the_rules_that_need_an_oracle(desk: Desk) -> None:
    desk.freeze()
    for _ in range(2):
        found = {item.title.removeprefix("Rehearsal of "): item for item in rehearse(Experiment(desk.path))}
    for rule in ("m8_verified", "repeated_route_loop"):
        assert (found[rule].verdict, found[rule].found) == ("warn", "without an oracle this rule cannot fire.")
    assert {found[rule].verdict for rule in RULES[1:6]} == {"pass"}
    money = TrialFolder(desk.path.parent / "experiment-rehearsal-2" / "money-budget" / "trials" / "alder-01")
    assert money.closing.cost_usd == 0.75
    assert [one.refused is not None for one in money.attempts()] == [False, True, False]
    assert str(desk.path.parent) not in " ".join(item.found for item in found.values())


def test_a_rule_that_does_not_fire_is_told_with_what_ended_the_trial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = cartridge(tmp_path / "hasty", press=1, settle=0)
    monkeypatch.setattr("harness.check_rehearsal.REHEARSALS", REHEARSALS[-1:])
    (item,) = rehearse(Experiment(folder))
    assert item.verdict == "warn"
    assert "did not fire here, the trial ended otherwise: the budget of 100 accepted actions is used up" in item.found
