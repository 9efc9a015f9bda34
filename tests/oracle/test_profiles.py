"""The profiles hold what the memory map says, marked where only one source says it, and refuse other games."""

import re
import shutil
from pathlib import Path

import pytest

from harness.formats.errors import BadFile, WrongHash
from harness.formats.oracle import Profile
from harness.oracle import check_rom, load_profile
from harness.oracle.layout import POCKETS as LAYOUT_POCKETS
from harness.oracle.profile import profiles_folder
from tests.oracle.facts import CONFIRMED_MAPS, FLAGS, ITEMS, MAPS, POCKETS, RAM, VARS, Revision


def test_every_value_of_a_profile_is_the_memory_maps(profile: Profile, revision: Revision) -> None:
    assert (profile.title, profile.game_code, profile.revision) == ("POKEMON FIRE", "BPRE", revision.number)
    assert (profile.sha1, profile.rom_sha256) == (revision.sha1, revision.sha256)
    assert profile.ram == RAM
    assert profile.code == revision.code
    assert {name: tuple(span) for name, span in profile.scenes.items()} == revision.scenes
    assert (profile.flags, profile.vars, profile.items) == (FLAGS, VARS, ITEMS)
    assert {name: (place.group, place.num) for name, place in profile.maps.items()} == MAPS
    assert LAYOUT_POCKETS == POCKETS
    assert profile.debounce_frames == 8


def test_what_one_source_alone_says_is_marked_and_nothing_else(profile: Profile, revision: Revision) -> None:
    marked = set(profile.unconfirmed)
    assert len(marked) == len(profile.unconfirmed)
    assert marked & revision.code.keys() == revision.unconfirmed_code
    assert {name for name in marked if name.startswith("scene ")} == {f"scene {name}" for name in revision.scenes}
    assert marked & MAPS.keys() == MAPS.keys() - CONFIRMED_MAPS
    assert marked & FLAGS.keys() == {"rival_fought_third"}
    assert {"battler fields", "rule not_moving_blocks", "shop_scene 1", "laboratory_scene 3"} <= marked
    assert {rule.id for rule in profile.milestones if not rule.confirmed} == {"M6", "M7"}


def test_a_rom_of_another_revision_or_with_altered_bytes_is_refused(
    tmp_path: Path, profile: Profile, revision: Revision
) -> None:
    rom = tmp_path / "game.gba"
    header = bytearray(0x200)
    header[0xA0:0xB2] = b"POKEMON FIREBPRE01"
    for other in (10, 1 - revision.number):
        header[0xBC] = other
        rom.write_bytes(header)
        with pytest.raises(BadFile, match=f"revision {other}"):
            check_rom(profile, rom)
    header[0xBC] = revision.number
    rom.write_bytes(header)
    with pytest.raises(WrongHash, match="altered"):
        check_rom(profile, rom)
    header[0xA0:0xAC] = b"POKEMON LEAF"
    rom.write_bytes(header)
    with pytest.raises(BadFile, match="POKEMON LEAF"):
        check_rom(profile, rom)
    rom.write_bytes(b"short")
    with pytest.raises(BadFile, match="not a GBA ROM"):
        check_rom(profile, rom)


def test_a_profile_that_is_not_there_or_lacks_an_address_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no oracle profile 'emerald'"):
        load_profile("emerald")
    with pytest.raises(BadFile, match="no oracle profile"):
        load_profile("../profiles/bpre-1.0")
    text = (profiles_folder() / "bpre-1.0.yaml").read_text()
    (tmp_path / "lame.yaml").write_text("\n".join(line for line in text.split("\n") if "gMain:" not in line))
    with pytest.raises(BadFile, match="where gMain is"):
        load_profile("lame", tmp_path)
    shutil.copy(profiles_folder() / "bpre-1.0.yaml", tmp_path / "same.yaml")
    assert load_profile("same", tmp_path) == load_profile("bpre-1.0")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("debounce_frames: 8", "debounce_frames: 1", "debounce_frames"),
        ("gMain: 0x030030F0", "gMain: here", "ram"),
        ("revision: 0", "revision: null", "revision"),
        ("op: flag, name: town_seen", "op: wish, name: town_seen", "milestones"),
        ("schema_version: 1", "schema_version: 1\nsecret: 1", "secret"),
    ],
)
def test_a_value_that_can_be_none_is_refused_by_its_name(
    tmp_path: Path, before: str, after: str, sentence: str
) -> None:
    text = (profiles_folder() / "bpre-1.0.yaml").read_text()
    assert before in text
    (tmp_path / "wrong.yaml").write_text(text.replace(before, after, 1))
    with pytest.raises(BadFile, match=sentence):
        load_profile("wrong", tmp_path)


def test_a_header_that_nobody_can_read_is_told_without_its_bytes(tmp_path: Path) -> None:
    rom = tmp_path / "noise.gba"
    header = bytearray(bytes(range(128, 256)) * 2)
    header[0xB2] = 0x96
    rom.write_bytes(header)
    with pytest.raises(BadFile, match=re.escape("is '????????????' (????, revision ")) as caught:
        check_rom(load_profile("parcel-errand"), rom)
    assert str(caught.value).isascii()
    assert "oracle: none" in str(caught.value)
