"""Whole trials on the real cartridge, played once for all tests here."""

from pathlib import Path

import firered_resources
import pytest

from harness.agents.scripted.careful import Careful
from harness.agents.scripted.forgetful import Forgetful
from harness.agents.scripted.player import Player
from harness.formats.files import read_yaml
from harness.formats.manifest import Manifest, MemoryPolicy
from harness.oracle.profile import load_profile
from tests.agents.playing import Played, Table, play

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "manifests" / "parcel-errand"


@pytest.fixture(scope="session")
def table() -> Table:
    """The cartridge, its policy, its oracle profile and its return legs."""
    cartridge = Path(firered_resources.__file__).parent / "cartridge"
    legs = read_yaml(TEMPLATE / "manifest.yaml", Manifest).return_legs
    policy = read_yaml(TEMPLATE / "memory-policy.yaml", MemoryPolicy)
    return Table(
        cartridge / "parcel-errand.gba", cartridge / "start.state", policy, load_profile("parcel-errand"), tuple(legs)
    )


@pytest.fixture(scope="session")
def careful_trials(table: Table) -> list[Played]:
    return [play(Careful(seed), table) for seed in (1, 2, 5)]


@pytest.fixture(scope="session")
def forgetful_trials(table: Table) -> list[Played]:
    return [play(Forgetful(seed), table) for seed in (3, 10)]


@pytest.fixture(scope="session")
def all_trials(careful_trials: list[Played], forgetful_trials: list[Played]) -> list[Played]:
    return [*careful_trials, *forgetful_trials]


def fresh(played: Played) -> Player:
    """Return a new agent with the seed of one that has played."""
    return type(played.agent)(played.agent.seed)
