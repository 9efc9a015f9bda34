"""Makes a small recorded experiment with the recorder's own writers: two conditions, one of which walks in circles."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from harness.evidence.places import trial_name
from harness.evidence.sums import write_sums
from harness.evidence.writer import TrialWriter
from harness.formats.action import Observed
from harness.formats.base import MILESTONES, Button, MilestoneId, sha256_hex
from harness.formats.evidence import (
    Attempt,
    Fact,
    Input,
    MemoryEvent,
    TerminationReason,
    TraceRecord,
    TrialClosing,
    TrialHeader,
)
from harness.formats.files import pretty_json, read_yaml, to_yaml, write_whole
from harness.formats.manifest import Condition, Freeze, Manifest
from harness.formats.oracle import OracleState, SignRecord, StateRecord
from tests.bundles import PRESS, SETTLE, picture

ROOT = Path(__file__).parents[1]
SPAN = PRESS + SETTLE
TIME = "2026-03-04T05:06:07.000Z"
STRAIGHT: tuple[Button, ...] = ("RIGHT",) * 40
CIRCLES: tuple[Button, ...] = (*("RIGHT",) * 6, *("LEFT",) * 6, *("RIGHT",) * 6, "A", *("DOWN",) * 21)
REACHED: dict[str, dict[MilestoneId, int]] = {
    "alder": {milestone: 5 * number for number, milestone in enumerate(MILESTONES, 1)},
    "birch": {"M1": 20, "M2": 30},
}
"""Condition → milestone → the action in which it is latched."""


def make_experiment(folder: Path, trials: int = 2, *, cost: float | None = None) -> Path:
    """Write a frozen experiment with ``trials`` trials of each condition, hashed; return its folder."""
    shutil.copytree(ROOT / "manifests" / "parcel-errand", folder)
    shutil.copytree(ROOT / "resources" / "codebook", folder / "scoring", dirs_exist_ok=True)
    for junk in (*folder.rglob("__pycache__"), *folder.rglob("__init__.py")):
        shutil.rmtree(junk) if junk.is_dir() else junk.unlink()
    manifest = read_yaml(folder / "manifest.yaml", Manifest)
    emulator = manifest.emulator.model_copy(update={"press_frames": PRESS, "settle_frames": SETTLE})
    write_whole(folder / "manifest.yaml", to_yaml(manifest.model_copy(update={"emulator": emulator})))
    freeze = Freeze(
        frozen_utc=TIME,
        files={},
        rom_sha256="a" * 64,
        initial_state_sha256="b" * 64,
        emulator_files={},
        profile_sha256=None,
        program_version="0.1.0",
    )
    write_whole(folder / "freeze.json", pretty_json(freeze))
    (folder / "trials").mkdir()
    for position, condition in enumerate(("alder", "birch") * trials, 1):
        _record(folder, condition, (position + 1) // 2, position, cost)
    write_sums(folder)
    return folder


def conditions(folder: Path) -> dict[str, Condition]:
    """Return the two conditions of the template."""
    return {path.stem: read_yaml(path, Condition) for path in (folder / "conditions").glob("*.yaml")}


def _record(folder: Path, condition: str, number: int, position: int, cost: float | None) -> None:
    actions = STRAIGHT if condition == "alder" else CIRCLES
    header = TrialHeader(
        experiment_id="parcel-errand",
        condition_id=condition,
        trial_id=number,
        position=position,
        agent=f"scripted:{'careful' if condition == 'alder' else 'forgetful'}",
        seed=position,
        started_utc=TIME,
        freeze_sha256=sha256_hex((folder / "freeze.json").read_bytes()),
        rom_sha256="a" * 64,
        initial_state_sha256="b" * 64,
        emulator_files={},
        first_frame_sha256=sha256_hex(picture(0, position)),
        press_frames=PRESS,
        settle_frames=SETTLE,
        program_version="0.1.0",
    )
    path = folder / "trials" / trial_name(condition, number)
    with TrialWriter.create(path, header) as writer:
        writer.frame(0, picture(0, position))
        states = list(_states(actions))
        for decision, action in enumerate(actions, 1):
            _decide(writer, condition, number, decision, len(actions), position, cost)
            _act(writer, condition, decision, action, states, position)
            writer.commit(_trace(writer, condition, number, decision, action, len(actions), cost))
        writer.close(_closing(condition, len(actions), cost))


def _decide(
    writer: TrialWriter, condition: str, number: int, decision: int, decisions: int, position: int, cost: float | None
) -> None:
    frame = (decision - 1) * SPAN
    writer.boundary(decision, frame, picture(frame, position))
    for attempt in (1, 2) if decision == 7 else (1,):
        request, _ = writer.request(decision, attempt, {"decision": decision})
        refused = decision == 7 and attempt == 1
        writer.attempt(
            Attempt(
                decision=decision,
                attempt=attempt,
                timestamp_utc=TIME,
                request_path=request,
                response_path=writer.response(decision, attempt, b"{}"),
                response_id=None,
                model_id=None,
                input_tokens=None,
                output_tokens=None,
                cached_tokens=None,
                cost_usd=cost,
                cost_source=None if cost is None else "derived",
                latency_ms=20.0,
                refused="five actions from GPT-4o-mini, four are allowed" if refused else None,
                refused_kind="outside_contract" if refused else None,
            )
        )
    if decision == 5:
        fact = _fact(writer, "inventory-0001", 5, f"the {condition} way: a careful step")
        writer.memory(MemoryEvent(event="write", decision=5, fact_id=fact.fact_id, fact=fact))
    if decision > 5:
        writer.memory(MemoryEvent(event="shown", decision=decision, fact_id="inventory-0001"))


def _fact(writer: TrialWriter, fact_id: str, decision: int, value: str) -> Fact:
    frame = (decision - 1) * SPAN
    return Fact(
        fact_id=fact_id,
        kind="inventory",
        subject="player",
        predicate="has_item",
        object="parcel",
        status="active",
        confidence=0.9,
        first_seen_decision=decision,
        last_confirmed_decision=decision,
        evidence_frame_sha256=writer.identity(frame),
        supersedes=None,
        value=value,
        evidence="the message said so",
        confirmed=True,
        evidence_frame=frame,
    )


def _act(
    writer: TrialWriter, condition: str, number: int, action: Button, states: list[OracleState], position: int
) -> None:
    first = (number - 1) * SPAN + 1
    last = first + SPAN - 1
    for frame in range(first, last + 1):
        writer.frame(frame, picture(frame, position))
    for when, state, frame in (("before", states[number - 1], first - 1), ("after", states[number], last)):
        writer.oracle(StateRecord(frame=frame, action_number=number, when=when, valid=True, state=state))
    for milestone, reached in REACHED[condition].items():
        if reached == number:
            for sign, frame in (("earliest", first), ("latched", first + 4), ("settled", last)):
                writer.oracle(SignRecord(frame=frame, milestone=milestone, sign=sign))
    writer.input(
        Input(
            action_number=number,
            decision=number,
            index=0,
            action=action,
            first_frame=first,
            press_frames=PRESS,
            settle_frames=SETTLE,
            last_frame=last,
            input_read=True,
            settled=True,
            effect="moved" if action != "A" else "no_visible_change",
        )
    )


def _trace(
    writer: TrialWriter,
    condition: str,
    number: int,
    decision: int,
    action: Button,
    decisions: int,
    cost: float | None,
) -> TraceRecord:
    frame = (decision - 1) * SPAN
    reached = REACHED[condition]
    return TraceRecord(
        experiment_id="parcel-errand",
        condition_id=condition,
        trial_id=number,
        decision_id=decision,
        timestamp_utc=TIME,
        frame_sha256=writer.identity(frame),
        prompt_sha256="d" * 64,
        model_id=None,
        response_id=None,
        input_tokens=None,
        output_tokens=None,
        cached_tokens=None,
        provider_cost_usd=cost,
        latency_ms=20.0,
        raw_response_path=f"responses/{decision:06d}.json",
        parsed_actions=[action],
        accepted_actions=1,
        invalid_output=decision == 7,
        memory_reads=["inventory-0001"] if decision > 5 else [],
        memory_writes=["inventory-0001"] if decision == 5 else [],
        milestones_before=[m for m in reached if reached[m] < decision],
        milestones_after=[m for m in reached if reached[m] <= decision],
        termination_reason=_reason(condition) if decision == decisions else None,
        frame=frame,
        settled=True,
        reasoning_summary="As Claude 3.5 Sonnet would say: go on.",
        observed=Observed(screen="overworld", location_guess="town", objective_guess="forgetful walk", certainty=0.5),
        attempts=2 if decision == 7 else 1,
    )


def _closing(condition: str, decisions: int, cost: float | None) -> TrialClosing:
    return TrialClosing(
        ended_utc=TIME,
        reason=_reason(condition),
        reason_numbers={},
        frames=decisions * SPAN + 1,
        decisions=decisions,
        accepted_actions=decisions,
        attempts=decisions + 1,
        invalid_attempts=1,
        milestones=list(REACHED[condition]),
        input_tokens=None,
        output_tokens=None,
        cost_usd=None if cost is None else cost * (decisions + 1),
        model_latency_ms=20.0 * (decisions + 1),
        wall_time_ms=900,
    )


def _reason(condition: str) -> TerminationReason:
    return "m8_verified" if condition == "alder" else "action_budget"


def _states(actions: tuple[Button, ...]) -> Iterator[OracleState]:
    x = y = 10
    yield _state(x, y)
    for action in actions:
        x += {"RIGHT": 1, "LEFT": -1}.get(action, 0)
        y += {"DOWN": 1, "UP": -1}.get(action, 0)
        yield _state(x, y)


def _state(x: int, y: int) -> OracleState:
    return OracleState(
        map="road",
        map_group=3,
        map_num=19,
        x=x,
        y=y,
        facing="right",
        screen="overworld",
        screen_detail="overworld",
        menu_depth=0,
        settled=True,
        moving=False,
        money=3000,
        bag={},
        party=[],
        flags={},
        vars={},
        scripted=False,
        battle=None,
    )
