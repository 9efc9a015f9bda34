"""The audit entries of an adjudication database: each holds the hash of the one before it."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlite_utils import Database

from firered_review.store.adjudication_schema import KEYS, ORIGINALS
from firered_review.store.database import row_of
from harness.formats.base import Sha256, canonical_json, sha256_hex, utc_now
from harness.formats.files import load_json

FIRST = "0" * 64


def write_entry(db: Database, what: str, detail: dict[str, Any]) -> Sha256:
    """Append an entry, inside the caller's transaction; return its hash."""
    row = row_of(db, "SELECT number, sha256 FROM audit ORDER BY number DESC LIMIT 1")
    number, previous = (1, FIRST) if row is None else (row[0] + 1, row[1])
    at = utc_now()
    text = canonical_json(detail).decode()
    digest = _digest(number, at, what, text, previous)
    values = (number, at, what, text, previous, digest)
    db.conn.execute("INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?)", values)
    return digest


def head(db: Database) -> Sha256:
    """Return the hash of the last entry."""
    row = row_of(db, "SELECT sha256 FROM audit ORDER BY number DESC LIMIT 1")
    return FIRST if row is None else str(row[0])


def fingerprint(db: Database, tables: Sequence[str] = ORIGINALS) -> dict[str, Sha256]:
    """Return table → SHA-256 over all of its rows, in order of their keys."""
    return {table: sha256_hex(canonical_json(_rows(db, table))) for table in tables}


def row_digest(table: str, row: Sequence[Any]) -> Sha256:
    """Return the SHA-256 of one row, as audit entries cite it."""
    return sha256_hex(canonical_json([table, *row]))


def faults(db: Database) -> Iterator[str]:
    """Yield one sentence for each thing in the database that its audit entries do not bear out.

    Raises:
        ReviewError: rows cannot be read at all.
    """
    broken = row_of(db, "PRAGMA integrity_check")
    if broken != ("ok",):
        yield f"SQLite finds it damaged ({'' if broken is None else broken[0]})"
        return
    previous, cited = FIRST, set()
    originals: dict[str, Any] | None = None
    items: set[str] = set()
    for number, at, what, text, before, digest in db.conn.execute("SELECT * FROM audit ORDER BY number"):
        if before != previous or _digest(number, at, what, text, before) != digest:
            yield f"audit entry {number} is not the one that was written"
            return
        detail = load_json(text, f"audit entry {number}")
        previous = digest
        cited.update(detail.get("rows", ()))
        if what in ("reconciled", "set added"):
            originals = detail["originals"]
            items.update(detail["items"])
    if originals is None:
        yield "it holds no entry of a reconciliation"
        return
    for table, digest in fingerprint(db).items():
        if originals.get(table) != digest:
            yield f"table {table} is not what reconcile wrote"
    yield from _unborne(db, cited | items)


def _unborne(db: Database, cited: set[str]) -> Iterator[str]:
    found: dict[str, str] = {}
    for table in ("item", "judgement", "shown", "closing", "agreement_snapshot", "freeze", "unblinding"):
        if not db.table(table).exists():  # a file of before, opened for reading alone
            continue
        for row in _rows(db, table):
            found[row_digest(table, row)] = f"table {table}, row {row[0]}"
    for digest in found.keys() - cited:
        yield f"{found[digest]} is in no audit entry"
    if cited - found.keys():
        yield f"{len(cited - found.keys())} rows that the audit entries name are gone or changed"


def _rows(db: Database, table: str) -> list[list[Any]]:
    order = ", ".join(KEYS[table])
    rows = db.conn.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608 - our own names
    return [[value.hex() if isinstance(value, bytes) else value for value in row] for row in rows]


def _digest(number: int, at: str, what: str, detail: str, previous: str) -> Sha256:
    return sha256_hex(canonical_json([number, at, what, detail, previous]))
