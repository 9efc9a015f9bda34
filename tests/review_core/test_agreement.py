"""Agreement: published worked examples, symmetry, and words where a number would mislead."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings

from firered_review.core.agreement import (
    ONE_CLASS,
    Figure,
    TrialPair,
    agreement,
    cohen_kappa,
    krippendorff_alpha,
)
from harness.formats.codebook import load_codebook
from harness.formats.labels import Coverage, Label, SeenSpan
from tests.bundles import CODEBOOK_FOLDER
from tests.review_core.test_matching import error, milestone, route, sides

CODEBOOK = load_codebook(CODEBOOK_FOLDER)
ALL = Coverage(frames=[SeenSpan(first=0, last=400)], decisions=[SeenSpan(first=1, last=30)], milliseconds=1)


def figures(a: Mapping[str, Label], b: Mapping[str, Label], *, seen: Coverage = ALL) -> dict[str, Figure]:
    pair = TrialPair("t", 30, a, b, seen, ALL, both_in_stage_two=True)
    return {
        one.name.split(",")[0] if "distance" not in one.name else "distance": one for one in agreement([pair], CODEBOOK)
    }


def test_kappa_of_a_published_table() -> None:
    """Fifty proposals, two readers: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: κ = 0.4 (Wikipedia, Cohen's kappa)."""
    table = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert cohen_kappa(table) == pytest.approx(0.4)


def test_alpha_of_krippendorffs_published_examples() -> None:
    """Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), A and B: α = 0.095 and 0.692."""
    binary = list(zip("0100000010", "1110010000", strict=True))
    assert krippendorff_alpha(binary, "nominal", "01") == pytest.approx(0.095, abs=0.0005)
    nominal = list(zip("aabbdcccedda", "babbbccceddd", strict=True))
    assert krippendorff_alpha(nominal, "nominal", "abcde") == pytest.approx(0.692, abs=0.0005)


def _nominal(pairs: list[tuple[str, str]]) -> float:
    """Krippendorff's α from its definition, by counting every pair of values."""
    values = [value for pair in pairs for value in pair]
    n = len(values)
    observed = sum(one != other for one, other in pairs) / len(pairs)
    expected = sum(values[i] != values[j] for i in range(n) for j in range(n) if i != j) / (n * (n - 1))
    return 1 - observed / expected


def _ordinal(pairs: list[tuple[str, str]], domain: str) -> float:
    values = [value for pair in pairs for value in pair]
    counts = [values.count(one) for one in domain]

    def apart(one: str, other: str) -> float:
        low, high = sorted((domain.index(one), domain.index(other)))
        return float((sum(counts[low : high + 1]) - (counts[low] + counts[high]) / 2) ** 2)

    n = len(values)
    observed = sum(apart(*pair) for pair in pairs) / len(pairs)
    expected = sum(apart(values[i], values[j]) for i in range(n) for j in range(n) if i != j) / (n * (n - 1))
    return 1 - observed / expected


def test_alpha_equals_an_independent_implementation_on_random_cases() -> None:
    draw = random.Random(11)  # noqa: S311 - a fixed choice of cases
    compared = 0
    for _ in range(200):
        pairs = [(draw.choice("abc"), draw.choice("abc")) for _ in range(draw.randint(1, 15))]
        for level, own in (("nominal", _nominal), ("ordinal", lambda found: _ordinal(found, "abc"))):
            found = krippendorff_alpha(pairs, level, "abc")
            if len({value for pair in pairs for value in pair}) == 1:
                assert found is None
            else:
                assert found == pytest.approx(own(pairs))
                compared += 1
    assert compared > 300


@settings(max_examples=100, deadline=None)
@given(a=sides, b=sides)
def test_exchanging_the_reviewers_changes_nothing(a: dict[str, Label], b: dict[str, Label]) -> None:
    assert {k: v.value for k, v in figures(a, b).items()} == {k: v.value for k, v in figures(b, a).items()}


def test_a_set_agrees_with_itself_perfectly_or_is_undefined() -> None:
    same = {"m": milestone(0, 100), "r": route(0, 100, 20), "e": error(5), "f": error(20, "fabrication")}
    found = figures(same, same)
    assert found["milestones: agreement"].value == 100
    assert found["distance"].value == 0
    assert found["routes: positive agreement (F1)"].value == 1
    assert found["memory errors: per decision"].value == 1
    assert found["memory errors: type"].value == 1
    assert (found["memory errors: severity"].value, found["memory errors: severity"].words) == (None, ONE_CLASS)


def test_disjoint_sets_have_no_match() -> None:
    found = figures({"e": error(5)}, {"e": error(25)})
    assert found["memory errors: positive agreement (F1)"].value == 0
    assert found["memory errors: type"].left_out == 2
    assert found["memory errors: type"].words == "undefined: nothing to compare"


def test_nobody_labelled_an_error_is_said_in_words() -> None:
    found = figures({}, {})
    assert found["memory errors: positive agreement (F1)"].words == "undefined: nobody labelled a error".replace(
        "a e", "an e"
    )
    assert found["memory errors: per decision"].words == ONE_CLASS


def test_what_one_reviewer_never_saw_is_left_out_and_said() -> None:
    half = ALL.model_copy(update={"decisions": [SeenSpan(first=1, last=10)]})
    found = figures({"e": error(5)}, {"e": error(5)}, seen=half)
    kappa = found["memory errors: per decision"]
    assert (kappa.used, kappa.left_out, kappa.why_left_out) == (10, 20, "not on both screens")


def test_a_pair_within_the_tolerance_is_one_unit_of_kappa() -> None:
    found = figures({"e": error(5)}, {"e": error(7)})
    assert found["memory errors: per decision"].value == 1
