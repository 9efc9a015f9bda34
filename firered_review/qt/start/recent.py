"""What was opened lately, kept in one small file of this person's configuration."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from PySide6.QtCore import QStandardPaths

from harness.formats.files import write_whole

_KEPT = 8


class Recent(NamedTuple):
    """One thing that was opened: a bundle, or a database with its adjudicator's bundle."""

    kind: Literal["bundle", "database"]
    path: Path
    bundle: Path | None = None


def recent_file() -> Path:
    """Return where the list is kept."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / "recent.json"


def read_recent(file: Path) -> list[Recent]:
    """Return what is in the list, still there or not; a damaged list is an empty one."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        found = [Recent(row["kind"], Path(row["path"]), Path(row["bundle"]) if row["bundle"] else None) for row in rows]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [one for one in found if one.kind in ("bundle", "database")]


def remember(file: Path, opened: Recent) -> None:
    """Put what was opened first in the list."""
    _write(file, [opened, *(one for one in read_recent(file) if one.path != opened.path)][:_KEPT])


def forget(file: Path, gone: Recent) -> None:
    """Take an entry off the list; what it names is not touched."""
    _write(file, [one for one in read_recent(file) if one.path != gone.path])


def _write(file: Path, kept: Sequence[Recent]) -> None:
    rows = [
        {"kind": one.kind, "path": str(one.path), "bundle": str(one.bundle) if one.bundle else None} for one in kept
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(rows, ensure_ascii=False, indent=1).encode())
