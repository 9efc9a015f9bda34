"""A server, a key that must never be seen again, and conditions that ask that server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harness.agents.port import VisionModel
from harness.agents.registry import make_agent
from harness.formats.manifest import Condition
from tests.agents.vision.server import MODEL, Server, running

KEY = "sk-planted-7f3a/b1c9d2e4-do-not-keep"
KEY_VARIABLE = "PLANTED_KEY"
Make = Callable[..., VisionModel]


def condition_for(provider: str, server: Server, **changes: Any) -> Condition:
    """Return a condition that asks the server on the loopback, without a key."""
    values = {
        "id": "alder",
        "agent": provider,
        "model": MODEL,
        "seed": "unsupported",
        "base_url": server.base_url(provider),
        "timeout_seconds": 5.0,
    }
    return Condition.model_validate(values | changes)


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as one:
        yield one


@pytest.fixture(params=["openai", "anthropic"])
def provider(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(provider: str, server: Server) -> Iterator[Make]:
    made: list[VisionModel] = []

    def one(**changes: Any) -> VisionModel:
        agent = make_agent(condition_for(provider, server, **changes), 1)
        assert isinstance(agent, VisionModel)
        made.append(agent)
        return agent

    yield one
    for agent in made:
        agent.close()
