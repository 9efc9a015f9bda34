"""What is settled before a trial's first decision: its place, seed, header, and whether it begins like the others."""

import hashlib
import importlib.metadata
from pathlib import Path
from typing import Literal, NamedTuple

from harness.agents.port import Agent, VisionModel
from harness.emulator.port import Core
from harness.evidence.reader import Experiment
from harness.formats.base import Sha256, utc_now
from harness.formats.evidence import VALID_REASONS, TrialHeader
from harness.formats.files import read_json
from harness.formats.manifest import Condition
from harness.prices import price_key, read_prices
from harness.termination import End, money_limit


class TrialPlace(NamedTuple):
    """Which trial is recorded, and the folder that becomes its own."""

    experiment: Path
    condition: Condition
    number: int
    rerun: int
    position: int | None
    folder: Path
    jobs: int = 1
    """How many trials may be recorded at once."""


def trial_seed(condition_id: str, number: int) -> int:
    """Return a trial's seed: the first eight bytes of the SHA-256 of ``condition/number``."""
    return int.from_bytes(hashlib.sha256(f"{condition_id}/{number}".encode()).digest()[:8], "big")


def divergence(place: TrialPlace, experiment: Experiment, header: TrialHeader) -> End | None:
    """Return an end where frame 0 is not the picture that the valid trials before began with."""
    for name in experiment.trial_names():
        path = experiment.path / "trials" / name / "trial.json"
        if name == place.folder.name or not path.is_file():
            continue
        other = read_json(path, TrialHeader)
        valid = other.closing is not None and other.closing.reason in VALID_REASONS
        if valid and other.first_frame_sha256 != header.first_frame_sha256:
            return End("divergence", {"first_frame": header.first_frame_sha256, name: other.first_frame_sha256})
    return None


def header_of(
    place: TrialPlace, experiment: Experiment, agent: Agent | VisionModel, core: Core, first_frame: Sha256
) -> TrialHeader:
    """Return the header that a trial starts with."""
    freeze, timing = experiment.freeze, experiment.manifest.emulator
    return TrialHeader(
        experiment_id=experiment.manifest.experiment_id,
        condition_id=place.condition.id,
        trial_id=place.number,
        rerun=place.rerun,
        position=place.position,
        agent=agent.name,
        seed=trial_seed(place.condition.id, place.number),
        started_utc=utc_now(),
        freeze_sha256=experiment.freeze_sha256,
        rom_sha256=freeze.rom_sha256,
        initial_state_sha256=freeze.initial_state_sha256,
        emulator_files=dict(core.files),
        first_frame_sha256=first_frame,
        press_frames=timing.press_frames,
        settle_frames=timing.settle_frames,
        program_version=importlib.metadata.version("firered-review"),
        jobs=place.jobs,
        money_budget=_money_budget(place, experiment),
    )


def unenforceable(experiment: Experiment, condition: Condition) -> str | None:
    """Return why the money budget cannot be enforced in this condition, as a sentence; null where it can, or is none.

    Raises:
        BadFile: the price schedule is damaged.
    """
    limit = money_limit(experiment.manifest.budgets)
    if limit is None:
        return None
    if not condition.is_vision_model or condition.model is None:
        why = f"the agent {condition.agent} reports no cost"
    else:
        price = read_prices(experiment.path).prices.get(price_key(condition.model, condition.base_url))
        if price is not None and price.input is not None and price.output is not None:
            return None
        why = f"prices.json has no price for {condition.model}; only what the provider itself reports can be counted"
    return f"{condition.id}: the money budget of {limit:g} USD cannot be enforced: {why}."


def _money_budget(place: TrialPlace, experiment: Experiment) -> Literal["enforced", "cannot be enforced"] | None:
    if money_limit(experiment.manifest.budgets) is None:
        return None
    return "cannot be enforced" if unenforceable(experiment, place.condition) else "enforced"
