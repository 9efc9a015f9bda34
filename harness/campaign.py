"""The counterbalanced schedule, recorded trial by trial and continued where it stopped."""

import contextlib
import fcntl
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import NamedTuple, Protocol

from harness.crew import Crew, dask, threads, worker_died
from harness.evidence.places import TRIALS, trial_name
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.recover import recover, recover_trial
from harness.evidence.sums import write_sums
from harness.experiment import check_frozen
from harness.formats.errors import HarnessError, Refused
from harness.formats.evidence import VALID_REASONS, TrialHeader
from harness.formats.files import read_json
from harness.formats.manifest import SchedulePosition
from harness.progress import Progress, Voice, lengths_so_far
from harness.recording import NoTrial, Order, Recorded
from harness.schedule import Pair, pairs
from harness.trial_start import unenforceable

_OTHERS_S = 15.0
"""How long trials may take to close that a killed run left behind."""
_LOOK_S = 0.1


class Campaign(NamedTuple):
    """What one run over the schedule did: trials recorded now, and what waits for the next run."""

    recorded: list[str]
    void_pairs: list[int]
    missing: list[str]
    """Trials of the schedule that are not there, because their process died before they began."""


class Told(Protocol):
    """Hears of every trial of a run, in the order in which things happen."""

    def started(self, order: Order) -> None:
        """A trial was given to a process."""

    def look(self) -> None:
        """Ask what the trials being recorded have come to; called several times a second."""

    def finished(self, order: Order, recorded: Recorded) -> None:
        """A trial has ended."""

    def lost(self, order: Order, why: str) -> None:
        """A process died before its trial began, or a worker died with it."""


def due(experiment: Path) -> list[Order]:
    """Return the trials to record now, in schedule order: missing ones, and both of every void pair once more."""
    orders: list[Order] = []
    for pair in pairs(Experiment(experiment).schedule):
        orders += _due(experiment, pair)
    return orders


@contextlib.contextmanager
def schedule_of(experiment: Path) -> Iterator[list[Order]]:
    """Yield what is due, killed trials recovered and the sums renewed; nobody else runs the schedule meanwhile.

    Raises:
        Refused: it is not frozen, another run is at work, or a trial is being recorded.
        ProtocolChanged: something frozen is different now.
        WrongHash: a trial was altered since it was recorded.
    """
    experiment = check_frozen(experiment).path
    with _held(experiment, fcntl.LOCK_EX):
        _wait_for_others(experiment)
        if Experiment(experiment).trial_names():
            write_sums(experiment)
        yield due(experiment)


def run_experiment(experiment: Path, jobs: int | None, address: str | None, voice: Voice) -> Campaign:
    """Record what is due of the schedule, on this machine or on the Dask cluster at ``address``.

    Raises:
        HarnessError: as for ``schedule_of``, ``dask`` and ``record_in_order``.
    """
    with schedule_of(experiment) as orders:
        whole = Experiment(experiment)
        _warn_of_money(whole, {order.condition for order in orders}, voice)
        with dask(address, jobs) if address else threads(jobs or 1) as crew:
            told = Progress(orders, crew.slots, whole.manifest.budgets, lengths_so_far(whole), voice)
            return run_schedule(experiment, orders, crew, told)


def record_one(order: Order, voice: Voice) -> TrialHeader:
    """Record one trial in a process of its own; killed ones are recovered first.

    Raises:
        HarnessError: it was refused, or its process died before it began.
    """
    whole = check_frozen(order.experiment)
    if order.folder.exists():
        raise Refused(f"{order.folder} is there already: a trial is never written into twice.")
    with _held(order.experiment, fcntl.LOCK_SH):  # beside a run it would share wall time that nobody declared
        recover(order.experiment)
        _warn_of_money(whole, {order.condition} & whole.conditions.keys(), voice)
        told = Progress([order], 1, whole.manifest.budgets, [], voice)
        with threads(1) as crew:
            record_in_order([order], crew, told)
    path = order.folder / "trial.json"
    if not path.exists():
        raise HarnessError(f"{order.folder.name} was not recorded: its process died before it began.")
    return read_json(path, TrialHeader)


def _warn_of_money(experiment: Experiment, conditions: Iterable[str], voice: Voice) -> None:
    for name in sorted(conditions):
        why = unenforceable(experiment, experiment.conditions[name])
        if why is not None:
            voice.warn(why)


