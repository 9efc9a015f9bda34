"""Whole trials of vision models on the embedded cartridge, with a provider that fails now and then."""

import io
import json
import math
import os
import re
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from harness.evidence import png
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.verify import verify_experiment
from harness.experiment import oracle_profile
from harness.formats.base import sha256_hex
from harness.formats.evidence import Attempt
from harness.formats.oracle import OracleState, StateRecord
from harness.replay import replay_trial
from tests.agents.vision import server as acts
from tests.agents.vision.conftest import KEY, KEY_VARIABLE
from tests.agents.vision.experiments import PROVIDERS, experiment, record, requests
from tests.agents.vision.server import GOOD, MODEL, Server, running
from tests.recorder.conftest import reply

THOUGHT = "the moon told me so"
OVERLONG = reply("A", "B", "A", "B", "A", reasoning_summary=THOUGHT).decode()
STRANGE = json.dumps(json.loads(GOOD) | {THOUGHT: 1})
BUSY = acts.raw(b'{"error": "busy"}', status=429, headers=(("Retry-After", "0.4"),))
BROKEN = acts.raw(b"oh no", status=500)
SCRIPT = (
    acts.good,
    *(acts.says(f"I press A because {THOUGHT}"), acts.good),
    *(acts.says(OVERLONG), acts.good),
    *(acts.says(STRANGE), acts.good),
    *(BUSY, acts.good),
    *(BROKEN, BROKEN),
    acts.says(GOOD, usage=None),
    acts.says(GOOD, model="other-2026"),
    *(acts.key_echo, acts.good),
    *(acts.cut, acts.good),
    *(acts.tool_call, acts.refusal),
)


class Recorded(NamedTuple):
    """An experiment with one trial of each condition, recorded by the command as people start it."""

    folder: Path
    heard: dict[str, list[acts.Heard]]

    def trial(self, condition: str) -> TrialFolder:
        return TrialFolder(self.folder / "trials" / f"{condition}-01")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("vision") / "experiment"
    heard: dict[str, list[acts.Heard]] = {}
    with running() as server:
        experiment(folder, server, condition={"api_key_env": KEY_VARIABLE})
        for condition in PROVIDERS:
            server.next = list(SCRIPT)
            command = [sys.executable, "-m", "harness", "record", str(folder), "--condition", condition, "--trial", "1"]
            environment = os.environ | {KEY_VARIABLE: KEY}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
            assert done.returncode == 0, done.stderr
            assert KEY not in done.stdout + done.stderr
            heard[condition] = list(server.heard)
            server.heard.clear()
    return Recorded(folder, heard)


@pytest.fixture(params=list(PROVIDERS))
def trial(request: pytest.FixtureRequest, recorded: Recorded) -> TrialFolder:
    return recorded.trial(request.param)


def kinds(attempts: list[Attempt]) -> list[str | None]:
    return [attempt.refused_kind for attempt in attempts]


def test_every_request_is_one_attempt_and_the_trial_ends_by_its_budget(recorded: Recorded, trial: TrialFolder) -> None:
    attempts = trial.attempts()
    assert len(attempts) == len(recorded.heard[trial.header.condition_id])
    assert trial.closing.reason == "action_budget"
    assert trial.closing.accepted_actions == 14
    assert trial.closing.attempts == len(attempts)
    assert kinds(attempts)[: len(SCRIPT)] == [
        None,
        *("unparseable", None, "outside_contract", None, "outside_contract", None),
        *("provider_error", None, "provider_error", "provider_error"),
        *(None, None, "provider_error", None, "provider_error", None),
        *("unparseable", "unparseable"),
    ]
    stood = [line for line in trial.trace() if line.attempts == 2 and not line.parsed_actions]
    assert [line.accepted_actions for line in stood] == [0, 0]


def test_totals_equal_the_sum_over_attempts_and_a_hole_makes_a_lower_bound(trial: TrialFolder) -> None:
    attempts, closing = trial.attempts(), trial.closing
    measured = [attempt.cost_usd for attempt in attempts if attempt.cost_usd is not None]
    assert closing.cost_usd is None
    assert closing.input_tokens is None
    assert closing.input_tokens_at_least == sum(a.input_tokens for a in attempts if a.input_tokens is not None) > 0
    assert closing.output_tokens_at_least == sum(a.output_tokens for a in attempts if a.output_tokens is not None) > 0
    assert closing.unmeasured_attempts == len(attempts) - len(measured) == 6
    assert closing.cost_usd_at_least is not None
    assert math.isclose(closing.cost_usd_at_least, math.fsum(measured))
    assert math.isclose(closing.cost_usd_at_least, len(measured) * 1050 / 1_000_000)
    assert {attempt.cost_source for attempt in attempts} == {"derived", None}
    for attempt in attempts:
        assert (attempt.cost_usd is None) is (attempt.cost_missing is not None)
        assert 0 not in (attempt.cost_usd, attempt.input_tokens, attempt.output_tokens, attempt.latency_ms)
    latencies = [attempt.latency_ms or 0 for attempt in attempts]
    assert closing.model_latency_ms is not None
    assert math.isclose(closing.model_latency_ms, math.fsum(latencies), abs_tol=1e-6)
    for line in trial.trace():
        calls = [attempt.cost_usd for attempt in attempts if attempt.decision == line.decision_id]
        known = [cost for cost in calls if cost is not None]
        assert line.provider_cost_usd == (sum(known) if len(known) == len(calls) else None)


