"""Who records the trials of a schedule: threads that each wait for one process, here or on a Dask cluster."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from harness.formats.errors import MissingPiece
from harness.formats.evidence import TrialHeader
from harness.formats.files import read_json
from harness.recording import Lifelines, Order, Recorded, record_in_process

_CONNECT_S = 5


class Crew(NamedTuple):
    """Takes orders; ``slots`` of them at once."""

    slots: int
    pool: Executor
    lifelines: Lifelines | None
    """Of the processes of this machine; a cluster's are not ours to end."""

    def submit(self, order: Order) -> "Future[Recorded]":
        """Have a trial recorded, once and never again."""
        if self.lifelines is None:
            return self.pool.submit(record_once, order._replace(experiment=order.experiment.resolve()))
        return self.pool.submit(record_in_process, order, self.lifelines)


@contextlib.contextmanager
def threads(jobs: int) -> Iterator[Crew]:
    """Yield a crew of this machine. Leaving it in an error ends what is being recorded as interrupted."""
    lifelines = Lifelines()
    with ThreadPoolExecutor(jobs, thread_name_prefix="trial") as pool:
        try:
            yield Crew(jobs, pool, lifelines)
        except BaseException:
            lifelines.cut()
            raise


@contextlib.contextmanager
def dask(address: str, jobs: int | None) -> Iterator[Crew]:
    """Yield the workers of a Dask cluster that share this machine's folders; ``jobs`` limits how many trials at once.

    The cluster is told to start no task twice: by itself it starts one again whose worker has died.

    Raises:
        MissingPiece: ``distributed`` is not installed, nothing answers at the address, or it has no workers.
    """
    try:
        import distributed
    except ImportError:
        raise MissingPiece("Dask is missing: pip install 'firered-review[dask]'.") from None
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as fault:
        raise MissingPiece(
            f"No Dask scheduler answers at {address} ({type(fault).__name__}): start one, with workers."
        ) from None
    with client:
        client.run_on_scheduler(_never_again)
        slots = sum(client.nthreads().values())
        if not slots:
            raise MissingPiece(f"The Dask scheduler at {address} has no workers: start some.")
        pool = client.get_executor(pure=False, retries=0)
        yield Crew(min(slots, jobs or slots), pool, None)


def record_once(order: Order) -> Recorded:
    """Record a trial on a cluster's worker. Should the cluster start the task again, it is not recorded again.

    Raises:
        HarnessError: as for ``record_in_process``.
    """
    path = order.folder / "trial.json"
    if path.exists():
        header = read_json(path, TrialHeader)
        if header.closing is not None:
            return Recorded(header, "")
    return record_in_process(order)


def worker_died(fault: BaseException) -> bool:
    """Whether the cluster says so; its classes are not imported where it is not used."""
    return type(fault).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError")


def _never_again(dask_scheduler: Any) -> None:
    """Let a task whose worker died fail at once. Runs on the scheduler, which gives itself by this name."""
    dask_scheduler.allowed_failures = 0
