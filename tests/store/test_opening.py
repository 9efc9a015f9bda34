"""What is opened by mistake is refused by its name, and the refusal changes nothing anywhere."""

import gzip
import shutil
from pathlib import Path

import pytest

from firered_review.core.errors import ReviewError, Sealed
from firered_review.store.bundle import LABELS, open_any, open_bundle
from firered_review.store.labels import LabelStore
from firered_review.store.opening import open_database_file, open_labels
from firered_review.store.recognise import recognise
from harness.formats.errors import HarnessError
from tests.adjudications import Chain, make_chain
from tests.bundles import make_bundle


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_chain(tmp_path_factory.mktemp("chain"))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


def test_each_thing_is_known_by_its_name_wherever_it_was_renamed(chain: Chain, tmp_path: Path) -> None:
    known = {
        chain.sealed[1]: "the sealed label set of bo",
        chain.database: "an adjudication database",
        chain.bundles / "ada" / LABELS: "the label file of a bundle",
        chain.bundles / "ada" / "bundle.json": "the header of a bundle",
        chain.key: "the coordinator's key",
    }
    for path, words in known.items():
        copy = tmp_path / f"renamed{path.suffix if path.suffix == '.json' else ''}"
        shutil.copy(path, copy)
        assert (recognise(copy) or "").startswith(words)
        copy.unlink()
    folders = {
        chain.experiment: "a recorded experiment",
        chain.bundles: "the folder of all bundles",
        chain.bundles / "coordinator": "the coordinator's folder",
        next((chain.bundles / "ada" / "trials").iterdir()): "one trial",
    }
    for path, words in folders.items():
        assert (recognise(path) or "").startswith(words)
    motion = next((chain.bundles / "ada" / "trials").iterdir()) / "motion.sqlite"
    assert (recognise(motion) or "").startswith("the pictures of a trial")
    assert recognise(tmp_path / "none") is None
    odd = tmp_path / "odd.sealed"
    odd.write_bytes(gzip.compress(b'{"kind": 3}'))
    assert (recognise(odd) or "").startswith("a sealed label set, damaged")


@pytest.mark.parametrize("kind", ["review", "training", None])
def test_nothing_but_its_own_kind_opens_and_nothing_changes(chain: Chain, tmp_path: Path, kind: str | None) -> None:
    training = make_bundle(tmp_path / "training", "eve", kind="training")
    wrong = [chain.sealed[1], chain.database, chain.key, chain.experiment, chain.bundles, chain.adjudicator]
    wrong += [training] if kind == "review" else []
    wrong += [chain.bundles / "ada"] if kind == "training" else []
    before = contents(chain.bundles) | contents(training)
    for path in wrong:
        with pytest.raises(ReviewError, match=str(path)):
            open_labels(path, kind)  # type: ignore[arg-type]
    assert contents(chain.bundles) | contents(training) == before


@pytest.mark.parametrize(
    ("kind", "other", "command"),
    [("review", "training", "train"), ("training", "review", "annotate"), ("adjudication", "training", "train")],
)
def test_the_sentence_names_what_it_is_and_the_command_for_it(
    tmp_path: Path, kind: str, other: str, command: str
) -> None:
    folder = make_bundle(tmp_path / "bundle", kind=other)  # type: ignore[arg-type]
    with pytest.raises(ReviewError, match=f"firered-review {command}"):
        open_bundle(folder, kind)  # type: ignore[arg-type]
    open_any(folder).close()


def test_a_sealed_set_is_refused_as_a_database_by_its_reviewers_name(chain: Chain, tmp_path: Path) -> None:
    copy = tmp_path / "answer.sqlite"
    shutil.copy(chain.sealed[1], copy)
    with pytest.raises(Sealed, match="sealed label set of bo"):
        open_database_file(copy)
    with pytest.raises(ReviewError, match="label file of a bundle"):
        open_database_file(chain.bundles / "ada" / LABELS)
    with pytest.raises(ReviewError, match="is a folder"):
        open_database_file(chain.bundles)
    open_database_file(chain.database).close()


@pytest.mark.parametrize("killed", [False, True])
def test_the_labels_of_another_bundle_keep_every_byte(tmp_path: Path, killed: bool) -> None:
    first, second = make_bundle(tmp_path / "first"), make_bundle(tmp_path / "second", decisions=20)
    store = LabelStore(first, "ada")
    store.set_place("brisk-otter", 7)
    if killed:  # what a killed program leaves: everything still waits in the file beside
        for left in first.glob(f"{LABELS}*"):
            shutil.copy(left, second / left.name)
    store.close()
    if not killed:
        shutil.copy(first / LABELS, second / LABELS)
    (second / f"{LABELS}-shm").unlink(missing_ok=True)
    before = contents(second)
    with pytest.raises(ReviewError, match="holds the labels of another bundle of ada"):
        open_labels(second)
    after = contents(second)
    after.pop(str(second / f"{LABELS}-shm"), None)
    assert after == before


def test_a_damaged_bundle_leaves_no_new_file_of_labels(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "bundle")
    for damaged in ("trials/brisk-otter/motion.sqlite", "trials/quiet-heron/trial.json"):
        path = folder / damaged
        whole = path.read_bytes()
        path.write_bytes(whole[:50])
        before = contents(folder)
        with pytest.raises((ReviewError, HarnessError), match=path.name):
            open_labels(folder)
        assert contents(folder) == before
        path.write_bytes(whole)
    open_labels(folder).close()


def test_a_file_of_labels_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "bundle")
    (folder / LABELS).write_bytes(b"x" * 5000)
    with pytest.raises(ReviewError, match=LABELS):
        open_labels(folder)
    assert (folder / LABELS).read_bytes() == b"x" * 5000


def test_labels_that_were_killed_while_being_made_open_empty(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "bundle")
    (folder / LABELS).write_bytes(b"")
    opened = open_labels(folder)
    assert opened.store.labels("brisk-otter") == {}
    opened.close()
