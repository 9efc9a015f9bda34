"""What a reviewer left open in a bundle: parts never on screen, stages never entered, trials without a label."""

from collections.abc import Sequence
from typing import NamedTuple

from firered_review.core.history import missing
from firered_review.store.bundle import Bundle
from firered_review.store.labels import LabelStore

_NAMED = 4
Stretch = tuple[int, int]


class Gap(NamedTuple):
    """What a reviewer left open in one trial; stretches have both ends in them."""

    codename: str
    frames: Sequence[Stretch]
    """Frames that were never on screen."""
    decisions: Sequence[Stretch]
    """Decisions of which no frame was ever on screen."""
    in_stage_one: bool
    labels: int
    drafts: int = 0
    """Labels that were begun and not finished."""

    @property
    def unseen_frames(self) -> int:
        """How many frames were never on screen."""
        return _count(self.frames)

    @property
    def unseen_decisions(self) -> int:
        """How many decisions were never on screen."""
        return _count(self.decisions)

    @property
    def unseen(self) -> str:
        """What was never on screen, in words; empty where everything was."""
        parts = []
        if self.decisions:
            parts.append(_words("decision", self.decisions))
        if self.frames:
            parts.append(_words("frame", self.frames))
        one = self.unseen_decisions + self.unseen_frames == 1
        return f"{' and '.join(parts)} {'was' if one else 'were'} never on screen" if parts else ""

    @property
    def incomplete(self) -> str:
        """What was not finished, in words; empty where nothing is."""
        parts = []
        if self.drafts:
            many = self.drafts > 1
            parts.append(f"{self.drafts if many else 'a'} label{'s were' if many else ' was'} begun and not saved")
        if self.in_stage_one:
            parts.append("its second stage was never entered, so it has no memory errors")
        if not self.labels:
            parts.append("it has no label")
        return "; ".join(parts)

    @property
    def sentence(self) -> str:
        """What is open, in words; empty when nothing is."""
        parts = [part for part in (self.unseen, self.incomplete) if part]
        return f"{self.codename}: {'; '.join(parts)}." if parts else ""


def gaps(bundle: Bundle, store: LabelStore) -> list[Gap]:
    """Return for every trial what was never seen or never begun, in the bundle's order."""
    return [gap(bundle, store, codename) for codename in bundle.trials]


def gap(bundle: Bundle, store: LabelStore, codename: str) -> Gap:
    """Return what is open in one trial."""
    info, coverage = bundle.trial(codename).info, store.coverage(codename)
    return Gap(
        codename,
        missing([(s.first, s.last) for s in coverage.frames], 0, info.frames - 1),
        missing([(s.first, s.last) for s in coverage.decisions], 1, info.decisions),
        store.stage(codename) == 1,
        len(store.labels(codename)),
        store.drafts.of(codename).labels_begun,
    )


def _count(stretches: Sequence[Stretch]) -> int:
    return sum(last - first + 1 for first, last in stretches)


def _words(noun: str, stretches: Sequence[Stretch]) -> str:
    """Return "1 decision (7)" or "12 frames (1–9, 14–16)"; of many stretches the longest are named."""
    longest = sorted(sorted(stretches, key=lambda one: one[0] - one[1])[:_NAMED])
    named = ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in longest)
    more = f", {len(stretches) - _NAMED} more" if len(stretches) > _NAMED else ""
    count = _count(stretches)
    return f"{count} {noun}{'' if count == 1 else 's'} ({named}{more})"
