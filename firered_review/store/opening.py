"""Opening a bundle together with its reviewer's labels; whatever is refused leaves nothing new and changes nothing."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Literal, NamedTuple

from firered_review.core.errors import ReviewError, Sealed
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import HEADER, LABELS, Bundle, open_any, open_bundle
from firered_review.store.database import known_faults
from firered_review.store.labels import LabelStore
from firered_review.store.recognise import recognise


class Opened(NamedTuple):
    """A bundle and the labels made on it."""

    bundle: Bundle
    store: LabelStore

    def close(self) -> None:
        """Close both."""
        self.store.close()
        self.bundle.close()


def open_labels(folder: Path, kind: Literal["review", "training"] | None = "review") -> Opened:
    """Open a bundle of this kind, or where it is null of either, and its labels, a new file where there is none.

    Everything that can be refused is looked at first: kind, every trial's counts, the first trial's files, and whose
    labels lie there.

    Raises:
        ReviewError: the bundle is of another kind, or the labels in it are another bundle's.
        BadFile, Tampered: a file of the bundle is damaged or not what it was.
    """
    bundle = open_bundle(folder, kind) if kind else open_any(folder)
    try:
        for codename in bundle.trials:
            _ = bundle.trial(codename).info
        first = bundle.trial(bundle.trials[0])
        _ = first.decisions, first.actions, first.frames.count
        refuse_other_labels(bundle)
        return Opened(bundle, LabelStore(folder, bundle.header.reviewer, bundle))
    except BaseException:
        bundle.close()
        raise


def open_database_file(path: Path, bundle: Bundle | None = None) -> AdjudicationDatabase:
    """Open an adjudication database that is there; something else is refused by its name.

    Raises:
        Sealed: it is a sealed label set.
        ReviewError: it is something else; the errors of ``AdjudicationDatabase``.
    """
    if not path.exists():
        raise ReviewError(f"{path} is not there: firered-review reconcile makes an adjudication database.")
    found = None if path.is_dir() and (path / HEADER).exists() else recognise(path)
    if path.is_dir():
        raise ReviewError(f"{path} is a folder, not an adjudication database" + (f": it is {found}." if found else "."))
    if found is not None and not found.startswith("an adjudication database"):
        kind = Sealed if "sealed label set" in found else ReviewError
        raise kind(f"{path} is not an adjudication database but {found}.")
    return open_adjudication(path, bundle)


def refuse_other_labels(bundle: Bundle) -> None:
    """Make sure that the label file in a bundle is this bundle's, without changing a byte of it.

    Raises:
        ReviewError: it belongs to another bundle or reviewer, or is no file of labels.
    """
    path = bundle.path / LABELS
    if not path.is_file():
        return
    with known_faults(path), contextlib.closing(_read_only(path)) as held:
        try:
            owners = held.execute("SELECT author, bundle_sha256 FROM owner").fetchall()
        except sqlite3.OperationalError as fault:
            if "no such" not in str(fault):
                raise
            owners = []  # another database, or one that was being made: opening it says which
    wanted = (bundle.header.reviewer, bundle.sha256)
    if owners and owners != [wanted]:
        whose = f"another bundle of {owners[0][0]}" if owners[0][0] == wanted[0] else f"the bundle of {owners[0][0]}"
        raise ReviewError(f"{path} holds the labels of {whose}: move it away and open this one again.")


def _read_only(path: Path) -> sqlite3.Connection:
    # Where nothing waits beside it, nothing may appear beside it either.
    waits = path.with_name(path.name + "-wal").exists()
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{'' if waits else '&immutable=1'}", uri=True)
