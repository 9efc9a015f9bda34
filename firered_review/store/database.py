"""Opening a database of ours: its schema compared to the letter, its faults told in plain sentences."""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from sqlite_utils import Database

from firered_review.core.errors import ReviewError, Tampered

Migrations = Sequence[Sequence[str]]
"""Statements of a schema, one migration after the other; a file's version is how many of them it has had."""


def append_only(table: str, key: Sequence[str]) -> list[str]:
    """Return triggers that refuse any update, delete or replacing insert of a table's rows."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in key)
    refuse = f"SELECT RAISE(ABORT, '{table} is only ever added to')"
    held = f"SELECT RAISE(ABORT, '{table} holds that row already')"
    there = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - our own names
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} BEGIN {refuse}; END",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN {refuse}; END",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {there} BEGIN {held}; END",
    ]


def open_database(path: Path, migrations: Migrations, what: str, *, create: bool, reading: bool = False) -> Database:
    """Open a database and make sure that its schema is what the migrations it has had made of it, to the letter.

    A new file gets all of them, one of before those it lacks; a migration only adds tables, views and triggers. With
    ``reading`` nothing is written, so that the file may lie where nothing can be, and a file of before stays as it is.

    Raises:
        ReviewError: there is no such file, it is no such database, it is damaged, in use, or from a newer version.
        Tampered: a table, view or trigger is not what it must be.
    """
    fresh = not path.exists() or (create and path.is_file() and path.stat().st_size == 0)  # killed while being made
    if path.is_symlink() or (fresh and not create) or not (fresh or path.is_file()):
        raise ReviewError(f"{path} is not {what}.")
    connection: sqlite3.Connection | None = None
    with known_faults(path):
        try:
            where = f"{path.resolve().as_uri()}?mode=ro" if reading else path
            connection = sqlite3.connect(where, uri=reading, isolation_level=None, timeout=5)
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA foreign_keys=ON")
            had = 0 if fresh else _had(connection, path, migrations, what)
            if not reading:
                if had < len(migrations):
                    _migrate(connection, path, migrations, what)
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            if connection is not None:
                connection.close()
            raise
    return Database(connection, recursive_triggers=True, execute_plugins=False)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations, what: str) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        there = connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # another program may have made it
        for migration in migrations[_had(connection, path, migrations, what) if there else 0 :]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={len(migrations)}")


def _had(connection: sqlite3.Connection, path: Path, migrations: Migrations, what: str) -> int:
    """Return how many of the migrations a file has had."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(migrations):
        raise ReviewError(
            f"{path} was written by a newer version (format {version}, this program reads {len(migrations)}): "
            "update FireRed Review and try again."
        )
    found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    made = [set(itertools.chain(*migrations[:had])) for had in range(len(migrations) + 1)]
    had = next((had for had in range(len(migrations), max(version, 1) - 1, -1) if made[had] == found), None)
    if had is not None:
        return had
    if not found & {one for one in made[-1] if one.startswith("CREATE TABLE")}:
        raise ReviewError(f"{path} is not {what}.")
    wanted = made[max(version, 1)]
    lost = sorted(_named(one) for one in wanted - found) or sorted(_named(one) for one in found - wanted)
    raise Tampered(
        f"{path} was altered from outside: {', '.join(lost[:3])} is not as it must be; use a copy made before."
    )


def _named(statement: str) -> str:
    return " ".join(statement.split("(")[0].split()[1:3]).lower()


@contextlib.contextmanager
def written(db: Database, path: Path) -> Iterator[None]:
    """One transaction that is on disk when it ends; a fault takes everything in it back. Inside another it joins it."""
    if db.conn.in_transaction:
        yield
        return
    with known_faults(path):
        db.conn.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            db.conn.execute("ROLLBACK")
            raise
        db.conn.execute("COMMIT")


@contextlib.contextmanager
def one_reading(db: Database) -> Iterator[None]:
    """Whatever is read inside is of one moment, whoever writes meanwhile."""
    if db.conn.in_transaction:
        yield
        return
    db.conn.execute("BEGIN")
    try:
        yield
    finally:
        if db.conn.in_transaction:
            db.conn.execute("ROLLBACK")


@contextlib.contextmanager
def known_faults(path: Path) -> Iterator[None]:
    """Turn what SQLite says about the machine or the file into one plain sentence."""
    try:
        yield
    except sqlite3.IntegrityError as fault:
        raise ReviewError(f"{path}: {fault}.") from None
    except UnicodeDecodeError:
        raise ReviewError(f"{path} is damaged or is no database of this program.") from None
    except sqlite3.DatabaseError as fault:
        words = str(fault)
        if "locked" in words:
            raise ReviewError(f"{path} is in use by another program: close it there and try again.") from None
        if "full" in words:
            raise ReviewError(f"{path} cannot be written, the disk is full: free some space and try again.") from None
        if "unable to open" in words or "readonly" in words:
            raise ReviewError(f"{path} cannot be opened for writing: check its folder and permissions.") from None
        if any(sign in words for sign in ("not a database", "malformed", "decode", "corrupt")):
            raise ReviewError(f"{path} is damaged or is no database of this program.") from None
        raise


def close(db: Database) -> None:
    """Close a database and leave nothing beside it."""
    with contextlib.suppress(sqlite3.Error):
        db.conn.execute("PRAGMA journal_mode=DELETE")
    db.close()


def dump(record: BaseModel) -> str:
    """Return a record as the JSON text that a column keeps."""
    return record.model_dump_json()


def row_of(db: Database, query: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
    """Return the first row of a query, or null."""
    found: tuple[Any, ...] | None = db.conn.execute(query, values).fetchone()
    return found
