"""The reviewing side's command line; what each command does is elsewhere, and so are all heavy imports."""

import io
import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from firered_review.cli_questions import ask_declaration, ask_guess, confirm, declaration_options, read_guess
from firered_review.core.errors import ReviewError
from harness.formats.errors import HarnessError

if TYPE_CHECKING:
    from firered_review.store.adjudication import AdjudicationDatabase

FINDING, REFUSED = 1, 3
_PATH = click.Path(path_type=Path)
_JSON = click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
_DB = click.argument("database", metavar="DB", type=_PATH)
_BUNDLE = click.argument("folder", metavar="BUNDLE", type=_PATH)
_EXPERIMENT = click.option("--experiment", metavar="DIR", type=_PATH, required=True, help="The recorded experiment.")
_KEY = click.option("--key", metavar="FILE", type=_PATH, required=True, help="The coordinator's sealed-key.json.")


class _Commands(click.Group):
    """Maps every outcome to its exit code, in this one place: 0, 1 finding, 2 usage, 3 refused or bad input."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a file's name may be no UTF-8
        try:
            return super().main(*args, **kwargs)
        except (ReviewError, HarnessError) as fault:
            click.echo(f"Error: {fault}", err=True)
        except OSError as fault:
            where = f"{fault.filename}: " if fault.filename else ""
            click.echo(f"Error: {where}{fault.strerror or fault}.", err=True)
        except sqlite3.DatabaseError as fault:
            click.echo(f"Error: the database is damaged or in use ({fault}); use a copy made before.", err=True)
        except UnicodeEncodeError as fault:
            name = ascii(fault.object)
            click.echo(f"Error: {name} is not UTF-8: rename the file or folder, or choose another.", err=True)
        sys.exit(REFUSED)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="firered-review", prog_name="firered-review")
@click.pass_context
def main(context: click.Context) -> None:
    """Label, reconcile, adjudicate and score blinded trials; without a command, open the start window.

    Exit codes: 0 all well, 1 something was found, 2 wrong usage, 3 refused or bad input.
    """
    if context.invoked_subcommand is None:
        from firered_review import app

        sys.exit(app.start())


@main.command()
@click.option("--headless", is_flag=True, help="Open no window: write tables and pictures and say where.")
@click.option("--out", metavar="DIR", type=_PATH, default=Path("demo"), show_default=True, help="Where to work.")
def demo(headless: bool, out: Path) -> None:
    """Record, blind, label, reconcile and score, end to end, with made-up reviewers."""
    from firered_review.demo import demo as whole_job

    whole_job(out, headless=headless)


@main.command()
@click.argument("experiment", metavar="DIR", type=_PATH)
@click.option("--out", metavar="DIR", type=_PATH, required=True, help="Folder for bundles and key.")
@click.option("--reviewer", "reviewers", metavar="NAME", multiple=True, required=True, help="May be repeated.")
@click.option("--key", metavar="FILE", type=_PATH, help="An earlier blinding's key, so that a reviewer joins.")
@_JSON
def blind(experiment: Path, out: Path, reviewers: tuple[str, ...], key: Path | None, as_json: bool) -> None:
    """Make a blinded bundle for each reviewer and the adjudicator from the valid trials of DIR."""
    from firered_review.store.blind import blind as make_bundles

    made = make_bundles(experiment, out, reviewers, key)
    if as_json:
        bundles = {reader: str(path) for reader, path in made.bundles.items()}
        _say_json(bundles=bundles, key=str(made.key), commitment=made.commitment, masked=made.masked)
        return
    for reader, path in made.bundles.items():
        click.echo(f"{path}: the bundle of {reader}.")
    click.echo(f"{made.key}: the key, for the coordinator alone. Its SHA-256, in every bundle: {made.commitment}")
    click.echo(f"{made.masked} words were masked; which and where: {made.key.parent / 'maskings.json'}")


@main.command()
@_BUNDLE
def annotate(folder: Path) -> None:
    """Open BUNDLE in the annotate window."""
    from firered_review import app
    from firered_review.store.bundle import open_bundle

    sys.exit(app.annotate(folder, open_bundle(folder).header.reviewer))


@main.command()
@_BUNDLE
@declaration_options
@click.option("--guess", metavar="FILE.json|unsure", help="Which trials you think belong together; unsure: don't know.")
@click.option("--yes", is_flag=True, help="Lock without asking.")
@_JSON
def seal(folder: Path, guess: str | None, yes: bool, as_json: bool, **answers: str | None) -> None:
    """Lock the labels of BUNDLE for good and write them into one sealed file.

    What was never seen is listed first. FILE.json holds {"groups": {"brisk-otter": "first", ...}} with first, second
    or unsure for each trial, and where one condition had a durable memory also {"durable_memory": {... "yes", "no" or
    "unsure"}}.
    """
    from firered_review.store.bundle import open_bundle
    from firered_review.store.labels import LabelStore
    from firered_review.store.sealing import gaps, sealed_path
    from firered_review.store.sealing import seal as write_sealed

    bundle = open_bundle(folder)
    sealed_path(bundle)
    store = LabelStore(folder, bundle.header.reviewer, bundle)
    try:
        sentences = [gap.sentence for gap in gaps(bundle, store) if gap.sentence]
        for sentence in sentences:
            click.echo(sentence, err=as_json)
        declaration = ask_declaration(answers)
        guessed = read_guess(guess, bundle)
        confirm(yes, f"Lock the labels of {folder} for good?")
        store.lock()
        path, sha256 = write_sealed(bundle, store, declaration, guessed or ask_guess(bundle))
    finally:
        store.close()
        bundle.close()
    if as_json:
        _say_json(sealed=str(path), sha256=sha256, unseen=sentences)
        return
    click.echo(f"{path}: sealed. Its SHA-256, to keep: {sha256}")


@main.command()
@_DB
@_EXPERIMENT
@_KEY
@click.argument("sealed", metavar="SEALED...", type=_PATH, nargs=-1, required=True)
@_JSON
def reconcile(database: Path, experiment: Path, key: Path, sealed: tuple[Path, ...], as_json: bool) -> None:
    """Match two reviewers' sealed sets into DB; again with the same sets keeps every decision."""
    from firered_review.store.reconciling import reconcile as match_sets

    told = match_sets(database, experiment, key, sealed)
    if as_json:
        _say_json(**told._asdict())
        return
    for reviewer, sha256 in told.sets.items():
        click.echo(f"Sealed set of {reviewer}: {sha256}")
    click.echo(
        f"{database}: {told.items} items, {told.added} of them new; in {told.exact} both agree, in {told.differ} "
        f"they differ, {told.one_sided} only one has."
    )


