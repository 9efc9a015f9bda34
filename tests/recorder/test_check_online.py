"""Providers are asked once, when somebody asks for it, and the model that answers is compared."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.check import check_experiment
from harness.check_online import online_items
from harness.evidence.reader import Experiment
from tests.agents.vision.experiments import experiment
from tests.agents.vision.server import GOOD, MODEL, Sent, Server, running, says
from tests.recorder.conftest import Desk


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as one:
        yield one


def test_both_providers_answer_with_the_model_that_was_asked_for(server: Server, tmp_path: Path) -> None:
    folder = experiment(tmp_path / "asked", server)
    check_experiment(folder)
    assert server.heard == []
    items = [item for item in check_experiment(folder, online=True).items if "provider of" in item.title]
    assert [item.verdict for item in items] == ["pass", "pass"]
    assert f"answered as {MODEL}, the one asked for" in items[0].found
    assert len(server.heard) == 2
    system = (folder / "prompts" / "system.txt").read_text()
    assert all(system[:40] not in json.dumps(heard.body) for heard in server.heard), "a trial's prompt would be cached"


def test_another_model_no_answer_and_a_missing_key_are_told(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = experiment(tmp_path / "asked", server)
    server.next = [says(GOOD, model="other-2026"), lambda heard, number: Sent(b"busy", 500)]
    other, none = online_items(Experiment(folder))
    assert (other.verdict, f"not {MODEL}, which was asked for" in other.found) == ("warn", True)
    assert (none.verdict, "HTTP status 500" in none.found) == ("fail", True)
    monkeypatch.delenv("ABSENT_KEY", raising=False)
    folder = experiment(tmp_path / "keyed", server, condition={"api_key_env": "ABSENT_KEY"})
    assert all(item.verdict == "fail" and "ABSENT_KEY" in item.found for item in online_items(Experiment(folder)))


def test_without_a_provider_there_is_nobody_to_ask(desk: Desk) -> None:
    (item,) = online_items(Experiment(desk.freeze().path))
    assert (item.verdict, item.found) == ("pass", "no condition asks a provider.")
