"""What a person is told while trials are recorded: a line that renews itself on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Sequence
from statistics import mean
from typing import NamedTuple

from harness.evidence.reader import Experiment
from harness.formats.evidence import VALID_REASONS, TrialClosing, TrialHeader
from harness.formats.files import read_json
from harness.formats.manifest import Budgets
from harness.recording import Order, Recorded
from harness.termination import words
from harness.watching import GrowingTrial, clock, cost_words

Say = Callable[[str], None]
_EVERY_S = 60.0
_EVERY_ON_A_TERMINAL_S = 1.0


class Voice(NamedTuple):
    """How a command speaks."""

    say: Say
    """Prints a line."""
    warn: Say
    """Prints a line where errors go."""
    renew: Say | None = None
    """Renews the last line; null where that cannot be done."""
    watch: bool = False
    """Whether every decision is told."""
    quiet: bool = False
    """Whether nothing but decisions and warnings is told."""


class Progress:
    """Tells of the trials of one run."""

    def __init__(
        self, orders: Sequence[Order], slots: int, budgets: Budgets, lengths: Sequence[float], voice: Voice
    ) -> None:
        self._left = [order.folder.name for order in orders]
        self._number = len(orders)
        self._slots = slots
        self._budgets = budgets
        self._before = list(lengths)
        """Wall time of the trials before this run, in seconds; used until one of this run has ended."""
        self._lengths: list[float] = []
        """Seconds from the start of a trial's process to its end."""
        self._voice = voice
        self._running: dict[str, tuple[GrowingTrial, float]] = {}
        self._told = time.monotonic()

    def started(self, order: Order) -> None:
        """Note a trial; its first line comes when there is something to tell."""
        self._running[order.folder.name] = (GrowingTrial(order.folder), time.monotonic())

    def look(self) -> None:
        """Read what the trials have come to and tell it when it is time to."""
        for trial, _ in self._running.values():
            for record in trial.look():
                if self._voice.watch:
                    self._voice.say(trial.line(record, self._budgets))
        now = time.monotonic()
        renew = self._voice.renew
        if now - self._told >= (_EVERY_S if renew is None else _EVERY_ON_A_TERMINAL_S) and not self._voice.quiet:
            self._told = now
            (renew or self._voice.say)(self.status())

    def finished(self, order: Order, recorded: Recorded) -> None:
        """Tell how a trial ended, what it cost, and how long is left."""
        self.look()
        trial, begun = self._running.pop(order.folder.name)
        self._left.remove(trial.folder.name)
        self._lengths.append(time.monotonic() - begun)
        if recorded.words.strip():
            self._voice.warn(recorded.words.strip())
        if self._voice.quiet:
            return
        self._voice.say(ended_line(trial.folder.name, recorded.header))
        if self._number > 1:
            self._voice.say(f"  {self._number - len(self._left)} of {self._number} recorded, {self.time_left()}")

    def lost(self, order: Order, why: str) -> None:
        """Tell that a trial is not there, or ended with its worker."""
        self._running.pop(order.folder.name, None)
        self._left.remove(order.folder.name)
        self._voice.warn(why)

    def status(self) -> str:
        """Return what is being recorded, with what each trial cost so far, and how long is left."""
        each = [
            f"{name}: decision {trial.decisions:,}, action {trial.actions:,}, cost {trial.cost}"
            for name, (trial, _) in self._running.items()
        ]
        return "; ".join([*each, self.time_left()])

    def time_left(self) -> str:
        """Return how long is left, from the wall time of finished trials."""
        if not self._left:
            return "nothing left"
        lengths = self._lengths or self._before
        if not lengths:
            return "time left not known before a trial has ended"
        one, now = mean(lengths), time.monotonic()
        running = sum(max(0.0, one - (now - begun)) for _, begun in self._running.values())
        return f"about {clock((running + one * (len(self._left) - len(self._running))) / self._slots)} left"


def ended_line(name: str, header: TrialHeader) -> str:
    """Return how a trial ended, as one line."""
    closing = header.closing
    if closing is None:
        return f"{name}: not finished"
    reached = closing.milestones[-1] if closing.milestones else "no milestone"
    at_least = closing.cost_usd if closing.cost_usd is not None else closing.cost_usd_at_least
    unmeasured = 0 if closing.cost_usd is not None else closing.unmeasured_attempts
    return (
        f"{name}: {closing.reason} ({words(closing.reason, closing.reason_numbers)}), {reached}, "
        f"{closing.decisions:,} decisions, {closing.accepted_actions:,} actions, {closing.frames:,} frames, "
        f"{clock(closing.wall_time_ms / 1000)}, cost {cost_words(at_least, unmeasured)}{_answered(closing)}."
    )


def _answered(closing: TrialClosing) -> str:
    """Name every model that answered; the manifest says which was asked for."""
    return f", answered by {' and '.join(closing.model_ids)}" if closing.model_ids else ""


def lengths_so_far(experiment: Experiment) -> list[float]:
    """Return the wall time, in seconds, of the trials that are there and valid."""
    paths = [experiment.path / "trials" / name / "trial.json" for name in experiment.trial_names()]
    closings = [read_json(path, TrialHeader).closing for path in paths if path.exists()]
    return [one.wall_time_ms / 1000 for one in closings if one is not None and one.reason in VALID_REASONS]
