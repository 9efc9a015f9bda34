"""The action contract: a raw reply becomes a reply or a refusal, never something in between."""

from typing import Literal, NamedTuple

from pydantic import ValidationError

from harness.formats.action import Reply
from harness.formats.errors import BadFile
from harness.formats.files import load_json
from harness.formats.manifest import AgentRules

MAX_BODY_BYTES = 256 * 1024


class Refusal(NamedTuple):
    """Why a reply was refused, in words the agent gets at its one retry."""

    kind: Literal["unparseable", "outside_contract"]
    why: str


def parse_reply(body: bytes, rules: AgentRules) -> Reply | Refusal:
    """Return the reply in a body, or why it is none: exactly one JSON object, every field, 1 to the maximum actions.

    Nothing is repaired and nothing is cut to length.
    """
    if len(body) > MAX_BODY_BYTES:
        return Refusal("unparseable", f"the reply has {len(body)} bytes, more than {MAX_BODY_BYTES}")
    try:
        value = load_json(body.decode("utf-8"), "the reply")
    except UnicodeDecodeError:
        return Refusal("unparseable", "the reply is not UTF-8 text")
    except BadFile as fault:
        return Refusal("unparseable", str(fault).rstrip("."))
    if not isinstance(value, dict):
        return Refusal("outside_contract", "the reply is not one JSON object")
    try:
        reply = Reply.model_validate(value, strict=True)
    except ValidationError as fault:
        first = fault.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the reply"
        return Refusal("outside_contract", f"{place}: {first['msg']}")
    return _within_rules(reply, rules)


def _within_rules(reply: Reply, rules: AgentRules) -> Reply | Refusal:
    limit = rules.max_actions_per_decision
    if len(reply.actions) > limit:
        return Refusal("outside_contract", f"actions: {len(reply.actions)} actions, at most {limit} are allowed")
    unknown = [action for action in reply.actions if action not in rules.allowed_actions]
    if unknown:
        return Refusal("outside_contract", f"actions: {unknown[0]} is not allowed in this experiment")
    return reply
