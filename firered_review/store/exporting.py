"""Exporting what a database holds, and after unblinding the scores: never into its source, codenames until then."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firered_review.core.errors import ReviewError
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.agreeing import agreement_of
from firered_review.store.describing import FILE as DATASETTE
from firered_review.store.describing import datasette_metadata
from firered_review.store.once import keep_out_of_evidence
from firered_review.store.scoring import SUMMARY, TRIALS, score
from firered_review.store.tables import csv_bytes, flat, json_bytes, lines_bytes, write_files
from firered_review.store.unblinded import unblinding_of
from harness.formats.base import canonical_json, sha256_hex
from harness.formats.labels import Label

HEADER = "export.json"
FORMATS = ("csv", "jsonl")
_TABLES = ("labels", "items", "agreement", TRIALS, SUMMARY)
_LATER = ("parquet", "eaf", "inspect")


def export(db: AdjudicationDatabase, out: Path, experiment: Path | None = None, file_format: str = "csv") -> list[Path]:
    """Write labels, items, agreement and, given the experiment, scores; return the files.

    With them goes what Datasette shows beside the tables of the database itself.

    Raises:
        ReviewError: the format is none, or ``out`` lies where the database or the evidence is.
        NotYet: scores are asked for before unblinding.
        Tampered: a row is not what its audit entry says.
    """
    if file_format not in FORMATS:
        later = f"{file_format} comes in a later version; " if file_format in _LATER else ""
        raise ReviewError(f"{later or f'{file_format!r} is no format; '}use csv or jsonl.")
    _check_out(db, out, experiment)
    db.sound()
    tables = _tables(db, experiment)
    files = {f"{name}.{file_format}": _rendered(rows, file_format) for name, rows in tables.items()}
    files[DATASETTE] = json_bytes(datasette_metadata(db.path.stem))
    head = {
        "schema_version": 1,
        "kind": "export",
        "format": file_format,
        "demonstration": db.demonstration,
        "unblinded": db.unblinded,
        "sealed_sets": {one.reviewer: one.sha256 for one in db.set_rows()},
        "files": {name: sha256_hex(data) for name, data in files.items()},
    }
    whole = {**head, "digest": sha256_hex(canonical_json(head))}
    written = write_files(out, {**files, HEADER: json_bytes(whole)})
    for name in {f"{table}.{ending}" for table in _TABLES for ending in FORMATS} - files.keys():
        (out / name).unlink(missing_ok=True)  # of the export this one renews
    return written


def _check_out(db: AdjudicationDatabase, out: Path, experiment: Path | None) -> None:
    target = out.resolve()
    if out.exists() and not out.is_dir():
        raise ReviewError(f"{out} is a file: name a folder to export into.")
    if target == db.path.resolve().parent:
        raise ReviewError(f"{out} is where {db.path.name} lies: export into a folder of its own.")
    if experiment is not None and experiment.resolve() in (target, *target.parents):
        raise ReviewError(f"{out} lies inside the experiment: nothing is exported into evidence.")
    keep_out_of_evidence(out)
    strange = [path.name for path in out.iterdir() if path.name != HEADER] if out.is_dir() else []
    if strange and not (out / HEADER).is_file():
        raise ReviewError(f"{out} already holds {strange[0]} and is no export: choose an empty folder.")


def _tables(db: AdjudicationDatabase, experiment: Path | None) -> dict[str, list[dict[str, Any]]]:
    names = unblinding_of(db).trials if db.unblinded else {}

    def placed(codename: str) -> dict[str, Any]:
        name = names.get(codename)
        place = {"codename": codename}
        return place if name is None else {**place, "trial": name.trial, "condition": name.condition}

    tables = {
        "labels": list(_labels(db, placed)),
        "items": list(_items(db, placed)),
        "agreement": [{**one.model_dump(mode="json"), "demonstration": db.demonstration} for one in agreement_of(db)],
    }
    if experiment is not None:
        scores = score(db, experiment)
        tables[TRIALS] = [flat(row.model_dump(mode="json")) for row in scores.trials]
        tables[SUMMARY] = [flat(row.model_dump(mode="json")) for row in scores.conditions]
    return tables


def _labels(db: AdjudicationDatabase, placed: Any) -> Iterable[dict[str, Any]]:
    for one in db.sets():
        for trial in db.trials:
            for label_id, label in sorted(one.labels.get(trial, {}).items()):
                row = {**placed(trial), "reviewer": one.reviewer, "label_id": label_id}
                yield {**row, **_fields(label), "demonstration": db.demonstration}


def _items(db: AdjudicationDatabase, placed: Any) -> Iterable[dict[str, Any]]:
    for item in db.items():
        judgement = item.judgement
        yield {
            **placed(item.trial),
            "item": item.item,
            "finding": item.finding,
            "state": item.state,
            "differences": item.differences,
            "decision": None if judgement is None else judgement.verdict,
            "reason": None if judgement is None else judgement.reason,
            "after_evidence": None if judgement is None else judgement.after_evidence,
            "kind": item.kind,
            **(_fields(item.final) if item.final is not None else {}),
            "demonstration": db.demonstration,
        }


def _fields(label: Label) -> dict[str, Any]:
    """Return a label as flat columns: frames by number and pixel hash, citations as JSON."""
    return flat(label.model_dump(mode="json"))


def _rendered(rows: Sequence[Mapping[str, Any]], file_format: str) -> bytes:
    if file_format == "jsonl":
        return lines_bytes(rows)
    return csv_bytes(list(dict.fromkeys(name for row in rows for name in row)), rows)
