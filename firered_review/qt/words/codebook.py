"""The codebook's words for one choice: definition, example, threshold and the worked cases that name it; pure."""

from typing import NamedTuple

from harness.formats.base import ErrorType, PrimaryCause, Severity
from harness.formats.codebook import ErrorRubric, WorkedCase


class Choice(NamedTuple):
    """What may be chosen, as the codebook defines it."""

    title: str
    definition: str
    more: tuple[str, ...] = ()
    """Its example, and what it cites."""
    cases: tuple[WorkedCase, ...] = ()
    """The worked cases that name it; all of them where none does."""


NOTHING = Choice("What kind of memory error?", "Each type is defined here as you go through the list.")


def type_choice(rubric: ErrorRubric, chosen: ErrorType | None) -> Choice:
    """Return the words for a type of memory error."""
    one = next((one for one in rubric.types if one.id == chosen), None)
    if one is None:
        return NOTHING
    more = (f"Example: {one.example}", f"Cites: {one.cites}")
    return Choice(one.title, one.definition, more, cases_of(rubric, one.title))


def severity_choice(rubric: ErrorRubric, chosen: Severity) -> Choice:
    """Return the words for a severity, with those of the two others."""
    one = next(one for one in rubric.severities if one.id == chosen)
    others = tuple(f"{other.title}: {other.definition}" for other in rubric.severities if other.id != chosen)
    return Choice(one.title, one.definition, others, cases_of(rubric, one.title, whole=False))


def cause_choice(rubric: ErrorRubric, chosen: PrimaryCause) -> Choice:
    """Return the words for a primary cause."""
    one = next(one for one in rubric.causes if one.id == chosen)
    return Choice(f"Cause: {one.title}", one.definition, (), cases_of(rubric, one.title))


def cases_of(rubric: ErrorRubric, title: str, *, whole: bool = True) -> tuple[WorkedCase, ...]:
    """Return the worked cases whose text names a choice; where none does, all of them, or none unless ``whole``."""
    named = tuple(case for case in rubric.cases if title.casefold() in f"{case.title} {case.text}".casefold())
    return named or (tuple(rubric.cases) if whole else ())
