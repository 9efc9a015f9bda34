"""Reconciling writes a database that names nothing it must not, refuses what does not belong, and shows any change."""

import contextlib
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from firered_review.core.errors import ReviewError, Tampered, WrongKey
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.checking import check
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import read_key, signed
from firered_review.store.sealing import read_sealed
from harness.formats.files import pretty_json
from tests.adjudications import Chain, make_chain


def test_no_cell_of_the_database_names_a_trial_a_condition_or_a_path(chain: Chain, db: AdjudicationDatabase) -> None:
    db.close()
    raw = chain.database.read_bytes().lower()
    for word in (b"alder", b"birch", b"careful", b"forgetful", str(chain.experiment.parent).lower().encode(), b"/tmp"):
        assert word not in raw


def test_reconciling_twice_equals_once_and_keeps_judgements(chain: Chain, db: AdjudicationDatabase) -> None:
    db.judge(next(one.item for one in db.items() if one.kind == "route"), "a", reason="The frames show it")
    before = db.items()
    db.close()
    again = reconcile(chain.database, chain.experiment, chain.key, chain.sealed[::-1])
    assert (again.added, again.items) == (0, len(before))
    assert again.sets == {read_sealed(path).sealed.reviewer: read_sealed(path).sha256 for path in chain.sealed}
    reopened = open_adjudication(chain.database)
    assert reopened.items() == before
    reopened.close()


def test_a_row_changed_behind_the_triggers_is_named(chain: Chain, db: AdjudicationDatabase) -> None:
    db.judge(next(one.item for one in db.items() if one.kind == "route"), "a", reason="The frames show it")
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
