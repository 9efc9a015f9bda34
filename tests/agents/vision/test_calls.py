"""One call, whatever the server does with it."""

import base64
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.agents import envelope, openai_agent, secret, wire
from harness.agents.port import Answer
from harness.agents.registry import make_agent
from harness.formats.errors import MissingPiece
from harness.formats.manifest import Condition
from tests.agents.vision import server as acts
from tests.agents.vision.conftest import KEY, KEY_VARIABLE, Make, condition_for
from tests.agents.vision.server import GOOD, MODEL, Behaviour, Server

PICTURE = b"\x89PNG picture"
REQUEST: dict[str, Any] = {
    "messages": [
        {"role": "system", "content": [{"type": "text", "text": "play"}, {"type": "text", "text": "schema"}]},
        {"role": "user", "content": [{"type": "frame", "frame_sha256": "ab"}, {"type": "text", "text": "decide"}]},
    ],
    "response_schema": {"type": "object", "properties": {"a": {"type": "string", "maxLength": 3, "default": ""}}},
}


def asked(make: Make, server: Server, act: Behaviour, **changes: Any) -> Answer:
    """Return what one call brings that the server treats like this; it is exactly one request."""
    server.next = [act]
    answer = make(**changes).ask(REQUEST, PICTURE)
    assert len(server.heard) == 1
    return answer


def test_a_good_answer_brings_its_exact_bytes_ids_usage_and_latency(make: Make, server: Server, provider: str) -> None:
    answer = asked(make, server, acts.good)
    assert answer.body == acts.good(server.heard[0], 1).body
    assert answer.reply == GOOD.encode()
    assert answer.fault is None
    assert answer.model_id == MODEL
    assert answer.response_id == ("chatcmpl-1" if provider == "openai" else "msg_1")
    assert answer.request_id == "req-1"
    assert answer.usage.input_tokens == 1000
    assert answer.usage.output_tokens == 50
    assert answer.usage.cached_tokens == 0
    assert answer.usage.cache_write_tokens == (None if provider == "openai" else 100)
    assert answer.usage.cost_usd is None
    assert answer.latency_ms is not None
    assert answer.latency_ms > 0


def test_what_is_sent_holds_the_picture_the_limits_and_the_wish_for_structure(make: Make, server: Server) -> None:
    asked(make, server, acts.good, sampling={"temperature": 0.0, "top_k": 3}, max_output_tokens=77)
    body = server.heard[0].body
    assert base64.b64encode(PICTURE).decode() in json.dumps(body["messages"])
    assert (body["temperature"], body["top_k"], body["max_tokens"], body["model"]) == (0.0, 3, 77, MODEL)
    wish = body.get("response_format", {}).get("json_schema") or body["output_config"]["format"]
    assert wish["schema"] == {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
    }


def test_structure_is_not_asked_for_where_the_condition_forbids_it(make: Make, server: Server) -> None:
    asked(make, server, acts.good, structured_output=False)
    assert not {"response_format", "output_config"} & server.heard[0].body.keys()


def test_a_server_of_ones_own_gets_no_key(make: Make, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, KEY)
    assert asked(make, server, acts.good).reply is not None
    assert not {"authorization", "x-api-key"} & server.heard[0].headers.keys()
    assert KEY not in str(server.heard[0].headers)


