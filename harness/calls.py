"""The calls of one decision: request, reply, strict reading, at most one retry, every one of them logged."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from harness.agents.port import Agent, Answer, View
from harness.contract import Refusal, parse_reply
from harness.evidence.writer import TrialWriter
from harness.formats.action import Reply
from harness.formats.base import Sha256, utc_now
from harness.formats.evidence import Attempt
from harness.formats.manifest import AgentRules
from harness.prompt import Prompts, build_request
from harness.termination import End

N = TypeVar("N", int, float)


class Called(NamedTuple):
    """What the calls of one decision came to; ``reply`` is null when none was accepted."""

    reply: Reply | None
    attempts: list[Attempt]
    prompt_sha256: Sha256
    """Of the last request."""
    end: End | None
    """The rule that forbade the retry."""


class Caller:
    """Asks one agent, one decision after the other."""

    def __init__(self, agent: Agent, writer: TrialWriter, prompts: Prompts, rules: AgentRules) -> None:
        self._agent = agent
        self._writer = writer
        self._prompts = prompts
        self._rules = rules

    def call(self, view: View, rule: Callable[[Sequence[Attempt]], End | None]) -> Called:
        """Make the first attempt and, after a refusal, the retry, unless ``rule`` ends the trial before it."""
        attempts: list[Attempt] = []
        why: str | None = None
        while True:
            number = len(attempts) + 1
            request = build_request(self._prompts, self._rules, view, why)
            path, prompt = self._writer.request(view.decision, number, request)
            stamp = utc_now()
            answer = self._agent.decide(view, why)
            read = parse_reply(answer.body, self._rules)
            attempts.append(self._log(view.decision, number, stamp, path, answer, read))
            if isinstance(read, Reply):
                return Called(read, attempts, prompt, None)
            if number > self._rules.invalid_output_retries:
                return Called(None, attempts, prompt, None)
            end = rule(attempts)
            if end is not None:
                return Called(None, attempts, prompt, end)
            why = read.why

    def _log(
        self, decision: int, number: int, stamp: str, request: str, answer: Answer, read: Reply | Refusal
    ) -> Attempt:
        refusal = read if isinstance(read, Refusal) else None
        usage = answer.usage
        record = Attempt(
            decision=decision,
            attempt=number,
            timestamp_utc=stamp,
            request_path=request,
            response_path=self._writer.response(decision, number, answer.body),
            response_id=answer.response_id,
            model_id=answer.model_id,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cached_tokens=usage.cached_tokens,
            cost_usd=usage.cost_usd,
            cost_source="provider" if usage.cost_usd is not None else None,
            latency_ms=answer.latency_ms,
            refused=refusal.why if refusal else None,
            refused_kind=refusal.kind if refusal else None,
        )
        self._writer.attempt(record)
        return record


def total(parts: Sequence[N | None]) -> N | None:
    """Return the sum of measured parts; null where one is unmeasured or there is none, never 0 for that."""
    known = [part for part in parts if part is not None]
    return sum(known) if known and len(known) == len(parts) else None
