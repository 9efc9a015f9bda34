"""The README's page for a ROM or server of one's own is followed as it is written, with a server on the loopback."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from harness.emulator.mgba_core import power_on_state
from harness.evidence.reader import TrialFolder
from tests.agents.vision.server import running
from tests.emulator.games import DOTS, write_game
from tests.recorder.test_cli import harness

README = Path(__file__).parents[2] / "README.md"


def blocks() -> list[str]:
    """Return the indented blocks of the page, in order."""
    page = README.read_text(encoding="utf-8").split("## Your own ROM, key or local server")[1].split("\n## ")[0]
    found = re.findall(r"(?:^ {4}.*\n)+", page, re.MULTILINE)
    return [re.sub(r"^ {4}", "", block, flags=re.MULTILINE) for block in found]


@pytest.mark.slow
def test_the_page_leads_from_nothing_to_a_recorded_trial(tmp_path: Path) -> None:
    write_game(tmp_path / "firered.gba", DOTS)
    (tmp_path / "firered.ss1").write_bytes(power_on_state(tmp_path / "firered.gba"))
    new, condition, manifest, _, commands = blocks()
    made = harness(*shlex.split(new)[1:], cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    folder = tmp_path / "mission"
    with running() as server:
        for name, memory in (("a", True), ("b", False)):
            path = folder / "conditions" / f"model-{name}.yaml"
            told = yaml.safe_load(condition) | {"episodic_memory": memory, "base_url": server.base_url("openai")}
            path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text()) | told))
        path = folder / "manifest.yaml"
        value = yaml.safe_load(path.read_text()) | yaml.safe_load(manifest)
        value["budgets"]["accepted_actions"] = 5
        for entry in value["conditions"]:
            entry["model"] = yaml.safe_load(condition)["model"]
        path.write_text(yaml.safe_dump(value))
        verbs = []
        for line in commands.splitlines():
            words = shlex.split(line)
            done = harness(*words[1:], cwd=tmp_path)
            verbs.append(words[1])
            if words[1] != "verify":
                assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert verbs == ["freeze", "check", "check", "record", "verify"]
    trial = TrialFolder(folder / "trials" / "model-a-01")
    assert (trial.closing.reason, trial.closing.accepted_actions) == ("action_budget", 5)
    assert (tmp_path / "mission-rehearsal" / "action-budget").is_dir()
