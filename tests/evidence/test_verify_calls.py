"""Verification of calls: totals, lower bounds, responses and a provider's cache are what the rows bear out."""

from pathlib import Path

import pytest

from harness.evidence.verify import verify_experiment
from harness.formats.files import read_yaml, to_yaml
from harness.formats.manifest import Manifest
from tests.evidence.altering import ALDER, alter_json, alter_line, failing, resealed


def test_a_response_that_two_trials_share_is_found_and_an_id_that_came_twice_is_not(experiment: Path) -> None:
    for trial in ("alder-01", "birch-01"):
        alter_line(experiment, f"trials/{trial}/attempts.jsonl", 1, lambda r: r.update(response_id="chatcmpl-551"))
    first, second = (experiment / "trials" / trial / "responses" / "000001.json" for trial in ("alder-01", "birch-01"))
    second.write_bytes(first.read_bytes())
    found = failing(verify_experiment(resealed(experiment)))[3]
    assert "birch-01/attempts.jsonl: response chatcmpl-551 is alder-01's too" in found
    second.write_bytes(first.read_bytes() + b" ")
    assert 3 not in failing(verify_experiment(resealed(experiment)))


def test_a_lower_bound_that_the_calls_do_not_bear_out_is_found(experiment: Path) -> None:
    alter_json(experiment, f"{ALDER}/trial.json", lambda r: r["closing"].update(input_tokens_at_least=10**9))
    assert "input_tokens_at_least is 1000000000" in failing(verify_experiment(experiment))[5]


@pytest.mark.parametrize(
    ("name", "line", "change", "sentence"),
    [
        ("attempts.jsonl", 3, {"decision": 2}, "decision 3 names 2 calls, attempts.jsonl has 1"),
        ("attempts.jsonl", 3, {"request_path": "requests/000077.json"}, "000077.json is missing"),
        ("attempts.jsonl", 3, {"request_path": "../../../manifest.yaml"}, "outside itself"),
        ("trace.jsonl", 1, {"input_tokens": 5}, "decision 1's input_tokens is 5"),
        ("trace.jsonl", 3, {"invalid_output": False}, "invalid_output of decision 3"),
        ("trace.jsonl", 3, {"prompt_sha256": "9" * 64}, "prompt_sha256 of decision 3"),
        ("trace.jsonl", 3, {"raw_response_path": "responses/000003.json"}, "raw_response_path of decision 3"),
    ],
)
def test_calls_that_are_not_in_the_totals_are_found(
    experiment: Path, name: str, line: int, change: dict[str, object], sentence: str
) -> None:
    alter_line(experiment, f"{ALDER}/{name}", line, lambda r: r.update(change))
    assert sentence in failing(verify_experiment(experiment))[5]


def test_measured_parts_must_add_up_and_a_hole_makes_a_total_null(experiment: Path) -> None:
    for line in range(1, 8):
        alter_line(experiment, f"{ALDER}/attempts.jsonl", line, lambda r: r.update(cost_usd=0.25))
    for line in range(1, 7):
        cost = 0.5 if line == 3 else 0.25
        alter_line(experiment, f"{ALDER}/trace.jsonl", line, lambda r, cost=cost: r.update(provider_cost_usd=cost))
    assert "cost_usd is None, its calls add up to 1.75" in failing(verify_experiment(experiment))[5]
    alter_json(experiment, f"{ALDER}/trial.json", lambda r: r["closing"].update(cost_usd=1.75))
    assert failing(verify_experiment(experiment)) == {}
    alter_line(experiment, f"{ALDER}/attempts.jsonl", 7, lambda r: r.update(cost_usd=None))
    found = failing(verify_experiment(experiment))[5]
    assert "trial.json: the closing's cost_usd is 1.75, its calls add up to None" in found
    assert "trace.jsonl, line 6: decision 6's provider_cost_usd is 0.25, its calls add up to None" in found


def test_a_response_that_no_call_received_is_found(experiment: Path) -> None:
    (experiment / ALDER / "responses" / "000009.json").write_bytes(b"{}")
    assert "000009.json belongs to no call" in failing(verify_experiment(resealed(experiment)))[5]


def test_a_first_call_answered_from_a_providers_cache_is_found_and_a_retry_is_not(experiment: Path) -> None:
    for line in range(2, 8):
        alter_line(experiment, f"{ALDER}/attempts.jsonl", line, lambda r: r.update(cached_tokens=512))
    assert 3 not in failing(verify_experiment(experiment))
    alter_line(experiment, f"{ALDER}/attempts.jsonl", 1, lambda r: r.update(cached_tokens=0))
    assert 3 not in failing(verify_experiment(experiment))
    alter_line(experiment, f"{ALDER}/attempts.jsonl", 1, lambda r: r.update(cached_tokens=512))
    found = failing(verify_experiment(experiment))[3]
    assert "attempts.jsonl, line 1: 512 tokens" in found
    assert "no limitation in manifest.yaml names the cache" in found


def test_a_providers_cache_that_the_manifest_admits_is_no_finding(experiment: Path) -> None:
    alter_line(experiment, f"{ALDER}/attempts.jsonl", 1, lambda r: r.update(cached_tokens=512))
    path = experiment / "manifest.yaml"
    manifest = read_yaml(path, Manifest)
    admitted = ["The provider's cache of prompts cannot be switched off."]
    path.write_bytes(to_yaml(manifest.model_copy(update={"limitations": admitted})))
    assert 3 not in failing(verify_experiment(experiment))
