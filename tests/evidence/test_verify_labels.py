"""Adjudicated labels in a package rest on its evidence, or verification says where they do not."""

from pathlib import Path

import pytest

from harness.evidence.sums import write_sums
from harness.evidence.verify import verify_experiment
from harness.formats.base import sha256_hex
from harness.formats.files import line_json
from harness.formats.labels import (
    Citation,
    ErrorLabel,
    FinalLabel,
    FrameIdentity,
    Label,
    MilestoneLabel,
    RouteLabel,
    Segment,
)
from tests.evidence.altering import ALDER, failing, resealed
from tests.evidence.experiments import record
from tests.evidence.pictures import frame


def identity(number: int) -> FrameIdentity:
    return FrameIdentity(frame=number, sha256=sha256_hex(frame(number // 2)))


def labelled(experiment: Path, *labels: Label) -> Path:
    for path in (experiment / "trials").iterdir():
        (path / "annotations.jsonl").write_bytes(b"")
    lines = [
        FinalLabel(item=f"i{n}", state="settled", originals={}, adjudicated=label, decision="take_a", reason="agreed")
        for n, label in enumerate(labels)
    ]
    (experiment / ALDER / "annotations.jsonl").write_bytes(b"".join(line_json(line) for line in lines))
    return resealed(experiment)


def error(decision: int, boundary: int, *citations: Citation) -> ErrorLabel:
    return ErrorLabel(
        type="omission",
        severity="minor",
        citations=list(citations),
        decision=decision,
        frame=identity(boundary),
        recovery_decision=None,
    )


def route(*frames: int) -> RouteLabel:
    ends = [identity(number) for number in frames]
    return RouteLabel(first=Segment(first=ends[0], last=ends[1]), second=Segment(first=ends[2], last=ends[3]))


def test_labels_that_rest_on_the_evidence_pass(experiment: Path) -> None:
    labelled(
        experiment,
        MilestoneLabel(milestone="M1", frame=identity(15)),
        error(4, 20, Citation(fact="location-0001")),
        error(5, 35, Citation(frame=identity(10))),
        error(6, 40, Citation(decision=2)),
        route(20, 25, 30, 35),
    )
    assert {item.verdict for item in verify_experiment(experiment)} == {"pass"}


@pytest.mark.parametrize(
    ("number", "label", "sentence"),
    [
        (6, MilestoneLabel(milestone="M2", frame=FrameIdentity(frame=3, sha256="9" * 64)), "M2 rests on"),
        (6, MilestoneLabel(milestone="M2", frame=FrameIdentity(frame=999, sha256="9" * 64)), "M2 rests on"),
        (7, error(4, 15, Citation(decision=2)), "decision 4 with this boundary frame"),
        (7, error(4, 20, Citation(decision=4)), "what is cited does not come before decision 4"),
        (7, error(4, 20, Citation(fact="event-0009")), "what is cited does not come before decision 4"),
        (7, error(4, 20, Citation(frame=identity(30))), "what is cited does not come before decision 4"),
        (8, route(5, 10, 20, 25), "a milestone lies between"),
        (8, route(20, 30, 25, 35), "overlap"),
    ],
)
def test_labels_that_do_not_rest_on_the_evidence_are_found(
    experiment: Path, number: int, label: Label, sentence: str
) -> None:
    found = failing(verify_experiment(labelled(experiment, label)))
    assert list(found) == [number]
    assert "alder-01/annotations.jsonl, line 1" in found[number]
    assert sentence in found[number]


def test_every_citation_has_to_come_first_not_only_one(experiment: Path) -> None:
    both = error(4, 20, Citation(decision=2), Citation(decision=5))
    found = failing(verify_experiment(labelled(experiment, both)))
    assert "alder-01/annotations.jsonl, line 1: what is cited does not come before decision 4" in found[7]


def test_a_trial_left_out_of_the_labels_is_named_once_there_are_any(experiment: Path) -> None:
    labelled(experiment)
    (experiment / "trials" / "birch-02" / "annotations.jsonl").unlink()
    found = failing(verify_experiment(resealed(experiment)))
    assert list(found) == [9]
    assert "birch-02/annotations.jsonl is missing" in found[9]


def test_a_trial_whose_pair_is_void_needs_no_labels(empty: Path) -> None:
    record(empty, "alder", 1)
    record(empty, "birch", 1, reason="harness_failure")
    record(empty, "alder", 1, rerun=2)
    record(empty, "birch", 1, rerun=2)
    assert [item.number for item in verify_experiment(empty) if item.verdict == "needs labels"] == [6, 7, 8, 9]
    for name in ("alder-01-r2", "birch-01-r2"):
        (empty / "trials" / name / "annotations.jsonl").write_bytes(b"")
    write_sums(empty)
    assert {item.verdict for item in verify_experiment(empty)} == {"pass"}
