"""What an attempt sends, neutral of any provider: messages in which the frame is replaced by its hash.

Nothing here can reach hidden state; a contract of imports holds that.
"""

from pathlib import Path
from typing import Any, NamedTuple

from harness.agents.port import Endpoint, Fault, View
from harness.formats.action import Reply
from harness.formats.base import Sha256, canonical_json
from harness.formats.errors import BadFile
from harness.formats.files import load_json, read_bytes
from harness.formats.manifest import AgentRules
from harness.memory.shown import shown_text


class Prompts(NamedTuple):
    """The frozen texts of an experiment."""

    system: str
    schema: dict[str, Any]


def read_prompts(experiment: Path) -> Prompts:
    """Read ``prompts/system.txt`` and ``prompts/action-schema.json``.

    Raises:
        BadFile: one is missing or damaged.
    """
    path = experiment / "prompts" / "system.txt"
    try:
        system = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8 text.") from None
    schema_path = experiment / "prompts" / "action-schema.json"
    schema = load_json(read_bytes(schema_path), str(schema_path))
    if not isinstance(schema, dict):
        raise BadFile(f"{schema_path} is not a JSON schema.")
    return Prompts(system, schema)


class Asked(NamedTuple):
    """Which vision model is asked, and how its picture is sent."""

    endpoint: Endpoint
    scale: int
    image_sha256: Sha256
    """Of the PNG's bytes as sent."""


def build_request(
    prompts: Prompts, rules: AgentRules, view: View, retry: Fault | None, asked: Asked | None = None
) -> dict[str, Any]:
    """Return the request of one attempt as a JSON value; equal views give equal requests, byte for byte.

    ``retry`` is the fault of the model's reply before; null at the first attempt and after a failure of the provider.
    ``asked`` is null for what is no vision model. The system message comes first.
    """
    scale = asked.scale if asked else 1
    frame: dict[str, Any] = {"type": "frame", "width": 240 * scale, "height": 160 * scale}
    frame["frame_sha256"] = view.frame_sha256
    content: list[dict[str, Any]] = [frame, {"type": "text", "text": _text(view, rules)}]
    if retry is not None:
        content.append({"type": "text", "text": retry_text(retry)})
    system: list[dict[str, Any]] = [{"type": "text", "text": prompts.system}]
    request: dict[str, Any] = {
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": content}],
        "response_schema": prompts.schema,
    }
    if asked is None:
        return request
    frame |= {"scale": scale, "encoding": "png", "image_sha256": asked.image_sha256}
    schema = canonical_json(prompts.schema).decode("utf-8")
    system.append({"type": "text", "text": f"The JSON schema of a reply:\n{schema}"})
    end = asked.endpoint
    return request | {
        "provider": end.provider,
        "base_url": end.base_url,
        "model": end.model,
        "sampling": end.sampling,
        "seed": end.seed,
        "max_output_tokens": end.max_output_tokens,
        "structured_output": "json_schema" if end.structured_output else None,
    }


def retry_text(fault: Fault) -> str:
    """Return what a model is told before its retry: the kind of fault, and at most a field of our own schema.

    Nothing of its reply is quoted back: neither its reasoning nor a name or value that it made up.
    """
    if fault.kind == "unparseable":
        return "Your last reply could not be parsed. Answer again with exactly one JSON object and nothing else."
    field = fault.why.partition(":")[0].partition(".")[0]
    where = f" at {field}" if field in Reply.model_fields else ""
    return f"Your last reply was one JSON value, but it is outside the schema{where}. Answer again within the schema."


def _text(view: View, rules: AgentRules) -> str:
    lines = [f"Decision {view.decision}. Objective: {view.objective or 'none yet'}"]
    lines.append(f"Your last actions (at most {rules.recent_action_window}), oldest first:")
    last = None
    for one in view.recent:
        if one.decision != last and one.observed is not None:
            seen = one.observed
            lines.append(f"  decision {one.decision}: you saw {seen.screen}, {seen.location_guess}")
        last = one.decision
        lines.append(f"    {one.action}")
    if not view.recent:
        lines.append("  none")
    lines.append("Stored facts:")
    lines += [f"  {shown_text(fact)}" for fact in view.facts] or ["  none"]
    return "\n".join(lines)
