"""The protocol's formulas: what was not measured is null with its reason, and shares add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firered_review.core.metrics import TrialRow, score_trial
from firered_review.core.summary import summarize
from firered_review.core.trial_facts import Evidence, Final
from harness.formats.base import MILESTONES, Button
from harness.formats.codebook import load_codebook
from harness.formats.evidence import Attempt, EffectKind, Input, TrialClosing
from harness.formats.labels import BattleLabel, ErrorLabel, FrameIdentity, MilestoneLabel, RouteLabel
from tests.bundles import CODEBOOK_FOLDER
from tests.review_core.test_matching import error, route, span

CODEBOOK = load_codebook(CODEBOOK_FOLDER)
TIME = "2026-03-04T05:06:07.000Z"
NOTHING = Final({}, [], [], [], 0, 0, 0)


def attempt(number: int, cost: float | None = 0.5, refused: str | None = None) -> Attempt:
    return Attempt.model_validate(
        {
            "decision": number,
            "attempt": 1,
            "timestamp_utc": TIME,
            "request_path": "r",
            "response_path": None,
            "response_id": None,
            "model_id": None,
            "input_tokens": None,
            "output_tokens": None,
            "cached_tokens": None,
            "cost_usd": cost,
            "cost_source": None,
            "latency_ms": None,
            "refused": refused,
            "refused_kind": refused,
        }
    )


def act(number: int, action: Button = "RIGHT", effect: EffectKind | None = "moved", *, read: bool = True) -> Input:
    return Input(
        action_number=number,
        decision=number,
        index=0,
        action=action,
        first_frame=(number - 1) * 8 + 1,
        press_frames=4,
        settle_frames=4,
        last_frame=number * 8,
        input_read=read,
        settled=True,
        effect=effect,
    )


def evidence(**changes: object) -> Evidence:
    closing = TrialClosing(
        ended_utc=TIME,
        reason="action_budget",
        reason_numbers={},
        frames=1,
        decisions=20,
        accepted_actions=20,
        attempts=20,
        invalid_attempts=0,
        milestones=[],
        input_tokens=None,
        output_tokens=None,
        cost_usd=None,
        model_latency_ms=None,
        wall_time_ms=1,
    )
    found = Evidence(
        trial="x-01",
        condition="x",
        codename="brisk-otter",
        episodic_memory=True,
        has_oracle=True,
        closing=closing,
        decisions=20,
        attempts=[attempt(n) for n in range(1, 21)],
        inputs=[act(n) for n in range(1, 21)],
        states=[],
        latched=frozenset(MILESTONES),
        detected_repeats=0,
    )
    return found._replace(**changes)


def scored(found: Evidence, final: Final = NOTHING) -> TrialRow:
    return score_trial(found, final, CODEBOOK, demonstration=False)


def reached(*numbers: int, evidence_kind: str = "dialogue") -> Final:
    labels = {
        MILESTONES[n - 1]: MilestoneLabel.model_validate(
            {
                "milestone": MILESTONES[n - 1],
                "frame": FrameIdentity(frame=n * 10, sha256="0" * 64),
                "evidence": evidence_kind,
            }
        )
        for n in numbers
    }
    return NOTHING._replace(milestones=labels)


def test_deepest_is_ordered_and_points_add_every_verified_one() -> None:
    row = scored(evidence(), reached(1, 2, 4, 5))
    assert (row.deepest_milestone, row.verified_milestones, row.progress_points) == (2, 4, 6)


def test_without_proof_a_milestone_is_claimed_and_does_not_score() -> None:
    found = evidence(latched=frozenset())
    row = scored(found, reached(1, 2, 3))
    assert (row.milestones["M3"], row.claimed_milestones, row.progress_points) == ("claimed", 1, 2)
    menu = scored(found, reached(3, evidence_kind="menu"))
    assert menu.milestones["M3"] == "verified"


def test_zero_progress_has_no_ratio_and_says_why() -> None:
    row = scored(evidence())
    assert (row.cost_per_verified_milestone, row.cost_per_point, row.actions_per_verified_milestone) == (None,) * 3
    assert row.reasons["cost_per_point"] == "zero points"
    assert row.progress_efficiency == 0
    (condition,) = summarize([row], CODEBOOK)
    assert (condition.zero_progress, condition.measures["cost_per_point"].measured) == (1, 0)
    assert condition.measures["cost_per_point"].median is None


def test_a_total_with_a_hole_is_a_lower_bound_and_enters_no_ratio() -> None:
    row = scored(evidence(attempts=[attempt(1), attempt(2, None), attempt(3)]), reached(1))
    assert (row.cost_usd, row.cost_usd_at_least, row.attempts_unmeasured) == (None, 1.0, 1)
    assert row.cost_per_verified_milestone is None
    assert row.reasons["cost_usd"] == "1 calls have no measured cost"
    free = scored(evidence(attempts=[attempt(1, 0.0)]), reached(1))
    assert (free.cost_usd, free.progress_efficiency, free.reasons["progress_efficiency"]) == (0, None, "zero cost")


def test_unmeasured_is_null_never_zero() -> None:
    row = scored(evidence(attempts=[attempt(1, None)], has_oracle=False, detected_repeats=None))
    assert (row.cost_usd, row.model_latency_ms, row.shares, row.battle_actions) == (None,) * 4
    assert (row.detected_repeated_actions, row.detected_repeat_overhead) == (None, None)
    assert row.reasons["shares"] == "no hidden state"


def test_repeated_actions_count_once_and_only_steps() -> None:
    inputs = [act(n, "A" if n == 14 else "RIGHT", "blocked" if n == 15 else "moved") for n in range(1, 21)]
    one = RouteLabel(first=span(1, 48), second=span(97, 144))
    other = RouteLabel(first=span(1, 32), second=span(113, 144))
    row = scored(evidence(inputs=inputs), NOTHING._replace(routes=[one, other]))
    assert (row.repeated_actions, row.repeat_overhead) == (4, 0.2)


def test_recovery_is_summed_for_cost_and_united_for_shares() -> None:
    errors = [
        error(5).model_copy(update={"recovery_decision": 9}),
        error(7).model_copy(update={"recovery_decision": 11}),
        error(19),
    ]
    row = scored(evidence(), NOTHING._replace(errors=errors))
    assert (row.memory_recovery_cost, row.not_recovered) == (4 + 4 + 2, 1)
    assert row.shares == {"productive": 12 / 20, "repeated": 0, "recovery": 8 / 20, "other": 0}


def test_a_type_that_a_condition_cannot_commit_is_null_there() -> None:
    without = scored(evidence(episodic_memory=False, condition="y"), NOTHING._replace(errors=[error(5)]))
    assert (without.errors_by_type["false_persistence"], without.errors_by_type["omission"]) == (None, 1)
    assert without.rate_by_type["omission"] == 5
    with_store = scored(evidence(), NOTHING._replace(errors=[error(5, "false_persistence"), error(6)]))
    rows = {one.condition: one for one in summarize([without, with_store], CODEBOOK)}
    assert "false_persistence" not in rows["x"].comparable_types
    assert (rows["x"].comparable_memory_errors, rows["y"].comparable_memory_errors) == (1, 1)
    assert rows["y"].errors_by_type["false_persistence"] is None


def test_storage_and_use_are_reported_apart() -> None:
    errors = [error(2), error(3, "memory_use_failure"), error(4, "duplicate_objective")]
    row = scored(evidence(), NOTHING._replace(errors=errors))
    assert (row.memory_error_rate, row.storage_error_rate, row.use_error_rate) == (15, 5, 10)


def test_battle_actions_come_from_labels_only_without_hidden_state() -> None:
    final = NOTHING._replace(battles=[BattleLabel(span=span(9, 24))])
    assert scored(evidence(has_oracle=False), final).battle_actions == 2
    assert scored(evidence(), final).battle_actions == 0


def test_provider_failures_are_no_invalid_outputs() -> None:
    calls = [attempt(1, refused="timeout"), attempt(2, refused="unparseable"), attempt(3)]
    row = scored(evidence(attempts=calls))
    assert (row.attempts, row.invalid_outputs, row.provider_failures) == (3, 1, 1)


def test_medians_say_how_many_were_measured() -> None:
    rows = [scored(evidence(trial=f"x-0{n}"), reached(*range(1, n + 1))) for n in (0, 1, 2)]
    (condition,) = summarize(rows, CODEBOOK)
    points, ratio = condition.measures["progress_points"], condition.measures["cost_per_point"]
    assert (points.median, points.least, points.most, points.measured) == (1, 0, 2, 3)
    assert (ratio.measured, ratio.trials, condition.zero_progress) == (2, 3, 1)


_effects = st.sampled_from(["moved", "blocked", "no_visible_change", "dialogue_changed", "unknown", None])


@given(
    effects=st.lists(_effects, min_size=1, max_size=20),
    errors=st.lists(st.tuples(st.integers(1, 20), st.integers(1, 9)), max_size=4),
    routes=st.lists(st.tuples(st.integers(0, 60), st.integers(61, 160), st.integers(0, 40)), max_size=3),
)
def test_shares_always_add_up_to_one(
    effects: list[EffectKind | None], errors: list[tuple[int, int]], routes: list[tuple[int, int, int]]
) -> None:
    labels: list[ErrorLabel] = [error(d).model_copy(update={"recovery_decision": d + n}) for d, n in errors]
    final = NOTHING._replace(errors=labels, routes=[route(a, b, n) for a, b, n in routes])
    shares = scored(evidence(inputs=[act(n, effect=e) for n, e in enumerate(effects, 1)]), final).shares
    assert shares is not None
    assert sum(shares.values()) == pytest.approx(1)
    assert all(share >= 0 for share in shares.values())
