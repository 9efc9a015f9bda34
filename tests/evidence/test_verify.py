"""Verification: eleven checks, each of which fails on what it is there for, naming file and place."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from harness.evidence import png
from harness.evidence.sums import write_sums
from harness.evidence.verify import verify_experiment
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile
from tests.evidence.altering import ALDER, alter_json, alter_line, failing, resealed
from tests.evidence.experiments import Recording, record
from tests.evidence.pictures import frame


def test_a_whole_experiment_passes_and_waits_for_labels(whole: Path) -> None:
    items = verify_experiment(whole, pictures=True)
    assert [item.number for item in items] == list(range(1, 13))
    assert {item.number: item.verdict for item in items if item.verdict != "pass"} == dict.fromkeys(
        (6, 7, 8, 9), "needs labels"
    )
    assert not any(item.findings for item in items)


def test_without_pictures_there_are_the_protocols_eleven_items(whole: Path) -> None:
    assert [item.number for item in verify_experiment(whole)] == list(range(1, 12))


@pytest.mark.parametrize("name", ["prompts/system.txt", "manifest.yaml", "conditions/birch.yaml", "prices.json"])
def test_a_changed_protocol_is_found_even_when_the_sums_were_renewed(experiment: Path, name: str) -> None:
    with (experiment / name).open("ab") as file:
        file.write(b"\n")
    found = failing(verify_experiment(resealed(experiment)))
    assert list(found) == [1]
    assert name in found[1]


def test_a_file_slipped_into_the_frozen_folders_is_found(experiment: Path) -> None:
    (experiment / "prompts" / "more.txt").write_text("hint", encoding="utf-8")
    assert "more.txt was not frozen" in failing(verify_experiment(resealed(experiment)))[1]


def test_another_rom_in_one_trial_is_found(experiment: Path) -> None:
    alter_json(experiment, f"{ALDER}/trial.json", lambda r: r.update(rom_sha256="9" * 64))
    assert "alder-01/trial.json: rom_sha256" in failing(verify_experiment(experiment))[1]


def test_another_first_frame_in_one_trial_is_found(empty: Path) -> None:
    record(empty, "alder", 1)
    record(empty, "birch", 1, play=lambda keys: frame(400))
    assert "birch-01/trial.json: the first frame" in failing(verify_experiment(empty))[2]


def test_a_fact_of_another_trial_is_found(experiment: Path) -> None:
    alter_line(experiment, f"{ALDER}/memory.jsonl", 2, lambda r: r.update(fact_id="location-0007"))
    assert "memory.jsonl, line 2: fact location-0007" in failing(verify_experiment(experiment))[3]


def test_evidence_that_is_no_frame_of_this_trial_is_found(experiment: Path) -> None:
    alter_line(experiment, f"{ALDER}/memory.jsonl", 1, lambda r: r["fact"].update(evidence_frame_sha256="9" * 64))
    assert "memory.jsonl, line 1: the evidence" in failing(verify_experiment(experiment))[3]


def test_a_boundary_frame_that_was_painted_over_is_found(experiment: Path) -> None:
    path = experiment / ALDER / "frames" / "000002.png"
    path.write_bytes(png.encode(frame(901)))
    assert "frames/000002.png is not the picture that" in failing(verify_experiment(resealed(experiment)))[4]


def test_a_first_prompt_that_knows_more_is_found(empty: Path) -> None:
    record(empty, "alder", 1)
    recording = Recording(empty, "alder", 2)
    recording.writer.request(1, 2, {"remember": "the shop is north"})
    prompt = recording.folder / "requests" / "000001-retry1.json"
    recording.decide(["UP"])
    prompt.rename(recording.folder / "requests" / "000001.json")
    trace = recording.folder / "trace.jsonl"
    line = json.loads(trace.read_text(encoding="utf-8"))
    line["prompt_sha256"] = sha256_hex((recording.folder / "requests" / "000001.json").read_bytes())
    recording.close()
    trace.write_text(json.dumps(line) + "\n", encoding="utf-8")
    write_sums(empty)
    assert "is not the first prompt of alder-01" in failing(verify_experiment(empty))[3]


@pytest.mark.parametrize(
    ("name", "line", "change", "sentence"),
    [
        ("inputs.jsonl", 2, {"action": "LEFT"}, "trace.jsonl, line 2: decision 2 accepted other actions"),
        ("inputs.jsonl", 2, {"first_frame": 7}, "inputs.jsonl, line 2: action 2 does not follow"),
        ("inputs.jsonl", 2, {"decision": 1}, "trace.jsonl, line 1: decision 1 accepted other actions"),
        ("trace.jsonl", 4, {"accepted_actions": 2}, "trace.jsonl, line 4: decision 4 accepted other actions"),
        ("trace.jsonl", 4, {"frame": 3}, "trace.jsonl, line 4: the boundary frame of decision 4"),
        ("trace.jsonl", 4, {"frame_sha256": "9" * 64}, "trace.jsonl, line 4: the boundary frame of decision 4"),
    ],
)
def test_actions_that_trace_and_log_tell_differently_are_found(
    experiment: Path, name: str, line: int, change: dict[str, object], sentence: str
) -> None:
    alter_line(experiment, f"{ALDER}/{name}", line, lambda r: r.update(change))
    assert sentence in failing(verify_experiment(experiment))[4]


@pytest.mark.parametrize(
    "change", [{"frames": 50}, {"decisions": 7}, {"accepted_actions": 9}, {"attempts": 6}, {"milestones": []}]
)
def test_a_summary_that_the_rows_do_not_hold_is_found(experiment: Path, change: dict[str, object]) -> None:
    alter_json(experiment, f"{ALDER}/trial.json", lambda r: r["closing"].update(change))
    assert f"alder-01/trial.json: the closing says {next(iter(change))}" in failing(verify_experiment(experiment))[10]


def test_a_torn_line_in_a_finished_trial_is_said(experiment: Path) -> None:
    path = experiment / ALDER / "trace.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    found = failing(verify_experiment(experiment))
    assert "alder-01/trace.jsonl: the last line is torn" in found[10]
    assert "alder-01/trace.jsonl was changed" in found[11]


def test_a_truncated_trace_and_a_missing_frame_are_named(experiment: Path) -> None:
    (experiment / ALDER / "trace.jsonl").write_bytes(b"")
    (experiment / "trials/birch-01/frames/000002.png").unlink()
    found = failing(verify_experiment(experiment))
    assert "alder-01/inputs.jsonl: decision 1 has actions but no line" in found[4]
    assert "birch-01/frames/000002.png is missing" in found[4]
    assert "alder-01/trace.jsonl was changed" in found[11]
    assert "birch-01/frames/000002.png is listed" in found[11]


def test_a_killed_trial_is_a_finding_that_says_what_to_do(empty: Path) -> None:
    record(empty, "alder", 1)
    with Recording(empty, "birch", 1).writer:
        pass
    assert "firered-harness record or run" in failing(verify_experiment(empty))[11]


def test_a_picture_exchanged_behind_renewed_sums_is_found_when_pictures_are_decoded(experiment: Path) -> None:
    db = sqlite3.connect(experiment / ALDER / "motion.sqlite")
    with db:
        db.execute("UPDATE picture SET png = ? WHERE id = 4", (png.encode(frame(900)),))
    db.close()
    resealed(experiment)
    assert failing(verify_experiment(experiment)) == {}
    assert "alder-01/motion.sqlite, picture 4" in failing(verify_experiment(experiment, pictures=True))[12]


def test_a_blinding_key_in_the_package_is_found(experiment: Path) -> None:
    (experiment / "coordinator").mkdir()
    (experiment / "coordinator" / "sealed-key.json").write_text("{}")
    assert "sealed-key.json" in failing(verify_experiment(resealed(experiment)))[9]


@pytest.mark.parametrize("name", ["freeze.json", "SHA256SUMS", f"{ALDER}/motion.sqlite", f"{ALDER}/trial.json"])
@pytest.mark.parametrize("damage", ["missing", "empty", "noise", "folder", "link"])
def test_a_damaged_package_is_findings_and_never_a_traceback(
    experiment: Path, tmp_path: Path, name: str, damage: str
) -> None:
    path = experiment / name
    path.unlink()
    if damage == "empty":
        path.touch()
    elif damage == "noise":
        path.write_bytes(os.urandom(3000))
    elif damage == "folder":
        path.mkdir()
    elif damage == "link":
        path.symlink_to(tmp_path)
    assert path.name in " ".join(failing(verify_experiment(experiment, pictures=True)).values())


def test_what_is_no_experiment_is_refused_in_one_sentence(tmp_path: Path, experiment: Path) -> None:
    with pytest.raises(BadFile, match="no experiment"):
        verify_experiment(tmp_path)
    shutil.rmtree(experiment / "trials")
    assert "holds no finished trial" in failing(verify_experiment(experiment))[2]


@pytest.mark.parametrize("name", ["manifest.yaml", "memory-policy.yaml", "prices.json", "prompts/system.txt"])
def test_a_file_of_the_protocol_that_was_never_frozen_is_found(experiment: Path, name: str) -> None:
    alter_json(experiment, "freeze.json", lambda r: r["files"].pop(name))
    assert f"{name} was not frozen" in failing(verify_experiment(experiment))[1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"condition_id": "cedar"}, "the manifest has no condition cedar"),
        ({"trial_id": 2}, "this is trial 2 of alder, its folder has another name"),
        ({"rerun": 2}, "its folder has another name"),
        ({"position": 2}, "schedule.json has another trial at position 2"),
        ({"position": 9}, "schedule.json has another trial at position 9"),
        ({"initial_state_sha256": "9" * 64}, "initial_state_sha256 is not the frozen one"),
        ({"emulator_files": {"libmgba.so": "9" * 64}}, "emulator_files is not the frozen one"),
        ({"press_frames": 3}, "press_frames is not the frozen one"),
        ({"freeze_sha256": "9" * 64}, "freeze_sha256 is not the frozen one"),
    ],
)
def test_a_trial_that_was_recorded_otherwise_or_elsewhere_is_found(
    experiment: Path, change: dict[str, object], sentence: str
) -> None:
    alter_json(experiment, f"{ALDER}/trial.json", lambda r: r.update(change))
    found = failing(verify_experiment(experiment))[1]
    assert f"{ALDER}/trial.json: " in found
    assert sentence in found


@pytest.mark.parametrize("event", ["update", "supersession", "eviction", "read"])
def test_a_fact_that_this_trial_never_wrote_is_found_in_any_event(experiment: Path, event: str) -> None:
    alter_line(experiment, f"{ALDER}/memory.jsonl", 1, lambda r: r.update(event=event))
    found = failing(verify_experiment(experiment))[3]
    assert f"memory.jsonl, line 1: fact location-0001 has the event {event} before this trial wrote it" in found


@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        (2, {"condition_id": "birch"}, "trace.jsonl, line 2 is of another trial"),
        (2, {"trial_id": 2}, "trace.jsonl, line 2 is of another trial"),
        (2, {"experiment_id": "other"}, "trace.jsonl, line 2 is of another trial"),
        (2, {"termination_reason": "m8_verified"}, "trace.jsonl, line 2: termination_reason is m8_verified, None was"),
        (6, {"termination_reason": None}, "trace.jsonl, line 6: termination_reason is None, decision_budget was due"),
    ],
)
def test_a_line_of_another_trial_or_another_end_is_found(
    experiment: Path, line: int, change: dict[str, object], sentence: str
) -> None:
    alter_line(experiment, f"{ALDER}/trace.jsonl", line, lambda r: r.update(change))
    assert sentence in failing(verify_experiment(experiment))[10]


def test_a_blinding_key_under_another_name_is_found(experiment: Path) -> None:
    key = {"schema_version": 1, "secret": "0" * 64, "sums_sha256": "1" * 64, "trials": []}
    (experiment / "scoring" / "notes.json").write_text(json.dumps(key))
    assert "notes.json: the blinding key" in failing(verify_experiment(resealed(experiment)))[9]


def test_a_milestone_without_an_oracles_sign_is_found(experiment: Path) -> None:
    path = experiment / "manifest.yaml"
    path.write_text(path.read_text().replace("oracle: none", "oracle: parcel-errand"))
    alter_json(experiment, "freeze.json", lambda r: r["files"].update({"manifest.yaml": sha256_hex(path.read_bytes())}))
    alter_line(experiment, f"{ALDER}/oracle.jsonl", 1, lambda r: r.update(sign="earliest"))
    found = failing(verify_experiment(experiment))[6]
    assert "alder-01/oracle.jsonl: milestone M1 has no latched sign" in found
    assert "birch-01" not in found
