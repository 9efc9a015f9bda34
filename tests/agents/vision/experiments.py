"""A frozen experiment on the embedded cartridge whose conditions ask the server on the loopback."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.evidence.reader import TrialFolder
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.files import pretty_json, read_yaml, to_yaml
from harness.formats.manifest import Manifest
from harness.formats.prices import Price, PriceSchedule, Rate
from harness.prices import price_key
from harness.recording import Order, record_trial
from tests.agents.vision.conftest import condition_for
from tests.agents.vision.server import MODEL, Behaviour, Server

PROVIDERS = {"alder": "openai", "birch": "anthropic"}


def experiment(folder: Path, server: Server, *, priced: bool = True, **changes: Any) -> Path:
    """Scaffold and freeze it: condition alder speaks one protocol, birch the other.

    ``changes`` are fields of the manifest's parts or of the conditions: ``budgets``, ``viewport``, ``condition``.
    """
    new_experiment(folder, "parcel-errand", per_condition=2)
    path = folder / "manifest.yaml"
    manifest = read_yaml(path, Manifest)
    budgets = {"accepted_actions": 14, "total_cost_usd": 50.0} | changes.get("budgets", {})
    update = {
        "budgets": manifest.budgets.model_copy(update=budgets),
        "viewport": manifest.viewport.model_copy(update=changes.get("viewport", {})),
        "conditions": [entry.model_copy(update={"model": MODEL}) for entry in manifest.conditions],
    }
    path.write_bytes(to_yaml(manifest.model_copy(update=update)))
    prices: dict[str, Price] = {}
    for name, provider in PROVIDERS.items():
        condition = condition_for(provider, server, id=name, **changes.get("condition", {}))
        (folder / "conditions" / f"{name}.yaml").write_bytes(to_yaml(condition))
        rate = Rate(usd_per_million=1.0)
        prices[price_key(MODEL, condition.base_url)] = Price(
            provider=provider, model=MODEL, input=rate, cache_read=rate, cache_write=rate, output=rate
        )
    if priced:
        (folder / "prices.json").write_bytes(pretty_json(PriceSchedule(source="a test", prices=prices)))
    freeze_experiment(folder, draw_seed=1)
    return folder


def record(
    folder: Path, server: Server, *acts: Behaviour, condition: str = "alder", number: int = 1, **options: Any
) -> TrialFolder:
    """Record a trial in which the server does these things first."""
    server.next = list(acts)
    server.heard.clear()
    order = Order(folder, condition, number, agent=options.pop("agent", None))
    record_trial(order, **options)
    return TrialFolder(order.folder)


def requests(trial: TrialFolder) -> Sequence[bytes]:
    """Return every request file of a trial, in order."""
    return [(trial.path / attempt.request_path).read_bytes() for attempt in trial.attempts()]
