"""The demonstration's recordings: the recorder, driven as a process the way a person drives it."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from firered_review.core.errors import ReviewError

TRIALS = (("alder", 1), ("birch", 1), ("birch", 2), ("alder", 2))
JOBS = 2
Say = Callable[[str], None]


def record_trials(experiment: Path, say: Say) -> None:
    """Scaffold and freeze an experiment of the embedded cartridge and record two trials of each condition.

    Raises:
        ReviewError: the recorder stopped; its own sentence is in it.
    """
    harness("new", str(experiment), "--from", "parcel-errand", "--trials-per-condition", "2")
    harness("freeze", str(experiment))
    say(f"Recording {len(TRIALS)} trials of the embedded cartridge, {JOBS} at a time.")

    def record(which: tuple[str, int]) -> str:
        condition, number = which
        harness("record", str(experiment), "--condition", condition, "--trial", str(number))
        return f"{condition} {number}"

    with ThreadPoolExecutor(JOBS) as threads:
        for done, name in enumerate(threads.map(record, TRIALS), 1):
            say(f"  {done} of {len(TRIALS)} recorded: trial {name}.")


def harness(*arguments: str, accept: Sequence[int] = (0,)) -> str:
    """Run one command of the recorder and return what it printed.

    Raises:
        ReviewError: it ended with another code than those accepted.
    """
    done = subprocess.run(
        [sys.executable, "-m", "harness", *arguments], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    if done.returncode not in accept:
        said = (done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}").splitlines()[-1]
        raise ReviewError(f"The recorder stopped at “{arguments[0]}”: {said}")
    return done.stdout
