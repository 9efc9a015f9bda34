"""Recording one trial in a process of its own, so that a native crash ends that trial and nothing else."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from harness.emulator.game import game_files
from harness.evidence.places import TRIALS, trial_name
from harness.evidence.recover import recover, recover_trial
from harness.evidence.sums import write_sums
from harness.experiment import check_frozen, oracle_profile
from harness.formats.errors import HarnessError, Refused
from harness.formats.evidence import TerminationReason, TrialHeader
from harness.formats.files import read_json
from harness.schedule import position_of

Watch = Callable[[int, int], None]


class Order(NamedTuple):
    """Which trial to record."""

    experiment: Path
    condition: str
    number: int
    rerun: int = 1
    agent: str | None = None
    """Another agent than the condition's, such as ``replay:TRIAL_DIR``."""

    @property
    def folder(self) -> Path:
        """The folder that becomes the trial's own."""
        return self.experiment / TRIALS / trial_name(self.condition, self.number, self.rerun)


def record_trial(order: Order, watch: Watch | None = None, *, with_oracle: bool = True) -> TrialHeader:
    """Record one trial here and now, then renew the sums. Killed trials are recovered first.

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
    recover(order.experiment)
    condition = experiment.conditions[order.condition]
    chosen = condition.model_copy(update={"agent": order.agent}) if order.agent else condition
    agent = make_agent(chosen, trial_seed(condition.id, order.number))
    profile = oracle_profile(experiment.manifest) if with_oracle else None
    game = game_files(experiment.local)
    position = position_of(experiment.schedule, condition.id, order.number)
    place = TrialPlace(order.experiment, condition, order.number, order.rerun, position, order.folder)
    core = MgbaCore(game.rom, game.state, experiment.freeze.rom_sha256, experiment.freeze.initial_state_sha256)
    order.folder.parent.mkdir(exist_ok=True)
    try:
        return play_trial(place, core, agent, profile, watch)
    finally:
        core.close()
        write_sums(order.experiment)


def record_in_process(order: Order, *, quiet: bool = False) -> TrialHeader:
    """Record one trial in a child process; a child that dies leaves a closed trial all the same.

    ``quiet`` keeps the child's lines to itself.

    Raises:
        Refused: the child refused; its sentence is passed on.
        HarnessError: the child died before there was a trial.
    """
    command = [sys.executable, "-m", "harness", "record", str(order.experiment), "--condition", order.condition]
    command += ["--trial", str(order.number), "--rerun", str(order.rerun), "--here"]
    command += ["--agent", order.agent] if order.agent else []
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if quiet else None,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _, words = child.communicate()
    except KeyboardInterrupt:
        _, words = child.communicate()
        _close_killed(order, -signal.SIGINT)
        raise
    if child.returncode == 3:
        raise Refused(words.strip().removeprefix("Error: ") or f"{order.folder.name} was refused.")
    sys.stderr.write(words)
    _close_killed(order, child.returncode)
    if not (order.folder / "trial.json").exists():
        lines = words.strip().splitlines()
        raise HarnessError(f"{order.folder.name} could not be recorded: {lines[-1] if lines else 'the process died'}.")
    return read_json(order.folder / "trial.json", TrialHeader)


def _close_killed(order: Order, returned: int) -> None:
    """Close the trial of a child that ended without doing so: killed by hand, or crashed."""
    if not order.folder.exists():
        return
    by_hand = returned in (-signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL, -signal.SIGHUP)
    reason: TerminationReason = "interrupted" if by_hand else "emulator_crash"
    if recover_trial(order.folder, reason, {"exit_code": returned}):
        write_sums(order.experiment)
