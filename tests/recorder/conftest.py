"""A frozen experiment around the game of dots, and agents that press what they are told."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.agents.port import Answer, View
from harness.emulator.mgba_core import MgbaCore, power_on_state
from harness.evidence.reader import Experiment
from harness.evidence.sums import write_sums
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.evidence import TrialHeader
from harness.formats.files import read_yaml, to_yaml
from harness.formats.manifest import Manifest
from harness.trial import play_trial
from harness.trial_start import TrialPlace
from tests.emulator.games import DOTS, write_game


def reply(*actions: str, **changes: Any) -> bytes:
    """Return a reply of the action contract as JSON."""
    value = {
        "reasoning_summary": "as told",
        "observed": {"screen": "unknown", "location_guess": "", "objective_guess": "press", "certainty": 0.5},
        "memory_read": [],
        "memory_write": [],
        "actions": list(actions),
    }
    return json.dumps({**value, **changes}).encode()


class Told:
    """An agent that gives the bodies it was made with, the last one for ever, and keeps what it saw."""

    name = "told"

    def __init__(self, *bodies: bytes) -> None:
        self.bodies = list(bodies)
        self.seen: list[tuple[View, str | None]] = []

    def decide(self, view: View, retry: str | None) -> Answer:
        self.seen.append((view, retry))
        return Answer(self.bodies.pop(0) if len(self.bodies) > 1 else self.bodies[0])


class Desk:
    """A folder with an experiment on the game of dots, without an oracle."""

    def __init__(self, folder: Path) -> None:
        game = folder / "game"
        game.mkdir()
        self.rom = write_game(game / "dots.gba", DOTS)
        self.state = game / "start.state"
        self.state.write_bytes(power_on_state(self.rom))
        self.path = folder / "experiment"
        new_experiment(self.path, "parcel-errand", self.rom, self.state, per_condition=2)
        self.change(oracle="none")

    def change(self, **changes: Any) -> None:
        """Change fields of the manifest, before it is frozen; a dict changes fields of a part."""
        path = self.path / "manifest.yaml"
        manifest = read_yaml(path, Manifest)
        update = {
            name: getattr(manifest, name).model_copy(update=value) if isinstance(value, dict) else value
            for name, value in changes.items()
        }
        changed = manifest.model_copy(update=update)
        path.write_bytes(to_yaml(changed))
        if "agent" in changes:
            self._tell_agents(changed)

    def _tell_agents(self, manifest: Manifest) -> None:
        """Keep the schema that agents get in step with the manifest's actions."""
        path = self.path / "prompts" / "action-schema.json"
        schema = json.loads(path.read_text())
        actions = schema["properties"]["actions"]
        actions["items"]["enum"] = manifest.agent.allowed_actions
        actions["maxItems"] = manifest.agent.max_actions_per_decision
        path.write_text(json.dumps(schema))

    def freeze(self) -> "Desk":
        freeze_experiment(self.path, draw_seed=1)
        return self

    def play(self, agent: Any, condition: str = "alder", number: int = 1, **parts: Any) -> TrialHeader:
        """Record a trial of this agent and renew the sums."""
        experiment = Experiment(self.path)
        core = parts.get("core") or self.core()
        folder = self.path / "trials" / f"{condition}-{number:02d}"
        folder.parent.mkdir(exist_ok=True)
        place = TrialPlace(self.path, experiment.conditions[condition], number, 1, None, folder)
        try:
            return play_trial(place, core, agent, None)
        finally:
            core.close()
            write_sums(self.path)

    def core(self) -> MgbaCore:
        freeze = Experiment(self.path).freeze
        return MgbaCore(self.rom, self.state, freeze.rom_sha256, freeze.initial_state_sha256)

    def files(self, trial: str = "alder-01", leave_out: Sequence[str] = ("trial.json",)) -> dict[str, bytes]:
        folder = self.path / "trials" / trial
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name not in leave_out
        }


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
