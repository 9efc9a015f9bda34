"""Undo and redo read off an appended history: no other stack exists anywhere."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from harness.formats.base import UtcTime

E = TypeVar("E")


class Changes(NamedTuple):
    """What one mutation touched."""

    trial: str
    label_ids: frozenset[str]
    at: UtcTime


class History(Generic[E]):
    """The edits of one trial that can be undone, and those that can be redone."""

    def __init__(self) -> None:
        self._done: list[E] = []
        self._undone: list[E] = []

    def did(self, edit: E) -> None:
        """Take in a new edit: what was undone before can no longer be redone."""
        self._done.append(edit)
        self._undone.clear()

    def undid(self) -> E:
        """Take in an undo of the last edit, and return that edit."""
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redid(self) -> E:
        """Take in a redo of the last undone edit, and return that edit."""
        self._done.append(self._undone.pop())
        return self._done[-1]

    @property
    def to_undo(self) -> E | None:
        """The edit that an undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def to_redo(self) -> E | None:
        """The edit that a redo would bring back."""
        return self._undone[-1] if self._undone else None


def joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of whole numbers, both ends included, sorted and with touching ones joined."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def missing(spans: Sequence[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """Return the parts of ``first`` … ``last`` that no span covers."""
    found = []
    place = first
    for begin, end in joined(spans):
        if begin > place:
            found.append((place, min(begin - 1, last)))
        place = max(place, end + 1)
    if place <= last:
        found.append((place, last))
    return [span for span in found if span[0] <= span[1]]
