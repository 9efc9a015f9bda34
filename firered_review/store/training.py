"""Training bundles: a demonstration's trials, blinded like any other, with what is to be found inside."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from firered_review.core.blinding import check_reader_name
from firered_review.core.errors import ReviewError
from firered_review.core.masking import Masker
from firered_review.core.training import Answer
from firered_review.store.blind import write_bundle
from firered_review.store.bundle import Bundle, TrialView
from firered_review.store.planted import RouteFrames, shown_frame, truth_of
from firered_review.store.sealed_key import OpenKey, new_key, sound_sums
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import FrameNumber, sha256_hex
from harness.formats.bundle import TrainingAnswer
from harness.formats.evidence import PlantedError
from harness.formats.files import line_json, pretty_json, write_whole
from harness.formats.labels import Citation, ErrorLabel, FrameIdentity, Label, MilestoneLabel, RouteLabel, Segment

ANSWERS = "answers.jsonl"
Identify = Callable[[FrameNumber], FrameIdentity]


def blind_for_training(experiment: Path, out: Path, reviewers: Sequence[str]) -> dict[str, Path]:
    """Make a training bundle for each reviewer from a demonstration; return reviewer → folder.

    The key is drawn, used and forgotten: there is nothing to unblind.

    Raises:
        ReviewError: the experiment is no demonstration, a name is no name, or a folder is there already.
        Tampered: a recorded file is not what the sums say.
    """
    names = [check_reader_name(name) for name in reviewers]
    if not names or len(set(names)) != len(names):
        raise ReviewError("Name at least one reviewer, and each one once.")
    source = Experiment(experiment)
    if not source.manifest.demonstration:
        raise ReviewError(
            f"{experiment} is no demonstration: only there it is known what went wrong, "
            "so training bundles are made from demonstrations alone."
        )
    inside, target = experiment.resolve(), out.resolve()
    if target == inside or inside in target.parents:
        raise ReviewError(
            f"{out} lies inside the experiment: choose a folder elsewhere, nothing is written into evidence."
        )
    for name in names:
        if (out / name).exists():
            raise ReviewError(f"{out / name} is there already: choose another folder, or move it away.")
    drawn = new_key(source, sound_sums(source))
    key = OpenKey(drawn, sha256_hex(pretty_json(drawn)))
    out.mkdir(parents=True, exist_ok=True)
    made: dict[str, Path] = {}
    try:
        for name in names:
            made[name] = write_bundle(source, key, name, out, {}, write_answers)
    except BaseException:
        for folder in made.values():
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def write_answers(source: Experiment, trial: TrialFolder, folder: Path, masker: Masker) -> None:
    """Write what is to be found in a trial beside its files."""
    with trial.frames as frames:
        boundaries = [one.frame for one in trial.trace()]

        def identity(frame: FrameNumber) -> FrameIdentity:
            kept = min(frame, frames.count - 1)
            return FrameIdentity(frame=kept, sha256=frames.sha256(kept))

        found = list(_answers(source, trial, boundaries, identity))
    lines = [
        line_json(TrainingAnswer(answer_id=f"answer-{number:03d}", label=label, words=masker.text(words)))
        for number, (label, words) in enumerate(found, 1)
    ]
    write_whole(folder / ANSWERS, b"".join(lines))


def read_answers(bundle: Bundle, view: TrialView) -> dict[str, Answer]:
    """Return what is to be found in a trial of a training bundle, by an id that no label has."""
    lines = bundle.lines(f"trials/{view.codename}/{ANSWERS}", TrainingAnswer)
    return {one.answer_id: Answer(one.label, one.words) for one in lines}


def _answers(
    source: Experiment, trial: TrialFolder, boundaries: Sequence[FrameNumber], identity: Identify
) -> Iterator[tuple[Label, str]]:
    truth = truth_of(source, trial)
    for milestone, signs in sorted(truth.signs.items()):
        frame = shown_frame(signs)
        if frame is not None:
            yield MilestoneLabel(milestone=milestone, frame=identity(frame)), "The cue is fully drawn here."
    routes = [one for one in truth.planted if one.kind == "repeated_route"]
    for route in truth.routes:
        yield _route(route, identity), _words_of(route, routes, boundaries)
    for planted in truth.planted:
        if planted.kind == "memory_error":
            yield _error(planted, identity, boundaries), planted.words


def _route(route: RouteFrames, identity: Identify) -> RouteLabel:
    first, second = (Segment(first=identity(a), last=identity(b)) for a, b in (route.first, route.second))
    return RouteLabel(first=first, second=second, reason="nothing was gained in between")


def _words_of(route: RouteFrames, planted: Sequence[PlantedError], boundaries: Sequence[FrameNumber]) -> str:
    """Return the words of the planted route whose repetition begins inside this one; else that it was walked again."""
    first, last = route.second
    for one in planted:
        if first - 1 <= boundaries[one.decision - 1] <= last:
            return one.words
    return "The same way is walked again, and nothing was gained in between."


def _error(planted: PlantedError, identity: Identify, boundaries: Sequence[FrameNumber]) -> ErrorLabel:
    return ErrorLabel.model_validate(
        {
            "type": planted.type,
            "severity": planted.severity,
            "citations": [
                *(Citation(fact=one) for one in planted.cited_facts),
                *(Citation(decision=one) for one in planted.cited_decisions),
                *(Citation(frame=identity(one)) for one in planted.cited_frames),
            ],
            "decision": planted.decision,
            "frame": identity(boundaries[planted.decision - 1]),
            "recovery_decision": planted.recovery_decision,
        }
    )
