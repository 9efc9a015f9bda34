"""What a condition came to: median and full range over its trials, and how many of them were measured."""

from collections.abc import Iterable, Sequence
from statistics import median

from firered_review.core.metrics import TrialRow
from harness.formats.base import Record
from harness.formats.codebook import CodebookSet

MEASURES = (
    "deepest_milestone",
    "progress_points",
    "verified_milestones",
    "cost_usd",
    "accepted_actions",
    "decisions",
    "wall_time_ms",
    "model_latency_ms",
    "cost_per_verified_milestone",
    "cost_per_point",
    "progress_efficiency",
    "actions_per_verified_milestone",
    "productive_action_rate",
    "repeat_overhead",
    "detected_repeat_overhead",
    "memory_errors",
    "memory_error_rate",
    "material_memory_error_rate",
    "storage_error_rate",
    "use_error_rate",
    "memory_recovery_cost",
    "battle_actions",
)


class Spread(Record):
    """Median and full range of one measure; ``measured`` of ``trials`` had a number."""

    median: float | None
    least: float | None
    most: float | None
    measured: int
    trials: int


class ConditionRow(Record):
    """One condition, summed up from its trials."""

    condition: str
    trials: int
    completed: int
    completion_rate: float | None
    zero_progress: int
    """Trials without a point; they have no cost per point and are not dropped silently."""
    measures: dict[str, Spread]
    errors_by_type: dict[str, int | None]
    errors_by_severity: dict[str, int]
    comparable_memory_errors: int
    """Only of types that every compared condition can commit."""
    comparable_types: list[str]
    disputed: int
    demonstration: bool


def summarize(rows: Sequence[TrialRow], codebook: CodebookSet) -> list[ConditionRow]:
    """Return one row for each condition, sorted by name."""
    types = [one.id for one in codebook.errors.types]
    comparable = [name for name in types if all(row.errors_by_type[name] is not None for row in rows)]
    names = sorted({row.condition for row in rows})
    return [_condition(name, [row for row in rows if row.condition == name], comparable) for name in names]


def _condition(name: str, rows: Sequence[TrialRow], comparable: Sequence[str]) -> ConditionRow:
    completed = sum(row.completed for row in rows)
    types = rows[0].errors_by_type
    return ConditionRow(
        condition=name,
        trials=len(rows),
        completed=completed,
        completion_rate=completed / len(rows),
        zero_progress=sum(row.progress_points == 0 for row in rows),
        measures={measure: _spread([getattr(row, measure) for row in rows]) for measure in MEASURES},
        errors_by_type={one: _sum(row.errors_by_type[one] for row in rows) for one in types},
        errors_by_severity={
            one: sum(row.errors_by_severity[one] for row in rows) for one in rows[0].errors_by_severity
        },
        comparable_memory_errors=sum(row.errors_by_type[one] or 0 for row in rows for one in comparable),
        comparable_types=list(comparable),
        disputed=sum(row.disputed_milestones + row.disputed_routes + row.disputed_errors for row in rows),
        demonstration=any(row.demonstration for row in rows),
    )


def _spread(values: Sequence[float | int | None]) -> Spread:
    known = [value for value in values if value is not None]
    return Spread(
        median=median(known) if known else None,
        least=min(known) if known else None,
        most=max(known) if known else None,
        measured=len(known),
        trials=len(values),
    )


def _sum(values: Iterable[int | None]) -> int | None:
    found = list(values)
    known = [value for value in found if value is not None]
    return sum(known) if len(known) == len(found) else None
