"""Writing one sealed set into the database, its codenames turned into the database's own."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from firered_review.core.blinding import REPEATING
from firered_review.core.errors import ReviewError, Tampered
from firered_review.store.database import dump
from firered_review.store.sealed_key import OpenKey, committed_key, names_to_avoid, read_key, sound_sums
from firered_review.store.sealing import SealedFile
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import canonical_json
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Label, SealedSet

Labels = dict[str, dict[str, Label]]
"""Trial → label id → label."""


class Source(NamedTuple):
    """Experiment and key, checked against a sealed set; ``names`` is trial → codename in the database."""

    experiment: Experiment
    key: OpenKey
    names: dict[str, str]
    avoid: list[str]
    codebook: CodebookSet

    @property
    def folders(self) -> dict[str, TrialFolder]:
        """Return codename in the database → the trial's folder."""
        root = self.experiment.path / "trials"
        return {self.names[one.trial]: TrialFolder(root / one.trial) for one in self.key.key.trials}


def open_source(experiment: Path, key_file: Path, sealed: SealedSet) -> Source:
    """Open what a sealed set was blinded from.

    Raises:
        WrongKey: the key is another one.
        Tampered: the evidence is not what was blinded.
    """
    read_key(key_file)
    key = committed_key(key_file, sealed.commitment)
    source = Experiment(experiment)
    sums = sound_sums(source)
    if not sums == sealed.sums_sha256 == key.key.sums_sha256:
        raise Tampered(f"{experiment} does not hold the evidence that was blinded: its SHA256SUMS is another one.")
    if sealed.codebook != source.codebook():
        raise Tampered(f"{experiment} holds another codebook than the one the labels were made with.")
    avoid = names_to_avoid(source)
    return Source(source, key, key.database_names(avoid), avoid, sealed.codebook)


def check_together(files: Sequence[SealedFile]) -> None:
    """Make sure that sealed sets are those of different reviewers, blinded together.

    Raises:
        ReviewError: they are not; the sentence says in what they differ.
    """
    first = files[0].sealed
    for place, file in enumerate(files):
        other = file.sealed
        if any(one.sealed.reviewer == other.reviewer for one in files[:place]):
            raise ReviewError(f"Both sealed sets are those of {other.reviewer}: give one of each reviewer.")
        for name in ("commitment", "sums_sha256", "codebook", "demonstration"):
            if getattr(first, name) != getattr(other, name):
                raise ReviewError(
                    f"The sealed sets of {first.reviewer} and {other.reviewer} differ in their "
                    f"{name.replace('_', ' ')}: they were not blinded together."
                )


def write_set(db: Database, source: Source, side: str, file: SealedFile) -> Labels:
    """Write a sealed set, inside the caller's transaction; return its labels under the database's codenames."""
    sealed = file.sealed
    theirs = source.key.assignment(sealed.reviewer, source.avoid).codenames
    names = {codename: source.names[trial] for trial, codename in theirs.items()}
    held = [one.codename for one in sealed.sets]
    whole = not sealed.reviewer.endswith(REPEATING)
    if len(set(held)) != len(held) or not set(held) <= set(names) or (whole and len(held) != len(names)):
        raise ReviewError(f"The sealed set of {sealed.reviewer} does not hold the trials of this key.")
    guess = {
        "groups": {names[name]: group for name, group in sealed.guess.groups.items()},
        "durable_memory": {names[name]: answer for name, answer in sealed.guess.durable_memory.items()},
    }
    db.conn.execute(
        "INSERT INTO sealed_set VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(side, file.sha256, sealed.reviewer, sealed.digest, sealed.bundle_sha256, sealed.program_version),
            *(sealed.sealed_utc, dump(sealed.declaration), canonical_json(guess).decode()),
        ),
    )
    for one in sealed.sets:
        trial = names[one.codename]
        values = (side, trial, dump(one.coverage), one.reached_stage, one.stage_one_labels_made_in_stage_two)
        db.conn.execute("INSERT INTO label_set VALUES (?, ?, ?, ?, ?)", values)
        labels = [(side, trial, key, label.kind, dump(label)) for key, label in sorted(one.labels.items())]
        db.conn.executemany("INSERT INTO label VALUES (?, ?, ?, ?, ?)", labels)
        db.conn.executemany(
            "INSERT INTO revision VALUES (?, ?, ?, ?)",
            [(side, trial, revision.revision, dump(revision)) for revision in one.revisions],
        )
    return {names[one.codename]: one.labels for one in sealed.sets}
