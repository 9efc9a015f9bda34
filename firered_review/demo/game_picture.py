"""One picture of the game, from frames of a recorded trial: town, laboratory, battle, shop."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PIL import Image

from harness.evidence.reader import TrialFolder
from harness.formats.base import FrameNumber
from harness.formats.oracle import OracleState, StateRecord

WIDTH, HEIGHT, ZOOM, GAP = 240, 160, 2, 8
SCENES: Sequence[Callable[[OracleState], bool]] = (
    lambda state: state.map == "town" and state.screen == "overworld" and state.y < 9,
    lambda state: state.map == "laboratory" and state.screen == "dialogue" and state.y < 6,
    lambda state: state.battle is not None and state.screen_detail == "battle",
    lambda state: state.map == "next_town" and state.screen == "overworld" and state.y < 17,
)
LATER = 12
"""Records past the first of a scene, so that a fade is over and a text is drawn."""


def write_game_picture(trial: TrialFolder, path: Path) -> Path:
    """Write four scenes of a trial, two by two, at twice their size; return the path."""
    sheet = Image.new("RGB", (2 * WIDTH * ZOOM + GAP, 2 * HEIGHT * ZOOM + GAP), "white")
    for number, frame in enumerate(_frames(trial)):
        scene = Image.frombytes("RGB", (WIDTH, HEIGHT), trial.frames.rgb(frame))
        scene = scene.resize((WIDTH * ZOOM, HEIGHT * ZOOM), Image.Resampling.NEAREST)
        sheet.paste(scene, ((number % 2) * (WIDTH * ZOOM + GAP), (number // 2) * (HEIGHT * ZOOM + GAP)))
    sheet.save(path, optimize=True)
    return path


def _frames(trial: TrialFolder) -> Iterator[FrameNumber]:
    states = [one for one in trial.oracle() if isinstance(one, StateRecord) and one.state and one.when == "after"]
    for shows in SCENES:
        found = [one.frame for one in states if one.state and shows(one.state)]
        if found:
            yield found[min(LATER, len(found) - 1)]
