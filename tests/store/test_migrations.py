"""A database of an earlier version gets what it lacks and keeps every row; one that was altered is refused."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from firered_review.core.errors import ReviewError, Tampered
from firered_review.store import audit
from firered_review.store.adjudication import open_adjudication
from firered_review.store.adjudication_schema import KEYS, MIGRATIONS
from tests.adjudications import Chain, make_chain


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def of_before(chain: Chain, tmp_path: Path) -> Path:
    """A database as the first version left it."""
    path = shutil.copy(chain.database, tmp_path / "old.sqlite")
    raw = sqlite3.connect(path, isolation_level=None)
    for kind, name in raw.execute("SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL").fetchall():
        statement = raw.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        if statement and statement[0] not in MIGRATIONS[0]:
            raw.execute(f"DROP {kind} {name}")
    raw.execute("PRAGMA user_version=1")
    raw.close()
    return Path(path)


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    raw = sqlite3.connect(path)
    there = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    rows = {name: raw.execute(f"SELECT * FROM {name}").fetchall() for name in KEYS if name in there}
    raw.close()
    return rows


def test_a_database_of_before_gets_what_it_lacks_and_keeps_every_row(of_before: Path) -> None:
    before = rows_of(of_before)
    assert "agreement_snapshot" not in before
    database = open_adjudication(of_before)
    assert not list(audit.faults(database.db))
    database.close()
    assert rows_of(of_before) == before | {"agreement_snapshot": []}
    raw = sqlite3.connect(of_before)
    assert raw.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert raw.execute("SELECT count(*) FROM labels_in_words").fetchone() == (len(before["label"]),)
    raw.close()


def test_looking_at_a_database_of_before_leaves_every_byte(of_before: Path) -> None:
    before = of_before.read_bytes()
    database = open_adjudication(of_before, reading=True)
    database.sound()
    assert database.items()
    database.close()
    assert of_before.read_bytes() == before


def test_killed_in_the_middle_of_a_migration_it_is_one_of_before(of_before: Path) -> None:
    raw = sqlite3.connect(of_before, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    for statement in MIGRATIONS[1][:5]:
        raw.execute(statement)
    raw.close()
    open_adjudication(of_before).close()
    assert "agreement_snapshot" in rows_of(of_before)


@pytest.mark.parametrize(
    ("alter", "error", "says"),
    [
        ("DROP VIEW items_in_words", Tampered, "view items_in_words is not as it must be"),
        ("DROP TRIGGER agreement_snapshot_no_delete", Tampered, "trigger agreement_snapshot_no_delete"),
        ("CREATE TABLE more (x)", Tampered, "table more"),
        ("PRAGMA user_version=9", ReviewError, "newer version .format 9, this program reads 3."),
    ],
)
def test_what_was_altered_or_is_newer_is_refused(
    chain: Chain, tmp_path: Path, alter: str, error: type[Exception], says: str
) -> None:
    path = Path(shutil.copy(chain.database, tmp_path / "altered.sqlite"))
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(alter)
    raw.close()
    with pytest.raises(error, match=says):
        open_adjudication(path)


def test_what_a_later_migration_made_cannot_be_dropped_to_look_like_before(of_before: Path) -> None:
    raw = sqlite3.connect(of_before, isolation_level=None)
    raw.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
    raw.close()
    with pytest.raises(Tampered, match="is not as it must be"):
        open_adjudication(of_before)