@main.command()
@_DB
@click.option("--bundle", "folder", metavar="DIR", type=_PATH, required=True, help="The adjudicator's bundle.")
@click.option("--json", "file", metavar="FILE", type=_PATH, help="No window: write the items into a new FILE, or apply "
              "the decisions of one that is there.")  # fmt: skip
def adjudicate(database: Path, folder: Path, file: Path | None) -> None:
    """Decide what two reviewers labelled, in a window, or by a file of decisions."""
    if file is None:
        from firered_review import app

        sys.exit(app.adjudicate(database, folder))
    from firered_review.store.adjudication import open_adjudication
    from firered_review.store.bundle import open_bundle
    from firered_review.store.decisions_file import apply_file, write_items

    bundle = open_bundle(folder, "adjudication")
    db = open_adjudication(database, bundle)
    try:
        if not file.exists():
            click.echo(f"{file}: {write_items(db, file)} items. Fill in their decisions and give the file again.")
            return
        done = apply_file(db, file)
    finally:
        db.close()
        bundle.close()
    click.echo(
        f"{database}: {done.judged} items decided, {done.added} labels added, {done.closed} conflicts closed; "
        f"{done.open} still open."
    )


@main.command()
@_DB
@_JSON
def agreement(database: Path, as_json: bool) -> None:
    """Say how far the two reviewers of DB agree."""
    from firered_review.store.agreeing import agreement_of

    with _opened(database) as db:
        figures = agreement_of(db)
        mark = db.demonstration
    if as_json:
        _say_json(demonstration=mark, figures=[one.model_dump(mode="json") for one in figures])
        return
    for one in figures:
        left = f"; {one.left_out} left out: {one.why_left_out}" if one.left_out else ""
        click.echo(f"{one.name}: {one.words} ({one.used} used{left})")
    _say_mark(mark)


@main.command()
@_DB
@declaration_options
@click.option("--instrument", "closings", metavar="TRIAL:MILESTONE=REASON", multiple=True, help="Put a conflict of "
              "hidden state against screen down to the instrument.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Freeze without asking.")
