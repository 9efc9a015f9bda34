"""The reviewing side's command line; what each command does is elsewhere, and so are all heavy imports."""

import sys
from pathlib import Path

import click

from firered_review.cli_answer import ANSWER_COMMANDS
from firered_review.cli_questions import (
    ask_declaration,
    ask_guess,
    confirm,
    declaration_options,
    need_answers,
    read_guess,
)
from firered_review.cli_words import BUNDLE, FINDING, JSON, PATH, Commands, say_findings, say_json


@click.group(
    cls=Commands,
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
@click.option("--out", metavar="DIR", type=PATH, default=Path("demo"), show_default=True, help="Where to work.")
def demo(headless: bool, out: Path) -> None:
    """Record, blind, label, reconcile and score, end to end, with made-up reviewers."""
    from firered_review.demo import demo as whole_job

    whole_job(out, headless=headless)


@main.command()
@click.argument("experiment", metavar="DIR", type=PATH)
@click.option("--out", metavar="DIR", type=PATH, help="Folder for bundles and key.")
@click.option("--reviewer", "reviewers", metavar="NAME", multiple=True, help="May be repeated.")
@click.option("--key", metavar="FILE", type=PATH, help="An earlier blinding's key, so that a reviewer joins.")
@click.option("--training", is_flag=True, help="Make training bundles, answers inside, from a demonstration.")
@click.option("--second-pass", "again", metavar="NAME", multiple=True, help="A few trials again for that reviewer, "
              "under other codenames, for self-agreement; needs --key.")  # fmt: skip
@click.option("--few", metavar="N", type=click.IntRange(1), default=2, show_default=True, help="Trials of a second "
              "pass.")  # fmt: skip
@click.option("--check", "bundle", metavar="BUNDLE", type=PATH, help="Make nothing: search BUNDLE for what would "
              "betray a condition.")  # fmt: skip
@JSON
def blind(
    experiment: Path,
    out: Path | None,
    reviewers: tuple[str, ...],
    key: Path | None,
    training: bool,
    again: tuple[str, ...],
    few: int,
    bundle: Path | None,
    as_json: bool,
) -> None:
    """Make a blinded bundle for each reviewer and the adjudicator from the valid trials of DIR."""
    if bundle is not None:
        search_for_leaks(experiment, bundle, as_json)
        return
    if out is None or not (reviewers or again):
        raise click.UsageError("Name a folder with --out and somebody with --reviewer, or a bundle with --check.")
    if training:
        make_training(experiment, out, reviewers, key, as_json)
        return
    from firered_review.store.blind import blind as make_bundles

    made = make_bundles(experiment, out, reviewers, key, second_pass=again, few=few)
    if as_json:
        bundles = {reader: str(path) for reader, path in made.bundles.items()}
        say_json(bundles=bundles, key=str(made.key), commitment=made.commitment, masked=made.masked)
        return
    for reader, path in made.bundles.items():
        click.echo(f"{path}: the bundle of {reader}.")
    click.echo(f"{made.key}: the key, for the coordinator alone. Its SHA-256, in every bundle: {made.commitment}")
    click.echo(f"{made.masked} words were masked; which and where: {made.key.parent / 'maskings.json'}")


def search_for_leaks(experiment: Path, bundle: Path, as_json: bool) -> None:
    """Say what would betray a condition in a bundle, and leave with 1 when there is something."""
    from firered_review.store.leaks import check_leaks

    findings = check_leaks(experiment, bundle)
    if as_json:
        say_json(bundle=str(bundle), findings=findings)
    else:
        say_findings(findings)
    sys.exit(FINDING if findings else 0)


def make_training(experiment: Path, out: Path, reviewers: tuple[str, ...], key: Path | None, as_json: bool) -> None:
    """Make training bundles and say where they are."""
    if key is not None:
        raise click.UsageError("--training makes bundles with their answers inside: it takes no --key.")
    from firered_review.store.training import blind_for_training

    bundles = blind_for_training(experiment, out, reviewers)
    if as_json:
        say_json(bundles={reader: str(path) for reader, path in bundles.items()})
        return
    for reader, path in bundles.items():
        click.echo(f"{path}: a training bundle for {reader}. Open it with firered-review train.")


@main.command()
@BUNDLE
def annotate(folder: Path) -> None:
    """Open BUNDLE in the annotate window."""
    from firered_review import app

    sys.exit(app.annotate(folder))


@main.command()
@BUNDLE
def train(folder: Path) -> None:
    """Open the training bundle BUNDLE: label it, then see what was planted and what was missed."""
    from firered_review import app

    sys.exit(app.annotate(folder, training=True))


@main.command()
@BUNDLE
@declaration_options
@click.option("--guess", metavar="FILE.json|unsure", help="Which trials you think belong together; unsure: don't know.")
@click.option("--yes", is_flag=True, help="Lock without asking.")
@JSON
def seal(folder: Path, guess: str | None, yes: bool, as_json: bool, **answers: str | None) -> None:
    """Lock the labels of BUNDLE for good and write them into one sealed file.

    What was never seen and never finished is listed first; the questions come after the lock, and a seal that was
    interrupted continues with them. FILE.json holds {"groups": {"brisk-otter": "first", ...}} with first, second or
    unsure for each trial, and where the bundle asks for it {"durable_memory": {... "yes", "no" or "unsure"}}.
    """
    from firered_review.store.gaps import gaps
    from firered_review.store.opening import open_labels
    from firered_review.store.sealing import lock, sealed_path
    from firered_review.store.sealing import seal as write_sealed

    bundle, store = opened = open_labels(folder)
    try:
        sealed_path(bundle, store)
        sentences = [gap.sentence for gap in gaps(bundle, store) if gap.sentence]
        for sentence in sentences:
            click.echo(sentence, err=as_json)
        guessed = read_guess(guess, bundle)
        need_answers(answers)
        if store.locked:
            click.echo("The labels were locked before; what is left are the questions.", err=as_json)
        else:
            confirm(yes, f"Lock the labels of {folder} for good?")
        lock(bundle, store)
        guessed = guessed or ask_guess(bundle)
        path, sha256 = write_sealed(bundle, store, ask_declaration(answers), guessed)
    finally:
        opened.close()
    if as_json:
        say_json(sealed=str(path), sha256=sha256, unseen=sentences)
        return
    click.echo(f"{path}: sealed. Its SHA-256, to keep: {sha256}")


@main.command()
@click.argument("file", metavar="FILE", type=PATH)
@JSON
def check(file: Path, as_json: bool) -> None:
    """Check the hashes of a key, sealed set, database, bundle or export."""
    from firered_review.store.checking import check as check_file

    found = check_file(file)
    if as_json:
        say_json(**found._asdict())
    else:
        click.echo(f"{file}: {found.what}")
        for name, value in found.facts.items():
            click.echo(f"  {name}: {value}")
        say_findings(found.findings)
    sys.exit(FINDING if found.findings else 0)


for _command in ANSWER_COMMANDS:
    main.add_command(_command)
