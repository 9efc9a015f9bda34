"""The counterbalanced schedule, recorded trial by trial and continued where it stopped."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from harness.evidence.places import TRIALS, trial_name
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.recover import recover
from harness.evidence.sums import write_sums
from harness.experiment import check_frozen
from harness.formats.evidence import VALID_REASONS, TrialHeader
from harness.formats.manifest import SchedulePosition
from harness.recording import Order, record_in_process
from harness.schedule import Pair, pairs

Told = Callable[[str, TrialHeader], None]


class Campaign(NamedTuple):
    """What one run over the schedule did: trials recorded now, and pairs that are void and wait for the next run."""

    recorded: list[str]
    void_pairs: list[int]


def due(experiment: Path) -> list[Order]:
    """Return the trials to record now, in schedule order: missing ones, and both of every void pair once more."""
    orders: list[Order] = []
    for pair in pairs(Experiment(experiment).schedule):
        orders += _due(experiment, pair)
    return orders


def run_schedule(experiment: Path, jobs: int, told: Told) -> Campaign:
    """Record what is due, ``jobs`` trials at a time, each in its own process; ``told`` hears of every finished one.

    Raises:
        HarnessError: the experiment is not frozen or has changed, or a trial could not be recorded; what others
            recorded meanwhile is kept.
    """
    check_frozen(experiment)
    if recover(experiment):
        write_sums(experiment)
    orders = due(experiment)
    with ThreadPoolExecutor(jobs, thread_name_prefix="trial") as pool:
        waiting = {pool.submit(record_in_process, order, quiet=True): order for order in orders}
        try:
            for done in as_completed(waiting):
                told(waiting[done].folder.name, done.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    void = [pair.number for pair in pairs(Experiment(experiment).schedule) if _is_void(experiment, pair)]
    return Campaign([order.folder.name for order in orders], void)


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


def lines(names: Iterable[int]) -> str:
    """Return pair numbers as people read them: ``1, 4 and 5``."""
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} and {last}" if most else last
