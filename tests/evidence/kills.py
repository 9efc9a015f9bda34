"""Recording processes killed without warning at random moments, and what is left of their trials.

``python -m tests.evidence.kills FOLDER COUNT SEED`` prints one line for each thing that was lost, and ends with 1 then.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from harness.evidence import png
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.recover import recover
from harness.evidence.sums import check_sums, write_sums
from harness.formats.base import BUTTONS, sha256_hex
from tests.evidence.experiments import Recording, scaffold
from tests.evidence.pictures import frame

LONGEST_S = 0.1
FRAMES = [frame(seed) for seed in range(60)]


def kill_once(experiment: Path, draw: random.Random, *, begun: bool) -> int:
    """Record in a process of its own, kill it at a random moment, return how many decisions it had announced.

    ``begun`` waits for the first decision before the moment is drawn.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _record_for_ever(experiment, writing, draw.random())
    os.close(writing)
    announced = len(os.read(reading, 1)) if begun else 0
    time.sleep(draw.uniform(0, LONGEST_S))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while chunk := os.read(reading, 4096):
        announced += len(chunk)
    os.close(reading)
    return announced


def _record_for_ever(experiment: Path, writing: int, seed: float) -> None:
    draw = random.Random(seed)  # noqa: S311 - a test's variety, no secret
    shown = cycle(FRAMES)
    recording = Recording(experiment, "alder", 1, lambda keys: next(shown))
    while True:
        recording.decide(draw.choices(BUTTONS, k=draw.randint(1, 4)), retried=draw.random() < 0.3)
        os.write(writing, b".")


def losses(experiment: Path, announced: int) -> Iterator[str]:
    """Recover and read what is left; yield a sentence for everything that was committed and is not there."""
    recover(experiment)
    trials = Experiment(experiment).trials()
    if not trials:
        if announced:
            yield f"{announced} decisions were announced, and there is no trial"
        return
    (trial,) = trials
    yield from _rows(trial, announced)
    write_sums(experiment)
    yield from (finding.sentence for finding in check_sums(experiment))


def _rows(trial: TrialFolder, announced: int) -> Iterator[str]:
    trace, inputs = trial.trace(), trial.inputs()
    if len(trace) < announced:
        yield f"{announced} decisions were announced, {len(trace)} are there"
    with trial.frames as frames:
        for record in trace:
            played = [action for action in inputs if action.decision == record.decision_id]
            if len(played) != record.accepted_actions or played[-1].last_frame >= frames.count:
                yield f"decision {record.decision_id} lost an action or a frame"
            name = f"frames/{record.decision_id:06d}.png"
            shown = (frames.rgb(record.frame), png.decode(trial.file(name), name))
            if {sha256_hex(rgb) for rgb in shown} != {record.frame_sha256}:
                yield f"decision {record.decision_id} lost its boundary frame"
        for attempt in trial.attempts():
            if attempt.decision <= len(trace):
                trial.file(attempt.request_path)
                trial.file(attempt.response_path or "none")
        yield from frames.faults()


def main(folder: Path, count: int, seed: int) -> int:
    """Kill ``count`` times and report."""
    draw = random.Random(seed)  # noqa: S311 - a test's variety, no secret
    lost, decisions, without = 0, 0, 0
    for number in range(count):
        experiment = scaffold(folder / f"{number:03d}")
        announced = kill_once(experiment, draw, begun=number % 2 == 0)
        decisions += announced
        without += announced == 0
        for sentence in losses(experiment, announced):
            lost += 1
            sys.stdout.write(f"kill {number}: {sentence}\n")
    sys.stdout.write(f"{count} kills, {decisions} decisions committed before them, {without} before the first\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
