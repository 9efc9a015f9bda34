"""What every vision model behind a provider's SDK has: whom it asks, the line it asks over, and the key."""

from typing import Any

from typing_extensions import override

from harness.agents.port import Endpoint, VisionModel
from harness.agents.secret import key_of
from harness.formats.manifest import Condition
from harness.prices import price_key


class HostedModel(VisionModel):
    """One condition's model behind an SDK, which retries nothing.

    Raises:
        MissingPiece: there is no key, or the SDK is not installed.
    """

    def __init__(self, condition: Condition, base_url: str, key_variable: str, seed: int | None) -> None:
        from harness.agents.wire import Line

        assert condition.model is not None  # noqa: S101 - a condition of a vision model has one
        self._key = key_of(condition, key_variable)
        self._endpoint = Endpoint(
            provider=condition.agent,
            model=condition.model,
            base_url=condition.base_url or base_url,
            price_key=price_key(condition.model, condition.base_url),
            max_output_tokens=condition.max_output_tokens,
            seed=seed,
            sampling=dict(condition.sampling),
            structured_output=condition.structured_output,
        )
        self._line = Line(condition.timeout_seconds)
        self._client_options: dict[str, Any] = {
            "api_key": self._key or "none",
            "base_url": self._endpoint.base_url,
            "timeout": condition.timeout_seconds,
            "max_retries": 0,
            "http_client": self._line.client,
        }

    @property
    @override
    def name(self) -> str:
        return self._endpoint.provider

    @property
    @override
    def endpoint(self) -> Endpoint:
        return self._endpoint

    @override
    def close(self) -> None:
        self._line.client.close()
