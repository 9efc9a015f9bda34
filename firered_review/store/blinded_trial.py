"""One trial of a bundle, copied field by field into the bundle's own models, its texts masked."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel

from firered_review.core.masking import Masker
from harness.evidence.motion import copy_motion
from harness.evidence.places import MOTION
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.bundle import (
    BundleAction,
    BundleAttempt,
    BundleDecision,
    BundleFact,
    BundleMemoryEvent,
    BundleObserved,
    BundleText,
    BundleTrial,
)
from harness.formats.evidence import Attempt, Fact, MemoryEvent, TraceRecord
from harness.formats.files import line_json, pretty_json, write_whole


def masker_of(source: Experiment) -> Masker:
    """Return what masks every word that names a condition of an experiment."""
    manifest = source.manifest
    ids = [one.id for one in manifest.conditions]
    models = [one.model for one in manifest.conditions if one.model]
    agents = [condition.agent for condition in source.conditions.values()]
    return Masker([*manifest.masked_names, *ids, *models, *agents])


def write_trial(trial: TrialFolder, folder: Path, codename: str, masker: Masker) -> None:
    """Write a trial's folder of a bundle."""
    folder.mkdir(parents=True)
    trace, inputs, memory = trial.trace(), trial.inputs(), trial.memory()
    with trial.frames as frames:
        count = frames.count
    info = BundleTrial(
        codename=codename,
        frames=count,
        decisions=len(trace),
        actions=len(inputs),
        press_frames=trial.header.press_frames,
        settle_frames=trial.header.settle_frames,
    )
    write_whole(folder / "trial.json", pretty_json(info))
    decisions = [
        BundleDecision(decision=one.decision_id, frame=one.frame, frame_sha256=one.frame_sha256, settled=one.settled)
        for one in trace
    ]
    actions = [
        BundleAction(
            action_number=one.action_number,
            decision=one.decision,
            action=one.action,
            first_frame=one.first_frame,
            press_frames=one.press_frames,
            last_frame=one.last_frame,
            input_read=one.input_read,
            settled=one.settled,
        )
        for one in inputs
    ]
    _write_lines(folder / "decisions.jsonl", decisions)
    _write_lines(folder / "actions.jsonl", actions)
    _write_lines(folder / "texts.jsonl", _texts(trace, trial.attempts(), memory, masker))
    _write_lines(folder / "memory.jsonl", _memory(memory, masker))
    copy_motion(trial.path / MOTION, folder / MOTION)


def _write_lines(path: Path, records: Iterable[BaseModel]) -> None:
    write_whole(path, b"".join(line_json(one) for one in records))


def _texts(
    trace: Sequence[TraceRecord], attempts: Sequence[Attempt], memory: Sequence[MemoryEvent], masker: Masker
) -> list[BundleText]:
    calls: dict[int, list[BundleAttempt]] = {}
    for one in attempts:
        calls.setdefault(one.decision, []).append(BundleAttempt(attempt=one.attempt, refused=masker.maybe(one.refused)))
    shown: dict[int, list[str]] = {}
    for event in memory:
        if event.event == "shown" and event.fact_id is not None:
            shown.setdefault(event.decision, []).append(event.fact_id)
    return [
        BundleText(
            decision=one.decision_id,
            attempts=calls.get(one.decision_id, []),
            reasoning_summary=masker.maybe(one.reasoning_summary),
            observed=None
            if one.observed is None
            else BundleObserved(
                screen=one.observed.screen,
                location_guess=masker.text(one.observed.location_guess),
                objective_guess=masker.text(one.observed.objective_guess),
                certainty=one.observed.certainty,
            ),
            memory_read=list(one.memory_reads),
            memory_shown=shown.get(one.decision_id, []),
            memory_written=list(one.memory_writes),
        )
        for one in trace
    ]


def _memory(events: Sequence[MemoryEvent], masker: Masker) -> list[BundleMemoryEvent]:
    found = []
    for one in events:
        if one.event == "shown" or one.event == "read":
            continue
        found.append(
            BundleMemoryEvent(
                event=one.event,
                decision=one.decision,
                fact_id=one.fact_id,
                fact=None if one.fact is None else _fact(one.fact, masker),
                superseded_by=one.superseded_by,
                guess_over_confirmed=one.guess_over_confirmed,
                refused=masker.maybe(one.refused),
            )
        )
    return found


def _fact(fact: Fact, masker: Masker) -> BundleFact:
    return BundleFact(
        fact_id=fact.fact_id,
        kind=fact.kind,
        subject=masker.maybe(fact.subject),
        predicate=masker.maybe(fact.predicate),
        object=masker.maybe(fact.object),
        status=fact.status,
        confidence=fact.confidence,
        first_seen_decision=fact.first_seen_decision,
        last_confirmed_decision=fact.last_confirmed_decision,
        supersedes=fact.supersedes,
        value=masker.text(fact.value),
        evidence=masker.text(fact.evidence),
        confirmed=fact.confirmed,
        evidence_frame=fact.evidence_frame,
    )
