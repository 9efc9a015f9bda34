"""The recorder's command line; what each command does is elsewhere, and so are all heavy imports."""

import errno
import io
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.formats.errors import HarnessError

if TYPE_CHECKING:
    from harness.progress import Voice

FINDING, REFUSED = 1, 3
_FINDINGS_SHOWN = 20
_FOLDER = click.Path(path_type=Path)
_FILE = click.Path(path_type=Path, dir_okay=False)
_JSON = click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
_DIR = click.argument("folder", metavar="DIR", type=_FOLDER)


class _Commands(click.Group):
    """Maps every outcome to its exit code, in this one place: 0, 1 finding, 2 usage, 3 refused or bad input."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a file's name may be no UTF-8
        try:
            return super().main(*args, **kwargs)
        except HarnessError as fault:
            click.echo(f"Error: {fault}", err=True)
        except OSError as fault:
            where = f"{fault.filename}: " if fault.filename else ""
            advice = " Free some space, then start the same command again." if fault.errno == errno.ENOSPC else ""
            click.echo(f"Error: {where}{fault.strerror or fault}.{advice}", err=True)
        except UnicodeEncodeError as fault:
            name = ascii(fault.object)
            click.echo(f"Error: {name} is not UTF-8: rename the file or folder, or choose another.", err=True)
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
    from harness.rom import recognise

    manifest = new_experiment(folder, template, rom, state, trials_per_condition)
    if rom is not None:
        click.echo(f"{rom}: {recognise(rom).sentence}")
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
    for note in frozen.notes:
        click.echo(f"Note: {note}")
    click.echo(f"{folder}: {len(frozen.files)} files frozen. Next: firered-harness check {folder}")


@main.command()
@_DIR
@click.option("--dry-run", is_flag=True, help="Also rehearse every termination rule; kept in DIR-rehearsal.")
@click.option("--online", is_flag=True, help="Also ask every provider once, which may cost money.")
@_JSON
def check(folder: Path, dry_run: bool, online: bool, as_json: bool) -> None:
    """Try DIR before its first trial: restore twice, compare frames and state, look at the game and its timing."""
    from harness.check import check_experiment

    tried = check_experiment(folder, dry_run=dry_run, online=online)
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
@click.option("--watch", is_flag=True, help="A line for every decision: what was seen, the buttons, the budgets.")
@click.option("--rerun", type=click.IntRange(min=1), default=1, hidden=True)
@click.option("--at-once", type=click.IntRange(min=1), default=1, hidden=True)
@click.option("--here", is_flag=True, hidden=True, help="In this process.")
@click.option("--lifeline", is_flag=True, hidden=True, help="End with standard input.")
@_JSON
def record(
    folder: Path,
    condition: str,
    number: int,
    agent: str | None,
    rerun: int,
    at_once: int,
    *,
    watch: bool,
    here: bool,
    lifeline: bool,
    as_json: bool,
) -> None:
    """Record one trial of DIR."""
    from harness.formats.evidence import VALID_REASONS
    from harness.recording import Order, end_with, record_trial

    order = Order(folder, condition, number, rerun, agent, at_once)
    if lifeline:
        end_with(sys.stdin.fileno())
    if here:
        header = record_trial(order, recovering=not lifeline)
    else:
        from harness.campaign import record_one

        header = record_one(order, _told(as_json=as_json, watch=watch))
        if as_json:
            click.echo(header.model_dump_json())
    sys.exit(0 if header.closing and header.closing.reason in VALID_REASONS else FINDING)


@main.command()
@_DIR
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Trials at once; 1, or all that a cluster can.")
@click.option("--dask", "address", metavar="ADDRESS", help="Record on a Dask cluster that shares this folder.")
@click.option("--watch", is_flag=True, help="A line for every decision: what was seen, the buttons, the budgets.")
@_JSON
def run(folder: Path, jobs: int | None, address: str | None, *, watch: bool, as_json: bool) -> None:
    """Record the counterbalanced schedule of DIR, continuing where it stopped."""
    from harness.campaign import lines, run_experiment

    campaign = run_experiment(folder, jobs, address, _told(as_json=as_json, watch=watch))
    if as_json:
        click.echo(json.dumps(campaign._asdict()))
    else:
        if campaign.void_pairs:
            pair = "pair" if len(campaign.void_pairs) == 1 else "pairs"
            click.echo(f"Void: {pair} {lines(campaign.void_pairs)}; the next run records both trials of each again.")
        if campaign.missing:
            click.echo(f"Not recorded: {lines(campaign.missing)}; the next run records what is missing.")
        if not campaign.void_pairs and not campaign.missing:
            click.echo(f"{folder}: the schedule is complete.")
    sys.exit(FINDING if campaign.void_pairs or campaign.missing else 0)


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
            for sentence in item.findings[:_FINDINGS_SHOWN]:
                click.echo(f"      {sentence}")
            if len(item.findings) > _FINDINGS_SHOWN:
                click.echo(f"      and {len(item.findings) - _FINDINGS_SHOWN:,} more: --json lists them all.")
    sys.exit(FINDING if any(item.verdict == "fail" for item in items) else 0)


def _told(*, as_json: bool, watch: bool) -> "Voice":
    """Return how this command speaks: with --json only decisions are told, and on standard error."""
    from harness.progress import Voice

    def warn(line: str) -> None:
        clear()
        click.echo(line, err=True)

    def say(line: str) -> None:
        clear()
        click.echo(line, err=as_json)

    def clear() -> None:
        if terminal:
            click.echo("\r\x1b[K", nl=False)

    terminal = sys.stdout.isatty() and not as_json
    renew = (lambda line: click.echo(f"\r\x1b[K{fitting(line)}", nl=False)) if terminal else None
    return Voice(say, warn, renew, watch=watch, quiet=as_json)


def fitting(line: str) -> str:
    """Return a line cut to the terminal's width, so that it can renew itself."""
    width = shutil.get_terminal_size().columns - 1
    return line if len(line) <= width else line[: width - 1] + "…"
