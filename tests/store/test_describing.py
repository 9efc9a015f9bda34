"""A stranger opens the database in Datasette: every table, view and column is described, and every view runs."""

import json
import sqlite3
from pathlib import Path

import pytest

from firered_review.store.adjudication import open_adjudication
from firered_review.store.describing import datasette_metadata
from firered_review.store.exporting import export
from tests.adjudications import Chain, make_chain


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


def test_every_table_view_and_column_is_described_and_nothing_else(chain: Chain) -> None:
    raw = sqlite3.connect(chain.database)
    names = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
    columns = {name: [row[1] for row in raw.execute(f"PRAGMA table_info({name})")] for name in names}
    told = datasette_metadata("answer")["databases"]["answer"]["tables"]
    assert {name: sorted(table["columns"]) for name, table in told.items()} == {
        name: sorted(found) for name, found in columns.items()
    }
    assert all(table["description"] for table in told.values())
    raw.close()


def test_views_say_every_label_in_words_and_no_json(chain: Chain) -> None:
    raw = sqlite3.connect(chain.database)
    views = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'view' AND name != 'decision'")]
    assert len(views) >= 8
    for view in views:
        rows = raw.execute(f"SELECT * FROM {view}").fetchall()
        assert rows or view in ("freeze_in_words", "codenames_in_words", "decisions_in_words")
        assert not [cell for row in rows for cell in row if isinstance(cell, str) and cell.startswith(("{", "["))]
    said = dict(raw.execute("SELECT label_id, says FROM labels_in_words"))
    assert len(said) == raw.execute("SELECT count(*) FROM label").fetchone()[0]
    assert None not in said.values()
    sides = raw.execute("SELECT found, side_a, side_b FROM items_in_words").fetchall()
    assert {(found, a is not None, b is not None) for found, a, b in sides} == {
        ("both", True, True),
        ("only a", True, False),
        ("only b", False, True),
    }
    raw.close()


def test_an_export_carries_the_descriptions_under_the_databases_name(chain: Chain, tmp_path: Path) -> None:
    database = open_adjudication(chain.database)
    export(database, tmp_path / "labels")
    database.close()
    told = json.loads((tmp_path / "labels" / "datasette.json").read_text())
    assert list(told["databases"]) == [chain.database.stem]
