"""The command line keeps its exit codes, and bad input is one plain sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.evidence.reader import Experiment, TrialFolder
from harness.experiment import freeze_experiment
from tests.recorder.conftest import Desk, Told, reply
from tests.recorder.test_experiment import set_condition


def harness(*words: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    """The folder of a recorded trial, to be played again as an agent."""
    folder = tmp_path / "tape"
    folder.mkdir()
    desk = Desk(folder)
    desk.change(budgets={"accepted_actions": 6})
    desk.freeze().play(Told(reply("RIGHT", "A", "NOOP"), b"no", reply("RIGHT")))
    return desk.path / "trials" / "alder-01"


@pytest.fixture
def ready(desk: Desk, tape: Path) -> Desk:
    """A frozen experiment whose two conditions play the tape."""
    for name in ("alder", "birch"):
        set_condition(desk, name, agent=f"replay:{tape}")
    desk.change(budgets={"accepted_actions": 6})
    return desk.freeze()


def test_help_comes_at_once_and_names_every_command() -> None:
    begun = time.monotonic()
    shown = harness("--help")
    assert time.monotonic() - begun < 1
    assert shown.returncode == 0
    for command in ("new", "freeze", "check", "record", "run", "replay", "verify"):
        assert command in shown.stdout
        assert harness(command, "--help").returncode == 0


def test_wrong_usage_is_two() -> None:
    assert harness("record").returncode == 2
    assert harness("dance").returncode == 2
    assert harness("run", "somewhere", "--jobs", "0").returncode == 2


def test_a_schedule_is_recorded_and_verified_and_a_second_run_has_nothing_to_do(ready: Desk) -> None:
    done = harness("run", ready.path, "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the schedule is complete" in done.stdout
    assert sorted(Experiment(ready.path).trial_names()) == ["alder-01", "alder-02", "birch-01", "birch-02"]
    positions = {t.header.position for t in Experiment(ready.path).trials()}
    assert positions == {1, 2, 3, 4}
    again = harness("run", ready.path, "--json")
    assert json.loads(again.stdout) == {"recorded": [], "void_pairs": [], "missing": []}
    checked = harness("verify", ready.path, "--json")
    assert checked.returncode == 0
    assert {item["verdict"] for item in json.loads(checked.stdout)} <= {"pass", "needs labels"}
    plain = subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=ready.path, capture_output=True, check=False
    )
    assert plain.returncode == 0


def test_of_many_findings_twenty_are_printed_and_the_rest_counted(ready: Desk) -> None:
    assert harness("run", ready.path).returncode == 0
    for number in range(25):
        (ready.path / f"added-{number}.txt").write_text("x")
    told = harness("verify", ready.path)
    assert told.returncode == 1
    assert told.stdout.count("is not listed in SHA256SUMS.") == 20
    assert "and 5 more: --json lists them all." in told.stdout


def test_check_tries_two_fresh_cores_and_writes_its_report_once(ready: Desk) -> None:
    tried = harness("check", ready.path, "--json")
    assert tried.returncode == 0
    verdicts = {item["title"]: item["verdict"] for item in json.loads(tried.stdout)["items"]}
    assert verdicts.pop("Hidden state reads the same") == "warn"
    assert {verdict for title, verdict in verdicts.items() if "manifest" not in title and "ROM is" not in title} == {
        "pass"
    }
    written = (ready.path / "check.json").read_bytes()
    assert harness("check", ready.path).returncode == 0
    assert (ready.path / "check.json").read_bytes() == written


def test_a_recorded_trial_replays_and_an_altered_one_is_a_finding(ready: Desk) -> None:
    made = harness("record", ready.path, "--condition", "alder", "--trial", "1", "--json")
    assert made.returncode == 0
    assert json.loads(made.stdout)["closing"]["reason"] == "action_budget"
    trial = ready.path / "trials" / "alder-01"
    assert harness("replay", trial).returncode == 0
    inputs = trial / "inputs.jsonl"
    inputs.write_text(inputs.read_text().replace('"RIGHT"', '"A"', 1))
    differs = harness("replay", trial, "--json")
    assert differs.returncode == 1
    assert json.loads(differs.stdout)["action"]["action_number"] == 1
    checked = harness("verify", ready.path)
    assert checked.returncode == 1
    assert "inputs.jsonl" in checked.stdout
    for command in (("record", ready.path, "--condition", "birch", "--trial", "1"), ("run", ready.path)):
        one_sentence(harness(*command), "trials/alder-01/inputs.jsonl was changed")
        assert not (ready.path / "trials" / "birch-01").exists(), "it stops before anything is played or paid for"


def one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 3, done
    assert done.stderr.startswith("Error: ")
    assert done.stderr.rstrip().count("\n") == 0, done.stderr
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr


def test_bad_input_is_one_plain_sentence_and_three(ready: Desk, tmp_path: Path) -> None:
    record = ("--condition", "alder", "--trial", "1")
    one_sentence(harness("record", tmp_path, *record), "no experiment")
    one_sentence(harness("verify", tmp_path / "nowhere"), "missing")
    one_sentence(harness("replay", tmp_path), "trial.json")
    one_sentence(harness("new", tmp_path / "x", "--from", "nothing"), "no template")
    one_sentence(harness("record", ready.path, "--condition", "cedar", "--trial", "1"), "no condition 'cedar'")
    one_sentence(harness("record", ready.path, *record, "--agent", "person"), "does not know")
    (ready.path / "trials" / "alder-01").mkdir(parents=True)
    one_sentence(harness("record", ready.path, *record), "there already")
    (ready.path / "trials" / "alder-01").rmdir()
    rom = ready.rom.read_bytes()
    ready.rom.write_bytes(rom[:-1] + b"?")
    one_sentence(harness("record", ready.path, *record), "dots.gba", "SHA-256")
    ready.rom.unlink()
    one_sentence(harness("record", ready.path, *record), "dots.gba is missing")
    ready.rom.write_bytes(rom)
    ready.state.write_bytes(b"not a state")
    one_sentence(harness("record", ready.path, *record), "start.state")
    prompt = ready.path / "prompts" / "system.txt"
    prompt.write_text("cheat")
    one_sentence(harness("record", ready.path, *record), "system.txt is not what was frozen")
    assert Experiment(ready.path).trial_names() == []


def test_without_the_emulators_library_the_sentence_says_what_to_install(ready: Desk, tmp_path: Path) -> None:
    hidden = tmp_path / "hidden" / "mgba"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('libmgba.so.0.10: cannot open shared object file')")
    search = {**os.environ, "PYTHONPATH": str(hidden.parent)}
    done = harness("record", ready.path, "--condition", "alder", "--trial", "1", env=search)
    one_sentence(done, "libmgba")


def test_a_killed_recorder_leaves_a_void_pair_that_the_next_runs_record_again(ready: Desk, tape: Path) -> None:
    first = Experiment(ready.path).schedule.positions[0]
    attempts = tape / "attempts.jsonl"
    kept = attempts.read_text()
    attempts.write_text(kept.split("\n")[0] + "\n")
    void = harness("run", ready.path)
    assert void.returncode == 1
    assert "Void: pairs 1 and 2; the next run records both trials of each again." in void.stdout
    attempts.write_text(kept)
    done = harness("run", ready.path)
    assert done.returncode == 0, done
    names = Experiment(ready.path).trial_names()
    assert f"{first.condition}-{first.trial:02d}-r2" in names
    trial = TrialFolder(ready.path / "trials" / f"{first.condition}-{first.trial:02d}")
    assert trial.closing.reason == "harness_failure"
    assert harness("verify", ready.path).returncode == 0


def long_trial(desk: Desk) -> Path:
    """Freeze an experiment whose conditions play a long tape; return the trace of its first trial."""
    folder = desk.path.parent / "long"
    folder.mkdir()
    made = Desk(folder)
    for one in (made, desk):
        one.change(budgets={"accepted_actions": 300})
    made.freeze().play(Told(reply("RIGHT", "A", "NOOP", "UP")))
    for name in ("alder", "birch"):
        set_condition(desk, name, agent=f"replay:{made.path / 'trials' / 'alder-01'}")
    freeze_experiment(desk.path)
    return desk.path / "trials" / "alder-01" / "trace.jsonl"


def wait_for(trace: Path) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until and not (trace.exists() and trace.stat().st_size > 5000):
        time.sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds a process's child in /proc")
def test_a_native_crash_ends_one_trial_and_not_the_recorder(desk: Desk) -> None:
    trace = long_trial(desk)
    command = [sys.executable, "-m", "harness", "record", str(desk.path), "--condition", "alder", "--trial", "1"]
    recorder = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True)
    wait_for(trace)
    (child,) = [
        int(one) for path in Path(f"/proc/{recorder.pid}/task").glob("*/children") for one in path.read_text().split()
    ]
    os.kill(child, signal.SIGSEGV)
    shown, _ = recorder.communicate(timeout=60)
    assert recorder.returncode == 1
    closing = json.loads(shown)["closing"]
    assert (closing["reason"], closing["reason_numbers"]["exit_code"]) == ("emulator_crash", -signal.SIGSEGV)
    assert harness("verify", desk.path).returncode == 0


def test_a_trial_killed_in_the_middle_is_closed_as_interrupted_and_stays(desk: Desk) -> None:
    trace = long_trial(desk)
    command = [sys.executable, "-m", "harness", "record", str(desk.path), "--condition", "alder", "--trial", "1"]
    child = subprocess.Popen([*command, "--here"], stdout=subprocess.DEVNULL)
    wait_for(trace)
    child.send_signal(signal.SIGKILL)
    child.wait()
    other = harness("record", desk.path, "--condition", "birch", "--trial", "1")
    assert other.returncode == 0, other
    trial = TrialFolder(desk.path / "trials" / "alder-01")
    assert trial.closing.reason == "interrupted"
    assert trial.closing.decisions == len(trial.trace()) > 0
