"""The recorder's command line; what each command does is elsewhere, and so are all heavy imports."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.formats.errors import HarnessError

if TYPE_CHECKING:
    from harness.formats.evidence import TrialHeader

FINDING, REFUSED = 1, 3
_FOLDER = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, dir_okay=False)
_JSON = click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
_DIR = click.argument("folder", metavar="DIR", type=_FOLDER)


class _Commands(click.Group):
    """Maps every outcome to its exit code, in this one place: 0, 1 finding, 2 usage, 3 refused or bad input."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except HarnessError as fault:
            click.echo(f"Error: {fault}", err=True)
        except OSError as fault:
            where = f"{fault.filename}: " if fault.filename else ""
            click.echo(f"Error: {where}{fault.strerror or fault}.", err=True)
        sys.exit(REFUSED)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="firered-review", prog_name="firered-harness")
def main() -> None:
    """Record game-playing agents and leave evidence that anybody can check.

    Exit codes: 0 all well, 1 something was found, 2 wrong usage, 3 refused or bad input.
    """


@main.command()
@_DIR
@click.option("--from", "template", metavar="TEMPLATE", default="parcel-errand", help="Template or folder like one.")
@click.option("--rom", type=_FILE, help="A game you own; without it the cartridge that ships with the product.")
@click.option("--state", type=_FILE, help="The state every trial begins from.")
@click.option("--trials-per-condition", type=click.IntRange(min=1), help="Another number than the template's.")
def new(folder: Path, template: str, rom: Path | None, state: Path | None, trials_per_condition: int | None) -> None:
    """Scaffold an experiment in DIR from a template."""
    from harness.experiment import new_experiment

    manifest = new_experiment(folder, template, rom, state, trials_per_condition)
    ids = " and ".join(entry.id for entry in manifest.conditions)
    click.echo(f"{folder}: {manifest.game.title}, conditions {ids}, {manifest.trials.per_condition} trials each.")
    click.echo(f"Next: fill in what is yours, then firered-harness freeze {folder}")


@main.command()
@_DIR
@click.option("--draw-seed", type=int, help="Make the draw of X and Y repeatable.")
@_JSON
def freeze(folder: Path, draw_seed: int | None, as_json: bool) -> None:
    """Hash the protocol of DIR; later commands refuse a changed one."""
    from harness.experiment import freeze_experiment

    frozen = freeze_experiment(folder, draw_seed)
    if as_json:
        click.echo(frozen.model_dump_json())
        return
    click.echo(f"{folder}: {len(frozen.files)} files frozen. Next: firered-harness run {folder}")


@main.command()
@_DIR
@_JSON
def check(folder: Path, as_json: bool) -> None:
    """Try DIR before its first trial: restore twice, compare frames and state, look at the timing."""
    from harness.check import check_experiment

    tried = check_experiment(folder)
    if as_json:
        click.echo(tried.model_dump_json())
    else:
        for item in tried.items:
            click.echo(f"{item.verdict:<5} {item.title}: {item.found}")
    sys.exit(FINDING if any(item.verdict == "fail" for item in tried.items) else 0)


@main.command()
@_DIR
@click.option("--condition", required=True, metavar="ID", help="Which condition.")
@click.option("--trial", "number", required=True, type=click.IntRange(min=1), metavar="N", help="Which of its trials.")
@click.option("--agent", metavar="replay:TRIAL_DIR", help="Another agent than the condition's.")
@click.option("--rerun", type=click.IntRange(min=1), default=1, hidden=True)
@click.option("--here", is_flag=True, hidden=True, help="In this process.")
@_JSON
def record(folder: Path, condition: str, number: int, agent: str | None, rerun: int, here: bool, as_json: bool) -> None:
    """Record one trial of DIR."""
    from harness.formats.evidence import VALID_REASONS
    from harness.recording import Order, record_in_process, record_trial

    order = Order(folder, condition, number, rerun, agent)
    if here:
        header = record_trial(order, _progress_of(order.folder.name))
        if sys.stdout.isatty():
            click.echo()
        sys.exit(0 if header.closing and header.closing.reason in VALID_REASONS else FINDING)
    header = record_in_process(order, quiet=as_json)
    _report_trial(order.folder.name, header, as_json=as_json)
    sys.exit(0 if header.closing and header.closing.reason in VALID_REASONS else FINDING)


@main.command()
@_DIR
@click.option("--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Trials at once.")
@_JSON
def run(folder: Path, jobs: int, as_json: bool) -> None:
    """Record the counterbalanced schedule of DIR, continuing where it stopped."""
    from harness.campaign import lines, run_schedule

    campaign = run_schedule(
        folder, jobs, lambda name, header: None if as_json else _report_trial(name, header, as_json=False)
    )
    if as_json:
        click.echo(json.dumps(campaign._asdict()))
    elif campaign.void_pairs:
        click.echo(f"Void: pair {lines(campaign.void_pairs)}; the next run records both of each again.")
    else:
        click.echo(f"{folder}: the schedule is complete.")
    sys.exit(FINDING if campaign.void_pairs else 0)


@main.command()
@click.argument("trial_dir", metavar="TRIAL_DIR", type=_FOLDER)
@_JSON
def replay(trial_dir: Path, as_json: bool) -> None:
    """Play the input log of TRIAL_DIR again; every frame must be the recorded one."""
    from harness.replay import replay_trial

    result = replay_trial(trial_dir)
    if as_json:
        action = result.action.model_dump(mode="json") if result.action else None
        click.echo(json.dumps({**result._asdict(), "action": action}))
    else:
        click.echo(result.sentence)
    sys.exit(0 if result.differs_at is None else FINDING)


@main.command()
@_DIR
@click.option("--pictures", is_flag=True, help="Decode every stored picture and check its identity too.")
@_JSON
def verify(folder: Path, pictures: bool, as_json: bool) -> None:
    """Check the sums of DIR and the protocol's list, item by item."""
    from harness.evidence.verify import verify_experiment

    items = verify_experiment(folder, pictures)
    if as_json:
        click.echo(json.dumps([item._asdict() for item in items], ensure_ascii=False))
    else:
        for item in items:
            click.echo(f"{item.number:>2}  {item.verdict:<12}  {item.title}")
            for sentence in item.findings:
                click.echo(f"      {sentence}")
    sys.exit(FINDING if any(item.verdict == "fail" for item in items) else 0)


def _report_trial(name: str, header: "TrialHeader", *, as_json: bool) -> None:
    if as_json:
        click.echo(header.model_dump_json())
        return
    closing = header.closing
    if closing is not None:
        reached = closing.milestones[-1] if closing.milestones else "no milestone"
        click.echo(
            f"{name}: {closing.reason}, {reached}, {closing.decisions} decisions, {closing.accepted_actions} actions, "
            f"{closing.frames} frames."
        )


def _progress_of(name: str) -> Callable[[int, int], None]:
    """Show one line that renews itself on a terminal, and a plain line every hundred decisions elsewhere."""
    terminal = sys.stdout.isatty()

    def show(decisions: int, actions: int) -> None:
        if terminal:
            click.echo(f"\r{name}: decision {decisions}, action {actions} ", nl=False)
        elif decisions % 100 == 0:
            click.echo(f"{name}: decision {decisions}, action {actions}")

    return show
