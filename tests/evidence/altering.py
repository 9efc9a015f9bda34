"""Altering a recorded package, and hiding it behind renewed sums, as somebody would who wants to."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.evidence.sums import write_sums
from harness.evidence.verify import ChecklistItem

ALDER = "trials/alder-01"


def failing(items: list[ChecklistItem]) -> dict[int, str]:
    return {item.number: " ".join(item.findings) for item in items if item.verdict == "fail"}


def resealed(experiment: Path) -> Path:
    """Renew the sums over an alteration, as somebody would who wants to hide it."""
    (experiment / "SHA256SUMS").unlink()
    write_sums(experiment)
    return experiment


def alter_line(experiment: Path, name: str, line: int, change: Callable[[dict[str, Any]], object]) -> Path:
    path = experiment / name
    lines = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return resealed(experiment)


def alter_json(experiment: Path, name: str, change: Callable[[dict[str, Any]], object]) -> Path:
    path = experiment / name
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record)
    path.write_text(json.dumps(record), encoding="utf-8")
    return resealed(experiment)
