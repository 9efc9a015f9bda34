"""Agreement of two label sets: symmetry, what is left out and why, and words where a number would mislead."""

import random
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firered_review.core.agreement import ONE_CLASS, PLURAL, RESAMPLES, SEED, agreement
from firered_review.core.coefficients import krippendorff_alpha
from firered_review.core.figures import Agreement, Figure
from firered_review.core.tally import TrialPair
from harness.formats.codebook import load_codebook
from harness.formats.labels import BattleLabel, CauseLabel, Coverage, Label, SeenSpan
from tests.bundles import CODEBOOK_FOLDER
from tests.review_core.test_matching import at, error, milestone, route, sides, span

CODEBOOK = load_codebook(CODEBOOK_FOLDER)
ALL = Coverage(frames=[SeenSpan(first=0, last=400)], decisions=[SeenSpan(first=1, last=30)], milliseconds=1)


def pair(
    a: Mapping[str, Label], b: Mapping[str, Label], *, seen: Coverage = ALL, stage_two: bool = True, name: str = "t"
) -> TrialPair:
    return TrialPair(name, 30, a, b, seen, ALL, both_in_stage_two=stage_two)


def named(report: Agreement) -> dict[str, Figure]:
    return {
        one.name.split(",")[0] if "distance" not in one.name else "distance": one
        for one in report.figures
        if one.name not in ("milestones: positive agreement (F1)",)
    }


def figures(a: Mapping[str, Label], b: Mapping[str, Label], *, seen: Coverage = ALL) -> dict[str, Figure]:
    return named(agreement([pair(a, b, seen=seen)], CODEBOOK))


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
    assert found["memory errors: positive agreement (F1)"].words == "undefined: nobody labelled an error"
    assert found["memory errors: per decision"].words == ONE_CLASS


def test_what_one_reviewer_never_saw_is_left_out_and_said() -> None:
    half = ALL.model_copy(update={"decisions": [SeenSpan(first=1, last=10)]})
    found = figures({"e": error(5)}, {"e": error(5)}, seen=half)
    kappa = found["memory errors: per decision"]
    assert (kappa.used, kappa.left_out, kappa.why_left_out) == (10, 20, "never on both screens")


def test_a_pair_within_the_tolerance_is_one_unit_of_kappa() -> None:
    found = figures({"e": error(5)}, {"e": error(7)})
    assert found["memory errors: per decision"].value == 1


def test_two_reviewers_of_three_events_close_together_agree_more_as_the_tolerance_grows() -> None:
    a = {f"a{n}": error(decision) for n, decision in enumerate((10, 12, 15))}
    b = {f"b{n}": error(decision) for n, decision in enumerate((11, 14, 18))}
    report = agreement([pair(a, b)], CODEBOOK)
    points = [one for one in report.curve if one.kind == "error"]
    assert [one.tolerance for one in points] == [0, 1, 2, 3, 4, 6]
    assert [one.pairs for one in points] == [0, 2, 2, 3, 3, 3]
    own = next(one for one in points if one.codebook)
    assert own.value == named(report)["memory errors: positive agreement (F1)"].value == 1


@settings(max_examples=150, deadline=None)
@given(a=sides, b=sides, seen=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9)), max_size=3))
def test_the_curve_never_falls_and_passes_through_the_figure(
    a: dict[str, Label], b: dict[str, Label], seen: list[tuple[int, int]]
) -> None:
    spans = [SeenSpan(first=first, last=first + more) for first, more in seen]
    coverage = Coverage(
        frames=[SeenSpan(first=8 * s.first, last=8 * s.last) for s in spans], decisions=spans, milliseconds=1
    )
    report = agreement([pair(a, b, seen=coverage)], CODEBOOK)
    values = {one.name: one.value for one in report.figures}
    for kind, name in PLURAL.items():
        points = [one for one in report.curve if one.kind == kind]
        assert [one.pairs for one in points] == sorted(one.pairs for one in points)
        own = [one.value for one in points if one.codebook]
        assert own == ([values[f"{name}: positive agreement (F1)"]] if points else [])


def test_a_miss_is_told_from_another_judgement_by_what_was_on_screen() -> None:
    half = ALL.model_copy(update={"decisions": [SeenSpan(first=1, last=10)], "frames": [SeenSpan(first=0, last=80)]})
    labels: dict[str, Label] = {
        "seen": error(5),
        "unseen": error(25),
        "there": milestone(0, 40),
        "beyond": milestone(1, 300),
        "way": route(100, 200, 20),
    }
    report = agreement([pair({}, labels, seen=half)], CODEBOOK)
    missed = {one.kind: (one.only_one_side, one.unseen, one.judged_otherwise) for one in report.missed}
    assert missed == {
        "milestone": (2, 1, 1),
        "route": (1, 1, 0),
        "error": (2, 1, 1),
        "cause": (0, 0, 0),
        "battle": (0, 0, 0),
    }
    f1 = named(report)["memory errors: positive agreement (F1)"]
    assert (f1.value, f1.used, f1.left_out, f1.why_left_out) == (0, 1, 1, "never on the other's screen")
    percent = named(report)["milestones: agreement"]
    assert (percent.used, percent.left_out, percent.value) == (7, 1, pytest.approx(100 * 6 / 7))


