"""Whole recordings killed without warning at random moments, and what the schedule does next.

``python -m tests.recorder.kills FOLDER COUNT SEED`` prints one line for each surprise, and ends with 1 then.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from harness.campaign import due, schedule_of
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.sums import check_sums, write_sums
from harness.evidence.verify import verify_experiment
from harness.formats.errors import BadFile
from harness.formats.evidence import TraceRecord, TrialHeader
from harness.formats.files import read_json, read_lines
from harness.recording import Order, record_trial
from tests.recorder.runs import taped

LONGEST_S = 0.35
ACTIONS = 60
AN_EXPERIMENT = 20
"""Kills in one experiment, before a fresh one is taken."""


def record_apart(order: Order, kill_after: float | None) -> None:
    """Record a trial in a process of its own, to its end or until it is killed."""
    child = os.fork()
    if child == 0:
        record_trial(order, recovering=False)
        os._exit(0)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def tear(order: Order) -> None:
    """Leave half a line at the end of an unfinished trace, as a power cut does; a kill alone does not."""
    trace = order.folder / "trace.jsonl"
    if trace.exists() and not closed(order):
        with trace.open("ab") as file:
            file.write(b'{"schema_version":1,"experi')


def closed(order: Order) -> bool:
    return read_json(order.folder / "trial.json", TrialHeader).closing is not None


def left_behind(order: Order) -> tuple[int, bool] | None:
    """Read a killed trial as it lies there: its whole decisions, and whether the last line is torn; null without one.

    Only the recorder may take it for a trial yet.
    """
    if not (order.folder / "trial.json").exists():
        return None
    try:
        return len(TrialFolder(order.folder).trace()), False
    except BadFile as fault:
        if "it recovers killed trials" not in str(fault):
            raise
    trace = order.folder / "trace.jsonl"
    if not trace.exists():
        return 0, False
    found = read_lines(trace, TraceRecord)
    return len(found.records), found.torn


def surprises(
    experiment: Path, order: Order, other: Order, lying: tuple[int, bool] | None, before: list[Order]
) -> Iterator[str]:
    """Let the schedule go on and yield a sentence for everything that is not as it should be.

    ``before`` is what was due before the trial that was killed.
    """
    pair = {(order.condition, order.number), (other.condition, other.number)}
    with schedule_of(experiment) as orders:
        following = [(one.condition, one.number) for one in orders[:2]]
        reruns = {one.rerun for one in orders[:2]}
        if lying is None:
            if order.folder.exists() or orders != before:
                yield f"nothing was begun, and the schedule goes on with {orders[:2]}"
            return
        trial = TrialFolder(order.folder)
        trace = trial.trace()
        if len(trace) != lying[0]:
            yield f"{lying[0]} decisions were committed, {len(trace)} are there"
        if lying[1] and "trace.jsonl" not in trial.torn:
            yield "a torn line is not reported"
        if trial.closing.reason == "action_budget":
            return
        if trial.closing.reason != "interrupted" or trial.closing.decisions != len(trace):
            yield f"it was closed as {trial.closing.reason} with {trial.closing.decisions} decisions"
        if set(following) != pair or reruns != {order.rerun + 1}:
            yield f"both trials of the pair are due as r{order.rerun + 1}, and the schedule goes on with {orders[:2]}"


def main(folder: Path, count: int, seed: int) -> int:
    """Kill ``count`` times and report."""
    draw = random.Random(seed)  # noqa: S311 - a test's variety, no secret
    found, begun, torn, experiment = 0, 0, 0, folder
    for number in range(count):
        if number % AN_EXPERIMENT == 0:
            experiment = taped(folder / f"{number:03d}", ACTIONS, trials=1).path
        order, other = _pair(experiment)
        if draw.random() < 0.5:
            record_apart(order, None)
            order, other = other, order
        before = due(experiment)
        record_apart(order, draw.uniform(0, LONGEST_S))
        if draw.random() < 0.3:
            tear(order)
        lying = left_behind(order)
        begun += lying is not None
        torn += lying is not None and lying[1]
        for sentence in surprises(experiment, order, other, lying, before):
            found += 1
            sys.stdout.write(f"kill {number}: {sentence}\n")
        if (number + 1) % AN_EXPERIMENT == 0 or number + 1 == count:
            for sentence in finish(experiment):
                found += 1
                sys.stdout.write(f"after kill {number}: {sentence}\n")
    sys.stdout.write(f"{count} kills, {begun} of them in a trial that had begun, {torn} torn lines\n")
    return 1 if found else 0


def _pair(experiment: Path) -> tuple[Order, Order]:
    """Return both trials that are due; half a pair is completed first, a complete one taken up again as a rerun."""
    orders = due(experiment)
    if len(orders) == 2:
        return orders[0], orders[1]
    for order in orders:
        record_apart(order, None)
    first, second = Experiment(experiment).schedule.positions
    rerun = 1 + max(trial.header.rerun for trial in Experiment(experiment).trials())
    return Order(experiment, first.condition, 1, rerun), Order(experiment, second.condition, 1, rerun)


def finish(experiment: Path) -> Iterator[str]:
    """Record what is due, and yield what does not hold then."""
    with schedule_of(experiment) as orders:
        for order in orders:
            record_apart(order, None)
    if due(experiment):
        yield f"the schedule is not complete: {due(experiment)}"
    write_sums(experiment)
    yield from (finding.sentence for finding in check_sums(experiment))
    yield from (f"{item.title}: {item.findings}" for item in verify_experiment(experiment) if item.verdict == "fail")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
