"""Agreement of the two sides that an adjudication database holds."""

from firered_review.core.agreement import Figure, TrialPair, agreement
from firered_review.core.errors import ReviewError
from firered_review.store.reconciled import Reconciled


def agreement_of(db: Reconciled) -> list[Figure]:
    """Return every figure of agreement over all trials of a database.

    Raises:
        ReviewError: it does not hold two sealed sets.
        Tampered: a row is not what its audit entry says.
    """
    db.sound()
    sides = db.sets()
    if len(sides) != 2:
        raise ReviewError(f"{db.path} holds {len(sides)} sealed sets; agreement needs two.")
    one, other = sides
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
    ]
    return agreement(trials, db.codebook)
