"""Damaged and hostile packages end in findings and plain sentences."""

import subprocess
import sys
from pathlib import Path


def test_damaged_and_hostile_packages_are_plain_sentences_and_never_tracebacks(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.evidence.damage", str(tmp_path), "80", "5"],
        cwd=Path(__file__).parents[2],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert done.stdout == "80 damaged packages, 0 surprises\n"
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]