FAILURES: dict[str, tuple[Behaviour, int, str]] = {
    "429": (acts.raw(b'{"error": 1}', status=429, headers=(("Retry-After", "7"),)), 429, "with an error"),
    "500": (acts.raw(b"oh no", status=500), 500, "with an error"),
    "404": (acts.raw(b"{}", status=404), 404, "with an error"),
    "redirect": (acts.raw(b"", status=307, headers=(("Location", "/elsewhere"),)), 307, "with an error"),
    "cut body": (acts.cut, 200, "broke off"),
    "html": (acts.raw(b"<html>Gateway</html>"), 200, "is not JSON"),
    "no body": (acts.raw(b""), 200, "is empty"),
    "an error with status 200": (acts.raw(b'{"error": {"message": "x"}}'), 200, "no message of the protocol"),
    "a list": (acts.raw(b"[]"), 200, "is not JSON"),
    "nested too deeply": (acts.raw(b"[" * 100_000), 200, "is not JSON"),
    "choices of nothing": (acts.says(GOOD, choices=[None], content=["text"]), 200, "no message of the protocol"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failing_provider_is_one_attempt_with_its_bytes_and_latency(name: str, make: Make, server: Server) -> None:
    act, status, words = FAILURES[name]
    answer = asked(make, server, act)
    assert answer.fault is not None
    assert answer.fault.kind == "provider_error"
    assert words in answer.fault.why
    assert answer.http_status == status
    assert answer.body == act(server.heard[0], 1).body
    assert answer.reply is None
    assert answer.latency_ms is not None
    assert (answer.retry_after_s == 7) is (name == "429")


UNREADABLE: dict[str, tuple[Behaviour, str]] = {
    "tool call": (acts.tool_call, "tool call"),
    "refusal": (acts.refusal, "declined"),
    "empty": (acts.says(""), "empty"),
    "nothing": (acts.says(None), "empty"),
    "blanks": (acts.says(" \n"), "empty"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_answer_without_a_reply_is_the_models_own_fault_and_is_charged(
    name: str, make: Make, server: Server
) -> None:
    act, words = UNREADABLE[name]
    answer = asked(make, server, act)
    assert answer.fault is not None
    assert answer.fault.kind == "unparseable"
    assert words in answer.fault.why
    assert answer.reply is None
    assert answer.usage.input_tokens == 1000


def test_no_usage_is_null_and_never_zero(make: Make, server: Server) -> None:
    answer = asked(make, server, acts.says(GOOD, usage=None))
    assert answer.reply is not None
    assert set(answer.usage) == {None}


def test_usage_that_is_no_count_is_null(make: Make, server: Server) -> None:
    odd = {"prompt_tokens": -1, "input_tokens": True, "completion_tokens": "5", "output_tokens": 1.5, "cost": -2}
    answer = asked(make, server, acts.says(GOOD, usage=odd))
    assert set(answer.usage) == {None}


def test_unknown_fields_do_no_harm_and_a_reported_cost_is_kept(make: Make, server: Server) -> None:
    use = {"prompt_tokens": 5, "input_tokens": 5, "cost": 0.25, "moon": "full"}
    answer = asked(make, server, acts.says(GOOD, usage=use, weather=[1], model="\ud800x"))
    assert answer.reply == GOOD.encode()
    assert answer.usage.cost_usd == 0.25
    assert answer.usage.output_tokens is None
    assert answer.model_id == "?x"


def test_another_models_id_is_the_one_that_is_kept(make: Make, server: Server) -> None:
    assert asked(make, server, acts.says(GOOD, model="other-2026")).model_id == "other-2026"


@pytest.mark.parametrize("act", [acts.raw(b"late", wait=1.5), acts.raw(b'{"id": "slow"' * 9, drip=0.2)])
def test_a_time_out_covers_the_whole_call_and_measures_it(act: Behaviour, make: Make, server: Server) -> None:
    begun = time.monotonic()
    answer = asked(make, server, act, timeout_seconds=0.6)
    assert answer.fault is not None
    assert answer.fault.kind == "timeout"
    assert answer.latency_ms is not None
    assert 550 < answer.latency_ms <= (time.monotonic() - begun) * 1000
    assert answer.usage.input_tokens is None


def test_a_server_that_is_not_there_is_an_attempt_without_a_body(make: Make, provider: str) -> None:
    answer = make(base_url="http://127.0.0.1:9").ask(REQUEST, PICTURE)
    assert answer.fault is not None
    assert answer.fault.kind == "provider_error"
    assert (answer.body, answer.http_status) == (None, None)
    assert answer.latency_ms is not None


@pytest.mark.parametrize("whole", [True, False])
def test_a_compressed_answer_nobody_asked_for_hides_no_key(
    whole: bool, make: Make, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    packed = gzip.compress(f"wrong key {KEY}".encode())
    headers = (("Content-Encoding", "gzip"),)
    length = None if whole else len(packed) + 10
    answer = asked(make, server, acts.raw(packed, status=401, headers=headers, length=length), api_key_env=KEY_VARIABLE)
    assert server.heard[0].headers["accept-encoding"] == "identity"
    assert answer.body == (b"wrong key " + b"*" * len(KEY) if whole else None)
    assert answer.body_redacted is whole


def test_an_endless_answer_is_cut_at_the_limit(make: Make, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_BODY_BYTES", 1000)
    answer = asked(make, server, acts.raw(b"x" * 5000))
    assert answer.body == b"x" * 1000
    assert answer.fault is not None
    assert answer.fault.kind == "provider_error"


def test_a_key_that_comes_back_is_blanked(make: Make, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    answer = asked(make, server, acts.key_echo, api_key_env=KEY_VARIABLE)
    assert KEY in str(server.heard[0].headers)
    assert answer.body_redacted
    assert answer.body is not None
    assert KEY.encode() not in answer.body
    assert b"*" * len(KEY) in answer.body
    assert KEY not in str(answer)


@pytest.mark.parametrize("shape", [KEY, KEY.replace("/", "\\/"), f"{KEY} and {KEY}", KEY[:-5]])
def test_a_key_is_found_escaped_twice_and_cut_off(shape: str) -> None:
    found = secret.blank(f"before {shape}".encode(), KEY)
    assert found.redacted
    assert b"planted" not in found.body
    assert len(found.body) == len(f"before {shape}")


@pytest.mark.parametrize("which", [lambda place: True, lambda place: place % 3 == 0, lambda place: place == 4])
def test_a_key_is_found_where_the_reply_escapes_its_characters(which: Callable[[int], bool]) -> None:
    escaped = "".join(f"\\u{ord(one):04x}" if which(place) else one for place, one in enumerate(KEY))
    inner = '{"reasoning_summary": "' + escaped + '"}'
    assert json.loads(inner)["reasoning_summary"] == KEY
    for body in (inner, json.dumps({"content": inner})):
        found = secret.blank(body.encode(), KEY)
        assert found.redacted
        told = json.loads(found.body)
        assert KEY not in str(told)
        assert "*" in json.loads(told.get("content", json.dumps(told)))["reasoning_summary"]


def test_a_body_without_the_key_stays_as_it_is() -> None:
    assert secret.blank(b"before sk-", KEY) == (b"before sk-", False)
    assert secret.blank(b"EMPTY", "EMPTY") == (b"EMPTY", False)


@pytest.mark.parametrize("key", [None, " ", "kéy-with-accent", "two\nlines"])
def test_a_missing_or_broken_key_is_one_sentence(
    key: str | None, provider: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key is None:
        monkeypatch.delenv(KEY_VARIABLE, raising=False)
    else:
        monkeypatch.setenv(KEY_VARIABLE, key)
    with pytest.raises(MissingPiece, match=KEY_VARIABLE) as caught:
        make_agent(condition_for(provider, server, api_key_env=KEY_VARIABLE), 1)
    assert key is None or not key.strip() or key not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model": None}, "needs a model"),
        ({"sampling": {"stream": 1}}, "cannot hold stream"),
        ({"base_url": "http://me:secret@host/v1"}, "base_url"),
        ({"base_url": "http://host/v1?key=1"}, "base_url"),
        ({"agent": "anthropic", "seed": 3}, "takes no seed"),
    ],
)
def test_a_condition_that_cannot_be_asked_is_refused(changes: dict[str, Any], words: str) -> None:
    whole = {"id": "alder", "agent": "openai", "model": MODEL, "seed": "unsupported"}
    Condition.model_validate(whole)
    with pytest.raises(ValueError, match=words):
        Condition.model_validate(whole | changes)


def test_the_seed_of_a_condition_is_sent(server: Server) -> None:
    agent = openai_agent.OpenAiAgent(condition_for("openai", server, seed=11))
    agent.ask(REQUEST, PICTURE)
    agent.close()
    assert server.heard[0].body["seed"] == 11


def test_retry_after_is_read_as_seconds_and_as_a_date() -> None:
    assert wire.retry_after({"retry-after": "2.5"}) == 2.5
    assert wire.retry_after({"retry-after": "-3"}) == 0
    assert wire.retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert [wire.retry_after({"retry-after": odd}) for odd in ("soon", "nan", "inf", "")] == [None] * 4


def test_only_one_file_imports_each_client_and_the_commands_import_none() -> None:
    folder = Path(envelope.__file__).parents[1]
    for client in ("openai", "anthropic"):
        using = [path.name for path in folder.rglob("*.py") if f"import {client}\n" in path.read_text("utf-8")]
        assert using == [f"{client}_agent.py"]
    code = (
        "import sys, harness.cli, harness.agents.registry, harness.agents.openai_agent, harness.trial\n"
        "print([m for m in ('openai', 'anthropic', 'httpx2', 'genai_prices') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("provider", "url"), [("openai", "https://api.openai.com/v1"), ("anthropic", "https://api.anthropic.com")]
)
def test_without_a_base_url_the_provider_itself_is_meant_whatever_the_environment_says(
    provider: str, url: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", KEY)
    monkeypatch.setenv(f"{provider.upper()}_BASE_URL", server.url)
    agent: Any = make_agent(condition_for(provider, server, base_url=None), 1)
    try:
        assert agent.endpoint.base_url == url
        assert str(agent._client.base_url).rstrip("/") == url
        assert agent._client.max_retries == 0
        assert KEY not in str(agent.endpoint)
    finally:
        agent.close()


def test_the_providers_usual_variable_is_asked_for_by_name(
    provider: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{provider.upper()}_API_KEY"
    monkeypatch.delenv(name, raising=False)
    with pytest.raises(MissingPiece, match=name):
        make_agent(condition_for(provider, server, base_url=None), 1)
