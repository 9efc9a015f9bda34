"""The cheapest way through the known maps, one tile or one door at a time."""

import heapq
import random
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from harness.formats.base import Button


class Place(NamedTuple):
    """A tile of a map."""

    map: str
    x: int
    y: int


class Edge(NamedTuple):
    """One press: the button, where it leads, and its cost in actions."""

    button: Button
    to: Place
    cost: int


Roads = Callable[[Place], list[Edge]]
"""All that one press may do from a place."""


def route(
    roads: Roads,
    start: Place,
    goals: Collection[Place],
    draw: random.Random,
    blocked: Collection[Place] = (),
    extra: Mapping[Place, int] | None = None,
) -> list[Edge] | None:
    """Return the cheapest presses from start to any goal, or None; equal ways are chosen among by ``draw``.

    ``blocked`` tiles are not entered (a goal may be blocked only if it is the start), ``extra`` adds to the cost of
    entering a tile.
    """
    wanted, closed = frozenset(goals), frozenset(blocked)
    if start in wanted:
        return []
    best: dict[Place, int] = {start: 0}
    came: dict[Place, tuple[Place, Edge]] = {}
    queue: list[tuple[int, float, Place]] = [(0, 0.0, start)]
    while queue:
        cost, _, here = heapq.heappop(queue)
        if cost > best[here]:
            continue
        if here in wanted:
            return _unwound(came, start, here)
        for edge in roads(here):
            if edge.to in closed:
                continue
            total = cost + edge.cost + (extra or {}).get(edge.to, 0)
            if total < best.get(edge.to, 1 << 30):
                best[edge.to] = total
                came[edge.to] = (here, edge)
                heapq.heappush(queue, (total, draw.random(), edge.to))
    return None


def _unwound(came: Mapping[Place, tuple[Place, Edge]], start: Place, goal: Place) -> list[Edge]:
    way: list[Edge] = []
    here = goal
    while here != start:
        here, edge = came[here]
        way.append(edge)
    return way[::-1]
