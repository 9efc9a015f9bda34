"""Saving in the game, hundreds of times in one recorded trial, leaves the machine and the ROM's folder as they were."""

import shutil
from pathlib import Path

import pytest

from harness.agents.port import Answer, View
from harness.emulator.game import EMBEDDED, game_files
from harness.emulator.mgba_core import MgbaCore
from harness.evidence.reader import Experiment
from harness.experiment import freeze_experiment, new_experiment
from harness.formats.files import to_yaml
from harness.formats.manifest import Local
from harness.oracle.profile import load_profile
from harness.trial import play_trial
from harness.trial_start import TrialPlace
from tests.recorder.conftest import reply

SAVES = 300
SAVE_COUNTER = 0x5390
"""Offset in IWRAM of the count of in-game saves."""


class Saver:
    """Opens the START menu and saves, again and again; two decisions a save."""

    name = "saver"

    def __init__(self) -> None:
        self._made = 0

    def decide(self, view: View, retry: str | None) -> Answer:
        self._made += 1
        if self._made == 1:
            return Answer(reply("START", "DOWN", "B"))
        if self._made > 1 + 2 * SAVES:
            raise AssertionError("it was to stop at its decision budget")
        return Answer(reply("START", "A", "A", "A") if self._made % 2 == 0 else reply("A", "A", "B", "B"))


@pytest.mark.slow
def test_three_hundred_saves_in_one_trial_neither_crash_nor_write_beside_the_rom(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    rom, state = (Path(shutil.copy(path, game)) for path in game_files(Local(rom=EMBEDDED, state=EMBEDDED)))
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in game.iterdir()}
    folder = tmp_path / "experiment"
    manifest = new_experiment(folder, "parcel-errand", rom, state)
    budgets = manifest.budgets.model_copy(update={"model_decisions": 1 + 2 * SAVES})
    (folder / "manifest.yaml").write_bytes(to_yaml(manifest.model_copy(update={"budgets": budgets})))
    freeze_experiment(folder, draw_seed=1)
    experiment = Experiment(folder)
    frozen = experiment.freeze
    core = MgbaCore(rom, state, frozen.rom_sha256, frozen.initial_state_sha256)
    (folder / "trials").mkdir()
    place = TrialPlace(folder, experiment.conditions["alder"], 1, 1, None, folder / "trials/alder-01")
    try:
        header = play_trial(place, core, Saver(), load_profile("parcel-errand"))
        saves = int.from_bytes(core.memory().iwram[SAVE_COUNTER:][:4], "little")
    finally:
        core.close()
    assert saves == SAVES
    assert header.closing is not None
    assert header.closing.reason == "decision_budget"
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in game.iterdir()} == before
