"""Items say how two sealed sets stand; every decision is a revision that keeps the rules and can be taken back."""

import pytest

from firered_review.core.errors import LabelRefused, NotYet, ReviewError
from firered_review.core.judgement import Item
from firered_review.store import audit
from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from firered_review.store.judged import STAGE_ONE_KINDS
from firered_review.store.sealed_key import read_key
from harness.formats.labels import CauseLabel, ErrorLabel, MilestoneLabel
from tests.adjudications import Chain, codenames


def one(db: AdjudicationDatabase, finding: str, kind: str) -> Item:
    return next(item for item in db.items() if item.finding == finding and item.kind == kind)


def judge_first_stage(db: AdjudicationDatabase) -> None:
    for item in db.items():
        if item.kind in ("milestone", "route", "battle"):
            db.judge(item.item, "disputed", reason="x")


def test_items_say_how_the_two_sides_stand(chain: Chain, db: AdjudicationDatabase) -> None:
    names = codenames(chain.experiment, read_key(chain.key), "adjudicator")
    findings = [(item.trial, item.kind, item.finding) for item in db.items()]
    alder, birch = names["alder-01"], names["birch-01"]
    assert findings.count((alder, "milestone", "both")) == 6
    assert findings.count((alder, "milestone", "differ")) == 1
    assert (
        len([1 for trial, kind, finding in findings if (trial, kind) == (alder, "milestone") and "only" in finding])
        == 1
    )
    assert findings.count((birch, "route", "both")) == 1
    assert findings.count((birch, "error", "differ")) == 1
    assert [item.differences for item in db.items() if item.kind == "error" and item.differences] == [["type"]]
    milestones = [item.a or item.b for item in db.items(alder) if item.kind == "milestone"]
    frames = [one.frame.frame for one in milestones if isinstance(one, MilestoneLabel)]
    assert frames == sorted(frames)
    assert db.trials == list(open_bundle(chain.adjudicator, "adjudication").trials)


def test_every_verdict_leaves_its_label(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    differ = one(db, "differ", "error")
    assert isinstance(differ.a, ErrorLabel)
    assert isinstance(differ.b, ErrorLabel)
    for verdict, label in (("a", None), ("b", None), ("combine", differ.b), ("neither", None), ("disputed", None)):
        db.judge(differ.item, verdict, label, "The frames show it")  # type: ignore[arg-type]
        expected = {"a": differ.a, "b": differ.b, "combine": differ.b}.get(verdict)
        assert db.item(differ.item).final == expected
    assert db.item(differ.item).state == "disputed"
    fresh = differ.a.model_copy(update={"severity": "critical"})
    with pytest.raises(LabelRefused, match="severity comes from neither side"):
        db.judge(differ.item, "combine", fresh, "x")
    db.judge(differ.item, "new", fresh, "More than five actions lost")
    assert db.item(differ.item).final == fresh


def test_a_decision_that_makes_no_sense_is_refused(db: AdjudicationDatabase) -> None:
    alone = next(item for item in db.items() if item.finding in ("only a", "only b") and item.kind == "milestone")
    missing = "b" if alone.finding == "only a" else "a"
    with pytest.raises(LabelRefused, match="there is no label"):
        db.judge(alone.item, missing, reason="x")  # type: ignore[arg-type]
    with pytest.raises(LabelRefused, match="a reason is still needed"):
        db.judge(alone.item, "neither")
    with pytest.raises(LabelRefused, match="needs a label"):
        db.judge(alone.item, "new", reason="x")
    with pytest.raises(ReviewError, match="holds no item item-99999"):
        db.judge("item-99999", "a", reason="x")
    assert all(item.state == "open" for item in db.items())


def test_a_new_label_keeps_the_reviewers_rules(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    differ = one(db, "differ", "error")
    assert isinstance(differ.a, ErrorLabel)
    early = differ.a.model_copy(update={"decision": 2})
    with pytest.raises(LabelRefused, match="not the boundary frame of decision 2"):
        db.judge(differ.item, "new", early, "x")


def test_a_milestone_counts_once_even_across_items(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "milestone")
    db.judge(item.item, "a", reason="The frames show it")
    assert isinstance(item.a, MilestoneLabel)
    with pytest.raises(LabelRefused, match="stands already in"):
        db.add(item.trial, item.a, "x")
    assert len(db.items()) == len({item.item for item in db.items()})


def test_exact_agreement_is_taken_in_bulk_and_undone_in_one_step(db: AdjudicationDatabase) -> None:
    exact = {item.item for item in db.items() if item.exact and item.kind in STAGE_ONE_KINDS}
    assert db.accept_exact().label_ids == exact
    assert {item.item for item in db.items() if item.state == "decided"} == exact
    assert db.accept_exact().label_ids == frozenset()
    db.undo()
    assert all(item.state == "open" for item in db.items())
    db.redo()
    assert {item.item for item in db.items() if item.state == "decided"} == exact
    assert not db.can_redo


def test_exact_agreement_on_memory_waits_for_the_first_stage_of_its_trial(db: AdjudicationDatabase) -> None:
    memory = {item.item for item in db.items() if item.exact and item.kind not in STAGE_ONE_KINDS}
    assert memory
    assert not db.accept_exact().label_ids & memory
    judge_first_stage(db)
    assert db.accept_exact().label_ids == memory


def test_undo_survives_a_restart(chain: Chain, db: AdjudicationDatabase) -> None:
    item = one(db, "differ", "milestone").item
    db.judge(item, "a", reason="x")
    db.judge(item, "b", reason="y")
    again = open_adjudication(chain.database)
    again.undo()
    judgement = again.item(item).judgement
    assert judgement is not None
    assert (judgement.verdict, judgement.reason) == ("a", "x")
    assert db.item(item).judgement == judgement
    again.close()


def test_hidden_state_is_behind_a_first_judgement(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "route")
    with pytest.raises(NotYet, match="judge it first"):
        db.evidence(item.item)
    db.judge(item.item, "neither", reason="x")
    found = db.evidence(item.item)
    assert len(found.routes) == 1
    assert found.routes[0].steps == 6
    db.judge(item.item, "a", reason="y")
    judgement = db.item(item.item).judgement
    assert judgement is not None
    assert judgement.after_evidence


def test_memory_waits_for_the_first_stage_of_its_trial(db: AdjudicationDatabase) -> None:
    trial = one(db, "both", "route").trial
    assert not db.may_see_memory(trial)
    for item in db.items(trial):
        if item.kind in ("milestone", "route", "battle"):
            db.judge(item.item, "disputed", reason="x")
    assert db.may_see_memory(trial)


def test_a_batch_is_taken_whole_or_not_at_all(db: AdjudicationDatabase) -> None:
    item = one(db, "both", "route").item

    def two_of_which_one_fails() -> None:
        with db.batch():
            db.judge(item, "a", reason="x")
            db.judge(item, "new", reason="x")

    with pytest.raises(LabelRefused):
        two_of_which_one_fails()
    assert db.item(item).state == "open"
    assert not db.can_undo


def test_the_adjudicator_may_add_what_both_missed(db: AdjudicationDatabase) -> None:
    judge_first_stage(db)
    trial = db.trials[0]
    assert db.bundle is not None
    label = CauseLabel(cause="instrumentation", decision=3, frame=db.bundle.trial(trial).boundary(3))
    db.add(trial, label, "Instrument fault")
    added = [item for item in db.items() if item.finding == "added"]
    assert [item.final for item in added] == [label]
    assert list(audit.faults(db.db)) == []
