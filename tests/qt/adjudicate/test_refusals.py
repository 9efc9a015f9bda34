"""What does not open in the adjudication window is refused in a sentence, by the command, with nothing changed."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from tests.adjudications import Chain, make_chain


def adjudicate(database: Path, bundle: Path, *more: object) -> tuple[int, str]:
    """Give the command; return its exit code and its one line on stderr."""
    done = CliRunner().invoke(main, ["adjudicate", str(database), "--bundle", str(bundle), *map(str, more)])
    assert done.stderr.count("\n") == 1, done.output
    return done.exit_code, done.stderr.strip()


def test_without_a_display_it_says_what_else_can_be_done(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    code, said = adjudicate(chain.database, chain.adjudicator)
    assert (code, said.startswith("Error: There is no display to open a window on")) == (3, True)
    assert "--json FILE" in said
    assert "demo" not in said


def _newer(path: Path, chain: Chain) -> tuple[Path, Path]:
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version=9")
    raw.close()
    return path, chain.adjudicator


def _without_a_trigger(path: Path, chain: Chain) -> tuple[Path, Path]:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER judgement_no_update")
    raw.close()
    return path, chain.adjudicator


def _cut(path: Path, chain: Chain) -> tuple[Path, Path]:
    path.write_bytes(path.read_bytes()[:30_000])
    return path, chain.adjudicator


def _not_there(path: Path, chain: Chain) -> tuple[Path, Path]:
    path.unlink()
    return path, chain.adjudicator


def _sealed_set(path: Path, chain: Chain) -> tuple[Path, Path]:
    return chain.sealed[0], chain.adjudicator


def _reviewers_bundle(path: Path, chain: Chain) -> tuple[Path, Path]:
    return path, chain.bundles / "ada"


def _no_bundle(path: Path, chain: Chain) -> tuple[Path, Path]:
    return path, chain.experiment


def _empty_file(path: Path, chain: Chain) -> tuple[Path, Path]:
    path.write_bytes(b"")
    return path, chain.adjudicator


@pytest.mark.parametrize("more", [(), ("--json", "x.json")], ids=["window", "file"])
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_newer, "newer version"),
        (_without_a_trigger, "altered from outside: trigger judgement_no_update"),
        (_cut, "damaged"),
        (_not_there, "is not there: firered-review reconcile makes"),
        (_sealed_set, "sealed label set"),
        (_reviewers_bundle, "use firered-review annotate"),
        (_no_bundle, "is not a bundle but a recorded experiment"),
        (_empty_file, "not an adjudication database"),
    ],
)
def test_the_wrong_thing_is_refused_by_its_name(
    chain: Chain,
    tmp_path: Path,
    spoil: Callable[[Path, Chain], tuple[Path, Path]],
    words: str,
    more: tuple[str, ...],
) -> None:
    path = Path(shutil.copy(chain.database, tmp_path / "odd name – ü'.sqlite"))
    database, bundle = spoil(path, chain)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    code, said = adjudicate(database, bundle, *(tmp_path / one if "." in one else one for one in more))
    assert code == 3
    assert said.startswith("Error: ")
    assert words in said
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_another_experiments_bundle_is_refused(chain: Chain, tmp_path: Path) -> None:
    other = make_chain(tmp_path / "other", reconciled=False)
    database = Path(shutil.copy(chain.database, tmp_path / "answer.sqlite"))
    code, said = adjudicate(database, other.adjudicator)
    assert code == 3
    assert "is not the adjudicator's bundle that belongs to" in said


def test_a_database_that_another_program_holds_is_refused(chain: Chain, tmp_path: Path) -> None:
    database = Path(shutil.copy(chain.database, tmp_path / "answer.sqlite"))
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    code, said = adjudicate(database, chain.adjudicator)
    holder.close()
    assert code == 3
    assert "is in use by another program: close it there and try again" in said
