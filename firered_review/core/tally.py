"""What two reviewers' labels of one trial come to, as counts that add up over trials."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from firered_review.core.matching import MATCHED_KINDS, Matching, Pair, distance, match, overlap
from firered_review.core.screen_time import Seen
from harness.formats.base import MILESTONES, ErrorType
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Coverage, ErrorLabel, Label, MilestoneLabel, RouteLabel

SEVERITIES = ("minor", "material", "critical")
TYPES: tuple[str, ...] = get_args(ErrorType)
STAGE_TWO_KINDS = ("error", "cause")
UNSEEN = "never on the other's screen"
NOT_BOTH = "never on both screens"
STAGE = "in a trial whose second stage a reviewer never entered"
EXCLUDED = "in a trial that a reviewer never opened"


class TrialPair(NamedTuple):
    """Both reviewers' labels of one trial, and what each saw of it."""

    trial: str
    decisions: int
    a: Mapping[str, Label]
    b: Mapping[str, Label]
    coverage_a: Coverage
    coverage_b: Coverage
    both_in_stage_two: bool


class Tally(NamedTuple):
    """The counts of one trial."""

    counts: defaultdict[str, float]
    """Such as ``error.pairs`` and ``error.labels``; what a figure is made of, see ``agreement``."""
    left_out: Counter[tuple[str, str]]
    """(Kind or ``kappa``, why) → units that entered no count."""
    distances: list[int]
    """Frames between the two labels of each milestone that both have."""
    types: list[tuple[str, str]]
    severities: list[tuple[str, str]]
    kept: tuple[dict[str, Label], dict[str, Label]]
    """The labels that entered; what a curve over the tolerance is drawn from."""
    only_one: Counter[str]
    """Kind → labels that one side alone has, seen by the other or not."""


def tally(trial: TrialPair, codebook: CodebookSet) -> Tally:
    """Match first, then count."""
    found = Tally(defaultdict(float), Counter(), [], [], [], ({}, {}), Counter())
    seen = Seen(trial.coverage_a), Seen(trial.coverage_b)
    opened = all(not side.nothing or labels for side, labels in zip(seen, (trial.a, trial.b), strict=True))
    matching = match(trial.a, trial.b, codebook.codebook.tolerances)
    for kind in MATCHED_KINDS:
        why = EXCLUDED if not opened else STAGE
        if opened and (trial.both_in_stage_two or kind not in STAGE_TWO_KINDS):
            _count_kind(found, trial, matching, seen, kind)
        else:
            found.left_out[kind, why] += sum(one.kind == kind for s in (trial.a, trial.b) for one in s.values())
    if opened:
        _milestones(found, trial, matching)
        _routes(found, trial, matching, codebook.codebook.tolerances.milestone_frames)
    else:
        found.left_out["percent", EXCLUDED] += len(MILESTONES)
    if opened and trial.both_in_stage_two:
        _errors(found, trial, matching, seen)
    else:
        found.left_out["kappa", STAGE if opened else EXCLUDED] += trial.decisions
    return found


def _count_kind(found: Tally, trial: TrialPair, matching: Matching, seen: tuple[Seen, Seen], kind: str) -> None:
    pairs = _pairs(trial, matching, kind)
    found.counts[f"{kind}.pairs"] += len(pairs)
    found.counts[f"{kind}.labels"] += 2 * len(pairs)
    for pair in pairs:
        found.kept[0][pair.a], found.kept[1][pair.b] = trial.a[pair.a], trial.b[pair.b]
    sides = ((trial.a, matching.only_a, seen[1]), (trial.b, matching.only_b, seen[0]))
    for place, (labels, alone, other) in enumerate(sides):
        for key in (one for one in alone if labels[one].kind == kind):
            found.only_one[kind] += 1
            if other.label(labels[key]):
                found.counts[f"{kind}.labels"] += 1
                found.kept[place][key] = labels[key]
            else:
                found.left_out[kind, UNSEEN] += 1
    if kind in ("route", "battle"):
        found.counts[f"{kind}.shared"] += sum(overlap(trial.a[p.a], trial.b[p.b]) or 0 for p in pairs)


