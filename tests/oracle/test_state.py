"""Hidden state is read from bytes alone, and only where a sample may be judged."""

import os
import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.formats.oracle import OracleState, Profile
from harness.oracle import MilestoneLatch, load_profile, read_options, read_state
from tests.oracle.facts import POCKETS, RAM, REVISIONS, Revision
from tests.oracle.images import ORDERS, Memory, battler, party_record


def state_of(memory: Memory, profile: Profile) -> OracleState:
    state = read_state(memory.image(), profile)
    assert state is not None
    return state


def test_a_standing_player_reads_as_place_facing_money_and_a_settled_free_screen(
    profile: Profile, revision: Revision
) -> None:
    state = state_of(Memory(revision), profile)
    assert (state.map, state.map_group, state.map_num) == ("bedroom", 4, 1)
    assert (state.x, state.y, state.facing, state.money) == (6, 6, "up", 3000)
    assert (state.screen, state.screen_detail, state.settled) == ("overworld", "free", True)
    assert (state.party, state.battle, state.scripted, state.moving) == ([], None, False, False)


@pytest.mark.parametrize(("value", "way"), [(1, "down"), (2, "up"), (3, "left"), (4, "right"), (0, None), (0x32, "up")])
def test_facing_is_the_low_half_of_its_byte(profile: Profile, revision: Revision, value: int, way: str | None) -> None:
    memory = Memory(revision)
    memory.u8(RAM["gObjectEvents"] + 0x18, value)
    assert state_of(memory, profile).facing == way


def test_the_players_figure_is_found_by_its_number(profile: Profile, revision: Revision) -> None:
    memory = Memory(revision)
    memory.u8(RAM["gPlayerAvatar"] + 5, 9)
    memory.u8(RAM["gObjectEvents"] + 9 * 0x24 + 0x18, 3)
    memory.u8(RAM["gObjectEvents"] + 9 * 0x24, 0x40)
    state = state_of(memory, profile)
    assert (state.facing, state.moving, state.settled) == ("left", True, False)


def test_the_state_is_read_wherever_the_blocks_have_moved(profile: Profile, revision: Revision) -> None:
    for moved in range(0, 0x80, 4):
        memory = Memory(revision, moved=moved)
        memory.stand("road", -3, 39)
        memory.key_item(349, slot=29)
        memory.flag("logbook_received")
        memory.var("laboratory_scene", 6)
        state = state_of(memory, profile)
        assert (state.map, state.x, state.y) == ("road", -3, 39)
        assert [(slot.item, slot.quantity) for slot in state.bag["key_items"]] == [(349, 1)]
        assert [name for name, value in state.flags.items() if value] == ["logbook_received"]
        assert state.vars["laboratory_scene"] == 6


AMOUNTS = st.lists(st.tuples(st.integers(1, 376), st.integers(0, 999)), max_size=6)


@given(
    key=st.integers(0, 2**32 - 1),
    money=st.integers(0, 999_999),
    held=st.fixed_dictionaries(dict.fromkeys(POCKETS, AMOUNTS)),
    at=st.sampled_from(range(0, 0x80, 4)),
    name=st.sampled_from(sorted(REVISIONS)),
)
def test_money_and_quantities_are_deciphered_with_any_key(
    key: int, money: int, held: dict[str, list[tuple[int, int]]], at: int, name: str
) -> None:
    memory = Memory(REVISIONS[name], moved=at, key=key)
    memory.money(money)
    for pocket, items in held.items():
        for place, (item, quantity) in enumerate(items):
            memory.slot(pocket, place * 2, item, quantity)
    state = read_state(memory.image(), load_profile(name))
    assert state is not None
    assert state.money == money
    assert {pocket: [(one.item, one.quantity) for one in slots] for pocket, slots in state.bag.items()} == held


@pytest.mark.parametrize("pocket", sorted(POCKETS))
def test_the_first_and_the_last_slot_of_a_pocket_belong_to_it(
    profile: Profile, revision: Revision, pocket: str
) -> None:
    memory = Memory(revision)
    memory.slot(pocket, 0, 4, 5)
    memory.slot(pocket, POCKETS[pocket][1] - 1, 13, 99)
    bag = state_of(memory, profile).bag
    assert [(one.item, one.quantity) for one in bag[pocket]] == [(4, 5), (13, 99)]
    assert all(bag[other] == [] for other in bag if other != pocket)


