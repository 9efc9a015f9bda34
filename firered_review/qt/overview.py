"""What a bundle or a database waits for, in one line, with a picture of it."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QImage

from firered_review.qt.frames import decode
from firered_review.qt.pieces import Chip
from firered_review.qt.recent import Recent
from firered_review.qt.session import KNOWN_ERRORS
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import HEADER, LABELS, Bundle, open_bundle
from firered_review.store.labels import LabelStore


class Overview(NamedTuple):
    """One line of the start window."""

    recent: Recent
    title: str
    text: str
    chip: str
    kind: Chip
    button: str
    picture: QImage | None
    author: str = ""


def overview(recent: Recent) -> Overview:
    """Look into a bundle or database; what cannot be opened says why."""
    try:
        return _bundle(recent) if recent.kind == "bundle" else _database(recent)
    except KNOWN_ERRORS as error:
        return Overview(recent, recent.path.name, str(error), "cannot be opened", "warning", "", None)


def adjudicators_bundle(database: Path) -> Path | None:
    """Return the adjudicator's bundle that belongs to a database and lies near it, or null."""
    held = open_adjudication(database)
    try:
        wanted = (held.commitment, held.sums_sha256)
    finally:
        held.close()
    near = [*database.parent.glob(f"*/{HEADER}"), *database.parent.glob(f"*/*/{HEADER}")]
    for header in sorted(near):
        try:
            bundle = open_bundle(header.parent, "adjudication")
        except KNOWN_ERRORS:
            continue
        bundle.close()
        if (bundle.header.commitment, bundle.header.sums_sha256) == wanted:
            return header.parent
    return None


def _bundle(recent: Recent) -> Overview:
    bundle = open_bundle(recent.path)
    author = bundle.header.reviewer
    title = f"Bundle for {author}"
    try:
        picture = _picture(bundle)
        count = len(bundle.trials)
        if not (recent.path / LABELS).exists():
            return Overview(
                recent, title, f"{count} trials · nothing labelled yet", "new", "accent", "Open", picture, author
            )
        store = LabelStore(recent.path, author, bundle)
        try:
            begun = sum(bool(store.labels(trial)) for trial in bundle.trials)
            second = sum(store.stage(trial) == 2 for trial in bundle.trials)
            locked = store.locked
        finally:
            store.close()
    finally:
        bundle.close()
    text = f"{begun} of {count} trials with labels · {second} in the second stage"
    if locked:
        return Overview(recent, title, text, "sealed", "plain", "Show", picture, author)
    return Overview(recent, title, text, "open", "accent", "Continue", picture, author)


def _database(recent: Recent) -> Overview:
    held = open_adjudication(recent.path)
    try:
        items = held.items()
        frozen = held.frozen
    finally:
        held.close()
    decided = sum(one.state == "decided" for one in items)
    disputed = sum(one.state == "disputed" for one in items)
    open_ones = sum(one.state == "open" and one.finding == "differ" for one in items)
    text = f"{decided} of {len(items)} decided · {disputed} disputed"
    chip, kind = ("frozen", "plain") if frozen else (f"{open_ones} differ", "warning" if open_ones else "good")
    picture = None
    if recent.bundle is not None:
        bundle = open_bundle(recent.bundle, "adjudication")
        picture = _picture(bundle)
        bundle.close()
    return Overview(recent, "Adjudication", text, chip, kind, "Show" if frozen else "Open", picture)  # type: ignore[arg-type]


def _picture(bundle: Bundle) -> QImage:
    with bundle.trial(bundle.trials[0]).open_frames() as reader:
        return decode(reader, reader.count // 2)
