"""Where the oracle and the screen disagree about a milestone (DEFINITIONS.md 37)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from firered_review.core.judgement import Item, Sign
from harness.formats.base import MILESTONES, FrameNumber, MilestoneId
from harness.formats.codebook import MilestoneRubric
from harness.formats.labels import MilestoneLabel


class Conflict(NamedTuple):
    """One milestone on which hidden state and adjudicated frame disagree."""

    trial: str
    milestone: MilestoneId
    sentence: str


def conflicts(
    trials: Iterable[str], items: Sequence[Item], signs: Sequence[Sign], rubric: MilestoneRubric
) -> list[Conflict]:
    """Return every conflict, trial by trial; disputed milestones are none, they are not confirmed anyway."""
    tolerance = {one.id: one.oracle_tolerance_frames for one in rubric.milestones}
    by_place: dict[tuple[str, MilestoneId], dict[str, FrameNumber]] = {}
    for sign in signs:
        by_place.setdefault((sign.trial, sign.milestone), {})[sign.sign] = sign.frame
    final: dict[tuple[str, MilestoneId], FrameNumber] = {}
    disputed: set[tuple[str, MilestoneId]] = set()
    for item in items:
        label = item.final
        if isinstance(label, MilestoneLabel):
            final[item.trial, label.milestone] = label.frame.frame
        if item.state == "disputed":
            sides = [side for side in (item.a, item.b) if isinstance(side, MilestoneLabel)]
            disputed.update((item.trial, side.milestone) for side in sides)
    found = []
    for trial in trials:
        for milestone in MILESTONES:
            place = (trial, milestone)
            if place in disputed and place not in final:
                continue
            words = _disagreement(milestone, final.get(place), by_place.get(place, {}), tolerance[milestone])
            if words:
                found.append(Conflict(trial, milestone, f"{trial}, {milestone}: {words}"))
    return found


def _disagreement(
    milestone: MilestoneId, frame: FrameNumber | None, signs: Mapping[str, FrameNumber], tolerance: int
) -> str | None:
    latched = signs.get("latched")
    if frame is None and latched is None:
        return None
    if frame is None:
        return f"hidden state reaches it at frame {latched}, and no label does"
    if latched is None:
        return f"it is labelled at frame {frame}, and hidden state never reaches it"
    first, last = signs.get("earliest", latched), signs.get("settled", latched)
    if first - tolerance <= frame <= last + tolerance:
        return None
    return (
        f"it is labelled at frame {frame}, and hidden state shows it between frames {first} and {last} "
        f"({tolerance} frames of tolerance on either side, latched at {latched})"
    )