def _milestones(found: Tally, trial: TrialPair, matching: Matching) -> None:
    a, b = _by_milestone(trial.a), _by_milestone(trial.b)
    kept = {one.milestone for side in found.kept for one in side.values() if isinstance(one, MilestoneLabel)}
    paired = {_of_milestone(trial.a[key]) for key, _ in _pairs(trial, matching, "milestone")}
    for milestone in MILESTONES:
        one, other = a.get(milestone, []), b.get(milestone, [])
        if one and other:
            found.distances.append(min(distance(x, y) or 0 for x in one for y in other))
        if (one or other) and milestone not in kept:
            found.left_out["percent", UNSEEN] += 1
            continue
        found.counts["percent.used"] += 1
        found.counts["percent.agreed"] += milestone in paired or not (one or other)


def _by_milestone(side: Mapping[str, Label]) -> dict[str, list[MilestoneLabel]]:
    found: dict[str, list[MilestoneLabel]] = {}
    for label in side.values():
        if isinstance(label, MilestoneLabel):
            found.setdefault(label.milestone, []).append(label)
    return found


def _of_milestone(label: Label) -> str:
    return label.milestone if isinstance(label, MilestoneLabel) else ""


def _routes(found: Tally, trial: TrialPair, matching: Matching, reach: int) -> None:
    """Count the boundaries of routes that lie near one of the other side, first frames and last frames apart."""
    groups: tuple[dict[tuple[int, int], list[int]], ...] = ({}, {})
    for place, side in enumerate(found.kept):
        for label in side.values():
            if isinstance(label, RouteLabel):
                for part, passage in enumerate((label.first, label.second)):
                    for end, frame in enumerate((passage.first.frame, passage.last.frame)):
                        groups[place].setdefault((part, end), []).append(frame)
    found.counts["boundary.all"] += sum(len(group) for side in groups for group in side.values())
    for key in groups[0].keys() & groups[1].keys():
        found.counts["boundary.near"] += 2 * within(groups[0][key], groups[1][key], reach)


def _errors(found: Tally, trial: TrialPair, matching: Matching, seen: tuple[Seen, Seen]) -> None:
    sides: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for places, labels in zip(sides, (trial.a, trial.b), strict=True):
        places.update({key: label.decision for key, label in labels.items() if isinstance(label, ErrorLabel)})
    for key_a, key_b in _pairs(trial, matching, "error"):
        one, other = trial.a[key_a], trial.b[key_b]
        assert isinstance(one, ErrorLabel)  # noqa: S101 - pairs of the kind "error"
        assert isinstance(other, ErrorLabel)  # noqa: S101 - as above
        found.types.append((one.type, other.type))
        found.severities.append((one.severity, other.severity))
        sides[0][key_a] = sides[1][key_b] = min(one.decision, other.decision)
    a, b = set(sides[0].values()), set(sides[1].values())
    for decision in range(1, trial.decisions + 1):
        if seen[0].decision(decision) and seen[1].decision(decision):
            found.counts[f"kappa.{int(decision in a)}{int(decision in b)}"] += 1
        else:
            found.left_out["kappa", NOT_BOTH] += 1


def within(a: Sequence[int], b: Sequence[int], reach: int) -> int:
    """Return how many numbers of two sides pair off, one to one, ``reach`` or less apart; as many as can."""
    one, other = sorted(a), sorted(b)
    i = j = pairs = 0
    while i < len(one) and j < len(other):
        if abs(one[i] - other[j]) <= reach:
            i, j, pairs = i + 1, j + 1, pairs + 1
        elif one[i] < other[j]:
            i += 1
        else:
            j += 1
    return pairs


def _pairs(trial: TrialPair, matching: Matching, kind: str) -> list[Pair]:
    return [pair for pair in matching.pairs if trial.a[pair.a].kind == kind]
