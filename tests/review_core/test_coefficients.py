"""κ and α equal published worked examples and a second implementation; a degenerate case is no number."""

import random

import numpy as np
import pytest

from firered_review.core.coefficients import (
    Level,
    alpha_of_coincidences,
    cohen_kappa,
    kappa_of_counts,
    krippendorff_alpha,
    median_of_counts,
)

Pairs = list[tuple[str, str]]


def test_kappa_of_a_published_table() -> None:
    """Fifty proposals, two readers: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: κ = 0.4 (Wikipedia, Cohen's kappa)."""
    table = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert cohen_kappa(table) == pytest.approx(0.4)


def test_kappa_of_two_published_tables_with_the_same_percentage() -> None:
    """Wikipedia, Cohen's kappa, "Same percentages but different numbers": 45/15/25/15 → 0.1304, 25/35/5/35 → 0.2593."""
    first = [(True, True)] * 45 + [(True, False)] * 15 + [(False, True)] * 25 + [(False, False)] * 15
    second = [(True, True)] * 25 + [(True, False)] * 35 + [(False, True)] * 5 + [(False, False)] * 35
    assert cohen_kappa(first) == pytest.approx(0.1304, abs=0.00005)
    assert cohen_kappa(second) == pytest.approx(0.2593, abs=0.00005)


def test_alpha_of_krippendorffs_published_examples() -> None:
    """Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), A and B: α = 0.095 and 0.692."""
    binary = list(zip("0100000010", "1110010000", strict=True))
    assert krippendorff_alpha(binary, "nominal", "01") == pytest.approx(0.095, abs=0.0005)
    nominal = list(zip("aabbdcccedda", "babbbccceddd", strict=True))
    assert krippendorff_alpha(nominal, "nominal", "abcde") == pytest.approx(0.692, abs=0.0005)


def test_a_missing_value_leaves_its_unit_out() -> None:
    whole = list(zip("aabbdcccedda", "babbbccceddd", strict=True))
    holed: list[tuple[str | None, str | None]] = [*whole, ("a", None), (None, "b"), (None, None)]
    for level in ("nominal", "ordinal"):
        assert krippendorff_alpha(holed, level, "abcde") == krippendorff_alpha(whole, level, "abcde")  # type: ignore[arg-type]


def test_one_class_and_nothing_are_undefined() -> None:
    for pairs in ([], [("a", "a")], [("a", None)], [("a", "a"), ("b", None)]):
        assert krippendorff_alpha(pairs, "nominal", "ab") is None
        assert krippendorff_alpha(pairs, "ordinal", "ab") is None
    assert cohen_kappa([]) is None
    assert cohen_kappa([(True, True)] * 4) is None
    assert cohen_kappa([(False, False)]) is None
    assert cohen_kappa([(True, False)] * 3) == 0


def _nominal(pairs: Pairs) -> float:
    """Krippendorff's α from its definition, by counting every pair of values."""
    values = [value for pair in pairs for value in pair]
    n = len(values)
    observed = sum(one != other for one, other in pairs) / len(pairs)
    expected = sum(values[i] != values[j] for i in range(n) for j in range(n) if i != j) / (n * (n - 1))
    return 1 - observed / expected


def _ordinal(pairs: Pairs, domain: str) -> float:
    values = [value for pair in pairs for value in pair]
    counts = [values.count(one) for one in domain]

    def apart(one: str, other: str) -> float:
        low, high = sorted((domain.index(one), domain.index(other)))
        return float((sum(counts[low : high + 1]) - (counts[low] + counts[high]) / 2) ** 2)

    n = len(values)
    observed = sum(apart(*pair) for pair in pairs) / len(pairs)
    expected = sum(apart(values[i], values[j]) for i in range(n) for j in range(n) if i != j) / (n * (n - 1))
    return 1 - observed / expected


def _kappa(table: list[tuple[bool, bool]]) -> float:
    n = len(table)
    expected = 0.0
    for value in (True, False):
        expected += sum(a == value for a, _ in table) * sum(b == value for _, b in table) / n**2
    return (sum(a == b for a, b in table) / n - expected) / (1 - expected)


def test_alpha_equals_an_independent_implementation_on_200_random_cases() -> None:
    draw = random.Random(11)  # noqa: S311 - a fixed choice of cases
    compared = 0
    levels: tuple[Level, ...] = ("nominal", "ordinal")
    for _ in range(200):
        pairs = [(draw.choice("abcd"), draw.choice("abcd")) for _ in range(draw.randint(1, 15))]
        table = np.zeros((1, 4, 4))
        for one, other in pairs:
            table[0, "abcd".index(one), "abcd".index(other)] += 1
            table[0, "abcd".index(other), "abcd".index(one)] += 1
        for level in levels:
            found, resampled = krippendorff_alpha(pairs, level, "abcd"), alpha_of_coincidences(table, level)[0]
            if len({value for pair in pairs for value in pair}) == 1:
                assert found is None
                assert np.isnan(resampled)
            else:
                own = _nominal(pairs) if level == "nominal" else _ordinal(pairs, "abcd")
                assert found == pytest.approx(own)
                assert resampled == pytest.approx(own)
                compared += 1
    assert compared > 300


def test_kappa_equals_an_independent_implementation_on_200_random_cases() -> None:
    draw = random.Random(12)  # noqa: S311 - a fixed choice of cases
    compared = 0
    for _ in range(200):
        table = [(draw.random() < 0.3, draw.random() < 0.4) for _ in range(draw.randint(1, 30))]
        cells = [[table.count(cell) for cell in ((True, True), (True, False), (False, True), (False, False))]]
        if len({value for pair in table for value in pair}) == 1:
            assert cohen_kappa(table) is None
            continue
        assert cohen_kappa(table) == pytest.approx(_kappa(table))
        assert kappa_of_counts(np.array(cells, float))[0] == pytest.approx(_kappa(table))
        compared += 1
    assert compared > 150


def test_a_median_of_counts_is_the_median_of_the_numbers() -> None:
    draw = random.Random(13)  # noqa: S311 - a fixed choice of cases
    for _ in range(100):
        numbers = [draw.randint(0, 9) for _ in range(draw.randint(1, 12))]
        values = sorted(set(numbers))
        counts = np.array([[numbers.count(one) for one in values]], float)
        assert median_of_counts(np.array(values, float), counts)[0] == np.median(numbers)
    assert np.isnan(median_of_counts(np.array([]), np.zeros((1, 0)))[0])
