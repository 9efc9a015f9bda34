"""Experiments that the tests of evidence share."""

import shutil
from pathlib import Path

import pytest

from tests.evidence.experiments import recorded, scaffold


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment with four trials that no test may touch."""
    return recorded(tmp_path_factory.mktemp("whole") / "small")


@pytest.fixture
def experiment(whole: Path, tmp_path: Path) -> Path:
    """A copy of the experiment with four trials, to do anything to."""
    return shutil.copytree(whole, tmp_path / "experiment" / "small", symlinks=True)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A frozen experiment without trials."""
    return scaffold(tmp_path / "small")
