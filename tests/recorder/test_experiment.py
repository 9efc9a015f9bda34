"""An experiment is scaffolded, frozen once, and held to."""

import json
from pathlib import Path

import pytest

from harness.evidence.reader import Experiment
from harness.experiment import check_frozen, freeze_experiment, new_experiment
from harness.formats.action import Reply
from harness.formats.base import BUTTONS
from harness.formats.codebook import load_codebook
from harness.formats.errors import BadFile, MissingPiece, ProtocolChanged, Refused, WrongHash
from harness.formats.files import read_yaml, to_yaml
from harness.formats.manifest import Condition
from harness.schedule import draw_schedule, pairs
from tests.recorder.conftest import Desk

ROOT = Path(__file__).parents[2]


def set_condition(desk: Desk, name: str, **changes: object) -> None:
    path = desk.path / "conditions" / f"{name}.yaml"
    path.write_bytes(to_yaml(read_yaml(path, Condition).model_copy(update=changes)))


def test_a_new_experiment_has_everything_filled_in_that_can_be_known(desk: Desk) -> None:
    experiment = Experiment(desk.path)
    game = experiment.manifest.game
    assert len(game.rom_sha256) == len(game.initial_state_sha256) == 64
    assert experiment.manifest.created_utc.endswith("Z")
    assert experiment.codebook().codebook.version == load_codebook(ROOT / "resources" / "codebook").codebook.version
    assert sorted(experiment.conditions) == ["alder", "birch"]


def test_the_schema_that_agents_get_is_the_one_replies_are_held_to() -> None:
    schema = json.loads((ROOT / "manifests/parcel-errand/prompts/action-schema.json").read_text())
    assert sorted(schema["required"]) == sorted(Reply.model_fields)
    assert schema["properties"]["actions"]["items"]["enum"] == list(BUTTONS)
    assert schema["properties"]["actions"]["maxItems"] == 4
    assert schema["additionalProperties"] is False


def test_a_folder_that_is_there_is_never_scaffolded_into(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there already"):
        new_experiment(desk.path, "parcel-errand", desk.rom, desk.state)
    with pytest.raises(BadFile, match="no template 'nothing'"):
        new_experiment(tmp_path / "other", "nothing")
    with pytest.raises(Refused, match="both --rom and --state"):
        new_experiment(tmp_path / "other", "parcel-errand", desk.rom)
    with pytest.raises(BadFile, match=r"ROM .*gone\.gba is missing"):
        new_experiment(tmp_path / "other", "parcel-errand", tmp_path / "gone.gba", desk.state)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["experiment", "game"]


def test_five_trials_a_condition_follow_the_protocols_order() -> None:
    schedule = draw_schedule(("alder", "birch"), 5, seed=3)
    letters = "".join("X" if p.condition == schedule.x else "Y" for p in schedule.positions)
    assert letters == "XYYXXYYXXY"
    assert [p.trial for p in schedule.positions if p.condition == schedule.x] == [1, 2, 3, 4, 5]
    assert all(pair.first.condition != pair.second.condition for pair in pairs(schedule))
    assert {draw_schedule(("alder", "birch"), 5, seed=n).x for n in range(20)} == {"alder", "birch"}


def test_a_frozen_experiment_holds_and_is_frozen_once(desk: Desk) -> None:
    desk.freeze()
    frozen = check_frozen(desk.path).freeze
    assert {"manifest.yaml", "schedule.json", "prices.json", "scoring/codebook.yaml"} <= frozen.files.keys()
    assert "local.yaml" not in frozen.files
    with pytest.raises(Refused, match="frozen already"):
        freeze_experiment(desk.path)


@pytest.mark.parametrize(
    "name", ["manifest.yaml", "prompts/system.txt", "conditions/birch.yaml", "scoring/milestones.yaml", "schedule.json"]
)
def test_a_changed_file_is_named(desk: Desk, name: str) -> None:
    path = desk.freeze().path / name
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(ProtocolChanged, match=name):
        check_frozen(desk.path)
    path.unlink()
    with pytest.raises((ProtocolChanged, BadFile), match=name):
        check_frozen(desk.path)


def test_a_file_that_was_added_to_the_protocol_is_named(desk: Desk) -> None:
    (desk.freeze().path / "prompts" / "hint.txt").write_text("go north")
    with pytest.raises(ProtocolChanged, match=r"hint\.txt was not there"):
        check_frozen(desk.path)


def test_an_experiment_that_was_never_frozen_is_refused(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="not frozen"):
        check_frozen(desk.path)
    with pytest.raises(BadFile, match="no experiment"):
        check_frozen(tmp_path)


def test_values_that_are_left_to_fill_in_are_named(desk: Desk) -> None:
    desk.change(budgets={"total_cost_usd": "SET_BEFORE_RUN"})
    with pytest.raises(Refused, match="SET_BEFORE_RUN"):
        freeze_experiment(desk.path)


@pytest.mark.parametrize("word", ["milestone", "oracle", "memory-use-failure", "parcel", "rival_battle"])
def test_a_condition_id_that_is_a_word_of_the_codebook_is_refused(desk: Desk, word: str) -> None:
    manifest = Experiment(desk.path).manifest
    first, second = manifest.conditions
    desk.change(conditions=[first, second.model_copy(update={"id": word})])
    set_condition(desk, "birch", id=word)
    with pytest.raises(Refused, match="choose another id"):
        freeze_experiment(desk.path)


def test_conditions_that_differ_in_what_must_be_equal_are_refused(desk: Desk) -> None:
    set_condition(desk, "birch", episodic_memory=False)
    with pytest.raises(Refused, match="differ in episodic_memory"):
        freeze_experiment(desk.path)
    desk.change(design="B")
    with pytest.raises(Refused, match="differ in agent"):
        freeze_experiment(desk.path)
    set_condition(desk, "birch", agent="scripted:careful", episodic_memory=True)
    with pytest.raises(Refused, match="exactly one condition"):
        freeze_experiment(desk.path)
    set_condition(desk, "birch", agent="scripted:careful", episodic_memory=False)
    desk.freeze()


def test_a_rom_that_does_not_fit_the_profile_or_the_manifest_is_refused(desk: Desk) -> None:
    desk.change(oracle="bpre-1.0")
    with pytest.raises(BadFile, match="TINY"):
        freeze_experiment(desk.path)
    desk.change(oracle="none")
    desk.rom.write_bytes(desk.rom.read_bytes() + b"\0")
    with pytest.raises(Refused, match="the manifest names"):
        freeze_experiment(desk.path)


def test_a_core_refuses_another_state_than_the_frozen_one(desk: Desk) -> None:
    desk.freeze()
    desk.state.write_bytes(desk.state.read_bytes() + b"\0")
    with pytest.raises((WrongHash, MissingPiece)):
        desk.core()
