"""Where files may come to be: whole, never over one that another program made meanwhile, never among evidence."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from firered_review.core.errors import ReviewError
from harness.evidence.places import SUMS
from harness.formats.files import written_whole


@contextlib.contextmanager
def written_once(path: Path, there: ReviewError) -> Iterator[Path]:
    """Yield a temporary path beside ``path``, as ``written_whole``, but never replace what has the name by then.

    Raises:
        ReviewError: ``there``, when something has the name; it stays as it is.
    """

    def take(temporary: Path, name: Path) -> None:
        try:
            os.link(temporary, name)
        except FileExistsError:
            raise there from None
        except OSError:  # a file system without hard links
            if os.path.lexists(name):
                raise there from None
            temporary.rename(name)

    with written_whole(path, take) as temporary:
        yield temporary


def write_once(path: Path, data: bytes, there: ReviewError) -> None:
    """Write a file whole, or leave what has its name; the error of ``written_once``."""
    with written_once(path, there) as temporary:
        temporary.write_bytes(data)


def keep_out_of_evidence(path: Path) -> None:
    """Make sure that a file or folder to be written lies in no experiment.

    Raises:
        ReviewError: it does.
    """
    target = path.resolve()
    if any((folder / SUMS).is_file() for folder in (target, *target.parents)):
        raise ReviewError(f"{path} lies inside an experiment: nothing is written among evidence.")
