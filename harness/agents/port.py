"""The port: what the recorder shows an agent, and what it gets back."""

from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple, Protocol

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


FaultKind = Literal["unparseable", "outside_contract", "timeout", "provider_error"]


class Fault(NamedTuple):
    """Why an answer holds no reply at all, in words that name no provider."""

    kind: FaultKind
    why: str


class Answer(NamedTuple):
    """What one call brought, its reply unparsed: the recorder applies the contract.

    Everything that a provider measures is null for scripted agents and recordings.
    """

    body: bytes | None
    """What was received, byte for byte; null where nothing was."""
    usage: Usage = Usage()
    response_id: str | None = None
    model_id: str | None = None
    latency_ms: float | None = None
    reply: bytes | None = None
    """The model's text in ``body``; null where the body itself is the reply."""
    fault: Fault | None = None
    request_id: str | None = None
    http_status: int | None = None
    retry_after_s: float | None = None
    """How long the provider asked to be left alone."""
    body_redacted: bool = False


class Endpoint(NamedTuple):
    """Who is asked, and how: what of it enters the request file. Never a key."""

    provider: str
    model: str
    base_url: str
    price_key: str
    max_output_tokens: int
    seed: int | None
    sampling: dict[str, float | int | str]
    structured_output: bool


class Agent(Protocol):
    """Whatever chooses buttons. It never holds the emulator and never sees hidden state."""

    @property
    def name(self) -> str:
        """What ``trial.json`` calls it."""

    def decide(self, view: View, retry: str | None) -> Answer:
        """Return one reply; ``retry`` says why the reply before it was refused, null at the first attempt."""


class VisionModel(ABC):
    """An agent that is asked by a written request instead of being shown a view: one HTTP request a call."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What ``trial.json`` calls it."""

    @property
    @abstractmethod
    def endpoint(self) -> Endpoint:
        """Who is asked."""

    @abstractmethod
    def ask(self, request: dict[str, Any], picture: bytes) -> Answer:
        """Send one request of ``harness.prompt`` with its one frame as a PNG; never raises for what a server does."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the connection; nothing is asked afterwards."""