def test_raw_bodies_are_kept_byte_for_byte_except_a_key(recorded: Recorded, trial: TrialFolder) -> None:
    heard = recorded.heard[trial.header.condition_id]
    blanked = 0
    for number, (attempt, act, one) in enumerate(zip(trial.attempts(), SCRIPT, heard, strict=False), 1):
        assert attempt.response_path is not None
        kept = (trial.path / attempt.response_path).read_bytes()
        sent = act(one, number).body
        assert attempt.body_redacted is (KEY.encode() in sent)
        blanked += attempt.body_redacted
        assert kept == sent.replace(KEY.encode(), b"*" * len(KEY))
    assert blanked == 1


def test_no_file_of_the_package_holds_the_key(recorded: Recorded) -> None:
    assert all(KEY in str(heard.headers) for heards in recorded.heard.values() for heard in heards)
    files = [path for path in recorded.folder.rglob("*") if path.is_file()]
    assert len(files) > 100
    assert [path for path in files if KEY.encode() in path.read_bytes() or b"planted-7f3a" in path.read_bytes()] == []


def test_the_models_own_id_is_kept_and_a_difference_stated(trial: TrialFolder) -> None:
    assert trial.closing.model_ids == [MODEL, "other-2026"]
    other = [attempt for attempt in trial.attempts() if attempt.model_differs]
    assert [attempt.model_id for attempt in other] == ["other-2026"]
    assert all(attempt.model_differs is None for attempt in trial.attempts() if attempt.model_id is None)


def test_retry_after_is_waited_for_before_the_retry_and_said(trial: TrialFolder) -> None:
    waited = [(index, attempt.waited_ms) for index, attempt in enumerate(trial.attempts()) if attempt.waited_ms]
    assert [index for index, _ in waited] == [8]
    assert waited[0][1] is not None
    assert waited[0][1] >= 400
    assert trial.closing.wall_time_ms > (trial.closing.model_latency_ms or 0) + 400


def test_a_retry_says_what_kind_of_fault_it_was_and_quotes_nothing(trial: TrialFolder) -> None:
    sent = requests(trial)
    users = [json.loads(one)["messages"][1]["content"] for one in sent]
    texts = [content[2]["text"] if len(content) == 3 else None for content in users]
    retries = texts[: len(SCRIPT)]
    assert [index for index, text in enumerate(retries) if text] == [2, 4, 6, 18]
    assert "could not be parsed" in str(retries[2])
    assert "outside the schema at actions" in str(retries[4])
    assert (
        retries[6]
        == "Your last reply was one JSON value, but it is outside the schema. Answer again within the schema."
    )
    assert sent[7] == sent[8]
    assert all(len(text) < 150 for text in retries if text)
    assert THOUGHT.encode() not in b"".join(sent)


def test_the_request_file_says_who_was_asked_and_how(recorded: Recorded, trial: TrialFolder) -> None:
    condition = Experiment(recorded.folder).conditions[trial.header.condition_id]
    request = json.loads(requests(trial)[0])
    assert request["provider"] == condition.agent
    assert request["base_url"] == condition.base_url
    assert (request["model"], request["structured_output"], request["seed"]) == (MODEL, "json_schema", None)
    frame = request["messages"][1]["content"][0]
    assert frame["frame_sha256"] == trial.trace()[0].frame_sha256
    assert frame["image_sha256"] == sha256_hex((trial.path / "frames" / "000001.png").read_bytes())
    assert pictures(recorded.heard[trial.header.condition_id][0]) == [
        (trial.path / "frames" / "000001.png").read_bytes()
    ]


def pictures(heard: acts.Heard) -> list[bytes]:
    """Return every PNG that a request carried."""
    return [b64decode(found) for found in re.findall(r"iVBORw0KGgo[A-Za-z0-9+/=]*", json.dumps(heard.body))]


def test_the_package_verifies_and_replays(recorded: Recorded, trial: TrialFolder) -> None:
    found = [(item.number, item.findings) for item in verify_experiment(recorded.folder) if item.verdict == "fail"]
    assert found == []
    assert replay_trial(trial.path).differs_at is None


