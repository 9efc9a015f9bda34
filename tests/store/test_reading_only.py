"""Looking at a database changes nothing, so it can lie on a disk that is full or write-protected."""

import errno
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from firered_review.store import once
from firered_review.store.adjudication import open_adjudication
from firered_review.store.checking import check
from firered_review.store.exporting import export
from harness.formats import files
from tests.adjudications import Chain, make_chain


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """A reconciled database."""
    return make_chain(tmp_path_factory.mktemp("reading"))


def test_check_agreement_and_export_write_nothing_beside_a_database(chain: Chain, tmp_path: Path) -> None:
    held = tmp_path / "held"
    held.mkdir()
    copy = held / "answer.sqlite"
    copy.write_bytes(chain.database.read_bytes())
    os.utime(copy, ns=(1, 1))
    before = (held.stat().st_mtime_ns, copy.stat().st_mtime_ns, copy.read_bytes())
    for words in (["check", copy], ["agreement", copy], ["export", copy, "--out", tmp_path / "out"]):
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == 0, done.output
    assert (held.stat().st_mtime_ns, copy.stat().st_mtime_ns, copy.read_bytes()) == before


def test_a_database_opened_for_looking_takes_no_decision(chain: Chain) -> None:
    db = open_adjudication(chain.database, reading=True)
    with pytest.raises(Exception, match="cannot be opened for writing"):
        db.accept_exact()
    db.close()


def test_an_export_that_is_renewed_holds_nothing_of_before(chain: Chain, tmp_path: Path) -> None:
    db = open_adjudication(chain.database, reading=True)
    export(db, tmp_path / "out")
    export(db, tmp_path / "out", file_format="jsonl")
    db.close()
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".json", ".jsonl"}
    assert check(tmp_path / "out").findings == []


@pytest.mark.parametrize("command", ["blind", "export", "reconcile", "adjudicate"])
def test_a_full_disk_is_said_with_the_file(
    command: str, chain: Chain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", full)
    monkeypatch.setattr(once.os, "fsync", full)
    words, named = {
        "blind": (["blind", chain.experiment, "--out", tmp_path / "b", "--reviewer", "eve"], "sealed-key.json"),
        "export": (["export", chain.database, "--out", tmp_path / "e"], "labels.csv"),
        "reconcile": (
            ["reconcile", tmp_path / "n.sqlite", "--experiment", chain.experiment, "--key", chain.key, *chain.sealed],
            "n.sqlite",
        ),
        "adjudicate": (
            ["adjudicate", chain.database, "--bundle", chain.adjudicator, "--json", tmp_path / "i.json"],
            "i.json",
        ),
    }[command]
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 3, done.output
    assert f"/{named} cannot be written, the disk is full: free some space and try again." in done.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_file_that_decides_an_item_twice_changes_nothing(chain: Chain, tmp_path: Path) -> None:
    path = tmp_path / "decisions.json"
    one = {"item": "item-00001", "decision": "disputed", "reason": "unclear"}
    for items, said in (
        ([one, {**one, "decision": "a"}], "decides item-00001 twice, in entries 1 and 2: keep one of them"),
        ([one, {**one, "item": "item-99999"}], "entry 2: .* holds no item item-99999"),
        ([one, {"decision": "new", "reason": "x"}], "entry 2: it names no item"),
        ([{**one, "reason": ""}], "entry 1: a reason"),
        ([{**one, "decision": "<b>"}], "entry 1: '<b>' is no decision"),
    ):
        path.write_text(json.dumps({"schema_version": 1, "kind": "decisions", "items": items}))
        words = ["adjudicate", chain.database, "--bundle", chain.adjudicator, "--json", path]
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == 3
        assert re.search(said, done.output), done.output
    db = open_adjudication(chain.database, reading=True)
    assert not any(item.judged_once for item in db.items())
    db.close()
