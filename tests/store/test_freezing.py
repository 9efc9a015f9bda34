"""The freeze keeps what agreement said, and nobody decides anything while it is being written."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.agreeing import agreement_report
from firered_review.store.checking import check
from firered_review.store.database import written
from firered_review.store.freezing import freeze, frozen_record
from tests.adjudications import NOT_INVOLVED, make_chain


@pytest.fixture
def db(tmp_path: Path) -> Iterator[AdjudicationDatabase]:
    db = open_adjudication(make_chain(tmp_path).database)
    for item in db.items():
        db.judge(item.item, "a" if item.a else "b", reason="The frames show it")
    yield db
    db.close()


def test_the_freeze_keeps_every_figure_as_agreement_said_it(db: AdjudicationDatabase) -> None:
    figures = agreement_report(db).agreements[0].figures
    freeze(db, NOT_INVOLVED)
    kept = db.db.conn.execute("SELECT figure, value, low, high, words, used, left_out FROM agreement_snapshot")
    assert kept.fetchall() == [
        (one.name, one.value, one.low, one.high, one.words, one.used, one.left_out) for one in figures
    ]
    assert len(figures) > 8
    with pytest.raises(sqlite3.IntegrityError, match="frozen"):
        db.db.conn.execute("INSERT INTO agreement_snapshot VALUES (99, '', '', 0, 0, 0, '', 0, 0, '')")


def test_a_kept_figure_that_was_changed_is_found(db: AdjudicationDatabase) -> None:
    freeze(db, NOT_INVOLVED)
    db.close()
    raw = sqlite3.connect(db.path, isolation_level=None)
    trigger = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'agreement_snapshot_no_update'").fetchone()[0]
    raw.execute("DROP TRIGGER agreement_snapshot_no_update")
    raw.execute("UPDATE agreement_snapshot SET value = 0.99 WHERE number = 1")
    raw.execute(trigger)
    raw.close()
    assert any("agreement_snapshot, row 1" in fault for fault in check(db.path).findings)


def test_a_decision_of_another_window_at_the_same_time_is_frozen_with_the_rest(db: AdjudicationDatabase) -> None:
    item = next(one for one in db.items() if one.kind == "route")
    begun = Event()

    def decide() -> None:
        other = open_adjudication(db.path)
        with written(other.db, db.path):
            other.judge(item.item, "neither", reason="Neither holds")
            begun.set()
            sleep(0.3)
        other.close()

    deciding = Thread(target=decide)
    deciding.start()
    assert begun.wait(10)
    freeze(db, NOT_INVOLVED)
    deciding.join()
    frozen_record(db)
    judged = db.item(item.item).judgement
    assert judged is not None
    assert judged.verdict == "neither"
