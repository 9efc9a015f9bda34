"""Tables as files: a real CSV writer with dangerous cells neutralised, and JSON lines; whole or not at all."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.formats.files import write_whole

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "−")


def csv_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return a CSV file in UTF-8; null is an empty cell, true and false are words, records are JSON in one cell.

    A text that a spreadsheet would run as a formula gets an apostrophe in front.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)  # lines end as RFC 4180 says; with a bare \n the writer leaves \r unquoted
    writer.writerow([_neutral(column) for column in columns])
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue().encode("utf-8")


def lines_bytes(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return a JSONL file in UTF-8."""
    dumped = (json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False) for row in rows)
    return "".join(f"{line}\n" for line in dumped).encode("utf-8")


def json_bytes(value: Any) -> bytes:
    """Return an indented JSON file in UTF-8."""
    return (json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its records of single values spread over columns named ``outer.inner``."""
    found: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            found.update({f"{name}.{key}": inner for key, inner in flat(value).items()})
        else:
            found[name] = value
    return found


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, making it when it is not there; each is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        write_whole(folder / name, data)
    return [folder / name for name in files]


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return _neutral(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
    return _neutral(value) if isinstance(value, str) else value


def _neutral(text: str) -> str:
    return f"'{text}" if text.startswith(_DANGEROUS) else text
