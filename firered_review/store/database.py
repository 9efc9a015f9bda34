"""Opening a database of ours: its schema compared to the letter, its faults told in plain sentences."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from sqlite_utils import Database

from firered_review.core.errors import ReviewError, Tampered

SCHEMA_VERSION = 1


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


def open_database(
    path: Path,
    schema: Sequence[str],
    what: str,
    *,
    create: bool,
    grown: Sequence[str] = (),
    reading: bool = False,
) -> Database:
    """Open a database and make sure that its schema is the one given; a new file gets it.

    ``grown`` are statements of the schema that a file of before lacks altogether; it gets them. With
    ``reading`` nothing is written, so that the file may lie where nothing can be.

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
            if fresh:
                _create(connection, schema)
            elif grown:
                _grow(connection, schema, grown)
            _check(connection, path, schema, what)
            if not reading:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            if connection is not None:
                connection.close()
            raise
    return Database(connection, recursive_triggers=True, execute_plugins=False)


def _create(connection: sqlite3.Connection, schema: Sequence[str]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():  # another program made it meanwhile
        connection.execute("ROLLBACK")
        return
    for statement in schema:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _grow(connection: sqlite3.Connection, schema: Sequence[str], grown: Sequence[str]) -> None:
    found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    if found == set(schema) - set(grown):
        connection.execute("BEGIN IMMEDIATE")
        for statement in grown:
            connection.execute(statement.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
        connection.execute("COMMIT")


def _check(connection: sqlite3.Connection, path: Path, schema: Sequence[str], what: str) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise ReviewError(
            f"{path} was written by a newer version (format {version}, this program reads {SCHEMA_VERSION}): "
            "update FireRed Review and try again."
        )
    found = {row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    wanted = set(schema)
    if found == wanted:
        return
    if not found & {one for one in wanted if one.startswith("CREATE TABLE")}:
        raise ReviewError(f"{path} is not {what}.")
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
