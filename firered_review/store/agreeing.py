"""Agreement of the sealed sets that an adjudication database holds, and after unblinding whether it was blind."""

import json
from typing import Any, NamedTuple

from firered_review.core.agreement import agreement
from firered_review.core.blindness import Blindness, Truth, blindness
from firered_review.core.errors import ReviewError
from firered_review.core.figures import Agreement, Figure
from firered_review.core.tally import TrialPair
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.collecting import uncollected
from firered_review.store.further_sets import result_label
from firered_review.store.reconciled import SetInfo
from firered_review.store.unblinded import unblinding_of
from harness.formats.labels import Coverage, Declaration, Guess, Label


class Report(NamedTuple):
    """Everything ``agreement`` tells."""

    agreements: list[Agreement]
    """The two reviewers first; then each third one against the result, each second pass against the first."""
    blindness: list[Blindness]
    """Empty before unblinding."""


def agreement_of(db: AdjudicationDatabase) -> list[Figure]:
    """Return every figure of agreement between the two reviewers; as ``agreement_report``."""
    return agreement_report(db).agreements[0].figures


def agreement_rows(db: AdjudicationDatabase) -> list[tuple[Any, ...]]:
    """Return every figure as a row of ``agreement_snapshot``, none where there are not two sets."""
    if len(db.set_rows()) < 2:
        return []
    figures = [(" and ".join(one.between), figure) for one in agreement_report(db).agreements for figure in one.figures]
    rows: list[tuple[Any, ...]] = []
    for number, (who, one) in enumerate(figures, 1):
        value, low, high = (None if real is None else float(real) for real in (one.value, one.low, one.high))
        rows.append((number, who, one.name, value, low, high, one.words, one.used, one.left_out, one.why_left_out))
    return rows


@uncollected()
def agreement_report(db: AdjudicationDatabase) -> Report:
    """Return how far the reviewers of a database agree, over all of its trials.

    A replacement stands in the place of the one it replaces.

    Raises:
        ReviewError: it does not hold two sealed sets.
        Tampered: a row is not what its audit entry says.
    """
    db.sound()
    rows = db.set_rows()
    sets = {one.side: one for one in db.sets()}
    if len(sets) < 2:
        raise ReviewError(f"{db.path} holds {len(sets)} sealed sets; agreement needs two.")
    stands = {"a": "a", "b": "b", **{one.of: one.side for one in rows if one.role == "replacement" and one.of}}
    found = [_between(db, sets[stands["a"]], sets[stands["b"]])]
    for one in rows:
        if one.role == "third":
            found.append(_between(db, _result(db, sets["a"], sets["b"]), sets[one.side]))
        if one.role == "second pass" and one.of:
            found.append(_between(db, sets[one.of], sets[one.side]))
    return Report(found, _blindness(db) if db.unblinded else [])


def _between(db: AdjudicationDatabase, one: SetInfo, other: SetInfo) -> Agreement:
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


def _result(db: AdjudicationDatabase, a: SetInfo, b: SetInfo) -> SetInfo:
    """Return the result of A and B as if it were a set: seen is what either saw."""
    made = {row[0] for row in db.db.conn.execute("SELECT item FROM further WHERE made")}
    labels: dict[str, dict[str, Label]] = {trial: {} for trial in db.trials}
    for item in db.items():
        label = item.final if item.judgement is not None or item.item in made else result_label(item)
        if label is not None:
            labels[item.trial][item.item] = label
    coverage = {trial: _either(a.coverage[trial], b.coverage[trial]) for trial in db.trials}
    stages = {trial: max(a.reached_stage[trial], b.reached_stage[trial]) for trial in db.trials}
    return SetInfo("", "the result", "", coverage, stages, labels)


def _either(one: Coverage, other: Coverage) -> Coverage:
    return Coverage(
        frames=[*one.frames, *other.frames],
        decisions=[*one.decisions, *other.decisions],
        milliseconds=one.milliseconds + other.milliseconds,
    )


def _blindness(db: AdjudicationDatabase) -> list[Blindness]:
    names = unblinding_of(db).trials
    truth = {codename: Truth(name.condition, name.durable_memory) for codename, name in names.items()}
    with db.plainly():
        rows = db.db.conn.execute("SELECT reviewer, declaration, guess FROM sealed_set ORDER BY side").fetchall()
        return [
            blindness(who, Declaration.model_validate_json(said), Guess.model_validate(json.loads(guess)), truth)
            for who, said, guess in rows
        ]
