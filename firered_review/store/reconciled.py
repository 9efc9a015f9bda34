"""What reconciling left in an adjudication database: the originals, and copies of signs and detected routes."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from firered_review.core.errors import ReviewError, Tampered
from firered_review.core.judgement import DetectedRoute, Sign
from firered_review.store import audit
from firered_review.store.adjudication_schema import MIGRATIONS
from firered_review.store.database import close, known_faults, open_database, row_of
from harness.formats.base import Sha256
from harness.formats.codebook import CodebookSet
from harness.formats.labels import Coverage, Label

WHAT = "an adjudication database"
LABEL: TypeAdapter[Label] = TypeAdapter(Label)


class SetRow(NamedTuple):
    """Whose sealed set it is; ``role`` is null for the first two, ``of`` the side it replaces or repeats."""

    side: str
    reviewer: str
    sha256: Sha256
    role: str | None
    of: str | None


class SetInfo(NamedTuple):
    """One sealed set, and what its reviewer saw of each trial."""

    side: str
    reviewer: str
    sha256: Sha256
    coverage: dict[str, Coverage]
    reached_stage: dict[str, int]
    labels: dict[str, dict[str, Label]]
    """Trial → label id → label."""


class Reconciled:
    """The part of an adjudication database that nobody can change."""

    def __init__(self, path: Path, *, create: bool = False, reading: bool = False) -> None:
        self.path = path
        self.db = open_database(path, MIGRATIONS, WHAT, create=create, reading=reading)

    def close(self) -> None:
        """Close the file and leave nothing beside it."""
        close(self.db)

    def sound(self) -> None:
        """Make sure that every row is what its audit entry says.

        Raises:
            Tampered: one is not; the sentence names it.
        """
        with self.plainly():
            fault = next(audit.faults(self.db), None)
        if fault is not None:
            raise Tampered(f"{self.path} was altered from outside: {fault}; use a copy made before.")

    @property
    def commitment(self) -> Sha256:
        """SHA-256 of the key its trials were blinded with."""
        return str(self._reconciliation("commitment"))

    @property
    def sums_sha256(self) -> Sha256:
        """SHA-256 of the experiment's SHA256SUMS at blinding."""
        return str(self._reconciliation("sums_sha256"))

    @property
    def codebook(self) -> CodebookSet:
        """The codebook that both reviewers used."""
        with self.plainly():
            return CodebookSet.model_validate_json(self._reconciliation("codebook"))

    @property
    def demonstration(self) -> bool:
        """Whether its reviewers and agents are made up."""
        return bool(self._reconciliation("demonstration"))

    @property
    def has_oracle(self) -> bool:
        """Whether hidden state was recorded."""
        return bool(self._reconciliation("oracle"))

    @property
    def frozen(self) -> bool:
        """Whether the adjudicated labels are frozen."""
        return row_of(self.db, "SELECT 1 FROM freeze") is not None

    @property
    def unblinded(self) -> bool:
        """Whether codenames have been resolved."""
        return row_of(self.db, "SELECT 1 FROM unblinding") is not None

    @property
    def trials(self) -> list[str]:
        """Its codenames, in the adjudicator's order."""
        return [row[0] for row in self.db.conn.execute("SELECT trial FROM trial ORDER BY place")]

    def decisions_of(self, trial: str) -> int:
        """Return how many decisions a trial has."""
        row = row_of(self.db, "SELECT decisions FROM trial WHERE trial = ?", (trial,))
        if row is None:
            raise ReviewError(f"{self.path} holds no trial {trial}.")
        return int(row[0])

    def set_rows(self) -> list[SetRow]:
        """Return whose sealed sets there are, side a first."""
        query = "SELECT side, reviewer, sha256, role, of FROM sealed_set LEFT JOIN set_role USING (side) ORDER BY side"
        return [SetRow(*row) for row in self.db.conn.execute(query).fetchall()]

    def sets(self) -> list[SetInfo]:
        """Return the sealed sets, side a first."""
        with self.plainly():
            return [self._set(one) for one in self.set_rows()]

    def _set(self, row: SetRow) -> SetInfo:
        sets = self.db.conn.execute(
            "SELECT trial, coverage, reached_stage FROM label_set WHERE side = ?", (row.side,)
        ).fetchall()
        labels: dict[str, dict[str, Label]] = {one[0]: {} for one in sets}
        query = "SELECT trial, label_id, label FROM label WHERE side = ?"
        for trial, key, text in self.db.conn.execute(query, (row.side,)):
            labels[trial][key] = LABEL.validate_json(text)
        coverage = {one[0]: Coverage.model_validate_json(one[1]) for one in sets}
        return SetInfo(row.side, row.reviewer, row.sha256, coverage, {one[0]: one[2] for one in sets}, labels)

    def label_of(self, text: str) -> Label:
        """Return the label that a cell holds."""
        with self.plainly():
            return LABEL.validate_json(text)

    def signs(self) -> list[Sign]:
        """Return every sign of hidden state; for freezing and scoring, never for a screen before a judgement."""
        rows = self.db.conn.execute("SELECT * FROM sign ORDER BY trial, milestone, sign").fetchall()
        return [Sign(t, m, s, frame, bool(derived), bool(unsure)) for t, m, s, frame, derived, unsure in rows]

    def routes(self) -> list[DetectedRoute]:
        """Return every detected repetition; for scoring, never for a screen before a judgement."""
        rows = self.db.conn.execute("SELECT * FROM route ORDER BY trial, number").fetchall()
        return [DetectedRoute(t, (a, b), (c, d), steps) for t, _, a, b, c, d, steps in rows]

    def _reconciliation(self, column: str) -> Any:
        row = row_of(self.db, f"SELECT {column} FROM reconciliation")  # noqa: S608 - our own names
        if row is None:
            raise ReviewError(f"{self.path} is empty: reconcile two sealed sets into it first.")
        return row[0]

    @contextlib.contextmanager
    def plainly(self) -> Iterator[None]:
        """Turn what is wrong with the file into one plain sentence."""
        try:
            with known_faults(self.path):
                yield
        except (ValidationError, KeyError) as fault:
            raise Tampered(f"{self.path} is damaged: {str(fault).splitlines()[0]}.") from None
