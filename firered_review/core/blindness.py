"""Was it blind? What reviewers guessed after the lock, against what unblinding showed."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from harness.formats.base import Record
from harness.formats.labels import Declaration, Guess


class Truth(NamedTuple):
    """What a codename stands for; ``durable_memory`` is null where that was not kept."""

    condition: str
    durable_memory: bool | None


class Arm(Record):
    """One condition's trials under one question, and Bang's blinding index over them."""

    condition: str
    right: int
    wrong: int
    unsure: int
    bang: float | None
    """(right - wrong) / all: 1 all known, 0 as by chance, -1 all the wrong way round."""
    chance_deviation: float | None
    """Standard deviation of the index where every answer is a coin's."""


class Guessed(Record):
    """How many of one question's answers were right."""

    question: str
    right: int
    answered: int
    unsure: int
    low: float | None
    """Clopper-Pearson, 95 %, of the share that was right."""
    high: float | None
    better_of_both: bool
    """The names of the groups mean nothing, so that naming is taken which is right more often."""
    arms: list[Arm]


class Blindness(Record):
    """What one reviewer declared and guessed."""

    reviewer: str
    blinded: bool
    """False where the reviewer recorded, watched or held the key."""
    guesses: list[Guessed]


def blindness(reviewer: str, declaration: Declaration, guess: Guess, truth: Mapping[str, Truth]) -> Blindness:
    """Compare a reviewer's guesses with the truth; trials that were not asked about are left out."""
    guesses = [_groups(guess, truth)]
    if guess.durable_memory and all(one.durable_memory is not None for one in truth.values()):
        guesses.insert(0, _memory(guess, truth))
    known = declaration.recorded or declaration.watched or declaration.held_key
    return Blindness(reviewer=reviewer, blinded=not known, guesses=guesses)


def clopper_pearson(right: int, of: int) -> tuple[float, float] | None:
    """Return the exact 95 % interval of a share; null of nothing."""
    if not of:
        return None
    from scipy.stats import beta

    low = 0.0 if right == 0 else float(beta.ppf(0.025, right, of - right + 1))
    high = 1.0 if right == of else float(beta.ppf(0.975, right + 1, of - right))
    return low, high


def blindness_lines(found: Blindness) -> Iterator[str]:
    """Yield what there is to say about one reviewer."""
    if not found.blinded:
        yield f"{found.reviewer} was not blinded: recorded or watched a trial, or held the key."
    for one in found.guesses:
        if not one.answered:
            yield f"{found.reviewer}, {one.question}: no answer but “unsure” ({one.unsure} trials)."
            continue
        polarity = (
            " under the better of both ways to name the groups, which leans upwards" if one.better_of_both else ""
        )
        between = (
            "" if one.low is None or one.high is None else f", 95 % exact interval {one.low:.2f} to {one.high:.2f}"
        )
        unsure = f"; {one.unsure} unsure" if one.unsure else ""
        yield f"{found.reviewer}, {one.question}: {one.right} right of {one.answered}{polarity}{between}{unsure}."
        for arm in one.arms:
            n = arm.right + arm.wrong + arm.unsure
            if arm.bang is not None and arm.chance_deviation is not None:
                yield (
                    f"  Bang's blinding index in {arm.condition}: {arm.bang:.2f} (1 all known, 0 chance); at {n} "
                    f"trials an arm it {_carries(arm.chance_deviation)}: its standard deviation under pure chance "
                    f"is {arm.chance_deviation:.2f}."
                )


def _carries(deviation: float) -> str:
    return "cannot tell chance from knowledge" if deviation > _TOO_WIDE else "is a rough guide"


_TOO_WIDE = 0.25
_POLARITY = " under the better of both ways to name the groups, which leans upwards"


def _memory(guess: Guess, truth: Mapping[str, Truth]) -> Guessed:
    answers = {
        name: None if answer == "unsure" else (answer == "yes") == truth[name].durable_memory
        for name, answer in guess.durable_memory.items()
        if name in truth
    }
    return _guessed("which trials had durable memory", answers, truth, better=False)


def _groups(guess: Guess, truth: Mapping[str, Truth]) -> Guessed:
    conditions = sorted({one.condition for one in truth.values()})
    first = conditions[0] if conditions else ""
    answers = {
        name: None if group == "unsure" else (group == "first") == (truth[name].condition == first)
        for name, group in guess.groups.items()
        if name in truth
    }
    right, wrong = (sum(one is value for one in answers.values()) for value in (True, False))
    if wrong > right:
        answers = {name: None if one is None else not one for name, one in answers.items()}
    return _guessed("which trials belong together", answers, truth, better=True)


def _guessed(question: str, answers: Mapping[str, bool | None], truth: Mapping[str, Truth], *, better: bool) -> Guessed:
    right, answered = sum(one is True for one in answers.values()), sum(one is not None for one in answers.values())
    bounds = clopper_pearson(right, answered)
    arms = []
    for condition in sorted({one.condition for one in truth.values()}):
        mine = [one for name, one in answers.items() if truth[name].condition == condition]
        yes, no = mine.count(True), mine.count(False)
        arms.append(
            Arm(
                condition=condition,
                right=yes,
                wrong=no,
                unsure=mine.count(None),
                bang=(yes - no) / len(mine) if mine else None,
                chance_deviation=sqrt(yes + no) / len(mine) if yes + no else None,
            )
        )
    return Guessed(
        question=question,
        right=right,
        answered=answered,
        unsure=len(answers) - answered,
        low=None if bounds is None else bounds[0],
        high=None if bounds is None else bounds[1],
        better_of_both=better,
        arms=arms,
    )
