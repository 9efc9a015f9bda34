"""Files that come to be once: whole, and never over one that another program made in the meantime."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from firered_review.core.errors import ReviewError
from harness.formats.files import sync_folder


@contextlib.contextmanager
def written_once(path: Path, there: ReviewError) -> Iterator[Path]:
    """Yield an empty file beside ``path``; on leaving it is synced and takes that name, on an error it is removed.

    Raises:
        ReviewError: ``there``, when something has the name by then; it stays as it is.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        temporary.touch(mode=0o666, exist_ok=False)
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        _take_name(temporary, path, there)
        sync_folder(path.parent)
    except OSError as fault:
        if fault.filename is None:  # writing names no file
            fault.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def write_once(path: Path, data: bytes, there: ReviewError) -> None:
    """Write a file whole, or leave what has its name; the error of ``written_once``."""
    with written_once(path, there) as temporary:
        temporary.write_bytes(data)


def _take_name(temporary: Path, path: Path, there: ReviewError) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise there from None
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise there from None
        temporary.rename(path)
