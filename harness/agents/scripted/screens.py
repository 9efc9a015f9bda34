"""The full screens: battle, bag, party and logbook."""

from pathlib import Path

from harness.agents.scripted.letters import Alphabet
from harness.agents.scripted.sight import Scene
from harness.agents.scripted.world import Picture


class Screens:
    """Recognises and reads the screens that hide the map."""

    def __init__(self, folder: Path, letters: Alphabet) -> None:
        self._letters = letters

    def read(self, frame: Picture) -> Scene | None:
        """Return what a full screen shows, or None where the picture is no such screen."""
        return None
