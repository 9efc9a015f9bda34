"""From frozen labels to scores: in this order only, and every number follows from evidence."""

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firered_review.core.errors import LabelRefused, NotYet, ReviewError, Tampered, WrongKey
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.checking import check
from firered_review.store.freezing import freeze, unblind
from firered_review.store.judged import STAGE_ONE_KINDS
from firered_review.store.scoring import check_scores, score, write_scores
from firered_review.store.sealed_key import read_key, signed
from harness.evidence.reader import Experiment
from harness.evidence.sums import check_sums
from harness.formats.base import MILESTONES
from harness.formats.files import pretty_json
from harness.formats.labels import MilestoneLabel
from tests.adjudications import NOT_INVOLVED, Chain, make_chain


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chain")
    make_chain(folder, trials=2, cost=0.01)
    return folder


@pytest.fixture
def chain(master: Path, tmp_path: Path) -> Chain:
    folder = tmp_path / "chain"
    shutil.copytree(master, folder)
    sealed = [folder / "bundles" / name / f"{name}.sealed" for name in ("ada", "bo")]
    key = folder / "bundles" / "coordinator" / "sealed-key.json"
    return Chain(folder / "experiment", folder / "bundles", key, sealed, folder / "adjudication.sqlite")


@pytest.fixture
def db(chain: Chain) -> Iterator[AdjudicationDatabase]:
    db = open_adjudication(chain.database)
    yield db
    db.close()


def decide(db: AdjudicationDatabase) -> None:
    db.accept_exact()
    for item in sorted(db.items(), key=lambda item: item.kind not in STAGE_ONE_KINDS):
        if item.state == "open" and item.finding == "differ":
            db.judge(item.item, "a", reason="The frames show it")
        elif item.state == "open" and item.kind == "milestone":
            db.judge(item.item, "a" if item.a else "b", reason="The frames show it")
        elif item.state == "open" and not item.exact:
            db.judge(item.item, "disputed", reason="No earlier evidence for it")
    db.accept_exact()


def test_the_steps_have_an_order_and_a_wrong_key_changes_nothing(chain: Chain, db: AdjudicationDatabase) -> None:
    with pytest.raises(NotYet, match="not frozen"):
        unblind(db, chain.key, chain.experiment)
    with pytest.raises(NotYet, match="undecided"):
        freeze(db, NOT_INVOLVED)
    decide(db)
    with pytest.raises(NotYet, match="not frozen"):
        score(db, chain.experiment)
    freeze(db, NOT_INVOLVED)
    with pytest.raises(ReviewError, match="frozen"):
        db.judge(db.items()[0].item, "neither", reason="x")
    with pytest.raises(ReviewError, match="frozen"):
        db.undo()
    with pytest.raises(NotYet, match="still blinded"):
        score(db, chain.experiment)
    wrong = chain.experiment.parent / "wrong.json"
    wrong.write_bytes(pretty_json(signed(read_key(chain.key).key.model_copy(update={"secret": "1" * 64}))))
    with pytest.raises(WrongKey, match=r"wrong\.json"):
        unblind(db, wrong, chain.experiment)
    assert not list(chain.experiment.rglob("annotations.jsonl"))
    unblind(db, chain.key, chain.experiment)
    with pytest.raises(ReviewError, match="unblinded already"):
        unblind(db, chain.key, chain.experiment)


