"""The commands on an adjudication database: from two sealed sets to scores and exports."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firered_review.cli_questions import ask_declaration, confirm, declaration_options
from firered_review.cli_words import DB, EXPERIMENT, FINDING, JSON, KEY, PATH, say_findings, say_json, say_mark

if TYPE_CHECKING:
    from firered_review.store.adjudication import AdjudicationDatabase


@click.command()
@DB
@EXPERIMENT
@KEY
@click.argument("sealed", metavar="SEALED...", type=PATH, nargs=-1, required=True)
@click.option("--replaces", metavar="NAME", help="The one new set stands in for that reviewer's in the agreement.")
@JSON
def reconcile(
    database: Path, experiment: Path, key: Path, sealed: tuple[Path, ...], replaces: str | None, as_json: bool
) -> None:
    """Match two reviewers' sealed sets into DB; a later or third set joins, and every decision stays.

    A third reviewer is matched to the result of the first two. A second pass adds nothing to decide: agreement then
    says how far its reviewer agrees with the first one.
    """
    from firered_review.store.reconciling import reconcile as match_sets

    told = match_sets(database, experiment, key, sealed, replaces)
    if as_json:
        say_json(**told._asdict())
        return
    for reviewer, sha256 in told.sets.items():
        click.echo(f"Sealed set of {reviewer}: {sha256}")
    click.echo(
        f"{database}: {told.items} items, {told.added} of them new; in {told.exact} both agree, in {told.differ} "
        f"they differ, {told.one_sided} only one has."
    )
    for sentence in told.stale:
        click.echo(sentence)


@click.command()
@DB
@click.option("--bundle", "folder", metavar="DIR", type=PATH, required=True, help="The adjudicator's bundle.")
@click.option("--json", "file", metavar="FILE", type=PATH, help="No window: write the items into a new FILE, or apply "
              "the decisions of one that is there.")  # fmt: skip
def adjudicate(database: Path, folder: Path, file: Path | None) -> None:
    """Decide what two reviewers labelled, in a window, or by a file of decisions."""
    if file is None:
        from firered_review import app

        sys.exit(app.adjudicate(database, folder))
    from firered_review.store.bundle import open_bundle
    from firered_review.store.decisions_file import apply_file, write_items
    from firered_review.store.opening import open_database_file

    bundle = open_bundle(folder, "adjudication")
    db = open_database_file(database, bundle)
    try:
        if not file.exists():
            click.echo(f"{file}: {write_items(db, file)} items. Fill in their decisions and give the file again.")
            if waiting := len(db.waiting()):
                click.echo(
                    f"{waiting} of them are about memory and show their labels in a new file, written once the "
                    "milestones, routes and battles of their trials are decided."
                )
            return
        done = apply_file(db, file)
    finally:
        db.close()
        bundle.close()
    click.echo(
        f"{database}: {done.judged} items decided, {done.added} labels added, {done.closed} conflicts closed; "
        f"{done.open} still open."
    )


@click.command()
@DB
@JSON
def agreement(database: Path, as_json: bool) -> None:
    """Say how far the two reviewers of DB agree."""
    from firered_review.core.agreement_lines import agreement_lines
    from firered_review.core.blindness import blindness_lines
    from firered_review.store.agreeing import agreement_report

    with _opened(database) as db:
        report = agreement_report(db)
        mark = db.demonstration
    if as_json:
        first, *further = (one.model_dump(mode="json") for one in report.agreements)
        blindness = [one.model_dump(mode="json") for one in report.blindness]
        say_json(demonstration=mark, **first, further=further, blindness=blindness)
        return
    for one in report.agreements:
        for line in agreement_lines(one):
            click.echo(line)
    for known in report.blindness:
        for line in blindness_lines(known):
            click.echo(line)
    say_mark(mark)


@click.command()
@DB
@declaration_options
@click.option("--instrument", "closings", metavar="TRIAL:MILESTONE=REASON", multiple=True, help="Put a conflict of "
              "hidden state against screen down to the instrument.")  # fmt: skip
@click.option("--experiment", metavar="DIR", type=PATH, help="Also make sure that its evidence is still what was "
              "blinded.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Freeze without asking.")
@JSON
def freeze(
    database: Path,
    closings: tuple[str, ...],
    experiment: Path | None,
    yes: bool,
    as_json: bool,
    **answers: str | None,
) -> None:
    """Freeze the adjudicated labels of DB; nothing changes from then on."""
    from firered_review.store.freezing import freeze as freeze_labels

    with _opened(database, reading=False) as db:
        declaration = ask_declaration(answers)
        confirm(yes, f"Freeze the labels of {database} for good?")
        with db.batch():
            for closing in closings:
                _close_conflict(db, closing)
            frozen = freeze_labels(db, declaration, experiment)
    if as_json:
        say_json(sha256=frozen.sha256, **frozen.record.model_dump(mode="json"))
        return
    click.echo(f"{database}: frozen, {frozen.record.disputed} items left disputed. SHA-256: {frozen.sha256}")


@click.command()
@DB
@KEY
@EXPERIMENT
@JSON
def unblind(database: Path, key: Path, experiment: Path, as_json: bool) -> None:
    """Resolve the codenames of a frozen DB and write its labels back into the trials."""
    from firered_review.store.freezing import unblind as resolve

    with _opened(database, reading=False) as db:
        entry = resolve(db, key, experiment)
    if as_json:
        say_json(**entry.model_dump(mode="json"))
        return
    for codename, name in entry.trials.items():
        click.echo(f"{codename}: {name.trial}, condition {name.condition}")
    click.echo(f"Labels written into {experiment}; SHA-256 of its SHA256SUMS now: {entry.sums_after}")


@click.command()
@DB
@click.option("--out", metavar="DIR", type=PATH, required=True, help="Folder for the scores.")
@EXPERIMENT
@click.option("--check", "only_check", is_flag=True, help="Prove that the scores in DIR follow from the evidence.")
@JSON
def score(database: Path, out: Path, experiment: Path, only_check: bool, as_json: bool) -> None:
    """Score the trials of an unblinded DB, or with --check prove scores written before."""
    from firered_review.store.scoring import check_scores, score_lines, write_scores
    from firered_review.store.scoring import score as score_trials

    with _opened(database) as db:
        if only_check:
            findings = check_scores(db, experiment, out)
            if as_json:
                say_json(findings=findings)
            else:
                say_findings(findings)
            sys.exit(FINDING if findings else 0)
        scores = score_trials(db, experiment)
    files = write_scores(scores, out, experiment)
    if as_json:
        say_json(files=[str(path) for path in files], demonstration=scores.demonstration)
        return
    for line in score_lines(scores):
        click.echo(line)
    click.echo(f"Written: {', '.join(str(path) for path in files)}")
    say_mark(scores.demonstration)


@click.command()
@DB
@click.option("--out", metavar="DIR", type=PATH, required=True, help="An empty folder, or an export to renew.")
@click.option("--experiment", metavar="DIR", type=PATH, help="Adds the scores; after unblinding only.")
@click.option("--format", "file_format", default="csv", show_default=True, help="csv or jsonl.")
@JSON
def export(database: Path, out: Path, experiment: Path | None, file_format: str, as_json: bool) -> None:
    """Export what DB holds; before unblinding under codenames only."""
    from firered_review.store.exporting import export as write_export

    with _opened(database) as db:
        files = write_export(db, out, experiment, file_format)
        mark = db.demonstration
    if as_json:
        say_json(files=[str(path) for path in files], demonstration=mark)
        return
    for path in files:
        click.echo(str(path))
    say_mark(mark)


ANSWER_COMMANDS = (reconcile, adjudicate, agreement, freeze, unblind, score, export)


@contextmanager
def _opened(database: Path, *, reading: bool = True) -> "Iterator[AdjudicationDatabase]":
    from firered_review.store.adjudication import open_adjudication

    db = open_adjudication(database, reading=reading)
    try:
        yield db
    finally:
        db.close()


def _close_conflict(db: "AdjudicationDatabase", text: str) -> None:
    from harness.formats.base import MILESTONES

    place, _, reason = text.partition("=")
    trial, _, name = place.partition(":")
    for milestone in MILESTONES:
        if milestone == name:
            db.close_conflict(trial, milestone, reason)
            return
    raise click.UsageError(f"--instrument {text}: say TRIAL:MILESTONE=REASON, such as brisk-otter:M3=Instrument fault.")
