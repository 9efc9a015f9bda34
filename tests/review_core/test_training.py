"""What a trainee found, missed and invented is told by the codebook's tolerances."""

from hypothesis import given
from hypothesis import strategies as st

from firered_review.core.training import Answer, compare, tally
from harness.formats.codebook import load_codebook
from harness.formats.labels import Citation, ErrorLabel, FrameIdentity, Label, MilestoneLabel, NoteLabel
from tests.bundles import CODEBOOK_FOLDER

TOLERANCES = load_codebook(CODEBOOK_FOLDER).codebook.tolerances


def frame(number: int) -> FrameIdentity:
    return FrameIdentity(frame=number, sha256="a" * 64)


def error(decision: int, kind: str = "omission", severity: str = "minor", cited: int = 1) -> ErrorLabel:
    return ErrorLabel.model_validate(
        {
            "type": kind,
            "severity": severity,
            "citations": [Citation(decision=cited)],
            "decision": decision,
            "frame": frame(decision * 8),
            "recovery_decision": None,
        }
    )


def test_found_differing_missed_and_extra_are_told_apart_and_counted_by_type() -> None:
    reach = TOLERANCES.error_decisions
    answers = {
        "one": Answer(error(10), "forgot"),
        "two": Answer(error(100, "fabrication", "material"), "made up"),
        "three": Answer(error(200, "contradiction"), "both"),
        "four": Answer(MilestoneLabel(milestone="M1", frame=frame(50)), "there"),
    }
    labels: dict[str, Label] = {
        "a": error(10 + reach, cited=3),
        "b": error(100, "fabrication", "critical"),
        "c": error(300, "omission"),
        "d": MilestoneLabel(milestone="M1", frame=frame(50 + TOLERANCES.milestone_frames + 1)),
        "e": NoteLabel(frame=frame(9), note="hm"),
    }
    found = compare(answers, labels, TOLERANCES, ["error", "milestone"])
    told = sorted((one.group, one.state, tuple(one.differs)) for one in found)
    assert told == [
        ("contradiction", "missed", ()),
        ("fabrication", "differs", ("severity",)),
        ("milestone", "extra", ()),
        ("milestone", "missed", ()),
        ("omission", "extra", ()),
        ("omission", "found", ()),
    ]
    sums = {one.group: (one.planted, one.found, one.missed, one.extra) for one in tally(found)}
    assert sums == {
        "contradiction": (1, 0, 1, 0),
        "fabrication": (1, 1, 0, 0),
        "milestone": (1, 0, 1, 1),
        "omission": (1, 1, 0, 1),
    }


def test_another_type_at_the_right_place_is_found_and_differs() -> None:
    (found,) = compare({"one": Answer(error(10), "")}, {"a": error(10, "fabrication")}, TOLERANCES, ["error"])
    assert (found.state, list(found.differs), found.group) == ("differs", ["type"], "omission")


def test_kinds_that_are_not_asked_for_are_left_alone() -> None:
    answers = {"one": Answer(error(10), ""), "two": Answer(MilestoneLabel(milestone="M2", frame=frame(9)), "")}
    found = compare(answers, {}, TOLERANCES, ["milestone", "route"])
    assert [(one.group, one.state) for one in found] == [("milestone", "missed")]


decisions = st.lists(st.integers(2, 400), max_size=12, unique=True)


@given(planted=decisions, made=decisions)
def test_every_answer_and_every_label_stands_in_exactly_one_row(planted: list[int], made: list[int]) -> None:
    answers = {f"answer-{n}": Answer(error(n), str(n)) for n in planted}
    labels: dict[str, Label] = {str(n): error(n) for n in made}
    found = compare(answers, labels, TOLERANCES, ["error"])
    assert sorted(one.answer.words for one in found if one.answer) == sorted(map(str, planted))
    assert sorted(one.label.decision for one in found if isinstance(one.label, ErrorLabel)) == sorted(made)
    sums = tally(found)
    assert sum(one.planted for one in sums) == len(planted)
    assert sum(one.found + one.extra for one in sums) == len(made)
