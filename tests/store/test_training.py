"""Training bundles come from demonstrations alone, carry their answers, and open for nothing but training."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firered_review.cli import main
from firered_review.core.errors import ReviewError, Tampered
from firered_review.store.bundle import open_bundle
from firered_review.store.training import ANSWERS, blind_for_training, read_answers
from harness.evidence.sums import write_sums
from harness.formats.evidence import PlantedError
from harness.formats.files import line_json, read_yaml, to_yaml, write_whole
from harness.formats.labels import ErrorLabel, MilestoneLabel, RouteLabel
from harness.formats.manifest import Manifest
from tests.experiments import SPAN, make_experiment

Run = Callable[..., Result]


def plant(experiment: Path) -> None:
    """Write down what the walker in circles did wrong on purpose."""
    slip = PlantedError(
        planted_id="error-01",
        kind="memory_error",
        type="omission",
        severity="material",
        cited_facts=["inventory-0001"],
        cited_decisions=[5],
        cited_frames=[32],
        decision=25,
        recovery_decision=None,
        words="Forgets in birch what it was told by GPT-4o-mini.",
    )
    way = slip.model_copy(
        update={"planted_id": "route-01", "kind": "repeated_route", "type": None, "severity": None, "decision": 13}
    )
    (experiment / "planted").mkdir()
    write_whole(experiment / "planted" / "birch-01.jsonl", line_json(slip) + line_json(way))
    write_whole(experiment / "planted" / "alder-01.jsonl", b"")
    write_sums(experiment)


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_experiment(tmp_path_factory.mktemp("training") / "experiment", 1)
    plant(folder)
    return folder


@pytest.fixture
def run() -> Run:
    def run(*arguments: object, code: int = 0) -> Result:
        result = CliRunner().invoke(main, [str(one) for one in arguments])
        assert result.exit_code == code, result.output + repr(result.exception)
        return result

    return run


def test_a_training_bundle_holds_what_was_planted_as_labels(experiment: Path, tmp_path: Path) -> None:
    before = {str(one): one.read_bytes() for one in experiment.rglob("*") if one.is_file()}
    made = blind_for_training(experiment, tmp_path / "out", ["ada", "bo"])
    assert {str(one): one.read_bytes() for one in experiment.rglob("*") if one.is_file()} == before
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["ada", "bo"]
    bundle = open_bundle(made["ada"], "training")
    bundle.verify()
    assert bundle.header.demonstration
    by_size = sorted((read_answers(bundle, bundle.trial(one)) for one in bundle.trials), key=len)
    kinds = [sorted(answer.label.kind for answer in one.values()) for one in by_size]
    assert kinds == [["error", "milestone", "milestone", "route"], ["milestone"] * 8]
    answers = {one.label.kind: one for one in by_size[0].values()}
    error, route = answers["error"].label, answers["route"].label
    assert isinstance(error, ErrorLabel)
    assert isinstance(route, RouteLabel)
    assert (error.type, error.severity, error.decision, error.frame.frame) == ("omission", "material", 25, 24 * SPAN)
    assert [one.fact or one.decision or (one.frame and one.frame.frame) for one in error.citations] == [
        "inventory-0001",
        5,
        32,
    ]
    assert "birch" not in answers["error"].words
    assert "GPT" not in answers["error"].words
    assert answers["route"].words == answers["error"].words  # both were planted with the same words
    assert route.second.first.frame > route.first.last.frame
    first = next(one.label for one in by_size[1].values())
    assert isinstance(first, MilestoneLabel)
    bundle.close()


def test_answers_rest_on_frames_of_the_bundle(experiment: Path, tmp_path: Path) -> None:
    made = blind_for_training(experiment, tmp_path / "out", ["ada"])
    bundle = open_bundle(made["ada"], "training")
    for codename in bundle.trials:
        view = bundle.trial(codename)
        for answer in read_answers(bundle, view).values():
            if isinstance(answer.label, MilestoneLabel | ErrorLabel):
                assert view.identity(answer.label.frame.frame) == answer.label.frame
    bundle.close()


def test_an_experiment_that_is_no_demonstration_gives_no_training(tmp_path: Path) -> None:
    folder = make_experiment(tmp_path / "experiment", 1)
    manifest = read_yaml(folder / "manifest.yaml", Manifest)
    write_whole(folder / "manifest.yaml", to_yaml(manifest.model_copy(update={"demonstration": False})))
    (folder / "SHA256SUMS").unlink()
    write_sums(folder)
    with pytest.raises(ReviewError, match="is no demonstration"):
        blind_for_training(folder, tmp_path / "out", ["ada"])
    assert not (tmp_path / "out").exists()


def test_what_is_there_inside_or_altered_is_refused_and_leaves_nothing(experiment: Path, tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="lies inside the experiment"):
        blind_for_training(experiment, experiment / "out", ["ada"])
    for names in ([], ["ada", "ada"], ["adjudicator"]):
        with pytest.raises(ReviewError):
            blind_for_training(experiment, tmp_path / "out", names)
    assert not (tmp_path / "out").exists()
    blind_for_training(experiment, tmp_path / "out", ["ada"])
    with pytest.raises(ReviewError, match="is there already"):
        blind_for_training(experiment, tmp_path / "out", ["bo", "ada"])
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["ada"]
    altered = make_experiment(tmp_path / "altered", 1)
    (altered / "trials" / "alder-01" / "trace.jsonl").write_bytes(b"")
    with pytest.raises(Tampered, match=r"trace\.jsonl"):
        blind_for_training(altered, tmp_path / "other", ["ada"])
    assert not (tmp_path / "other").exists()


def test_only_train_opens_a_training_bundle_and_train_opens_no_other(
    run: Run, experiment: Path, tmp_path: Path
) -> None:
    told = run("blind", experiment, "--out", tmp_path / "t", "--reviewer", "ada", "--training")
    assert "firered-review train" in told.stdout
    as_json = run("blind", experiment, "--out", tmp_path / "j", "--reviewer", "ada", "--training", "--json").stdout
    assert json.loads(as_json) == {"bundles": {"ada": str(tmp_path / "j" / "ada")}}
    run("blind", experiment, "--out", tmp_path / "k", "--reviewer", "ada", "--training", "--key", "x", code=2)
    folder, real = tmp_path / "t" / "ada", tmp_path / "real" / "ada"
    run("blind", experiment, "--out", tmp_path / "real", "--reviewer", "ada")
    no = ["--recorded", "no", "--watched", "no", "--held-key", "no", "--guess", "unsure", "--yes"]
    for command in (("annotate", folder), ("seal", folder, *no)):
        assert "is a training bundle" in run(*command, code=3).stderr
    assert "training opens training bundles only" in run("train", real, code=3).stderr
    key = tmp_path / "real" / "coordinator" / "sealed-key.json"
    place = ("--experiment", experiment, "--key", key)
    assert "training bundle" in run("reconcile", tmp_path / "db.sqlite", *place, folder, folder, code=3).stderr
    assert not list(folder.glob("labels*"))
    assert not list(real.rglob(ANSWERS))
    assert run("check", folder).stdout.count("training") == 1
