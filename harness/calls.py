"""The calls of one decision: request, reply, strict reading, at most one retry, every one of them logged."""

import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeVar

from harness.agents.picture import picture_as_sent
from harness.agents.port import Agent, Answer, Fault, Usage, View, VisionModel
from harness.contract import parse_reply
from harness.evidence.writer import TrialWriter
from harness.formats.action import Reply
from harness.formats.base import Sha256, sha256_hex, utc_now
from harness.formats.evidence import Attempt
from harness.formats.manifest import Manifest
from harness.formats.prices import PriceSchedule
from harness.prices import cost
from harness.prompt import Asked, Prompts, build_request
from harness.termination import End

N = TypeVar("N", int, float)
LONGEST_WAIT_SECONDS = 120.0
"""A Retry-After above it is waited for no longer than this."""
_PROVIDER = ("timeout", "provider_error")


class Called(NamedTuple):
    """What the calls of one decision came to; ``reply`` is null when none was accepted."""

    reply: Reply | None
    attempts: list[Attempt]
    prompt_sha256: Sha256
    """Of the last request."""
    end: End | None
    """The rule that forbade the retry, or a provider that failed once too often."""


class _Call(NamedTuple):
    """One call as it was made."""

    decision: int
    number: int
    stamp: str
    request_path: str
    prompt_sha256: Sha256
    answer: Answer


class Caller:
    """Asks one agent, one decision after the other."""

    def __init__(
        self,
        agent: Agent | VisionModel,
        writer: TrialWriter,
        prompts: Prompts,
        manifest: Manifest,
        prices: PriceSchedule,
    ) -> None:
        self._agent = agent
        self._writer = writer
        self._prompts = prompts
        self._rules = manifest.agent
        self._scale = manifest.viewport.scale
        self._prices = prices
        self._waited_ms: float | None = None
        self._failed_in_a_row = 0

    def call(self, view: View, rule: Callable[[Sequence[Attempt]], End | None]) -> Called:
        """Make the first attempt and, after a refusal, the retry, unless ``rule`` ends the trial before it.

        A provider's Retry-After is waited for before whatever is sent next.
        """
        attempts: list[Attempt] = []
        refused: Fault | None = None
        while True:
            call = self._send(view, len(attempts) + 1, refused)
            read = self._read(call.answer)
            attempts.append(self._log(call, read if isinstance(read, Fault) else None))
            if isinstance(read, Reply):
                self._failed_in_a_row = 0
                return Called(read, attempts, call.prompt_sha256, None)
            last = call.number > self._rules.invalid_output_retries
            end = self._stand(read) if last else rule(attempts)
            if end is None and self._wait(call.answer.retry_after_s) and not last:
                end = rule(attempts)
            if last or end is not None:
                return Called(None, attempts, call.prompt_sha256, end)
            refused = read

    def _send(self, view: View, number: int, refused: Fault | None) -> _Call:
        """Write one request and send it; after a failure of the provider the same one again."""
        agent = self._agent
        retry = None if refused is None or refused.kind in _PROVIDER else refused
        asked, picture = None, b""
        if isinstance(agent, VisionModel):
            picture = picture_as_sent(view.frame_rgb, self._scale)
            asked = Asked(agent.endpoint, self._scale, sha256_hex(picture))
        request = build_request(self._prompts, self._rules, view, retry, asked)
        path, prompt = self._writer.request(view.decision, number, request)
        stamp = utc_now()
        if isinstance(agent, VisionModel):
            answer = agent.ask(request, picture)
        else:
            answer = agent.decide(view, retry.why if retry else None)
        return _Call(view.decision, number, stamp, path, prompt, answer)

    def _read(self, answer: Answer) -> Reply | Fault:
        if answer.fault is not None:
            return answer.fault
        body = answer.reply if answer.reply is not None else answer.body
        read = parse_reply(body or b"", self._rules)
        return read if isinstance(read, Reply) else Fault(read.kind, read.why)

    def _stand(self, fault: Fault) -> End | None:
        """Count a decision that stands without a reply; too many in a row for which the provider is to blame end it."""
        self._failed_in_a_row = self._failed_in_a_row + 1 if fault.kind in _PROVIDER else 0
        limit = self._rules.max_consecutive_provider_failures
        if self._failed_in_a_row <= limit:
            return None
        numbers: dict[str, float | int | str] = {
            "consecutive_provider_failures": self._failed_in_a_row,
            "limit": limit,
            "words": fault.why,
        }
        return End("harness_failure", numbers)

    def _wait(self, seconds: float | None) -> bool:
        """Leave a provider alone as it asked, up to the longest wait; return whether it asked."""
        if seconds is None:
            return False
        begun = time.monotonic()
        time.sleep(min(seconds, LONGEST_WAIT_SECONDS))
        self._waited_ms = round((time.monotonic() - begun) * 1000, 3)
        return True

    def _log(self, call: _Call, fault: Fault | None) -> Attempt:
        answer, usage = call.answer, call.answer.usage
        asked = self._agent.endpoint if isinstance(self._agent, VisionModel) else None
        usd, source, missing = self._priced(usage)
        body = answer.body
        record = Attempt(
            decision=call.decision,
            attempt=call.number,
            timestamp_utc=call.stamp,
            request_path=call.request_path,
            response_path=None if body is None else self._writer.response(call.decision, call.number, body),
            response_id=answer.response_id,
            model_id=answer.model_id,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cached_tokens=usage.cached_tokens,
            cost_usd=usd,
            cost_source=source,
            latency_ms=answer.latency_ms,
            refused=fault.why if fault else None,
            refused_kind=fault.kind if fault else None,
            body_redacted=answer.body_redacted,
            request_id=answer.request_id,
            http_status=answer.http_status,
            model_differs=answer.model_id != asked.model if asked and answer.model_id else None,
            cache_write_tokens=usage.cache_write_tokens,
            cost_missing=missing,
            waited_ms=self._waited_ms,
        )
        self._waited_ms = None
        self._writer.attempt(record)
        return record

    def _priced(self, usage: Usage) -> tuple[float | None, Literal["provider", "derived"] | None, str | None]:
        """Return USD, where the figure comes from, and for a vision model why there is none."""
        if usage.cost_usd is not None:
            return usage.cost_usd, "provider", None
        if not isinstance(self._agent, VisionModel):
            return None, None, None
        found = cost(usage, self._prices, self._agent.endpoint.price_key)
        return found.usd, "derived" if found.usd is not None else None, found.why


def total(parts: Sequence[N | None]) -> N | None:
    """Return the sum of measured parts; null where one is unmeasured or there is none, never 0 for that."""
    known = [part for part in parts if part is not None]
    return sum(known) if known and len(known) == len(parts) else None


def at_least(parts: Sequence[N | None]) -> N | None:
    """Return the sum of the measured parts, a lower bound where one is unmeasured; null where none is measured."""
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def model_ids(attempts: Sequence[Attempt]) -> list[str]:
    """Return every model id that came back, in the order of its first appearance."""
    return list(dict.fromkeys(attempt.model_id for attempt in attempts if attempt.model_id is not None))
