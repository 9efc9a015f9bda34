"""Each milestone has its earliest sign, its latch and its settled sign, and no other story reaches it."""

import pytest

from harness.formats.base import MILESTONES
from harness.formats.oracle import Profile
from tests.oracle.facts import RAM, Revision
from tests.oracle.images import Memory, party_record
from tests.oracle.stories import HOLD, Change, carrying, message, of, quiet, story


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
