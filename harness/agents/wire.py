"""One HTTP request of a provider's SDK, whatever comes of it: exact bytes, latency, status, and what went wrong."""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import httpx2

from harness.agents.envelope import Envelope, plain
from harness.agents.port import Answer, Fault
from harness.agents.secret import blank

MAX_BODY_BYTES = 4 << 20
"""A longer answer is cut there and counts as a failure of the provider."""
Read = Callable[[bytes], Envelope]
_IDS = ("x-request-id", "request-id")


class Failures(NamedTuple):
    """The exceptions of one SDK."""

    timeout: type[Exception]
    any: type[Exception]


class Line:
    """The HTTP client under an SDK: it keeps what arrives as it arrives, and holds every call to one deadline.

    A time-out of the SDK counts anew with every byte; this one is for the whole call. Redirects are not followed: they
    would be a second request, and could carry a key elsewhere.
    """

    def __init__(self, timeout_seconds: float) -> None:
        self._seconds = timeout_seconds
        self._kept = bytearray()
        self._deadline = 0.0
        self._response: httpx2.Response | None = None
        self.client = httpx2.Client(
            timeout=timeout_seconds,
            follow_redirects=False,
            headers={"Accept-Encoding": "identity"},
            event_hooks={"response": [self._arrived]},
        )

    def call(self, send: Callable[[], bytes], failures: Failures, read: Read, key: str | None) -> Answer:
        """Make one call; ``send`` returns the decoded body of a good answer. A server's fault is never raised."""
        self._kept.clear()
        self._response = None
        begun = time.monotonic()
        self._deadline = begun + self._seconds
        fault: Fault | None = None
        body: bytes | None = None
        try:
            body = send()
        except failures.timeout:
            fault = Fault("timeout", "no whole answer came in time")
        except (failures.any, httpx2.HTTPError) as failure:
            fault = _fault_of(failure)
        latency = (time.monotonic() - begun) * 1000
        if body is None:
            body = self._came(key)
        return self._answer(body, latency, fault, read, key)

    def _answer(
        self,
        body: bytes | None,
        latency: float,
        fault: Fault | None,
        read: Callable[[bytes], Envelope],
        key: str | None,
    ) -> Answer:
        response = self._response
        headers: Mapping[str, str] = response.headers if response is not None else {}
        kept = blank(body, key) if body is not None else None
        found = read(kept.body) if kept is not None else Envelope(None, fault)
        named = next((headers[name] for name in _IDS if name in headers), None)
        return Answer(
            body=kept.body if kept is not None else None,
            usage=found.usage,
            response_id=found.response_id,
            model_id=found.model_id,
            latency_ms=round(latency, 3),
            reply=found.reply if fault is None else None,
            fault=fault or found.fault,
            request_id=plain(blank(named.encode(errors="replace"), key).body.decode()) if named else None,
            http_status=response.status_code if response is not None else None,
            retry_after_s=retry_after(headers) if fault is not None else None,
            body_redacted=kept.redacted if kept is not None else False,
        )

    def _came(self, key: str | None) -> bytes | None:
        """Return what came of a bad answer: decoded if it came whole, else as it came over the wire.

        Part of a compressed body is not kept where a key was sent: nobody could look whether the key is in it.
        """
        if self._response is None:
            return None
        try:
            return self._response.content
        except httpx2.ResponseNotRead:
            plain_bytes = self._response.headers.get("content-encoding", "identity").lower() == "identity"
            return bytes(self._kept) if plain_bytes or key is None else None

    def _arrived(self, response: httpx2.Response) -> None:
        self._response = response
        stream = response.stream
        if isinstance(stream, httpx2.SyncByteStream):
            response.stream = _Kept(stream, self)

    def keep(self, part: bytes) -> None:
        """Keep a part of the body as it came over the wire.

        Raises:
            ReadTimeout: the deadline is over.
            ReadError: the body is too long.
        """
        self._kept += part
        if len(self._kept) > MAX_BODY_BYTES:
            del self._kept[MAX_BODY_BYTES:]
            raise httpx2.ReadError("the body is too long")
        if time.monotonic() > self._deadline:
            raise httpx2.ReadTimeout("the whole call took too long")


class _Kept(httpx2.SyncByteStream):
    """A body that is kept while it is read."""

    def __init__(self, stream: httpx2.SyncByteStream, line: Line) -> None:
        self._stream = stream
        self._line = line

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            self._line.keep(part)
            yield part

    def close(self) -> None:
        self._stream.close()


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a Retry-After header asks for, as a number or as a date; null where it asks nothing."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            date = parsedate_to_datetime(text)
        except ValueError:
            return None
        date = date if date.tzinfo else date.replace(tzinfo=UTC)
        seconds = (date - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds) if abs(seconds) < float("inf") else None


def _fault_of(failure: Exception) -> Fault:
    """Name the fault without its status, which could tell a reviewer whose it is; the attempt has that as a field."""
    if isinstance(getattr(failure, "status_code", None), int):
        return Fault("provider_error", "the provider answered with an error")
    return Fault("provider_error", "the provider could not be reached, or its answer broke off")
