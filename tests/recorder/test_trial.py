"""A trial is played on a real core, and what it leaves explains itself."""

from typing import Any

import pytest

from harness.emulator.port import EmulatorFailed, MemoryImage
from harness.evidence.reader import TrialFolder
from harness.evidence.verify import verify_experiment
from harness.formats.errors import Refused
from harness.formats.evidence import TrialHeader
from harness.replay import replay_trial
from harness.runtime import Runtime
from tests.recorder.conftest import Desk, Told, reply


def short(desk: Desk, **budgets: Any) -> Desk:
    desk.change(budgets={"accepted_actions": 6, "model_decisions": 5, **budgets})
    return desk.freeze()


def ended(header: TrialHeader) -> tuple[str, int, int]:
    assert header.closing is not None
    return header.closing.reason, header.closing.decisions, header.closing.accepted_actions


def test_a_trial_ends_at_its_action_budget_and_the_rest_of_the_sequence_is_logged(desk: Desk) -> None:
    header = short(desk).play(Told(reply("RIGHT", "A", "NOOP", "RIGHT")))
    assert ended(header) == ("action_budget", 2, 6)
    trial = TrialFolder(desk.path / "trials" / "alder-01")
    last = trial.trace()[-1]
    assert (last.accepted_actions, last.not_dispatched) == (2, ["NOOP", "RIGHT"])
    assert last.termination_reason == "action_budget"
    assert [line.action for line in trial.inputs()] == ["RIGHT", "A", "NOOP", "RIGHT", "RIGHT", "A"]
    assert header.closing is not None
    assert header.closing.frames == 1 + 6 * 24


def test_what_was_recorded_replays_and_passes_the_checklist(desk: Desk) -> None:
    short(desk)
    for condition in ("alder", "birch"):
        desk.play(Told(reply("RIGHT", "A"), b"no", reply("UP")), condition)
    assert replay_trial(desk.path / "trials" / "birch-01").differs_at is None
    failed = [(item.title, item.findings) for item in verify_experiment(desk.path, pictures=True) if item.findings]
    assert failed == []


def test_unmeasured_is_null_and_never_zero(desk: Desk) -> None:
    header = short(desk).play(Told(reply("A")))
    (first, *_) = TrialFolder(desk.path / "trials" / "alder-01").trace()
    assert header.closing is not None
    assert (header.closing.input_tokens, header.closing.cost_usd, header.closing.model_latency_ms) == (None, None, None)
    assert (first.input_tokens, first.provider_cost_usd, first.response_id, first.settled) == (None, None, None, None)


def test_a_refused_reply_is_retried_once_and_both_attempts_are_kept(desk: Desk) -> None:
    agent = Told(b"```json\n{}\n```", reply("UP"), b"[]", reply("A", "A", "A", "A", "A"), reply("B"))
    short(desk).play(agent)
    trial = TrialFolder(desk.path / "trials" / "alder-01")
    first, second, *_ = trial.trace()
    assert (first.attempts, first.accepted_actions, first.invalid_output) == (2, 1, True)
    assert (second.attempts, second.accepted_actions, second.invalid_output) == (2, 0, True)
    assert [a.refused_kind for a in trial.attempts()[:4]] == [
        "unparseable",
        None,
        "outside_contract",
        "outside_contract",
    ]
    assert "at most 4" in (trial.attempts()[3].refused or "")
    assert trial.file("responses/000001.json") == b"```json\n{}\n```"
    assert trial.file("responses/000001-retry1.json") == reply("UP")
    assert agent.seen[1][1] is not None
    assert agent.seen[4][0].frame_sha256 == agent.seen[2][0].frame_sha256


def test_decisions_wall_time_and_money_end_a_trial_before_the_next_attempt(desk: Desk) -> None:
    header = short(desk, accepted_actions=100).play(Told(b"never a reply"))
    assert ended(header) == ("decision_budget", 5, 0)


def test_no_money_at_all_ends_the_trial_after_the_first_call_with_nothing_dispatched(desk: Desk) -> None:
    header = short(desk, total_cost_usd=0.0).play(Told(reply("A")))
    assert ended(header) == ("money_budget", 1, 0)


