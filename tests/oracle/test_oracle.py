"""The oracle reads hidden state from bytes alone."""

import os
import shutil
from pathlib import Path

import pytest

from harness.formats.errors import BadFile, WrongHash
from harness.formats.oracle import Profile, SignRecord
from harness.oracle import MilestoneLatch, check_rom, load_profile, read_state
from harness.oracle.profile import profiles_folder
from tests.oracle.images import Memory, party_record


@pytest.fixture(params=["bpre-1.0", "bpre-1.1"])
def profile(request: pytest.FixtureRequest) -> Profile:
    return load_profile(request.param)


def test_a_standing_player_reads_as_place_facing_money_and_a_settled_free_screen(profile: Profile) -> None:
    state = read_state(Memory(profile).image(), profile)
    assert state is not None
    assert (state.map, state.x, state.y, state.facing) == ("bedroom", 6, 6, "up")
    assert (state.money, state.screen, state.screen_detail, state.settled) == (3000, "overworld", "free", True)


@pytest.mark.parametrize("moved", [0, 4, 0x7C])
def test_quantities_are_deciphered_wherever_the_blocks_have_moved(profile: Profile, moved: int) -> None:
    memory = Memory(profile, moved=moved)
    memory.key_item(349, slot=7)
    state = read_state(memory.image(), profile)
    assert state is not None
    assert [(slot.item, slot.quantity) for slot in state.bag["key_items"]] == [(349, 1)]


@pytest.mark.parametrize("personality", range(24))
def test_every_order_of_a_party_record_is_deciphered(profile: Profile, personality: int) -> None:
    memory = Memory(profile)
    memory.party(party_record(7, personality=personality, level=6, hp=(11, 22)))
    state = read_state(memory.image(), profile)
    assert state is not None
    member = state.party[0]
    assert (member.species, member.level, member.hp, member.max_hp) == (7, 6, 11, 22)


def test_a_party_record_torn_in_the_middle_makes_the_sample_invalid(profile: Profile) -> None:
    memory = Memory(profile)
    record = bytearray(party_record(7))
    record[0x30] ^= 0x40
    memory.party(bytes(record))
    assert read_state(memory.image(), profile) is None


def test_a_sample_is_refused_while_blocks_move_while_loading_on_the_title_and_in_a_replayed_scene(
    profile: Profile,
) -> None:
    ram = profile.ram
    faults = {
        "one block elsewhere": lambda m: m.u32(ram["gSaveBlock2Ptr"], ram["gSaveBlock2"] + 4),
        "too far": lambda m: [
            m.u32(ram[p], ram[b] + 0x80)
            for p, b in (
                ("gSaveBlock1Ptr", "gSaveBlock1"),
                ("gSaveBlock2Ptr", "gSaveBlock2"),
                ("gPokemonStoragePtr", "gPokemonStorage"),
            )
        ],
        "loading": lambda m: m.u32(ram["gMain"] + 0xC, 0),
        "title": lambda m: m.u8(ram["sPlayTimeCounterState"], 0),
        "menu callback": lambda m: m.u32(ram["gMain"], 0),
        "quest log": lambda m: m.u8(ram["gQuestLogState"], 2),
        "quest log playback": lambda m: m.u8(ram["gQuestLogPlaybackState"], 1),
        "null pointers": lambda m: m.u32(ram["gSaveBlock1Ptr"], 0),
    }
    for name, fault in faults.items():
        memory = Memory(profile)
        fault(memory)
        assert read_state(memory.image(), profile) is None, name


def test_screens_are_told_apart(profile: Profile) -> None:
    ram, code = profile.ram, profile.code

    def screen(change: object) -> tuple[str, str, bool]:
        memory = Memory(profile)
        change(memory)  # type: ignore[operator]
        state = read_state(memory.image(), profile)
        assert state is not None
        return state.screen, state.screen_detail, state.settled

    def task(name: str, memory: Memory) -> None:
        memory.u32(ram["gTasks"] + 40 * 3, code[name] + 1)
        memory.u8(ram["gTasks"] + 40 * 3 + 4, 1)

    assert screen(lambda m: m.u8(ram["gPlayerAvatar"] + 3, 1)) == ("overworld", "free", False)
    assert screen(lambda m: m.u8(ram["gMain"] + 0x439, 2)) == ("battle", "battle", True)
    assert screen(lambda m: m.u8(ram["sInHelpSystem"], 1)) == ("menu", "help", True)
    assert screen(lambda m: m.u8(ram["gPaletteFade"] + 7, 0x80)) == ("transition", "fading", False)
    assert screen(lambda m: m.u8(ram["sMessageBoxType"], 2)) == ("dialogue", "dialogue_printing", False)
    assert screen(lambda m: m.u8(ram["sLockFieldControls"], 1)) == ("overworld", "cutscene", False)
    assert screen(lambda m: task("Task_StartMenuHandleInput", m)) == ("menu", "start_menu", True)

    def waiting(memory: Memory) -> None:
        memory.u8(ram["sGlobalScriptContext"] + 1, 2)
        memory.u32(ram["sGlobalScriptContext"] + 4, code["WaitForAorBPress"] + 1)

    assert screen(waiting) == ("dialogue", "dialogue_waits", True)


def signs(profile: Profile, frames: list[Memory]) -> list[SignRecord]:
    latch = MilestoneLatch(profile)
    return [sign for number, memory in enumerate(frames) for sign in latch.sample(number, memory.image())]


