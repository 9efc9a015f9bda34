"""Vision models behind the Anthropic protocol: Anthropic itself, and by ``base_url`` every compatible server."""

import base64
from typing import Any

from harness.agents.envelope import read_anthropic
from harness.agents.port import Answer, Endpoint, VisionModel
from harness.agents.schema import offered_schema
from harness.agents.secret import key_of
from harness.formats.manifest import Condition
from harness.prices import price_key

BASE_URL = "https://api.anthropic.com"
KEY_VARIABLE = "ANTHROPIC_API_KEY"


class AnthropicAgent(VisionModel):
    """Asks one condition's model by the official SDK, which retries nothing.

    Raises:
        MissingPiece: there is no key, or the SDK is not installed.
    """

    def __init__(self, condition: Condition) -> None:
        import anthropic

        from harness.agents.wire import Failures, Line

        assert condition.model is not None  # noqa: S101 - a condition of a vision model has one
        self._key = key_of(condition, KEY_VARIABLE)
        self._seconds = condition.timeout_seconds
        self._endpoint = Endpoint(
            provider=condition.agent,
            model=condition.model,
            base_url=condition.base_url or BASE_URL,
            price_key=price_key(condition.model, condition.base_url),
            max_output_tokens=condition.max_output_tokens,
            seed=None,
            sampling=dict(condition.sampling),
            structured_output=condition.structured_output,
        )
        self._failures = Failures(anthropic.APITimeoutError, anthropic.AnthropicError)
        self._line = Line(condition.timeout_seconds)
        self._headers = {} if self._key else {"X-Api-Key": anthropic.omit, "Authorization": anthropic.omit}
        self._client = anthropic.Anthropic(
            api_key=self._key or "none",
            base_url=self._endpoint.base_url,
            timeout=condition.timeout_seconds,
            max_retries=0,
            http_client=self._line.client,
        )

    @property
    def name(self) -> str:
        """What ``trial.json`` calls it."""
        return self._endpoint.provider

    @property
    def endpoint(self) -> Endpoint:
        """Who is asked."""
        return self._endpoint

    def close(self) -> None:
        """Let go of the connection."""
        self._line.client.close()

    def ask(self, request: dict[str, Any], picture: bytes) -> Answer:
        """Send one request; see ``VisionModel``."""
        create: Any = self._client.messages.with_raw_response.create
        end = self._endpoint
        extra: dict[str, Any] = dict(end.sampling)
        if end.structured_output:
            schema = offered_schema(request["response_schema"])
            extra["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        system, *others = request["messages"]
        words = "\n\n".join(str(part["text"]) for part in system["content"])
        messages = [_message(message, picture) for message in others]

        def send() -> bytes:
            raw = create(
                model=end.model,
                max_tokens=end.max_output_tokens,
                system=words,
                messages=messages,
                extra_body=extra,
                extra_headers=self._headers,
                timeout=self._seconds,
            )
            return bytes(raw.http_response.content)

        return self._line.call(send, self._failures, read_anthropic, self._key)


def _message(message: dict[str, Any], picture: bytes) -> dict[str, Any]:
    data = base64.b64encode(picture).decode("ascii")
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    return {
        "role": message["role"],
        "content": [image if part["type"] == "frame" else part for part in message["content"]],
    }
