"""Recording one trial in a process of its own, so that a native crash ends that trial and nothing else."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from harness.emulator.game import game_files
from harness.evidence.places import SUMS, TRIALS, trial_name
from harness.evidence.recover import recover, recover_trial
from harness.evidence.sums import write_sums
from harness.experiment import check_frozen, oracle_profile
from harness.formats.errors import HarnessError, Refused
from harness.formats.evidence import TerminationReason, TrialHeader
from harness.formats.files import read_json
from harness.schedule import position_of

Watch = Callable[[int, int], None]
_PATIENCE_S = 30.0
"""How long an interrupted process may take to close its trial."""


class Order(NamedTuple):
    """Which trial to record."""

    experiment: Path
    condition: str
    number: int
    rerun: int = 1
    agent: str | None = None
    """Another agent than the condition's, such as ``replay:TRIAL_DIR``."""
    jobs: int = 1
    """How many trials may be recorded at once; the trial's header keeps it."""

    @property
    def folder(self) -> Path:
        """The folder that becomes the trial's own."""
        return self.experiment / TRIALS / trial_name(self.condition, self.number, self.rerun)


def record_trial(
    order: Order, watch: Watch | None = None, *, with_oracle: bool = True, recovering: bool = True
) -> TrialHeader:
    """Record one trial here and now, then renew the sums. Killed trials are recovered first, unless told not to.

    Without the oracle the inputs are the same up to the end that only it can see.

    Raises:
        Refused: the experiment is not frozen, has no such condition, or the trial is there already.
        ProtocolChanged: something frozen is different now.
        HarnessError: a part of the machine failed; a trial that had begun is closed as ``harness_failure``.
    """
    from harness.agents.registry import make_agent
    from harness.emulator.mgba_core import MgbaCore
    from harness.trial import play_trial
    from harness.trial_start import TrialPlace, trial_seed

    experiment = check_frozen(order.experiment)
    if order.condition not in experiment.conditions:
        known = ", ".join(experiment.conditions)
        raise Refused(f"{order.experiment} has no condition {order.condition!r}: it has {known}.")
    if order.folder.exists():
        raise Refused(f"{order.folder} is there already: a trial is never written into twice.")
    if recovering:
        recover(order.experiment)
    if (order.experiment / SUMS).exists():
        write_sums(order.experiment)  # altered evidence stops a trial before it costs anything
    condition = experiment.conditions[order.condition]
    chosen = condition.model_copy(update={"agent": order.agent}) if order.agent else condition
    agent = make_agent(chosen, trial_seed(condition.id, order.number))
    profile = oracle_profile(experiment.manifest) if with_oracle else None
    game = game_files(experiment.local)
    position = position_of(experiment.schedule, condition.id, order.number)
    place = TrialPlace(order.experiment, condition, order.number, order.rerun, position, order.folder, order.jobs)
    core = MgbaCore(game.rom, game.state, experiment.freeze.rom_sha256, experiment.freeze.initial_state_sha256)
    order.folder.parent.mkdir(exist_ok=True)
    try:
        return play_trial(place, core, agent, profile, watch)
    finally:
        core.close()
        write_sums(order.experiment)


class NoTrial(HarnessError):
    """A process died before its trial began: nothing is there, and nothing else is touched by it."""


class Recorded(NamedTuple):
    """What a recording process left: the finished header, and what it had to say."""

    header: TrialHeader
    words: str


class Lifelines:
    """Pipes to the processes that are recording now; a process whose pipe closes ends its trial as interrupted."""

    def __init__(self) -> None:
        self._open: set[BinaryIO] = set()

    @contextlib.contextmanager
    def hold(self, writing: int) -> Iterator[BinaryIO]:
        """Keep the writing end of a pipe open as long as the process is waited for."""
        with os.fdopen(writing, "wb", buffering=0) as line:
            self._open.add(line)
            try:
                yield line
            finally:
                self._open.discard(line)

    def cut(self) -> None:
        """Let every trial that is being recorded end as interrupted."""
        for line in list(self._open):
            line.close()


def record_in_process(order: Order, lifelines: Lifelines | None = None) -> Recorded:
    """Record one trial in a child process; a child that dies leaves a closed trial all the same.

    The child hangs on a pipe of ours: when this process ends, in whatever way, the trial ends as interrupted.

    Raises:
        Refused: the child refused before there was a trial; its sentence is passed on.
        NoTrial: the child died before there was a trial.
    """
    if order.folder.exists():
        raise Refused(f"{order.folder} is there already: a trial is never written into twice.")
    reading, writing = os.pipe()
    with (lifelines or Lifelines()).hold(writing) as lifeline:
        child = subprocess.Popen(
            _command(order),
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        os.close(reading)
        try:
            words = _last_words(child)
        except KeyboardInterrupt:
            lifeline.close()
            _last_words(child)
            _close_killed(order, -signal.SIGINT)
            raise
    _close_killed(order, child.returncode)
    return _left(order, child.returncode, words)


def end_with(handle: int) -> None:
    """Interrupt this process when the other end of a pipe closes; ends it the hard way where that does not help.

    A shell starts what runs in its background with SIGINT ignored, and children inherit that: here it counts again.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait() -> None:
        while os.read(handle, 1):
            pass
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(_PATIENCE_S)
        os._exit(1)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


def _command(order: Order) -> list[str]:
    command = [sys.executable, "-m", "harness", "record", str(order.experiment), "--condition", order.condition]
    command += ["--trial", str(order.number), "--rerun", str(order.rerun), "--at-once", str(order.jobs)]
    command += ["--agent", order.agent] if order.agent else []
    return [*command, "--here", "--lifeline"]


def _last_words(child: "subprocess.Popen[str]") -> str:
    assert child.stderr is not None  # noqa: S101 - it was opened as a pipe
    words = child.stderr.read()
    child.wait()
    return words


def _left(order: Order, returned: int, words: str) -> Recorded:
    """Return what a child left; one that began a trial and failed left a closed, void one."""
    path = order.folder / "trial.json"
    header = read_json(path, TrialHeader) if path.exists() else None
    ended = header.closing if header is not None else None
    if header is not None and ended is not None and (returned != 3 or ended.reason == "harness_failure"):
        return Recorded(header, words)
    sentence = words.strip().splitlines()[-1] if words.strip() else ""
    if returned == 3:
        raise Refused(sentence.removeprefix("Error: ") or f"{order.folder.name} was refused.")
    died = f"the process died by signal {-returned}" if returned < 0 else f"the process ended with {returned}"
    raise NoTrial(f"{order.folder.name} could not be recorded: {sentence.rstrip('.') or died}.")


def _close_killed(order: Order, returned: int) -> None:
    """Close the trial of a child that ended without doing so: killed by hand, or crashed."""
    if not order.folder.exists():
        return
    by_hand = returned in (-signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL, -signal.SIGHUP)
    reason: TerminationReason = "interrupted" if by_hand else "emulator_crash"
    if recover_trial(order.folder, reason, {"exit_code": returned}):
        write_sums(order.experiment)