def test_a_sign_seen_once_is_not_believed_and_a_reached_milestone_stays(profile: Profile) -> None:
    before, outside, back = Memory(profile), Memory(profile), Memory(profile)
    outside.stand("town", 6, 8)
    outside.flag("town_seen")
    assert signs(profile, [before, outside, before, before]) == []
    found = signs(profile, [before, outside, outside, outside, back, back, back])
    assert [(s.milestone, s.sign, s.frame) for s in found] == [
        ("M1", "earliest", 1),
        ("M1", "latched", 1),
    ]
    latch = MilestoneLatch(profile)
    for number, memory in enumerate([outside] * 4 + [back] * 9):
        latch.sample(number, memory.image())
    assert latch.reached == ["M1"]


def test_invalid_samples_neither_confirm_nor_refute(profile: Profile) -> None:
    outside, loading = Memory(profile), Memory(profile)
    outside.flag("town_seen")
    loading.u32(profile.ram["gMain"] + 0xC, 0)
    latch = MilestoneLatch(profile)
    found = [latch.sample(n, m.image()) for n, m in enumerate([outside, loading, loading, loading])]
    assert found == [[], [], [], []]
    assert [s.frame for s in latch.sample(4, outside.image())] == [0, 0]


def test_the_delivery_needs_the_parcel_first_and_then_an_empty_pocket_in_the_laboratory(profile: Profile) -> None:
    def scene(*, held: bool, shop: int, place: str) -> Memory:
        memory = Memory(profile)
        memory.stand(place, 6, 5)
        memory.var("shop_scene", shop)
        if held:
            memory.key_item(349)
        return memory

    never = scene(held=False, shop=0, place="laboratory")
    assert signs(profile, [never] * 6) == []
    handed, carried = scene(held=True, shop=1, place="shop"), scene(held=True, shop=1, place="laboratory")
    delivered = scene(held=False, shop=1, place="laboratory")
    found = signs(profile, [handed] * 4 + [carried] * 4 + [delivered] * 4)
    latched = [(s.milestone, s.frame, s.unconfirmed) for s in found if s.sign == "latched"]
    assert latched == [("M6", 0, True), ("M7", 8, True)]


def test_without_an_earliest_rule_the_last_message_box_stands_for_it(profile: Profile) -> None:
    quiet, talking, given = Memory(profile), Memory(profile), Memory(profile)
    for memory in (talking, given):
        memory.u8(profile.ram["sMessageBoxType"], 2)
    given.flag("logbook_received")
    found = signs(profile, [quiet, quiet, talking, talking, given, given, given])
    assert [(s.milestone, s.sign, s.frame) for s in found] == [("M8", "earliest", 2), ("M8", "latched", 4)]


def test_a_message_that_begins_with_the_latch_is_not_the_one_before_it(profile: Profile) -> None:
    quiet, talking, given = Memory(profile), Memory(profile), Memory(profile)
    for memory in (talking, given):
        memory.u8(profile.ram["sMessageBoxType"], 2)
    given.flag("logbook_received")
    found = signs(profile, [quiet, talking, talking, quiet, quiet, given, given, given])
    assert [(s.sign, s.frame) for s in found] == [("earliest", 1), ("latched", 5)]


def test_the_settled_sign_comes_later_or_is_the_last_frame_of_the_trial(profile: Profile) -> None:
    given, done = Memory(profile), Memory(profile)
    given.flag("logbook_received")
    done.flag("logbook_received")
    done.var("laboratory_scene", 6)
    done.var("shop_scene", 2)
    latch = MilestoneLatch(profile)
    for number in range(5):
        latch.sample(number, given.image())
    assert [(s.sign, s.frame) for s in latch.finish(40)] == [("settled", 40)]
    found = signs(profile, [given] * 5 + [done] * 4)
    assert [(s.milestone, s.sign, s.frame) for s in found if s.sign == "settled" and s.milestone == "M8"] == [
        ("M8", "settled", 5)
    ]


def test_every_image_of_noise_is_refused_or_read_without_an_error(profile: Profile) -> None:
    latch = MilestoneLatch(profile)
    for number in range(20):
        memory = Memory(profile)
        memory.iwram[:] = os.urandom(len(memory.iwram))
        assert read_state(memory.image(), profile) is None
        assert latch.sample(number, memory.image()) == []


def test_a_rom_of_another_revision_or_with_altered_bytes_is_refused(tmp_path: Path) -> None:
    profile = load_profile("bpre-1.0")
    rom = tmp_path / "game.gba"
    header = bytearray(0x200)
    header[0xA0:0xB2] = b"POKEMON FIREBPRE01"
    header[0xBC] = 10
    rom.write_bytes(header)
    with pytest.raises(BadFile, match="revision 10"):
        check_rom(profile, rom)
    header[0xBC] = 0
    rom.write_bytes(header)
    with pytest.raises(WrongHash, match="altered"):
        check_rom(profile, rom)
    rom.write_bytes(b"short")
    with pytest.raises(BadFile, match="not a GBA ROM"):
        check_rom(profile, rom)


def test_a_profile_that_is_not_there_or_lacks_an_address_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no oracle profile 'emerald'"):
        load_profile("emerald")
    text = (profiles_folder() / "bpre-1.0.yaml").read_text()
    (tmp_path / "lame.yaml").write_text("\n".join(line for line in text.split("\n") if "gMain:" not in line))
    with pytest.raises(BadFile, match="where gMain is"):
        load_profile("lame", tmp_path)
    shutil.copy(profiles_folder() / "bpre-1.0.yaml", tmp_path / "same.yaml")
    assert load_profile("same", tmp_path) == load_profile("bpre-1.0")
