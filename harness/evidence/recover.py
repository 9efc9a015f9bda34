"""Recovering killed trials: what was committed is kept, the trial gets its closing, nothing is resumed."""

import contextlib
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from harness.evidence.motion_schema import SCHEMA, settle
from harness.evidence.places import (
    FRAMES,
    JOURNALS,
    MOTION,
    PLANTED,
    REQUESTS,
    RESPONSES,
    TRIALS,
    plain_file,
    plain_folder,
)
from harness.formats.base import UtcTime, utc_now
from harness.formats.errors import BadFile
from harness.formats.evidence import Attempt, TerminationReason, TraceRecord, TrialClosing, TrialHeader
from harness.formats.files import pretty_json, read_json, read_lines, write_whole

N = TypeVar("N", int, float)


def recover(experiment: Path) -> list[str]:
    """Recover every killed trial of an experiment that nobody is recording; return their names.

    Raises:
        BadFile: a trial is damaged beyond that; the sentence names the file.
    """
    folder = experiment / TRIALS
    if not folder.exists():
        return []
    every = sorted(entry for entry in plain_folder(folder).iterdir() if entry.is_dir() and not entry.is_symlink())
    for entry in every:
        if entry.name.startswith("."):
            _remove_draft(entry)
    return [entry.name for entry in every if not entry.name.startswith(".") and recover_trial(entry)]


def recover_trial(
    trial: Path, reason: TerminationReason = "interrupted", numbers: dict[str, float | int | str] | None = None
) -> bool:
    """Recover one trial if it was killed; ``reason`` and ``numbers`` enter its closing. Return whether it was.

    A folder that was killed before its header was written holds nothing and is removed.

    Raises:
        BadFile: it is damaged beyond that.
    """
    with _locked(trial) as free:
        if not free:
            return False
        planted = trial.parent.parent / PLANTED
        for part in (*trial.rglob(".*.part"), *planted.glob(f".{trial.name}.jsonl.*.part")):
            part.unlink()
        if not (trial / "trial.json").exists():
            _remove_empty(trial)
            return False
        header = read_json(plain_file(trial, "trial.json"), TrialHeader)
        if header.closing is not None:
            return False
        _complete(trial)
        frames = _settle_motion(trial / MOTION)
        closing = _closing(trial, header, frames, reason, numbers or {})
        write_whole(trial / "trial.json", pretty_json(header.model_copy(update={"closing": closing})))
        return True


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Hold the lock of a trial's folder; yield false where a recorder holds it."""
    handle = os.open(plain_folder(folder), os.O_RDONLY)
    try:
        yield _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove_draft(folder: Path) -> None:
    """Remove what a kill left of a folder that never got its name; it holds a header at most."""
    with _locked(folder) as free:
        if free and folder.name.endswith(".part"):
            shutil.rmtree(folder, ignore_errors=True)


def _remove_empty(trial: Path) -> None:
    with contextlib.suppress(OSError):
        for entry in trial.iterdir():
            entry.rmdir()
        trial.rmdir()


def _complete(trial: Path) -> None:
    """Create, empty, what a kill in the first moment prevented."""
    for name in (FRAMES, REQUESTS, RESPONSES):
        if not os.path.lexists(trial / name):
            (trial / name).mkdir()
    for name in JOURNALS:
        if not os.path.lexists(trial / f"{name}.jsonl"):
            (trial / f"{name}.jsonl").touch()


def _settle_motion(path: Path) -> int:
    """Roll the motion store to its last commit and return its number of frames."""
    if os.path.lexists(path):
        plain_file(path.parent, path.name)
    try:
        db = sqlite3.connect(path, isolation_level=None, timeout=0.5)
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in SCHEMA:
                db.execute(statement)
        frames: int = db.execute("SELECT count(*) FROM frame").fetchone()[0]
        settle(db, path)
    except (sqlite3.Error, OSError) as fault:
        what = "free some space and start again" if "full" in str(fault) else "set the trial's folder aside"
        raise BadFile(f"{path} cannot be recovered ({fault}): {what}.") from None
    return frames


def _closing(
    trial: Path, header: TrialHeader, frames: int, reason: TerminationReason, numbers: dict[str, float | int | str]
) -> TrialClosing:
    trace: list[TraceRecord] = read_lines(plain_file(trial, "trace.jsonl"), TraceRecord).records
    attempts: list[Attempt] = read_lines(plain_file(trial, "attempts.jsonl"), Attempt).records
    last = max([header.started_utc, *(r.timestamp_utc for r in trace), *(a.timestamp_utc for a in attempts)])
    return TrialClosing(
        ended_utc=last,
        reason=reason,
        reason_numbers={**numbers, "recovered_utc": utc_now()},
        frames=frames,
        decisions=len(trace),
        accepted_actions=sum(record.accepted_actions for record in trace),
        attempts=len(attempts),
        invalid_attempts=sum(attempt.refused is not None for attempt in attempts),
        milestones=trace[-1].milestones_after if trace else [],
        input_tokens=_total([attempt.input_tokens for attempt in attempts]),
        output_tokens=_total([attempt.output_tokens for attempt in attempts]),
        cost_usd=_total([attempt.cost_usd for attempt in attempts]),
        model_latency_ms=_total([attempt.latency_ms for attempt in attempts]),
        wall_time_ms=_milliseconds(header.started_utc, last),
        cost_usd_at_least=_total([a.cost_usd for a in attempts if a.cost_usd is not None]),
        input_tokens_at_least=_total([a.input_tokens for a in attempts if a.input_tokens is not None]),
        output_tokens_at_least=_total([a.output_tokens for a in attempts if a.output_tokens is not None]),
        unmeasured_attempts=sum(attempt.cost_usd is None for attempt in attempts),
        model_ids=list(dict.fromkeys(a.model_id for a in attempts if a.model_id is not None)),
    )


def _total(parts: Sequence[N | None]) -> N | None:
    """Return the sum, or null where a part is unmeasured or there is none."""
    known = [part for part in parts if part is not None]
    return sum(known) if known and len(known) == len(parts) else None


def _milliseconds(first: UtcTime, last: UtcTime) -> int:
    return max(0, round((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() * 1000))
