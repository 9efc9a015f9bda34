"""Two sealed sets become items; every decision is a revision, and originals never change."""

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from firered_review.core.errors import LabelRefused, NotYet, ReviewError, Tampered, WrongKey
from firered_review.core.judgement import Item
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.checking import check
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import read_key, signed
from firered_review.store.sealing import read_sealed
from harness.formats.files import pretty_json
from harness.formats.labels import CauseLabel, ErrorLabel, MilestoneLabel
from tests.adjudications import Chain, codenames, make_chain


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def chain(master: Chain, tmp_path: Path) -> Chain:
    database = tmp_path / "adjudication.sqlite"
    shutil.copy(master.database, database)
    return master._replace(database=database)


@pytest.fixture
def db(chain: Chain) -> Iterator[AdjudicationDatabase]:
    bundle = open_bundle(chain.adjudicator, "adjudication")
    db = open_adjudication(chain.database, bundle)
    yield db
    db.close()
    bundle.close()


def one(db: AdjudicationDatabase, finding: str, kind: str) -> Item:
    return next(item for item in db.items() if item.finding == finding and item.kind == kind)


def judge_first_stage(db: AdjudicationDatabase) -> None:
    for item in db.items():
        if item.kind in ("milestone", "route", "battle"):
            db.judge(item.item, "disputed", reason="x")


def test_items_say_how_the_two_sides_stand(chain: Chain, db: AdjudicationDatabase) -> None:
    names = codenames(chain.experiment, read_key(chain.key), "adjudicator")
    findings = [(item.trial, item.kind, item.finding) for item in db.items()]
    alder, birch = names["alder-01"], names["birch-01"]
    assert findings.count((alder, "milestone", "both")) == 6
    assert findings.count((alder, "milestone", "differ")) == 1
    assert (
        len([1 for trial, kind, finding in findings if (trial, kind) == (alder, "milestone") and "only" in finding])
        == 1
    )
    assert findings.count((birch, "route", "both")) == 1
    assert findings.count((birch, "error", "differ")) == 1
    assert [item.differences for item in db.items() if item.kind == "error" and item.differences] == [["type"]]
    milestones = [item.a or item.b for item in db.items(alder) if item.kind == "milestone"]
    frames = [one.frame.frame for one in milestones if isinstance(one, MilestoneLabel)]
    assert frames == sorted(frames)
    assert db.trials == list(open_bundle(chain.adjudicator, "adjudication").trials)


def test_no_cell_of_the_database_names_a_trial_a_condition_or_a_path(chain: Chain, db: AdjudicationDatabase) -> None:
    db.close()
    raw = chain.database.read_bytes().lower()
    for word in (b"alder", b"birch", b"careful", b"forgetful", str(chain.experiment.parent).lower().encode(), b"/tmp"):
        assert word not in raw


def test_reconciling_twice_equals_once_and_keeps_judgements(chain: Chain, db: AdjudicationDatabase) -> None:
    db.judge(one(db, "both", "route").item, "a", reason="The frames show it")
    before = db.items()
    db.close()
    again = reconcile(chain.database, chain.experiment, chain.key, chain.sealed[::-1])
    assert (again.added, again.items) == (0, len(before))
    assert again.sets == {read_sealed(path).sealed.reviewer: read_sealed(path).sha256 for path in chain.sealed}
    reopened = open_adjudication(chain.database)
    assert reopened.items() == before
    reopened.close()


