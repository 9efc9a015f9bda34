"""The runtime looks at a FireRed through a core that shows built memory, since no such game ships with the product."""

from collections.abc import Iterator, Mapping
from itertools import chain, repeat

import pytest

from harness.emulator.port import MemoryImage
from harness.formats.base import Sha256
from harness.formats.errors import Refused
from harness.formats.files import read_yaml
from harness.formats.manifest import Manifest
from harness.formats.oracle import Profile, SignRecord, StateRecord
from harness.runtime import OracleRecord, Runtime
from tests.oracle.facts import RAM, Revision
from tests.oracle.images import Memory
from tests.oracle.playing import TEMPLATE


class Shown:
    """A core whose memory follows a list, the last one for ever; its picture never changes."""

    files: Mapping[str, Sha256] = {}

    def __init__(self, *parts: tuple[Memory, int]) -> None:
        self.images: Iterator[MemoryImage] = chain(
            *(repeat(memory.image(), frames) for memory, frames in parts), repeat(parts[-1][0].image())
        )
        self.keys: list[int] = []

    def restore(self) -> None:
        pass

    def run_frame(self, keys: int) -> bytes:
        self.keys.append(keys)
        self.image = next(self.images)
        return b"same"

    def keys_were_read(self) -> bool:
        return True

    def memory(self) -> MemoryImage:
        return self.image

    def state(self) -> bytes:
        return b""

    def close(self) -> None:
        pass


def looked(profile: Profile, *parts: tuple[Memory, int], actions: int = 4) -> list[OracleRecord]:
    runtime = Runtime(Shown(*parts), read_yaml(TEMPLATE, Manifest), lambda number, rgb: None, profile)
    records = runtime.start()
    for _ in range(actions):
        records += runtime.act("NOOP", 1, 0).records
    return records + runtime.finish()[0]


def title(revision: Revision) -> Memory:
    memory = Memory(revision)
    memory.u8(RAM["sPlayTimeCounterState"], 0)
    memory.u32(RAM["gMain"], 0)
    memory.shows("CB2_InitCopyrightScreenAfterBootup")
    return memory


def test_a_soft_reset_is_an_event_at_its_frame_once_for_each(profile: Profile, revision: Revision) -> None:
    running, back = Memory(revision), title(revision)
    records = looked(profile, (running, 30), (back, 20), (running, 20), (back, 40))
    events = [one for one in records if isinstance(one, StateRecord) and one.event is not None]
    assert [(one.frame, one.event, one.valid, one.state) for one in events] == [
        (30, "soft_reset", False, None),
        (70, "soft_reset", False, None),
    ]


def test_the_title_before_any_game_and_a_loading_map_are_no_reset(profile: Profile, revision: Revision) -> None:
    loading = Memory(revision)
    loading.loading()
    records = looked(profile, (title(revision), 20), (Memory(revision), 20), (loading, 30), (Memory(revision), 20))
    assert [one for one in records if isinstance(one, StateRecord) and one.event is not None] == []


def test_marks_of_unconfirmed_values_stand_in_the_lines_of_the_evidence(profile: Profile, revision: Revision) -> None:
    given = Memory(revision)
    given.stand("shop", 4, 5)
    given.key_item(349)
    given.var("shop_scene", 1)
    records = looked(profile, (Memory(revision), 30), (given, 30))
    signs = [one for one in records if isinstance(one, SignRecord)]
    assert [(one.milestone, one.sign, one.frame, one.unconfirmed) for one in signs] == [
        ("M6", "earliest", 30, True),
        ("M6", "latched", 30, True),
        ("M6", "settled", 96, True),
    ]
    last = [one for one in records if isinstance(one, StateRecord)][-1]
    assert last.state is not None
    assert {"shop", "shop_scene 1"} <= set(last.state.unconfirmed)
    assert StateRecord.model_validate_json(last.model_dump_json()) == last


def test_what_is_no_action_is_refused_and_nothing_is_pressed(profile: Profile, revision: Revision) -> None:
    core = Shown((Memory(revision), 1))
    runtime = Runtime(core, read_yaml(TEMPLATE, Manifest), lambda number, rgb: None, profile)
    with pytest.raises(Refused, match="not started"):
        runtime.act("A", 1, 0)
    runtime.start()
    for wrong in ("L", "a", "", "SAVE", None, 1, ["A"]):
        with pytest.raises(Refused, match="nothing was pressed"):
            runtime.act(wrong, 1, 0)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="never resumed"):
        runtime.start()
    assert (core.keys, runtime.actions) == ([0], 0)


def test_what_a_moving_block_hides_is_resolved_at_the_first_valid_sample(profile: Profile, revision: Revision) -> None:
    loading, arrived = Memory(revision), Memory(revision)
    loading.loading()
    arrived.stand("house", 9, 2)
    records = looked(profile, (Memory(revision), 20), (loading, 20), (arrived, 30), actions=2)
    states = [one for one in records if isinstance(one, StateRecord)]
    assert [(one.action_number, one.when, one.frame, one.valid) for one in states] == [
        (1, "before", 0, True),
        (1, "after", 24, False),
        (2, "before", 24, False),
        (1, "after", 40, True),
        (2, "after", 48, True),
    ]
    assert states[3].state is not None
    assert states[3].state.map == "house"
