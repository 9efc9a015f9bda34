"""Whoever reads a package leaves it as it was: every byte, every name, every time."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firered_review.store.blind import blind
from harness.evidence.reader import Experiment
from harness.evidence.sums import write_sums
from harness.evidence.verify import verify_experiment
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.files import read_yaml, to_yaml
from harness.formats.manifest import Manifest
from harness.recording import Order, record_trial
from harness.replay import replay_trial

TRIALS = ("alder-01", "birch-01")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real recording of the cartridge, one short trial of each condition."""
    folder = tmp_path_factory.mktemp("package") / "experiment"
    new_experiment(folder, "parcel-errand", per_condition=1)
    manifest = read_yaml(folder / "manifest.yaml", Manifest)
    budgets = manifest.budgets.model_copy(update={"accepted_actions": 16})
    (folder / "manifest.yaml").write_bytes(to_yaml(manifest.model_copy(update={"budgets": budgets})))
    freeze_experiment(folder, draw_seed=1)
    for condition in ("alder", "birch"):
        record_trial(Order(folder, condition, 1))
    write_sums(folder)
    return folder


def snapshot(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return path → kind, mode, size, times and bytes of everything in a folder, the folder too."""
    found: dict[str, tuple[object, ...]] = {}
    for path in (folder, *folder.rglob("*")):
        seen = os.lstat(path)
        data = path.read_bytes() if stat.S_ISREG(seen.st_mode) else b""
        found[path.relative_to(folder).as_posix()] = (seen.st_mode, seen.st_ino, seen.st_mtime_ns, data)
    return found


def harness(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "harness", *map(str, words)], capture_output=True, text=True, check=False, timeout=120
    )


def test_reading_verifying_replaying_and_blinding_leave_a_package_as_it_was(package: Path, tmp_path: Path) -> None:
    before = snapshot(package)
    for trial in Experiment(package).trials():
        for read in (trial.trace, trial.attempts, trial.inputs, trial.memory, trial.oracle, trial.labels):
            read()
        with trial.frames as frames:
            frames.identities()
    assert snapshot(package) == before
    assert not [item.findings for item in verify_experiment(package) if item.findings]
    assert snapshot(package) == before
    assert not [item.findings for item in verify_experiment(package, pictures=True) if item.findings]
    assert snapshot(package) == before
    for name in TRIALS:
        assert replay_trial(package / "trials" / name).differs_at is None
    assert snapshot(package) == before
    blind(package, tmp_path / "bundles", ["ada", "bo"])
    assert snapshot(package) == before


def test_the_commands_leave_it_as_it_was_too_even_where_nothing_may_be_written(package: Path) -> None:
    before = snapshot(package)
    told = harness("verify", package, "--pictures", "--json")
    assert (told.returncode, told.stderr) == (0, "")
    items = json.loads(told.stdout)
    assert [item["number"] for item in items] == list(range(1, 13))
    assert {item["verdict"] for item in items} == {"pass", "needs labels"}
    assert [item["number"] for item in items if item["verdict"] == "needs labels"] == [6, 7, 8, 9]
    assert harness("verify", package).returncode == 0
    assert harness("replay", package / "trials" / TRIALS[0]).returncode == 0
    assert snapshot(package) == before


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt",
        "trials/alder-01/frames/000999.png",
        "trials/alder-01/.hidden",
        "trials/alder-01/motion.sqlite.bak",
        "trials/birch-01/local.yaml",
        "trials/loose.txt",
        "planted/more.jsonl",
        ".trace.jsonl.77.part",
    ],
)
def test_a_file_added_anywhere_makes_verify_fail_by_its_name(package: Path, name: str) -> None:
    path = package / name
    path.write_bytes(b"added")
    try:
        told = harness("verify", package, "--json")
        assert told.returncode == 1
        found = {item["number"]: " ".join(item["findings"]) for item in json.loads(told.stdout) if item["findings"]}
        assert str(path) in found[11]
    finally:
        path.unlink()
    assert not [item.findings for item in verify_experiment(package) if item.findings]
