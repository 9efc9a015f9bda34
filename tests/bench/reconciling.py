"""Rows of reconciling: ten thousand labels a side, from two sealed files to a report of agreement, and crowded ones."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from firered_review.core.agreement import agreement
from firered_review.core.tally import TrialPair
from firered_review.store.adjudication import open_adjudication
from firered_review.store.agreeing import agreement_report
from firered_review.store.reconciling import reconcile
from firered_review.store.sealing import packed, read_sealed
from harness.formats.codebook import load_codebook
from harness.formats.labels import Citation, Coverage, ErrorLabel, FrameIdentity, Label, Revision, SealedSet, SeenSpan
from tests.adjudications import make_chain
from tests.bench.row import Row, at_most, seconds

LABELS = 10_000
CODEBOOK = load_codebook(Path(__file__).parents[2] / "resources" / "codebook")


def measure() -> Iterator[Row]:
    """Yield the rows of reconciling."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chain = make_chain(folder, trials=5, reconciled=False)
        for number, path in enumerate(chain.sealed):
            _inflate(path, number)

        def whole() -> None:
            reconcile(chain.database, chain.experiment, chain.key, chain.sealed)
            db = open_adjudication(chain.database)
            agreement_report(db)
            db.close()

        yield at_most("reconcile and agreement, 10,000 labels a side in 10 trials", seconds(whole), 5, " s")
    for words, labels, decisions in (
        ("10,000 labels a side in one trial, eight a decision", LABELS, 1200),
        ("1,000 memory errors a side within 40 decisions", 1000, 40),
    ):
        pair = _pair(labels, decisions)
        yield at_most(f"agreement, {words}", seconds(lambda one=pair: agreement([one], CODEBOOK)), 5, " s")


def _inflate(path: Path, number: int) -> None:
    """Give a sealed set ten thousand labels, each with its revision, spread over its trials."""
    sealed = read_sealed(path).sealed
    each = LABELS // len(sealed.sets)
    sets = []
    for place, one in enumerate(sealed.sets):
        labels = _errors(97 * number + place, each, 1200)
        revisions = [
            Revision(
                revision=place,
                label_id=key,
                author=sealed.reviewer,
                at=sealed.sealed_utc,
                stage=2,
                step="made",
                label=label,
            )
            for place, (key, label) in enumerate(labels.items(), 1)
        ]
        sets.append(one.model_copy(update={"labels": labels, "revisions": revisions}))
    larger = SealedSet.model_validate(sealed.model_copy(update={"sets": sets}).model_dump())
    path.write_bytes(packed(larger))


def _pair(labels: int, decisions: int) -> TrialPair:
    seen = Coverage(
        frames=[SeenSpan(first=0, last=decisions * 8)],
        decisions=[SeenSpan(first=1, last=decisions)],
        milliseconds=1,
    )
    a, b = (_errors(side, labels, decisions) for side in range(2))
    return TrialPair("crowded", decisions, a, b, seen, seen, both_in_stage_two=True)


def _errors(seed: int, labels: int, decisions: int) -> dict[str, Label]:
    draw = Random(seed)  # noqa: S311 - a bench's variety, no secret
    found: dict[str, Label] = {}
    for number in range(labels):
        decision = draw.randint(2, decisions)
        found[f"label-{number:05d}"] = ErrorLabel(
            type=draw.choice(("omission", "fabrication", "contradiction")),
            severity=draw.choice(("minor", "material")),
            citations=[Citation(decision=1)],
            decision=decision,
            frame=FrameIdentity(frame=decision * 8, sha256="0" * 64),
            recovery_decision=draw.choice((None, decision + 1)),
        )
    return found
