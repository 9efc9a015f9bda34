"""A trial without a recorder: a real core, a real store, and the oracle looking on for the test alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from harness.agents.port import View
from harness.agents.scripted.player import Player
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS
from harness.formats.action import Reply
from harness.formats.base import Button, MilestoneId, sha256_hex
from harness.formats.evidence import Fact, MemoryEvent
from harness.formats.manifest import MemoryPolicy, ReturnLeg
from harness.formats.oracle import OracleState, Profile
from harness.memory.store import EpisodicMemory, Evidence
from harness.oracle.milestones import MilestoneLatch
from harness.oracle.state import read_state
from harness.routes import Step, Walk

PRESS = SETTLE = 12


class Decided(NamedTuple):
    """One decision, and what the oracle knew at its boundary frame."""

    number: int
    frame: int
    rgb: bytes
    shown: tuple[Fact, ...]
    reply: Reply
    truth: OracleState | None
    milestones: tuple[MilestoneId, ...]


class Played(NamedTuple):
    """A whole trial."""

    agent: Player
    decisions: list[Decided]
    events: list[MemoryEvent]
    memory: EpisodicMemory
    milestones: tuple[MilestoneId, ...]
    actions: list[Button]
    decided_by: list[int]
    steps: list[Step]
    """What the recorder's detector would look at, from the oracle."""


def play(
    agent: Player,
    rom: Path,
    state: Path,
    policy: MemoryPolicy,
    profile: Profile,
    legs: Sequence[ReturnLeg] = (),
    *,
    budget: int = 2500,
    until: str = "M8",
) -> Played:
    """Play until a milestone is latched or the budget of actions is spent."""
    core = MgbaCore(rom, state, sha256_hex(rom.read_bytes()), sha256_hex(state.read_bytes()))
    memory, latch = EpisodicMemory(policy), MilestoneLatch(profile)
    played = Played(agent, [], [], memory, (), [], [], [])
    walk, truth = Walk(legs), None
    rgb, frame, objective = core.run_frame(0), 0, None
    while until not in latch.reached and len(played.actions) < budget:
        number = len(played.decisions) + 1
        shown = tuple(memory.retrieve())
        digest = sha256_hex(rgb)
        reply = Reply.model_validate_json(agent.decide(View(number, rgb, digest, shown, (), objective), None).body)
        truth = read_state(core.memory(), profile)
        played.decisions.append(Decided(number, frame, rgb, shown, reply, truth, tuple(latch.reached)))
        played.events.extend(memory.read(reply.memory_read, number, shown))
        for write in reply.memory_write:
            played.events.extend(memory.write(write, Evidence(number, frame, digest)))
        objective = reply.observed.objective_guess
        for button in reply.actions:
            played.actions.append(button)
            played.decided_by.append(number)
            before = read_state(core.memory(), profile)
            for k in range(PRESS + SETTLE):
                rgb = core.run_frame(KEY_BITS[button] if k < PRESS else 0)
                frame += 1
                latch.sample(frame, core.memory())
            after = read_state(core.memory(), profile)
            step = walk.action(len(played.actions), button, before, after, latch.reached)
            played.steps.extend([step] if step is not None else [])
            if until in latch.reached:
                break
    core.close()
    return played._replace(milestones=tuple(latch.reached))
