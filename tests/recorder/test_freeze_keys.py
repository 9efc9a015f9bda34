"""Keys are found wherever they stand, hashes are not taken for keys, and pins are told from aliases."""

import pytest

from harness.experiment import freeze_experiment
from harness.formats.errors import Refused
from harness.key_search import keys_in
from harness.pins import is_pinned
from tests.recorder.conftest import Desk
from tests.recorder.test_freeze import ask_models

KEYS = {
    "sk": "sk-" + "proj-" + "Ab3dEf6h" * 4,
    "sk-ant": "sk-" + "ant-api03-" + "Q7" * 20,
    "AKIA": "AKIA" + "IOSFODNN7EXAMPLE",
    "google": "AIza" + "Sy" + "D4" * 17,
    "hub": "hf_" + "aB3" * 12,
    "header": "Authorization: " + "Bearer " + "z9" * 15,
    "named": "api_key: '" + "0123456789abcdef" * 2 + "'",
    "query": "http://host/v1?key=" + "a1" * 12,
    "password": "http://me:" + "hunter2@host/v1",
    "pasted": "api_key_env: " + "abcdef0123",
    "pem": "-----BEGIN " + "RSA PRIVATE KEY-----",
}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_a_key_anywhere_is_found(key: str) -> None:
    assert [found.line for found in keys_in(f"one\ntwo {key}\n")][:1] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "rom_sha256: " + "3d0c79f1627022e18765766f6cb5ea067f6b5bf7dca115552189ad65a5c3a8ac",
        '"sha1": "41cb23d8dccc8ebd7c649cd8fbb58eeace6e2fdc"',
        "api_key_env: MY_SERVER_KEY\napi_key_env: null",
        "max_tokens: 2000\nmax_output_tokens: 2048",
        "a risk-averse-and-task-oriented-desk-research plan",
        "Press the secret: go-north-until-you-are-stopped",
        "http://127.0.0.1:8080/v1",
        "model: some-org/vision@sha256:" + "0" * 64,
    ],
)
def test_hashes_and_plain_words_are_no_keys(text: str) -> None:
    assert list(keys_in(text)) == []


@pytest.mark.parametrize("name", ["prompts/system.txt", "conditions/birch.yaml", "notes/left-over.txt", "local.yaml"])
def test_a_key_in_any_file_is_refused_and_never_repeated(desk: Desk, name: str) -> None:
    path = desk.path / name
    path.parent.mkdir(exist_ok=True)
    held = path.read_text() if path.exists() else ""
    path.write_text(f"{held}# {KEYS['sk']}\n")
    with pytest.raises(Refused, match=f"{name}, line .*looks like a key") as caught:
        freeze_experiment(desk.path)
    assert KEYS["sk"] not in str(caught.value)


def test_the_key_of_the_environment_is_found_whatever_it_looks_like(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCAL_KEY", "open sesame")
    ask_models(desk, *({"api_key_env": "LOCAL_KEY"},) * 2)
    prompt = desk.path / "prompts" / "system.txt"
    prompt.write_text(prompt.read_text() + "open sesame\n")
    with pytest.raises(Refused, match="the key of this environment") as caught:
        freeze_experiment(desk.path)
    assert "sesame" not in str(caught.value)


def test_a_frozen_experiment_of_our_own_holds_no_false_key(desk: Desk) -> None:
    for path in desk.freeze().path.rglob("*"):
        if path.is_file():
            assert list(keys_in(path.read_text())) == [], path


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o-2024-08-06",
        "openai/o3-2025-04-16",
        "claude-sonnet-4-20250514",
        "claude-sonnet-4@20250514",
        "anthropic.claude-3-5-sonnet-20241022-v2:0",
        "gemini-2.0-flash-001",
        "gemini-2.5-flash-preview-09-2025",
        "pixtral-large-2411",
        "grok-4-0709",
        "gpt-4-1106-preview",
        "qwen-vl-max-2025-01-25:free",
        "own@sha256:" + "a" * 64,
    ],
)
def test_a_dated_version_is_a_pin(model: str) -> None:
    assert is_pinned(model)


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o", "gpt-4o-latest", "claude-3-5-sonnet-latest", "claude-opus-4", "gemini-2.5-pro",
        "pixtral-large-latest", "llava:13b", "qwen2.5-vl-72b-instruct", "own-1024", "o3", "model-2024-13-45",
    ],
)  # fmt: skip
def test_an_alias_is_no_pin(model: str) -> None:
    assert not is_pinned(model)
