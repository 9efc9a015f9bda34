"""``check`` says of every kind of file what it is and what is wrong with it, in one plain sentence."""

import gzip
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from tests.adjudications import Chain, make_chain

Make = Callable[[Chain, Path], Path]


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """A reconciled database and all it came from."""
    return make_chain(tmp_path_factory.mktemp("checking"))


def made(name: str, data: bytes) -> Make:
    def make(_: Chain, folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return make


def pipe(name: str) -> Make:
    def make(_: Chain, folder: Path) -> Path:
        os.mkfifo(folder / name)
        return folder / name

    return make


CASES: list[tuple[Make, int, str]] = [
    (lambda chain, folder: folder / "gone.sealed", 3, "gone.sealed is missing."),
    (lambda chain, folder: folder / "gone", 3, "gone is missing."),
    (lambda chain, folder: chain.experiment, 3, "is no bundle but a recorded experiment"),
    (lambda chain, folder: chain.bundles, 3, "is no bundle but the folder of all bundles"),
    (lambda chain, folder: chain.key.parent, 3, "is no bundle but the coordinator's folder"),
    (lambda chain, folder: chain.bundles / "ada" / "labels.sqlite", 3, "but the label file of a bundle"),
    (lambda chain, folder: next(chain.adjudicator.glob("trials/*/motion.sqlite")), 3, "but the pictures of a trial"),
    (lambda chain, folder: folder, 1, "is not a bundle: it has no bundle.json."),
    (pipe("a.sealed"), 1, "a.sealed is no plain file."),
    (pipe("a.json"), 1, "a.json is no plain file."),
    (pipe("a.sqlite"), 3, "a.sqlite is no key, sealed set, bundle or adjudication database"),
    (made("a.sealed", b""), 1, "a.sealed is no sealed file, or was cut off or changed"),
    (made("a.json", b""), 1, "a.json is not JSON (line 1"),
    (made("a.json", b"[" * 200_000), 1, "a.json is nested too deeply to be a record."),
    (made("a.sealed", gzip.compress(b"[" * 200_000, mtime=0)), 1, "a.sealed is nested too deeply to be a record."),
    (made("a.json", b'{"schema_version": %b}' % (b"9" * 9000)), 1, "a number in it has too many digits"),
    (made("a.sealed", gzip.compress(b'{"schema_version": 9}', mtime=0)), 1, "was written by a newer version"),
]


@pytest.mark.parametrize(("make", "code", "said"), CASES)
def test_it_says_what_a_file_is_or_why_it_is_not(
    make: Make, code: int, said: str, chain: Chain, tmp_path: Path
) -> None:
    done = CliRunner().invoke(main, ["check", str(make(chain, tmp_path))])
    assert done.exit_code == code, done.output
    assert said in done.output
    assert "Traceback" not in done.output


def test_what_is_whole_passes(chain: Chain, tmp_path: Path) -> None:
    strange = tmp_path / "it's a \u00e9 \u2014 name \n of two lines.sqlite"
    shutil.copy(chain.database, strange)
    for path in (chain.key, *chain.sealed, chain.adjudicator, chain.adjudicator / "bundle.json", strange):
        done = CliRunner().invoke(main, ["check", str(path)])
        assert done.exit_code == 0, done.output
