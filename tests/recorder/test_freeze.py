"""What may not be frozen is refused in a sentence that names it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from harness.emulator.game import game_files
from harness.emulator.mgba_core import power_on_state
from harness.evidence.reader import Experiment
from harness.experiment import check_frozen, freeze_experiment, new_experiment
from harness.formats.codebook import MilestoneRubric
from harness.formats.errors import BadFile, ProtocolChanged, Refused
from harness.formats.files import read_json, read_yaml, to_yaml
from harness.formats.manifest import Condition, Freeze, Local
from harness.formats.prices import PriceSchedule
from tests.emulator.games import DOTS, write_game
from tests.recorder.conftest import Desk

DATED = "gpt-4o-2024-08-06"
OTHER = "claude-sonnet-4-20250514"


def ask_models(desk: Desk, first: dict[str, Any] | None = None, second: dict[str, Any] | None = None) -> None:
    """Let both conditions ask vision models; the manifest names the same."""
    values: dict[str, Any] = {"agent": "openai", "model": DATED, "seed": "unsupported"}
    entries = []
    for entry, changes in zip(Experiment(desk.path).manifest.conditions, (first or {}, second or {}), strict=True):
        condition = Condition(id=entry.id, **{**values, **changes})
        (desk.path / "conditions" / f"{entry.id}.yaml").write_bytes(to_yaml(condition))
        entries.append(entry.model_copy(update={"model": condition.model}))
    desk.change(conditions=entries)


def refused(desk: Desk, match: str) -> None:
    with pytest.raises(Refused, match=match):
        freeze_experiment(desk.path)
    assert not (desk.path / "freeze.json").exists()


def test_every_placeholder_of_the_protocols_template_is_named(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "protocol"
    manifest = new_experiment(folder, "firered-memory-v1", desk.rom, desk.state)
    assert (manifest.emulator.press_frames, manifest.emulator.settle_frames) == (2, 8)
    with pytest.raises(Refused) as caught:
        freeze_experiment(folder)
    for place in (
        r"budgets.total_cost_usd (SET_BEFORE_RUN)",
        "conditions.1.model (REPLACE_WITH_PINNED_MODEL_ID)",
        "conditions.2.model",
        "conditions/model-a.yaml agent (REPLACE_WITH_PROVIDER)",
        "conditions/model-b.yaml model",
    ):
        assert place in str(caught.value)
    assert str(caught.value).count("(") == 7


def test_the_protocols_template_freezes_when_it_is_filled_in(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "protocol"
    new_experiment(folder, "firered-memory-v1", desk.rom, desk.state)
    for name in ("manifest.yaml", "conditions/model-a.yaml", "conditions/model-b.yaml"):
        path = folder / name
        text = path.read_text().replace("REPLACE_WITH_PROVIDER", "openai").replace("SET_BEFORE_RUN", "5")
        text = text.replace("REPLACE_WITH_PINNED_MODEL_ID", DATED)
        path.write_text(text.replace("total_cost_usd: '5'", "total_cost_usd: 5"))
    freeze_experiment(folder)
    prices = read_json(check_frozen(folder).path / "prices.json", PriceSchedule)
    assert DATED in prices.prices
    assert prices.source is not None


def test_the_protocols_template_words_its_milestones_for_its_game(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "protocol"
    new_experiment(folder, "firered-memory-v1", desk.rom, desk.state)
    ours = read_yaml(desk.path / "scoring" / "milestones.yaml", MilestoneRubric)
    told = read_yaml(folder / "scoring" / "milestones.yaml", MilestoneRubric)
    assert [(one.id, one.points) for one in told.milestones] == [(one.id, one.points) for one in ours.milestones]
    assert [one.needs_proof for one in told.milestones] == [one.needs_proof for one in ours.milestones]
    assert "Viridian City" in told.milestones[4].definition
    assert (folder / "scoring" / "codebook.yaml").read_bytes() == (desk.path / "scoring" / "codebook.yaml").read_bytes()


def test_the_template_has_the_protocols_fields_and_values() -> None:
    path = Path(__file__).parents[2] / "manifests" / "firered-memory-v1" / "manifest.yaml"
    told = yaml.safe_load(path.read_text())
    assert told["emulator"] | {"audio": "off"} == told["emulator"]
    assert told["budgets"] == {
        "accepted_actions": 2500, "model_decisions": 1200, "wall_time_minutes": 180, "total_cost_usd": "SET_BEFORE_RUN",
    }  # fmt: skip
    assert told["trials"] == {
        "per_condition": 5, "order": "counterbalanced", "restore_initial_state_before_each_trial": True,
    }  # fmt: skip
    assert [entry["id"] for entry in told["conditions"]] == ["model_a", "model_b"]
    assert told["game"]["starter"] == "Bulbasaur"


def test_a_placeholder_in_a_prompt_is_named_with_its_line(desk: Desk) -> None:
    prompt = desk.path / "prompts" / "system.txt"
    prompt.write_text(prompt.read_text() + "\nREPLACE_WITH_MISSION\n")
    refused(desk, r"prompts/system\.txt line \d+ \(REPLACE_WITH_MISSION\)")


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ({}, {"episodic_memory": False}, "differ in episodic_memory, which design A keeps equal"),
        ({"sampling": {"temperature": 0}}, {}, "differ in sampling, which design A keeps equal"),
        ({}, {"timeout_seconds": 9}, "differ in timeout_seconds"),
        ({}, {"max_output_tokens": 9}, "differ in max_output_tokens"),
        ({"seed": 1}, {"seed": 2}, "differ in seed"),
    ],
)
def test_design_a_lets_only_the_model_and_its_wrapper_differ(
    desk: Desk, first: dict[str, Any], second: dict[str, Any], sentence: str
) -> None:
    ask_models(desk, first, second)
    refused(desk, sentence)


def test_design_a_freezes_two_products_with_their_wrappers(desk: Desk) -> None:
    ask_models(desk, {"seed": 1}, {"agent": "anthropic", "model": OTHER, "wrapper": "the system text goes first"})
    desk.freeze()


def test_design_b_lets_only_episodic_memory_differ(desk: Desk) -> None:
    desk.change(design="B")
    ask_models(desk)
    refused(desk, "exactly one condition has episodic_memory")
    ask_models(desk, {}, {"episodic_memory": False, "base_url": "http://127.0.0.1:1/v1"})
    refused(desk, "differ in base_url, which design B keeps equal")
    ask_models(desk, {}, {"episodic_memory": False, "model": OTHER})
    refused(desk, "differ in model, which design B keeps equal")
    ask_models(desk, {}, {"episodic_memory": False})
    desk.freeze()


def test_a_floating_alias_is_refused_unless_the_manifest_admits_it(desk: Desk) -> None:
    ask_models(desk, {"model": "gpt-4o"}, {"model": "gpt-4o"})
    refused(desk, "the model 'gpt-4o', an alias that may come to mean another model")
    desk.change(limitations=["Hosted models change."])
    refused(desk, "limitations with a sentence that names 'gpt-4o'")
    desk.change(limitations=["gpt-4o is an alias; both conditions were recorded on one day."])
    desk.freeze()


def test_an_order_that_is_not_balanced_is_refused(desk: Desk) -> None:
    desk.change(trials={"order": ["X", "X", "Y", "Y"]})
    refused(desk, "not balanced: pair 1 is X X")
    desk.change(trials={"order": ["X", "Y", "X", "Y"]})
    refused(desk, "X goes first in 2 of 2 pairs")
    desk.change(trials={"order": ["Y", "X", "X", "Y"]})
    desk.freeze()


def test_a_money_budget_without_a_price_says_so_before_the_first_trial(desk: Desk) -> None:
    ask_models(desk, *({"model": f"own@sha256:{'0' * 64}", "base_url": "http://127.0.0.1:1/v1"},) * 2)
    desk.change(budgets={"total_cost_usd": 5.0})
    desk.freeze()
    notes = read_json(desk.path / "freeze.json", Freeze).notes
    assert len(notes) == 2
    assert "alder: the money budget of 5 USD cannot be enforced" in notes[0]


def test_an_action_that_is_none_of_the_nine_is_refused(desk: Desk) -> None:
    path = desk.path / "manifest.yaml"
    path.write_text(path.read_text().replace("- NOOP", "- SAVE_STATE"))
    with pytest.raises(BadFile, match=r"manifest\.yaml: agent\.allowed_actions\.8"):
        freeze_experiment(desk.path)


def test_a_schema_that_tells_another_contract_is_refused(desk: Desk) -> None:
    path = desk.path / "prompts" / "action-schema.json"
    told = path.read_text()
    path.write_text(told.replace('"maxItems": 4', '"maxItems": 9'))
    refused(desk, "told another contract")
    schema = json.loads(told)
    schema["properties"]["actions"]["items"]["enum"].append("L")
    path.write_text(json.dumps(schema))
    refused(desk, "told another contract")


def test_a_prompt_that_does_not_name_the_starter_is_refused(desk: Desk) -> None:
    desk.change(game={"starter": "Rillnewt"})
    refused(desk, "does not name the starter 'Rillnewt'")


def test_sampling_that_carries_state_between_calls_is_refused(desk: Desk) -> None:
    ask_models(desk, *({"sampling": {"session_id": "one"}},) * 2)
    refused(desk, r"sampling\.session_id would carry state")


def test_conditions_that_would_share_a_folder_are_refused(desk: Desk) -> None:
    first, second = Experiment(desk.path).manifest.conditions
    desk.change(conditions=[first.model_copy(update={"id": "al_x"}), second.model_copy(update={"id": "al-x"})])
    refused(desk, "share their trials' folders")


def test_a_changed_rom_state_or_library_is_named_by_every_later_command(desk: Desk) -> None:
    desk.freeze()
    for path, what in ((desk.rom, "ROM"), (desk.state, "initial state")):
        held = path.read_bytes()
        path.write_bytes(held + b"\0")
        with pytest.raises(ProtocolChanged, match=f"The {what} .* is not the one that was frozen"):
            check_frozen(desk.path)
        path.write_bytes(held)
    frozen = read_json(desk.path / "freeze.json", Freeze)
    other = frozen.model_copy(update={"emulator_files": dict.fromkeys(frozen.emulator_files, "0" * 64)})
    (desk.path / "freeze.json").write_text(other.model_dump_json())
    with pytest.raises(ProtocolChanged, match="emulator library"):
        check_frozen(desk.path)


def header_of(path: Path, title: bytes, code: bytes, revision: int) -> Path:
    """Write the game of dots under another header; only the header is another's."""
    data = bytearray(write_game(path, DOTS).read_bytes())
    data[0xA0:0xB0] = title.ljust(12, b"\0") + code
    data[0xBC] = revision
    data[0xBD] = -(0x19 + sum(data[0xA0:0xBD])) & 0xFF
    path.write_bytes(bytes(data))
    return path


