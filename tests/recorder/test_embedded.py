"""The embedded experiment: our cartridge, scripted agents, hidden state read on every frame."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from harness.evidence.places import trial_name
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.verify import verify_experiment
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.base import MILESTONES
from harness.formats.evidence import PlantedError
from harness.formats.files import read_lines, read_yaml, to_yaml
from harness.formats.manifest import Manifest
from harness.formats.oracle import SignRecord, StateRecord
from harness.recording import Order, record_trial
from harness.replay import replay_trial
from harness.routes import repeated_actions, repeated_routes, walk

SHORT = 90
LONG = 700


def experiment(folder: Path, actions: int) -> Path:
    """Scaffold and freeze the embedded experiment with a small budget of actions."""
    new_experiment(folder, "parcel-errand", per_condition=2)
    path = folder / "manifest.yaml"
    manifest = read_yaml(path, Manifest)
    budgets = manifest.budgets.model_copy(update={"accepted_actions": actions})
    path.write_bytes(to_yaml(manifest.model_copy(update={"budgets": budgets})))
    freeze_experiment(folder, draw_seed=1)
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment with one whole trial of each condition."""
    folder = experiment(tmp_path_factory.mktemp("whole") / "experiment", LONG)
    for condition in ("alder", "birch"):
        record_trial(Order(folder, condition, 1))
    return folder


def trial(folder: Path, condition: str = "alder", number: int = 1) -> TrialFolder:
    return TrialFolder(folder / "trials" / trial_name(condition, number))


def files(folder: TrialFolder) -> dict[str, bytes]:
    """Every file that holds no clock."""
    clocks = {"trial.json", "trace.jsonl", "attempts.jsonl"}
    return {
        path.relative_to(folder.path).as_posix(): path.read_bytes()
        for path in sorted(folder.path.rglob("*"))
        if path.is_file() and path.name not in clocks
    }


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["alder", "birch"])
def test_all_eight_milestones_are_latched_in_order_and_end_the_trial(whole: Path, condition: str) -> None:
    done = trial(whole, condition)
    assert (done.closing.reason, done.closing.milestones) == ("m8_verified", list(MILESTONES))
    frames = {(line.milestone, line.sign): line.frame for line in done.oracle() if isinstance(line, SignRecord)}
    for milestone in MILESTONES:
        earliest, latched, settled = (frames[milestone, sign] for sign in ("earliest", "latched", "settled"))
        assert earliest <= latched <= settled < done.closing.frames
    assert all(frames[a, "latched"] < frames[b, "latched"] for a, b in pairwise(MILESTONES))
    assert frames["M2", "latched"] - frames["M2", "earliest"] > 300
    assert frames["M7", "earliest"] < frames["M7", "latched"]
    assert done.trace()[-1].termination_reason == "m8_verified"


@pytest.mark.slow
def test_both_trials_pass_the_checklist_and_replay(whole: Path) -> None:
    assert [(item.title, item.findings) for item in verify_experiment(whole) if item.findings] == []
    assert replay_trial(trial(whole, "birch").path).differs_at is None


@pytest.mark.slow
def test_the_careful_player_repeats_no_route_and_the_forgetful_one_does(whole: Path) -> None:
    legs = Experiment(whole).manifest.return_legs

    def repeated(condition: str) -> int:
        one = trial(whole, condition)
        return repeated_actions(repeated_routes(walk(one.inputs(), one.oracle(), legs)))

    assert repeated("alder") == 0
    assert repeated("birch") >= 4


@pytest.mark.slow
def test_planted_mistakes_are_kept_beside_the_trials(whole: Path) -> None:
    assert read_lines(whole / "planted" / "alder-01.jsonl", PlantedError).records == []
    planted = read_lines(whole / "planted" / "birch-01.jsonl", PlantedError).records
    assert {one.kind for one in planted} == {"memory_error", "repeated_route"}


@pytest.mark.slow
def test_most_boundary_frames_of_free_walking_are_settled_and_every_state_is_valid_somewhere(whole: Path) -> None:
    one = trial(whole)
    states = [line.state for line in one.oracle() if isinstance(line, StateRecord) and line.when == "after"]
    free = [state.settled for state in states if state is not None and state.screen_detail == "free"]
    assert sum(free) / len(free) > 0.95
    assert {state.screen for state in states if state is not None} >= {"overworld", "dialogue", "menu", "battle"}


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["alder", "birch"])
def test_switching_the_oracle_off_changes_no_input_up_to_the_last_milestone(
    whole: Path, tmp_path: Path, condition: str
) -> None:
    blind = tmp_path / "blind"
    shutil.copytree(whole, blind, ignore=shutil.ignore_patterns("trials", "planted", "SHA256SUMS"))
    record_trial(Order(blind, condition, 1), with_oracle=False)
    without, seen = trial(blind, condition), trial(whole, condition)
    keys = [(line.action_number, line.decision, line.action, line.first_frame) for line in seen.inputs()]
    assert [(x.action_number, x.decision, x.action, x.first_frame) for x in without.inputs()][: len(keys)] == keys
    requests = [f"requests/{number:06d}.json" for number in range(1, seen.closing.decisions + 1)]
    assert all(without.file(name) == seen.file(name) for name in requests)
    assert (without.oracle(), without.closing.milestones) == ([], [])
    assert {line.effect for line in without.inputs()} == {None}


def test_the_same_trial_of_two_fresh_experiments_is_the_same_to_the_byte_and_the_next_is_another(
    tmp_path: Path,
) -> None:
    one, other = (experiment(tmp_path / name, SHORT) for name in ("one", "other"))
    for order in (Order(one, "birch", 1), Order(other, "birch", 1), Order(one, "birch", 2)):
        record_trial(order)
    assert files(trial(one, "birch")) == files(trial(other, "birch"))
    assert trial(one, "birch").header.seed != trial(one, "birch", 2).header.seed
    moves = [[line.action for line in trial(one, "birch", number).inputs()] for number in (1, 2)]
    assert moves[0] != moves[1]
