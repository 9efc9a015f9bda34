"""Reconciling sealed sets: checked against key and evidence, matched, and turned into items to decide."""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.blinding import REPEATING
from firered_review.core.errors import ReviewError
from firered_review.core.judgement import Finding, Side, finding_of
from firered_review.core.matching import MATCHED_KINDS, match
from firered_review.core.rules import frames_of
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.collecting import uncollected
from firered_review.store.database import dump
from firered_review.store.further_sets import add_sets, check_further, stale
from firered_review.store.once import written_once
from firered_review.store.oracle_copy import copy_oracle
from firered_review.store.sealed_rows import Labels, Source, check_together, open_source, write_set
from firered_review.store.sealing import SealedFile, read_sealed
from harness.formats.base import utc_now
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Label

SIDES: tuple[Side, Side] = ("a", "b")


class Reconciling(NamedTuple):
    """What a reconciliation came to; ``sets`` is reviewer → SHA-256 of the sealed file."""

    sets: dict[str, str]
    items: int
    added: int
    exact: int
    differ: int
    one_sided: int
    stale: list[str]
    """Sentences: decisions that a later set speaks against; they stand until they are judged again."""


@uncollected()
def reconcile(
    database: Path, experiment: Path, key_file: Path, sealed_files: Sequence[Path], replaces: str | None = None
) -> Reconciling:
    """Match two sealed sets into a database; further sets are added to it, and every decision stays.

    A third reviewer's labels are matched to the result of the first two; what only the third has becomes an item.
    With ``replaces`` the one new set stands in for that reviewer's in the agreement. A second pass adds no item.

    Raises:
        ReviewError: the sets do not belong together, or the database is frozen.
        Tampered: a set, the key or the evidence is not what it was; nothing is written then.
    """
    files = sorted((read_sealed(path) for path in sealed_files), key=lambda one: one.sha256)
    if not files:
        raise ReviewError("Reconciling needs the sealed sets of two reviewers, none was given.")
    made = not database.exists()
    _check_place(database, experiment)
    check_together(files)
    if made:
        _check_two(files, replaces)
    source = open_source(experiment, key_file, files[0].sealed)
    if not made:
        return _reconciled(database, database, source, files, replaces)
    meanwhile = ReviewError(f"{database} was made by another program meanwhile and left as it is: try again.")
    with written_once(database, meanwhile) as fresh:
        return _reconciled(fresh, database, source, files, replaces)


def _reconciled(
    path: Path, named: Path, source: Source, files: Sequence[SealedFile], replaces: str | None
) -> Reconciling:
    """Write sets into the database at ``path``, which sentences call ``named``."""
    db = AdjudicationDatabase(path, create=True)
    db.path = named
    try:
        with db.batch():
            held = {row[0] for row in db.db.conn.execute("SELECT sha256 FROM sealed_set")}
            new = [one for one in files if one.sha256 not in held]
            before = len(db.items())
            if held:
                db.sound()
                check_further(db, new, replaces)
                add_sets(db, source, new, replaces)
                findings = Counter(one.finding for one in db.items())
            else:
                _check_two(files, replaces)
                findings = _fill(db, source, files)
        return _told(db, before, findings)
    finally:
        db.close()


def _check_two(files: Sequence[SealedFile], replaces: str | None) -> None:
    if len(files) != 2:
        raise ReviewError(f"Reconciling needs the sealed sets of two reviewers, {len(files)} were given.")
    later = [one.sealed.reviewer for one in files if one.sealed.reviewer.endswith(REPEATING)]
    if later:
        raise ReviewError(f"{later[0]} is a second pass: reconcile the two first passes before it.")
    if replaces is not None:
        raise ReviewError(f"Nobody is there to replace yet: reconcile the set of {replaces} and another one first.")


def _check_place(database: Path, experiment: Path) -> None:
    if experiment.resolve() in database.resolve().parents:
        raise ReviewError(f"{database} lies inside the experiment: choose a place elsewhere.")


def _fill(db: AdjudicationDatabase, source: Source, files: Sequence[SealedFile]) -> Counter[Finding]:
    first = files[0].sealed
    head = (1, first.commitment, first.sums_sha256, dump(source.codebook), int(first.demonstration))
    oracle = int(source.experiment.manifest.oracle != "none")
    db.db.conn.execute(
        "INSERT INTO reconciliation VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*head, oracle, version("firered-review"), utc_now()),
    )
    folders = source.folders
    order = source.key.assignment("adjudicator", source.avoid).order
    for place, name in enumerate(order):
        closing = folders[name].closing
        db.db.conn.execute(
            "INSERT INTO trial VALUES (?, ?, ?, ?)", (name, place, closing.frames, len(folders[name].trace()))
        )
    labels = [write_set(db.db, source, side, file) for side, file in zip(SIDES, files, strict=True)]
    for name in order:
        copy_oracle(db.db, source.experiment, name, folders[name])
    items = list(_items(order, labels, source.codebook))
    rows = [row for row, _ in items]
    db.db.conn.executemany("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", rows)
    detail = {
        "sets": {file.sealed.reviewer: file.sha256 for file in files},
        "originals": audit.fingerprint(db.db),
        "items": [audit.row_digest("item", row) for row in rows],
    }
    audit.write_entry(db.db, "reconciled", detail)
    return Counter(finding for _, finding in items)


def _items(
    order: Sequence[str], labels: Sequence[Labels], codebook: CodebookSet
) -> Iterator[tuple[tuple[Any, ...], Finding]]:
    """Yield the row of each item, with how the two sides stand to each other."""
    number = 0
    for trial in order:
        a, b = labels[0].get(trial, {}), labels[1].get(trial, {})
        found = match(a, b, codebook.codebook.tolerances)
        both = [(pair.a, pair.b) for pair in found.pairs]
        rows: list[tuple[str | None, str | None]] = [
            *both,
            *((key, None) for key in found.only_a),
            *((None, key) for key in found.only_b),
        ]

        def place(row: tuple[str | None, str | None], a: dict[str, Label] = a, b: dict[str, Label] = b) -> Any:
            label = a[row[0]] if row[0] is not None else b[row[1] or ""]
            return MATCHED_KINDS.index(label.kind), frames_of(label)[0].frame, label.model_dump_json()

        for one, other in sorted(rows, key=place):
            number += 1
            kind = a[one].kind if one is not None else b[other or ""].kind
            sides = None if one is None else a[one], None if other is None else b[other]
            row = f"item-{number:05d}", trial, kind, one, other, "ab"[secrets.randbelow(2)]
            yield row, finding_of(*sides)


def _told(db: AdjudicationDatabase, before: int, findings: Counter[Finding]) -> Reconciling:
    return Reconciling(
        {one.reviewer: one.sha256 for one in db.set_rows()},
        findings.total(),
        findings.total() - before,
        findings["both"],
        findings["differ"],
        findings["only a"] + findings["only b"],
        list(stale(db)),
    )
