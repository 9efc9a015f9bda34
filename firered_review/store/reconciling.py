"""Reconciling sealed sets: checked against key and evidence, matched, and turned into items to decide."""

import bisect
import secrets
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.errors import ReviewError, Tampered
from firered_review.core.judgement import Side
from firered_review.core.matching import MATCHED_KINDS, match
from firered_review.core.rules import frames_of
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.database import dump
from firered_review.store.sealed_key import OpenKey, committed_key, names_to_avoid, read_key, sound_sums
from firered_review.store.sealing import SealedFile, read_sealed
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import MILESTONES, canonical_json, utc_now
from harness.formats.codebook import CodebookSet
from harness.formats.evidence import Input
from harness.formats.labels import Label
from harness.formats.oracle import SignRecord, StateRecord
from harness.routes import repeated_routes, walk

SIDES: tuple[Side, Side] = ("a", "b")


class Reconciling(NamedTuple):
    """What a reconciliation came to; ``sets`` is reviewer → SHA-256 of the sealed file."""

    sets: dict[str, str]
    items: int
    added: int
    exact: int
    differ: int
    one_sided: int


class _Source(NamedTuple):
    experiment: Experiment
    key: OpenKey
    names: dict[str, str]
    avoid: list[str]
    codebook: CodebookSet


def reconcile(database: Path, experiment: Path, key_file: Path, sealed_files: Sequence[Path]) -> Reconciling:
    """Match two sealed sets into a database; a second time with the same two nothing changes.

    Raises:
        ReviewError: the sets do not belong together, or the database holds others.
        Tampered: a set, the key or the evidence is not what it was; nothing is written then.
    """
    files = sorted((read_sealed(path) for path in sealed_files), key=lambda one: one.sha256)
    _check_together(files)
    source = _source(experiment, key_file, files)
    made = not database.exists()
    _check_place(database, experiment)
    db = AdjudicationDatabase(database, create=True)
    try:
        before = _held_sets(db)
        if before and before != {one.sha256 for one in files}:
            raise ReviewError(
                f"{database} already holds the sealed sets of {', '.join(one.reviewer for one in db.sets())}; "
                "give the same files again, or another database."
            )
        if not before:
            with db.batch():
                _fill(db, source, files)
        return _told(db, files, 0 if before else len(db.items()))
    except BaseException:
        db.close()
        if made:
            database.unlink(missing_ok=True)
        raise
    finally:
        db.close()


def _check_together(files: Sequence[SealedFile]) -> None:
    if len(files) != 2:
        raise ReviewError(f"Reconciling needs the sealed sets of two reviewers, {len(files)} were given.")
    one, other = (file.sealed for file in files)
    if one.reviewer == other.reviewer:
        raise ReviewError(f"Both sealed sets are those of {one.reviewer}: give one of each reviewer.")
    for name in ("commitment", "sums_sha256", "codebook", "demonstration"):
        if getattr(one, name) != getattr(other, name):
            raise ReviewError(
                f"The sealed sets of {one.reviewer} and {other.reviewer} differ in their {name.replace('_', ' ')}: "
                "they were not blinded together."
            )


def _check_place(database: Path, experiment: Path) -> None:
    if experiment.resolve() in database.resolve().parents:
        raise ReviewError(f"{database} lies inside the experiment: choose a place elsewhere.")


def _source(experiment: Path, key_file: Path, files: Sequence[SealedFile]) -> _Source:
    first = files[0].sealed
    read_key(key_file)
    key = committed_key(key_file, first.commitment)
    source = Experiment(experiment)
    sums = sound_sums(source)
    if not sums == first.sums_sha256 == key.key.sums_sha256:
        raise Tampered(f"{experiment} does not hold the evidence that was blinded: its SHA256SUMS is another one.")
    if first.codebook != source.codebook():
        raise Tampered(f"{experiment} holds another codebook than the one the labels were made with.")
    avoid = names_to_avoid(source)
    return _Source(source, key, key.database_names(avoid), avoid, first.codebook)


def _held_sets(db: AdjudicationDatabase) -> set[str]:
    return {row[0] for row in db.db.conn.execute("SELECT sha256 FROM sealed_set")}


def _fill(db: AdjudicationDatabase, source: _Source, files: Sequence[SealedFile]) -> None:
    first = files[0].sealed
    head = (1, first.commitment, first.sums_sha256, dump(source.codebook), int(first.demonstration))
    oracle = int(source.experiment.manifest.oracle != "none")
    db.db.conn.execute(
        "INSERT INTO reconciliation VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*head, oracle, version("firered-review"), utc_now()),
    )
    folders = {source.names[t.trial]: _folder(source, t.trial) for t in source.key.key.trials}
    order = source.key.assignment("adjudicator", source.avoid).order
    for place, name in enumerate(order):
        closing = folders[name].closing
        db.db.conn.execute(
            "INSERT INTO trial VALUES (?, ?, ?, ?)", (name, place, closing.frames, len(folders[name].trace()))
        )
    labels = [_fill_side(db, source, side, file) for side, file in zip(SIDES, files, strict=True)]
    for name in order:
        _copy_oracle(db, source, name, folders[name])
    rows = list(_items(order, labels, source.codebook))
    db.db.conn.executemany("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", rows)
    detail = {
        "sets": {file.sealed.reviewer: file.sha256 for file in files},
        "originals": audit.fingerprint(db.db),
        "items": [audit.row_digest("item", row) for row in rows],
    }
    audit.write_entry(db.db, "reconciled", detail)


