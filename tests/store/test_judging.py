"""What may be shown when, what was decided after hidden state was seen, and that every deed can be taken back."""

import json
import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firered_review.core.errors import LabelRefused, NotYet, ReviewError
from firered_review.core.judgement import Item
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.decisions_file import apply_file, write_items
from firered_review.store.judged import STAGE_ONE_KINDS
from harness.formats.labels import CauseLabel, MilestoneLabel
from tests.adjudications import Chain


@pytest.fixture
def db(db: AdjudicationDatabase) -> Iterator[AdjudicationDatabase]:
    """The shared database, whose audit entries must bear out every row in the end."""
    yield db
    assert list(audit.faults(db.db)) == []


def one(db: AdjudicationDatabase, finding: str, kind: str) -> Item:
    return next(item for item in db.items() if item.finding == finding and item.kind == kind)


def judge_first_stage(db: AdjudicationDatabase) -> None:
    for item in db.items():
        if item.kind in STAGE_ONE_KINDS and item.state == "open":
            db.judge(item.item, "a" if item.a else "b", reason="x")


def milestone_of(item: Item) -> str:
    label = item.a or item.b
    assert isinstance(label, MilestoneLabel)
    return label.milestone


def test_what_is_about_memory_waits_for_the_first_stage_here_and_in_the_file(
    db: AdjudicationDatabase, tmp_path: Path
) -> None:
    error = one(db, "differ", "error")
    assert error.item in db.waiting()
    with pytest.raises(NotYet, match="waits until the milestones"):
        db.judge(error.item, "a", reason="x")
    write_items(db, tmp_path / "early.json")
    early = {entry["item"]: entry for entry in json.loads((tmp_path / "early.json").read_text())["items"]}
    assert (early[error.item]["waits"], early[error.item]["a"], early[error.item]["differences"]) == (True, None, [])
    assert "inventory-0001" not in (tmp_path / "early.json").read_text()
    judge_first_stage(db)
    assert not db.waiting()
    write_items(db, tmp_path / "late.json")
    assert "inventory-0001" in (tmp_path / "late.json").read_text()


def test_a_file_in_any_order_decides_the_first_stage_first(db: AdjudicationDatabase, tmp_path: Path) -> None:
    entries = [
        {"item": item.item, "decision": "disputed", "reason": "Two different events"} for item in reversed(db.items())
    ]
    assert any(item.item in db.waiting() for item in db.items())
    (tmp_path / "all.json").write_text(json.dumps({"items": entries}))
    assert apply_file(db, tmp_path / "all.json").open == 0


def test_a_revision_says_whether_hidden_state_was_seen_and_an_item_whether_that_changed_it(
    db: AdjudicationDatabase,
) -> None:
    item = one(db, "differ", "milestone").item
    db.judge(item, "b", reason="x")
    db.judge(item, "a", reason="x")
    db.evidence(item)
    assert not db.item(item).changed_after_evidence
    db.judge(item, "a", reason="another reason, the same label")
    judgement = db.item(item).judgement
    assert judgement is not None
    assert judgement.after_evidence
    assert not db.item(item).changed_after_evidence
    db.undo()
    db.undo()
    back = db.item(item)
    assert back.judgement is not None
    assert (back.judgement.verdict, back.judgement.after_evidence) == ("b", True)
    assert back.changed_after_evidence


def test_bulk_acceptance_after_hidden_state_was_seen_says_so(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "route").item
    db.judge(item, "neither", reason="x")
    db.evidence(item)
    db.undo()
    db.accept_exact()
    judgement = db.item(item).judgement
    assert judgement is not None
    assert judgement.after_evidence


