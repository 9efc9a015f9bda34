"""The made-up reviewers at work: each labels their own bundle through the same store as a person, and seals it."""

from pathlib import Path

from firered_review.demo.reviewers import Places, example_labels
from firered_review.store.bundle import Bundle, TrialView, open_bundle
from firered_review.store.labels import LabelStore
from firered_review.store.planted import truth_of
from firered_review.store.sealed_key import names_to_avoid, read_key
from firered_review.store.sealing import seal
from harness.evidence.reader import Experiment
from harness.formats.labels import Declaration, Guess

MILLISECONDS_A_DECISION = 900


def label_and_seal(experiment: Experiment, folder: Path, reviewer: str, key: Path) -> tuple[Path, str]:
    """Label every trial of a reviewer's bundle and seal it; return the sealed file and its SHA-256."""
    bundle = open_bundle(folder)
    store = LabelStore(folder, reviewer, bundle)
    try:
        label_all(experiment, bundle, store, key)
        return seal(bundle, store, Declaration(recorded=False, watched=False, held_key=False), _guess(bundle))
    finally:
        store.close()
        bundle.close()


def label_all(experiment: Experiment, bundle: Bundle, store: LabelStore, key: Path) -> None:
    """Look at and label every trial of a bundle, stage one before stage two."""
    names = read_key(key).assignment(store.author, names_to_avoid(experiment)).codenames
    trials = {names[trial.name]: trial for trial in experiment.valid_trials()}
    for codename in bundle.trials:
        view = bundle.trial(codename)
        _look_at_all(store, codename, view)
        for stage, label in example_labels(store.author, truth_of(experiment, trials[codename]), _places(view)):
            if stage == 2 and store.stage(codename) == 1:
                store.enter_stage_two(codename)
            store.make(codename, label)
        if store.stage(codename) == 1:
            store.enter_stage_two(codename)


def _places(view: TrialView) -> Places:
    return Places(
        view.identity, lambda decision: view.boundary(decision).frame, view.info.frames - 1, view.info.decisions
    )


def _look_at_all(store: LabelStore, codename: str, view: TrialView) -> None:
    boundaries = view.boundaries
    ends = [*(frame - 1 for frame in boundaries[1:]), view.info.frames - 1]
    for decision, (first, last) in enumerate(zip(boundaries, ends, strict=True), 1):
        store.saw(codename, first, max(first, last), decision, MILLISECONDS_A_DECISION)


def _guess(bundle: Bundle) -> Guess:
    return Guess(groups=dict.fromkeys(bundle.trials, "unsure"))
