"""What a bundle or a database waits for, in one line, with a picture of it."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtGui import QImage

from firered_review.qt.frames.source import decode
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.start.recent import Recent
from firered_review.qt.widgets.pieces import Chip
from firered_review.store.bundle import HEADER, LABELS, Bundle, open_any, open_bundle
from firered_review.store.gaps import gaps
from firered_review.store.labels import LabelStore
from firered_review.store.opening import open_database_file, refuse_other_labels
from firered_review.store.sealing import sealed_file, waits_for_answers


class Overview(NamedTuple):
    """One line of the start window."""

    recent: Recent
    title: str
    text: str
    chip: str
    kind: Chip
    button: str
    picture: QImage | None


FORGET = "Forget"
"""The button of what is gone."""


def overview(recent: Recent) -> Overview:
    """Look into a bundle or database; what cannot be opened says why, and what is gone can be forgotten."""
    if not recent.path.exists():
        gone = f"It is not at {recent.path} any more: it was moved or deleted."
        return Overview(recent, recent.path.name, gone, "missing", "warning", FORGET, None)
    try:
        return _bundle(recent) if recent.kind == "bundle" else _database(recent)
    except KNOWN_ERRORS as error:
        return Overview(recent, recent.path.name, str(error), "cannot be opened", "warning", "", None)


def adjudicators_bundle(database: Path) -> Path | None:
    """Return the adjudicator's bundle that belongs to a database and lies near it, or null."""
    held = open_database_file(database)
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
    bundle = open_any(recent.path)
    header = bundle.header
    training = header.kind == "training"
    title = f"Training for {header.reviewer}" if training else f"Bundle for {header.reviewer}"
    try:
        picture = _picture(bundle)
        count = len(bundle.trials)
        trials = "1 trial" if count == 1 else f"{count} trials"
        if not (recent.path / LABELS).exists():
            return Overview(recent, title, f"{trials} · nothing labelled yet", "new", "accent", "Open", picture)
        refuse_other_labels(bundle)
        store = LabelStore(recent.path, header.reviewer, bundle)
        try:
            text = _progress(bundle, store, trials)
            locked, waits = store.locked_utc, waits_for_answers(bundle, store)
        finally:
            store.close()
    finally:
        bundle.close()
    if waits:
        text = "The labels are locked · the questions are still to be answered"
        return Overview(recent, title, text, "locked", "warning", "Continue", picture)
    if locked:
        text = f"Sealed on {locked[:10]} · hand in {sealed_file(bundle).name}"
        return Overview(recent, title, text, "sealed", "plain", "Show", picture)
    chip = "training" if training else "open"
    return Overview(recent, title, text, chip, "accent", "Continue", picture)


def _progress(bundle: Bundle, store: LabelStore, trials: str) -> str:
    """Return how far the labels are: "12 of 20 trials with labels · 3 with unseen parts · 2 in the second stage"."""
    left = gaps(bundle, store)
    begun = sum(bool(one.labels) for one in left)
    unseen = sum(bool(one.frames) for one in left)
    second = sum(not one.in_stage_one for one in left)
    parts = [f"{begun} of {trials} with labels"]
    parts.append(f"{unseen} with unseen parts" if unseen else "everything seen")
    parts.append(f"{second} in the second stage")
    return " · ".join(parts)


def _database(recent: Recent) -> Overview:
    held = open_database_file(recent.path)
    try:
        items = held.items()
        frozen = held.frozen
    finally:
        held.close()
    decided = sum(one.state == "decided" for one in items)
    disputed = sum(one.state == "disputed" for one in items)
    open_ones = sum(one.state == "open" and one.finding == "differ" for one in items)
    waits = len(items) - decided - disputed
    text = f"{decided} of {len(items)} decided · {disputed} disputed"
    text += " · frozen" if frozen else f" · {waits} wait for a decision" if waits else " · ready to freeze"
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
