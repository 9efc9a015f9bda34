"""What a machine without the emulator is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.emulator.binding import check_python, require_emulator
from harness.formats.errors import MissingPiece

ROOT = Path(__file__).parents[2]
ASK = (
    "from harness.emulator.mgba_core import require_emulator\n"
    "from harness.formats.errors import MissingPiece\n"
    "try:\n    require_emulator()\n"
    "except MissingPiece as fault:\n    print(fault)\n"
)


def told(folder: Path, variable: str) -> str:
    environment = {**os.environ, variable: str(folder)}
    arguments = [sys.executable, "-c", ASK]
    return subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True, text=True, env=environment).stdout


def test_here_is_an_emulator() -> None:
    require_emulator()


@pytest.mark.parametrize("version", [(3, 9), (3, 12), (3, 13), (4, 0)])
def test_another_python_is_refused_before_the_import_that_would_hang(version: tuple[int, int]) -> None:
    with pytest.raises(MissingPiece, match=f"this is {version[0]}.{version[1]}"):
        check_python(version)


@pytest.mark.skipif(sys.platform != "linux", reason="the loader's search path is Linux's")
def test_a_library_that_cannot_be_loaded_is_named_with_its_fix(tmp_path: Path) -> None:
    (tmp_path / "libmgba.so.0.10").write_bytes(b"not a library")
    sentence = told(tmp_path, "LD_LIBRARY_PATH")
    assert "apt-get install libmgba0.10 " in sentence
    assert "libmgba0.10t64" in sentence
    assert sentence.count("\n") == 1


def package(folder: Path, pylib: str) -> Path:
    (folder / "mgba").mkdir()
    (folder / "mgba" / "__init__.py").touch()
    (folder / "mgba" / "_pylib.py").write_text(pylib, encoding="utf-8")
    return folder


def test_a_library_of_another_version_is_refused(tmp_path: Path) -> None:
    pylib = (
        "class ffi:\n    string = staticmethod(lambda version: version)\nclass lib:\n    projectVersion = b'0.11.0'\n"
    )
    assert "mGBA 0.11.0, but only 0.10.x works" in told(package(tmp_path, pylib), "PYTHONPATH")


def test_a_machine_without_the_package_is_told_the_extra() -> None:
    hidden = "import importlib.util\nfind = importlib.util.find_spec\n"
    hidden += "importlib.util.find_spec = lambda name, *rest: None if name == 'mgba' else find(name, *rest)\n"
    done = subprocess.run([sys.executable, "-c", hidden + ASK], cwd=ROOT, check=True, capture_output=True, text=True)
    assert "pip install 'firered-review[record]'" in done.stdout


def test_importing_the_core_imports_no_emulator() -> None:
    script = "import sys, harness.emulator.mgba_core, harness.replay; print('mgba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == "False\n"
