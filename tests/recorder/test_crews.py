"""A schedule is recorded by processes of this machine or of a cluster; one that aborts takes no other with it."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from harness.evidence.reader import Experiment, TrialFolder
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.evidence import TrialHeader
from harness.formats.files import read_json, read_yaml, to_yaml
from harness.formats.manifest import Manifest
from tests.recorder.runs import ROOT, crashing, harness, taped


@contextmanager
def cluster(environment: dict[str, str]) -> Iterator[str]:
    """Yield the address of a cluster of two workers on this machine."""
    served = subprocess.Popen(
        [sys.executable, "-m", "tests.recorder.cluster"],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert served.stdout is not None
        yield served.stdout.readline().strip()
    finally:
        served.communicate(timeout=60)


def verdicts(experiment: Path) -> set[str]:
    return {item["verdict"] for item in json.loads(harness("verify", experiment, "--json").stdout)}


def started(experiment: Path) -> list[int | None]:
    """Schedule positions in the order in which their trials began."""
    headers = [trial.header for trial in Experiment(experiment).trials()]
    return [header.position for header in sorted(headers, key=lambda header: header.started_utc)]


@pytest.mark.parametrize("where", ["here", "cluster"])
def test_a_trial_whose_process_aborts_is_started_once_and_takes_no_other_with_it(tmp_path: Path, where: str) -> None:
    desk = taped(tmp_path, 40)
    environment = crashing(tmp_path, aborts="birch-1")
    if where == "here":
        done = harness("run", desk.path, "--jobs", "2", **environment)
    else:
        with cluster(environment) as address:
            done = harness("run", desk.path, "--dask", address)
    assert done.returncode == 1, done
    assert "Void: pair 1; the next run records both trials of each again." in done.stdout
    starts = Path(environment["STARTS"]).read_text().split()
    assert sorted(starts) == ["alder-1", "alder-2", "birch-1", "birch-2"]
    ended = {trial.name: trial.closing for trial in Experiment(desk.path).trials()}
    crashed = ended.pop("birch-01")
    assert (crashed.reason, crashed.reason_numbers["exit_code"]) == ("emulator_crash", -signal.SIGABRT)
    assert {closing.reason for closing in ended.values()} == {"action_budget"}
    assert started(desk.path) == [1, 2, 3, 4]
    assert {trial.header.jobs for trial in Experiment(desk.path).trials()} == {2}
    again = harness("run", desk.path, "--jobs", "2")
    assert again.returncode == 0, again
    assert sorted(Experiment(desk.path).trial_names()) == [
        "alder-01", "alder-01-r2", "alder-02", "birch-01", "birch-01-r2", "birch-02"
    ]  # fmt: skip
    assert verdicts(desk.path) <= {"pass", "needs labels"}


def test_a_worker_that_dies_voids_its_trial_and_the_next_run_records_the_pair_again(tmp_path: Path) -> None:
    experiment = parcel(tmp_path / "experiment", 200, 1)
    with cluster({}) as address:
        command = [sys.executable, "-m", "harness", "run", str(experiment), "--dask", address]
        running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        first = Experiment(experiment).schedule.positions[0]
        name = f"{first.condition}-{first.trial:02d}"
        trace = experiment / "trials" / name / "trace.jsonl"
        until = time.monotonic() + 60
        while not (trace.exists() and trace.stat().st_size) and time.monotonic() < until:
            time.sleep(0.002)
        os.kill(worker_of(experiment, first.condition), signal.SIGKILL)
        told, _ = running.communicate(timeout=120)
        assert running.returncode == 1, told
        assert f"{name}: the worker that recorded it died." in told
        assert "Void: pair 1" in told
        again = harness("run", experiment, "--dask", address)
    assert again.returncode == 0, again
    reasons = {trial.name: trial.closing.reason for trial in Experiment(experiment).trials()}
    assert reasons.pop(name) == "interrupted"
    assert set(reasons.values()) == {"action_budget"}
    assert len(reasons) == 3
    assert verdicts(experiment) <= {"pass", "needs labels"}


def worker_of(experiment: Path, condition: str) -> int:
    """Return the process on the cluster that waits for the recording of a condition."""
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (place / "cmdline").read_bytes().decode().split("\0")
            if str(experiment) in words and "record" in words and condition in words:
                return int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
    raise AssertionError(f"nobody records {condition}")


def test_without_a_scheduler_the_sentence_says_what_to_start(tmp_path: Path) -> None:
    desk = taped(tmp_path, 4)
    done = harness("run", desk.path, "--dask", "tcp://127.0.0.1:9")
    assert done.returncode == 3
    assert re.fullmatch(
        r"Error: No Dask scheduler answers at tcp://127.0.0.1:9 \(\w+\): start one, with workers.\n", done.stderr
    )
    assert Experiment(desk.path).trial_names() == []


def parcel(folder: Path, actions: int, trials: int) -> Path:
    """Freeze the embedded experiment with a small budget."""
    new_experiment(folder, "parcel-errand", per_condition=trials)
    path = folder / "manifest.yaml"
    manifest = read_yaml(path, Manifest)
    budgets = manifest.budgets.model_copy(update={"accepted_actions": actions})
    path.write_bytes(to_yaml(manifest.model_copy(update={"budgets": budgets})))
    freeze_experiment(folder, draw_seed=1)
    return folder


def kill_in_the_middle(experiment: Path, *words: str) -> None:
    """Run the schedule and kill the run, and nothing but it, when its second pair is being recorded."""
    second = Experiment(experiment).schedule.positions[2]
    trace = experiment / "trials" / f"{second.condition}-{second.trial:02d}" / "trace.jsonl"
    command = [sys.executable, "-m", "harness", "run", str(experiment), *words]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not (trace.exists() and trace.stat().st_size) and time.monotonic() < until:
        time.sleep(0.002)
    running.kill()
    assert running.wait(10) == -signal.SIGKILL


def test_a_schedule_of_the_parcel_errand_killed_in_the_middle_continues_and_verifies(tmp_path: Path) -> None:
    experiment = parcel(tmp_path / "experiment", 60, 2)
    kill_in_the_middle(experiment, "--jobs", "2")
    done = harness("run", experiment, "--jobs", "2")
    assert done.returncode == 0, done
    reasons = {trial.name: trial.closing.reason for trial in Experiment(experiment).trials()}
    second = Experiment(experiment).schedule.positions[2]
    assert reasons[f"{second.condition}-{second.trial:02d}"] == "interrupted"
    assert reasons[f"{second.condition}-{second.trial:02d}-r2"] == "action_budget"
    assert len(Experiment(experiment).valid_trials()) == 4
    assert verdicts(experiment) <= {"pass", "needs labels"}


def test_a_cluster_records_the_parcel_errand_in_order_and_it_verifies(tmp_path: Path) -> None:
    experiment = parcel(tmp_path / "experiment", 30, 2)
    with cluster({}) as address:
        done = harness("run", experiment, "--dask", address, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    order = [f"{place.condition}-{place.trial:02d}" for place in Experiment(experiment).schedule.positions]
    assert json.loads(done.stdout)["void_pairs"] == []
    assert sorted(json.loads(done.stdout)["recorded"]) == sorted(order)
    assert started(experiment) == [1, 2, 3, 4]
    assert verdicts(experiment) <= {"pass", "needs labels"}


def test_a_run_that_ignores_interrupts_is_killed_and_its_trial_ends_all_the_same(tmp_path: Path) -> None:
    experiment = parcel(tmp_path / "experiment", 600, 1)
    first = Experiment(experiment).schedule.positions[0]
    trial = experiment / "trials" / f"{first.condition}-{first.trial:02d}"
    command = [sys.executable, "-m", "harness", "run", str(experiment)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    running = subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN), **quiet)
    until = time.monotonic() + 60
    while (
        not ((trial / "trace.jsonl").exists() and (trial / "trace.jsonl").stat().st_size) and time.monotonic() < until
    ):
        time.sleep(0.002)
    other = harness("record", experiment, "--condition", first.condition, "--trial", "2")
    assert "is being run by another process" in other.stderr
    running.kill()
    running.wait(10)
    until = time.monotonic() + 5
    while read_json(trial / "trial.json", TrialHeader).closing is None and time.monotonic() < until:
        time.sleep(0.01)
    assert TrialFolder(trial).closing.reason == "interrupted"


def test_two_runs_at_once_are_refused_and_an_interrupted_one_closes_its_trials(tmp_path: Path) -> None:
    desk = taped(tmp_path, 400)
    first = Experiment(desk.path).schedule.positions[0]
    trial = desk.path / "trials" / f"{first.condition}-{first.trial:02d}"
    command = [sys.executable, "-m", "harness", "run", str(desk.path)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not ((trial / "trace.jsonl").exists() and (trial / "trace.jsonl").stat().st_size):
        time.sleep(0.002)
    other = harness("run", desk.path)
    running.send_signal(signal.SIGINT)
    running.wait(60)
    assert other.returncode == 3
    assert "is being run by another process" in other.stderr
    assert TrialFolder(trial).closing.reason == "interrupted"


def test_watching_tells_every_decision_with_its_budgets_and_no_control_characters(tmp_path: Path) -> None:
    desk = taped(tmp_path, 6)
    done = harness("record", desk.path, "--condition", "alder", "--trial", "1", "--watch")
    assert done.returncode == 0, done
    first, second, third, last = done.stdout.splitlines()
    assert first == (
        "alder-01 1: saw unknown (0.50), to “press” | RIGHT A NOOP UP | "
        "4 of 6 actions, 1 of 1,200 decisions, 0:00 of 3:00:00, cost not measured"
    )
    assert "| LEFT | 5 of 6 actions, 2 of 1,200 decisions" in second
    assert "| B (not dispatched: DOWN) | 6 of 6 actions" in third
    assert last.startswith("alder-01: action_budget (the budget of 6 accepted actions is used up), no milestone, 3 dec")
    assert last.endswith("cost not measured.")
