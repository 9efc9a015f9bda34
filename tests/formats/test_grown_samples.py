"""Files of version 1 as they are written since they grew load for ever too, and still hold what they were to hold."""

import contextlib
import shutil
from pathlib import Path

import pytest
from pydantic import BaseModel, TypeAdapter

from firered_review.store import audit
from firered_review.store.adjudication import open_adjudication
from firered_review.store.checking import check
from firered_review.store.database import open_database
from firered_review.store.labels import MIGRATIONS
from firered_review.store.packing import unpack
from firered_review.store.sealed_key import signed
from firered_review.store.sealing import read_sealed
from harness.formats.bundle import BundleHeader, SealedKey, TrainingAnswer
from harness.formats.check import Check
from harness.formats.evidence import Attempt, Input, TraceRecord, TrialHeader
from harness.formats.files import read_json, read_lines
from harness.formats.labels import FinalLabel, Label
from harness.formats.manifest import Freeze

GROWN = Path(__file__).parent / "v1" / "grown"
JSON: dict[str, type[BaseModel]] = {
    "bundle.json": BundleHeader,
    "check.json": Check,
    "freeze.json": Freeze,
    "sealed-key.json": SealedKey,
    "training-bundle.json": BundleHeader,
    "trial.json": TrialHeader,
}
LINES: dict[str, type[BaseModel]] = {
    "annotations.jsonl": FinalLabel,
    "answers.jsonl": TrainingAnswer,
    "attempts.jsonl": Attempt,
    "inputs.jsonl": Input,
    "trace.jsonl": TraceRecord,
}
OTHERS = {"ada.sealed", "labels.sqlite", "adjudication.sqlite", "export-csv", "export-jsonl"}


@pytest.mark.parametrize("name", sorted(JSON))
def test_a_grown_json_file_loads(name: str) -> None:
    assert read_json(GROWN / name, JSON[name])


@pytest.mark.parametrize("name", sorted(LINES))
def test_every_line_of_a_grown_file_loads(name: str) -> None:
    found = read_lines(GROWN / name, LINES[name])
    assert found.records
    assert not found.torn


def test_a_closing_holds_its_lower_bounds() -> None:
    closing = read_json(GROWN / "trial.json", TrialHeader).closing
    assert closing is not None
    assert closing.cost_usd is None
    assert closing.unmeasured_attempts == closing.attempts == len(read_lines(GROWN / "attempts.jsonl", Attempt).records)


def test_a_bundle_says_what_its_reader_is_asked() -> None:
    assert '"questions"' in (GROWN / "bundle.json").read_text()
    assert read_json(GROWN / "bundle.json", BundleHeader).questions
    assert read_json(GROWN / "training-bundle.json", BundleHeader).kind == "training"


def test_the_digest_of_a_key_holds() -> None:
    key = read_json(GROWN / "sealed-key.json", SealedKey)
    assert key.digest is not None
    assert signed(key).digest == key.digest


def test_a_sealed_set_whose_every_byte_is_bound_loads() -> None:
    assert unpack((GROWN / "ada.sealed").read_bytes()).untouched
    assert read_sealed(GROWN / "ada.sealed").sealed.reviewer == "ada"
    assert check(GROWN / "ada.sealed").findings == []


def test_an_adjudication_database_is_read_where_nothing_may_be_written_and_migrated_where_it_may(
    tmp_path: Path,
) -> None:
    before = (GROWN / "adjudication.sqlite").read_bytes()
    with contextlib.closing(open_adjudication(GROWN / "adjudication.sqlite", reading=True)) as db:
        db.sound()
        assert db.frozen
        assert db.unblinded
        items = db.items()
    assert (GROWN / "adjudication.sqlite").read_bytes() == before
    path = Path(shutil.copy(GROWN / "adjudication.sqlite", tmp_path / "adjudication.sqlite"))
    with contextlib.closing(open_adjudication(path)) as db:
        assert list(audit.faults(db.db)) == []
        assert db.items() == items
    assert check(path).findings == []


def test_a_file_of_labels_is_opened_and_its_labels_read(tmp_path: Path) -> None:
    label: TypeAdapter[Label] = TypeAdapter(Label)
    path = Path(shutil.copy(GROWN / "labels.sqlite", tmp_path / "labels.sqlite"))
    db = open_database(path, MIGRATIONS, "a file of labels", create=False)
    kinds = {label.validate_json(text).kind for (text,) in db.conn.execute("SELECT label FROM revision")}
    db.close()
    assert {"milestone", "route", "error"} <= kinds


@pytest.mark.parametrize("name", ["export-csv", "export-jsonl"])
def test_an_export_holds(name: str) -> None:
    assert check(GROWN / name).findings == []
    assert len(list((GROWN / name).iterdir())) > 6


def test_every_grown_sample_is_read_by_a_test() -> None:
    assert {path.name for path in GROWN.iterdir()} == {*JSON, *LINES, *OTHERS}
