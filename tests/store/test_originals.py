"""No table of the adjudication database takes an update, a delete or a replacing insert, whoever asks for it."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from firered_review.core.errors import Tampered
from firered_review.store.adjudication import open_adjudication
from firered_review.store.adjudication_schema import KEYS, ORIGINALS
from tests.adjudications import Chain

NO = ("--recorded", "no", "--watched", "no", "--held-key", "no", "--yes")


def tables_of(raw: sqlite3.Connection) -> list[str]:
    """Return every table that the file itself says it has."""
    found = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for (name,) in found.fetchall()]


def unique_sets(raw: sqlite3.Connection, table: str) -> Iterator[list[str]]:
    """Yield the columns of every index by which a row may replace another, and the row's own number."""
    columns = raw.execute(f"PRAGMA table_info({table})").fetchall()
    yield [name for _, name, _, _, _, place in columns if place]
    for _, index, unique, *_ in raw.execute(f"PRAGMA index_list({table})").fetchall():
        if unique:
            yield [name for _, _, name in raw.execute(f"PRAGMA index_info({index})")]
    if not any(kind == "INTEGER" and place for _, _, kind, _, _, place in columns):
        yield ["rowid"]


def fill(raw: sqlite3.Connection, table: str) -> None:
    """Put a row of any values into a table that has none yet."""
    if raw.execute(f"SELECT 1 FROM {table}").fetchone():
        return
    raw.execute("PRAGMA foreign_keys=OFF")
    raw.execute("PRAGMA ignore_check_constraints=ON")
    kinds = [row[2] for row in raw.execute(f"PRAGMA table_info({table})")]
    row = [1 if kind == "INTEGER" else 0.5 if kind == "REAL" else "x" for kind in kinds]
    raw.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def replacing(raw: sqlite3.Connection, table: str, same: list[str]) -> tuple[str, list[object]]:
    """Return an insert that equals a row of the table in the columns given, and differs in every other key."""
    names = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
    keys = {name for one in unique_sets(raw, table) for name in one} - set(same)
    columns = [*names, *(["rowid"] if "rowid" in same else [])]
    row = raw.execute(f"SELECT {', '.join(columns)} FROM {table} LIMIT 1").fetchone()
    other = [
        (value + 1000 if isinstance(value, int) else "another") if name in keys else value
        for name, value in zip(columns, row, strict=True)
    ]
    marks = ", ".join("?" * len(columns))
    return f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({marks})", other


def test_every_table_is_one_that_the_schema_keeps_from_change(chain: Chain) -> None:
    with contextlib.closing(sqlite3.connect(chain.database)) as raw:
        assert set(tables_of(raw)) == set(KEYS)
        for table in tables_of(raw):
            assert next(unique_sets(raw, table)) == KEYS[table]
    assert set(ORIGINALS) < set(KEYS)


@pytest.mark.parametrize("table", sorted(KEYS))
def test_no_table_takes_an_update_a_delete_or_a_replacing_insert(chain: Chain, table: str) -> None:
    raw = sqlite3.connect(chain.database, isolation_level=None)
    fill(raw, table)
    names = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
    row = raw.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
    before = raw.execute(f"SELECT * FROM {table}").fetchall()
    marks = ", ".join("?" * len(row))
    instead = f"ON CONFLICT ({', '.join(KEYS[table])}) DO UPDATE SET {names[-1]} = 'x'"
    statements: list[tuple[str, list[object]]] = [
        *((f"UPDATE {table} SET {name} = {name}", []) for name in names),
        *((f"UPDATE OR REPLACE {table} SET {name} = {name}", []) for name in names),
        (f"DELETE FROM {table}", []),
        replacing(raw, table, KEYS[table]),
        (f"REPLACE INTO {table} VALUES ({marks})", list(row)),
        (f"INSERT INTO {table} VALUES ({marks}) {instead}", list(row)),
    ]
    for statement, values in statements:
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement, values)
        assert raw.execute(f"SELECT * FROM {table}").fetchall() == before
    raw.close()


@pytest.mark.parametrize("table", sorted(KEYS))
@pytest.mark.parametrize("asks", [False, True], ids=["as it comes", "with recursive triggers"])
def test_by_no_other_key_does_a_row_replace_one(chain: Chain, table: str, asks: bool) -> None:
    """SQLite runs no delete trigger for a row that an insert replaces, unless a program asks for it as ours does."""
    with contextlib.closing(sqlite3.connect(chain.database, isolation_level=None)) as raw:
        raw.execute(f"PRAGMA recursive_triggers={'ON' if asks else 'OFF'}")
        fill(raw, table)
        before = raw.execute(f"SELECT * FROM {table}").fetchall()
        for same in unique_sets(raw, table):
            statement, values = replacing(raw, table, same)
            with pytest.raises(sqlite3.IntegrityError, match=f"{table} "):
                raw.execute(statement, values)
        assert raw.execute(f"SELECT * FROM {table}").fetchall() == before


@pytest.mark.parametrize("what", ["trigger", "view", "table", "index"])
def test_a_database_that_lacks_a_part_is_refused_by_every_command(chain: Chain, tmp_path: Path, what: str) -> None:
    with contextlib.closing(sqlite3.connect(chain.database)) as raw:
        parts = raw.execute("SELECT name FROM sqlite_master WHERE type = ? AND sql NOT NULL", (what,)).fetchall()
    for (name,) in parts:
        path = tmp_path / "copy.sqlite"
        shutil.copy(chain.database, path)
        with contextlib.closing(sqlite3.connect(path)) as raw:
            raw.execute(f"DROP {what} {name}")
            raw.commit()
        with pytest.raises(Tampered, match=name):
            open_adjudication(path)
    assert len(parts) > 1
    path = str(path)
    for command, code in (
        (("check", path), 1),
        (("agreement", path), 3),
        (("freeze", path, *NO), 3),
        (("export", path, "--out", str(tmp_path / "out")), 3),
    ):
        done = CliRunner().invoke(main, command)
        assert (done.exit_code, path in done.output) == (code, True), done.output
