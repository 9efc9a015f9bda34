"""A trial without a recorder: a real core, a real store, and the oracle looking on for the test alone."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from harness.agents.port import View
from harness.agents.scripted.player import Player
from harness.emulator.mgba_core import MgbaCore
from harness.emulator.port import KEY_BITS, MemoryImage
from harness.formats.action import Reply
from harness.formats.base import Button, MilestoneId, sha256_hex
from harness.formats.evidence import MemoryEvent
from harness.formats.manifest import MemoryPolicy, ReturnLeg
from harness.formats.oracle import OracleState, Profile
from harness.memory.store import EpisodicMemory, Evidence
from harness.oracle.milestones import MilestoneLatch
from harness.oracle.state import read_state
from harness.routes import Step, Walk

PRESS = SETTLE = 12
FIELD_TEXT, BATTLE_TEXT = (0x21D18, 0x3E8), (0x2298C, 0x12C)
"""Where the game keeps what it is writing, in EWRAM: start and size."""


class Table(NamedTuple):
    """What a trial is played on."""

    rom: Path
    state: Path
    policy: MemoryPolicy
    profile: Profile
    legs: tuple[ReturnLeg, ...]


class Decided(NamedTuple):
    """One decision, and what the oracle knew at its boundary frame."""

    view: View
    frame: int
    body: bytes
    reply: Reply
    truth: OracleState | None
    said: str
    """What the game keeps as the text it writes, pages parted by form feeds."""


class Played(NamedTuple):
    """A whole trial."""

    agent: Player
    decisions: list[Decided]
    events: list[MemoryEvent]
    memory: EpisodicMemory
    milestones: tuple[MilestoneId, ...]
    actions: list[Button]
    decided_by: list[int]
    """The decision of each action."""
    steps: list[Step]
    """What the recorder's route detection looks at, from the oracle."""


def text_in(image: MemoryImage, place: tuple[int, int]) -> str:
    """Return a text that the game keeps in working memory."""
    return image.ewram[place[0] : place[0] + place[1]].split(b"\0")[0].decode("ascii", "replace")


def play(
    agent: Player,
    table: Table,
    *,
    budget: int = 1500,
    until: MilestoneId = "M8",
    lost: Callable[[int], bool] = lambda number: False,
) -> Played:
    """Play until a milestone is latched or the budget of actions is spent; ``lost`` presses never reach the game."""
    core = MgbaCore(table.rom, table.state, sha256_hex(table.rom.read_bytes()), sha256_hex(table.state.read_bytes()))
    memory, latch, walk = EpisodicMemory(table.policy), MilestoneLatch(table.profile), Walk(table.legs)
    played = Played(agent, [], [], memory, (), [], [], [])
    rgb, frame, objective = core.run_frame(0), 0, None
    while until not in latch.reached and len(played.actions) < budget:
        number = len(played.decisions) + 1
        view = View(number, rgb, sha256_hex(rgb), tuple(memory.retrieve()), (), objective)
        body = agent.decide(view, None).body
        reply = Reply.model_validate_json(body)
        image = core.memory()
        truth = read_state(image, table.profile)
        said = text_in(image, BATTLE_TEXT if truth is not None and truth.battle is not None else FIELD_TEXT)
        played.decisions.append(Decided(view, frame, body, reply, truth, said))
        played.events.extend(memory.read(reply.memory_read, number, view.facts))
        for write in reply.memory_write:
            played.events.extend(memory.write(write, Evidence(number, frame, view.frame_sha256)))
        objective = reply.observed.objective_guess
        for button in reply.actions:
            played.actions.append(button)
            played.decided_by.append(number)
            before = read_state(core.memory(), table.profile)
            keys = 0 if lost(len(played.actions)) else KEY_BITS[button]
            for k in range(PRESS + SETTLE):
                rgb = core.run_frame(keys if k < PRESS else 0)
                frame += 1
                latch.sample(frame, core.memory())
            after = read_state(core.memory(), table.profile)
            step = walk.action(len(played.actions), button, before, after, latch.reached)
            played.steps.extend([step] if step is not None else [])
            if until in latch.reached:
                break
    core.close()
    return played._replace(milestones=tuple(latch.reached))
