"""What every command of the reviewing side shares: exit codes, common options, and how a result is told."""

import errno
import io
import json
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

import click

from firered_review.core.errors import ReviewError
from harness.formats.errors import HarnessError

_PART = re.compile(r"\.([^/]+)\.\d+\.part\b")
FINDING, REFUSED = 1, 3
PATH = click.Path(path_type=Path)
JSON = click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
DB = click.argument("database", metavar="DB", type=PATH)
BUNDLE = click.argument("folder", metavar="BUNDLE", type=PATH)
EXPERIMENT = click.option("--experiment", metavar="DIR", type=PATH, required=True, help="The recorded experiment.")
KEY = click.option("--key", metavar="FILE", type=PATH, required=True, help="The coordinator's sealed-key.json.")


class Commands(click.Group):
    """Maps every outcome to its exit code, in this one place: 0, 1 finding, 2 usage, 3 refused or bad input."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its exit code."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a file's name may be no UTF-8
        try:
            return super().main(*args, **kwargs)
        except (ReviewError, HarnessError) as fault:
            click.echo(f"Error: {_named(fault)}", err=True)
        except OSError as fault:
            where = _named(fault.filename) if fault.filename else ""
            if fault.errno in (errno.ENOSPC, errno.EDQUOT):
                told = f"{where or 'what was begun'} cannot be written, the disk is full: free some space and try again"
            else:
                told = f"{where}: {fault.strerror}" if where else str(fault.strerror or fault)
            click.echo(f"Error: {told}.", err=True)
        except sqlite3.DatabaseError as fault:
            click.echo(f"Error: the database is damaged or in use ({fault}); use a copy made before.", err=True)
        except UnicodeEncodeError as fault:
            name = ascii(fault.object)
            click.echo(f"Error: {name} is not UTF-8: rename the file or folder, or choose another.", err=True)
        sys.exit(REFUSED)


def _named(text: object) -> str:
    """Return a sentence in which a file that was being written has the name it was to get."""
    return _PART.sub(r"\1", str(text))


def say_json(**values: Any) -> None:
    """Report as JSON."""
    click.echo(json.dumps(values, ensure_ascii=False, indent=1))


def say_findings(findings: list[str]) -> None:
    """Tell what was found, line by line, and how much."""
    for finding in findings:
        click.echo(finding)
    click.echo(f"{len(findings)} findings." if findings else "All well.")


def say_mark(demonstration: bool) -> None:
    """Mark what comes from the demonstration."""
    if demonstration:
        click.echo("A demonstration: its agents and reviewers are made up.")
