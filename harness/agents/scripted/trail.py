"""Where a player has walked, step by step, as far as the pictures prove it."""

from collections.abc import Sequence
from typing import NamedTuple

from harness.agents.scripted.plan import Edge, Place
from harness.formats.base import DecisionNumber
from harness.formats.evidence import PlantedError
from harness.routes import RepeatedRoute, Step, Transition, repeated_routes


class Walked(NamedTuple):
    """One proven step and the decision that took it."""

    decision: DecisionNumber
    step: Step


class Trail:
    """Every proven step; ``gain`` says that something was gained, so that walking again is no repetition."""

    def __init__(self) -> None:
        self.walked: list[Walked] = []
        self._planned: tuple[DecisionNumber, Place, tuple[Edge, ...]] | None = None
        self._gained = 0

    def gain(self) -> None:
        """Note progress: a milestone, a change of the bag, a battle's end, a walk by script."""
        self._gained += 1

    def plan(self, decision: DecisionNumber, start: Place, way: Sequence[Edge]) -> None:
        """Note what a decision is about to walk."""
        self._planned = (decision, start, tuple(way))

    def see(self, place: Place) -> bool:
        """Compare the place of the next picture with the plan; keep what was walked, return whether all of it was."""
        if self._planned is None:
            return True
        decision, here, way = self._planned
        self._planned = None
        places = [edge.to for edge in way]
        if place != here and place not in places:
            self.gain()
            return False
        count = places.index(place) + 1 if place in places else 0
        for edge in way[:count]:
            key = Transition(here.map, here.x, here.y, edge.button, edge.to.map, edge.to.x, edge.to.y)
            self.walked.append(Walked(decision, Step(len(self.walked) + 1, key, self._gained)))
            here = edge.to
        return count == len(way)

    def planted(self) -> list[PlantedError]:
        """Return every route that was walked again, as it is written to ``planted/``."""
        return [self._planted_route(k, found) for k, found in enumerate(self.repeated(), 1)]

    def repeated(self) -> list[RepeatedRoute]:
        """Return every route that was walked again; its actions are the numbers of proven steps, from 1."""
        return repeated_routes([one.step for one in self.walked])

    def _planted_route(self, number: int, found: RepeatedRoute) -> PlantedError:
        first = self.walked[found.first.first_action - 1].decision
        again = self.walked[found.second.first_action - 1].decision
        return PlantedError(
            planted_id=f"route-{number:02d}",
            kind="repeated_route",
            type=None,
            severity=None,
            cited_facts=[],
            cited_decisions=[first],
            cited_frames=[],
            decision=again,
            recovery_decision=None,
            words=f"Walks the {found.steps} steps of decision {first} and after again, with nothing gained in between.",
        )
