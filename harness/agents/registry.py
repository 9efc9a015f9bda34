"""Which agent a condition names."""

from pathlib import Path

from harness.agents.port import Agent
from harness.formats.errors import Refused
from harness.formats.manifest import Condition

KNOWN = ("scripted:careful", "scripted:forgetful", "replay:TRIAL_DIR")


def make_agent(condition: Condition, seed: int) -> Agent:
    """Return the agent of a condition; ``seed`` is all the chance it may use.

    Raises:
        Refused: no agent has this name.
    """
    kind, _, rest = condition.agent.partition(":")
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
