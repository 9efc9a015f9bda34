"""The frame around a comparison: two conditions, one policy, one emulator, a state from the emulator's own window."""

import os
from pathlib import Path

import pytest

from harness.check_look import look_in_two_processes
from harness.evidence.reader import Experiment
from harness.experiment import check_frozen, freeze_experiment, new_experiment
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile, ProtocolChanged, Refused
from harness.formats.files import read_json, to_yaml
from harness.formats.manifest import Freeze
from tests.recorder.conftest import Desk
from tests.recorder.test_experiment import set_condition
from tests.recorder.test_freeze import ask_models, refused

WITH_PICTURE_AND_SAVE = 31


def test_a_comparison_needs_two_conditions(desk: Desk) -> None:
    first, _ = Experiment(desk.path).manifest.conditions
    (desk.path / "conditions" / "birch.yaml").unlink()
    desk.change(conditions=[first])
    refused(desk, "names 1 conditions; a comparison needs two")


def test_both_conditions_name_one_memory_policy_and_the_models_of_their_files(desk: Desk) -> None:
    first, second = Experiment(desk.path).manifest.conditions
    desk.change(conditions=[first, second.model_copy(update={"memory_policy": "another"})])
    refused(desk, "must name the memory policy 'shared-policy-v1'")
    ask_models(desk)
    desk.change(conditions=[first, second])
    refused(desk, "the file of alder in conditions/ name different models")


def test_an_agent_that_nobody_knows_is_refused(desk: Desk) -> None:
    set_condition(desk, "birch", agent="gpt")
    refused(desk, "the agent 'gpt', which this program does not know: use one of openai, anthropic")


def test_actions_are_named_once_and_do_something(desk: Desk) -> None:
    desk.change(agent={"allowed_actions": ["A", "A"]})
    refused(desk, "names an action twice")
    desk.change(agent={"allowed_actions": ["NOOP"]})
    refused(desk, "no action but NOOP")


def test_a_schema_that_says_nothing_of_actions_is_refused(desk: Desk) -> None:
    (desk.path / "prompts" / "action-schema.json").write_text("{}")
    with pytest.raises(BadFile, match="does not say which actions"):
        freeze_experiment(desk.path)


def test_another_configuration_of_the_emulator_is_refused(desk: Desk) -> None:
    desk.change(emulator={"config_sha256": "0" * 64})
    refused(desk, r"emulator\.config_sha256 must be")


def test_trials_that_nobody_froze_are_refused(desk: Desk) -> None:
    (desk.path / "trials" / "alder-01").mkdir(parents=True)
    refused(desk, "has trials although it was never frozen")


def test_a_file_that_is_no_text_or_no_yaml_is_named(desk: Desk) -> None:
    policy = desk.path / "memory-policy.yaml"
    held = policy.read_bytes()
    policy.write_bytes(b"name: [unclosed\n")
    with pytest.raises(BadFile, match=r"memory-policy\.yaml is not YAML"):
        freeze_experiment(desk.path)
    policy.write_bytes(held)
    (desk.path / "prompts" / "system.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"system\.txt is not UTF-8"):
        freeze_experiment(desk.path)


def test_another_oracle_profile_than_the_frozen_one_is_named(desk: Desk) -> None:
    desk.freeze()
    frozen = read_json(desk.path / "freeze.json", Freeze)
    (desk.path / "freeze.json").write_text(frozen.model_copy(update={"profile_sha256": "0" * 64}).model_dump_json())
    with pytest.raises(ProtocolChanged, match="oracle profile none is not the one that was frozen"):
        check_frozen(desk.path)


def test_a_template_for_a_game_of_ones_own_needs_one(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="needs a game of yours: give --rom and --state"):
        new_experiment(tmp_path / "new", "firered-memory-v1")


def test_a_state_that_was_saved_with_a_picture_in_the_emulators_window_is_taken(desk: Desk, tmp_path: Path) -> None:
    core = desk.freeze().core()
    for _ in range(5):
        core.run_frame(1)
    native = core._open()
    state = tmp_path / "dots.ss1"
    file = native._lib.VFileOpen(str(state).encode(), os.O_RDWR | os.O_CREAT)
    assert native._lib.mCoreSaveStateNamed(native._native, file, WITH_PICTURE_AND_SAVE)
    file.close(file)
    expected = core.state()
    core.close()
    folder = tmp_path / "own"
    manifest = new_experiment(folder, "parcel-errand", desk.rom, state, per_condition=1)
    (folder / "manifest.yaml").write_bytes(to_yaml(manifest))
    freeze_experiment(folder)
    first, second = look_in_two_processes(folder)
    assert first == second
    assert first.start == sha256_hex(expected)
