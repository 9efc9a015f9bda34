"""Adjudication by file: items out, decisions in, by the same rules as the window."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from firered_review.core.errors import LabelRefused, ReviewError
from firered_review.core.judgement import Item, check_verdict
from firered_review.store.adjudication import AdjudicationDatabase
from firered_review.store.judged import STAGE_ONE_KINDS
from firered_review.store.once import keep_out_of_evidence
from firered_review.store.tables import json_bytes
from harness.formats.base import MilestoneId, Record, Versioned
from harness.formats.files import load_json, parse, read_bytes, write_whole
from harness.formats.labels import Label


class Decision(Record):
    """One entry: about an item, or a label that neither side has (``trial`` and ``label``, no ``item``)."""

    item: str | None = None
    trial: str | None = None
    decision: str | None = None
    """Null leaves the item as it is."""
    label: Label | None = None
    reason: str = ""
    # what an exported entry also holds, and nothing reads
    kind: str | None = None
    finding: str | None = None
    state: str | None = None
    shown_first: str | None = None
    waits: bool = False
    """It is about memory, and its trial's milestones, routes and battles are not all judged: it shows no label yet."""
    after_evidence: bool = False
    changed_after_evidence: bool = False
    differences: list[str] = Field(default_factory=list)
    a: Label | None = None
    b: Label | None = None


class InstrumentClosing(Record):
    """A conflict of hidden state against screen that is put down to the instrument."""

    trial: str
    milestone: MilestoneId
    reason: str


class DecisionsFile(Versioned):
    """The file of ``adjudicate --json``: written with every item, read back with decisions filled in."""

    kind: Literal["decisions"] = "decisions"
    demonstration: bool = False
    accept_exact: bool = False
    """Take every item on which both sides agree in every field, without a reason."""
    items: list[Decision] = Field(default_factory=list)
    instrument: list[InstrumentClosing] = Field(default_factory=list)


class Applied(NamedTuple):
    """What a file of decisions did."""

    judged: int
    added: int
    closed: int
    open: int


def write_items(db: AdjudicationDatabase, path: Path) -> int:
    """Write every item and its standing decision into a new file; return how many.

    Raises:
        ReviewError: the file would lie in an experiment.
    """
    keep_out_of_evidence(path)
    waiting = db.waiting()
    items = [_exported(item, waits=item.item in waiting) for item in db.items()]
    closings = [
        InstrumentClosing(trial=trial, milestone=milestone, reason=reason)
        for (trial, milestone), reason in sorted(db.closing_reasons().items())
    ]
    found = DecisionsFile(demonstration=db.demonstration, items=items, instrument=closings)
    write_whole(path, json_bytes(found.model_dump(mode="json")))
    return len(items)


def apply_file(db: AdjudicationDatabase, path: Path) -> Applied:
    """Apply every decision of a file, or none of them; one that already stands is left alone.

    Raises:
        BadFile: it is no such file.
        LabelRefused: a decision breaks a rule; nothing is applied then.
    """
    found = parse(DecisionsFile, load_json(read_bytes(path), str(path)), str(path))
    _refuse_twice(found.items, path)
    with db.batch():
        judged = len(db.accept_exact().label_ids) if found.accept_exact else 0
        added = closed = 0  # exact agreement on memory waits for what the entries decide
        kinds = {item.item: item.kind for item in db.items()}
        for number, one in sorted(enumerate(found.items, 1), key=lambda entry: _about_memory(kinds, entry[1])):
            with _placed(f"{path}, entry {number}"):
                done = _apply(db, one)
            judged += done == "judged"
            added += done == "added"
        judged += len(db.accept_exact().label_ids) if found.accept_exact else 0
        for number, closing in enumerate(found.instrument, 1):
            if db.closing_reasons().get((closing.trial, closing.milestone)) != closing.reason:
                with _placed(f"{path}, instrument {number}"):
                    db.close_conflict(closing.trial, closing.milestone, closing.reason)
                closed += 1
    return Applied(judged, added, closed, sum(item.state == "open" for item in db.items()))


def _refuse_twice(items: Sequence[Decision], path: Path) -> None:
    first: dict[str, int] = {}
    for number, one in enumerate(items, 1):
        if one.item is None or one.decision is None:
            continue
        if one.item in first:
            raise ReviewError(
                f"{path} decides {one.item} twice, in entries {first[one.item]} and {number}: keep one of them."
            )
        first[one.item] = number


@contextlib.contextmanager
def _placed(where: str) -> Iterator[None]:
    """Let every refusal say which entry of the file it is about."""
    try:
        yield
    except LabelRefused as fault:
        raise LabelRefused([f"{where}: {problem}" for problem in fault.problems]) from None
    except ReviewError as fault:
        raise type(fault)(f"{where}: {fault}") from None


def _about_memory(kinds: Mapping[str, str], one: Decision) -> bool:
    """Tell what comes last: labels about memory, which wait for the others."""
    kind = kinds.get(one.item, "") if one.item is not None else one.label.kind if one.label is not None else ""
    return kind not in STAGE_ONE_KINDS


def _apply(db: AdjudicationDatabase, one: Decision) -> str:
    if one.decision is None:
        return ""
    verdict = check_verdict(one.decision)
    if one.item is None:
        if one.trial is None or one.label is None or verdict != "new":
            raise ReviewError("it names no item; a label of its own needs trial, label and the decision new.")
        if _stands(db, one.trial, one.label):
            return ""
        db.add(one.trial, one.label, one.reason)
        return "added"
    item = db.item(one.item)
    standing = item.judgement
    label = one.label if verdict in ("combine", "new") else None
    same = standing is not None and (standing.verdict, standing.reason) == (verdict, one.reason)
    if same and (label is None or item.final == label):
        return ""
    db.judge(one.item, verdict, label, one.reason)
    return "judged"


def _stands(db: AdjudicationDatabase, trial: str, label: Label) -> bool:
    return any(item.finding == "added" and item.final == label for item in db.items(trial))


def _exported(item: Item, *, waits: bool) -> Decision:
    standing = item.judgement
    own = standing is not None and standing.verdict in ("combine", "new")
    fields: dict[str, Any] = {
        "item": item.item,
        "trial": item.trial,
        "kind": item.kind,
        "finding": item.finding,
        "state": item.state,
        "shown_first": item.shown_first,
        "waits": waits,
        "after_evidence": standing is not None and standing.after_evidence,
        "changed_after_evidence": item.changed_after_evidence,
        "differences": [] if waits else item.differences,
        "a": None if waits else item.a,
        "b": None if waits else item.b,
        "decision": None if standing is None else standing.verdict,
        "label": item.final if own else None,
        "reason": "" if standing is None else standing.reason,
    }
    return Decision(**fields)
