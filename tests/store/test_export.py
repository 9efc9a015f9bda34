"""Exports: a real CSV, nothing a spreadsheet would run, codenames until unblinding, never into the source."""

import csv
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firered_review.core.errors import NotYet, ReviewError
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.checking import check
from firered_review.store.decisions_file import apply_file, write_items
from firered_review.store.exporting import export
from firered_review.store.freezing import freeze, unblind
from firered_review.store.tables import csv_bytes, flat
from harness.formats.errors import BadFile
from tests.adjudications import NOT_INVOLVED, Chain, make_chain
from tests.store.test_scoring import decide


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def db(master: Chain, tmp_path: Path) -> Iterator[AdjudicationDatabase]:
    shutil.copy(master.database, tmp_path / "adjudication.sqlite")
    db = open_adjudication(tmp_path / "adjudication.sqlite")
    yield db
    db.close()


def test_before_unblinding_an_export_holds_codenames_only(db: AdjudicationDatabase, tmp_path: Path) -> None:
    for file_format in ("csv", "jsonl"):
        files = export(db, tmp_path / file_format, None, file_format)
        assert [path.name for path in files][:2] == [f"labels.{file_format}", f"items.{file_format}"]
        text = b"".join(path.read_bytes() for path in files)
        assert b"alder" not in text
        assert b"birch" not in text
        assert check(tmp_path / file_format).findings == []
    with (tmp_path / "csv" / "labels.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["codename"] for row in rows} == set(db.trials)
    assert {row["reviewer"] for row in rows} == {"ada", "bo"}
    assert len(rows) == sum(len(labels) for one in db.sets() for labels in one.labels.values())
    lines = [json.loads(line) for line in (tmp_path / "jsonl" / "labels.jsonl").read_text().splitlines()]
    assert [line["label_id"] for line in lines] == [row["label_id"] for row in rows]


def test_an_export_that_was_changed_is_found(db: AdjudicationDatabase, tmp_path: Path) -> None:
    export(db, tmp_path / "out", None, "csv")
    path = tmp_path / "out" / "items.csv"
    path.write_bytes(path.read_bytes() + b"\n")
    assert any("items.csv" in finding for finding in check(tmp_path / "out").findings)


def test_scores_are_exported_after_unblinding_only(master: Chain, db: AdjudicationDatabase, tmp_path: Path) -> None:
    with pytest.raises(NotYet):
        export(db, tmp_path / "early", master.experiment, "csv")
    assert not (tmp_path / "early").exists()
    experiment = tmp_path / "experiment"
    shutil.copytree(master.experiment, experiment)
    decide(db)
    freeze(db, NOT_INVOLVED)
    unblind(db, master.key, experiment)
    files = export(db, tmp_path / "late", experiment, "csv")
    assert {path.name for path in files} == {
        *("labels.csv", "items.csv", "agreement.csv", "trials.csv", "summary.csv", "datasette.json", "export.json"),
    }
    with (tmp_path / "late" / "labels.csv").open(newline="") as file:
        assert {row["condition"] for row in csv.DictReader(file)} == {"alder", "birch"}


def test_an_export_never_lands_in_its_source(master: Chain, db: AdjudicationDatabase, tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="folder of its own"):
        export(db, db.path.parent, None, "csv")
    with pytest.raises(ReviewError, match="inside the experiment"):
        export(db, master.experiment / "export", master.experiment, "csv")
    with pytest.raises(ReviewError, match="inside an experiment"):
        export(db, master.experiment / "scoring" / "export", None, "csv")
    with pytest.raises(ReviewError, match="inside an experiment"):
        write_items(db, master.experiment / "items.json")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("x")
    with pytest.raises(ReviewError, match=r"letter\.txt"):
        export(db, tmp_path / "mine", None, "csv")
    with pytest.raises(ReviewError, match="later version"):
        export(db, tmp_path / "out", None, "parquet")


@example(["\r"])
@given(st.lists(st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.integers(), st.none(), st.booleans())))
def test_no_cell_starts_a_formula_and_every_text_comes_back(values: list[object]) -> None:
    data = csv_bytes(["a"], [{"a": value} for value in values]).decode()
    cells = [row[0] if row else "" for row in csv.reader(io.StringIO(data, newline=""))][1:]
    for value, cell in zip(values, cells, strict=True):
        if isinstance(value, str):
            assert cell.removeprefix("'") == value.removeprefix("'")
            assert not cell.startswith(("=", "+", "-", "@"))


def test_nested_records_become_columns() -> None:
    assert flat({"a": {"b": 1, "c": {"d": 2}}, "e": [3]}) == {"a.b": 1, "a.c.d": 2, "e": [3]}


def test_items_go_out_and_decisions_come_back_by_file(master: Chain, db: AdjudicationDatabase, tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    count = write_items(db, path)
    written = json.loads(path.read_text())
    assert len(written["items"]) == count == len(db.items())
    assert apply_file(db, path).judged == 0
    written["accept_exact"] = True
    for entry in written["items"]:
        if entry["finding"] != "both":
            entry.update(decision="disputed", reason="Two different events")
    path.write_text(json.dumps(written))
    applied = apply_file(db, path)
    assert (applied.judged, applied.open) == (count, 0)
    judgements = db.db.conn.execute("SELECT count(*) FROM judgement").fetchone()
    assert apply_file(db, path).judged == 0
    assert db.db.conn.execute("SELECT count(*) FROM judgement").fetchone() == judgements


def test_a_file_with_one_bad_decision_changes_nothing(master: Chain, db: AdjudicationDatabase, tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    first, second = (one.item for one in db.items()[:2])
    entries = [
        {"item": first, "decision": "neither", "reason": "x"},
        {"item": second, "decision": "maybe", "reason": "x"},
    ]
    path.write_text(json.dumps({"items": entries}))
    with pytest.raises(ReviewError, match="'maybe' is no decision"):
        apply_file(db, path)
    assert all(one.state == "open" for one in db.items())
    path.write_text("[")
    with pytest.raises(BadFile, match="is not JSON"):
        apply_file(db, path)


def test_a_new_label_can_come_by_file(master: Chain, tmp_path: Path) -> None:
    shutil.copy(master.database, tmp_path / "a.sqlite")
    bundle = open_bundle(master.adjudicator, "adjudication")
    db = open_adjudication(tmp_path / "a.sqlite", bundle)
    trial = db.trials[0]
    frame = bundle.trial(trial).boundary(3).model_dump()
    label = {"kind": "cause", "cause": "perception", "decision": 3, "frame": frame}
    path = tmp_path / "new.json"
    own = {"trial": trial, "decision": "new", "label": label, "reason": "x"}
    path.write_text(json.dumps({"items": [own]}))
    with pytest.raises(NotYet, match="waits until the milestones"):
        apply_file(db, path)
    first = [{"item": one.item, "decision": "disputed", "reason": "x"} for one in db.items() if one.kind != "error"]
    path.write_text(json.dumps({"items": [own, *first]}))
    assert apply_file(db, path).added == 1
    assert apply_file(db, path).added == 0
    db.close()
    bundle.close()