@pytest.mark.parametrize("order", range(24))
def test_every_order_of_a_party_record_is_deciphered_and_a_torn_one_refused(
    profile: Profile, revision: Revision, order: int
) -> None:
    assert len(set(ORDERS)) == 24
    record = party_record(7, personality=24 * 1_000_003 + order, level=6, hp=(11, 22))
    memory = Memory(revision)
    memory.party(party_record(4, personality=order + 5), record)
    first, second = state_of(memory, profile).party
    assert (first.species, first.level, first.hp, first.max_hp) == (4, 5, 19, 20)
    assert (second.species, second.level, second.hp, second.max_hp) == (7, 6, 11, 22)
    for place in range(0x20, 0x50, 2):
        torn = bytearray(record)
        torn[place] ^= 0x40
        memory.party(party_record(4), bytes(torn))
        assert read_state(memory.image(), profile) is None


def test_a_party_of_more_than_six_is_a_torn_read(profile: Profile, revision: Revision) -> None:
    memory = Memory(revision)
    memory.party(*[party_record(7)] * 6)
    assert len(state_of(memory, profile).party) == 6
    memory.u8(RAM["gPlayerPartyCount"], 7)
    assert read_state(memory.image(), profile) is None


def test_a_battle_shows_points_uses_and_the_moves_that_may_be_chosen(profile: Profile, revision: Revision) -> None:
    memory = Memory(revision)
    memory.battle(
        battler(1, 18, 20, 5, [33, 45, 0, 0], [35, 0, 0, 0]), battler(4, 3, 19, 5, [10, 45, 0, 0], [35, 40, 0, 0])
    )
    battle = state_of(memory, profile).battle
    assert battle is not None
    assert (battle.type_flags, battle.outcome) == (0x1C, 0)
    own, foe = battle.battlers
    assert (own.species, own.hp, own.max_hp, own.level) == (1, 18, 20, 5)
    assert (own.moves, own.pp, own.legal_moves) == ([33, 45, 0, 0], [35, 0, 0, 0], [33])
    assert (foe.hp, foe.legal_moves) == (3, [10, 45])
    assert "battler fields" in state_of(memory, profile).unconfirmed


