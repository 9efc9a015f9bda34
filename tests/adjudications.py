"""Takes a recorded experiment as far as a database to adjudicate: two readers, labels, sealed sets, reconciled."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from firered_review.core.blinding import assignment
from firered_review.store.blind import blind
from firered_review.store.bundle import TrialView, open_bundle
from firered_review.store.labels import LabelStore
from firered_review.store.reconciling import reconcile
from firered_review.store.sealed_key import OpenKey, names_to_avoid, read_key
from firered_review.store.sealing import seal
from harness.evidence.reader import Experiment
from harness.formats.labels import (
    Citation,
    Declaration,
    ErrorLabel,
    Guess,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
)
from tests.experiments import REACHED, SPAN, make_experiment

NOT_INVOLVED = Declaration(recorded=False, watched=False, held_key=False)


class Chain(NamedTuple):
    """Where everything of one judged experiment lies."""

    experiment: Path
    bundles: Path
    key: Path
    sealed: list[Path]
    database: Path

    @property
    def adjudicator(self) -> Path:
        """The adjudicator's bundle."""
        return self.bundles / "adjudicator"


def make_chain(folder: Path, trials: int = 1, *, cost: float | None = None, reconciled: bool = True) -> Chain:
    """Record, blind, label as ada and bo would, seal, and reconcile."""
    experiment = make_experiment(folder / "experiment", trials, cost=cost)
    blinded = blind(experiment, folder / "bundles", ["ada", "bo"])
    sealed = [label_and_seal(experiment, blinded.key, folder / "bundles" / name) for name in ("ada", "bo")]
    chain = Chain(experiment, folder / "bundles", blinded.key, sealed, folder / "adjudication.sqlite")
    if reconciled:
        reconcile(chain.database, experiment, blinded.key, sealed)
    return chain


def codenames(experiment: Path, key: OpenKey, reader: str) -> dict[str, str]:
    """Return trial → codename for a reader."""
    trials = [one.trial for one in key.key.trials]
    return assignment(bytes.fromhex(key.key.secret), reader, trials, names_to_avoid(Experiment(experiment))).codenames


def label_and_seal(experiment: Path, key_file: Path, folder: Path) -> Path:
    """Label a bundle as its reader would, and seal it."""
    bundle = open_bundle(folder)
    reader = bundle.header.reviewer
    store = LabelStore(folder, reader, bundle)
    for trial, codename in codenames(experiment, read_key(key_file), reader).items():
        if codename not in bundle.trials:
            continue
        view = bundle.trial(codename)
        store.saw(codename, 0, view.info.frames - 1, 1, 60_000)
        for decision in range(2, view.info.decisions + 1):
            store.saw(codename, 0, 0, decision, 0)
        makers = list(_labels(reader, trial.rsplit("-", 1)[0]))
        for maker in makers[:-1]:
            for label in maker(view):
                store.make(codename, label)
        store.enter_stage_two(codename)
        for label in makers[-1](view):
            store.make(codename, label)
    path, _ = seal(bundle, store, NOT_INVOLVED, Guess(groups=dict.fromkeys(bundle.trials, "unsure")))
    store.close()
    bundle.close()
    return path


def _labels(reader: str, condition: str) -> Iterator[Callable[[TrialView], Iterator[Label]]]:
    late = 0 if reader == "ada" else 2

    def milestones(view: TrialView) -> Iterator[Label]:
        for milestone, action in REACHED[condition].items():
            if reader == "bo" and milestone == "M4":
                continue
            frame = view.identity(action * SPAN - (late if milestone == "M2" else 0))
            menu = milestone in ("M3", "M6", "M7", "M8")
            yield MilestoneLabel(milestone=milestone, frame=frame, evidence="dialogue" if menu else "frame")

    def routes(view: TrialView) -> Iterator[Label]:
        if condition == "birch":
            yield RouteLabel(first=_segment(view, 1, 6), second=_segment(view, 13, 18))

    def errors(view: TrialView) -> Iterator[Label]:
        if condition == "birch":
            yield _error(view, 13, "memory_use_failure", "material", 19)
            yield _error(view, 25, "omission" if reader == "ada" else "fabrication", "minor", 27)
        if reader == "bo":
            yield _error(view, 30, "omission", "minor", 31)

    yield milestones
    yield routes
    yield errors


def _segment(view: TrialView, first: int, last: int) -> Segment:
    return Segment(first=view.identity((first - 1) * SPAN + 1), last=view.identity(last * SPAN))


def _error(view: TrialView, decision: int, kind: str, severity: str, recovery: int) -> ErrorLabel:
    return ErrorLabel.model_validate(
        {
            "type": kind,
            "severity": severity,
            "citations": [Citation(fact="inventory-0001")],
            "decision": decision,
            "frame": view.boundary(decision),
            "recovery_decision": recovery,
        }
    )
