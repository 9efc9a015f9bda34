"""A report of agreement as lines that a person reads."""

from collections.abc import Iterator

from firered_review.core.agreement import PLURAL
from firered_review.core.figures import Agreement, Figure


def agreement_lines(report: Agreement) -> Iterator[str]:
    """Yield figures, what was missed, the curve, and how the intervals were made."""
    trials = f"{report.trials} trial{'' if report.trials == 1 else 's'}"
    yield f"Agreement of {report.between[0]} and {report.between[1]} over {trials}:"
    for one in report.figures:
        yield f"  {_figure(one)}"
    for miss in report.missed:
        if miss.only_one_side:
            yield (
                f"  {PLURAL[miss.kind]} that one side alone has: {miss.only_one_side}; {miss.unseen} at a place the "
                f"other never had on screen, {miss.judged_otherwise} judged otherwise"
            )
    for kind in PLURAL:
        points = [point for point in report.curve if point.kind == kind and point.value is not None]
        if points:
            words = ", ".join(f"{p.tolerance:g}{'*' if p.codebook else ''}: {p.value:.3g}" for p in points)
            yield f"  {PLURAL[kind]}, F1 by tolerance in {points[0].unit} (* the codebook's): {words}"
    yield report.intervals


def _figure(one: Figure) -> str:
    between = "" if one.low is None or one.high is None else f" [{one.low:.3g} to {one.high:.3g}]"
    left = f"; {one.left_out} left out: {one.why_left_out}" if one.left_out else ""
    return f"{one.name}: {one.words}{between} ({one.used} used{left})"
