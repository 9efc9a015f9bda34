"""Reading what a provider sent: the reply's text, ids and usage out of a raw body, by its protocol."""

import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from harness.agents.port import Fault, Usage

_LONGEST_NAME = 200
_NO_MESSAGE = Fault("provider_error", "the answer is no message of the protocol that was spoken")


class Envelope(NamedTuple):
    """What a body holds; ``reply`` is the model's text, null where ``fault`` says why there is none."""

    reply: bytes | None
    fault: Fault | None
    usage: Usage = Usage()
    response_id: str | None = None
    model_id: str | None = None


def read_openai(body: bytes) -> Envelope:
    """Read a chat completion."""
    value = _object(body)
    if value is None:
        return Envelope(None, _not_json(body))
    usage = _part(value, "usage")
    found = Envelope(
        None,
        _NO_MESSAGE,
        Usage(
            input_tokens=_count(usage.get("prompt_tokens")),
            output_tokens=_count(usage.get("completion_tokens")),
            cached_tokens=_count(_part(usage, "prompt_tokens_details").get("cached_tokens")),
            cost_usd=_money(usage.get("cost")),
        ),
        plain(value.get("id")),
        plain(value.get("model")),
    )
    choices = value.get("choices")
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
        return found
    message = choices[0].get("message")
    if not isinstance(message, dict):
        return found
    text = message.get("content")
    if message.get("tool_calls") or message.get("function_call"):
        return found._replace(fault=_unreadable("it holds a tool call, and no tool was offered"))
    if message.get("refusal"):
        return found._replace(fault=_unreadable("the vision model declined to answer"))
    return _with_text(found, text if isinstance(text, str) else "")


def read_anthropic(body: bytes) -> Envelope:
    """Read a message; its input tokens are summed over plain, cached and newly cached ones."""
    value = _object(body)
    if value is None:
        return Envelope(None, _not_json(body))
    usage = _part(value, "usage")
    plain_input = _count(usage.get("input_tokens"))
    read, written = _count(usage.get("cache_read_input_tokens")), _count(usage.get("cache_creation_input_tokens"))
    found = Envelope(
        None,
        _NO_MESSAGE,
        Usage(
            input_tokens=None if plain_input is None else plain_input + (read or 0) + (written or 0),
            output_tokens=_count(usage.get("output_tokens")),
            cached_tokens=read,
            cost_usd=_money(usage.get("cost")),
            cache_write_tokens=written,
        ),
        plain(value.get("id")),
        plain(value.get("model")),
    )
    blocks = value.get("content")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return found
    kinds = {block.get("type") for block in blocks if isinstance(block.get("type"), str)}
    if "tool_use" in kinds:
        return found._replace(fault=_unreadable("it holds a tool call, and no tool was offered"))
    if value.get("stop_reason") == "refusal":
        return found._replace(fault=_unreadable("the vision model declined to answer"))
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    return _with_text(found, "".join(text for text in texts if isinstance(text, str)))


READERS: dict[str, Callable[[bytes], Envelope]] = {"openai": read_openai, "anthropic": read_anthropic}


def plain(value: object) -> str | None:
    """Return a provider's name for something as text that any file can hold, or null."""
    if not isinstance(value, str) or not value:
        return None
    return value[:_LONGEST_NAME].encode("utf-8", "replace").decode("utf-8")


def _with_text(found: Envelope, text: str) -> Envelope:
    if not text.strip():
        return found._replace(fault=_unreadable("it is empty"))
    return found._replace(reply=text.encode("utf-8", "surrogatepass"), fault=None)


def _unreadable(what: str) -> Fault:
    return Fault("unparseable", f"the reply cannot be read: {what}")


def _not_json(body: bytes) -> Fault:
    what = "is not JSON" if body.strip() else "is empty"
    return Fault("provider_error", f"the provider's answer {what}")


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _part(value: dict[str, Any], name: str) -> dict[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _money(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
