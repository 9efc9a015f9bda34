"""What an attempt costs where the provider does not say: raw usage times the experiment's frozen price schedule."""

import importlib.metadata
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harness.agents.port import Usage
from harness.formats.errors import MissingPiece
from harness.formats.files import read_json
from harness.formats.manifest import Condition
from harness.formats.prices import Price, PriceSchedule, Rate, Tier

if TYPE_CHECKING:
    from genai_prices.types import ModelPrice

_MILLION = 1_000_000


class Cost(NamedTuple):
    """USD, or null with the reason."""

    usd: float | None
    why: str | None


def price_key(model: str, base_url: str | None) -> str:
    """Return the key of a model in a price schedule: the same model costs something else at another server."""
    return model if base_url is None else f"{model} @ {base_url}"


def schedule_for(models: Iterable[str | Condition]) -> PriceSchedule:
    """Return today's prices of vision models, offline; scripted conditions and conditions without a model are left out.

    A condition names its server too, and is preferred to a bare model id: a server of one's own has no price.

    Raises:
        MissingPiece: a vision model is named and the price list is not installed.
    """
    named: dict[str, tuple[str, str | None]] = {}
    for one in models:
        model, base_url = (one, None) if isinstance(one, str) else (one.model, one.base_url)
        if model is not None and (isinstance(one, str) or one.is_vision_model):
            named[price_key(model, base_url)] = (model, base_url)
    if not named:
        return PriceSchedule()
    try:
        version = importlib.metadata.version("genai-prices")
    except importlib.metadata.PackageNotFoundError:
        raise MissingPiece("The price list is missing: pip install 'firered-review[record]'.") from None
    prices: dict[str, Price] = {}
    unpriced: dict[str, str] = {}
    for key, (model, base_url) in sorted(named.items()):
        found = _look_up(model, base_url)
        if isinstance(found, Price):
            prices[key] = found
        else:
            unpriced[key] = found
    return PriceSchedule(source=f"genai-prices {version}", prices=prices, unpriced=unpriced)


def read_prices(experiment: Path) -> PriceSchedule:
    """Read an experiment's ``prices.json``; one without has no prices.

    Raises:
        BadFile: it is damaged.
    """
    path = experiment / "prices.json"
    return read_json(path, PriceSchedule) if path.exists() else PriceSchedule()


def cost(usage: Usage, schedule: PriceSchedule, key: str) -> Cost:
    """Return what a call costs by a schedule; ``key`` is a ``price_key``.

    Cached tokens that the provider does not report are priced as plain input. Nothing unknown is ever zero.
    """
    price = schedule.prices.get(key)
    if price is None:
        return Cost(None, schedule.unpriced.get(key, "the price schedule has no price for this model"))
    if usage.input_tokens is None or usage.output_tokens is None:
        return Cost(None, "the provider reported no usage")
    read, written = usage.cached_tokens or 0, usage.cache_write_tokens or 0
    plain = usage.input_tokens - read - written
    if plain < 0:
        return Cost(None, "the reported cached tokens are more than the input tokens")
    total = 0.0
    for what, tokens, rate in (
        ("input", plain, price.input),
        ("cached input", read, price.cache_read),
        ("cache writes", written, price.cache_write),
        ("output", usage.output_tokens, price.output),
    ):
        if tokens and rate is None:
            return Cost(None, f"the price schedule has no price for {what} of this model")
        if rate is not None:
            total += tokens * rate.at(usage.input_tokens) / _MILLION
    return Cost(total, None)


def _look_up(model: str, base_url: str | None) -> Price | str:
    """Return a price, or why there is none."""
    from genai_prices import Usage as Priced
    from genai_prices import calc_price

    try:
        found = calc_price(
            Priced(input_tokens=1, output_tokens=1),
            model,
            provider_api_url=base_url,
            genai_request_timestamp=datetime.now(UTC),
        )
    except (LookupError, ValueError) as fault:
        return f"the price list knows no such model at this server ({type(fault).__name__})"
    prices = found.model_price
    return Price(
        provider=found.provider.id,
        model=found.model.id,
        input=_rate(prices, "input_mtok"),
        cache_read=_rate(prices, "cache_read_mtok"),
        cache_write=_rate(prices, "cache_write_mtok"),
        output=_rate(prices, "output_mtok"),
    )


def _rate(prices: "ModelPrice", name: str) -> Rate | None:
    from genai_prices.types import TieredPrices

    value = getattr(prices, name)
    if value is None:
        return None
    if isinstance(value, TieredPrices):
        tiers = [Tier(above_input_tokens=tier.start, usd_per_million=float(tier.price)) for tier in value.tiers]
        return Rate(usd_per_million=float(value.base), tiers=tiers)
    return Rate(usd_per_million=float(value))
