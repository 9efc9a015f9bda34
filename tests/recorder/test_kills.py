"""A recording killed at any moment is read, reported, and the schedule does the right thing next."""

import re
import subprocess
import sys
from pathlib import Path


def test_after_kills_at_random_moments_the_schedule_goes_on_as_it_should(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.recorder.kills", str(tmp_path), "20", "7"],
        cwd=Path(__file__).parents[2],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    counted = re.search(r"20 kills, (\d+) of them in a trial that had begun, (\d+) torn lines", done.stdout)
    assert counted is not None
    assert int(counted[1]) >= 8
    assert int(counted[2]) >= 1
