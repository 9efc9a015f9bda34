"""Milestones are sampled on every frame, debounced and latched, each with its earliest and its settled sign."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.formats.base import MILESTONES
from harness.formats.oracle import Profile, SignRecord
from harness.oracle import MilestoneLatch, load_profile
from tests.oracle.facts import RAM, REVISIONS, Revision
from tests.oracle.images import Memory, party_record

Change = Callable[[Memory], object]
HOLD = 12
"""Frames that each part of a played story stands: more than the debounce."""


class Sign(NamedTuple):
    milestone: str
    sign: str
    frame: int
    unconfirmed: bool


def played(profile: Profile, *parts: tuple[Memory, int]) -> list[Sign]:
    """Show each memory for so many frames and return the signs, in the order in which they were confirmed."""
    latch, frame = MilestoneLatch(profile), 0
    found: list[SignRecord] = []
    for memory, frames in parts:
        image = memory.image()
        for _ in range(frames):
            found += latch.sample(frame, image)
            frame += 1
    return [Sign(s.milestone, s.sign, s.frame, s.unconfirmed) for s in found]


def story(profile: Profile, start: Memory, *changes: Change) -> list[Sign]:
    """Play a story in which each change comes on top of those before it, ``HOLD`` frames apart."""
    parts, memory = [(start.copy(), HOLD)], start
    for change in changes:
        memory = memory.copy()
        change(memory)
        parts.append((memory, HOLD))
    return played(profile, *parts)


def of(signs: list[Sign], milestone: str) -> dict[str, tuple[int, bool]]:
    """Return sign → part of the story, unconfirmed."""
    return {s.sign: (s.frame // HOLD, s.unconfirmed) for s in signs if s.milestone == milestone}


def message(memory: Memory, shown: int = 2) -> None:
    memory.u8(RAM["sMessageBoxType"], shown)


def quiet(memory: Memory) -> None:
    message(memory, 0)


def test_m1_begins_with_the_map_is_latched_by_its_flag_and_settles_on_a_free_field(
    profile: Profile, revision: Revision
) -> None:
    signs = story(
        profile,
        Memory(revision),
        lambda m: (m.stand("town", 6, 8), m.u8(RAM["gPaletteFade"] + 7, 0x80)),
        lambda m: m.flag("town_seen"),
        message,
        lambda m: (quiet(m), m.u8(RAM["gPaletteFade"] + 7, 0)),
    )
    assert of(signs, "M1") == {"earliest": (1, False), "latched": (2, False), "settled": (4, False)}


def test_m1_does_not_settle_while_a_box_waits_in_the_town(profile: Profile, revision: Revision) -> None:
    signs = story(profile, Memory(revision), lambda m: (m.stand("town", 6, 8), m.flag("town_seen"), m.printer(2)))
    assert of(signs, "M1") == {"earliest": (1, False), "latched": (1, False)}


@pytest.mark.parametrize("where", ["pointer", "stack"])
def test_m2_begins_with_its_scene_and_is_latched_by_its_variable(
    profile: Profile, revision: Revision, where: str
) -> None:
    start, end = revision.scenes["north_edge"]
    town = Memory(revision)
    town.stand("town", 12, 1)

    def scene(memory: Memory) -> None:
        if where == "pointer":
            memory.script_at(end - 1)
        else:
            memory.script_at(0x0819_0000)
            memory.script_stack(0x0819_1111, start)

    signs = story(profile, town, scene, lambda m: m.script_at(0), lambda m: m.var("north_edge_scene", 1))
    assert of(signs, "M2") == {"earliest": (1, True), "latched": (3, False), "settled": (3, False)}


@pytest.mark.parametrize("address", ["before", "end", "stale stack"])
def test_m2_does_not_begin_outside_its_scene(profile: Profile, revision: Revision, address: str) -> None:
    start, end = revision.scenes["north_edge"]
    town = Memory(revision)
    town.stand("town", 12, 1)
    changes: dict[str, Change] = {
        "before": lambda m: m.script_at(start - 1),
        "end": lambda m: m.script_at(end),
        "stale stack": lambda m: (m.script_at(0), m.script_stack(start, start + 8, depth=0)),
    }
    assert of(story(profile, town, changes[address]), "M2") == {}


@pytest.mark.parametrize("place", ["road", "laboratory"])
def test_m2_begins_in_the_town_only(profile: Profile, revision: Revision, place: str) -> None:
    elsewhere = Memory(revision)
    elsewhere.stand(place, 6, 6)
    assert of(story(profile, elsewhere, lambda m: m.script_at(revision.scenes["north_edge"][0])), "M2") == {}


@pytest.mark.parametrize("species", [1, 4, 7])
def test_m3_needs_the_flag_and_a_first_companion_and_settles_when_the_rival_has_his(
    profile: Profile, revision: Revision, species: int
) -> None:
    signs = story(
        profile,
        Memory(revision),
        message,
        lambda m: (quiet(m), m.flag("companion_received")),
        lambda m: m.party(party_record(species)),
        lambda m: m.var("laboratory_scene", 3),
    )
    assert of(signs, "M3") == {"earliest": (1, False), "latched": (3, False), "settled": (4, True)}


def test_m3_is_not_reached_with_another_companion_a_torn_one_or_a_stale_copy(
    profile: Profile, revision: Revision
) -> None:
    torn = bytearray(party_record(7))
    torn[0x22] ^= 1
    for change in (
        lambda m: m.party(party_record(16)),
        lambda m: m.party(bytes(torn)),
        lambda m: (m.u8(m.block1 + 0x34, 1), m.put(m.block1 + 0x38, party_record(7))),
        lambda m: (m.party(party_record(7)), m.u8(RAM["gPlayerPartyCount"], 7)),
    ):
        memory = Memory(revision)
        memory.flag("companion_received")
        assert of(story(profile, memory, change), "M3") == {}


def test_m3_stays_when_the_first_companion_changes_places(profile: Profile, revision: Revision) -> None:
    start = Memory(revision)
    start.flag("companion_received")
    start.party(party_record(7))
    signs = story(profile, start, lambda m: m.party(party_record(16), party_record(7)))
    assert of(signs, "M3")["latched"] == (0, False)
    assert [s for s in signs if s.milestone == "M3" and s.frame >= HOLD] == []


@pytest.mark.parametrize("flag", ["rival_fought_first", "rival_fought_second", "rival_fought_third"])
def test_m4_begins_with_any_of_the_three_battles_and_is_latched_after_the_walk_out(
    profile: Profile, revision: Revision, flag: str
) -> None:
    signs = story(
        profile,
        Memory(revision),
        lambda m: m.flag(flag),
        lambda m: m.var("laboratory_scene", 4),
        lambda m: m.flag("rival_battle_over"),
    )
    assert of(signs, "M4") == {"earliest": (1, True), "latched": (3, False), "settled": (3, False)}


def test_m5_begins_with_the_map_and_is_latched_by_its_flag(profile: Profile, revision: Revision) -> None:
    signs = story(profile, Memory(revision), lambda m: m.stand("next_town", 22, 39), lambda m: m.flag("next_town_seen"))
    assert of(signs, "M5") == {"earliest": (1, False), "latched": (2, False), "settled": (2, False)}


@pytest.mark.parametrize("slot", [0, 29])
def test_m6_begins_with_the_item_in_any_slot_and_every_sign_of_it_is_marked(
    profile: Profile, revision: Revision, slot: int
) -> None:
    signs = story(
        profile,
        Memory(revision),
        lambda m: m.key_item(349, slot),
        lambda m: m.var("shop_scene", 1),
        lambda m: m.var("laboratory_scene", 5),
    )
    assert of(signs, "M6") == {"earliest": (1, True), "latched": (2, True), "settled": (3, True)}


@pytest.mark.parametrize(("pocket", "item"), [("items", 349), ("key_items", 350), ("key_items", 93)])
def test_m6_does_not_begin_with_another_item_or_pocket(
    profile: Profile, revision: Revision, pocket: str, item: int
) -> None:
    assert of(story(profile, Memory(revision), lambda m: m.slot(pocket, 1, item, 1)), "M6") == {}


def carrying(revision: Revision) -> Memory:
    memory = Memory(revision)
    memory.stand("shop", 4, 5)
    memory.key_item(349, slot=2)
    memory.var("shop_scene", 1)
    return memory


def test_m7_is_the_item_gone_in_the_laboratory_after_m6_and_its_signs_are_marked(
    profile: Profile, revision: Revision
) -> None:
    signs = story(
        profile,
        carrying(revision),
        lambda m: m.stand("laboratory", 6, 4),
        message,
        lambda m: (quiet(m), m.key_item(0, slot=2)),
        lambda m: m.var("laboratory_scene", 6),
    )
    assert of(signs, "M7") == {"earliest": (2, True), "latched": (3, True), "settled": (4, True)}


def test_m7_is_not_reached_elsewhere_nor_before_m6(profile: Profile, revision: Revision) -> None:
    assert of(story(profile, carrying(revision), lambda m: m.key_item(0, slot=2)), "M7") == {}
    never = Memory(revision)
    never.stand("laboratory", 6, 4)
    assert of(story(profile, never, lambda m: m.var("north_edge_scene", 1)), "M7") == {}


def test_m8_is_latched_by_its_flag_begins_with_the_message_before_and_settles_with_the_scene(
    profile: Profile, revision: Revision
) -> None:
    signs = story(
        profile,
        Memory(revision),
        message,
        lambda m: (quiet(m), m.flag("logbook_received")),
        lambda m: m.var("laboratory_scene", 6),
        lambda m: m.var("shop_scene", 2),
    )
    assert of(signs, "M8") == {"earliest": (1, False), "latched": (2, False), "settled": (4, False)}


def test_without_an_earliest_rule_the_last_message_before_the_latch_stands_for_it_and_never_a_later_one(
    profile: Profile, revision: Revision
) -> None:
    def given(memory: Memory) -> None:
        memory.flag("logbook_received")

    alone = story(profile, Memory(revision), given)
    assert of(alone, "M8")["earliest"] == (1, False)
    twice = story(profile, Memory(revision), message, quiet, message, lambda m: (given(m), quiet(m)))
    assert of(twice, "M8")["earliest"] == (3, False)
    together = story(profile, Memory(revision), message, quiet, lambda m: (given(m), message(m)))
    assert of(together, "M8")["earliest"] == (1, False)


def test_a_milestone_is_never_inferred_from_a_later_one(profile: Profile, revision: Revision) -> None:
    end = Memory(revision)
    for flag in ("companion_received", "logbook_received", "rival_battle_over", "town_seen", "next_town_seen"):
        end.flag(flag)
    for name, value in (("north_edge_scene", 1), ("laboratory_scene", 6), ("shop_scene", 0)):
        end.var(name, value)
    end.party(party_record(16))
    reached = {s.milestone for s in story(profile, end) if s.sign == "latched"}
    assert reached == {"M1", "M2", "M4", "M5", "M8"}


def test_the_whole_story_latches_all_eight_in_order(profile: Profile, revision: Revision) -> None:
    signs = story(
        profile,
        Memory(revision),
        lambda m: (m.stand("town", 6, 8), m.flag("town_seen")),
        lambda m: m.script_at(revision.scenes["north_edge"][0]),
        lambda m: (m.stand("laboratory", 6, 12), m.script_at(0), m.var("north_edge_scene", 1)),
        lambda m: (m.flag("companion_received"), m.party(party_record(1))),
        lambda m: (m.flag("rival_fought_third"), m.flag("rival_battle_over"), m.var("laboratory_scene", 4)),
        lambda m: (m.stand("next_town", 22, 39), m.flag("next_town_seen")),
        lambda m: (m.stand("shop", 4, 5), m.key_item(349), m.var("shop_scene", 1)),
        lambda m: m.stand("laboratory", 6, 4),
        lambda m: m.key_item(0),
        lambda m: m.flag("logbook_received"),
        lambda m: (m.var("laboratory_scene", 6), m.var("shop_scene", 2)),
    )
    latched = [s.milestone for s in signs if s.sign == "latched"]
    assert latched == list(MILESTONES)
    for milestone in MILESTONES:
        parts = of(signs, milestone)
        assert parts["earliest"][0] <= parts["latched"][0] <= parts["settled"][0]


def outside(revision: Revision) -> Memory:
    memory = Memory(revision)
    memory.flag("town_seen")
    return memory


@pytest.mark.parametrize(("frames", "believed"), [(1, False), (8, False), (9, True)])
def test_a_sign_counts_when_two_valid_samples_eight_frames_apart_agree(
    profile: Profile, revision: Revision, frames: int, believed: bool
) -> None:
    signs = played(profile, (Memory(revision), 5), (outside(revision), frames), (Memory(revision), 30))
    assert [s.frame for s in signs if s.sign == "latched"] == ([5] if believed else [])


def test_samples_that_may_not_be_judged_neither_confirm_nor_refute(profile: Profile, revision: Revision) -> None:
    loading = outside(revision)
    loading.loading()
    assert played(profile, (outside(revision), 1), (loading, 60)) == []
    signs = played(profile, (outside(revision), 1), (loading, 60), (outside(revision), 1))
    assert [(s.sign, s.frame) for s in signs] == [("earliest", 0), ("latched", 0)]


def test_a_reached_milestone_stays_through_a_reset_and_a_new_game(profile: Profile, revision: Revision) -> None:
    latch = MilestoneLatch(profile)
    title = Memory(revision)
    title.u8(RAM["sPlayTimeCounterState"], 0)
    for frame, memory in enumerate([outside(revision)] * 20 + [title] * 20 + [Memory(revision)] * 20):
        latch.sample(frame, memory.image())
    assert latch.reached == ["M1"]
    assert (latch.reached_by(0), latch.reached_by(59)) == (["M1"], ["M1"])


def test_new_pointers_over_old_data_are_not_believed(profile: Profile, revision: Revision) -> None:
    """Blocks move by 0x40 while the pocket there is still empty: that looks like a delivery for some frames."""
    settled = carrying(revision)
    settled.stand("laboratory", 6, 4)
    torn = settled.copy()
    torn.point(0x6C)
    half = Memory(revision, moved=0x6C, key=settled.key)
    half.stand("laboratory", 6, 4)
    half.var("shop_scene", 1)
    after = half.copy()
    after.key_item(349, slot=2)
    hidden = half.copy()
    hidden.loading()
    for between in ((torn, 3), (half, 5), (half, 8), (hidden, 200)):
        signs = played(profile, (settled, 20), between, (after, 40))
        assert [s.milestone for s in signs if s.sign == "latched"] == ["M6"], between[1]


def test_a_half_copied_bag_that_looks_like_a_delivery_is_debounced(profile: Profile, revision: Revision) -> None:
    carried = carrying(revision)
    carried.stand("laboratory", 6, 4)
    half = carried.copy()
    half.put(half.block1 + 0x3B8, bytes(30 * 4))
    signs = played(profile, (carried, 20), *[(half, 4), (carried, 4)] * 6)
    assert [s.milestone for s in signs if s.sign == "latched"] == ["M6"]


def test_the_saved_game_behind_the_title_screen_reaches_nothing_until_it_runs(
    profile: Profile, revision: Revision
) -> None:
    loaded = outside(revision)
    loaded.flag("logbook_received")
    loaded.u8(RAM["sPlayTimeCounterState"], 0)
    loaded.u32(RAM["gMain"], 0)
    loaded.shows("CB2_TitleScreenRun")
    assert played(profile, (loaded, 300), (Memory(revision), 30)) == []


def test_scenes_replayed_by_the_quest_log_reach_nothing(profile: Profile, revision: Revision) -> None:
    replayed = outside(revision)
    replayed.u8(RAM["gQuestLogState"], 2)
    assert played(profile, (replayed, 300), (Memory(revision), 30)) == []


def test_a_missing_settled_sign_is_the_last_frame_of_the_trial(profile: Profile, revision: Revision) -> None:
    latch = MilestoneLatch(profile)
    given = Memory(revision)
    given.flag("logbook_received")
    for frame in range(20):
        latch.sample(frame, given.image())
    assert [(s.milestone, s.sign, s.frame) for s in latch.finish(40)] == [("M8", "settled", 40)]
    assert latch.finish(41) == []


PARTS = st.lists(st.tuples(st.sampled_from(["in", "out", "loading", "replayed"]), st.integers(1, 20)), max_size=12)


@given(PARTS, st.sampled_from(sorted(REVISIONS)))
def test_each_sign_is_given_once_in_order_and_only_after_enough_agreement(
    parts: list[tuple[str, int]], name: str
) -> None:
    revision, profile = REVISIONS[name], load_profile(name)
    memories = {"in": Memory(revision), "out": outside(revision), "loading": outside(revision)}
    memories["loading"].loading()
    memories["replayed"] = outside(revision)
    memories["replayed"].u8(RAM["gQuestLogState"], 3)
    signs = played(profile, *[(memories[kind], frames) for kind, frames in parts])
    shown = [kind for kind, frames in parts for _ in range(frames)]
    since: int | None = None
    expected = None
    for frame, kind in enumerate(shown):
        if kind == "in":
            since = None
        elif kind == "out":
            since = frame if since is None else since
            if expected is None and frame - since >= 8:
                expected = since
    assert [s.frame for s in signs if s.sign == "latched"] == ([] if expected is None else [expected])
    assert len({(s.milestone, s.sign) for s in signs}) == len(signs)
