"""Damage of every kind, done to a package by a seed.

``python -m tests.evidence.damage FOLDER COUNT SEED`` damages a small package again and again and prints every case in
which reading it ended in anything but findings and plain sentences.
"""

import json
import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random

from harness.evidence.reader import Experiment
from harness.evidence.recover import recover
from harness.evidence.verify import verify_experiment
from harness.formats.errors import HarnessError
from tests.evidence.experiments import recorded

HOSTILE: tuple[object, ...] = (
    None, -1, 0, 1 << 40, 1 << 70, 1.5, "", "../../../../etc/passwd", "\u0000", "a" * 100_000, [], {}, [[]] * 50, True,
    "=cmd()", "<img src=x>", {"a": {"b": 1}}, "\ud800",
)  # fmt: skip
KINDS = ("byte", "cut", "noise", "empty", "gone", "folder", "link", "pipe", "value", "key", "line", "deep", "bytes")


def damage(package: Path, draw: Random) -> str:
    """Damage one file of a package and say how."""
    path = draw.choice(sorted(p for p in package.rglob("*") if p.is_file() and not p.is_symlink()))
    kind = draw.choice(KINDS)
    if kind in ("value", "key", "line", "deep") and path.suffix in (".json", ".jsonl"):
        _alter_record(path, kind, draw)
    elif kind in ("gone", "folder", "link", "pipe"):
        path.unlink()
        if kind == "folder":
            path.mkdir()
        elif kind == "link":
            path.symlink_to(draw.choice(["/etc/passwd", "/", str(path.parent), str(path), "/dev/zero"]))
        elif kind == "pipe":
            os.mkfifo(path)
    else:
        path.write_bytes(_alter_bytes(path.read_bytes(), kind, draw))
    return f"{kind} in {path.relative_to(package)}"


def _alter_bytes(data: bytes, kind: str, draw: Random) -> bytes:
    place = draw.randrange(len(data)) if data else 0
    if kind == "cut":
        return data[:place]
    if kind == "noise":
        return draw.randbytes(draw.randrange(1, 5000))
    if kind == "empty":
        return b""
    if kind == "bytes":
        return data[:place] + draw.randbytes(64) + data[place + 64 :]
    return data[:place] + draw.randbytes(1) + data[place + 1 :]


def _alter_record(path: Path, kind: str, draw: Random) -> None:
    """Replace, drop, double or nest something in a record, so that it stays JSON."""
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = text.splitlines() if path.suffix == ".jsonl" else [text]
    if not lines:
        return
    place = draw.randrange(len(lines))
    try:
        record = json.loads(lines[place])
    except (ValueError, RecursionError):  # damaged before
        return
    keys = sorted(record) if isinstance(record, dict) else []
    if kind == "value" and keys:
        record[draw.choice(keys)] = draw.choice(HOSTILE)
    elif kind == "key" and keys:
        del record[draw.choice(keys)]
    elif kind == "line":
        lines.insert(place, lines[place])
    text = json.dumps(record)
    if kind == "deep":
        text = '{"a":' * 5000 + text + "}" * 5000
    lines[place] = text
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def surprises(package: Path) -> Iterator[str]:
    """Read a package in every way; yield the trace of whatever was no known error."""
    for read in (_verify, _journals, recover):
        try:
            read(package)
        except HarnessError as fault:
            if "\n" in str(fault) or len(str(fault)) > 2000:
                yield f"not a plain sentence: {fault!s:.300}"
        except Exception:  # noqa: BLE001 - finding what is not a known error is the purpose
            yield traceback.format_exc()


def _verify(package: Path) -> None:
    for item in verify_experiment(package, pictures=True):
        for sentence in item.findings:
            if "\n" in sentence:
                raise AssertionError(f"not a plain sentence: {sentence}")


def _journals(package: Path) -> None:
    for trial in Experiment(package).trials():
        trial.trace(), trial.attempts(), trial.inputs(), trial.memory(), trial.oracle(), trial.labels(), trial.torn
        with trial.frames as frames:
            frames.identities()
            frames.rgb(min(3, frames.count - 1))


def main(folder: Path, count: int, seed: int) -> int:
    """Damage ``count`` packages and report."""
    whole = recorded(folder / "whole")
    surprised = 0
    for number in range(count):
        draw = Random(f"{seed}/{number}")  # noqa: S311 - a test's variety, no secret
        package = folder / "damaged"
        shutil.copytree(whole, package)
        done = [damage(package, draw) for _ in range(draw.choice((1, 1, 1, 2, 5)))]
        for trace in surprises(package):
            surprised += 1
            sys.stdout.write(f"package {number} ({'; '.join(done)}):\n{trace}\n")
        shutil.rmtree(package)
    sys.stdout.write(f"{count} damaged packages, {surprised} surprises\n")
    return 1 if surprised else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
