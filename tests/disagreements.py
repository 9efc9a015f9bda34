"""A reconciled database of 200 items on which two readers disagree in every way there is, exact agreement included."""

from collections.abc import Iterator
from pathlib import Path

from firered_review.core.blinding import assignment
from firered_review.store.blind import blind
from firered_review.store.bundle import TrialView, open_bundle
from firered_review.store.labels import LabelStore
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import names_to_avoid, read_key
from firered_review.store.sealing import seal
from harness.evidence.reader import Experiment
from harness.formats.base import MILESTONES
from harness.formats.labels import (
    BattleLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    Guess,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
)
from tests.adjudications import NOT_INVOLVED, Chain
from tests.experiments import make_experiment

ITEMS = 200
_TRIALS = 4
"""Of each condition; 25 items each."""


def make_disagreements(folder: Path) -> Chain:
    """Record, blind, label, seal and reconcile."""
    experiment = make_experiment(folder / "experiment", _TRIALS)
    blinded = blind(experiment, folder / "bundles", ["ada", "bo"])
    sealed = [_label_and_seal(experiment, blinded.key, folder / "bundles" / name) for name in ("ada", "bo")]
    database = folder / "adjudication.sqlite"
    reconcile(database, experiment, blinded.key, sealed)
    return Chain(experiment, folder / "bundles", blinded.key, sealed, database)


def _label_and_seal(experiment: Path, key_file: Path, folder: Path) -> Path:
    bundle = open_bundle(folder)
    reader = bundle.header.reviewer
    store = LabelStore(folder, reader, bundle)
    key = read_key(key_file).key
    trials = [one.trial for one in key.trials]
    names = assignment(bytes.fromhex(key.secret), reader, trials, names_to_avoid(Experiment(experiment)))
    for codename in names.codenames.values():
        view = bundle.trial(codename)
        store.saw(codename, 0, view.info.frames - 1, 1, 60_000)
        for label in _first_stage(view, late=reader == "bo"):
            store.make(codename, label)
        store.enter_stage_two(codename)
        for label in _second_stage(view, late=reader == "bo"):
            store.make(codename, label)
    path, _ = seal(bundle, store, NOT_INVOLVED, Guess(groups=dict.fromkeys(bundle.trials, "unsure")))
    store.close()
    bundle.close()
    return path


def _first_stage(view: TrialView, *, late: bool) -> Iterator[Label]:
    for number, milestone in enumerate(MILESTONES):
        if milestone == ("M6" if late else "M7"):
            continue
        moved = 2 if late and milestone in ("M3", "M4", "M5") else 0
        certainty = "probable" if late and milestone == "M8" else "certain"
        yield MilestoneLabel(milestone=milestone, frame=view.identity(20 + 24 * number + moved), certainty=certainty)
    for number in range(5):
        if number == (2 if late else 3):
            continue
        moved = 3 if late and number == 1 else 0
        note = "a long one" if late and number == 4 else ""
        yield BattleLabel(span=_segment(view, 10 + 40 * number, 30 + 40 * number + moved), note=note)
    yield RouteLabel(first=_segment(view, 6, 36), second=_segment(view, 60, 90 + (4 if late else 0)))
    if not late:
        yield RouteLabel(first=_segment(view, 100, 130), second=_segment(view, 160, 190), landmark="the pond")


def _second_stage(view: TrialView, *, late: bool) -> Iterator[Label]:
    for number, decision in enumerate((8, 13, 18, 23, 28, 33)):
        if number == (3 if late else 4):
            continue
        record = {
            "type": "fabrication" if late and number == 1 else "omission",
            "severity": "material" if late and number == 2 else "minor",
            "citations": [Citation(decision=4)] if late and number == 5 else [Citation(fact="inventory-0001")],
            "decision": decision,
            "frame": view.boundary(decision),
            "recovery_decision": decision + 4,
        }
        yield ErrorLabel.model_validate(record)
    for number, decision in enumerate((4, 11, 21, 31)):
        if number == (1 if late else 2):
            continue
        note = "the wall" if late and number == 3 else ""
        yield CauseLabel(cause="perception", decision=decision, frame=view.boundary(decision), note=note)


def _segment(view: TrialView, first: int, last: int) -> Segment:
    return Segment(first=view.identity(first), last=view.identity(last))
