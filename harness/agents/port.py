"""The port: what the recorder shows an agent, and what it gets back."""

from typing import NamedTuple, Protocol

from harness.formats.action import Observed
from harness.formats.base import Button, Count, DecisionNumber, Sha256
from harness.formats.evidence import Fact


class RecentAction(NamedTuple):
    """One of the last accepted actions, with what the agent said it saw when it chose it."""

    decision: DecisionNumber
    action: Button
    observed: Observed | None


class View(NamedTuple):
    """Everything an agent of a visual-only condition sees at one decision: working memory and retrieved facts.

    ``frame_rgb`` is the boundary frame, 240·160·3 bytes, row by row. ``facts`` is empty without episodic memory.
    """

    decision: DecisionNumber
    frame_rgb: bytes
    frame_sha256: Sha256
    facts: tuple[Fact, ...]
    recent: tuple[RecentAction, ...]
    objective: str | None


class Usage(NamedTuple):
    """What one call used, as the provider reported it; null where it reported nothing.

    ``input_tokens`` counts all input, ``cached_tokens`` read from a cache and ``cache_write_tokens`` among them.
    """

    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cached_tokens: Count | None = None
    cost_usd: float | None = None
    cache_write_tokens: Count | None = None


class Answer(NamedTuple):
    """One reply, unparsed: the contract is applied to ``body`` by the recorder.

    Everything that a provider measures is null for scripted agents and recordings.
    """

    body: bytes
    usage: Usage = Usage()
    response_id: str | None = None
    model_id: str | None = None
    latency_ms: float | None = None


class Agent(Protocol):
    """Whatever chooses buttons. It never holds the emulator and never sees hidden state."""

    @property
    def name(self) -> str:
        """What ``trial.json`` calls it."""

    def decide(self, view: View, retry: str | None) -> Answer:
        """Return one reply; ``retry`` says why the reply before it was refused, null at the first attempt."""
