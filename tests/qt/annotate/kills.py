"""Kills a desk that is labelling at random moments and looks whether anything shown was lost.

``python -m tests.qt.annotate.kills 200`` does it two hundred times and exits with 1 where something was.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.pending import Pending
from firered_review.store.database import dump
from firered_review.store.labels import LabelStore
from tests.bundles import make_bundle

ROOT = Path(__file__).parents[3]
TRIAL = "brisk-otter"
_LONGEST = 1.2
"""Seconds after which a desk has been killed at the latest."""


class Kill(NamedTuple):
    """What was found after one kill."""

    lost: str
    """What had been shown and is not there; empty where everything is."""
    shown: int
    """How often something had been shown."""
    labels: int
    begun: bool


def kill_once(folder: Path, seed: int) -> Kill:
    """Let a desk label, kill it at a random moment, and compare what is on disk with what it had shown."""
    chance = random.Random(seed)  # noqa: S311 - a moment to kill at, no secret
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tests.qt.annotate.kill_child", str(folder), str(seed)]
    child = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE)
    assert child.stdout is not None
    lines: list[str] = []
    for line in child.stdout:
        lines.append(line)
        if line.startswith("ready"):
            break
    listening = threading.Thread(target=lines.extend, args=(child.stdout,))
    listening.start()
    time.sleep(chance.random() * _LONGEST)
    child.kill()
    child.wait(10)
    listening.join(10)
    child.stdout.close()
    return _compare(folder, [line for line in lines if line.endswith("\n")])


def _compare(folder: Path, lines: list[str]) -> Kill:
    store = LabelStore(folder, "ada")
    states, begun = _states(store), json.loads(dump(store.drafts.of(TRIAL)))
    count = len(store.labels(TRIAL))
    store.close()
    places = [place for place, line in enumerate(lines) if line.startswith("shown ")]
    if not places:
        return Kill("", 0, count, begun != json.loads(dump(Pending())))
    last: dict[str, Any] = json.loads(lines[places[-1]].removeprefix("shown "))
    possible = [last["begun"], *(json.loads(one[7:]) for one in lines[places[-1] :] if one.startswith("writes "))]
    lost = []
    reached = 0
    for place in places:
        labels = json.loads(lines[place].removeprefix("shown "))["labels"]
        if labels not in states[reached:]:
            lost.append(f"the labels {sorted(labels)} were shown and are no later state of the history")
            break
        reached = states.index(labels, reached)
    if begun not in possible:
        lost.append(f"what was begun is {begun}, shown was {last['begun']}")
    return Kill("; ".join(lost), len(places), count, begun != json.loads(dump(Pending())))


def _states(store: LabelStore) -> list[dict[str, Any]]:
    """Return every state that the trial's labels ever had, the last one last."""
    states: list[dict[str, Any]] = [{}]
    for revision in store.revisions(TRIAL):
        now = {key: label for key, label in states[-1].items() if key != revision.label_id}
        if revision.label is not None:
            now[revision.label_id] = json.loads(dump(revision.label))
        states.append(now)
    return states


def main(count: int) -> int:
    """Kill so many desks, each going on where the one before was killed."""
    kills = []
    with tempfile.TemporaryDirectory() as place:
        folder = make_bundle(Path(place) / "bundle")
        for seed in range(count):
            kills.append(kill_once(folder, seed))
            if kills[-1].lost:
                sys.stdout.write(f"kill {seed}: {kills[-1].lost}\n")
    lost = sum(bool(kill.lost) for kill in kills)
    shown = sum(kill.shown > 0 for kill in kills)
    sys.stdout.write(
        f"{count} kills, {shown} after something was shown, {sum(kill.begun for kill in kills)} with a draft on disk, "
        f"{kills[-1].labels} labels at the end: {lost} lost something.\n"
    )
    return 1 if lost or not shown else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