def test_a_label_of_ones_own_that_is_taken_back_counts_nowhere(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    trial = db.trials[0]
    assert db.bundle is not None
    label = CauseLabel(cause="instrumentation", decision=3, frame=db.bundle.trial(trial).boundary(3))
    count = len(db.items())
    db.add(trial, label, "Instrument fault")
    assert len(db.items()) == count + 1
    db.undo()
    assert len(db.items()) == count
    db.redo()
    assert [item.final for item in db.items() if item.finding == "added"] == [label]


def test_a_refused_label_of_ones_own_leaves_no_item(db: AdjudicationDatabase) -> None:
    trial = db.trials[0]
    assert db.bundle is not None
    label = CauseLabel(cause="perception", decision=3, frame=db.bundle.trial(trial).boundary(3))
    with pytest.raises(NotYet, match="waits until"):
        db.add(trial, label, "x")
    with pytest.raises(LabelRefused, match="any cause but memory"):
        db.add(trial, label.model_copy(update={"cause": "memory"}), "x")
    assert db.db.conn.execute("SELECT count(*) FROM item").fetchone()[0] == len(db.items())


def test_a_conflict_shows_after_the_first_judgements_is_closed_and_opened_again(
    db: AdjudicationDatabase, chain: Chain
) -> None:
    item = next(one for one in db.items() if one.kind == "milestone" and milestone_of(one) == "M8")
    assert item.trial not in {one.trial for one in db.shown_conflicts()}
    with pytest.raises(NotYet, match="Judge every milestone"):
        db.close_conflict(item.trial, "M8", "Instrument fault")
    db.judge(item.item, "neither", reason="The frames show otherwise")
    judge_first_stage(db)
    assert [(one.trial, one.milestone) for one in db.shown_conflicts()] == [(item.trial, "M8")]
    db.remember_conflicts_shown()
    assert db.db.conn.execute("SELECT item FROM shown").fetchall() == [(item.item,)]
    db.close_conflict(item.trial, "M8", "Instrument fault")
    assert db.closing_reasons() == {(item.trial, "M8"): "Instrument fault"}
    assert not db.conflicts()
    db.undo()
    assert [one.milestone for one in db.conflicts()] == ["M8"]
    again = open_adjudication(chain.database)
    again.redo()
    again.close()
    assert db.closings() == {(item.trial, "M8")}


def test_closings_go_through_the_file_and_stand_only_once(db: AdjudicationDatabase, tmp_path: Path) -> None:
    item = next(one for one in db.items() if one.kind == "milestone" and milestone_of(one) == "M8")
    db.judge(item.item, "neither", reason="x")
    judge_first_stage(db)
    closing = {"trial": item.trial, "milestone": "M8", "reason": "Instrument fault"}
    (tmp_path / "close.json").write_text(json.dumps({"instrument": [closing]}))
    assert apply_file(db, tmp_path / "close.json").closed == 1
    write_items(db, tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text())["instrument"] == [closing]
    assert apply_file(db, tmp_path / "out.json").closed == 0


def test_two_at_one_database_see_each_other_and_undo_the_last_deed_of_either(
    db: AdjudicationDatabase, chain: Chain
) -> None:
    other = open_adjudication(chain.database)
    first, second = (item.item for item in db.items()[:2])
    db.judge(first, "disputed", reason="x")
    before = db.appended
    other.judge(second, "disputed", reason="y")
    assert db.appended == before + 1
    db.undo()
    assert other.item(second).state == "open"
    assert other.item(first).state == "disputed"
    other.close()


def test_a_database_that_another_program_holds_is_refused_in_a_sentence(db: AdjudicationDatabase, chain: Chain) -> None:
    db.db.conn.execute("PRAGMA busy_timeout=50")
    holder = sqlite3.connect(chain.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(ReviewError, match="is in use by another program: close it there and try again"):
        db.judge(db.items()[0].item, "disputed", reason="x")
    holder.execute("ROLLBACK")
    holder.close()
    assert db.items()[0].state == "open"


def _judge_for_ever(database: Path, bundle: Path, told: "multiprocessing.connection.Connection") -> None:
    db = open_adjudication(database, open_bundle(bundle, "adjudication"))
    judge_first_stage(db)
    while True:
        for item in db.items():
            db.judge(item.item, "disputed", reason=f"reason {db.appended}")
            told.send(db.appended)


@pytest.mark.parametrize("wait", [0.0, 0.013, 0.05, 0.11, 0.2])
def test_nothing_told_as_decided_is_lost_to_a_kill(chain: Chain, wait: float) -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_judge_for_ever, args=(chain.database, chain.adjudicator, there))
    process.start()
    there.close()
    told = here.recv()
    time.sleep(wait)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    while here.poll():
        try:
            told = here.recv()
        except EOFError:
            break
    here.close()
    again = open_adjudication(chain.database)
    assert again.appended >= told
    assert list(audit.faults(again.db)) == []
    assert again.undo() is not None
    again.close()
