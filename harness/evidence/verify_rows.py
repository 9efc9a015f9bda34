"""Checks of a trial's rows against each other: actions, calls, totals, counts."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from harness.evidence import png
from harness.evidence.package import LoadedTrial, Package, each
from harness.evidence.places import REQUESTS, RESPONSES, boundary_name, plain_file, plain_folder
from harness.formats.base import sha256_hex
from harness.formats.errors import BadFile
from harness.formats.evidence import Attempt, Input, TraceRecord
from harness.formats.files import read_bytes


def actions_in_both(package: Package) -> Iterator[str]:
    """Check that every accepted action stands in the trace and in the input log, and covers the stored frames."""
    yield from each(package.valid, _actions)


def _actions(trial: LoadedTrial) -> Iterator[str]:
    where = trial.path / "inputs.jsonl"
    by_decision: dict[int, list[Input]] = defaultdict(list)
    due = 1
    for line, action in enumerate(trial.inputs, 1):
        by_decision[action.decision].append(action)
        last = action.first_frame + action.press_frames + action.settle_frames - 1
        if (action.action_number, action.first_frame, action.last_frame) != (line, due, last):
            yield f"{where}, line {line}: action {action.action_number} does not follow the one before it."
        due = action.last_frame + 1
    if due != len(trial.identities):
        yield f"{where} explains {due} frames, {trial.path / 'motion.sqlite'} holds {len(trial.identities)}."
    boundary = 0
    for line, record in enumerate(trial.trace, 1):
        played = by_decision.pop(record.decision_id, [])
        yield from _decision(trial, f"{trial.path / 'trace.jsonl'}, line {line}", record, played, boundary)
        boundary = played[-1].last_frame if played else boundary
    for decision in sorted(by_decision):
        yield f"{where}: decision {decision} has actions but no line in trace.jsonl."


def _decision(trial: LoadedTrial, where: str, record: TraceRecord, played: list[Input], boundary: int) -> Iterator[str]:
    accepted = [action.action for action in played]
    if record.accepted_actions != len(accepted) or record.parsed_actions[: len(accepted)] != accepted:
        yield f"{where}: decision {record.decision_id} accepted other actions than inputs.jsonl holds."
    if record.frame != boundary or not trial.shows(record.frame, record.frame_sha256):
        yield f"{where}: the boundary frame of decision {record.decision_id} is not the frame that was stored."
    name = boundary_name(record.decision_id)
    try:
        shown = png.decode(read_bytes(plain_file(trial.path, name)), str(trial.path / name))
    except BadFile as fault:
        yield str(fault)
        return
    if sha256_hex(shown) != record.frame_sha256:
        yield f"{trial.path / name} is not the picture that {where} names."


def calls_in_totals(package: Package) -> Iterator[str]:
    """Check that every call, retries too, has its files and stands in the totals of decision and trial."""
    yield from each(package.valid, _calls)


def _calls(trial: LoadedTrial) -> Iterator[str]:
    by_decision: dict[int, list[Attempt]] = defaultdict(list)
    named: set[str] = set()
    where = trial.path / "attempts.jsonl"
    for line, attempt in enumerate(trial.attempts, 1):
        by_decision[attempt.decision].append(attempt)
        for name in (attempt.request_path, attempt.response_path):
            if name is not None:
                named.add(name)
                yield from _exists(trial.path, name, f"{where}, line {line}")
    for line, record in enumerate(trial.trace, 1):
        calls = by_decision.pop(record.decision_id, [])
        yield from _decision_totals(trial, f"{trial.path / 'trace.jsonl'}, line {line}", record, calls)
    for decision in sorted(by_decision):
        yield f"{where}: decision {decision} has calls but no line in trace.jsonl."
    for folder in (REQUESTS, RESPONSES):
        for path in sorted(plain_folder(trial.path / folder).iterdir()):
            if f"{folder}/{path.name}" not in named:
                yield f"{path} belongs to no call in attempts.jsonl."
    closing, every = trial.closing, trial.attempts
    totals = (
        ("input_tokens", closing.input_tokens, [a.input_tokens for a in every]),
        ("output_tokens", closing.output_tokens, [a.output_tokens for a in every]),
        ("cost_usd", closing.cost_usd, [a.cost_usd for a in every]),
        ("model_latency_ms", closing.model_latency_ms, [a.latency_ms for a in every]),
    )
    said = f"{trial.path / 'trial.json'}: the closing's"
    yield from _differing(totals, said)
    bounds = (
        ("cost_usd_at_least", closing.cost_usd_at_least, [a.cost_usd for a in every]),
        ("input_tokens_at_least", closing.input_tokens_at_least, [a.input_tokens for a in every]),
        ("output_tokens_at_least", closing.output_tokens_at_least, [a.output_tokens for a in every]),
    )
    for name, bound, parts in bounds:
        if bound is not None:
            yield from _differing([(name, bound, [part for part in parts if part is not None])], said)


def _exists(folder: Path, name: str, where: str) -> Iterator[str]:
    try:
        plain_file(folder, name)
    except BadFile as fault:
        yield f"{where}: {fault}"


def _decision_totals(trial: LoadedTrial, where: str, record: TraceRecord, calls: list[Attempt]) -> Iterator[str]:
    if record.attempts != len(calls) or [a.attempt for a in calls] != list(range(1, len(calls) + 1)):
        yield f"{where}: decision {record.decision_id} names {record.attempts} calls, attempts.jsonl has {len(calls)}."
        return
    if record.invalid_output != any(a.refused is not None for a in calls):
        yield f"{where}: invalid_output of decision {record.decision_id} is not what attempts.jsonl says."
    totals = (
        ("input_tokens", record.input_tokens, [a.input_tokens for a in calls]),
        ("output_tokens", record.output_tokens, [a.output_tokens for a in calls]),
        ("cached_tokens", record.cached_tokens, [a.cached_tokens for a in calls]),
        ("provider_cost_usd", record.provider_cost_usd, [a.cost_usd for a in calls]),
        ("latency_ms", record.latency_ms, [a.latency_ms for a in calls]),
    )
    yield from _differing(totals, f"{where}: decision {record.decision_id}'s")
    if calls:
        sent = [sha256_hex(read_bytes(plain_file(trial.path, call.request_path))) for call in calls]
        if record.prompt_sha256 not in sent:
            yield f"{where}: prompt_sha256 of decision {record.decision_id} is no request's of it."
        if record.raw_response_path != calls[-1].response_path:
            yield f"{where}: raw_response_path of decision {record.decision_id} is not its last call's."


def _differing(totals: Sequence[tuple[str, float | None, Sequence[float | None]]], where: str) -> Iterator[str]:
    """Compare totals with the sum of their parts; with a part unmeasured, or none, a total must be null."""
    for name, total, parts in totals:
        measured = [part for part in parts if part is not None]
        expected = math.fsum(measured) if measured and len(measured) == len(parts) else None
        same = total is expected if total is None or expected is None else math.isclose(total, expected, abs_tol=1e-6)
        if not same:
            yield f"{where} {name} is {total}, its calls add up to {expected}."


def rows_add_up(package: Package) -> Iterator[str]:
    """Check that every closing record counts what the rows hold."""
    yield from each(package.valid, _closing)


def _closing(trial: LoadedTrial) -> Iterator[str]:
    closing = trial.closing
    counts: tuple[tuple[str, object, Callable[[], object]], ...] = (
        ("frames", closing.frames, lambda: len(trial.identities)),
        ("decisions", closing.decisions, lambda: len(trial.trace)),
        ("accepted_actions", closing.accepted_actions, lambda: len(trial.inputs)),
        ("attempts", closing.attempts, lambda: len(trial.attempts)),
        ("invalid_attempts", closing.invalid_attempts, lambda: sum(a.refused is not None for a in trial.attempts)),
        ("milestones", closing.milestones, lambda: trial.trace[-1].milestones_after if trial.trace else []),
    )
    for name, said, counted in counts:
        if said != (found := counted()):
            yield f"{trial.path / 'trial.json'}: the closing says {name} {said}, the rows hold {found}."
    yield from _own_rows(trial)
    decisions = [record.decision_id for record in trial.trace]
    if decisions != list(range(1, len(decisions) + 1)):
        yield f"{trial.path / 'trace.jsonl'}: decisions do not follow one another from 1."
    for name in trial.folder.torn:
        yield f"{trial.path / name}: the last line is torn."


def _own_rows(trial: LoadedTrial) -> Iterator[str]:
    """Every line of the trace belongs to this trial, and the last one alone says why it ended."""
    header, where = trial.header, trial.path / "trace.jsonl"
    own = (header.experiment_id, header.condition_id, header.trial_id)
    for line, record in enumerate(trial.trace, 1):
        if (record.experiment_id, record.condition_id, record.trial_id) != own:
            yield f"{where}, line {line} is of another trial."
        due = trial.closing.reason if line == len(trial.trace) else None
        if record.termination_reason != due:
            yield f"{where}, line {line}: termination_reason is {record.termination_reason}, {due} was due."