@_JSON
def freeze(database: Path, closings: tuple[str, ...], yes: bool, as_json: bool, **answers: str | None) -> None:
    """Freeze the adjudicated labels of DB; nothing changes from then on."""
    from firered_review.store.freezing import freeze as freeze_labels

    with _opened(database) as db:
        declaration = ask_declaration(answers)
        confirm(yes, f"Freeze the labels of {database} for good?")
        with db.batch():
            for closing in closings:
                _close_conflict(db, closing)
            frozen = freeze_labels(db, declaration)
    if as_json:
        _say_json(sha256=frozen.sha256, **frozen.record.model_dump(mode="json"))
        return
    click.echo(f"{database}: frozen, {frozen.record.disputed} items left disputed. SHA-256: {frozen.sha256}")


@main.command()
@_DB
@_KEY
@_EXPERIMENT
@_JSON
def unblind(database: Path, key: Path, experiment: Path, as_json: bool) -> None:
    """Resolve the codenames of a frozen DB and write its labels back into the trials."""
    from firered_review.store.freezing import unblind as resolve

    with _opened(database) as db:
        entry = resolve(db, key, experiment)
    if as_json:
        _say_json(**entry.model_dump(mode="json"))
        return
    for codename, name in entry.trials.items():
        click.echo(f"{codename}: {name.trial}, condition {name.condition}")
    click.echo(f"Labels written into {experiment}; SHA-256 of its SHA256SUMS now: {entry.sums_after}")


@main.command()
@click.argument("file", metavar="FILE", type=_PATH)
@_JSON
def check(file: Path, as_json: bool) -> None:
    """Check the hashes of a key, sealed set, database, bundle or export."""
    from firered_review.store.checking import check as check_file

    found = check_file(file)
    if as_json:
        _say_json(**found._asdict())
    else:
        click.echo(f"{file}: {found.what}")
        for name, value in found.facts.items():
            click.echo(f"  {name}: {value}")
        _say_findings(found.findings)
    sys.exit(FINDING if found.findings else 0)


@main.command()
@_DB
@click.option("--out", metavar="DIR", type=_PATH, required=True, help="Folder for the scores.")
@_EXPERIMENT
@click.option("--check", "only_check", is_flag=True, help="Prove that the scores in DIR follow from the evidence.")
@_JSON
def score(database: Path, out: Path, experiment: Path, only_check: bool, as_json: bool) -> None:
    """Score the trials of an unblinded DB, or with --check prove scores written before."""
    from firered_review.store.scoring import check_scores, score_lines, write_scores
    from firered_review.store.scoring import score as score_trials

    with _opened(database) as db:
        if only_check:
            findings = check_scores(db, experiment, out)
            if as_json:
                _say_json(findings=findings)
            else:
                _say_findings(findings)
            sys.exit(FINDING if findings else 0)
        scores = score_trials(db, experiment)
    files = write_scores(scores, out, experiment)
    if as_json:
        _say_json(files=[str(path) for path in files], demonstration=scores.demonstration)
        return
    for line in score_lines(scores):
        click.echo(line)
    click.echo(f"Written: {', '.join(str(path) for path in files)}")
    _say_mark(scores.demonstration)


@main.command()
@_DB
@click.option("--out", metavar="DIR", type=_PATH, required=True, help="An empty folder, or an export to renew.")
@click.option("--experiment", metavar="DIR", type=_PATH, help="Adds the scores; after unblinding only.")
@click.option("--format", "file_format", default="csv", show_default=True, help="csv or jsonl.")
@_JSON
def export(database: Path, out: Path, experiment: Path | None, file_format: str, as_json: bool) -> None:
    """Export what DB holds; before unblinding under codenames only."""
    from firered_review.store.exporting import export as write_export

    with _opened(database) as db:
        files = write_export(db, out, experiment, file_format)
        mark = db.demonstration
    if as_json:
        _say_json(files=[str(path) for path in files], demonstration=mark)
        return
    for path in files:
        click.echo(str(path))
    _say_mark(mark)


@contextmanager
def _opened(database: Path) -> "Iterator[AdjudicationDatabase]":
    from firered_review.store.adjudication import open_adjudication

    db = open_adjudication(database)
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


def _say_json(**values: Any) -> None:
    click.echo(json.dumps(values, ensure_ascii=False, indent=1))


def _say_findings(findings: list[str]) -> None:
    for finding in findings:
        click.echo(finding)
    click.echo(f"{len(findings)} findings." if findings else "All well.")


def _say_mark(demonstration: bool) -> None:
    if demonstration:
        click.echo("A demonstration: its agents and reviewers are made up.")
