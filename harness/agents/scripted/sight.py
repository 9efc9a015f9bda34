"""What a picture shows: the place, the people, what is written, and which menu stands open."""

from typing import Literal, NamedTuple

from harness.agents.scripted.plan import Place
from harness.formats.base import Button

Page = Literal["bag", "party", "logbook"]
Screen = Literal["overworld", "dialogue", "menu", "battle", "transition", "unknown"]


class Box(NamedTuple):
    """The dialogue box: its lines, and whether it waits for a press."""

    lines: tuple[str, ...]
    waits: bool

    @property
    def text(self) -> str:
        """Return the lines as one sentence."""
        return " ".join(line for line in self.lines if line)


class Menu(NamedTuple):
    """A list to choose from: its entries and the chosen one."""

    name: Literal["start", "yes_no", "battle", "moves"] | Page
    entries: tuple[str, ...]
    cursor: int | None


class Scene(NamedTuple):
    """Everything read from one picture."""

    screen: Screen
    place: Place | None = None
    facing: Button | None = None
    people: tuple[Place, ...] = ()
    box: Box | None = None
    menu: Menu | None = None
    lines: tuple[str, ...] = ()
    location: str = "unknown"
    certainty: float = 0.9
