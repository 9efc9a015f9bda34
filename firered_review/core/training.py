"""What a trainee found, missed and saw where nothing was, compared with what was planted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from firered_review.core.matching import differences, match
from harness.formats.codebook import Tolerances
from harness.formats.labels import ErrorLabel, Label

State = Literal["found", "differs", "missed", "extra"]
COMPARED_KINDS: Mapping[str, int] = {"milestone": 1, "route": 1, "error": 2}
"""Kinds that have answers → the stage in which they are labelled."""
_TOLD = ("type", "severity")
"""Fields in which a found label is told to differ; citations and recovery have more than one right answer."""


class Answer(NamedTuple):
    """One thing that was to be found, and what it is in words."""

    label: Label
    words: str


class Finding(NamedTuple):
    """One row of the result."""

    state: State
    answer: Answer | None
    """Null for what the trainee labelled and nobody planted."""
    label: Label | None
    """Null for what was missed."""
    differs: Sequence[str] = ()
    """Names of the fields that are not as planted."""

    @property
    def group(self) -> str:
        """The kind, or the type of a memory error, that this counts under."""
        label = self.answer.label if self.answer is not None else self.label
        return label.type if isinstance(label, ErrorLabel) else label.kind if label is not None else ""


class Tally(NamedTuple):
    """How one kind or type went."""

    group: str
    planted: int
    found: int
    """Found, with type and severity as planted or not."""
    extra: int

    @property
    def missed(self) -> int:
        """What was planted and not found."""
        return self.planted - self.found


def compare(
    answers: Mapping[str, Answer], labels: Mapping[str, Label], tolerances: Tolerances, kinds: Iterable[str]
) -> list[Finding]:
    """Match a trainee's labels of these kinds with the answers, as two reviewers' labels are matched."""
    wanted = frozenset(kinds)
    right = {key: one for key, one in answers.items() if one.label.kind in wanted}
    made = {key: one for key, one in labels.items() if one.kind in wanted}
    matching = match({key: one.label for key, one in right.items()}, made, tolerances)
    found: list[Finding] = []
    for pair in matching.pairs:
        answer, label = right[pair.a], made[pair.b]
        differs = [name for name in differences(answer.label, label) if name in _TOLD]
        found.append(Finding("differs" if differs else "found", answer, label, differs))
    found += [Finding("missed", right[key], None) for key in matching.only_a]
    found += [Finding("extra", None, made[key]) for key in matching.only_b]
    return found


def tally(findings: Sequence[Finding]) -> list[Tally]:
    """Count findings by kind and, for memory errors, by planted type; sorted by group."""
    return [
        Tally(
            group,
            sum(one.answer is not None for one in findings if one.group == group),
            sum(one.state in ("found", "differs") for one in findings if one.group == group),
            sum(one.state == "extra" for one in findings if one.group == group),
        )
        for group in sorted({one.group for one in findings})
    ]
