"""Freezing the adjudicated labels, and resolving codenames afterwards; each happens once."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.errors import NotYet, ReviewError, Tampered
from firered_review.core.judgement import Item
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.agreeing import agreement_rows
from firered_review.store.database import dump, row_of, written
from firered_review.store.sealed_key import OpenKey, committed_key, names_to_avoid
from firered_review.store.unblinded import TrialName, Unblinding
from harness.evidence.places import LABELS, SUMS
from harness.evidence.reader import Experiment
from harness.evidence.sums import check_sums, renew_sums_for_annotations, sums_sha256
from harness.formats.base import Record, Sha256, UtcTime, canonical_json, sha256_hex, utc_now
from harness.formats.files import line_json, read_bytes, write_whole
from harness.formats.labels import Declaration, FinalLabel, Label


class LabelFreeze(Record):
    """The label freeze: hashes of everything the adjudicated labels rest on."""

    at: UtcTime
    sealed_sets: dict[str, Sha256]
    decisions: Sha256
    codebook: Sha256
    sums_sha256: Sha256
    """SHA-256 of the experiment's SHA256SUMS, before the labels are written back into it."""
    originals: dict[str, Sha256]
    program_version: str
    declaration: Declaration
    disputed: int
    audit_head: Sha256


class Frozen(NamedTuple):
    """What ``freeze`` wrote, and the SHA-256 of it."""

    record: LabelFreeze
    sha256: Sha256


def freeze(db: AdjudicationDatabase, declaration: Declaration, experiment: Path | None = None) -> Frozen:
    """Freeze the adjudicated labels, and with them what `agreement` says; from then on nothing changes.

    Given the experiment, its evidence is compared first with what was blinded.

    Raises:
        NotYet: an item is undecided, or hidden state and screen conflict.
        Tampered: a row is not what its audit entry says, or the evidence is another one.
    """
    if experiment is not None:
        same_evidence(Experiment(experiment), db.sums_sha256)
    with written(db.db, db.path):  # nobody decides anything meanwhile
        return _freeze(db, declaration)


def frozen_record(db: AdjudicationDatabase) -> LabelFreeze:
    """Return the label freeze, whose decisions must still be those in the database.

    Raises:
        NotYet: the labels are not frozen.
        Tampered: the decisions are not the frozen ones.
    """
    row = row_of(db.db, "SELECT record FROM freeze")
    if row is None:
        raise NotYet(f"The labels of {db.path} are not frozen: run firered-review freeze first.")
    with db.plainly():
        record = LabelFreeze.model_validate_json(row[0])
    if record.decisions != decisions_sha256(db.items()):
        raise Tampered(f"{db.path} holds other decisions than were frozen; use a copy made before.")
    return record


