"""Experiments on the game of dots whose conditions play a tape, and processes that run their schedule."""

import os
import subprocess
import sys
from pathlib import Path

from harness.experiment import freeze_experiment
from harness.formats.files import read_yaml, to_yaml
from harness.formats.manifest import Condition
from tests.recorder.conftest import Desk, Told, reply

ROOT = Path(__file__).parents[2]
CRASH = '''
"""In a recording process: note its start, and end it by abort() in its first decisions if it is the one that shall."""
import os, sys, threading, time
words = sys.orig_argv
if "--here" in words:
    name = words[words.index("--condition") + 1] + "-" + words[words.index("--trial") + 1]
    with open(os.environ["STARTS"], "a") as file:
        file.write(name + "\\n")
    if name == os.environ["ABORTS"]:
        trace = os.path.join(words[words.index("record") + 1], "trials", name[:-1] + "0" + name[-1], "trace.jsonl")
        def end():
            while not (os.path.exists(trace) and os.path.getsize(trace)):
                time.sleep(0.002)
            os.abort()
        threading.Thread(target=end, daemon=True).start()
'''
"""A ``sitecustomize`` that Python imports by itself at its start."""


def set_agent(experiment: Path, agent: str) -> None:
    for name in ("alder", "birch"):
        path = experiment / "conditions" / f"{name}.yaml"
        path.write_bytes(to_yaml(read_yaml(path, Condition).model_copy(update={"agent": agent})))


def taped(folder: Path, actions: int, trials: int = 2) -> Desk:
    """Freeze an experiment whose trials play a tape of so many actions."""
    made, desk = (folder / name for name in ("tape", "desk"))
    for one in (made, desk):
        one.mkdir(parents=True)
    tape, ready = Desk(made), Desk(desk)
    for one in (tape, ready):
        one.change(budgets={"accepted_actions": actions}, trials={"per_condition": trials})
    tape.freeze().play(Told(reply("RIGHT", "A", "NOOP", "UP"), reply("LEFT"), reply("B", "DOWN")))
    set_agent(ready.path, f"replay:{tape.path / 'trials' / 'alder-01'}")
    freeze_experiment(ready.path, draw_seed=1)
    return ready


def harness(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "harness", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


def crashing(folder: Path, aborts: str) -> dict[str, str]:
    """Return an environment in which one trial's process aborts, and every start of one is noted in ``starts``."""
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(CRASH)
    (folder / "starts").touch()
    return {"PYTHONPATH": f"{folder / 'site'}", "STARTS": str(folder / "starts"), "ABORTS": aborts}
