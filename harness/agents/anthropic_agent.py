"""Vision models behind the Anthropic protocol: Anthropic itself, and by ``base_url`` every compatible server."""

import base64
from typing import Any

from harness.agents.envelope import read_anthropic
from harness.agents.hosted import HostedModel
from harness.agents.port import Answer
from harness.agents.schema import offered_schema
from harness.formats.manifest import Condition

BASE_URL = "https://api.anthropic.com"
KEY_VARIABLE = "ANTHROPIC_API_KEY"


class AnthropicAgent(HostedModel):
    """Asks one condition's model by the official SDK, which retries nothing.

    Raises:
        MissingPiece: there is no key, or the SDK is not installed.
    """

    def __init__(self, condition: Condition) -> None:
        import anthropic

        from harness.agents.wire import Failures

        super().__init__(condition, BASE_URL, KEY_VARIABLE, None)
        self._seconds = condition.timeout_seconds
        self._failures = Failures(anthropic.APITimeoutError, anthropic.AnthropicError)
        self._headers = {} if self._key else {"X-Api-Key": anthropic.omit, "Authorization": anthropic.omit}
        self._client = anthropic.Anthropic(**self._client_options)

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
