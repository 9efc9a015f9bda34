"""A sealed file says everything once, and a changed byte of it is found."""

import gzip
import json
import random
from pathlib import Path

import pytest

from firered_review.core.errors import ReviewError, Sealed, Tampered
from firered_review.store.bundle import open_bundle
from firered_review.store.gaps import gaps
from firered_review.store.labels import LabelStore
from firered_review.store.sealing import read_sealed, seal
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile, NewerVersion
from harness.formats.labels import Declaration, Guess, MilestoneLabel
from tests.bundles import make_bundle

TRIAL = "brisk-otter"
DECLARATION = Declaration(recorded=False, watched=True, held_key=False)


@pytest.fixture
def store(tmp_path: Path) -> LabelStore:
    folder = make_bundle(tmp_path / "bundle")
    store = LabelStore(folder, "ada", open_bundle(folder))
    store.make(TRIAL, MilestoneLabel(milestone="M1", frame=store.bundle.trial(TRIAL).identity(40)))
    store.saw(TRIAL, 0, 120, 1, 2000)
    store.enter_stage_two(TRIAL)
    store.make(TRIAL, MilestoneLabel(milestone="M2", frame=store.bundle.trial(TRIAL).identity(90)))
    return store


def test_a_sealed_set_holds_labels_history_coverage_and_declaration(store: LabelStore) -> None:
    guess = Guess(groups={TRIAL: "first", "quiet-heron": "second"})
    path, digest = seal(store.bundle, store, DECLARATION, guess)
    assert path == store.bundle.path / "ada.sealed"
    assert digest == sha256_hex(path.read_bytes())
    sealed, again = read_sealed(path)
    assert again == digest
    assert sealed.declaration == DECLARATION
    assert sealed.guess == guess
    first, second = sealed.sets
    assert first.labels == store.labels(TRIAL)
    assert first.revisions == store.revisions(TRIAL)
    assert first.stage_one_labels_made_in_stage_two == 1
    assert (first.reached_stage, second.reached_stage) == (2, 1)
    assert store.locked
    store.close()


def test_labels_are_sealed_once(store: LabelStore) -> None:
    seal(store.bundle, store, DECLARATION, Guess(groups={}))
    with pytest.raises(Sealed, match="there already"):
        seal(store.bundle, store, DECLARATION, Guess(groups={}))
    store.close()


def test_what_was_never_seen_is_listed_before_sealing(store: LabelStore) -> None:
    first, second = gaps(store.bundle, store)
    assert (first.unseen_frames, first.unseen_decisions, first.in_stage_one) == (120, 29, False)
    assert second.sentence == (
        "quiet-heron: 30 decisions (1–30) and 241 frames (0–240) were never on screen; "
        "its second stage was never entered, so it has no memory errors; it has no label."
    )
    store.close()


def test_a_guess_about_a_strange_trial_is_refused(store: LabelStore) -> None:
    with pytest.raises(ReviewError, match="alder-01"):
        seal(store.bundle, store, DECLARATION, Guess(groups={"alder-01": "first"}))
    assert not store.locked
    store.close()


def test_each_of_two_hundred_changed_bytes_is_found(store: LabelStore, tmp_path: Path) -> None:
    path, _ = seal(store.bundle, store, DECLARATION, Guess(groups={}))
    data = path.read_bytes()
    places = random.Random(7)  # noqa: S311 - a fixed choice of places
    for _ in range(200):
        at = places.randrange(len(data))
        changed = tmp_path / "changed.sealed"
        changed.write_bytes(data[:at] + bytes([data[at] ^ (1 << places.randrange(8))]) + data[at + 1 :])
        with pytest.raises((Tampered, BadFile), match=r"changed\.sealed"):
            read_sealed(changed)
    store.close()


def test_a_newer_a_truncated_and_a_strange_file_are_each_named(store: LabelStore, tmp_path: Path) -> None:
    path, _ = seal(store.bundle, store, DECLARATION, Guess(groups={}))
    newer = tmp_path / "newer.sealed"
    newer.write_bytes(
        gzip.compress(json.dumps({**json.loads(gzip.decompress(path.read_bytes())), "schema_version": 2}).encode())
    )
    with pytest.raises(NewerVersion, match="newer version"):
        read_sealed(newer)
    cut = tmp_path / "cut.sealed"
    cut.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(Tampered, match="no sealed file"):
        read_sealed(cut)
    with pytest.raises(BadFile, match="is missing"):
        read_sealed(tmp_path / "none.sealed")
    store.close()
