"""A third reviewer, a replacement, a second pass: sealed sets that join a database; every decision stays."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from firered_review.core.blinding import REPEATING
from firered_review.core.errors import ReviewError
from firered_review.core.judgement import Item
from firered_review.core.matching import differences, match
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.database import row_of
from firered_review.store.sealed_rows import Labels, Source, write_set
from firered_review.store.sealing import SealedFile
from harness.formats.base import canonical_json
from harness.formats.labels import Label

_SIDES = "abcdefghijklmnopqrstuvwxyz"


def check_further(db: AdjudicationDatabase, new: Sequence[SealedFile], replaces: str | None) -> None:
    """Make sure that sets may join.

    Raises:
        ReviewError: the labels are frozen, a reviewer is there already, or the sets were not blinded together.
    """
    held = {one.reviewer: one for one in db.set_rows()}
    if new and db.frozen:
        raise ReviewError(f"The labels of {db.path} are frozen: no sealed set can be added any more.")
    if replaces is not None and len(new) != 1:
        raise ReviewError(f"Give the one sealed set that stands in for {replaces}; {len(new)} new ones were given.")
    if replaces is not None and (replaces not in held or held[replaces].side not in ("a", "b")):
        raise ReviewError(f"{db.path} holds no first sealed set of {replaces} that another could stand in for.")
    if replaces is not None and any(
        one.role == "replacement" and one.of == held[replaces].side for one in db.set_rows()
    ):
        raise ReviewError(f"{db.path} already holds a set that stands in for {replaces}.")
    for sealed, _ in new:
        who = sealed.reviewer
        if who in held:
            raise ReviewError(f"{db.path} already holds another sealed set of {who}: a reviewer seals once.")
        if who.endswith(REPEATING) and who.removesuffix(REPEATING) not in held:
            raise ReviewError(f"{db.path} holds no first pass of {who.removesuffix(REPEATING)} to compare with.")
        same = (db.commitment, db.sums_sha256, db.demonstration) == (
            *(sealed.commitment, sealed.sums_sha256, sealed.demonstration),
        )
        if not same or canonical_json(sealed.codebook) != canonical_json(db.codebook):
            raise ReviewError(f"The sealed set of {who} was not blinded together with those that {db.path} holds.")


def add_sets(db: AdjudicationDatabase, source: Source, new: Sequence[SealedFile], replaces: str | None) -> None:
    """Write sets that join, inside the caller's transaction, and match them to the result so far."""
    for file in new:
        held = {one.reviewer: one.side for one in db.set_rows()}
        side, who = _SIDES[len(held)], file.sealed.reviewer
        labels = write_set(db.db, source, side, file)
        role, of = _role(who, held, replaces)
        db.db.conn.execute("INSERT INTO set_role VALUES (?, ?, ?)", (side, role, of))
        rows = [] if role == "second pass" else _match(db, side, labels)
        detail = {
            "sets": {who: file.sha256},
            "role": role,
            "originals": audit.fingerprint(db.db),
            "items": [audit.row_digest("item", row) for row in rows],
        }
        audit.write_entry(db.db, "set added", detail)


def _role(who: str, held: dict[str, str], replaces: str | None) -> tuple[str, str | None]:
    if who.endswith(REPEATING):
        return "second pass", held[who.removesuffix(REPEATING)]
    return ("third", None) if replaces is None else ("replacement", held[replaces])


def stale(db: AdjudicationDatabase) -> Iterator[str]:
    """Yield a sentence for each decision that a set which came after it speaks against."""
    query = (
        "SELECT further.item, further.judged_before, sealed_set.reviewer, label.label FROM further "
        "JOIN sealed_set USING (side) JOIN label USING (side, trial, label_id) WHERE NOT made ORDER BY 1, 3"
    )
    for name, before, reviewer, text in db.db.conn.execute(query).fetchall():
        row = row_of(db.db, "SELECT max(number) FROM judgement WHERE item = ?", (name,))
        item = db.item(name)
        if row is None or row[0] is None or row[0] > before or item.judgement is None:
            continue
        label = db.label_of(text)
        if item.final is None:
            yield f"{name}, decided before the labels of {reviewer} came, leaves no label; {reviewer} has one there."
        elif differing := differences(item.final, label):
            yield f"{name}, decided before the labels of {reviewer} came: {reviewer} differs in {', '.join(differing)}."


def result_label(item: Item) -> Label | None:
    """Return what stands for an item: its adjudicated label, or what was labelled while none is there."""
    return item.final or item.a or item.b


def _match(db: AdjudicationDatabase, side: str, labels: Labels) -> list[tuple[Any, ...]]:
    """Match a set to the result so far; return the items made for what only it has."""
    rows: list[tuple[Any, ...]] = []
    top = row_of(db.db, "SELECT max(number) FROM judgement") or (None,)
    number = len(db.items())
    for trial in db.trials:
        result = {item.item: label for item in db.items(trial) if (label := result_label(item)) is not None}
        found = match(result, labels[trial], db.codebook.codebook.tolerances)
        for name, key in found.pairs:
            db.db.conn.execute("INSERT INTO further VALUES (?, ?, ?, ?, ?, 0)", (side, trial, key, name, top[0] or 0))
        for key in found.only_b:
            number += 1
            row = (f"item-{number:05d}", trial, labels[trial][key].kind, None, None, "ab"[secrets.randbelow(2)])
            db.db.conn.execute("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", row)
            db.db.conn.execute("INSERT INTO further VALUES (?, ?, ?, ?, ?, 1)", (side, trial, key, row[0], top[0] or 0))
            rows.append(row)
    return rows
