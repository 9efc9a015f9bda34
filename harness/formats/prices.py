"""The price schedule of an experiment, frozen with it: it prices an attempt where the provider names no cost."""

from typing import Annotated

from pydantic import Field

from harness.formats.base import Count, Record, Versioned

UsdPerMillion = Annotated[float, Field(ge=0)]


class Tier(Record):
    """Above ``above_input_tokens`` in one call, all its tokens of this kind cost ``usd_per_million``."""

    above_input_tokens: Count
    usd_per_million: UsdPerMillion


class Rate(Record):
    """USD for a million tokens of one kind; ``tiers`` in ascending order."""

    usd_per_million: UsdPerMillion
    tiers: list[Tier] = []

    def at(self, input_tokens: int) -> float:
        """Return USD per million tokens in a call of so many input tokens."""
        price = self.usd_per_million
        for tier in self.tiers:
            if input_tokens > tier.above_input_tokens:
                price = tier.usd_per_million
        return price


class Price(Record):
    """What one vision model costs; null where the source names no price."""

    provider: str
    model: str
    """As the source calls it."""
    input: Rate | None
    cache_read: Rate | None = None
    cache_write: Rate | None = None
    output: Rate | None


class PriceSchedule(Versioned):
    """``prices.json``: the key is the model as the condition names it, followed by `` @ base_url`` if it has one."""

    source: str | None = None
    """Where the prices come from, with its version; null where nothing can be spent."""
    prices: dict[str, Price] = {}
    unpriced: dict[str, str] = {}
    """The same keys: why there is no price."""