def test_the_recorded_replies_play_again_without_the_provider(recorded: Recorded, tmp_path: Path) -> None:
    with running() as server:
        again = experiment(tmp_path / "again", server)
        for condition in PROVIDERS:
            played = record(again, server, condition=condition, agent=f"replay:{recorded.trial(condition).path}")
            assert server.heard == []
            pressed = [(one.decision, one.action) for one in played.inputs()]
            assert pressed == [(one.decision, one.action) for one in recorded.trial(condition).inputs()]
            assert kinds(played.attempts()) == kinds(recorded.trial(condition).attempts())


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from names_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from names_in(part)
    elif isinstance(value, str) and len(value) > 3:
        yield value


def test_no_prompt_of_a_trial_holds_anything_of_the_oracle(tmp_path: Path, server: Server) -> None:
    folder = experiment(tmp_path / "experiment", server)
    seeing = record(folder, server, number=1)
    blind = record(folder, server, number=2, with_oracle=False)
    assert requests(seeing) == requests(blind)
    states = [one.state for one in seeing.oracle() if isinstance(one, StateRecord) and one.state is not None]
    assert len(states) >= 14
    frozen = (folder / "prompts" / "system.txt").read_text() + (folder / "prompts" / "action-schema.json").read_text()
    hidden = {name for state in states for name in names_in(state.model_dump(mode="json"))} | set(
        OracleState.model_fields
    )
    profile = oracle_profile(Experiment(folder).manifest)
    assert profile is not None
    hidden |= set(names_in(profile.model_dump(mode="json")))
    for request in requests(seeing):
        words = set(re.findall(r"[A-Za-z_0-9-]+", json.dumps(json.loads(request)["messages"][1])))
        assert {name for name in hidden & words if name not in frozen} <= {"text", "unknown", "type", "frame", "none"}


def test_enlarged_pictures_are_sent_as_the_manifest_says(tmp_path: Path, server: Server) -> None:
    folder = experiment(tmp_path / "experiment", server, viewport={"scale": 3}, budgets={"accepted_actions": 2})
    trial = record(folder, server)
    [sent] = pictures(server.heard[0])
    frame = json.loads(requests(trial)[0])["messages"][1]["content"][0]
    assert (frame["width"], frame["height"], frame["scale"]) == (720, 480, 3)
    assert frame["image_sha256"] == sha256_hex(sent)
    native = Image.frombytes("RGB", (240, 160), png.decode((trial.path / "frames" / "000001.png").read_bytes(), "it"))
    with Image.open(io.BytesIO(sent)) as enlarged:
        assert all(
            enlarged.getpixel((x * 3 + dx, y * 3 + dy)) == native.getpixel((x, y))
            for x, y in ((0, 0), (17, 33), (120, 80), (239, 159))
            for dx, dy in ((0, 0), (2, 2))
        )


def test_what_the_provider_says_it_cost_counts_before_our_prices(tmp_path: Path, server: Server) -> None:
    server.rest = acts.says(GOOD, usage={"prompt_tokens": 10, "completion_tokens": 1, "cost": 0.5})
    folder = experiment(tmp_path / "experiment", server, budgets={"total_cost_usd": 1.2})
    trial = record(folder, server)
    assert trial.closing.reason == "money_budget"
    assert (trial.closing.cost_usd, trial.closing.cost_usd_at_least, trial.closing.unmeasured_attempts) == (1.5, 1.5, 0)
    assert {attempt.cost_source for attempt in trial.attempts()} == {"provider"}
    assert trial.trace()[-1].accepted_actions == 0
    assert trial.trace()[-1].not_dispatched == ["A"]


def test_a_model_without_a_price_costs_nobody_knows_what(tmp_path: Path, server: Server) -> None:
    folder = experiment(tmp_path / "experiment", server, priced=False, budgets={"accepted_actions": 2})
    trial = record(folder, server)
    assert (trial.closing.cost_usd, trial.closing.cost_usd_at_least, trial.closing.unmeasured_attempts) == (
        None,
        None,
        2,
    )
    assert trial.closing.input_tokens == 2000
    assert all("price" in str(attempt.cost_missing) for attempt in trial.attempts())


def test_a_provider_that_fails_again_and_again_voids_the_trial(tmp_path: Path, server: Server) -> None:
    server.rest = BROKEN
    folder = experiment(tmp_path / "experiment", server)
    closing = record(folder, server, acts.good).closing
    assert closing.reason == "harness_failure"
    assert closing.reason_numbers["consecutive_provider_failures"] == 4
    assert closing.reason_numbers["limit"] == 3
    assert (closing.decisions, closing.attempts, closing.accepted_actions) == (5, 9, 1)
