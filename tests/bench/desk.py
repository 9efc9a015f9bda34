"""Rows of the reviewer's desk: the real annotate window, trials of 25,000 and 100,000 frames; 10,000 labels in one."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.row import Row, at_most
from tests.bundles import PRESS, make_bundle

ROOT = Path(__file__).parents[2]
OPENINGS = 5
MEDIUM = (1_200, 25_000)
LONG = (4_800, 100_000)
LABELS = 10_000


def measure() -> Iterator[Row]:
    """Yield the desk's rows; each opening is a process of its own, drawn offscreen."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:  # on a disk that syncs, unlike many a /tmp
        medium, long = (bundle(Path(name) / str(size[1]), *size) for size in (MEDIUM, LONG))
        _window("label", long, LABELS)
        opened = {path: [_window("open", path)["open_s"] for _ in range(OPENINGS)] for path in (medium, long)}
        yield at_most(
            "open a trial of 1,200 decisions and 25,000 frames, to the first frame", median(opened[medium]), 0.5, " s"
        )
        yield at_most("open one of 100,000 frames with 10,000 labels", median(opened[long]), 2, " s")
        used = _window("use", long)
        yield at_most("key press → painted frame, warm, 95 of 100 within", used["step_ms"], 16, " ms")
        yield at_most("key press → painted frame, random jump, 95 of 100 within", used["jump_ms"], 33, " ms")
        yield at_most(
            f"key press → label on disk and screen, {LABELS:,} there, 95 of 100 within", used["label_ms"], 30, " ms"
        )
        yield at_most("memory of the window on 100,000 frames, at most ever", used["memory_mb"], 600, " MB")


def bundle(folder: Path, decisions: int, frames: int) -> Path:
    """Write a bundle of one trial with so many decisions and at least so many frames."""
    settle = -(-frames // decisions) - PRESS
    return make_bundle(folder, codenames=("brisk-otter",), decisions=decisions, settle=settle)


def _window(*words: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.desk_window", *map(str, words)],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told