def test_labels_go_back_into_the_trials_and_the_sums_hold(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    unblind(db, chain.key, chain.experiment)
    assert check_sums(chain.experiment) == []
    trial = next(one for one in Experiment(chain.experiment).trials() if one.name == "birch-01")
    lines = trial.labels()
    assert lines is not None
    differ = [one for one in lines if one.originals["ada"] and one.originals["bo"] and one.decision == "a"]
    assert differ
    assert {one.state for one in lines} == {"decided", "disputed"}
    assert all(set(one.originals) == {"ada", "bo"} for one in lines)


def test_scores_follow_the_formulas(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    unblind(db, chain.key, chain.experiment)
    scores = score(db, chain.experiment)
    rows = {row.trial: row for row in scores.trials}
    alder, birch = rows["alder-01"], rows["birch-01"]
    assert (alder.deepest_milestone, alder.progress_points, alder.completed) == (8, 20, True)
    assert (birch.deepest_milestone, birch.progress_points, birch.completed) == (2, 2, False)
    assert alder.cost_usd == pytest.approx(0.41)
    assert alder.cost_per_verified_milestone == pytest.approx(0.41 / 8)
    assert alder.progress_efficiency == pytest.approx(20 / 0.41)
    assert alder.actions_per_verified_milestone == 5
    assert (birch.repeated_actions, birch.detected_repeated_actions) == (6, 6)
    assert birch.repeat_overhead == 6 / 40
    assert (birch.memory_errors, birch.material_errors, birch.disputed_errors) == (2, 1, 1)
    assert birch.memory_error_rate == 5.0
    assert birch.memory_recovery_cost == 6 + 2
    assert birch.shares == {"productive": 31 / 40, "repeated": 6 / 40, "recovery": 2 / 40, "other": 1 / 40}
    assert (alder.invalid_outputs, alder.attempts, alder.battle_actions) == (1, 41, 0)
    by_condition = {row.condition: row for row in scores.conditions}
    assert by_condition["alder"].completion_rate == 1
    assert by_condition["birch"].measures["repeat_overhead"].median == 6 / 40
    assert by_condition["birch"].measures["cost_usd"].measured == 2


def test_written_scores_reconcile_and_an_altered_number_is_named(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    unblind(db, chain.key, chain.experiment)
    out = chain.experiment.parent / "scores"
    write_scores(score(db, chain.experiment), out, chain.experiment)
    assert check_scores(db, chain.experiment, out) == []
    with (out / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["trial"] for row in rows] == ["alder-01", "alder-02", "birch-01", "birch-02"]
    assert rows[0]["demonstration"] == "true"
    written = json.loads((out / "trials.json").read_text())
    written["trials"][2]["repeated_actions"] = 7
    (out / "trials.json").write_text(json.dumps(written))
    findings = check_scores(db, chain.experiment, out)
    assert any("repeated_actions of birch-01" in finding for finding in findings)
    assert any("trials.csv does not follow" in finding for finding in findings)


def test_altered_evidence_stops_unblinding_and_scoring(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    trace = chain.experiment / "trials" / "alder-01" / "inputs.jsonl"
    whole = trace.read_bytes()
    trace.write_bytes(whole.replace(b"RIGHT", b"LEFT", 1))
    with pytest.raises(Tampered, match=r"inputs\.jsonl was changed"):
        unblind(db, chain.key, chain.experiment)
    trace.write_bytes(whole)
    unblind(db, chain.key, chain.experiment)
    trace.write_bytes(whole.replace(b"RIGHT", b"LEFT", 1))
    with pytest.raises(Tampered, match=r"inputs\.jsonl was changed"):
        score(db, chain.experiment)


def test_hidden_state_against_the_screen_stops_the_freeze_until_it_is_closed(
    chain: Chain, db: AdjudicationDatabase
) -> None:
    decide(db)
    item = next(one for one in db.items() if isinstance(one.final, MilestoneLabel) and one.final.milestone == "M8")
    db.judge(item.item, "neither", reason="The frames show otherwise")
    with pytest.raises(NotYet, match="M8: hidden state reaches it at frame"):
        freeze(db, NOT_INVOLVED)
    with pytest.raises(ReviewError, match="no open conflict about M1"):
        db.close_conflict(item.trial, "M1", "Instrument fault")
    with pytest.raises(LabelRefused, match="reason"):
        db.close_conflict(item.trial, "M8", " ")
    db.close_conflict(item.trial, "M8", "Instrument fault")
    freeze(db, NOT_INVOLVED)
    unblind(db, chain.key, chain.experiment)
    rows = [row for row in score(db, chain.experiment).trials if row.condition == "alder"]
    assert sorted(row.deepest_milestone for row in rows) == [7, 8]


def test_check_says_what_each_file_is_and_finds_a_change(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    for path, what in (
        (chain.key, "key"),
        (chain.sealed[0], "sealed set"),
        (chain.adjudicator, "bundle"),
        (chain.database, "adjudication database"),
    ):
        found = check(path)
        assert (found.what, found.findings) == (what, [])
    motion = next(chain.adjudicator.rglob("motion.sqlite"))
    motion.write_bytes(motion.read_bytes()[:-1] + b"x")
    assert any("motion.sqlite" in finding for finding in check(chain.adjudicator).findings)
    chain.key.chmod(0o644)
    assert check(chain.key).findings
    with pytest.raises(ReviewError, match="is no key"):
        check(chain.experiment / "manifest.yaml")


def test_every_milestone_has_a_standing(chain: Chain, db: AdjudicationDatabase) -> None:
    decide(db)
    freeze(db, NOT_INVOLVED)
    unblind(db, chain.key, chain.experiment)
    for row in score(db, chain.experiment).trials:
        assert list(row.milestones) == list(MILESTONES)
