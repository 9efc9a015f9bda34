"""Repeated routes: which walked steps were walked before, with nothing gained in between (DEFINITIONS.md 19-22)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harness.formats.base import ActionNumber, Button, MilestoneId
from harness.formats.evidence import Input
from harness.formats.manifest import ReturnLeg
from harness.formats.oracle import OracleState, SignRecord, StateRecord

MIN_STEPS = 4
LOOP_REPETITIONS = 3
_CANDIDATES = 16
_DIRECTIONS = frozenset({"UP", "DOWN", "LEFT", "RIGHT"})


class Transition(NamedTuple):
    """The transition key: one direction that led from one tile to another."""

    map_before: str
    x_before: int
    y_before: int
    action: Button
    map_after: str
    x_after: int
    y_after: int


class Step(NamedTuple):
    """One walked transition; ``progress`` counts what had been gained before it, so equal numbers mean nothing was."""

    action: ActionNumber
    transition: Transition
    progress: int


class Segment(NamedTuple):
    """A stretch of steps, by the numbers of its first and last action."""

    first_action: ActionNumber
    last_action: ActionNumber


class RepeatedRoute(NamedTuple):
    """A first passage and its repetition: equal steps in equal order, not overlapping."""

    first: Segment
    second: Segment
    steps: int


def repeated_routes(steps: Sequence[Step]) -> list[RepeatedRoute]:
    """Return every repetition of at least four steps, in order; no step belongs to two of them.

    From left to right, each repetition is the longest that starts at its step and whose first passage ended before
    it, with no progress from the start of the first passage to the end of the second. Where one sequence of four
    occurs more than 32 times without progress, the 16 oldest and 16 newest first passages are compared.
    """
    found: list[RepeatedRoute] = []
    start = 0
    while start < len(steps):
        end = start
        while end < len(steps) and steps[end].progress == steps[start].progress:
            end += 1
        found += _within(steps, start, end)
        start = end
    return found


def repeated_actions(routes: Iterable[RepeatedRoute]) -> int:
    """Return how many actions belong to a second or later passage."""
    return sum(route.steps for route in routes)


def _within(steps: Sequence[Step], start: int, end: int) -> list[RepeatedRoute]:
    numbers: dict[Transition, int] = {}
    keys = [numbers.setdefault(step.transition, len(numbers)) for step in steps[start:end]]
    starts: dict[tuple[int, ...], list[int]] = {}
    found: list[RepeatedRoute] = []
    at = indexed = 0
    while at + MIN_STEPS <= len(keys):
        while indexed + MIN_STEPS <= at:
            starts.setdefault(tuple(keys[indexed : indexed + MIN_STEPS]), []).append(indexed)
            indexed += 1
        source, length = _longest(keys, starts.get(tuple(keys[at : at + MIN_STEPS]), []), at)
        if length < MIN_STEPS:
            at += 1
            continue
        first, second = steps[start + source : start + source + length], steps[start + at : start + at + length]
        found.append(
            RepeatedRoute(
                Segment(first[0].action, first[-1].action), Segment(second[0].action, second[-1].action), length
            )
        )
        at += length
    return found


def _longest(keys: list[int], sources: list[int], at: int) -> tuple[int, int]:
    if len(sources) > 2 * _CANDIDATES:
        sources = sources[:_CANDIDATES] + sources[-_CANDIDATES:]
    best, best_length = -1, 0
    for source in sources:
        limit = min(at - source, len(keys) - at)
        if limit <= best_length or keys[source + best_length] != keys[at + best_length]:
            continue
        length = 0
        while length < limit and keys[source + length] == keys[at + length]:
            length += 1
        if length > best_length:
            best, best_length = source, length
    return best, best_length


class LoopRule:
    """Fires when the same sequence of four steps is walked for the fourth time with no progress in between."""

    def __init__(self) -> None:
        self._progress: int | None = None
        self._last: list[Step] = []
        self._passages: dict[tuple[Transition, ...], tuple[int, int]] = {}
        self._count = 0

    def add(self, step: Step) -> bool:
        """Take the next step and return whether it completed a third repetition."""
        if step.progress != self._progress:
            self._progress = step.progress
            self._last, self._passages, self._count = [], {}, 0
        self._last = [*self._last[1 - MIN_STEPS :], step] if self._last else [step]
        self._count += 1
        if len(self._last) < MIN_STEPS:
            return False
        key = tuple(one.transition for one in self._last)
        passages, ended = self._passages.get(key, (0, 0))
        if self._count - MIN_STEPS < ended:
            return False
        self._passages[key] = (passages + 1, self._count)
        return passages + 1 > LOOP_REPETITIONS


class Walk:
    """Turns actions and the states around them into steps, and counts progress.

    Progress is a new milestone, a change of bag or party membership, the end of a battle, a white-out, a movement by
    script, and the start of a declared return leg.
    """

    def __init__(self, legs: Sequence[ReturnLeg]) -> None:
        self._legs = legs
        self._legs_begun: set[int] = set()
        self._progress = 0
        self._milestones: frozenset[MilestoneId] = frozenset()

    def action(
        self,
        number: ActionNumber,
        button: Button,
        before: OracleState | None,
        after: OracleState | None,
        milestones: Iterable[MilestoneId],
    ) -> Step | None:
        """Take one accepted action; ``milestones`` are those reached by its end. Return the step it was, if any."""
        step = None
        moved = before is not None and after is not None and _place(before) != _place(after)
        if before is not None and after is not None:
            step = self._step(number, button, before, after, moved)
            scripted = before.scripted or after.scripted
            if moved and step is None and scripted:
                self._progress += 1
            if _gained(before, after):
                self._progress += 1
        reached = frozenset(milestones)
        if reached - self._milestones:
            self._progress += 1
        self._milestones |= reached
        self._begin_legs(after)
        return step

    def _step(
        self, number: ActionNumber, button: Button, before: OracleState, after: OracleState, moved: bool
    ) -> Step | None:
        if not moved or button not in _DIRECTIONS or before.scripted or before.battle is not None:
            return None
        if before.whited_out or after.whited_out:
            return None
        return Step(
            number,
            Transition(before.map, before.x, before.y, button, after.map, after.x, after.y),
            self._progress,
        )

    def _begin_legs(self, after: OracleState | None) -> None:
        for number, leg in enumerate(self._legs):
            running = leg.after in self._milestones and leg.until not in self._milestones
            if running and number not in self._legs_begun and after is not None and after.map in leg.maps:
                self._legs_begun.add(number)
                self._progress += 1


def walk(inputs: Iterable[Input], oracle: Iterable[StateRecord | SignRecord], legs: Sequence[ReturnLeg]) -> list[Step]:
    """Return the steps of a recorded trial, from its input log and its oracle records in any order."""
    before: dict[int, OracleState] = {}
    after: dict[int, OracleState] = {}
    latched: list[tuple[int, MilestoneId]] = []
    for record in oracle:
        if isinstance(record, SignRecord):
            if record.sign == "latched":
                latched.append((record.frame, record.milestone))
        elif record.action_number is not None and record.state is not None:
            (before if record.when == "before" else after).setdefault(record.action_number, record.state)
    latched.sort()
    walked = Walk(legs)
    steps: list[Step] = []
    for one in sorted(inputs, key=lambda line: line.action_number):
        reached = [milestone for frame, milestone in latched if frame <= one.last_frame]
        number = one.action_number
        step = walked.action(number, one.action, before.get(number), after.get(number), reached)
        if step is not None:
            steps.append(step)
    return steps


def _place(state: OracleState) -> tuple[str, int, int]:
    return (state.map, state.x, state.y)


def _gained(before: OracleState, after: OracleState) -> bool:
    if after.whited_out or _held(before) != _held(after):
        return True
    return before.battle is not None and after.battle is None


def _held(state: OracleState) -> tuple[Counter[tuple[str, int]], Counter[int]]:
    """Return how many of each item there are and who is in the party; the order in bag and party is no matter."""
    items: Counter[tuple[str, int]] = Counter()
    for pocket, slots in state.bag.items():
        for slot in slots:
            items[pocket, slot.item] += slot.quantity
    return items, Counter(member.species for member in state.party)
