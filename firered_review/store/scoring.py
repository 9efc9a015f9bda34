"""Scoring an unblinded database against its evidence, and proving that rows and summaries reconcile."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from firered_review.core.errors import NotYet, ReviewError
from firered_review.core.metrics import TrialRow, score_trial
from firered_review.core.summary import ConditionRow, summarize
from firered_review.core.trial_facts import Evidence, final_of
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.freezing import frozen_record, same_evidence
from firered_review.store.tables import csv_bytes, flat, json_bytes, write_files
from firered_review.store.unblinded import Unblinding, unblinding_of
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import Sha256
from harness.formats.files import load_json, parse, read_bytes
from harness.formats.oracle import StateRecord

TRIALS, SUMMARY = "trials", "summary"


class Scores(NamedTuple):
    """Every trial and every condition, scored from the frozen decisions."""

    trials: list[TrialRow]
    conditions: list[ConditionRow]
    decisions_sha256: Sha256
    demonstration: bool


def score(db: AdjudicationDatabase, experiment: Path) -> Scores:
    """Score every trial of an unblinded database.

    Raises:
        NotYet: it is not frozen or not unblinded, or hidden state and screen conflict.
        Tampered: evidence or decisions are not what was frozen.
    """
    record, names, source = _sources(db, experiment)
    codebook = db.codebook
    rows = [
        score_trial(
            _evidence(db, source, codename, name.trial, name.condition),
            final_of(db.items(codename)),
            codebook,
            demonstration=db.demonstration,
        )
        for codename, name in names.trials.items()
    ]
    rows.sort(key=lambda row: row.trial)
    return Scores(rows, summarize(rows, codebook), record, db.demonstration)


def write_scores(scores: Scores, out: Path, experiment: Path) -> list[Path]:
    """Write ``trials`` and ``summary`` as CSV and JSON; return the files.

    Raises:
        ReviewError: ``out`` lies inside the experiment.
    """
    if experiment.resolve() in (out.resolve(), *out.resolve().parents):
        raise ReviewError(f"{out} lies inside the experiment: nothing is written into evidence.")
    return write_files(out, _files(scores))


def check_scores(db: AdjudicationDatabase, experiment: Path, out: Path) -> list[str]:
    """Return one sentence for each written number that evidence, rows and summaries do not bear out."""
    fresh = score(db, experiment)
    findings = [f"{row}: {words}" for row, words in _against_evidence(db, experiment, fresh)]
    where = out / f"{TRIALS}.json"
    written = load_json(read_bytes(where), str(where))
    if not isinstance(written, dict) or not isinstance(written.get(TRIALS), list):
        raise ReviewError(f"{where} is not a file of scored trials.")
    rows = [parse(TrialRow, row, f"{where}, row {number}") for number, row in enumerate(written[TRIALS], 1)]
    findings += _differing(rows, fresh.trials, where)
    summed = summarize(rows, db.codebook) if rows else []
    for name, data in _files(fresh._replace(trials=rows, conditions=summed)).items():
        if read_bytes(out / name) != data:
            findings.append(f"{out / name} does not follow from the rows of {where.name}.")
    return findings


def _sources(db: AdjudicationDatabase, experiment: Path) -> tuple[Sha256, Unblinding, Experiment]:
    db.sound()
    record = frozen_record(db)
    names = unblinding_of(db)
    source = Experiment(experiment)
    same_evidence(source, record.sums_sha256)
    if found := db.conflicts():
        raise NotYet(f"Hidden state and screen disagree: {found[0].sentence}.")
    return record.decisions, names, source


def _evidence(db: AdjudicationDatabase, source: Experiment, codename: str, trial: str, condition: str) -> Evidence:
    folder = TrialFolder(source.path / "trials" / trial)
    closed = {milestone for place, milestone in db.closings() if place == codename}
    reached = {sign.milestone for sign in db.signs() if sign.trial == codename and sign.sign == "latched"}
    repeats = sum(route.steps for route in db.routes() if route.trial == codename)
    return Evidence(
        trial=trial,
        condition=condition,
        codename=codename,
        episodic_memory=source.conditions[condition].episodic_memory,
        has_oracle=db.has_oracle,
        closing=folder.closing,
        decisions=len(folder.trace()),
        attempts=folder.attempts(),
        inputs=folder.inputs(),
        states=[one for one in folder.oracle() if isinstance(one, StateRecord)],
        latched=frozenset(reached - closed),
        detected_repeats=repeats if db.has_oracle else None,
    )


def _against_evidence(db: AdjudicationDatabase, experiment: Path, scores: Scores) -> Iterator[tuple[str, str]]:
    """Compare rows with what the recorder itself counted when each trial ended."""
    for row in scores.trials:
        folder = TrialFolder(experiment / "trials" / row.trial)
        closing, trace = folder.closing, folder.trace()
        counted = {
            "accepted actions": (
                row.accepted_actions,
                closing.accepted_actions,
                sum(t.accepted_actions for t in trace),
            ),
            "decisions": (row.decisions, closing.decisions, len(trace)),
            "calls": (row.attempts, closing.attempts, sum(t.attempts for t in trace)),
        }
        for what, (scored, closed, traced) in counted.items():
            if not scored == closed == traced:
                yield row.trial, f"{scored} {what} scored, {closed} at the trial's end, {traced} in the trace."
        if row.cost_usd is not None and closing.cost_usd is not None and abs(row.cost_usd - closing.cost_usd) > 1e-6:
            yield row.trial, f"a cost of {row.cost_usd} is scored, {closing.cost_usd} was counted at its end."


def _differing(written: Sequence[TrialRow], fresh: Sequence[TrialRow], where: Path) -> Iterator[str]:
    by_name = {row.trial: row for row in written}
    for row in fresh:
        old = by_name.pop(row.trial, None)
        if old is None:
            yield f"{where} lacks trial {row.trial}."
        elif old != row:
            one, other = old.model_dump(), row.model_dump()
            fields = [name for name in one if one[name] != other[name]]
            yield f"{where}: {', '.join(fields)} of {row.trial} is not what evidence and labels give."
    for name in by_name:
        yield f"{where} holds trial {name}, which the database does not."


def _files(scores: Scores) -> dict[str, bytes]:
    trials: list[dict[str, Any]] = [row.model_dump(mode="json") for row in scores.trials]
    conditions: list[dict[str, Any]] = [row.model_dump(mode="json") for row in scores.conditions]
    head = {"schema_version": 1, "decisions_sha256": scores.decisions_sha256, "demonstration": scores.demonstration}
    flat_trials, flat_conditions = [flat(row) for row in trials], [flat(row) for row in conditions]
    return {
        f"{TRIALS}.json": json_bytes({**head, TRIALS: trials}),
        f"{TRIALS}.csv": csv_bytes(_columns(flat_trials), flat_trials),
        f"{SUMMARY}.json": json_bytes({**head, "conditions": conditions}),
        f"{SUMMARY}.csv": csv_bytes(_columns(flat_conditions), flat_conditions),
    }


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def score_lines(scores: Scores) -> Iterator[str]:
    """Yield the trial table and the conditions' medians as plain lines; what was not measured says so."""
    head = ("trial", "deepest", "points", "cost", "actions", "decisions", "errors", "repeat", "end")
    rows = [
        (
            row.trial,
            f"M{row.deepest_milestone}" if row.deepest_milestone else "none",
            str(row.progress_points),
            _told(row.cost_usd, "{:.4f}"),
            str(row.accepted_actions),
            str(row.decisions),
            str(row.memory_errors),
            _told(row.repeat_overhead, "{:.1%}"),
            row.end_reason,
        )
        for row in scores.trials
    ]
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]
    for line in (head, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
    for one in scores.conditions:
        points, errors = one.measures["progress_points"], one.measures["memory_error_rate"]
        yield (
            f"{one.condition}: {one.completed} of {one.trials} completed, {one.zero_progress} without a point; "
            f"median {_told(points.median, '{:g}')} points (range {_told(points.least, '{:g}')} to "
            f"{_told(points.most, '{:g}')}), {_told(errors.median, '{:.2f}')} memory errors per 100 decisions."
        )


def _told(value: float | None, form: str) -> str:
    return "not measured" if value is None else form.format(value)
