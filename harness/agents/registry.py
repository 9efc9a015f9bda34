"""Which agent a condition names."""

from pathlib import Path

from harness.agents.port import Agent, VisionModel
from harness.formats.errors import MissingPiece, Refused
from harness.formats.manifest import Condition

KNOWN = ("openai", "anthropic", "scripted:careful", "scripted:forgetful", "replay:TRIAL_DIR")


def make_agent(condition: Condition, seed: int) -> Agent | VisionModel:
    """Return the agent of a condition; ``seed`` is all the chance it may use.

    Raises:
        Refused: no agent has this name.
        MissingPiece: a vision model has no key, or its client is not installed.
    """
    kind, _, rest = condition.agent.partition(":")
    if condition.is_vision_model:
        return _vision_model(condition)
    if kind == "scripted" and rest in ("careful", "forgetful"):
        from harness.agents.scripted import make_scripted

        agent: Agent = make_scripted(rest, condition, seed)
        return agent
    if kind == "replay" and rest:
        from harness.agents.replay import ReplayAgent

        return ReplayAgent(Path(rest))
    raise Refused(
        f"The condition {condition.id} names the agent {condition.agent!r}, which this program does not know: "
        f"use one of {', '.join(KNOWN)}."
    )


def _vision_model(condition: Condition) -> VisionModel:
    try:
        if condition.agent == "openai":
            from harness.agents.openai_agent import OpenAiAgent

            return OpenAiAgent(condition)
        from harness.agents.anthropic_agent import AnthropicAgent

        return AnthropicAgent(condition)
    except ModuleNotFoundError as fault:
        raise MissingPiece(
            f"The client of the agent {condition.agent} is not installed ({fault.name} is missing): "
            "pip install 'firered-review[record]'."
        ) from None
