"""A reply is accepted whole or refused with a reason."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.agents.port import Fault, View
from harness.contract import MAX_BODY_BYTES, Refusal, parse_reply
from harness.formats.action import Reply
from harness.formats.base import BUTTONS
from harness.formats.manifest import AgentRules
from harness.prompt import Prompts, build_request
from tests.recorder.conftest import reply

RULES = AgentRules(allowed_actions=["UP", "A", "NOOP"], max_actions_per_decision=3, recent_action_window=12)


def refusal(body: bytes) -> Refusal:
    read = parse_reply(body, RULES)
    assert isinstance(read, Refusal), read
    return read


def test_one_whole_object_is_accepted() -> None:
    read = parse_reply(reply("UP", "A", "NOOP"), RULES)
    assert isinstance(read, Reply)
    assert read.actions == ["UP", "A", "NOOP"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"```json\n" + reply("UP") + b"\n```", "not JSON"),
        (reply("UP") + reply("UP"), "not JSON"),
        (reply("UP").replace(b'"as told"', b'"a", "reasoning_summary": "b"'), "twice"),
        (reply("UP").replace(b"0.5", b"NaN"), "not JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b" " * (MAX_BODY_BYTES + 1), "bytes"),
    ],
)
def test_what_is_not_exactly_one_json_object_is_unparseable(body: bytes, words: str) -> None:
    read = refusal(body)
    assert read.kind == "unparseable"
    assert words in read.why


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"[]", "one JSON object"),
        (b"{}", "reasoning_summary"),
        (reply(), "actions"),
        (reply("UP", "UP", "UP", "UP"), "at most 3"),
        (reply("B"), "B is not allowed"),
        (reply("SAVE"), "actions.0"),
        (reply("up"), "actions.0"),
        (reply("UP", memory_read=["42"]), "memory_read.0"),
        (reply("UP", mood="happy"), "mood"),
        (reply("UP", reasoning_summary="x" * 601), "reasoning_summary"),
        (reply("UP", observed={"screen": "map"}), "observed.screen"),
        (reply("UP", actions="UP"), "actions"),
        (reply("UP").replace(b"0.5", b'"0.5"'), "certainty"),
        (reply("UP").replace(b"0.5", b"1.5"), "certainty"),
    ],
)
def test_what_is_outside_the_contract_names_the_field(body: bytes, words: str) -> None:
    read = refusal(body)
    assert read.kind == "outside_contract"
    assert words in read.why


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text() | st.sampled_from(BUTTONS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(list(Reply.model_fields)), inner),
    max_leaves=12,
)


@given(JSON)
def test_no_value_gets_through_that_is_not_one_to_three_allowed_actions(value: Any) -> None:
    read = parse_reply(json.dumps(value).encode(), RULES)
    if isinstance(read, Reply):
        assert 1 <= len(read.actions) <= 3
        assert set(read.actions) <= {"UP", "A", "NOOP"}


def test_the_request_holds_the_frames_hash_and_never_its_pixels() -> None:
    view = View(3, b"\x07" * (240 * 160 * 3), "ab" * 32, (), (), "go north")
    prompts = Prompts("play", {"type": "object"})
    fault = Fault("outside_contract", "actions: too many")
    first, again = (build_request(prompts, RULES, view, why) for why in (None, fault))
    assert first == build_request(prompts, RULES, view, None)
    assert "ab" * 32 in json.dumps(first)
    assert "go north" in json.dumps(first)
    assert "outside the schema at actions" in json.dumps(again)
    assert "too many" not in json.dumps(again)
    assert len(json.dumps(first)) < 2000


def test_agents_prompt_and_memory_reach_no_hidden_state() -> None:
    program = (
        "import sys, harness.prompt, harness.contract, harness.memory.store, harness.agents.registry, harness.calls, "
        "harness.agents.replay; print([name for name in sys.modules if name.startswith('harness.oracle')])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
