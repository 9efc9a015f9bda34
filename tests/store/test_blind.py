"""Bundles hold what they name and nothing that names a condition."""

import functools
import json
import re
import sqlite3
import stat
from pathlib import Path

import pytest
from pydantic import BaseModel, create_model

from firered_review.core.blinding import assignment
from firered_review.core.errors import ReviewError, Tampered
from firered_review.store.blind import NEUTRAL_TIME, blind
from firered_review.store.bundle import open_bundle
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import sha256_hex
from tests.experiments import make_experiment

SECRETS = rb"alder|birch|careful|forgetful|scripted|gpt|claude|sonnet|2026-|parcel-errand\"|cost|latency|oracle"


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_experiment(tmp_path_factory.mktemp("recorded") / "experiment")


@pytest.fixture(scope="module")
def out(experiment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("blinded") / "bundles"
    blind(experiment, out, ["ada", "bo"])
    return out


def test_no_file_of_a_bundle_names_a_condition_a_model_or_a_time(out: Path) -> None:
    for reader in ("ada", "bo", "adjudicator"):
        for path in (out / reader).rglob("*"):
            assert not re.search(SECRETS.decode(), path.relative_to(out).as_posix(), re.IGNORECASE)
            if path.suffix in (".json", ".jsonl") and path.name != "codebook.json":
                assert not re.findall(SECRETS, path.read_bytes(), re.IGNORECASE), path
            assert int(path.stat().st_mtime) == NEUTRAL_TIME


def test_every_recorded_frame_and_action_arrives(experiment: Path, out: Path) -> None:
    key = json.loads((out / "coordinator" / "sealed-key.json").read_text())
    names = assignment(bytes.fromhex(key["secret"]), "ada", [one["trial"] for one in key["trials"]])
    bundle = open_bundle(out / "ada")
    assert sorted(bundle.trials) == sorted(names.codenames.values())
    for trial in Experiment(experiment).trials():
        view = bundle.trial(names.codenames[trial.name])
        with trial.frames as frames:
            assert view.frames.identities() == frames.identities()
        assert [one.action for one in view.actions] == [one.action for one in trial.inputs()]
        assert view.texts()[0].reasoning_summary == "As [masked] would say: go on."
        assert view.texts()[6].attempts[0].refused == "five actions from [masked], four are allowed"
        assert view.memory()[0].fact is not None
    bundle.close()


def test_readers_get_other_codenames_and_another_order(out: Path) -> None:
    trials = [open_bundle(out / reader).trials for reader in ("ada", "bo")]
    assert not set(trials[0]) & set(trials[1])
    orders = {tuple(assignment(bytes([n] * 32), "ada", "abcd").order) for n in range(9)}
    assert len(orders) > 1


def test_the_key_is_the_coordinators_alone_and_its_hash_is_in_every_bundle(out: Path) -> None:
    key = out / "coordinator" / "sealed-key.json"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    commitments = {open_bundle(out / reader).header.commitment for reader in ("ada", "bo")}
    assert commitments == {sha256_hex(key.read_bytes())}


def test_maskings_are_counted_for_the_coordinator(out: Path) -> None:
    counts = json.loads((out / "coordinator" / "maskings.json").read_text())["maskings"]
    assert counts["alder-01"] == {"alder": 1, "careful": 1, "claude": 40, "forgetful": 40, "gpt": 1}


def test_a_reviewer_who_joins_later_changes_neither_key_nor_commitment(experiment: Path, tmp_path: Path) -> None:
    first = blind(experiment, tmp_path / "one", ["ada"])
    key = first.key.read_bytes()
    joined = blind(experiment, tmp_path / "one", ["cleo"], first.key)
    assert (first.key.read_bytes(), joined.commitment) == (key, first.commitment)
    assert set(joined.bundles) == {"cleo"}


def test_blinding_writes_nothing_into_the_experiment_and_may_be_repeated(experiment: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in experiment.rglob("*")}
    blind(experiment, tmp_path / "one", ["ada"])
    blind(experiment, tmp_path / "two", ["ada"])
    assert {path: path.stat().st_mtime_ns for path in experiment.rglob("*")} == before
    assert open_bundle(tmp_path / "one" / "ada").trials != open_bundle(tmp_path / "two" / "ada").trials


@pytest.mark.parametrize("name", ["coordinator", "adjudicator", "../x", "Ada", "a b", ""])
def test_a_name_that_is_no_reviewers_is_refused(experiment: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(ReviewError):
        blind(experiment, tmp_path / "out", [name])
    assert not (tmp_path / "out").exists()


def test_altered_evidence_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    experiment = make_experiment(tmp_path / "experiment", trials=1)
    trace = experiment / "trials" / "alder-01" / "trace.jsonl"
    trace.write_bytes(trace.read_bytes().replace(b"RIGHT", b"UP", 1))
    with pytest.raises(Tampered, match=r"trace\.jsonl was changed"):
        blind(experiment, tmp_path / "out", ["ada"])
    assert not (tmp_path / "out").exists()


def test_the_output_never_lies_in_the_experiment(experiment: Path) -> None:
    with pytest.raises(ReviewError, match="inside the experiment"):
        blind(experiment, experiment / "bundles", ["ada"])


def test_a_bundles_pictures_have_no_free_pages(out: Path) -> None:
    for path in out.rglob("motion.sqlite"):
        with sqlite3.connect(f"file:{path}?immutable=1", uri=True) as db:
            assert db.execute("PRAGMA freelist_count").fetchone() == (0,)
        db.close()


def test_a_field_added_to_any_trial_model_reaches_no_bundle(
    experiment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("trace", "attempts", "inputs", "memory"):
        recorded = getattr(TrialFolder, name)
        monkeypatch.setattr(TrialFolder, name, lambda trial, read=recorded: [grown(one) for one in read(trial)])
    assert "LEAK" in TrialFolder(experiment / "trials" / "birch-01").trace()[0].model_dump_json()
    blind(experiment, tmp_path / "out", ["ada"])
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or b"LEAK" not in path.read_bytes()


def grown(record: BaseModel) -> BaseModel:
    """Return a record with one more field, in itself and in every record it holds."""
    fields = {name: getattr(record, name) for name in type(record).model_fields}
    inner = {name: grown(value) if isinstance(value, BaseModel) else value for name, value in fields.items()}
    return grown_model(type(record)).model_construct(**inner, leak="LEAK")


@functools.cache
def grown_model(model: type[BaseModel]) -> type[BaseModel]:
    return create_model(model.__name__, __base__=model, leak=(str, "LEAK"))