def run_schedule(experiment: Path, orders: Sequence[Order], crew: Crew, told: Told) -> Campaign:
    """Record ``orders``, which are ``due``, and say what is left for the next run.

    Raises:
        HarnessError: as for ``record_in_order``.
    """
    recorded = record_in_order([order._replace(jobs=crew.slots) for order in orders], crew, told)
    void = [pair.number for pair in pairs(Experiment(experiment).schedule) if _is_void(experiment, pair)]
    missing = [order.folder.name for order in orders if not order.folder.exists()]
    return Campaign(recorded, void, missing)


def record_in_order(orders: Sequence[Order], crew: Crew, told: Told) -> list[str]:
    """Record trials, each in its own process, started in this order; return the names of those recorded.

    A trial starts when the one before it has begun. One that ends badly stops no other.

    Raises:
        HarnessError: a trial was refused before it began; those that were begun are recorded to their end.
    """
    recorded: list[str] = []
    waiting = deque(orders)
    running: dict[Future[Recorded], Order] = {}
    refused: HarnessError | None = None
    while running or (waiting and refused is None):
        if waiting and refused is None and len(running) < crew.slots and _begun(running.values()):
            order = waiting.popleft()
            running[crew.submit(order)] = order
            told.started(order)
        for future in wait(running, _LOOK_S, FIRST_COMPLETED).done:
            order = running.pop(future)
            try:
                told.finished(order, future.result())
                recorded.append(order.folder.name)
            except NoTrial as fault:
                told.lost(order, str(fault))
            except HarnessError as fault:
                refused = refused or fault
            except Exception as fault:
                if not worker_died(fault):
                    raise
                _close_lost(order)
                told.lost(order, f"{order.folder.name}: the worker that recorded it died.")
        told.look()
    if refused is not None:
        raise refused
    return recorded


def _begun(running: Iterable[Order]) -> bool:
    return all((order.folder / "trial.json").exists() for order in running)


def _close_lost(order: Order) -> None:
    """Wait until a trial whose worker died has closed itself, and close it where it did not."""
    until = time.monotonic() + _OTHERS_S
    while order.folder.exists() and time.monotonic() < until:
        recover_trial(order.folder)
        if _closed(order.folder):
            write_sums(order.experiment)
            return
        time.sleep(_LOOK_S)


def _wait_for_others(experiment: Path) -> None:
    """Recover killed trials; those that a killed run left behind get a moment to close themselves.

    Raises:
        Refused: one is still being recorded after that.
    """
    until = time.monotonic() + _OTHERS_S
    while True:
        recover(experiment)
        folders = [experiment / TRIALS / name for name in Experiment(experiment).trial_names()]
        open_ones = [folder.name for folder in folders if not _closed(folder)]
        if not open_ones:
            return
        if time.monotonic() > until:
            raise Refused(f"{open_ones[0]} is being recorded by another process: wait for its end, then run again.")
        time.sleep(_LOOK_S)


def _closed(folder: Path) -> bool:
    path = folder / "trial.json"
    return path.exists() and read_json(path, TrialHeader).closing is not None


@contextlib.contextmanager
def _held(experiment: Path, how: int) -> Iterator[None]:
    """Hold the schedule: a run alone, trials recorded by hand beside each other.

    Raises:
        Refused: somebody else holds it otherwise.
    """
    handle = os.open(experiment / "schedule.json", os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"{experiment} is being run by another process: wait for its end.") from None
        yield
    finally:
        os.close(handle)


def _due(experiment: Path, pair: Pair) -> list[Order]:
    rerun = _latest(experiment, pair)
    places = (pair.first, pair.second)
    if any(_void(experiment, place, rerun) for place in places):
        return [Order(experiment, place.condition, place.trial, rerun + 1) for place in places]
    missing = [place for place in places if not _folder(experiment, place, rerun).exists()]
    return [Order(experiment, place.condition, place.trial, rerun) for place in missing]


def _latest(experiment: Path, pair: Pair) -> int:
    rerun = 1
    while any(_folder(experiment, place, rerun + 1).exists() for place in (pair.first, pair.second)):
        rerun += 1
    return rerun


def _is_void(experiment: Path, pair: Pair) -> bool:
    rerun = _latest(experiment, pair)
    return any(_void(experiment, place, rerun) for place in (pair.first, pair.second))


def _void(experiment: Path, place: SchedulePosition, rerun: int) -> bool:
    folder = _folder(experiment, place, rerun)
    return folder.exists() and TrialFolder(folder).closing.reason not in VALID_REASONS


def _folder(experiment: Path, place: SchedulePosition, rerun: int) -> Path:
    return experiment / TRIALS / trial_name(place.condition, place.trial, rerun)


def lines(names: Iterable[int | str]) -> str:
    """Return numbers or names as people read them: ``1, 4 and 5``."""
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} and {last}" if most else last
