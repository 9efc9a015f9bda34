"""The whole job, end to end, on the embedded cartridge."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from harness.formats.evidence import PlantedError
from harness.formats.files import read_lines
from tests.demo.conftest import Demo, command

BUTTONS = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT", "A": "LEFT", "B": "LEFT", "NOOP": "LEFT"}


def _rows(demo: Demo) -> dict[str, list[str]]:
    lines = [re.split(r"\s{2,}", line.strip()) for line in demo.printed.splitlines()]
    return {line[0]: line for line in lines if re.fullmatch(r"(alder|birch)-\d\d", line[0])}


def _planted(demo: Demo, trial: str) -> list[PlantedError]:
    return read_lines(demo.experiment / "planted" / f"{trial}.jsonl", PlantedError).records


def _copied(demo: Demo, tmp_path: Path) -> Path:
    """A copy of the experiment that shares the bytes of what a test leaves alone."""
    return Path(shutil.copytree(demo.experiment, tmp_path / "copy"))


def test_the_table_shows_a_whole_mission_and_planted_errors_beside_confirmed_ones(demo: Demo) -> None:
    rows = _rows(demo)
    assert sorted(rows) == ["alder-01", "alder-02", "birch-01", "birch-02"]
    for trial in ("alder-01", "alder-02"):
        assert rows[trial][2] == "8 of 8"
        assert rows[trial][7:9] == ["0", "0"], "the careful player makes no memory error"
        assert rows[trial][12] == "0", "the careful player repeats no route"
    for trial in ("birch-01", "birch-02"):
        errors = [one for one in _planted(demo, trial) if one.kind == "memory_error"]
        assert rows[trial][7] == str(len(errors))
        assert len({one.type for one in errors}) == 8
        assert 4 <= int(rows[trial][8]) <= 8
        assert int(rows[trial][11]) >= 1
        assert int(rows[trial][12]) >= 4


def test_everything_it_made_stands_where_the_contract_says(demo: Demo) -> None:
    for name in ("ada", "bo", "adjudicator", "coordinator"):
        assert (demo.out / "bundles" / name).is_dir()
    assert [path.parent for path in demo.out.rglob("SHA256SUMS")] == [demo.experiment]
    assert (demo.out / "adjudication.sqlite").is_file()
    screens, game = 14 * 2 * 2, 1
    assert len(list((demo.out / "pictures").glob("*.png"))) == screens + game
    scores = demo.out / "export" / "scores"
    assert command(
        "firered_review", "score", demo.out / "adjudication.sqlite", "--out", scores, "--experiment", demo.experiment,
        "--check",
    )  # fmt: skip
    assert "made up" in (demo.out / "DEMONSTRATION.txt").read_text()
    assert json.loads((scores / "trials.json").read_text())["trials"][0]["demonstration"] is True
    for name in ("ada", "bo"):
        header = json.loads((demo.out / "bundles" / name / "bundle.json").read_text())
        assert header["demonstration"] is True


def test_the_sums_hold_by_the_systems_own_tool_and_one_changed_byte_is_named(demo: Demo, tmp_path: Path) -> None:
    checked = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    assert subprocess.run(checked, cwd=demo.experiment, check=False).returncode == 0
    copy = _copied(demo, tmp_path)
    changed = copy / "trials/birch-02/oracle.jsonl"
    data = bytearray(changed.read_bytes())
    data[len(data) // 2] ^= 1
    changed.write_bytes(data)
    assert subprocess.run(checked, cwd=copy, capture_output=True, check=False).returncode == 1
    assert "trials/birch-02/oracle.jsonl" in command("harness", "verify", copy, code=1)


def test_every_trial_replays_in_a_new_process_to_the_last_frame(demo: Demo) -> None:
    for trial in sorted((demo.experiment / "trials").iterdir()):
        assert "frames are the recorded ones" in command("harness", "replay", trial)


def test_another_action_in_a_copy_is_found_at_its_first_different_frame(demo: Demo, tmp_path: Path) -> None:
    trial = _copied(demo, tmp_path) / "trials/alder-01"
    lines = (trial / "inputs.jsonl").read_text().splitlines(keepends=True)
    place = next(i for i, line in enumerate(lines) if i > 40 and json.loads(line)["action"] in ("UP", "LEFT"))
    record = json.loads(lines[place])
    record["action"] = BUTTONS[record["action"]]
    lines[place] = json.dumps(record) + "\n"
    (trial / "inputs.jsonl").write_text("".join(lines))
    said = command("harness", "replay", trial, code=1)
    differs = int(re.search(r"frame (\d+)", said.replace(" ", " ")).group(1))  # type: ignore[union-attr]
    assert record["first_frame"] <= differs <= record["last_frame"] + 1


def test_a_trial_folder_on_its_own_replays_and_an_action_without_effect_is_found_too(
    demo: Demo, tmp_path: Path
) -> None:
    trial = Path(shutil.copytree(demo.experiment / "trials/alder-02", tmp_path / "alone"))
    assert "frames are the recorded ones" in command("harness", "replay", trial)
    lines = (trial / "inputs.jsonl").read_text().splitlines(keepends=True)
    record = json.loads(lines[-1])
    lines[-1] = json.dumps(record | {"action": "SELECT"}) + "\n"
    (trial / "inputs.jsonl").write_text("".join(lines))
    said = command("harness", "replay", trial, code=1)
    assert re.search(rf"frame \d+ .*in action {record['action_number']} \(SELECT", said)


def test_what_was_planted_is_in_no_bundle(demo: Demo) -> None:
    words = {one.words.encode() for trial in ("birch-01", "birch-02") for one in _planted(demo, trial)}
    made_up = {"labels.sqlite", "ada.sealed", "bo.sealed"}  # the made-up reviewers' notes are those words
    for path in (demo.out / "bundles").rglob("*"):
        if path.is_file() and path.name not in made_up and "coordinator" not in path.parts:
            data = path.read_bytes()
            assert not any(one in data for one in words), path
            if path.suffix != ".sqlite":
                assert b"alder" not in data, path
                assert b"birch" not in data, path
                assert b"planted" not in data, path


def test_it_never_takes_the_place_of_something_else(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    said = command("firered_review", "demo", "--headless", "--out", mine, code=3)
    assert "choose another folder" in said
    assert (mine / "thesis.txt").read_text() == "years of work"
