"""The entry of an unblinding: what each codename stands for."""

from firered_review.core.errors import NotYet
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.database import row_of
from harness.formats.base import Record, Sha256, UtcTime


class TrialName(Record):
    """What a codename stands for."""

    trial: str
    condition: str
    durable_memory: bool | None = None
    """Whether the condition had episodic memory; null in an entry made before this was kept."""


class Unblinding(Record):
    """The entry of the unblinding: what each codename stands for."""

    at: UtcTime
    commitment: Sha256
    decisions: Sha256
    trials: dict[str, TrialName]
    sums_before: Sha256
    sums_after: Sha256


def unblinding_of(db: AdjudicationDatabase) -> Unblinding:
    """Return the entry of the unblinding.

    Raises:
        NotYet: codenames are not resolved yet.
    """
    row = row_of(db.db, "SELECT record FROM unblinding")
    if row is None:
        raise NotYet(f"{db.path} is still blinded: freeze it, then run firered-review unblind.")
    with db.plainly():
        return Unblinding.model_validate_json(row[0])
