"""Names inside an experiment: never outside it, never through a link."""

from pathlib import Path, PurePosixPath

from harness.formats.errors import BadFile

SUMS = "SHA256SUMS"
LOCAL = "local.yaml"
LABELS = "annotations.jsonl"
TRIALS = "trials"
MOTION = "motion.sqlite"
FRAMES = "frames"
REQUESTS = "requests"
RESPONSES = "responses"
PLANTED = "planted"
JOURNALS = ("trace", "attempts", "inputs", "memory", "oracle")
"""Names of the files of lines that the recorder appends to, without ``.jsonl``."""


def boundary_name(decision: int) -> str:
    """Return the path of a decision's boundary frame below its trial."""
    return f"{FRAMES}/{decision:06d}.png"


def attempt_name(decision: int, attempt: int) -> str:
    """Return the file name of an attempt's request or response."""
    retry = f"-retry{attempt - 1}" if attempt > 1 else ""
    return f"{decision:06d}{retry}.json"


def trial_name(condition: str, number: int, rerun: int = 1) -> str:
    """Return the folder name of a trial, such as ``model-a-01`` or ``model-a-01-r2``."""
    again = f"-r{rerun}" if rerun > 1 else ""
    return f"{condition.replace('_', '-')}-{number:02d}{again}"


def plain_file(folder: Path, relative: str) -> Path:
    """Return the path of a plain file below a folder that a record names.

    Raises:
        BadFile: the name leads outside, through a link, or to no plain file.
    """
    name = PurePosixPath(relative)
    if name.is_absolute() or ".." in name.parts or not name.parts or "\0" in relative or "\\" in relative:
        raise BadFile(f"{folder} names a file outside itself: {relative!r}.")
    path = folder
    for part in name.parts:
        path = path / part
        if path.is_symlink():
            raise BadFile(f"{path} is a link; links are never followed.")
    if not path.is_file():
        raise BadFile(f"{path} is missing or is not a plain file.")
    return path


def plain_folder(path: Path) -> Path:
    """Return a folder that is one.

    Raises:
        BadFile: it is missing, a file or a link.
    """
    if path.is_symlink():
        raise BadFile(f"{path} is a link; links are never followed.")
    if not path.is_dir():
        raise BadFile(f"{path} is missing or is not a folder.")
    return path
