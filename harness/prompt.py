"""What an attempt sends, neutral of any provider: messages in which the frame is replaced by its hash.

Nothing here can reach hidden state; a contract of imports holds that.
"""

from pathlib import Path
from typing import Any, NamedTuple

from harness.agents.port import View
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


def build_request(prompts: Prompts, rules: AgentRules, view: View, retry: str | None) -> dict[str, Any]:
    """Return the request of one attempt as a JSON value; equal views give equal requests, byte for byte.

    ``retry`` says why the reply before was refused; null at the first attempt.
    """
    content: list[dict[str, Any]] = [
        {"type": "frame", "width": 240, "height": 160, "frame_sha256": view.frame_sha256},
        {"type": "text", "text": _text(view, rules)},
    ]
    if retry is not None:
        content.append({"type": "text", "text": f"Your last reply was refused: {retry}. Answer again."})
    return {
        "messages": [
            {"role": "system", "content": [{"type": "text", "text": prompts.system}]},
            {"role": "user", "content": content},
        ],
        "response_schema": prompts.schema,
    }


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