def test_a_trial_one_never_opened_and_one_without_a_second_stage_are_left_out_with_their_reason() -> None:
    nothing = Coverage(frames=[], decisions=[], milliseconds=0)
    both = {"e": error(5), "m": milestone(0, 40)}
    report = agreement([pair(both, both), pair({}, both, seen=nothing), pair(both, both, stage_two=False)], CODEBOOK)
    found = named(report)
    f1 = found["memory errors: positive agreement (F1)"]
    assert (f1.used, f1.left_out) == (2, 3)
    assert "1 in a trial that a reviewer never opened" in f1.why_left_out
    assert "2 in a trial whose second stage a reviewer never entered" in f1.why_left_out
    assert found["milestones: agreement"].used == 16
    assert found["memory errors: per decision"].left_out == 60
    assert next(one for one in report.missed if one.kind == "error").not_compared == 3


@pytest.mark.parametrize("kind", ["milestone", "route", "error", "cause", "battle"])
def test_one_sided_sets_agree_in_nothing_and_empty_ones_are_undefined(kind: str) -> None:
    made: dict[str, Label] = {
        "milestone": milestone(0, 40),
        "route": route(0, 100, 20),
        "error": error(5),
        "cause": CauseLabel(cause="control", decision=5, frame=at(40)),
        "battle": BattleLabel(span=span(20, 60)),
    }
    name = f"{PLURAL[kind]}: positive agreement (F1)"
    for a, b, value, words in (
        ({"x": made[kind]}, {}, 0, "0"),
        ({}, {"x": made[kind]}, 0, "0"),
        ({"x": made[kind]}, {"x": made[kind]}, 1, "1"),
        ({}, {}, None, "undefined: nobody labelled"),
    ):
        report = {one.name: one for one in agreement([pair(a, b)], CODEBOOK).figures}
        for figure in (report[name], report["every kind together: positive agreement (F1)"]):
            assert figure.value == value
            assert figure.words.startswith(words)


def test_boundaries_are_compared_by_the_frames_and_segments_by_their_overlap() -> None:
    found = figures({"r": route(0, 200, 100)}, {"r": route(0, 200, 180)})
    assert found["routes: boundaries within 60 frames (F1)"].value == 0.5
    assert found["routes: segments shared (IoU"].value == pytest.approx(202 / 362)


def test_intervals_come_from_whole_trials_are_the_same_each_time_and_say_what_they_are() -> None:
    one_trial = agreement([pair({"e": error(5)}, {"e": error(5)})], CODEBOOK)
    assert all(figure.low is None for figure in one_trial.figures)
    assert "needs two trials" in one_trial.intervals
    trials = [pair({"e": error(5)}, {"e": error(5 if n % 2 else 25)}, name=str(n)) for n in range(6)]
    report = agreement(trials, CODEBOOK)
    assert report == agreement(trials, CODEBOOK)
    f1 = named(report)["memory errors: positive agreement (F1)"]
    assert f1.value == 0.5
    assert f1.low is not None
    assert f1.high is not None
    assert 0 <= f1.low < 0.5 < f1.high <= 1
    assert "of only 6 trials they are descriptive" in report.intervals
    alike = agreement([pair({"e": error(5)}, {"e": error(5)}) for _ in range(20)], CODEBOOK)
    kappa = named(alike)["memory errors: per decision"]
    assert (kappa.low, kappa.value, kappa.high) == (1, 1, 1)
    assert "descriptive" not in alike.intervals


def test_the_interval_of_alpha_is_that_of_resampled_raw_pairs() -> None:
    draw = random.Random(3)  # noqa: S311 - a fixed choice of cases
    kinds = ["omission", "fabrication", "contradiction"]
    trials = []
    for _ in range(8):
        decisions = draw.sample(range(2, 31, 4), 5)
        a = {f"a{d}": error(d, draw.choice(kinds)) for d in decisions}
        b = {f"b{d}": error(d, draw.choice(kinds)) for d in decisions}
        trials.append(pair(a, b))
    found = named(agreement(trials, CODEBOOK))["memory errors: type"]
    weights = np.random.default_rng(SEED).multinomial(8, [1 / 8] * 8, RESAMPLES)
    values = []
    for row in weights:
        raw = [two for one, times in zip(trials, row, strict=True) for two in _types(one) * times]
        values.append(krippendorff_alpha(raw, "nominal", sorted(kinds)))
    expected = np.percentile([one for one in values if one is not None], (2.5, 97.5))
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def _types(one: TrialPair) -> list[tuple[str, str]]:
    return [(one.a[key].type, one.b[key.replace("a", "b")].type) for key in one.a]  # type: ignore[union-attr]