def test_two_recordings_of_one_trial_are_the_same_to_the_byte(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Desk(tmp_path_factory.mktemp("other"))
    bodies = (reply("RIGHT", "A"), b"no", reply("RIGHT"))
    for one in (desk, other):
        short(one).play(Told(*bodies))
    clocks = ("trial.json", "trace.jsonl", "attempts.jsonl")
    assert desk.files(leave_out=clocks) == other.files(leave_out=clocks)
    assert len(desk.files(leave_out=clocks)) > 10


def test_memory_is_written_before_the_actions_and_shown_at_the_next_decision(desk: Desk) -> None:
    write = {"kind": "event", "value": "the dot moved", "confidence": 0.9, "evidence": "the dot"}
    agent = Told(reply("RIGHT", memory_write=[write]), reply("RIGHT", memory_read=["event-0001", "event-0009"]))
    short(desk).play(agent)
    assert [fact.fact_id for fact in agent.seen[0][0].facts] == []
    assert [fact.fact_id for fact in agent.seen[1][0].facts] == ["event-0001"]
    events = TrialFolder(desk.path / "trials" / "alder-01").memory()
    assert [(e.event, e.decision) for e in events[:4]] == [("write", 1), ("shown", 2), ("read", 2), ("refused_read", 2)]


def test_an_agent_sees_its_recent_actions_and_its_own_last_objective(desk: Desk) -> None:
    agent = Told(reply("RIGHT", "A"))
    short(desk).play(agent)
    view = agent.seen[2][0]
    assert [(one.decision, one.action) for one in view.recent] == [(1, "RIGHT"), (1, "A"), (2, "RIGHT"), (2, "A")]
    assert view.objective == "press"
    assert len(view.frame_rgb) == 240 * 160 * 3


class Broken:
    """An agent that stops working."""

    name = "broken"

    def decide(self, view: object, retry: str | None) -> object:
        raise RuntimeError("the agent is gone")


def test_a_broken_agent_leaves_a_closed_void_trial(desk: Desk) -> None:
    short(desk)
    with pytest.raises(RuntimeError, match="gone"):
        desk.play(Broken())
    trial = TrialFolder(desk.path / "trials" / "alder-01")
    assert trial.closing.reason == "harness_failure"
    assert trial.closing.reason_numbers == {"words": "the agent is gone"}


def test_a_fatal_emulator_error_ends_the_trial_as_a_crash(desk: Desk) -> None:
    short(desk)
    core = desk.core()
    run, frames = core.run_frame, iter(range(30))

    def fail(keys: int) -> bytes:
        if next(frames) == 20:
            raise EmulatorFailed("The emulator stopped: jumped nowhere.")
        return run(keys)

    core.run_frame = fail  # type: ignore[method-assign]
    assert ended(desk.play(Told(reply("A")), core=core)) == ("emulator_crash", 0, 0)


def test_another_first_frame_than_the_trials_before_is_a_divergence(desk: Desk) -> None:
    short(desk)
    desk.play(Told(reply("A")))
    core = desk.core()
    run = core.run_frame
    core.run_frame = lambda keys: bytes(len(run(keys)))  # type: ignore[method-assign]
    header = desk.play(Told(reply("A")), number=2, core=core)
    assert ended(header) == ("divergence", 0, 0)
    assert header.closing is not None
    assert "alder-01" in header.closing.reason_numbers


def test_the_runtime_presses_nothing_but_the_nine_actions(desk: Desk) -> None:
    desk.change(agent={"allowed_actions": ["A", "NOOP"]})
    from harness.formats.files import read_yaml
    from harness.formats.manifest import Manifest

    desk.freeze()
    kept: list[int] = []
    runtime = Runtime(desk.core(), read_yaml(desk.path / "manifest.yaml", Manifest), lambda n, _: kept.append(n), None)
    with pytest.raises(Refused, match="not started"):
        runtime.act("A", 1, 0)
    runtime.start()
    for wrong in ("UP", "L", "a", "SAVE", "", None, 1, ["A"]):
        with pytest.raises(Refused, match="nothing was pressed"):
            runtime.act(wrong, 1, 0)  # type: ignore[arg-type]
    assert kept == [0]
    runtime.act("A", 1, 0)
    assert kept == list(range(25))
    with pytest.raises(Refused, match="never resumed"):
        runtime.start()


def test_a_memory_image_is_never_asked_for_without_an_oracle(desk: Desk) -> None:
    short(desk)
    core = desk.core()

    def memory() -> MemoryImage:
        raise AssertionError("hidden state was read")

    core.memory = memory  # type: ignore[method-assign]
    assert ended(desk.play(Told(reply("A")), core=core))[0] == "decision_budget"
