"""What is begun and not finished, per trial, on disk as it changes; no label and in no sealed set."""

from pathlib import Path

from pydantic import ValidationError
from sqlite_utils import Database

from firered_review.core.errors import ReviewError
from firered_review.core.pending import Pending
from firered_review.store.database import dump, known_faults, row_of, written

DRAFT = "CREATE TABLE draft (trial TEXT PRIMARY KEY, pending TEXT NOT NULL)"


class Drafts:
    """The drafts of one file of labels."""

    def __init__(self, db: Database, path: Path) -> None:
        self._db, self._path = db, path

    def of(self, trial: str) -> Pending:
        """Return what is begun on a trial.

        Raises:
            ReviewError: what is on disk is damaged.
        """
        with known_faults(self._path):
            row = row_of(self._db, "SELECT pending FROM draft WHERE trial = ?", (trial,))
        if row is None:
            return Pending()
        try:
            return Pending.model_validate_json(row[0])
        except ValidationError:
            raise ReviewError(
                f"{self._path}: what was begun and not saved in {trial} is damaged: begin it again."
            ) from None

    def keep(self, trial: str, pending: Pending) -> None:
        """Put what is begun on disk, in place of what was."""
        with written(self._db, self._path):
            self._db.conn.execute("INSERT OR REPLACE INTO draft VALUES (?, ?)", (trial, dump(pending)))
