"""What the commands ask a person, on a terminal or by options; without a terminal every option is needed."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from firered_review.core.errors import ReviewError

if TYPE_CHECKING:
    from firered_review.store.bundle import Bundle
    from harness.formats.labels import Declaration, Guess

F = TypeVar("F", bound=Callable[..., Any])
QUESTIONS = {
    "recorded": "Did you record any of these trials?",
    "watched": "Did you watch any of them being recorded?",
    "held_key": "Did you ever hold the key?",
}


def declaration_options(command: F) -> F:
    """Add the three questions whether a person could have known the conditions."""
    for name, question in reversed(QUESTIONS.items()):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, type=click.Choice(["yes", "no"]), help=question)(command)
    return command


def need_answers(answers: dict[str, str | None]) -> None:
    """Make sure, before anything is locked, that every question is answered or can be asked."""
    for name in QUESTIONS:
        if answers[name] is None:
            _need_terminal(f"--{name.replace('_', '-')} yes|no")


def ask_declaration(answers: dict[str, str | None]) -> "Declaration":
    """Return the declaration, asking what no option answered."""
    from harness.formats.labels import Declaration

    found = {}
    for name, question in QUESTIONS.items():
        answer = answers[name]
        if answer is None:
            _need_terminal(f"--{name.replace('_', '-')} yes|no")
            answer = "yes" if click.confirm(question, default=None) else "no"
        found[name] = answer == "yes"
    return Declaration(**found)


def read_guess(given: str | None, bundle: "Bundle") -> "Guess | None":
    """Return the guess of a file, or "unsure" about every trial, or null where it will be asked for.

    Raises:
        ReviewError: it names a trial that is not in the bundle.
    """
    from firered_review.store.sealing import unsure
    from harness.formats.files import read_json
    from harness.formats.labels import Guess

    if given is None:
        _need_terminal("--guess FILE.json|unsure")
        return None
    if given == "unsure":
        return unsure(bundle)
    guess = read_json(Path(given), Guess)
    strange = sorted({*guess.groups, *guess.durable_memory} - set(bundle.trials))
    if strange:
        raise ReviewError(f"{given} names {', '.join(strange)}, which is no trial of {bundle.path}.")
    return guess


def ask_guess(bundle: "Bundle") -> "Guess":
    """Ask what the bundle says is to be asked; the labels are locked by then."""
    from harness.formats.labels import Guess

    click.echo("The labels are locked. Which trials do you think belong together?")
    group: click.Choice[str] = click.Choice(["first", "second", "unsure"])
    groups = {name: click.prompt(f"{name}: group", type=group, default="unsure") for name in bundle.trials}
    durable = {}
    if "durable_memory" in bundle.header.questions:
        click.echo("Which of them had a memory that lasted over the whole trial?")
        yes_no: click.Choice[str] = click.Choice(["yes", "no", "unsure"])
        durable = {name: click.prompt(f"{name}: memory", type=yes_no, default="unsure") for name in bundle.trials}
    return Guess.model_validate({"groups": groups, "durable_memory": durable})


def confirm(yes: bool, question: str) -> None:
    """Ask once before something that cannot be taken back."""
    if not yes:
        _need_terminal("--yes")
        click.confirm(question, abort=True)


def _need_terminal(option: str) -> None:
    if not sys.stdin.isatty():
        raise click.UsageError(f"Without a terminal to ask on, {option} is needed.")
