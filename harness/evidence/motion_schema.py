"""The two tables of a motion store, and how its file is finished."""

import os
import sqlite3
from pathlib import Path

SCHEMA = (
    "CREATE TABLE picture(id INTEGER PRIMARY KEY, sha256 BLOB UNIQUE NOT NULL, png BLOB NOT NULL)",
    "CREATE TABLE frame(number INTEGER PRIMARY KEY, picture INTEGER NOT NULL REFERENCES picture)",
)
LEFTOVERS = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite leaves beside a database that was not closed."""


def settle(db: sqlite3.Connection, path: Path) -> None:
    """Close a database in ``journal_mode=DELETE``, synced, with nothing left beside it."""
    db.execute("PRAGMA journal_mode=TRUNCATE")  # an empty journal of a killed process goes only from here
    mode = db.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
    db.close()
    if mode != "delete":
        raise OSError(f"{path.name} is open elsewhere")
    with path.open("rb") as file:
        os.fsync(file.fileno())
