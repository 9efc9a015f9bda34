"""The README's commands are run as they stand, in an empty folder; windows open on a display of their own."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firered_review.demo.labelling import label_all
from firered_review.demo.steps import adjudicate
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.evidence.reader import Experiment

ROOT = Path(__file__).parents[2]
WINDOWS = ("annotate", "adjudicate")


def _commands() -> list[list[str]]:
    blocks = re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def environment(display: str, tmp_path: Path) -> dict[str, str]:
    scripts = Path(sys.executable).parent
    return os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }


def _open_and_close(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Start a window, wait until it is there, close it by its key, and expect exit 0."""
    process = subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(100):
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)],
                env=environment, capture_output=True, text=True, check=False,
            ).stdout.split()  # fmt: skip
            if found or process.poll() is not None:
                break
            time.sleep(0.2)
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        for _ in range(50):
            subprocess.run(["xdotool", "key", "ctrl+q"], env=environment, check=True)
            try:
                assert process.wait(1) == 0
            except subprocess.TimeoutExpired:
                continue
            return
        raise AssertionError(f"{command} did not close")
    finally:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()


def _as_people_would(command: list[str], folder: Path) -> None:
    """Do in place of a person what the window just opened is for."""
    key = folder / "blinded/coordinator/sealed-key.json"
    if command[1] == "annotate":
        bundle = open_bundle(folder / command[2])
        store = LabelStore(folder / command[2], bundle.header.reviewer, bundle)
        try:
            label_all(Experiment(folder / "parcel"), bundle, store, key)
        finally:
            store.close()
            bundle.close()
    else:
        adjudicate(folder / command[2], folder / "blinded/adjudicator")


@pytest.mark.skipif(shutil.which("xdotool") is None, reason="xdotool is not installed: make test installs it")
def test_the_three_uses_run_as_they_are_written(environment: dict[str, str], tmp_path: Path) -> None:
    commands = _commands()
    verbs = [command[1] for command in commands]
    assert {"new", "freeze", "record", "verify", "replay", "blind", "annotate", "seal", "reconcile", "adjudicate",
            "unblind", "score", "export"} <= set(verbs)  # fmt: skip
    for command in commands:
        if command[1] in WINDOWS:
            _open_and_close(command, tmp_path, environment)
            _as_people_would(command, tmp_path)
            continue
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
    assert (tmp_path / "scores/trials.csv").is_file()
    assert (tmp_path / "labels/labels.csv").is_file()


def test_the_readmes_pictures_are_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text):
        assert (ROOT / picture).is_file(), picture
