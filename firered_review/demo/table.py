"""The demonstration's table: how far, how many actions, which memory failures, and what was planted."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tabulate import tabulate

from firered_review.core.metrics import TrialRow
from firered_review.store.planted import planted_in

COLUMNS = (
    "trial", "condition", "milestones", "points", "cost", "actions", "decisions", "errors\nplanted",
    "errors\nconfirmed", "material", "disputed", "routes\nplanted", "actions\nrepeated", "ended by",
)  # fmt: skip


def trial_table(rows: Sequence[TrialRow], experiment: Path) -> str:
    """Return one line for each trial; what was planted stands beside what the reviewers found."""
    lines = []
    for row in rows:
        planted = planted_in(experiment, row.trial)
        lines.append(
            (
                row.trial,
                row.condition,
                f"{row.verified_milestones} of {len(row.milestones)}",
                row.progress_points,
                "not measured" if row.cost_usd is None else f"{row.cost_usd:.2f} USD",
                row.accepted_actions,
                row.decisions,
                sum(one.kind == "memory_error" for one in planted),
                row.memory_errors,
                row.material_errors,
                row.disputed_errors,
                sum(one.kind == "repeated_route" for one in planted),
                row.repeated_actions,
                row.end_reason.replace("_", " "),
            )
        )
    return tabulate(lines, headers=COLUMNS, tablefmt="simple")


def error_table(rows: Sequence[TrialRow], experiment: Path) -> str:
    """Return one line for each type of memory error: planted, and confirmed by adjudication, per condition."""
    conditions = sorted({row.condition for row in rows})
    types = list(rows[0].errors_by_type) if rows else []
    lines = [(kind.replace("_", " "), *_counts(kind, conditions, rows, experiment)) for kind in types]
    headers = ["memory error", *(f"{one}: {what}" for one in conditions for what in ("planted", "confirmed"))]
    return tabulate(lines, headers=headers, tablefmt="simple")


def _counts(kind: str, conditions: Sequence[str], rows: Sequence[TrialRow], experiment: Path) -> Iterator[int | None]:
    for condition in conditions:
        mine = [row for row in rows if row.condition == condition]
        yield sum(one.type == kind for row in mine for one in planted_in(experiment, row.trial))
        yield sum(row.errors_by_type[kind] or 0 for row in mine)
