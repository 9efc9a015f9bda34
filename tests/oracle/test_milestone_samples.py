"""A sign is believed only when enough valid samples agree; what was latched stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.formats.oracle import Profile
from harness.oracle import MilestoneLatch, load_profile
from tests.oracle.facts import RAM, REVISIONS, Revision
from tests.oracle.images import Memory
from tests.oracle.stories import carrying, played


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
