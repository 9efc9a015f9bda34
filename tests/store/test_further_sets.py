"""A third reviewer, a replacement, a second pass: they join a database, and every decision stays."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tests.adjudications as made_up
from firered_review.cli import main
from firered_review.core.errors import ReviewError, Tampered
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.agreeing import agreement_report
from firered_review.store.blind import blind
from firered_review.store.bundle import open_bundle
from firered_review.store.freezing import final_labels, freeze
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import read_key
from firered_review.store.sealing import read_sealed
from harness.formats.labels import ErrorLabel
from tests.adjudications import NOT_INVOLVED, Chain, codenames, label_and_seal, make_chain


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"), trials=2)


@pytest.fixture
def chain(master: Chain, tmp_path: Path) -> Chain:
    database = tmp_path / "adjudication.sqlite"
    shutil.copy(master.database, database)
    return master._replace(database=database)


def joined(chain: Chain, out: Path, name: str = "cleo") -> Path:
    """Seal the set of a reviewer who labels as bo does."""
    blind(chain.experiment, out, [name], chain.key)
    return label_and_seal(chain.experiment, chain.key, out / name)


def again(chain: Chain, out: Path, name: str = "ada") -> Path:
    blind(chain.experiment, out, [], chain.key, second_pass=[name], few=2)
    return label_and_seal(chain.experiment, chain.key, out / f"{name}-second-pass")


@pytest.fixture
def db(chain: Chain) -> Iterator[AdjudicationDatabase]:
    db = open_adjudication(chain.database)
    yield db
    db.close()


def decide_all(db: AdjudicationDatabase) -> None:
    for stage in (("milestone", "route", "battle"), ("error", "cause")):
        for item in db.items():
            if item.kind in stage:
                as_ada = item.b is None or (isinstance(item.a, ErrorLabel) and item.a.type == "omission")
                db.judge(item.item, "a" if item.a and (as_ada or item.exact) else "b", reason="The frames show it")


def test_a_third_set_adds_keeps_every_decision_and_says_what_became_stale(
    chain: Chain, db: AdjudicationDatabase, tmp_path: Path
) -> None:
    decide_all(db)
    rejected = next(item for item in db.items() if item.kind == "route")
    db.judge(rejected.item, "neither", reason="The way back was part of the errand")
    before = {item.item: item.judgement for item in db.items()}
    db.close()
    cleo = joined(chain, tmp_path / "out")
    told = reconcile(chain.database, chain.experiment, chain.key, [cleo])
    assert set(told.sets) == {"ada", "bo", "cleo"}
    db = open_adjudication(chain.database)
    assert {item.item: item.judgement for item in db.items() if item.item in before} == before
    assert all(item.state == "open" for item in db.items() if item.item not in before)
    assert (
        f"{rejected.item}, decided before the labels of cleo came, leaves no label; cleo has one there." in told.stale
    )
    assert any("cleo differs in type" in one for one in told.stale)
    db.judge(rejected.item, "a", reason="The frames show it")
    assert list(audit.faults(db.db)) == []
    db.close()
    once_more = reconcile(chain.database, chain.experiment, chain.key, [*chain.sealed, cleo])
    assert (once_more.added, once_more.items) == (0, told.items)
    assert not any(one.startswith(rejected.item) for one in once_more.stale)


def test_what_only_the_third_has_is_an_item_to_decide_without_a_name(chain: Chain, tmp_path: Path) -> None:
    cleo = joined(chain, tmp_path / "out", "cleo")
    sealed = read_sealed(cleo).sealed
    labels = sum(len(one.labels) for one in sealed.sets)
    told = reconcile(chain.database, chain.experiment, chain.key, [cleo])
    db = open_adjudication(chain.database)
    rows = db.db.conn.execute("SELECT made, count(*) FROM further GROUP BY made").fetchall()
    assert sum(count for _, count in rows) == labels
    made = [row[0] for row in db.db.conn.execute("SELECT item FROM further WHERE made")]
    assert told.added == len(made)
    for name in made:
        item = db.item(name)
        assert item.finding == "only a"
        assert item.a is not None
    db.close()


def test_an_item_of_the_third_alone_is_decided_frozen_and_written_back(
    chain: Chain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind(chain.experiment, tmp_path / "out", ["cleo"], chain.key)
    labels = made_up._labels

    def with_one_more(reader: str, condition: str) -> Iterator[Any]:
        *first, last = labels(reader, condition)
        yield from first

        def errors(view: Any) -> Iterator[Any]:
            yield from last(view)
            yield made_up._error(view, 8, "omission", "minor", 9)

        yield errors

    monkeypatch.setattr(made_up, "_labels", with_one_more)
    cleo = label_and_seal(chain.experiment, chain.key, tmp_path / "out" / "cleo")
    told = reconcile(chain.database, chain.experiment, chain.key, [cleo])
    assert told.added == 4
    db = open_adjudication(chain.database)
    decide_all(db)
    found = [line for trial in db.trials for line in _lines(db, trial) if set(_who(line)) == {"cleo"}]
    assert len(found) == 4
    assert all(line.adjudicated is not None for line in found)
    report = agreement_report(db)
    assert [one.between for one in report.agreements][1] == ("the result", "cleo")
    db.close()


def _lines(db: AdjudicationDatabase, trial: str) -> list[Any]:
    return list(final_labels(db, trial))


def _who(line: Any) -> list[str]:
    return [who for who, label in line.originals.items() if label is not None]


def test_a_replacement_stands_in_the_agreement_and_the_replaced_set_stays(chain: Chain, tmp_path: Path) -> None:
    dan = joined(chain, tmp_path / "out", "dan")
    with pytest.raises(ReviewError, match="no first sealed set of nobody"):
        reconcile(chain.database, chain.experiment, chain.key, [dan], "nobody")
    reconcile(chain.database, chain.experiment, chain.key, [dan], "ada")
    db = open_adjudication(chain.database)
    between = agreement_report(db).agreements[0]
    assert set(between.between) == {"dan", "bo"}
    assert {one.reviewer for one in db.sets()} == {"ada", "bo", "dan"}
    f1 = next(one for one in between.figures if one.name == "memory errors: positive agreement (F1)")
    assert f1.value == pytest.approx(2 * 4 / (4 + 8))
    db.close()
    with pytest.raises(ReviewError, match="0 new ones were given"):
        reconcile(chain.database, chain.experiment, chain.key, [dan], "ada")


def test_a_second_pass_has_other_codenames_adds_no_item_and_gives_self_agreement(chain: Chain, tmp_path: Path) -> None:
    sealed = again(chain, tmp_path / "out")
    first, second = open_bundle(chain.bundles / "ada"), open_bundle(tmp_path / "out" / "ada-second-pass")
    assert len(second.trials) == 2
    assert not set(first.trials) & set(second.trials)
    assert second.header.commitment == first.header.commitment
    names = codenames(chain.experiment, read_key(chain.key), "ada-second-pass")
    assert set(second.trials) < set(names.values())
    told = reconcile(chain.database, chain.experiment, chain.key, [sealed])
    assert (told.added, set(told.sets)) == (0, {"ada", "bo", "ada-second-pass"})
    db = open_adjudication(chain.database)
    report = agreement_report(db).agreements[1]
    assert report.between == ("ada", "ada-second-pass")
    assert report.trials == 2
    assert next(iter(report.figures)).value is not None
    assert list(audit.faults(db.db)) == []
    db.close()
    shown = CliRunner().invoke(main, ["agreement", str(chain.database)])
    assert "Agreement of ada and ada-second-pass over 2 trials:" in shown.stdout


def test_what_cannot_join_is_refused_and_nothing_is_written(chain: Chain, tmp_path: Path) -> None:
    sealed = again(chain, tmp_path / "out")
    with pytest.raises(ReviewError, match="is a second pass"):
        reconcile(tmp_path / "new.sqlite", chain.experiment, chain.key, [sealed, chain.sealed[0]])
    with pytest.raises(ReviewError, match="Nobody is there to replace"):
        reconcile(tmp_path / "new.sqlite", chain.experiment, chain.key, chain.sealed, "ada")
    with pytest.raises(ReviewError, match="name its key"):
        blind(chain.experiment, tmp_path / "no-key", [], second_pass=["ada"])
    with pytest.raises(ReviewError, match="names a second pass"):
        blind(chain.experiment, tmp_path / "no-key", ["ada-second-pass"])
    other = make_chain(tmp_path / "other", trials=2, reconciled=False)
    with pytest.raises((ReviewError, Tampered)):
        reconcile(chain.database, chain.experiment, chain.key, [other.sealed[0]])
    assert not (tmp_path / "new.sqlite").exists()
    db = open_adjudication(chain.database)
    decide_all(db)
    for conflict in db.conflicts():
        db.close_conflict(conflict.trial, conflict.milestone, "Instrument fault")
    freeze(db, NOT_INVOLVED)
    db.close()
    with pytest.raises(ReviewError, match="frozen: no sealed set can be added"):
        reconcile(chain.database, chain.experiment, chain.key, [sealed])


def test_a_second_pass_is_made_by_the_command(chain: Chain, tmp_path: Path) -> None:
    arguments = ["blind", str(chain.experiment), "--out", str(tmp_path / "b"), "--key", str(chain.key)]
    done = CliRunner().invoke(main, [*arguments, "--second-pass", "bo", "--few", "1", "--json"])
    assert done.exit_code == 0, done.output
    folder = Path(json.loads(done.stdout)["bundles"]["bo-second-pass"])
    assert len(open_bundle(folder).trials) == 1
