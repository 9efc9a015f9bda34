"""An experiment is tried before its first trial; each thing that may be wrong is said in a sentence."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from harness.agents.port import Answer, Usage, View
from harness.check import check_experiment, restored_items
from harness.check_game import game_items
from harness.check_isolation import isolation_items, stamp_of
from harness.check_look import look_in_two_processes
from harness.evidence.reader import Experiment, TrialFolder
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.check import Check, CheckItem, Look
from harness.formats.errors import HarnessError
from harness.formats.evidence import MemoryEvent
from harness.formats.files import line_json, read_json, read_yaml, to_yaml
from harness.formats.manifest import Manifest
from tests.recorder.conftest import Desk, reply
from tests.recorder.test_freeze import ask_models, header_of

HASH = "0" * 64
LOOK = Look(
    first_frame=HASH, oracle=HASH, start=HASH, again=HASH, pictures=HASH, end=HASH, actions=27, read=9, settled=20,
    place="bedroom", text_speed="fast", battle_style="shift", unconfirmed=["battle_style"],
)  # fmt: skip


def cartridge(folder: Path, *, press: int = 12, settle: int = 12, **game: str) -> Path:
    """Freeze an experiment on our cartridge, with other timing and other words about the game."""
    new_experiment(folder, "parcel-errand", per_condition=1)
    path = folder / "manifest.yaml"
    manifest = read_yaml(path, Manifest)
    timing = manifest.emulator.model_copy(update={"press_frames": press, "settle_frames": settle})
    changed = {"emulator": timing, "game": manifest.game.model_copy(update=game)}
    path.write_bytes(to_yaml(manifest.model_copy(update=changed)))
    freeze_experiment(folder, draw_seed=1)
    return folder


@pytest.fixture
def embedded(tmp_path: Path) -> Experiment:
    return Experiment(cartridge(tmp_path / "embedded"))


def verdict_of(items: Iterable[CheckItem], title: str) -> tuple[str, str]:
    """Return verdict and sentence of the one item whose title has these words."""
    (item,) = [one for one in items if title in one.title]
    return item.verdict, item.found


def test_our_cartridge_passes_everything_and_the_hashes_are_kept(embedded: Experiment) -> None:
    check = check_experiment(embedded.path)
    assert {item.verdict for item in check.items} == {"pass"}
    assert None not in (check.first_frame_sha256, check.oracle_state_sha256, check.state_sha256, check.rom_sha1)
    assert read_json(embedded.path / "check.json", Check) == check
    assert re.search(r'[ "]/\w', (embedded.path / "check.json").read_text()) is None, "a path of this machine"


def test_two_processes_that_disagree_are_a_finding(embedded: Experiment) -> None:
    other = LOOK.model_copy(update=dict.fromkeys(("first_frame", "oracle", "start", "pictures", "end"), "1" * 64))
    items = list(restored_items(embedded, LOOK, other))
    assert [item.verdict for item in items] == ["fail"] * 5 + ["pass"]
    assert verdict_of(items, "one first frame")[1] == "two fresh processes differ in frame 0."
    assert "with its save memory" in verdict_of(items, "one save memory")[1]
    assert "two different states" in verdict_of(items, "Hidden state")[1]


def test_a_game_that_reads_no_key_or_does_not_run_is_a_finding(embedded: Experiment) -> None:
    silent = LOOK.model_copy(update={"read": 0, "oracle": None})
    items = list(restored_items(embedded, silent, silent))
    assert verdict_of(items, "hears its keys") == ("fail", "the game read no key at all.")
    assert "finds no running game at frame 0" in verdict_of(items, "Hidden state")[1]


def test_without_an_oracle_it_says_which_rules_cannot_fire(desk: Desk) -> None:
    desk.freeze()
    experiment = Experiment(desk.path)
    look = LOOK.model_copy(update={"oracle": None, "settled": None})
    verdict, words = verdict_of(restored_items(experiment, look, look), "Hidden state")
    assert (verdict, words[:60]) == ("warn", "there is no oracle: M8 and the loop rule cannot fire, trials")
    items = list(game_items(experiment, look))
    assert verdict_of(items, "ROM is recognised")[0] == "warn"
    assert "look at the game's options yourself" in verdict_of(items, "Text speed")[1]


def test_a_timing_that_cannot_settle_a_step_is_warned_of_with_the_numbers(tmp_path: Path) -> None:
    folder = cartridge(tmp_path / "short", press=2, settle=8)
    verdict, words = verdict_of(check_experiment(folder).items, "long enough")
    assert verdict == "warn"
    assert "press 2 + settle 8 = 10 frames; a step takes 16, with a turn 24" in words
    measured = re.search(r"(\d+) of 27 rehearsed actions ended settled", words)
    assert measured
    assert 0 < int(measured[1]) < 27


def test_a_game_set_otherwise_than_the_manifest_says_is_a_finding(tmp_path: Path) -> None:
    folder = cartridge(tmp_path / "other", text_speed="slow", battle_style="set", language="French")
    items = check_experiment(folder).items
    assert verdict_of(items, "text speed") == ("fail", "the restored game is set to fast; the manifest says slow.")
    assert verdict_of(items, "battle style") == ("fail", "the restored game is set to shift; the manifest says set.")
    verdict, words = verdict_of(items, "language")
    assert (verdict, "English release; the manifest says French" in words) == ("fail", True)


def test_bits_that_nobody_confirmed_only_warn(desk: Desk) -> None:
    header_of(desk.rom, b"POKEMON FIRE", b"BPRE", 0)
    look = LOOK.model_copy(update={"battle_style": "set", "text_speed": "mid"})
    items = list(game_items(Experiment(desk.path), look))
    verdict, words = verdict_of(items, "battle style")
    assert (verdict, "unconfirmed" in words) == ("warn", True)
    assert verdict_of(items, "text speed")[0] == "fail"
    assert "it was altered" in verdict_of(items, "ROM is recognised")[1]
    assert verdict_of(items, "starter") == (
        "fail", "Thistlet is no starter of this game: Bulbasaur, Charmander, Squirtle are.",
    )  # fmt: skip


def test_a_companion_that_was_chosen_already_is_a_finding(embedded: Experiment) -> None:
    for party, verdict in (([], "pass"), ([1], "warn"), ([7], "fail")):
        look = LOOK.model_copy(update={"party": party, "place": "town"})
        items = list(game_items(embedded, look))
        assert verdict_of(items, "starter")[0] == verdict
        assert verdict_of(items, "mission begins")[0] == "warn"


class Cached:
    """An agent whose answers all carry the same id and come out of a cache."""

    name = "cached"

    def decide(self, view: View, retry: str | None) -> Answer:
        return Answer(reply("A"), Usage(input_tokens=9, cached_tokens=7), response_id="one")


@pytest.fixture
def played(desk: Desk) -> Desk:
    desk.change(budgets={"accepted_actions": 2})
    desk.freeze()
    for condition in ("alder", "birch"):
        desk.play(Cached(), condition)
    return desk


def isolation(desk: Desk, look: Look = LOOK) -> Iterator[CheckItem]:
    folder = desk.rom.parent
    return isolation_items(Experiment(desk.path), look, stamp_of(folder), folder)


def test_a_response_that_two_trials_share_and_a_provider_cache_are_told(played: Desk) -> None:
    items = list(isolation(played))
    verdict, words = verdict_of(items, "earlier response")
    assert (verdict, words) == ("fail", "birch-01 and alder-01 share the response one.")
    verdict, words = verdict_of(items, "cache")
    assert (verdict, "alder-01 (7 tokens), birch-01 (7 tokens)" in words) == ("warn", True)
    assert verdict_of(items, "facts of another")[0] == "pass"


def test_a_trial_that_begins_with_a_fact_or_an_earlier_reply_is_a_finding(played: Desk) -> None:
    trial = TrialFolder(played.path / "trials" / "alder-01")
    (trial.path / "memory.jsonl").write_bytes(line_json(MemoryEvent(event="shown", decision=1, fact_id="event-0001")))
    request = trial.path / trial.attempts()[0].request_path
    value = json.loads(request.read_text())
    value["messages"].append({"role": "assistant", "content": "before"})
    request.write_text(json.dumps(value))
    items = list(isolation(played))
    assert verdict_of(items, "facts of another") == ("fail", "alder-01 was shown a fact before it wrote one.")
    verdict, words = verdict_of(items, "earlier response")
    assert (verdict, "the first request of alder-01 holds an earlier reply" in words) == ("fail", True)


def test_save_memory_that_stays_and_a_file_beside_the_rom_are_findings(desk: Desk) -> None:
    desk.freeze()
    before = stamp_of(desk.rom.parent)
    (desk.rom.parent / "experiment-rehearsal").mkdir()
    assert stamp_of(desk.rom.parent) == before
    (desk.rom.parent / "dots.sav").write_bytes(b"left")
    look = LOOK.model_copy(update={"again": "1" * 64})
    items = list(isolation_items(Experiment(desk.path), look, before, desk.rom.parent))
    assert verdict_of(items, "Save memory") == ("fail", "save memory keeps what the game wrote before.")
    assert verdict_of(items, "ROM's folder") == ("fail", "a file in it was added, changed or removed.")


def test_save_memory_written_in_the_rehearsal_is_fresh_again(desk: Desk) -> None:
    desk.freeze()
    first, second = look_in_two_processes(desk.path)
    assert first == second
    assert first.start == first.again != first.end


def test_a_process_that_refuses_passes_its_sentence_on(desk: Desk) -> None:
    with pytest.raises(HarnessError, match=r"freeze\.json is missing"):
        look_in_two_processes(desk.path)


def test_a_money_budget_and_a_limitation_are_said_again(desk: Desk) -> None:
    ask_models(desk, *({"model": "own", "base_url": "http://127.0.0.1:1/v1"},) * 2)
    desk.change(budgets={"total_cost_usd": 5.0}, limitations=["own is whatever this machine serves."])
    desk.freeze()
    items = check_experiment(desk.path).items
    assert "cannot be enforced" in verdict_of([i for i in items if "alder" in i.found], "money budget")[1]
    assert verdict_of(items, "limitation") == ("warn", "own is whatever this machine serves.")


def test_the_kept_check_stays_as_it_was_before_the_first_trial(played: Desk) -> None:
    check_experiment(played.path)
    assert not (played.path / "check.json").exists()
