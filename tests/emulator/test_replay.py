"""A trial played again: every frame the recorded one, or the first other one named with its action."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from harness.evidence import png
from harness.evidence.motion import MotionReader
from harness.formats.errors import BadFile, WrongHash
from harness.formats.files import to_yaml
from harness.formats.manifest import Local
from harness.replay import replay_trial
from tests.emulator.conftest import Disk
from tests.evidence.experiments import Recording, record, scaffold
from tests.evidence.pictures import frame


@pytest.fixture
def trial(dots: Disk, tmp_path: Path) -> Path:
    """A small trial of the game of dots."""
    experiment = scaffold(tmp_path / "small", "rom", *dots.hashes)
    (experiment / "local.yaml").write_bytes(to_yaml(Local(rom=str(dots.rom), state=str(dots.state))))
    core = dots.core()
    folder = record(experiment, "alder", 1, core.run_frame, emulator_files=dict(core.files))
    core.close()
    return folder


def exchange(folder: Path, number: int) -> None:
    """Put another frame, with its true identity, into a motion store."""
    from hashlib import sha256

    db = sqlite3.connect(folder / "motion.sqlite")
    with db:
        db.execute("INSERT INTO picture VALUES (999, ?, ?)", (sha256(frame(5)).digest(), png.encode(frame(5))))
        db.execute("UPDATE frame SET picture = 999 WHERE number = ?", (number,))
    db.close()


def test_a_recorded_trial_plays_the_same_frame_by_frame(trial: Path) -> None:
    result = replay_trial(trial)
    assert (result.differs_at, result.action, result.frames, result.same_emulator) == (None, None, 51, True)
    assert result.sentence == "alder-01: all 51 frames are the recorded ones."
    with MotionReader(trial / "motion.sqlite") as frames:
        assert len(set(frames.identities())) > 25


@pytest.mark.parametrize(("number", "action", "decision"), [(1, 1, 1), (5, 1, 1), (6, 2, 2), (23, 5, 4), (50, 10, 6)])
def test_the_first_other_frame_is_named_with_its_action(trial: Path, number: int, action: int, decision: int) -> None:
    exchange(trial, number)
    result = replay_trial(trial)
    assert result.differs_at == number
    assert result.frames == number + 1
    assert result.action is not None
    assert (result.action.action_number, result.action.decision) == (action, decision)
    assert f"frame {number} differs, in action {action} " in result.sentence


def test_another_first_frame_belongs_to_no_action(trial: Path) -> None:
    exchange(trial, 0)
    result = replay_trial(trial)
    assert (result.differs_at, result.action) == (0, None)
    assert "before the first action" in result.sentence


def test_another_button_in_the_log_is_found_where_it_shows(trial: Path) -> None:
    path = trial / "inputs.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert '"action":"A"' in lines[3]
    lines[3] = lines[3].replace('"action":"A"', '"action":"RIGHT"')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = replay_trial(trial)
    assert result.action is not None
    assert result.action.action_number == 4


def test_a_log_with_a_gap_is_one_sentence(trial: Path) -> None:
    path = trial / "inputs.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:4] + lines[5:]) + "\n", encoding="utf-8")
    with pytest.raises(BadFile, match="action 6 spans frames 26 to 30, but 21 to 25 were due"):
        replay_trial(trial)
    path.write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    with pytest.raises(BadFile, match="does not explain the 51 frames"):
        replay_trial(trial)


def test_a_rom_that_is_not_the_recorded_one_is_refused(trial: Path, dots: Disk) -> None:
    dots.rom.write_bytes(dots.rom.read_bytes() + b"\0")
    with pytest.raises(WrongHash, match="not the recorded ROM"):
        replay_trial(trial)
    dots.rom.unlink()
    with pytest.raises(BadFile, match=r"local\.yaml"):
        replay_trial(trial)


def test_a_killed_trial_is_played_as_far_as_its_log_explains(trial: Path, dots: Disk) -> None:
    from harness.evidence.recover import recover

    core = dots.core()
    recording = Recording(trial.parent.parent, "birch", 1, core.run_frame, emulator_files={"other": "4" * 64})
    with recording.writer as writer:
        recording.decide(["RIGHT", "A"])
        for step in range(3):
            writer.frame(recording.number + 1 + step, core.run_frame(0))
        writer._motion.flush()
    core.close()
    assert recover(trial.parent.parent) == ["birch-01"]
    result = replay_trial(recording.folder)
    assert (result.differs_at, result.frames, result.same_emulator) == (None, 11, False)
    assert "not the one it was recorded with" in result.sentence


def test_an_experiment_may_lie_anywhere(trial: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.move(trial.parent.parent, moved)
    assert replay_trial(moved / "trials" / "alder-01").differs_at is None
