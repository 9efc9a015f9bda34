"""Prices: frozen from an offline list, applied to raw usage, and never zero for what is not known."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.agents.port import Usage
from harness.formats.manifest import Condition
from harness.formats.prices import Price, PriceSchedule, Rate, Tier
from harness.prices import cost, price_key, schedule_for

KNOWN = "gpt-4o-mini-2024-07-18"
LOCAL = "http://127.0.0.1:8000/v1"


def condition(**changes: Any) -> Condition:
    whole = {"id": "alder", "agent": "openai", "model": KNOWN, "seed": "unsupported"}
    return Condition.model_validate(whole | changes)


def rates(**changes: Rate | None) -> PriceSchedule:
    """Return a schedule of one model at 2, 1, 4 and 8 USD a million tokens."""
    usd = {"input": 2.0, "cache_read": 1.0, "cache_write": 4.0, "output": 8.0}
    values: dict[str, Any] = {name: Rate(usd_per_million=price) for name, price in usd.items()}
    return PriceSchedule(source="a test", prices={"it": Price(provider="p", model="it", **(values | changes))})


def test_the_list_names_its_source_and_prices_known_models_only() -> None:
    made = schedule_for([condition(), condition(model="made-up-2026-01-01"), condition(base_url=LOCAL)])
    assert made.source is not None
    assert made.source.startswith("genai-prices ")
    assert list(made.prices) == [KNOWN]
    price = made.prices[KNOWN]
    assert price.input is not None
    assert price.input.usd_per_million > 0
    assert made.unpriced.keys() == {"made-up-2026-01-01", price_key(KNOWN, LOCAL)}


def test_scripted_conditions_need_no_list() -> None:
    assert schedule_for([condition(agent="scripted:careful", model=None)]) == PriceSchedule()


def test_a_schedule_survives_its_file() -> None:
    made = schedule_for([KNOWN, "claude-sonnet-4-5-20250929"])
    assert PriceSchedule.model_validate_json(made.model_dump_json()) == made


def test_cached_and_newly_cached_tokens_have_their_own_price() -> None:
    usage = Usage(input_tokens=1000, output_tokens=100, cached_tokens=300, cache_write_tokens=200)
    found = cost(usage, rates(), "it")
    assert found.usd == pytest.approx((500 * 2 + 300 * 1 + 200 * 4 + 100 * 8) / 1_000_000)
    assert found.why is None


def test_a_tier_holds_for_the_whole_call_above_its_threshold() -> None:
    tiered = rates(input=Rate(usd_per_million=2, tiers=[Tier(above_input_tokens=1000, usd_per_million=6)]))
    assert cost(Usage(1000, 0), tiered, "it").usd == pytest.approx(0.002)
    assert cost(Usage(1001, 0), tiered, "it").usd == pytest.approx(0.006006)


@pytest.mark.parametrize(
    ("usage", "schedule", "key", "words"),
    [
        (Usage(), rates(), "it", "no usage"),
        (Usage(input_tokens=5), rates(), "it", "no usage"),
        (Usage(output_tokens=5), rates(), "it", "no usage"),
        (Usage(5, 5), rates(), "other", "no price"),
        (Usage(5, 5), rates(output=None), "it", "no price for output"),
        (Usage(5, 5, cached_tokens=3), rates(cache_read=None), "it", "no price for cached input"),
        (Usage(5, 5, cached_tokens=9), rates(), "it", "more than the input tokens"),
        (Usage(5, 5), PriceSchedule(unpriced={"it": "unheard of"}), "it", "unheard of"),
    ],
)
def test_what_cannot_be_priced_is_null_with_its_reason(
    usage: Usage, schedule: PriceSchedule, key: str, words: str
) -> None:
    found = cost(usage, schedule, key)
    assert found.usd is None
    assert words in str(found.why)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_price_is_there_or_a_reason_never_both(tokens: int, cached: int, out: int) -> None:
    found = cost(Usage(tokens, out, cached), rates(), "it")
    assert (found.usd is None) is (found.why is not None)
    assert (found.usd is None) is (cached > tokens)