def test_every_verdict_leaves_its_label(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    differ = one(db, "differ", "error")
    assert isinstance(differ.a, ErrorLabel)
    assert isinstance(differ.b, ErrorLabel)
    for verdict, label in (("a", None), ("b", None), ("combine", differ.b), ("neither", None), ("disputed", None)):
        db.judge(differ.item, verdict, label, "The frames show it")  # type: ignore[arg-type]
        expected = {"a": differ.a, "b": differ.b, "combine": differ.b}.get(verdict)
        assert db.item(differ.item).final == expected
    assert db.item(differ.item).state == "disputed"
    fresh = differ.a.model_copy(update={"severity": "critical"})
    with pytest.raises(LabelRefused, match="severity comes from neither side"):
        db.judge(differ.item, "combine", fresh, "x")
    db.judge(differ.item, "new", fresh, "More than five actions lost")
    assert db.item(differ.item).final == fresh


def test_a_decision_that_makes_no_sense_is_refused(db: AdjudicationDatabase) -> None:
    alone = next(item for item in db.items() if item.finding in ("only a", "only b") and item.kind == "milestone")
    missing = "b" if alone.finding == "only a" else "a"
    with pytest.raises(LabelRefused, match="there is no label"):
        db.judge(alone.item, missing, reason="x")  # type: ignore[arg-type]
    with pytest.raises(LabelRefused, match="a reason is still needed"):
        db.judge(alone.item, "neither")
    with pytest.raises(LabelRefused, match="needs a label"):
        db.judge(alone.item, "new", reason="x")
    with pytest.raises(ReviewError, match="holds no item item-99999"):
        db.judge("item-99999", "a", reason="x")
    assert all(item.state == "open" for item in db.items())


def test_a_new_label_keeps_the_reviewers_rules(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    differ = one(db, "differ", "error")
    assert isinstance(differ.a, ErrorLabel)
    early = differ.a.model_copy(update={"decision": 2})
    with pytest.raises(LabelRefused, match="not the boundary frame of decision 2"):
        db.judge(differ.item, "new", early, "x")


def test_a_milestone_counts_once_even_across_items(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "milestone")
    db.judge(item.item, "a", reason="The frames show it")
    assert isinstance(item.a, MilestoneLabel)
    with pytest.raises(LabelRefused, match="stands already in"):
        db.add(item.trial, item.a, "x")
    assert len(db.items()) == len({item.item for item in db.items()})


def test_exact_agreement_is_taken_in_bulk_and_undone_in_one_step(db: AdjudicationDatabase) -> None:
    exact = {item.item for item in db.items() if item.exact}
    assert db.accept_exact().label_ids == exact
    assert {item.item for item in db.items() if item.state == "decided"} == exact
    assert db.accept_exact().label_ids == frozenset()
    db.undo()
    assert all(item.state == "open" for item in db.items())
    db.redo()
    assert {item.item for item in db.items() if item.state == "decided"} == exact
    assert not db.can_redo


def test_undo_survives_a_restart(chain: Chain, db: AdjudicationDatabase) -> None:
    item = one(db, "differ", "milestone").item
    db.judge(item, "a", reason="x")
    db.judge(item, "b", reason="y")
    again = open_adjudication(chain.database)
    again.undo()
    judgement = again.item(item).judgement
    assert judgement is not None
    assert (judgement.verdict, judgement.reason) == ("a", "x")
    assert db.item(item).judgement == judgement
    again.close()


def test_hidden_state_is_behind_a_first_judgement(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "route")
    with pytest.raises(NotYet, match="judge it first"):
        db.evidence(item.item)
    db.judge(item.item, "neither", reason="x")
    found = db.evidence(item.item)
    assert len(found.routes) == 1
    assert found.routes[0].steps == 6
    db.judge(item.item, "a", reason="y")
    judgement = db.item(item.item).judgement
    assert judgement is not None
    assert judgement.after_evidence


def test_memory_waits_for_the_first_stage_of_its_trial(db: AdjudicationDatabase) -> None:
    trial = one(db, "both", "route").trial
    assert not db.may_see_memory(trial)
    for item in db.items(trial):
        if item.kind in ("milestone", "route", "battle"):
            db.judge(item.item, "disputed", reason="x")
    assert db.may_see_memory(trial)


def test_originals_cannot_be_changed_by_sql(chain: Chain) -> None:
    raw = sqlite3.connect(chain.database)
    for table in ("label", "revision", "sealed_set", "label_set", "sign", "route", "audit", "item", "trial"):
        row = raw.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
        marks = ", ".join("?" * len(row))
        for statement, values in (
            (f"UPDATE {table} SET rowid = rowid", ()),
            (f"DELETE FROM {table}", ()),
            (f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row),
        ):
            with pytest.raises(sqlite3.IntegrityError):
                raw.execute(statement, values)
    raw.close()


def test_a_database_without_its_triggers_is_refused(chain: Chain) -> None:
    raw = sqlite3.connect(chain.database)
    raw.execute("DROP TRIGGER label_no_update")
    raw.commit()
    raw.close()
    with pytest.raises(Tampered, match="trigger label_no_update"):
        open_adjudication(chain.database)


def test_a_row_changed_behind_the_triggers_is_named(chain: Chain, db: AdjudicationDatabase) -> None:
    db.judge(one(db, "both", "route").item, "a", reason="The frames show it")
    assert list(audit.faults(db.db)) == []
    db.close()
    for table, statement in (
        ("judgement", "UPDATE judgement SET reason = 'The frames show otherwise'"),
        ("label", "UPDATE label SET label = replace(label, 'minor', 'critical')"),
        ("audit entry 1", "UPDATE audit SET what = 'nothing' WHERE number = 1"),
    ):
        copy = chain.database.with_name("copy.sqlite")
        shutil.copy(chain.database, copy)
        raw = sqlite3.connect(copy)
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(statement)
        for _, sql in triggers:
            raw.execute(sql)
        raw.commit()
        raw.close()
        altered = open_adjudication(copy)
        assert any(table in fault for fault in audit.faults(altered.db))
        altered.close()


def test_what_does_not_belong_together_is_refused_and_nothing_is_written(chain: Chain, tmp_path: Path) -> None:
    target = tmp_path / "new.sqlite"
    other = tmp_path / "other-key.json"
    key = read_key(chain.key).key
    other.write_bytes(pretty_json(signed(key.model_copy(update={"secret": "0" * 64}))))
    with pytest.raises(WrongKey, match=r"other-key\.json"):
        reconcile(target, chain.experiment, other, chain.sealed)
    with pytest.raises(ReviewError, match="1 were given"):
        reconcile(target, chain.experiment, chain.key, chain.sealed[:1])
    with pytest.raises(ReviewError, match="those of ada"):
        reconcile(target, chain.experiment, chain.key, [chain.sealed[0]] * 2)
    with pytest.raises(ReviewError, match="inside the experiment"):
        reconcile(chain.experiment / "x.sqlite", chain.experiment, chain.key, chain.sealed)
    copy = tmp_path / "experiment"
    shutil.copytree(chain.experiment, copy)
    oracle = copy / "trials" / "alder-01" / "oracle.jsonl"
    oracle.write_bytes(oracle.read_bytes().replace(b"road", b"lane", 1))
    with pytest.raises(Tampered, match=r"oracle\.jsonl was changed"):
        reconcile(target, copy, chain.key, chain.sealed)
    assert not target.exists()


def test_a_wrong_bundle_is_not_opened_beside_the_database(chain: Chain, tmp_path: Path) -> None:
    other = make_chain(tmp_path / "other", reconciled=False)
    bundle = open_bundle(other.adjudicator, "adjudication")
    with pytest.raises(ReviewError, match="not the adjudicator's bundle"):
        open_adjudication(chain.database, bundle)
    with pytest.raises(ReviewError, match="is not an adjudication database"):
        open_adjudication(tmp_path / "none.sqlite")


def test_a_batch_is_taken_whole_or_not_at_all(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "route").item

    def two_of_which_one_fails() -> None:
        with db.batch():
            db.judge(item, "a", reason="x")
            db.judge(item, "new", reason="x")

    with pytest.raises(LabelRefused):
        two_of_which_one_fails()
    assert db.item(item).state == "open"
    assert not db.can_undo


def test_the_adjudicator_may_add_what_both_missed(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    trial = db.trials[0]
    assert db.bundle is not None
    label = CauseLabel(cause="instrumentation", decision=3, frame=db.bundle.trial(trial).boundary(3))
    db.add(trial, label, "Instrument fault")
    added = [item for item in db.items() if item.finding == "added"]
    assert [item.final for item in added] == [label]
    assert list(audit.faults(db.db)) == []


def test_a_changed_byte_is_found_or_changed_nothing_that_the_database_says(chain: Chain, tmp_path: Path) -> None:
    data = chain.database.read_bytes()
    places = random.Random(5)  # noqa: S311 - a fixed choice of places
    whole = dump(chain.database)
    found = 0
    for number in range(60):
        at = places.randrange(len(data))
        changed = tmp_path / f"{number}.sqlite"
        changed.write_bytes(data[:at] + bytes([data[at] ^ (1 << places.randrange(8))]) + data[at + 1 :])
        try:
            findings = check(changed).findings
        except ReviewError as refused:
            findings = [str(refused)]
        found += bool(findings)
        assert findings or dump(changed) == whole
    assert found > 10


def dump(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())
