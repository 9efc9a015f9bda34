"""Small experiments, recorded through the real writer: six decisions, retries, memory and a milestone."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from harness.emulator.options import core_config_sha256
from harness.evidence.places import attempt_name, trial_name
from harness.evidence.sums import write_sums
from harness.evidence.writer import TrialWriter
from harness.formats.base import BUTTONS, Button, sha256_hex, utc_now
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
from harness.formats.files import pretty_json, to_yaml
from harness.formats.manifest import (
    AgentRules,
    Budgets,
    Condition,
    ConditionEntry,
    Emulator,
    Freeze,
    Game,
    Local,
    Manifest,
    MemoryPolicy,
    Schedule,
    SchedulePosition,
    Trials,
)
from harness.formats.oracle import SignRecord
from tests.evidence.pictures import frame

CODEBOOK = Path(__file__).parents[2] / "resources" / "codebook"
PRESS, SETTLE = 2, 3
STARTED = "2026-05-04T10:00:00.000Z"
Play = Callable[[int], bytes]
"""Runs one frame with keys held and returns its RGB."""


def scaffold(folder: Path, rom: str = "embedded", rom_sha256: str = "1" * 64, state_sha256: str = "2" * 64) -> Path:
    """Write a frozen experiment of two conditions without trials; return its folder."""
    folder.mkdir()
    for name in ("prompts", "conditions", "scoring", "trials"):
        (folder / name).mkdir()
    manifest = _manifest(rom_sha256, state_sha256)
    policy = MemoryPolicy(
        name="p", confirmed_confidence=0.8, max_records=8, max_tokens=400, max_facts=50, single_valued=[]
    )
    (folder / "manifest.yaml").write_bytes(to_yaml(manifest))
    (folder / "memory-policy.yaml").write_bytes(to_yaml(policy))
    (folder / "prompts" / "system.txt").write_text("Reach the shop.\n", encoding="utf-8")
    (folder / "prices.json").write_text("{}\n", encoding="utf-8")
    for name in ("alder", "birch"):
        condition = Condition(id=name, agent="scripted:careful", seed=1)
        (folder / "conditions" / f"{name}.yaml").write_bytes(to_yaml(condition))
    for path in CODEBOOK.glob("*.yaml"):
        shutil.copy(path, folder / "scoring" / path.name)
    frozen = sorted(p for p in folder.rglob("*") if p.is_file())
    freeze = Freeze(
        frozen_utc=STARTED,
        files={p.relative_to(folder).as_posix(): sha256_hex(p.read_bytes()) for p in frozen},
        rom_sha256=rom_sha256,
        initial_state_sha256=state_sha256,
        emulator_files={"libmgba.so": "3" * 64},
        profile_sha256=None,
        program_version="0.1.0",
    )
    order = [("alder", 1), ("birch", 1), ("birch", 2), ("alder", 2)]
    positions = [SchedulePosition(position=i, condition=c, trial=t) for i, (c, t) in enumerate(order, 1)]
    (folder / "freeze.json").write_bytes(pretty_json(freeze))
    (folder / "schedule.json").write_bytes(pretty_json(Schedule(x="alder", y="birch", positions=positions)))
    (folder / "local.yaml").write_bytes(to_yaml(Local(rom=rom, state=rom)))
    return folder


def _manifest(rom_sha256: str, state_sha256: str) -> Manifest:
    return Manifest(
        experiment_id="small",
        protocol_version=1,
        created_utc=STARTED,
        game=Game(
            title="Small",
            rom_sha256=rom_sha256,
            initial_state_sha256=state_sha256,
            language="English",
            starter="first",
            text_speed="fast",
            battle_style="shift",
        ),
        emulator=Emulator(
            name="mGBA",
            version="0.10",
            config_sha256=core_config_sha256(),
            press_frames=PRESS,
            settle_frames=SETTLE,
        ),
        agent=AgentRules(allowed_actions=list(BUTTONS), max_actions_per_decision=4, recent_action_window=4),
        budgets=Budgets(accepted_actions=100, model_decisions=6, wall_time_minutes=10, total_cost_usd=None),
        trials=Trials(per_condition=2),
        conditions=[ConditionEntry(id=name, model=None, memory_policy="p") for name in ("alder", "birch")],
        design="A",
        oracle="none",
    )


def pictures() -> Play:
    """Return a stand-in for a game: a picture that changes every other frame."""
    count = iter(range(1_000_000))
    return lambda keys: frame(next(count) // 2)


def header(experiment: Path, condition: str, number: int, first: bytes, **changes: object) -> TrialHeader:
    """Return the header of a trial whose first frame is ``first``."""
    freeze = Freeze.model_validate_json((experiment / "freeze.json").read_text(encoding="utf-8"))
    schedule = Schedule.model_validate_json((experiment / "schedule.json").read_text(encoding="utf-8"))
    position = next(p.position for p in schedule.positions if (p.condition, p.trial) == (condition, number))
    values = {
        "experiment_id": "small",
        "condition_id": condition,
        "trial_id": number,
        "position": position,
        "agent": "scripted:careful",
        "seed": number,
        "started_utc": STARTED,
        "freeze_sha256": sha256_hex((experiment / "freeze.json").read_bytes()),
        "rom_sha256": freeze.rom_sha256,
        "initial_state_sha256": freeze.initial_state_sha256,
        "emulator_files": freeze.emulator_files,
        "first_frame_sha256": sha256_hex(first),
        "press_frames": PRESS,
        "settle_frames": SETTLE,
        "program_version": "0.1.0",
    }
    return TrialHeader.model_validate(values | changes)


class Recording:
    """One trial being recorded, decision by decision."""

    def __init__(
        self, experiment: Path, condition: str, number: int, play: Play | None = None, **changes: object
    ) -> None:
        self.play = play or pictures()
        self.picture = self.play(0)
        self.number = self.actions = self.calls = self.refused = 0
        self.decision = 0
        rerun = changes.get("rerun", 1)
        assert isinstance(rerun, int)
        self.folder = experiment / "trials" / trial_name(condition, number, rerun)
        self.ids = (condition, number)
        self.writer = TrialWriter.create(self.folder, header(experiment, condition, number, self.picture, **changes))
        self.writer.frame(0, self.picture)

    def decide(self, buttons: list[Button], *, retried: bool = False) -> TraceRecord:
        """Record one whole decision."""
        self.decision += 1
        d, w = self.decision, self.writer
        boundary = self.number
        sha = w.boundary(d, boundary, self.picture)
        for attempt in (1, 2) if retried else (1,):
            request, prompt = w.request(d, attempt, {"decision": d, "frame_sha256": sha, "attempt": attempt})
            response = w.response(d, attempt, json.dumps({"actions": buttons}).encode())
            refused = "no JSON" if retried and attempt == 1 else None
            self.calls += 1
            self.refused += refused is not None
            w.attempt(self._attempt(attempt, request, response, refused))
        self._remember(sha, boundary)
        for index, button in enumerate(buttons):
            w.input(self._press(index, button))
        record = self._trace(sha, boundary, prompt, buttons, retried=retried)
        w.commit(record)
        return record

    def close(self, reason: TerminationReason = "decision_budget") -> Path:
        """End the trial and return its folder."""
        self.writer.close(
            TrialClosing(
                ended_utc=utc_now(),
                reason=reason,
                reason_numbers={"model_decisions": self.decision, "limit": 6},
                frames=self.number + 1,
                decisions=self.decision,
                accepted_actions=self.actions,
                attempts=self.calls,
                invalid_attempts=self.refused,
                milestones=["M1"] if self.decision >= 3 else [],
                input_tokens=None,
                output_tokens=None,
                cost_usd=None,
                model_latency_ms=None,
                wall_time_ms=1000,
            )
        )
        return self.folder

    def _press(self, index: int, button: Button) -> Input:
        from harness.emulator.port import KEY_BITS

        first = self.number + 1
        for step in range(PRESS + SETTLE):
            self.picture = self.play(KEY_BITS[button] if step < PRESS else 0)
            self.number += 1
            self.writer.frame(self.number, self.picture)
        self.actions += 1
        return Input(
            action_number=self.actions,
            decision=self.decision,
            index=index,
            action=button,
            first_frame=first,
            press_frames=PRESS,
            settle_frames=SETTLE,
            last_frame=self.number,
            input_read=True,
            settled=None,
            effect=None,
        )

    def _remember(self, sha: str, number: int) -> None:
        if self.decision == 2:
            fact = Fact(
                fact_id="location-0001",
                kind="location",
                subject=None,
                predicate=None,
                object=None,
                status="active",
                confidence=0.9,
                first_seen_decision=2,
                last_confirmed_decision=2,
                evidence_frame_sha256=sha,
                supersedes=None,
                value="the door is north",
                evidence="a door",
                confirmed=True,
                evidence_frame=number,
            )
            self.writer.memory(MemoryEvent(event="write", decision=2, fact_id="location-0001", fact=fact))
        if self.decision == 4:
            self.writer.memory(MemoryEvent(event="shown", decision=4, fact_id="location-0001"))
        if self.decision == 3:
            self.writer.oracle(SignRecord(frame=number, milestone="M1", sign="latched"))

    def _attempt(self, attempt: int, request: str, response: str, refused: str | None) -> Attempt:
        return Attempt(
            decision=self.decision,
            attempt=attempt,
            timestamp_utc=STARTED,
            request_path=request,
            response_path=response,
            response_id=None,
            model_id=None,
            input_tokens=None,
            output_tokens=None,
            cached_tokens=None,
            cost_usd=None,
            cost_source=None,
            latency_ms=None,
            refused=refused,
            refused_kind="unparseable" if refused else None,
        )

    def _trace(self, sha: str, boundary: int, prompt: str, buttons: list[Button], *, retried: bool) -> TraceRecord:
        return TraceRecord(
            experiment_id="small",
            condition_id=self.ids[0],
            trial_id=self.ids[1],
            decision_id=self.decision,
            timestamp_utc=STARTED,
            frame_sha256=sha,
            prompt_sha256=prompt,
            model_id=None,
            response_id=None,
            input_tokens=None,
            output_tokens=None,
            cached_tokens=None,
            provider_cost_usd=None,
            latency_ms=None,
            raw_response_path=f"responses/{attempt_name(self.decision, 2 if retried else 1)}",
            parsed_actions=buttons,
            accepted_actions=len(buttons),
            invalid_output=retried,
            memory_reads=[],
            memory_writes=["location-0001"] if self.decision == 2 else [],
            milestones_before=["M1"] if self.decision > 3 else [],
            milestones_after=["M1"] if self.decision >= 3 else [],
            termination_reason="decision_budget" if self.decision == 6 else None,
            frame=boundary,
            settled=None,
            reasoning_summary="walk",
            observed=None,
            attempts=2 if retried else 1,
        )


PLAN: tuple[list[Button], ...] = (["UP"], ["UP", "RIGHT"], ["A"], ["DOWN", "DOWN", "NOOP"], ["LEFT"], ["B", "START"])


def record(experiment: Path, condition: str, number: int, play: Play | None = None, **changes: object) -> Path:
    """Record one whole small trial and renew the sums; return its folder."""
    reason = changes.pop("reason", "decision_budget")
    recording = Recording(experiment, condition, number, play, **changes)
    for decision, buttons in enumerate(PLAN, 1):
        recording.decide(buttons, retried=decision == 3)
    folder = recording.close(reason)  # type: ignore[arg-type]
    write_sums(experiment)
    return folder


def recorded(folder: Path) -> Path:
    """Return a small experiment with all its four trials."""
    experiment = scaffold(folder)
    for condition, number in (("alder", 1), ("birch", 1), ("birch", 2), ("alder", 2)):
        record(experiment, condition, number)
    return experiment