def _folder(source: _Source, trial: str) -> TrialFolder:
    return TrialFolder(source.experiment.path / "trials" / trial)


def _fill_side(db: AdjudicationDatabase, source: _Source, side: Side, file: SealedFile) -> dict[str, dict[str, Label]]:
    sealed = file.sealed
    theirs = source.key.assignment(sealed.reviewer, source.avoid).codenames
    names = {codename: source.names[trial] for trial, codename in theirs.items()}
    if sorted(one.codename for one in sealed.sets) != sorted(names):
        raise ReviewError(f"The sealed set of {sealed.reviewer} does not hold the trials of this key.")
    guess = {
        "groups": {names[name]: group for name, group in sealed.guess.groups.items()},
        "durable_memory": {names[name]: answer for name, answer in sealed.guess.durable_memory.items()},
    }
    db.db.conn.execute(
        "INSERT INTO sealed_set VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(side, file.sha256, sealed.reviewer, sealed.digest, sealed.bundle_sha256, sealed.program_version),
            *(sealed.sealed_utc, dump(sealed.declaration), canonical_json(guess).decode()),
        ),
    )
    for one in sealed.sets:
        trial = names[one.codename]
        values = (side, trial, dump(one.coverage), one.reached_stage, one.stage_one_labels_made_in_stage_two)
        db.db.conn.execute("INSERT INTO label_set VALUES (?, ?, ?, ?, ?)", values)
        labels = [(side, trial, key, label.kind, dump(label)) for key, label in sorted(one.labels.items())]
        db.db.conn.executemany("INSERT INTO label VALUES (?, ?, ?, ?, ?)", labels)
        db.db.conn.executemany(
            "INSERT INTO revision VALUES (?, ?, ?, ?)",
            [(side, trial, revision.revision, dump(revision)) for revision in one.revisions],
        )
    return {names[one.codename]: one.labels for one in sealed.sets}


def _items(
    order: Sequence[str], labels: Sequence[dict[str, dict[str, Label]]], codebook: CodebookSet
) -> Iterator[tuple[Any, ...]]:
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
            yield f"item-{number:05d}", trial, kind, one, other, "ab"[secrets.randbelow(2)]


def _copy_oracle(db: AdjudicationDatabase, source: _Source, name: str, folder: TrialFolder) -> None:
    oracle, inputs = folder.oracle(), folder.inputs()
    db.db.conn.executemany(
        "INSERT INTO sign VALUES (?, ?, ?, ?, ?, ?)", [(name, *row) for row in signs_of(oracle, folder, inputs)]
    )
    spans = {one.action_number: (one.first_frame, one.last_frame) for one in inputs}
    steps = walk(inputs, oracle, source.experiment.manifest.return_legs)
    rows = [
        (
            *(name, number, spans[route.first.first_action][0], spans[route.first.last_action][1]),
            *(spans[route.second.first_action][0], spans[route.second.last_action][1], route.steps),
        )
        for number, route in enumerate(repeated_routes(steps), 1)
    ]
    db.db.conn.executemany("INSERT INTO route VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def signs_of(
    oracle: Sequence[StateRecord | SignRecord], folder: TrialFolder, inputs: Sequence[Input]
) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield milestone, sign, frame, derived, unconfirmed; missing earliest and settled signs by DEFINITIONS.md 37."""
    signs = {(one.milestone, one.sign): one for one in oracle if isinstance(one, SignRecord)}
    states = sorted((one for one in oracle if isinstance(one, StateRecord)), key=lambda one: one.frame)
    last_action = inputs[-1].first_frame if inputs else 0
    for milestone in MILESTONES:
        for sign in ("earliest", "latched", "settled"):
            if (milestone, sign) in signs:
                one = signs[milestone, sign]
                yield milestone, sign, one.frame, 0, int(one.unconfirmed)
        latched = signs.get((milestone, "latched"))
        if latched is None:
            continue
        if (milestone, "earliest") not in signs:
            yield milestone, "earliest", _message_before(states, latched.frame), 1, int(latched.unconfirmed)
        if (milestone, "settled") not in signs:
            ended = latched.frame >= last_action
            frame = folder.closing.frames - 1 if ended else latched.frame
            yield milestone, "settled", frame, 1, int(latched.unconfirmed)


def _message_before(states: Sequence[StateRecord], latched: int) -> int:
    """Return the first sampled frame of the last message box before a latch, or the latch where there was none."""
    end = bisect.bisect_right([one.frame for one in states], latched)
    first: int | None = None
    for one in reversed(states[:end]):
        if one.state is not None and one.state.screen == "dialogue":
            first = one.frame
        elif first is not None:
            break
    return latched if first is None else first


def _told(db: AdjudicationDatabase, files: Sequence[SealedFile], added: int) -> Reconciling:
    items = db.items()
    findings = [one.finding for one in items]
    return Reconciling(
        {file.sealed.reviewer: file.sha256 for file in files},
        len(items),
        added,
        findings.count("both"),
        findings.count("differ"),
        findings.count("only a") + findings.count("only b"),
    )