def test_a_revision_that_no_profile_reads_is_refused_by_name(desk: Desk, tmp_path: Path) -> None:
    rom = header_of(tmp_path / "ten.gba", b"POKEMON FIRE", b"BPRE", 10)
    with pytest.raises(BadFile, match=r"'POKEMON FIRE' \(BPRE, revision 10\).*use revision 0 and 1"):
        new_experiment(tmp_path / "ten", "firered-memory-v1", rom, desk.state)
    assert not (tmp_path / "ten").exists()


def test_a_rom_that_was_altered_or_is_another_game_gets_no_oracle(desk: Desk, tmp_path: Path) -> None:
    rom = header_of(tmp_path / "altered.gba", b"POKEMON FIRE", b"BPRE", 1)
    state = tmp_path / "altered.state"
    state.write_bytes(power_on_state(rom))
    assert new_experiment(tmp_path / "altered", "firered-memory-v1", rom, state).oracle == "none"
    other = new_experiment(tmp_path / "other", "firered-memory-v1", desk.rom, desk.state)
    assert (other.oracle, other.game.title, other.return_legs) == ("none", "TINY", [])


def test_our_cartridge_as_a_rom_of_ones_own_gets_its_profile(tmp_path: Path) -> None:
    game = game_files(Local(rom="embedded", state="embedded"))
    rom = Path(shutil.copy(game.rom, tmp_path / "mine.gba"))
    state = Path(shutil.copy(game.state, tmp_path / "mine.state"))
    manifest = new_experiment(tmp_path / "mine", "parcel-errand", rom, state)
    assert (manifest.oracle, manifest.game.title) == ("parcel-errand", "Parcel Errand")
    assert Experiment(tmp_path / "mine").local.rom == str(rom)
    freeze_experiment(tmp_path / "mine")


def test_what_is_no_rom_or_no_state_of_it_is_refused(desk: Desk, tmp_path: Path) -> None:
    text = tmp_path / "text.gba"
    text.write_bytes(b"a text " * 100)
    with pytest.raises(BadFile, match="not a GBA ROM"):
        new_experiment(tmp_path / "new", "parcel-errand", text, desk.state)
    with pytest.raises(BadFile, match=r"text\.gba"):
        new_experiment(tmp_path / "new", "parcel-errand", desk.rom, text)
    assert not (tmp_path / "new").exists()
