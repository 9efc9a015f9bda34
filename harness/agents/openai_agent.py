"""Vision models behind the OpenAI protocol: OpenAI itself, and by ``base_url`` every compatible server."""

import base64
from typing import Any

from harness.agents.envelope import read_openai
from harness.agents.hosted import HostedModel
from harness.agents.port import Answer
from harness.agents.schema import offered_schema
from harness.formats.manifest import Condition

BASE_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"


class OpenAiAgent(HostedModel):
    """Asks one condition's model by the official SDK, which retries nothing.

    Raises:
        MissingPiece: there is no key, or the SDK is not installed.
    """

    def __init__(self, condition: Condition) -> None:
        import openai

        from harness.agents.wire import Failures

        super().__init__(condition, BASE_URL, KEY_VARIABLE, condition.seed if isinstance(condition.seed, int) else None)
        self._own_server = condition.base_url is not None
        self._failures = Failures(openai.APITimeoutError, openai.OpenAIError)
        self._headers = {} if self._key else {"Authorization": openai.omit}
        self._client = openai.OpenAI(**self._client_options)

    def ask(self, request: dict[str, Any], picture: bytes) -> Answer:
        """Send one request; see ``VisionModel``."""
        create: Any = self._client.chat.completions.with_raw_response.create
        body = self._body(request, picture)

        def send() -> bytes:
            raw = create(
                model=self._endpoint.model,
                messages=body.pop("messages"),
                extra_body=body,
                extra_headers=self._headers,
            )
            return bytes(raw.content)

        return self._line.call(send, self._failures, read_openai, self._key)

    def _body(self, request: dict[str, Any], picture: bytes) -> dict[str, Any]:
        end = self._endpoint
        limit = "max_tokens" if self._own_server else "max_completion_tokens"
        body: dict[str, Any] = {"messages": _messages(request, picture), limit: end.max_output_tokens, **end.sampling}
        if end.seed is not None:
            body["seed"] = end.seed
        if end.structured_output:
            schema = {"name": "reply", "strict": True, "schema": offered_schema(request["response_schema"])}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body


def _messages(request: dict[str, Any], picture: bytes) -> list[dict[str, Any]]:
    url = f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"
    messages: list[dict[str, Any]] = []
    for message in request["messages"]:
        parts = [
            {"type": "image_url", "image_url": {"url": url}} if part["type"] == "frame" else part
            for part in message["content"]
        ]
        if message["role"] == "system":
            messages.append({"role": "system", "content": "\n\n".join(str(part["text"]) for part in parts)})
        else:
            messages.append({"role": message["role"], "content": parts})
    return messages
