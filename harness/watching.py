"""Watching a growing trial through the files that may be read meanwhile: its lines of decisions and of calls."""

import math
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from harness.formats.base import UtcTime
from harness.formats.evidence import Attempt, TraceRecord
from harness.formats.files import load_json, parse
from harness.formats.manifest import Budgets
from harness.termination import money_limit

R = TypeVar("R", bound=BaseModel)


class GrowingTrial:
    """What a trial has come to so far; ``look`` reads what was appended since the last time, and changes nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.decisions = 0
        self.actions = 0
        self.attempts = 0
        self.unmeasured = 0
        """Calls whose cost nobody knows."""
        self._costs: list[float] = []
        self._first: UtcTime | None = None
        self._read: dict[str, int] = {}

    @property
    def begun(self) -> bool:
        """Whether the trial is there: its folder has its header."""
        return (self.folder / "trial.json").exists()

    @property
    def cost_usd_at_least(self) -> float | None:
        """Sum of the measured costs; null where none is measured."""
        return math.fsum(self._costs) if self._costs else None

    @property
    def cost(self) -> str:
        """What it cost so far, in words."""
        return cost_words(self.cost_usd_at_least, self.unmeasured)

    def look(self) -> Iterator[TraceRecord]:
        """Yield the decisions committed since the last look; the counts are those after the one just yielded.

        Raises:
            BadFile: a whole line is none of the recorder's.
        """
        for attempt in self._new("attempts.jsonl", Attempt):
            self.attempts += 1
            if attempt.cost_usd is None:
                self.unmeasured += 1
            else:
                self._costs.append(attempt.cost_usd)
        for record in self._new("trace.jsonl", TraceRecord):
            self.decisions = record.decision_id
            self.actions += record.accepted_actions
            self._first = self._first or record.timestamp_utc
            yield record

    def line(self, record: TraceRecord, budgets: Budgets) -> str:
        """Return a decision that was just looked at as one line: what was seen, the buttons, the budgets."""
        seconds = _seconds(self._first or record.timestamp_utc, record.timestamp_utc)
        limit = money_limit(budgets)
        parts = [
            f"{self.folder.name} {record.decision_id}: {_seen(record)}",
            _buttons(record),
            f"{self.actions:,} of {budgets.accepted_actions:,} actions, "
            f"{record.decision_id:,} of {budgets.model_decisions:,} decisions, "
            f"{clock(seconds)} of {clock(budgets.wall_time_minutes * 60)}, "
            f"cost {self.cost}" + (f", limit {limit:g} USD" if limit is not None else ""),
        ]
        return " | ".join(parts)

    def _new(self, name: str, model: type[R]) -> list[R]:
        path = self.folder / name
        begin = self._read.get(name, 0)
        try:
            with path.open("rb") as file:
                file.seek(begin)
                data = file.read()
        except FileNotFoundError:
            return []
        whole = data[: data.rfind(b"\n") + 1]
        self._read[name] = begin + len(whole)
        return [parse(model, load_json(line, str(path)), str(path)) for line in whole.splitlines()]


def cost_words(at_least: float | None, unmeasured: int | None) -> str:
    """Return a cost as people read it; a hole in it makes it a lower bound, and nothing measured is no zero."""
    if at_least is None:
        return "not measured"
    if not unmeasured:
        return f"{at_least:.4g} USD"
    attempts = "1 attempt" if unmeasured == 1 else f"{unmeasured} attempts"
    return f"≥ {at_least:.4g} USD ({attempts} unmeasured)"


def clock(seconds: float) -> str:
    """Return a length of time as ``3:05`` or ``1:03:05``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def plain(text: str, most: int = 60) -> str:
    """Return an agent's text so that it can do nothing to a terminal: printable, on one line, cut when long."""
    one = "".join(char if char.isprintable() else " " for char in text).strip()
    return one if len(one) <= most else one[: most - 1] + "…"


def _seen(record: TraceRecord) -> str:
    seen = record.observed
    if seen is None:
        return f"no reply was accepted ({record.attempts} attempts)"
    where = f" at “{plain(seen.location_guess)}”" if seen.location_guess else ""
    aim = f", to “{plain(seen.objective_guess)}”" if seen.objective_guess else ""
    return f"saw {seen.screen}{where} ({seen.certainty:.2f}){aim}"


def _buttons(record: TraceRecord) -> str:
    played = " ".join(record.parsed_actions[: record.accepted_actions]) or "nothing pressed"
    left = f" (not dispatched: {' '.join(record.not_dispatched)})" if record.not_dispatched else ""
    return played + left


def _seconds(first: UtcTime, last: UtcTime) -> float:
    return max(0.0, (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())
