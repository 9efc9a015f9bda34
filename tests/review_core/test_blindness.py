"""Whether it was blind: right answers with exact intervals, groups under either name, Bang's index and its limits."""

import pytest

from firered_review.core.blindness import Truth, blindness, blindness_lines, clopper_pearson
from harness.formats.labels import Declaration, Guess

NO = Declaration(recorded=False, watched=False, held_key=False)
TRUTH = {
    **{f"a{n}": Truth("alder", durable_memory=True) for n in range(5)},
    **{f"b{n}": Truth("birch", durable_memory=False) for n in range(5)},
}


def test_exact_intervals_of_published_values() -> None:
    """Clopper and Pearson's interval of 0 of 10 and 10 of 10 in closed form, and R's binom.test(682, 925)."""
    assert clopper_pearson(0, 10) == (0, pytest.approx(1 - 0.025 ** (1 / 10)))
    assert clopper_pearson(10, 10) == (pytest.approx(0.025 ** (1 / 10)), 1)
    assert clopper_pearson(682, 925) == (pytest.approx(0.7076683, abs=1e-6), pytest.approx(0.7654066, abs=1e-6))
    assert clopper_pearson(0, 0) is None


def test_groups_count_under_the_better_of_both_names() -> None:
    right = Guess(groups={name: "first" if name.startswith("a") else "second" for name in TRUTH})
    turned = Guess(groups={name: "second" if name.startswith("a") else "first" for name in TRUTH})
    for guess in (right, turned):
        found = blindness("ada", NO, guess, TRUTH).guesses
        assert [(one.right, one.answered, one.better_of_both) for one in found] == [(10, 10, True)]
        assert [arm.bang for arm in found[0].arms] == [1, 1]


def test_durable_memory_has_its_own_count_and_unsure_is_no_answer() -> None:
    guess = Guess(
        groups=dict.fromkeys(TRUTH, "unsure"),
        durable_memory={**dict.fromkeys(TRUTH, "yes"), "a0": "unsure", "b0": "no"},
    )
    found = blindness("ada", NO, guess, TRUTH)
    memory, groups = found.guesses
    assert (memory.right, memory.answered, memory.unsure) == (5, 9, 1)
    assert [(arm.right, arm.wrong, arm.unsure, arm.bang) for arm in memory.arms] == [
        (4, 0, 1, pytest.approx(0.8)),
        (1, 4, 0, pytest.approx(-0.6)),
    ]
    assert (groups.answered, groups.low, [arm.bang for arm in groups.arms]) == (0, None, [0, 0])
    assert "ada, which trials belong together: no answer but “unsure” (10 trials)." in list(blindness_lines(found))


def test_five_trials_an_arm_are_said_to_tell_nothing() -> None:
    guess = Guess(groups={name: "first" if name.startswith("a") else "second" for name in TRUTH})
    lines = list(blindness_lines(blindness("ada", NO, guess, TRUTH)))
    assert lines[0].startswith("ada, which trials belong together: 10 right of 10 under the better of both")
    assert "interval 0.69 to 1.00" in lines[0]
    assert "at 5 trials an arm it cannot tell chance from knowledge" in lines[1]
    assert lines[1].endswith("its standard deviation under pure chance is 0.45.")


def test_who_could_have_known_is_reported_as_not_blinded() -> None:
    for name in ("recorded", "watched", "held_key"):
        found = blindness("bo", NO.model_copy(update={name: True}), Guess(groups={}), TRUTH)
        assert not found.blinded
        assert next(blindness_lines(found)).startswith("bo was not blinded")


def test_where_memory_was_not_kept_only_groups_are_compared() -> None:
    truth = {name: one._replace(durable_memory=None) for name, one in TRUTH.items()}
    guess = Guess(groups=dict.fromkeys(TRUTH, "unsure"), durable_memory=dict.fromkeys(TRUTH, "yes"))
    assert len(blindness("ada", NO, guess, truth).guesses) == 1
