"""One trial: observe, decide, act, record, until a termination rule."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from harness.agents.port import Agent, RecentAction, View, VisionModel
from harness.calls import Called, Caller, at_least, model_ids, total
from harness.emulator.port import Core, EmulatorFailed
from harness.evidence.places import PLANTED
from harness.evidence.reader import Experiment
from harness.evidence.writer import TrialWriter
from harness.formats.action import Reply
from harness.formats.base import ActionNumber, MilestoneId, sha256_hex, utc_now
from harness.formats.evidence import (
    Attempt,
    Fact,
    MemoryEvent,
    PlantedError,
    TraceRecord,
    TrialClosing,
    TrialHeader,
)
from harness.formats.files import line_json, write_whole
from harness.formats.oracle import Profile
from harness.memory.store import EpisodicMemory, Evidence, refused_write
from harness.prices import read_prices
from harness.prompt import read_prompts
from harness.routes import LoopRule, Walk
from harness.runtime import Moved, OracleRecord, Runtime
from harness.termination import End, Spent, ended
from harness.trial_start import TrialPlace, divergence, header_of

Watch = Callable[[int, int], None]
"""Told after each decision how many decisions and actions there have been."""


class _Observed(NamedTuple):
    """What there was when a decision began."""

    view: View
    frame: int
    settled: bool | None
    milestones: list[MilestoneId]
    stamp: str


def play_trial(
    place: TrialPlace, core: Core, agent: Agent | VisionModel, profile: Profile | None, watch: Watch | None = None
) -> TrialHeader:
    """Play and record one trial to its end and return its finished header.

    Raises:
        HarnessError: the machine, the disk or the agent failed; the trial is then closed as ``harness_failure``.
    """
    experiment = Experiment(place.experiment)
    held: list[bytes] = []
    keep: list[Callable[[int, bytes], None]] = [lambda _, rgb: held.append(rgb)]
    runtime = Runtime(core, experiment.manifest, lambda number, rgb: keep[0](number, rgb), profile)
    begun = runtime.start()
    header = header_of(place, experiment, agent, core, sha256_hex(runtime.rgb))
    with TrialWriter.create(place.folder, header) as writer:
        writer.frame(0, held.pop())
        keep[0] = writer.frame
        trial = _Trial(place, experiment, header, runtime, agent, writer)
        trial.log_oracle(begun)
        return trial.play(divergence(place, experiment, header), watch)


class _Trial:
    """The loop of one trial, and what it has come to so far."""

    def __init__(
        self,
        place: TrialPlace,
        experiment: Experiment,
        header: TrialHeader,
        runtime: Runtime,
        agent: Agent | VisionModel,
        writer: TrialWriter,
    ) -> None:
        manifest = experiment.manifest
        self._place = place
        self._header = header
        self._budgets = manifest.budgets
        self._runtime = runtime
        self._agent = agent
        self._writer = writer
        prompts, prices = read_prompts(place.experiment), read_prices(place.experiment)
        self._caller = Caller(agent, writer, prompts, manifest, prices)
        self._memory = EpisodicMemory(experiment.memory_policy) if place.condition.episodic_memory else None
        self._recent: deque[RecentAction] = deque(maxlen=manifest.agent.recent_action_window)
        self._objective: str | None = None
        self._walk = Walk(manifest.return_legs)
        self._loop = LoopRule()
        self._looped_at: ActionNumber | None = None
        self._begun = time.monotonic()
        self._attempts: list[Attempt] = []
        self._decisions = 0
        self._committed: TraceRecord | None = None

    def play(self, end: End | None, watch: Watch | None) -> TrialHeader:
        """Decide until a rule ends the trial, unless ``end`` says it is over already; close it, whatever happens."""
        self._begun = time.monotonic()
        try:
            while end is None:
                end = self._decide()
                if watch is not None:
                    watch(self._decisions, self._runtime.actions)
        except EmulatorFailed as fault:
            return self._close(End("emulator_crash", {"words": str(fault)}))
        except KeyboardInterrupt:
            self._close(End("interrupted", {}))
            raise
        except Exception as fault:
            self._close(End("harness_failure", {"words": str(fault) or type(fault).__name__}))
            raise
        return self._close(end)

    def log_oracle(self, records: Sequence[OracleRecord]) -> None:
        """Append what hidden state showed."""
        for record in records:
            self._writer.oracle(record)

    def _decide(self) -> End | None:
        seen = self._observe()
        called = self._caller.call(seen.view, self._rule_before_retry)
        self._attempts += called.attempts
        end = called.end
        events: list[MemoryEvent] = []
        played = 0
        if called.reply is not None:
            events = self._remember(called.reply, seen)
            end = self._rule(inside=True)
            while end is None and played < len(called.reply.actions):
                self._act(called.reply, seen.view.decision, played)
                played += 1
                end = self._rule(inside=True)
        end = end or self._rule(inside=False)
        self._commit(seen, called, events, played, end)
        return end

    def _observe(self) -> _Observed:
        decision = self._decisions + 1
        frame, rgb = self._runtime.frame, self._runtime.rgb
        identity = self._writer.boundary(decision, frame, rgb)
        facts: list[Fact] = self._memory.retrieve() if self._memory else []
        if self._memory:
            self._log_memory(self._memory.show(decision, facts))
        view = View(decision, rgb, identity, tuple(facts), tuple(self._recent), self._objective)
        self._decisions = decision
        return _Observed(view, frame, self._runtime.settled, self._runtime.milestones, utc_now())

    def _remember(self, reply: Reply, seen: _Observed) -> list[MemoryEvent]:
        """Apply reads and writes, which come before the actions."""
        view = seen.view
        self._objective = reply.observed.objective_guess
        memory = self._memory
        events: list[MemoryEvent] = []
        if memory is None:
            why = "this condition has no episodic memory"
            for one in reply.memory_read:
                event = MemoryEvent(event="refused_read", decision=view.decision, fact_id=one, refused=why)
                events.append(event)
            events += [refused_write(offered, view.decision, why) for offered in reply.memory_write]
        else:
            events += memory.read(reply.memory_read, view.decision, view.facts)
            for offered in reply.memory_write:
                events += memory.write(offered, Evidence(view.decision, seen.frame, view.frame_sha256))
        self._log_memory(events)
        return events

    def _act(self, reply: Reply, decision: int, index: int) -> None:
        button = reply.actions[index]
        played = self._runtime.act(button, decision, index)
        self._writer.input(played.line)
        self.log_oracle(played.records)
        self._recent.append(RecentAction(decision, button, reply.observed))
        for moved in played.moved:
            self._watch_routes(moved)

    def _watch_routes(self, moved: Moved) -> None:
        step = self._walk.action(
            moved.action, moved.button, moved.before, moved.after, self._runtime.milestones_by(moved.last_frame)
        )
        if step is not None and self._loop.add(step) and self._looped_at is None:
            self._looped_at = moved.action

    def _log_memory(self, events: Sequence[MemoryEvent]) -> None:
        for event in events:
            self._writer.memory(event)

    def _rule_before_retry(self, attempts: Sequence[Attempt]) -> End | None:
        return self._rule(inside=True, running=attempts)

    def _rule(self, *, inside: bool, running: Sequence[Attempt] = ()) -> End | None:
        spent = Spent(
            m8="M8" in self._runtime.milestones,
            actions=self._runtime.actions,
            decisions=self._decisions,
            seconds=time.monotonic() - self._begun,
            cost_usd=sum(attempt.cost_usd or 0.0 for attempt in (*self._attempts, *running)),
            looped_at=self._looped_at,
            unmeasured_attempts=sum(attempt.cost_usd is None for attempt in (*self._attempts, *running)),
        )
        return ended(self._budgets, spent, inside=inside)

    def _commit(
        self, seen: _Observed, called: Called, events: Sequence[MemoryEvent], played: int, end: End | None
    ) -> None:
        reply, calls, last = called.reply, called.attempts, called.attempts[-1]
        record = TraceRecord(
            experiment_id=self._header.experiment_id,
            condition_id=self._header.condition_id,
            trial_id=self._header.trial_id,
            decision_id=seen.view.decision,
            timestamp_utc=seen.stamp,
            frame_sha256=seen.view.frame_sha256,
            prompt_sha256=called.prompt_sha256,
            model_id=last.model_id,
            response_id=last.response_id,
            input_tokens=total([call.input_tokens for call in calls]),
            output_tokens=total([call.output_tokens for call in calls]),
            cached_tokens=total([call.cached_tokens for call in calls]),
            provider_cost_usd=total([call.cost_usd for call in calls]),
            latency_ms=total([call.latency_ms for call in calls]),
            raw_response_path=last.response_path,
            parsed_actions=reply.actions if reply else [],
            accepted_actions=played,
            invalid_output=any(call.refused is not None for call in calls),
            memory_reads=[e.fact_id for e in events if e.event == "read" and e.fact_id],
            memory_writes=[e.fact_id for e in events if e.event in ("write", "update") and e.fact_id],
            milestones_before=seen.milestones,
            milestones_after=self._runtime.milestones,
            termination_reason=end.reason if end else None,
            frame=seen.frame,
            settled=seen.settled,
            reasoning_summary=reply.reasoning_summary if reply else None,
            observed=reply.observed if reply else None,
            attempts=len(calls),
            not_dispatched=reply.actions[played:] if reply else [],
        )
        self._writer.commit(record)
        self._committed = record

    def _close(self, end: End) -> TrialHeader:
        records, _ = self._runtime.finish()
        self.log_oracle(records)
        self._write_planted()
        if isinstance(self._agent, VisionModel):
            self._agent.close()
        committed = self._committed
        calls = self._attempts
        return self._writer.close(
            TrialClosing(
                ended_utc=utc_now(),
                reason=end.reason,
                reason_numbers=end.numbers,
                frames=self._runtime.frame + 1,
                decisions=committed.decision_id if committed else 0,
                accepted_actions=self._runtime.actions,
                attempts=len(calls),
                invalid_attempts=sum(call.refused is not None for call in calls),
                milestones=committed.milestones_after if committed else [],
                input_tokens=total([call.input_tokens for call in calls]),
                output_tokens=total([call.output_tokens for call in calls]),
                cost_usd=total([call.cost_usd for call in calls]),
                model_latency_ms=total([call.latency_ms for call in calls]),
                wall_time_ms=round((time.monotonic() - self._begun) * 1000),
                cost_usd_at_least=at_least([call.cost_usd for call in calls]),
                input_tokens_at_least=at_least([call.input_tokens for call in calls]),
                output_tokens_at_least=at_least([call.output_tokens for call in calls]),
                unmeasured_attempts=sum(call.cost_usd is None for call in calls),
                model_ids=model_ids(calls),
            )
        )

    def _write_planted(self) -> None:
        """Keep what a scripted agent says it did wrong on purpose: beside the trials, never in a bundle."""
        planted: Callable[[], Sequence[PlantedError]] | None = getattr(self._agent, "planted", None)
        if planted is None:
            return
        folder = self._place.experiment / PLANTED
        folder.mkdir(exist_ok=True)
        write_whole(folder / f"{self._place.folder.name}.jsonl", b"".join(line_json(one) for one in planted()))
