"""A recorder killed at any moment loses nothing that was committed."""

import re
import subprocess
import sys
from pathlib import Path


def test_a_recorder_killed_at_random_moments_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.evidence.kills", str(tmp_path), "25", "7"],
        cwd=Path(__file__).parents[2],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    counted = re.search(r"25 kills, (\d+) decisions", done.stdout)
    assert counted is not None
    assert int(counted[1]) >= 13
