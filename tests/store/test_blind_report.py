"""After unblinding `agreement` says whether it was blind: from real sealed files, in words and as JSON."""

import contextlib
import json
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from click.testing import CliRunner

from firered_review.cli import main
from firered_review.store.adjudication import open_adjudication
from firered_review.store.blind import blind
from firered_review.store.bundle import open_bundle
from firered_review.store.freezing import freeze, unblind
from firered_review.store.labels import LabelStore
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import read_key
from firered_review.store.sealing import seal
from harness.formats.labels import Declaration, Guess
from tests.adjudications import NOT_INVOLVED, codenames
from tests.experiments import make_experiment

TRIALS = 2
Group = Literal["first", "second", "unsure"]
TURNED: dict[str, Group] = {"alder-01": "second", "alder-02": "second", "birch-01": "first", "birch-02": "unsure"}
"""Three of three right once the two names are exchanged."""
HALF: dict[str, Group] = {"alder-01": "first", "alder-02": "second", "birch-01": "second", "birch-02": "second"}
"""Three of four right as it stands."""


class Told(NamedTuple):
    """What the command said before and after unblinding."""

    before: str
    after: str
    reports: list[dict[str, Any]]


def command(path: Path, *more: str) -> str:
    done = CliRunner().invoke(main, ["agreement", str(path), *more])
    assert done.exit_code == 0, done.output
    return done.stdout


def seal_guess(experiment: Path, key: Path, folder: Path, groups: dict[str, Group], declared: Declaration) -> Path:
    bundle = open_bundle(folder)
    store = LabelStore(folder, bundle.header.reviewer, bundle)
    names = codenames(experiment, read_key(key), bundle.header.reviewer)
    path, _ = seal(bundle, store, declared, Guess(groups={names[trial]: one for trial, one in groups.items()}))
    store.close()
    bundle.close()
    return path


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder = tmp_path_factory.mktemp("guessed")
    experiment = make_experiment(folder / "experiment", TRIALS)
    key = blind(experiment, folder / "bundles", ["ada", "bo"]).key
    watched = NOT_INVOLVED.model_copy(update={"watched": True})
    sealed = [
        seal_guess(experiment, key, folder / "bundles" / "ada", TURNED, NOT_INVOLVED),
        seal_guess(experiment, key, folder / "bundles" / "bo", HALF, watched),
    ]
    path = folder / "adjudication.sqlite"
    reconcile(path, experiment, key, sealed)
    before = command(path)
    assert json.loads(command(path, "--json"))["blindness"] == []
    with contextlib.closing(open_adjudication(path)) as db:
        for one in db.conflicts():
            db.close_conflict(one.trial, one.milestone, "Instrument fault")
        freeze(db, NOT_INVOLVED, experiment)
        unblind(db, key, experiment)
    return Told(before, command(path), json.loads(command(path, "--json"))["blindness"])


def test_nothing_is_said_before_unblinding(told: Told) -> None:
    assert "right of" not in told.before
    assert "Bang" not in told.before


def test_groups_count_under_the_better_of_both_names_with_an_exact_interval(told: Told) -> None:
    """Clopper and Pearson for 3 of 3: from 0.025 ** (1 / 3) = 0.292 to 1; for 3 of 4: 0.194 to 0.994."""
    better = "under the better of both ways to name the groups, which leans upwards"
    assert (
        f"ada, which trials belong together: 3 right of 3 {better}, 95 % exact interval 0.29 to 1.00; 1 unsure."
        in told.after
    )
    assert f"bo, which trials belong together: 3 right of 4 {better}, 95 % exact interval 0.19 to 0.99." in told.after


def test_bangs_index_says_how_little_so_few_trials_tell(told: Told) -> None:
    said = "(1 all known, 0 chance); at 2 trials an arm it cannot tell chance from knowledge: its standard deviation"
    assert f"Bang's blinding index in alder: 1.00 {said} under pure chance is 0.71." in told.after
    assert f"Bang's blinding index in birch: 0.50 {said} under pure chance is 0.50." in told.after
    assert f"Bang's blinding index in alder: 0.00 {said} under pure chance is 0.71." in told.after


def test_who_watched_was_not_blinded(told: Told) -> None:
    assert "bo was not blinded: recorded or watched a trial, or held the key." in told.after
    assert "ada was not blinded" not in told.after


def test_json_holds_the_same_numbers(told: Told) -> None:
    by_name = {one["reviewer"]: one for one in told.reports}
    assert {name: one["blinded"] for name, one in by_name.items()} == {"ada": True, "bo": False}
    (ada,), (bo,) = by_name["ada"]["guesses"], by_name["bo"]["guesses"]
    assert (ada["right"], ada["answered"], ada["unsure"], ada["better_of_both"]) == (3, 3, 1, True)
    assert ada["low"] == pytest.approx(0.025 ** (1 / 3))
    assert ada["high"] == 1
    assert {arm["condition"]: arm["bang"] for arm in ada["arms"]} == {"alder": 1, "birch": 0.5}
    assert (bo["right"], bo["answered"], bo["low"]) == (3, 4, pytest.approx(0.1941204))
    assert {arm["condition"]: arm["bang"] for arm in bo["arms"]} == {"alder": 0, "birch": 1}
