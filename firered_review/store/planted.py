"""What is known of a demonstration's trial and a reviewer should find: signs, repetitions, planted mistakes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import FrameNumber, MilestoneId
from harness.formats.evidence import PlantedError
from harness.formats.files import read_lines
from harness.formats.oracle import SignRecord
from harness.routes import Segment, repeated_routes, walk

SIGN_REACH = 240
"""A settled sign this many frames after the latch is where a person would see the cue fully drawn."""


class RouteFrames(NamedTuple):
    """A detected repetition: first and last frame of both passages."""

    first: tuple[FrameNumber, FrameNumber]
    second: tuple[FrameNumber, FrameNumber]


class Truth(NamedTuple):
    """What is known of one trial."""

    signs: Mapping[MilestoneId, Mapping[str, FrameNumber]]
    routes: Sequence[RouteFrames]
    planted: Sequence[PlantedError]


def planted_in(experiment: Path, trial: str) -> list[PlantedError]:
    """Return what a scripted agent did wrong on purpose in a trial."""
    path = experiment / "planted" / f"{trial}.jsonl"
    return read_lines(path, PlantedError).records if path.exists() else []


def truth_of(experiment: Experiment, trial: TrialFolder) -> Truth:
    """Return the oracle's signs, the detected repetitions and what the agent planted."""
    oracle, inputs = trial.oracle(), trial.inputs()
    signs: dict[MilestoneId, dict[str, FrameNumber]] = {}
    for record in oracle:
        if isinstance(record, SignRecord):
            signs.setdefault(record.milestone, {})[record.sign] = record.frame
    first_frames = {one.action_number: one.first_frame for one in inputs}
    last_frames = {one.action_number: one.last_frame for one in inputs}

    def frames(segment: Segment) -> tuple[FrameNumber, FrameNumber]:
        return first_frames[segment.first_action], last_frames[segment.last_action]

    found = repeated_routes(walk(inputs, oracle, experiment.manifest.return_legs))
    return Truth(
        signs,
        [RouteFrames(frames(one.first), frames(one.second)) for one in found],
        planted_in(experiment.path, trial.name),
    )


def shown_frame(signs: Mapping[str, FrameNumber]) -> FrameNumber | None:
    """Return the frame on which a person would see a milestone's cue fully drawn; null where it was not reached."""
    latched = signs.get("latched")
    if latched is None:
        return None
    settled = signs.get("settled", latched)
    return settled if settled - latched <= SIGN_REACH else latched
