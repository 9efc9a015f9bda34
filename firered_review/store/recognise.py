"""Saying what a file or folder is that was opened in the wrong place, so that the refusal can name it."""

import contextlib
import gzip
import json
import sqlite3
import zlib
from pathlib import Path

_SEALED_LIMIT = 1 << 26
_OPENS = "opens for firered-review reconcile only"
_GZIP, _SQLITE = b"\x1f\x8b", b"SQLite format 3\0"


def recognise(path: Path) -> str | None:
    """Return what this is and where it belongs, as in "the sealed label set of bo, …"; null for what nobody knows.

    Nothing is changed by looking, not even beside a database.
    """
    with contextlib.suppress(OSError, ValueError, RecursionError):
        if path.is_dir():
            return _folder(path)
        return _file(path) if path.is_file() else None  # a pipe would never end
    return None


_BUNDLES = {
    "review": "a reviewer's bundle: open it with firered-review annotate, and seal it",
    "adjudication": "the adjudicator's bundle: open it with firered-review adjudicate",
    "training": "a training bundle, which is neither sealed nor reconciled: open it with firered-review train",
}


def _folder(path: Path) -> str | None:
    if (path / "bundle.json").is_file():
        head = json.loads((path / "bundle.json").read_bytes())
        return _BUNDLES.get(head.get("kind", "")) if isinstance(head, dict) else None
    if (path / "manifest.yaml").is_file():
        return "a recorded experiment, which no reviewer opens: firered-review blind makes bundles of it"
    if (path / "coordinator" / "sealed-key.json").is_file():
        return "the folder of all bundles: open the one with your name in it"
    if (path / "sealed-key.json").is_file():
        return "the coordinator's folder, which no reviewer opens"
    if (path / "trial.json").is_file():
        return "one trial: open the bundle's folder"
    if (path / "export.json").is_file():
        return "an export: open a bundle's folder"
    return None


def _file(path: Path) -> str | None:
    with path.open("rb") as file:
        head = file.read(16)
    if head.startswith(_GZIP) or path.suffix == ".sealed":
        return _compressed(path)
    if head == _SQLITE:
        return _database(path)
    if path.suffix == ".json":
        return _json(path)
    return None


def _compressed(path: Path) -> str:
    try:
        with gzip.open(path) as file:
            value = json.loads(file.read(_SEALED_LIMIT))
        if value["kind"] == "sealed-label-set":
            return f"the sealed label set of {value['reviewer']}: it {_OPENS}"
    except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, zlib.error):
        pass
    return f"a sealed label set, damaged: it {_OPENS}" if path.suffix == ".sealed" else "a compressed file"


def _database(path: Path) -> str:
    try:
        held = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        return "a damaged database"
    try:
        tables = {row[0] for row in held.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return "a damaged database"
    finally:
        held.close()
    if {"owner", "revision"} <= tables:
        return "the label file of a bundle: open the bundle's folder"
    if {"item", "judgement"} <= tables:
        return "an adjudication database: open it with firered-review adjudicate"
    if "picture" in tables or "frame" in tables:
        return "the pictures of a trial: open the bundle's folder"
    return "a database of another program"


def _json(path: Path) -> str | None:
    value = json.loads(path.read_bytes()[:_SEALED_LIMIT])
    if not isinstance(value, dict):
        return None
    if {"secret", "trials"} <= value.keys():
        return "the coordinator's key, which no reviewer may open"
    if {"commitment", "reviewer", "files"} <= value.keys():
        return "the header of a bundle: open the folder it lies in"
    return None
