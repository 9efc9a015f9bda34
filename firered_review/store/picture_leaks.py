"""What a bundle's pictures carry beside their pixels: chunks of a PNG, free pages, bytes that no frame accounts for."""

import contextlib
import filecmp
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from firered_review.core.errors import ReviewError
from firered_review.store.bundle import TrialView
from harness.evidence.motion import copy_motion
from harness.evidence.places import MOTION
from harness.evidence.reader import TrialFolder
from harness.formats.errors import HarnessError

_SIGNATURE = 8
_KINDS = (b"IHDR", b"IDAT", b"IEND")


def recorded_trial(view: TrialView, trials: Sequence[TrialFolder]) -> TrialFolder | None:
    """Return the recorded trial whose frames and actions a bundle's trial shows, null where there is none."""
    try:
        count, identities = view.frames.count, view.frames.identities()
        actions = [one.action for one in view.actions]
    except (HarnessError, ReviewError):
        return None
    for trial in trials:
        with trial.frames as frames:
            same = frames.count == count and frames.identities() == identities
        if same and [one.action for one in trial.inputs()] == actions:
            return trial
    return None


def picture_leaks(bundle: Path, name: str, trial: TrialFolder | None) -> Iterator[str]:
    """Yield a sentence for each thing in a trial's pictures that was not recorded as a picture."""
    path = bundle / "trials" / name / MOTION
    if trial is None:
        yield f"{path} does not hold the frames of any valid trial of the experiment."
        return
    found = False
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as db:
        free = db.execute("PRAGMA freelist_count").fetchone()[0]
        for key, png in db.execute("SELECT id, png FROM picture ORDER BY id"):
            strange = _strange(bytes(png))
            if strange:
                found = True
                yield f"{path}, picture {key}: {strange}."
    if free:
        yield f"{path}: {free} free pages, which may hold what was deleted."
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / MOTION
        copy_motion(trial.path / MOTION, fresh)
        if not (free or found or filecmp.cmp(fresh, path, shallow=False)):
            yield f"{path} holds bytes that no frame and no picture accounts for."


def _strange(png: bytes) -> str | None:
    """Return what a PNG holds beside its pixels, in words."""
    place, kinds = _SIGNATURE, []
    while place + 12 <= len(png):
        kinds.append(png[place + 4 : place + 8])
        place += 12 + int.from_bytes(png[place : place + 4])
        if kinds[-1] == b"IEND":
            break
    extra = [kind.decode("ascii", "replace") for kind in kinds if kind not in _KINDS]
    if extra:
        return f"it carries {', '.join(extra)} beside its pixels"
    return f"{len(png) - place} bytes follow its end" if place != len(png) else None
