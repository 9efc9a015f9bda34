"""Agreement of the two sides that an adjudication database holds."""

from firered_review.core.agreement import agreement
from firered_review.core.errors import ReviewError
from firered_review.core.figures import Agreement, Figure
from firered_review.core.tally import TrialPair
from firered_review.store.reconciled import Reconciled, SetInfo


def agreement_of(db: Reconciled) -> list[Figure]:
    """Return every figure of agreement between the two sides; as ``agreement_report``."""
    return agreement_report(db).figures


def agreement_report(db: Reconciled) -> Agreement:
    """Return how far the two sides of a database agree, over all of its trials.

    Raises:
        ReviewError: it does not hold two sealed sets.
        Tampered: a row is not what its audit entry says.
    """
    db.sound()
    sides = db.sets()
    if len(sides) != 2:
        raise ReviewError(f"{db.path} holds {len(sides)} sealed sets; agreement needs two.")
    return _between(db, *sides)


def _between(db: Reconciled, one: SetInfo, other: SetInfo) -> Agreement:
    trials = [
        TrialPair(
            trial=trial,
            decisions=db.decisions_of(trial),
            a=one.labels[trial],
            b=other.labels[trial],
            coverage_a=one.coverage[trial],
            coverage_b=other.coverage[trial],
            both_in_stage_two=one.reached_stage[trial] == other.reached_stage[trial] == 2,
        )
        for trial in db.trials
        if trial in one.labels and trial in other.labels
    ]
    return agreement(trials, db.codebook, (one.reviewer, other.reviewer))
