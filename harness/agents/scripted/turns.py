"""One turn of a scripted player: what it sees and knows, and what it answers."""

from typing import NamedTuple

from harness.agents.port import View
from harness.agents.scripted.recall import Recall
from harness.agents.scripted.sight import Scene
from harness.formats.action import MemoryWrite, Observed, Reply
from harness.formats.base import Button, canonical_json


class Now(NamedTuple):
    """Everything a player decides from: what it was handed, what the picture shows, what it remembers."""

    view: View
    scene: Scene
    recall: Recall

    @property
    def decision(self) -> int:
        """Return the number of this decision."""
        return self.view.decision


class Turn(NamedTuple):
    """An answer before it is put into the action contract."""

    words: str
    actions: tuple[Button, ...]
    reads: tuple[str, ...] = ()
    writes: tuple[MemoryWrite, ...] = ()
    objective: str | None = None
    """What it says it is after; None leaves that to the mission."""


def reply(now: Now, turn: Turn, objective: str) -> bytes:
    """Return the raw reply: one JSON object of the action contract."""
    scene = now.scene
    observed = Observed(
        screen=scene.screen,
        location_guess=scene.location[:200],
        objective_guess=(turn.objective or objective)[:200],
        certainty=scene.certainty,
    )
    return canonical_json(
        Reply(
            reasoning_summary=turn.words[:600],
            observed=observed,
            memory_read=list(dict.fromkeys(turn.reads)),
            memory_write=list(turn.writes),
            actions=list(turn.actions),
        )
    )
