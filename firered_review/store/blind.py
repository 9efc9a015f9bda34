"""Making bundles: field by field from models of their own, so that what is not named here is not in them."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from firered_review.core.blinding import ADJUDICATOR, COORDINATOR, Assignment, Masker, check_reader_name
from firered_review.core.errors import ReviewError, Tampered
from firered_review.store.bundle import CODEBOOK, HEADER
from firered_review.store.sealed_key import (
    KEY,
    OpenKey,
    names_to_avoid,
    new_key,
    read_key,
    sound_sums,
    write_key,
)
from harness.evidence.motion import copy_motion
from harness.evidence.places import MOTION
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import sha256_hex
from harness.formats.bundle import (
    BundleAction,
    BundleAttempt,
    BundleBudgets,
    BundleDecision,
    BundleFact,
    BundleHeader,
    BundleKind,
    BundleMemoryEvent,
    BundleObserved,
    BundleText,
    BundleTrial,
    Maskings,
)
from harness.formats.evidence import Attempt, Fact, MemoryEvent, TraceRecord
from harness.formats.files import line_json, pretty_json, write_whole

NEUTRAL_TIME = 946684800
"""Modification time of every file of a bundle: 2000-01-01T00:00:00Z."""


class Blinded(NamedTuple):
    """What ``blind`` made: bundle folders by reader, the key's file, its commitment, words masked."""

    bundles: dict[str, Path]
    key: Path
    commitment: str
    masked: int


def blind(experiment: Path, out: Path, reviewers: Sequence[str], key_file: Path | None = None) -> Blinded:
    """Make a bundle for each reviewer and one for the adjudicator; write nothing into the experiment.

    With ``key_file`` the key of an earlier blinding is used and a reviewer joins; the adjudicator's bundle is made
    when it is not there yet.

    Raises:
        ReviewError: a name is no name, a bundle is there already, or ``out`` lies in the experiment.
        Tampered: a recorded file is not what the sums say, or the key belongs to other evidence.
    """
    names = [check_reader_name(name) for name in reviewers]
    if not names or len(set(names)) != len(names):
        raise ReviewError("Name at least one reviewer, and each one once.")
    source = Experiment(experiment)
    _check_out(experiment, out, names, key_file)
    sums = sound_sums(source)
    key_path = key_file or out / COORDINATOR / KEY
    (out / COORDINATOR).mkdir(parents=True, exist_ok=True)
    if key_file is None:
        write_key(key_path, new_key(source, sums))
    bundles: dict[str, Path] = {}
    try:
        key = read_key(key_path)
        if key.key.sums_sha256 != sums:
            raise Tampered(f"{key_path} was drawn for other evidence than {experiment} holds now: blind without --key.")
        maskings: dict[str, dict[str, int]] = {}
        for reader in [*names, *([] if (out / ADJUDICATOR).exists() else [ADJUDICATOR])]:
            bundles[reader] = write_bundle(source, key, reader, out, maskings)
        write_whole(out / COORDINATOR / "maskings.json", pretty_json(Maskings(maskings=maskings)))
    except BaseException:
        for made in bundles.values():
            shutil.rmtree(made, ignore_errors=True)
        if key_file is None:
            key_path.unlink()
        raise
    masked = sum(sum(counts.values()) for counts in maskings.values())
    return Blinded(bundles, key_path, key.commitment, masked)


def _check_out(experiment: Path, out: Path, names: Sequence[str], key_file: Path | None) -> None:
    inside, target = experiment.resolve(), out.resolve()
    if target == inside or inside in target.parents:
        raise ReviewError(
            f"{out} lies inside the experiment: choose a folder elsewhere, nothing is written into evidence."
        )
    for name in names:
        if (out / name).exists():
            raise ReviewError(f"{out / name} is there already: choose another folder, or move it away.")
    if key_file is None and (out / COORDINATOR / KEY).exists():
        raise ReviewError(
            f"{out / COORDINATOR / KEY} is there already: name it with --key so that a reviewer joins, "
            "or choose another folder."
        )


Answers = Callable[[Experiment, TrialFolder, Path, Masker], None]
"""Writes what is right into a trial's folder of a training bundle."""


def write_bundle(
    source: Experiment,
    key: OpenKey,
    reader: str,
    out: Path,
    maskings: dict[str, dict[str, int]],
    answers: Answers | None = None,
) -> Path:
    """Write one bundle beside its place and rename it, so that it is there whole or not at all.

    With ``answers`` it is a training bundle. ``maskings`` takes in how often which word was masked in each trial.
    """
    drawn = key.assignment(reader, names_to_avoid(source))
    temporary = Path(tempfile.mkdtemp(prefix=f".{reader}-", dir=out))
    try:
        temporary.chmod(0o755)
        codebook = source.codebook()
        write_whole(temporary / CODEBOOK, pretty_json(codebook))
        for trial in (one.trial for one in key.key.trials):
            masker = _masker(source)
            folder = TrialFolder(source.path / "trials" / trial)
            place = temporary / "trials" / drawn.codenames[trial]
            _write_trial(folder, place, drawn.codenames[trial], masker)
            if answers is not None:
                answers(source, folder, place, masker)
            maskings[trial] = dict(sorted(masker.counts.items()))
        kind: BundleKind = "adjudication" if reader == ADJUDICATOR else "review"
        header = _header(source, key, reader, drawn, temporary, kind if answers is None else "training")
        write_whole(temporary / HEADER, pretty_json(header))
        _neutral_times(temporary)
        temporary.rename(out / reader)
        os.utime(out / reader, (NEUTRAL_TIME, NEUTRAL_TIME))
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    return out / reader


def _header(
    source: Experiment, key: OpenKey, reader: str, drawn: Assignment, folder: Path, kind: BundleKind
) -> BundleHeader:
    budgets = source.manifest.budgets
    return BundleHeader(
        kind=kind,
        reviewer=reader,
        commitment=key.commitment,
        sums_sha256=key.key.sums_sha256,
        codebook_version=source.codebook().codebook.version,
        demonstration=source.manifest.demonstration,
        budgets=BundleBudgets(
            accepted_actions=budgets.accepted_actions,
            model_decisions=budgets.model_decisions,
        ),
        trials=drawn.order,
        questions=["groups", "durable_memory"] if source.manifest.design == "B" else ["groups"],
        files={
            path.relative_to(folder).as_posix(): sha256_hex(path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        },
    )


def _masker(source: Experiment) -> Masker:
    manifest = source.manifest
    ids = [one.id for one in manifest.conditions]
    models = [one.model for one in manifest.conditions if one.model]
    agents = [condition.agent for condition in source.conditions.values()]
    return Masker([*manifest.masked_names, *ids, *models, *agents])


def _neutral_times(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (NEUTRAL_TIME, NEUTRAL_TIME))


def _write_trial(trial: TrialFolder, folder: Path, codename: str, masker: Masker) -> None:
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
