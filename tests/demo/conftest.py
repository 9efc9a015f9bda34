"""One demonstration for all of these tests: it takes a minute, and it is what a newcomer runs."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest


class Demo(NamedTuple):
    """The folder of a whole demonstration and what it printed."""

    out: Path
    printed: str

    @property
    def experiment(self) -> Path:
        return self.out / "experiment"


def command(module: str, *arguments: object, code: int = 0, cwd: Path | None = None) -> str:
    """Run a command of the product in a process of its own and return all it printed."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=cwd
    )
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert "Traceback" not in said
    return said


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    out = tmp_path_factory.mktemp("demonstration") / "demo"
    return Demo(out, command("firered_review", "demo", "--headless", "--out", out))
