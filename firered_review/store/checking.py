"""Checking the hashes of a key, a sealed set, a bundle, a database or an export by itself."""

import os
import sqlite3
from pathlib import Path
from typing import NamedTuple

from firered_review.core.errors import ReviewError
from firered_review.store import audit
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import HEADER, Bundle
from firered_review.store.exporting import HEADER as EXPORT
from firered_review.store.freezing import frozen_record
from firered_review.store.recognise import recognise
from firered_review.store.sealed_key import read_key
from firered_review.store.sealing import ENDING, read_sealed
from firered_review.store.tables import json_bytes
from firered_review.store.unblinded import unblinding_of
from harness.evidence.places import plain_file
from harness.formats.base import canonical_json, sha256_hex
from harness.formats.errors import HarnessError
from harness.formats.files import load_json, read_bytes

_OTHER_DATABASES = ("the label file", "the pictures")


class Check(NamedTuple):
    """What a file is, what is known of it, and what is wrong with it."""

    what: str
    facts: dict[str, str]
    findings: list[str]


def check(path: Path) -> Check:
    """Check one file or folder of the reviewing chain.

    Raises:
        ReviewError: it is missing, or none of them; the sentence says what it is.
    """
    if not os.path.lexists(path):
        raise ReviewError(f"{path} is missing.")
    if (path / EXPORT).is_file():
        return _export(path)
    found = recognise(path)
    if path.is_dir() and not (path / HEADER).exists() and found is not None:
        raise ReviewError(f"{path} is no bundle but {found}.")
    if path.is_dir():
        return _bundle(path)
    if path.name == HEADER and path.is_file():
        return _bundle(path.parent)
    if path.suffix == ENDING:
        return _sealed(path)
    if path.suffix == ".json":
        return _key(path)
    if _is_sqlite(path) and (found is None or not found.startswith(_OTHER_DATABASES)):
        return _database(path)
    if found is not None:
        raise ReviewError(f"{path} is no key, sealed set, bundle or adjudication database but {found}.")
    raise ReviewError(f"{path} is no key, sealed set, bundle or adjudication database: name one of these.")


def _bundle(path: Path) -> Check:
    try:
        bundle = Bundle(path)
    except (ReviewError, HarnessError) as fault:
        return Check("bundle", {}, [str(fault)])
    header = bundle.header
    facts = {
        "reviewer": header.reviewer,
        "kind": header.kind,
        "commitment": header.commitment,
        "sums at blinding": header.sums_sha256,
        "trials": str(len(header.trials)),
        "sha256": bundle.sha256,
    }
    findings = []
    for relative in header.files:
        try:
            bundle.verify_one(relative)
        except (ReviewError, HarnessError) as fault:
            findings.append(str(fault))
    return Check("bundle", facts, findings)


def _export(path: Path) -> Check:
    try:
        raw = read_bytes(plain_file(path, EXPORT))
        head = load_json(raw, str(path / EXPORT))
        files = head["files"] if isinstance(head, dict) and isinstance(head.get("files"), dict) else None
        if files is None:
            return Check("export", {}, [f"{path / EXPORT} does not say which files there are."])
        wrong = [name for name, digest in files.items() if sha256_hex(read_bytes(plain_file(path, name))) != digest]
    except HarnessError as fault:
        return Check("export", {}, [str(fault)])
    rest = {name: value for name, value in head.items() if name != "digest"}
    if head.get("digest") != sha256_hex(canonical_json(rest)) or json_bytes(head) != raw:
        wrong.insert(0, EXPORT)
    strange = sorted({one.name for one in path.iterdir()} - {EXPORT, *files})
    findings = [f"{path / name} is not the file that was exported." for name in wrong]
    return Check("export", dict(files), [*findings, *(f"{path / name} was not exported." for name in strange)])


def _sealed(path: Path) -> Check:
    try:
        sealed, digest = read_sealed(path)
    except (ReviewError, HarnessError) as fault:
        return Check("sealed set", {}, [str(fault)])
    facts = {
        "reviewer": sealed.reviewer,
        "sealed": sealed.sealed_utc,
        "commitment": sealed.commitment,
        "sums at blinding": sealed.sums_sha256,
        "labels": str(sum(len(one.labels) for one in sealed.sets)),
        "sha256": digest,
    }
    return Check("sealed set", facts, [])


def _key(path: Path) -> Check:
    try:
        key = read_key(path)
    except (ReviewError, HarnessError) as fault:
        return Check("key", {}, [str(fault)])
    facts = {"commitment": key.commitment, "sums at blinding": key.key.sums_sha256, "trials": str(len(key.key.trials))}
    loose = path.stat().st_mode & 0o077
    findings = [f"{path} can be read by others: run chmod 600 on it."] if loose else []
    return Check("key", facts, findings)


def _database(path: Path) -> Check:
    try:
        db = open_adjudication(path, reading=True)
    except ReviewError as fault:
        return Check("adjudication database", {}, [str(fault)])
    try:
        facts = {
            "commitment": db.commitment,
            "sums at blinding": db.sums_sha256,
            "items": str(len(db.items())),
            "frozen": "yes" if db.frozen else "no",
            "unblinded": "yes" if db.unblinded else "no",
            "audit head": audit.head(db.db),
            **{f"sealed set of {one.reviewer}": one.sha256 for one in db.set_rows()},
        }
        with db.plainly():
            findings = [f"{path}: {fault}." for fault in audit.faults(db.db)]
        if db.frozen:
            frozen_record(db)
        if db.unblinded:
            unblinding_of(db)
        return Check("adjudication database", facts, findings)
    except (ReviewError, HarnessError) as fault:
        return Check("adjudication database", {}, [str(fault)])
    finally:
        db.close()


def _is_sqlite(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except (OSError, sqlite3.Error):
        return False
