"""A reviewer's labels on disk: nothing shown is ever lost, nothing made is ever overwritten."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firered_review.core.errors import LabelRefused, ReviewError, Sealed, Tampered
from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.base import MILESTONES
from harness.formats.errors import BadFile, NewerVersion
from harness.formats.labels import BookmarkLabel, Citation, ErrorLabel, FrameIdentity, MilestoneLabel
from tests.bundles import make_bundle

TRIAL = "brisk-otter"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_bundle(tmp_path / "bundle")


@pytest.fixture
def store(folder: Path) -> Iterator[LabelStore]:
    store = LabelStore(folder, "ada")
    yield store
    store.close()


def milestone(store: LabelStore, number: int, frame: int) -> MilestoneLabel:
    return MilestoneLabel(milestone=MILESTONES[number], frame=store.bundle.trial(TRIAL).identity(frame))


def error(store: LabelStore, decision: int, *cited: Citation) -> ErrorLabel:
    boundary = store.bundle.trial(TRIAL).boundary(decision)
    return ErrorLabel(
        type="omission",
        severity="minor",
        citations=list(cited),
        decision=decision,
        frame=boundary,
        recovery_decision=decision + 1,
    )


def test_a_label_is_there_after_a_restart_with_its_history(folder: Path, store: LabelStore) -> None:
    changes = store.make(TRIAL, milestone(store, 0, 40))
    (label_id,) = changes.label_ids
    store.change(TRIAL, label_id, milestone(store, 0, 41))
    store.close()
    again = LabelStore(folder, "ada")
    assert again.labels(TRIAL) == {label_id: milestone(again, 0, 41)}
    assert [one.step for one in again.revisions(TRIAL)] == ["made", "changed"]
    assert again.undo(TRIAL) is not None
    assert again.labels(TRIAL) == {label_id: milestone(again, 0, 40)}
    again.close()


def test_a_killed_process_loses_no_label_it_reported(folder: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; from firered_review.store.labels import LabelStore\n"
        "from harness.formats.labels import BookmarkLabel\n"
        f"store = LabelStore(Path(sys.argv[1]), 'ada'); trial = store.bundle.trial('{TRIAL}')\n"
        f"for frame in range(40): store.make('{TRIAL}', BookmarkLabel(frame=trial.identity(frame)))\n"
        "print('shown', flush=True); os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("shown\n", -9)
    again = LabelStore(folder, "ada")
    assert len(again.labels(TRIAL)) == 40
    again.close()


def test_two_windows_on_one_bundle_see_each_others_labels(folder: Path, store: LabelStore) -> None:
    other = LabelStore(folder, "ada")
    store.make(TRIAL, milestone(store, 0, 40))
    other.make(TRIAL, milestone(other, 1, 50))
    assert store.labels(TRIAL) == other.labels(TRIAL)
    assert len(store.labels(TRIAL)) == 2
    other.close()


def test_a_memory_error_needs_an_earlier_citation(store: LabelStore) -> None:
    store.enter_stage_two(TRIAL)
    with pytest.raises(LabelRefused, match="does not come before decision 10"):
        store.make(TRIAL, error(store, 10, Citation(decision=10)))
    with pytest.raises(LabelRefused, match="stored at decision 20, not before decision 10"):
        store.make(TRIAL, error(store, 10, Citation(fact="inventory-0003")))
    with pytest.raises(LabelRefused, match="comes after the boundary frame"):
        store.make(TRIAL, error(store, 10, Citation(frame=store.bundle.trial(TRIAL).identity(200))))
    store.make(TRIAL, error(store, 10, Citation(fact="inventory-0001"), Citation(decision=3)))
    assert len(store.labels(TRIAL)) == 1


def test_a_memory_error_waits_for_the_second_stage(store: LabelStore) -> None:
    with pytest.raises(LabelRefused, match="second stage"):
        store.make(TRIAL, error(store, 10, Citation(decision=3)))
    assert store.stage(TRIAL) == 1
    store.enter_stage_two(TRIAL)
    assert (store.stage(TRIAL), store.stage("quiet-heron")) == (2, 1)


def test_a_milestone_is_labelled_once_in_a_trial(store: LabelStore) -> None:
    store.make(TRIAL, milestone(store, 0, 40))
    with pytest.raises(LabelRefused, match="M1 is already labelled at frame 40"):
        store.make(TRIAL, milestone(store, 0, 60))


def test_a_label_never_lands_on_another_picture(store: LabelStore) -> None:
    wrong = FrameIdentity(frame=40, sha256=store.bundle.trial(TRIAL).identity(90).sha256)
    with pytest.raises(LabelRefused, match="another picture"):
        store.make(TRIAL, BookmarkLabel(frame=wrong))
    with pytest.raises(LabelRefused, match="no frame 9999"):
        store.make(TRIAL, BookmarkLabel(frame=FrameIdentity(frame=9999, sha256="0" * 64)))


def test_locked_labels_change_no_more(folder: Path, store: LabelStore) -> None:
    store.make(TRIAL, milestone(store, 0, 40))
    store.lock()
    for act in (
        lambda: store.make(TRIAL, milestone(store, 1, 50)),
        lambda: store.undo(TRIAL),
        lambda: store.enter_stage_two(TRIAL),
    ):
        with pytest.raises(Sealed, match="locked"):
            act()
    with sqlite3.connect(folder / "labels.sqlite") as raw, pytest.raises(sqlite3.IntegrityError, match="locked"):
        raw.execute("INSERT INTO revision SELECT trial, 99, label_id, author, at, 1, 'made', label FROM revision")
    raw.close()


def test_revisions_cannot_be_rewritten_even_by_sql(folder: Path, store: LabelStore) -> None:
    store.make(TRIAL, milestone(store, 0, 40))
    raw = sqlite3.connect(folder / "labels.sqlite")
    for statement in (
        "UPDATE revision SET author = 'bo'",
        "DELETE FROM revision",
        "INSERT OR REPLACE INTO revision SELECT trial, revision, label_id, 'bo', at, 1, 'made', label FROM revision",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement)
    raw.close()


def test_a_label_file_whose_triggers_were_dropped_is_refused(folder: Path, store: LabelStore) -> None:
    store.close()
    raw = sqlite3.connect(folder / "labels.sqlite")
    raw.execute("DROP TRIGGER revision_no_update")
    raw.commit()
    raw.close()
    with pytest.raises(Tampered, match="trigger revision_no_update"):
        LabelStore(folder, "ada")


def test_another_reviewers_bundle_and_a_folder_that_is_none_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ReviewError, match="bundle of ada, not of bo"):
        LabelStore(folder, "bo")
    (tmp_path / "other").mkdir()
    with pytest.raises(ReviewError, match="is not a bundle"):
        LabelStore(tmp_path / "other", "ada")
    with pytest.raises(ReviewError, match="the adjudicator's bundle"):
        open_bundle(make_bundle(tmp_path / "adjudicator", "adjudicator", kind="adjudication"))


def test_a_sealed_set_and_a_bundle_of_a_newer_version_do_not_open(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bo.sealed").write_bytes(b"x")
    with pytest.raises(Sealed, match="opens for firered-review reconcile only"):
        open_bundle(tmp_path / "bo.sealed")
    header = folder / "bundle.json"
    header.write_text(header.read_text().replace('"schema_version": 1', '"schema_version": 2'))
    with pytest.raises(NewerVersion, match="update FireRed Review"):
        open_bundle(folder)
    header.write_text(header.read_text()[:-40])
    with pytest.raises(BadFile, match=r"bundle\.json is not JSON"):
        open_bundle(folder)


def test_labels_of_a_newer_version_are_refused_unchanged(folder: Path, store: LabelStore) -> None:
    store.close()
    raw = sqlite3.connect(folder / "labels.sqlite")
    raw.execute("PRAGMA user_version=9")
    raw.close()
    before = (folder / "labels.sqlite").read_bytes()
    with pytest.raises(ReviewError, match="newer version"):
        LabelStore(folder, "ada")
    assert (folder / "labels.sqlite").read_bytes() == before


def test_a_file_of_labels_that_is_none_is_refused(folder: Path) -> None:
    (folder / "labels.sqlite").write_bytes(b"these are no labels at all, but a letter to a friend" * 20)
    with pytest.raises(ReviewError, match="is damaged or is no database"):
        LabelStore(folder, "ada")


def test_a_changed_file_of_a_bundle_is_named(folder: Path) -> None:
    path = folder / "trials" / TRIAL / "actions.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"A"', b'"B"', 1))
    with pytest.raises(Tampered, match=r"actions\.jsonl"):
        _ = open_bundle(folder).trial(TRIAL).actions


def test_what_was_on_screen_is_kept_as_joined_spans(folder: Path, store: LabelStore) -> None:
    store.saw(TRIAL, 0, 7, 1, 500)
    store.saw(TRIAL, 8, 15, 2, 500)
    store.saw(TRIAL, 40, 47, 6, 250)
    store.set_place(TRIAL, 44)
    store.close()
    again = LabelStore(folder, "ada")
    coverage = again.coverage(TRIAL)
    assert [(one.first, one.last) for one in coverage.frames] == [(0, 15), (40, 47)]
    assert [(one.first, one.last) for one in coverage.decisions] == [(1, 2), (6, 6)]
    assert (coverage.milliseconds, again.place(TRIAL)) == (1250, 44)
    again.close()


_steps = st.lists(
    st.tuples(st.sampled_from(["make", "make", "change", "delete", "undo", "undo", "redo"]), st.integers(0, 7))
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=_steps)
def test_undo_and_redo_do_what_a_plain_list_of_states_does(
    steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory, shared_bundle: Path
) -> None:
    (shared_bundle / "labels.sqlite").unlink(missing_ok=True)
    store = LabelStore(shared_bundle, "ada")
    states: list[dict[str, object]] = [{}]
    place = 0
    trial = store.bundle.trial(TRIAL)
    for step, number in steps:
        now = dict(states[place])
        ids = sorted(now)
        if step == "undo":
            assert (store.undo(TRIAL) is not None) == (place > 0)
            place = max(0, place - 1)
        elif step == "redo":
            assert (store.redo(TRIAL) is not None) == (place + 1 < len(states))
            place = min(len(states) - 1, place + 1)
        elif step == "make" or ids:
            label = BookmarkLabel(frame=trial.identity(number))
            label_id = ids[number % len(ids)] if step != "make" else ""
            if step == "make":
                (label_id,) = store.make(TRIAL, label).label_ids
                now[label_id] = label
            elif step == "change":
                store.change(TRIAL, label_id, label)
                now[label_id] = label
            else:
                store.delete(TRIAL, label_id)
                del now[label_id]
            states = [*states[: place + 1], now]
            place += 1
        assert store.labels(TRIAL) == states[place]
        assert (store.can_undo(TRIAL), store.can_redo(TRIAL)) == (place > 0, place + 1 < len(states))
    store.close()
    again = LabelStore(shared_bundle, "ada")
    assert again.labels(TRIAL) == states[place]
    assert (again.can_undo(TRIAL), again.can_redo(TRIAL)) == (place > 0, place + 1 < len(states))
    again.close()


@pytest.fixture(scope="module")
def shared_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(tmp_path_factory.mktemp("shared") / "bundle", decisions=4)
