"""What the demonstration knows about a recorded trial that its made-up reviewers must find."""

from firered_review.demo.reviewers import RouteFrames, Truth
from firered_review.demo.table import planted_in
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import FrameNumber, MilestoneId
from harness.formats.oracle import SignRecord
from harness.routes import Segment, repeated_routes, walk


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
