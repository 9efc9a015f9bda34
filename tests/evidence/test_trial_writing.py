"""A trial on disk: written in order, read back whole, never written twice."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from PIL import Image

from harness.evidence.motion import MotionReader
from harness.evidence.reader import Experiment, TrialFolder
from harness.evidence.recover import recover, recover_trial
from harness.evidence.writer import TrialWriter
from harness.formats.base import canonical_json, sha256_hex
from harness.formats.errors import BadFile, MissingPiece, NewerVersion, Refused
from harness.formats.oracle import SignRecord
from tests.evidence.experiments import PLAN, Recording, header, record
from tests.evidence.pictures import frame


def test_a_trial_comes_back_as_it_was_written(experiment: Path) -> None:
    trial = TrialFolder(experiment / "trials" / "alder-01")
    assert [r.decision_id for r in trial.trace()] == [1, 2, 3, 4, 5, 6]
    assert [r.parsed_actions for r in trial.trace()] == list(PLAN)
    assert [a.action for a in trial.inputs()] == [b for buttons in PLAN for b in buttons]
    assert [(a.decision, a.attempt) for a in trial.attempts()][2:4] == [(3, 1), (3, 2)]
    assert [e.event for e in trial.memory()] == ["write", "shown"]
    assert trial.oracle() == [SignRecord(frame=15, milestone="M1", sign="latched")]
    assert trial.torn == []
    assert trial.labels() is None
    with trial.frames as frames:
        assert frames.count == trial.closing.frames == 51
        assert frames.sha256(0) == trial.header.first_frame_sha256


def test_every_boundary_frame_is_a_picture_file_of_its_own(experiment: Path) -> None:
    trial = TrialFolder(experiment / "trials" / "alder-01")
    with trial.frames as frames:
        for line in trial.trace():
            with Image.open(trial.path / "frames" / f"{line.decision_id:06d}.png") as image:
                assert hashlib.sha256(image.tobytes()).hexdigest() == line.frame_sha256 == frames.sha256(line.frame)


def test_the_second_attempt_is_named_a_retry_and_the_prompt_hash_is_its_file(experiment: Path) -> None:
    trial = TrialFolder(experiment / "trials" / "alder-01")
    sent = trial.file("requests/000003-retry1.json")
    assert trial.trace()[2].prompt_sha256 == sha256_hex(sent)
    assert sent == canonical_json(json.loads(sent))
    assert json.loads(trial.file("responses/000003-retry1.json")) == {"actions": ["A"]}


def test_a_trial_is_never_written_into_twice(empty: Path) -> None:
    folder = record(empty, "alder", 1)
    with pytest.raises(Refused, match="never written into twice"):
        Recording(empty, "alder", 1)
    assert TrialFolder(folder).closing.decisions == 6


def test_evidence_is_never_overwritten(empty: Path) -> None:
    recording = Recording(empty, "alder", 1)
    recording.writer.response(1, 1, b"first")
    with pytest.raises(Refused, match="never overwritten"):
        recording.writer.response(1, 1, b"second")
    assert (recording.folder / "responses" / "000001.json").read_bytes() == b"first"
    recording.close()


def test_a_trial_that_is_not_finished_is_refused_with_what_to_do(empty: Path) -> None:
    with Recording(empty, "alder", 1).writer:
        with pytest.raises(BadFile, match="firered-harness record or run"):
            TrialFolder(empty / "trials" / "alder-01")
        with pytest.raises(BadFile, match="firered-harness record or run"):
            Experiment(empty).trials()


def test_a_trial_that_is_still_recorded_is_not_recovered(empty: Path) -> None:
    recording = Recording(empty, "alder", 1)
    recording.decide(["UP"])
    assert recover(empty) == []
    recording.decide(["UP"])
    recording.close()
    assert TrialFolder(recording.folder).closing.reason == "decision_budget"


def test_a_killed_trial_is_recovered_with_all_that_was_committed(empty: Path) -> None:
    recording = Recording(empty, "alder", 1)
    with recording.writer:
        recording.decide(["UP"])
        recording.decide(["UP", "RIGHT"])
        recording.writer.boundary(3, recording.number, recording.picture)
        recording.writer.frame(recording.number + 1, frame(77))
    with (recording.folder / "trace.jsonl").open("ab") as file:
        file.write(b'{"schema_version":1,"exper')
    (recording.folder / "frames" / ".000004.png.1.part").write_bytes(b"half")
    assert recover(empty) == ["alder-01"]
    trial = TrialFolder(recording.folder)
    assert (trial.closing.reason, trial.closing.decisions, trial.closing.accepted_actions) == ("interrupted", 2, 3)
    assert trial.closing.frames == 16
    assert (trial.closing.cost_usd, trial.closing.input_tokens) == (None, None)
    assert trial.torn == ["trace.jsonl"]
    assert [r.decision_id for r in trial.trace()] == [1, 2]
    assert not list(recording.folder.rglob(".*"))
    assert recover(empty) == []
    assert Experiment(empty).valid_trials() == []


def test_a_crash_of_the_emulator_is_written_as_one(empty: Path) -> None:
    with Recording(empty, "alder", 1).writer:
        pass
    (empty / "planted").mkdir()
    (empty / "planted" / ".alder-01.jsonl.7.part").write_bytes(b"half")
    assert recover_trial(empty / "trials" / "alder-01", "emulator_crash", {"signal": 11})
    assert list((empty / "planted").iterdir()) == []
    closing = TrialFolder(empty / "trials" / "alder-01").closing
    assert closing.reason == "emulator_crash"
    assert closing.reason_numbers["signal"] == 11


def test_a_trial_killed_in_its_first_moment_is_recovered_or_removed(empty: Path) -> None:
    (empty / "trials" / "birch-01").mkdir()
    (empty / "trials" / ".birch-02.77.part" / "frames").mkdir(parents=True)
    folder = empty / "trials" / "alder-01"
    folder.mkdir()
    (folder / "trial.json").write_text(header(empty, "alder", 1, frame(0)).model_dump_json(), encoding="utf-8")
    (folder / "motion.sqlite").touch()
    assert recover(empty) == ["alder-01"]
    assert [path.name for path in (empty / "trials").iterdir()] == ["alder-01"]
    with TrialFolder(folder).frames as frames:
        assert frames.count == 0


def test_a_folder_that_cannot_be_written_is_a_known_error(empty: Path) -> None:
    shutil.rmtree(empty / "trials")
    with pytest.raises(MissingPiece, match="cannot be created"):
        TrialWriter.create(empty / "trials" / "alder-01", header(empty, "alder", 1, frame(0)))


def test_void_trials_and_the_others_of_their_pairs_do_not_count(empty: Path) -> None:
    record(empty, "alder", 1, reason="emulator_crash")
    record(empty, "birch", 1)
    record(empty, "birch", 2)
    assert [t.name for t in Experiment(empty).valid_trials()] == ["birch-02"]
    record(empty, "alder", 1, rerun=2)
    record(empty, "birch", 1, rerun=2)
    assert [t.name for t in Experiment(empty).valid_trials()] == ["alder-01-r2", "birch-01-r2", "birch-02"]


def test_an_experiment_gives_its_records(experiment: Path) -> None:
    read = Experiment(experiment)
    assert read.manifest.experiment_id == "small"
    assert list(read.conditions) == ["alder", "birch"]
    assert read.memory_policy.max_records == 8
    assert read.freeze.rom_sha256 == "1" * 64
    assert len(read.codebook().milestones.milestones) == 8
    assert [t.name for t in read.trials()] == ["alder-01", "alder-02", "birch-01", "birch-02"]
    assert read.local.rom == "embedded"


def test_reading_changes_nothing(experiment: Path) -> None:
    def shape() -> dict[str, tuple[int, int, bytes]]:
        files = sorted(p for p in experiment.rglob("*"))
        return {str(p): (p.stat().st_mtime_ns, p.stat().st_size, p.read_bytes() if p.is_file() else b"") for p in files}

    before = shape()
    for trial in Experiment(experiment).trials():
        trial.trace(), trial.attempts(), trial.inputs(), trial.memory(), trial.oracle()
        with trial.frames as frames:
            frames.identities()
            frames.rgb(3)
    assert shape() == before


@pytest.mark.parametrize("relative", ["../trial.json", "/etc/hostname", "frames/../../x", "", "a\\b", "frames"])
def test_a_name_in_a_record_never_leads_outside(experiment: Path, relative: str) -> None:
    with pytest.raises(BadFile):
        TrialFolder(experiment / "trials" / "alder-01").file(relative)


def read_some(path: Path) -> None:
    trial = TrialFolder(path)
    trial.trace(), trial.frames, trial.file("frames/000001.png")


@pytest.mark.parametrize("name", ["trial.json", "trace.jsonl", "motion.sqlite", "frames"])
def test_links_in_a_trial_are_never_followed(experiment: Path, tmp_path: Path, name: str) -> None:
    path = experiment / "trials" / "alder-01" / name
    path.rename(tmp_path / "outside")
    path.symlink_to(tmp_path / "outside")
    with pytest.raises(BadFile, match="link"):
        read_some(experiment / "trials" / "alder-01")


def test_a_trial_of_a_newer_version_says_so(experiment: Path) -> None:
    path = experiment / "trials" / "alder-01" / "trial.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"schema_version": 1', '"schema_version": 2'))
    with pytest.raises(NewerVersion, match="update FireRed Review"):
        TrialFolder(path.parent)


def test_a_line_damaged_in_the_middle_is_named_by_its_number(experiment: Path) -> None:
    path = experiment / "trials" / "alder-01" / "trace.jsonl"
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], lines[1][:40], *lines[2:]]))
    with pytest.raises(BadFile, match=r"trace\.jsonl, line 2"):
        TrialFolder(path.parent).trace()


def test_a_folder_that_is_no_experiment_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no experiment"):
        Experiment(tmp_path)
    with pytest.raises(BadFile, match="not a folder"):
        Experiment(tmp_path / "nothing")


def test_a_motion_store_left_open_by_a_kill_is_recovered(empty: Path) -> None:
    recording = Recording(empty, "alder", 1)
    recording.decide(["UP"])
    copy = empty / "trials" / "birch-01"
    shutil.copytree(recording.folder, copy)
    recording.close()
    assert (copy / "motion.sqlite-journal").exists()
    assert recover(empty) == ["birch-01"]
    assert sorted(p.name for p in copy.glob("motion*")) == ["motion.sqlite"]
    with MotionReader(copy / "motion.sqlite") as frames:
        assert frames.count == 6
