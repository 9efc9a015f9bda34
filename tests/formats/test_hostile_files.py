"""Files that are not what they seem end in one sentence that names them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from firered_review.core.errors import ReviewError
from firered_review.store.checking import check
from harness.formats.codebook import Codebook
from harness.formats.errors import BadFile
from harness.formats.files import load_yaml, read_bytes, read_yaml
from harness.formats.manifest import Budgets


@pytest.mark.parametrize("value", ["9" * 5000, "2026-13-99", "!!binary x", "? {}\n: 1", "0x" + "f" * 9000])
def test_a_yaml_value_that_cannot_be_built_is_named(value: str, tmp_path: Path) -> None:
    path = tmp_path / "codebook.yaml"
    path.write_text(f"version: {value}\n")
    with pytest.raises(BadFile, match=r"codebook\.yaml"):
        read_yaml(path, Codebook)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("budgets: {a: 1}\nlimitations: []\nbudgets: {a: 2}\n", "(line 3: the key 'budgets' stands twice)"),
        ("a: {b: 1, b: 2}\n", "(line 1: the key 'b' stands twice)"),
        ("limitations: &a [*a]\n", "(line 1: an alias is not allowed)"),
        ("a: &x [1]\nb: *x\n", "(line 2: an alias is not allowed)"),
    ],
)
def test_a_key_that_stands_twice_or_a_value_that_stands_in_itself_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadFile, match=re.escape(f"manifest.yaml is not YAML {words}.")):
        load_yaml(text, "manifest.yaml")


@pytest.mark.parametrize("value", ["yes", "'2'", "2.0", "true"])
def test_a_whole_number_is_written_as_one(value: str, tmp_path: Path) -> None:
    path = tmp_path / "budgets.yaml"
    path.write_text(f"accepted_actions: {value}\nmodel_decisions: 5\nwall_time_minutes: 5\ntotal_cost_usd: null\n")
    with pytest.raises(BadFile, match="accepted_actions"):
        read_yaml(path, Budgets)


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "freeze.json"
    os.mkfifo(pipe)
    with pytest.raises(BadFile, match="is no plain file"):
        read_bytes(pipe)
    database = tmp_path / "answer.sqlite"
    os.mkfifo(database)
    with pytest.raises(ReviewError, match="is no key"):
        check(database)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names themselves")
def test_a_name_that_is_not_utf8_can_be_told(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff\xfebad"
    done = subprocess.run(
        [sys.executable, "-m", "harness", "new", folder],
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "\\udcff\\udcfebad" in done.stdout