def _freeze(db: AdjudicationDatabase, declaration: Declaration) -> Frozen:
    if db.frozen:
        raise ReviewError(f"{db.path} is frozen already.")
    db.sound()
    items = db.items()
    undecided = [one.item for one in items if one.state == "open"]
    if undecided:
        raise NotYet(
            f"{len(undecided)} of {len(items)} items of {db.path} are undecided ({', '.join(undecided[:3])}"
            f"{' …' if len(undecided) > 3 else ''}): decide them or leave them disputed, then freeze."
        )
    if open_conflicts := db.conflicts():
        rest = f" ({len(open_conflicts) - 1} more)" if len(open_conflicts) > 1 else ""
        raise NotYet(
            f"Hidden state and screen disagree: {open_conflicts[0].sentence}.{rest} Judge that milestone again, or "
            "put it down to the instrument with firered-review freeze --instrument TRIAL:MILESTONE=REASON."
        )
    record = LabelFreeze(
        at=utc_now(),
        sealed_sets={one.reviewer: one.sha256 for one in db.set_rows()},
        decisions=decisions_sha256(items),
        codebook=sha256_hex(canonical_json(db.codebook)),
        sums_sha256=db.sums_sha256,
        originals=audit.fingerprint(db.db),
        program_version=version("firered-review"),
        declaration=declaration,
        disputed=sum(one.state == "disputed" for one in items),
        audit_head=audit.head(db.db),
    )
    agreed = agreement_rows(db)
    for row in agreed:
        db.db.conn.execute(f"INSERT INTO agreement_snapshot VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
    frozen = (1, dump(record))
    db.db.conn.execute("INSERT INTO freeze VALUES (?, ?)", frozen)
    rows = [*(audit.row_digest("agreement_snapshot", row) for row in agreed), audit.row_digest("freeze", frozen)]
    audit.write_entry(db.db, "frozen", {"rows": rows})
    return Frozen(record, sha256_hex(frozen[1].encode()))


def unblind(db: AdjudicationDatabase, key_file: Path, experiment: Path) -> Unblinding:
    """Resolve codenames, write the adjudicated labels back into the trials, and renew the sums.

    Raises:
        NotYet: the labels are not frozen.
        WrongKey: the key is not the committed one; nothing is changed then.
        Tampered: evidence or database are not what was frozen; nothing is changed then.
    """
    db.sound()
    record = frozen_record(db)
    if db.unblinded:
        raise ReviewError(f"{db.path} is unblinded already.")
    key = committed_key(key_file, db.commitment)
    source = Experiment(experiment)
    same_evidence(source, record.sums_sha256)
    names = _mapping(source, key, db.trials)
    for codename, name in names.items():
        path = source.path / "trials" / name.trial / LABELS
        write_whole(path, b"".join(line_json(one) for one in final_labels(db, codename)))
    entry = Unblinding(
        at=utc_now(),
        commitment=key.commitment,
        decisions=record.decisions,
        trials=names,
        sums_before=record.sums_sha256,
        sums_after=renew_sums_for_annotations(source.path),
    )
    row = (1, dump(entry))
    with written(db.db, db.path):
        db.db.conn.execute("INSERT INTO unblinding VALUES (?, ?)", row)
        audit.write_entry(db.db, "unblinded", {"rows": [audit.row_digest("unblinding", row)]})
    return entry


def same_evidence(source: Experiment, wanted: Sha256) -> None:
    """Make sure an experiment holds the evidence that was blinded, label files written back aside.

    Raises:
        Tampered: a recorded file is missing, changed or new, or the sums are others.
    """
    for finding in check_sums(source.path):
        if not (finding.kind in ("unlisted", "changed") and finding.path.endswith(f"/{LABELS}")):
            raise Tampered(f"{finding.sentence} Nothing was done: restore the recorded files first.")
    lines = read_bytes(source.path / SUMS).decode().splitlines(keepends=True)
    recorded = "".join(line for line in lines if not line.endswith(f"/{LABELS}\n"))
    if wanted not in (sha256_hex(recorded.encode()), sums_sha256(source.path)):
        raise Tampered(f"{source.path} does not hold the evidence that was blinded: its SHA256SUMS is another one.")


def final_labels(db: AdjudicationDatabase, trial: str) -> Iterator[FinalLabel]:
    """Yield the lines of a trial's ``annotations.jsonl``."""
    reviewer = {one.side: one.reviewer for one in db.set_rows() if one.role != "second pass"}
    further: dict[str, dict[str, Label]] = {}
    query = "SELECT item, side, label FROM further JOIN label USING (side, trial, label_id) WHERE further.trial = ?"
    for name, side, text in db.db.conn.execute(query, (trial,)).fetchall():
        further.setdefault(name, {})[side] = db.label_of(text)
    made = {row[0] for row in db.db.conn.execute("SELECT item FROM further WHERE made")}
    for item in db.items(trial):
        judgement = item.judgement
        first = {} if item.item in made else {"a": item.a, "b": item.b}
        found = {**first, **further.get(item.item, {})}
        yield FinalLabel(
            item=item.item,
            state=item.state,
            originals={who: found.get(side) for side, who in reviewer.items()},
            adjudicated=item.final,
            decision="" if judgement is None else judgement.verdict,
            reason="" if judgement is None else judgement.reason,
            extra={
                "demonstration": db.demonstration,
                "after_evidence": judgement is not None and judgement.after_evidence,
            },
        )


def decisions_sha256(items: list[Item]) -> Sha256:
    """Return the SHA-256 over the standing decision of every item."""
    plain: list[Any] = []
    for one in items:
        label = None if one.final is None else one.final.model_dump(mode="json")
        judgement = None if one.judgement is None else [one.judgement.verdict, one.judgement.reason]
        plain.append([one.item, one.trial, one.kind, one.state, label, judgement])
    return sha256_hex(canonical_json(plain))


def _mapping(source: Experiment, key: OpenKey, trials: list[str]) -> dict[str, TrialName]:
    names = key.database_names(names_to_avoid(source))
    durable = {name: one.episodic_memory for name, one in source.conditions.items()}
    found = {
        names[one.trial]: TrialName(trial=one.trial, condition=one.condition, durable_memory=durable[one.condition])
        for one in key.key.trials
    }
    if sorted(found) != sorted(trials):
        raise Tampered("The key's codenames are not those of the database: it was reconciled with another key.")
    return {codename: found[codename] for codename in trials}