FAULTS: dict[str, Callable[[Memory], object]] = {
    "the first block elsewhere": lambda m: m.u32(RAM["gSaveBlock1Ptr"], m.block1 + 4),
    "the second block elsewhere": lambda m: m.u32(RAM["gSaveBlock2Ptr"], m.block2 - 4),
    "the storage elsewhere": lambda m: m.u32(RAM["gPokemonStoragePtr"], RAM["gPokemonStorage"]),
    "all too far": lambda m: m.point(0x80),
    "all too low": lambda m: m.point(-4),
    "no multiple of four": lambda m: m.point(0x2E),
    "null pointers": lambda m: [m.u32(RAM[f"{n}Ptr"], 0) for n in ("gSaveBlock1", "gSaveBlock2", "gPokemonStorage")],
    "blocks moving or a map loading": lambda m: m.loading(),
    "no game running yet": lambda m: m.u8(RAM["sPlayTimeCounterState"], 0),
    "another first callback": lambda m: m.u32(RAM["gMain"], 0),
    "the title screen over a loaded save": lambda m: (
        m.u8(RAM["sPlayTimeCounterState"], 0), m.u32(RAM["gMain"], 0), m.shows("CB2_TitleScreenRun")
    ),
    "quest log played back": lambda m: m.u8(RAM["gQuestLogState"], 2),
    "quest log played back too": lambda m: m.u8(RAM["gQuestLogState"], 3),
    "playback running": lambda m: m.u8(RAM["gQuestLogPlaybackState"], 1),
    "playback at the end of an action": lambda m: m.u8(RAM["gQuestLogPlaybackState"], 3),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_sample_that_may_not_be_judged_is_no_state_and_no_sign(
    profile: Profile, revision: Revision, fault: str
) -> None:
    memory = Memory(revision)
    for name in ("town_seen", "logbook_received", "next_town_seen"):
        memory.flag(name)
    FAULTS[fault](memory)
    assert read_state(memory.image(), profile) is None
    assert read_options(memory.image(), profile) is None
    latch = MilestoneLatch(profile)
    assert [latch.sample(frame, memory.image()) for frame in range(40)] == [[]] * 40


@pytest.mark.parametrize(
    ("field", "value"), [("gQuestLogState", 1), ("gQuestLogPlaybackState", 2), ("sPlayTimeCounterState", 2)]
)
def test_recording_a_quest_log_and_a_full_clock_are_no_fault(
    profile: Profile, revision: Revision, field: str, value: int
) -> None:
    memory = Memory(revision)
    memory.u8(RAM[field], value)
    assert read_state(memory.image(), profile) is not None


def test_a_battle_may_be_judged_although_its_first_callback_is_another(profile: Profile, revision: Revision) -> None:
    memory = Memory(revision)
    memory.battle()
    memory.u32(RAM["gMain"], 0x0801_23E5)
    assert state_of(memory, profile).screen == "battle"


def test_fields_that_keep_old_values_change_nothing(profile: Profile, revision: Revision) -> None:
    fresh, old = Memory(revision), Memory(revision)
    for memory in (fresh, old):
        memory.party(party_record(1))
    old.stale()
    assert state_of(old, profile) == state_of(fresh, profile)
    latch = MilestoneLatch(profile)
    assert [latch.sample(frame, old.image()) for frame in range(30)] == [[]] * 30


def test_a_state_names_the_unconfirmed_values_that_it_rests_on(profile: Profile, revision: Revision) -> None:
    always = {"rule not_moving_blocks", "rival_fought_third"}
    plain = Memory(revision)
    assert set(state_of(plain, profile).unconfirmed) == always
    shop = Memory(revision)
    shop.stand("shop", 3, 4)
    shop.var("shop_scene", 1)
    shop.shows("CB2_BuyMenu")
    assert set(state_of(shop, profile).unconfirmed) == always | {"shop", "shop_scene 1", "CB2_BuyMenu", "screen shop"}
    bag = Memory(revision)
    bag.shows("CB2_BagMenuRun")
    assert set(state_of(bag, profile).unconfirmed) == always
    menu = Memory(revision)
    menu.task("Task_StartMenuHandleInput")
    expected = {"Task_StartMenuHandleInput"} & revision.unconfirmed_code
    assert set(state_of(menu, profile).unconfirmed) == always | expected


@pytest.mark.parametrize(
    ("text", "battle", "buttons", "expected"),
    [
        (0x01, 0x00, 0, ("mid", "shift", True)),
        (0xFA, 0x02, 1, ("fast", "set", False)),
        (0x00, 0xFD, 2, ("slow", "shift", False)),
        (0x07, 0x00, 0, (None, "shift", True)),
    ],
)
def test_the_options_are_read_bit_by_bit_and_the_battle_style_is_marked(
    profile: Profile, revision: Revision, text: int, battle: int, buttons: int, expected: tuple[object, ...]
) -> None:
    memory = Memory(revision, moved=0x7C)
    memory.put(memory.block2 + 0x13, bytes([buttons, text, battle]))
    options = read_options(memory.image(), profile)
    assert options is not None
    assert (options.text_speed, options.battle_style, options.buttons_open_help) == expected
    assert options.unconfirmed == ("battle_style",)


def test_every_image_of_noise_is_refused_or_read_without_an_error(profile: Profile, revision: Revision) -> None:
    latch = MilestoneLatch(profile)
    for number in range(20):
        memory = Memory(revision)
        memory.iwram[:] = os.urandom(len(memory.iwram))
        assert read_state(memory.image(), profile) is None
        assert latch.sample(number, memory.image()) == []
    for _ in range(20):
        memory = Memory(revision)
        memory.ewram[:] = os.urandom(len(memory.ewram))
        memory.put(RAM["gPlayerPartyCount"], struct.pack("<B", 0))
        memory.put(RAM["gQuestLogState"], b"\0")
        state = read_state(memory.image(), profile)
        assert state is None or len(state.bag) == len(POCKETS)
