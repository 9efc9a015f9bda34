"""Sight against the oracle, on every boundary frame of whole trials."""

import statistics
import time

import pytest

from harness.agents.scripted.eyes import Eyes
from harness.agents.scripted.letters import UNREAD
from harness.agents.scripted.sight import Scene
from tests.agents.playing import Decided, Played

PARCEL = 349


Seen = list[tuple[Decided, Scene]]


@pytest.fixture(scope="module")
def seen(all_trials: list[Played]) -> Seen:
    eyes = Eyes()
    return [(decided, eyes.see(decided.view.frame_rgb)) for one in all_trials for decided in one.decisions]


def test_the_place_and_the_facing_are_those_of_the_game(seen: Seen) -> None:
    checked = 0
    for decided, scene in seen:
        truth = decided.truth
        if truth is None or scene.place is None:
            continue
        assert (scene.place.map, scene.place.x, scene.place.y) == (truth.map, truth.x, truth.y), decided.view.decision
        if scene.facing is not None and truth.facing is not None:
            assert scene.facing == truth.facing.upper(), decided.view.decision
        checked += 1
    assert checked > 500


def test_a_settled_map_is_never_missed(seen: Seen) -> None:
    missed = [
        decided.view.decision
        for decided, scene in seen
        if decided.truth is not None
        and decided.truth.settled
        and decided.truth.screen in ("overworld", "dialogue")
        and scene.place is None
    ]
    assert missed == []


def test_messages_are_read_to_the_letter(seen: Seen) -> None:
    pages = 0
    for decided, scene in seen:
        if scene.box is None:
            continue
        text = "\n".join(scene.box.lines)
        assert UNREAD not in text
        told = [page.strip("\n") for page in decided.said.split("\f")]
        if scene.box.waits:
            assert text in told, decided.view.decision
            pages += 1
        else:
            assert any(page.startswith(text) for page in told), decided.view.decision
    assert pages > 150


def test_menus_are_read_with_their_pointer(seen: Seen) -> None:
    names = {"start": {"LOGBOOK", "PARTY", "BAG", "SAVE", "EXIT"}, "yes_no": {"YES", "NO"}}
    names |= {"battle": {"FIGHT", "BAG", "PARTY", "RUN"}, "moves": {"NUDGE", "PRICKLE"}}
    met = set()
    for _, scene in seen:
        if scene.menu is None:
            continue
        met.add(scene.menu.name)
        assert scene.menu.cursor is not None
        assert 0 <= scene.menu.cursor < len(scene.menu.entries)
        assert set(scene.menu.entries) <= names.get(scene.menu.name, set(scene.menu.entries))
        assert UNREAD not in "".join(scene.menu.entries)
    assert met >= {"start", "yes_no", "battle", "moves", "bag", "party"}


def test_the_bag_lists_the_parcel_between_shop_and_laboratory(seen: Seen) -> None:
    bags = [
        (decided.truth, scene.menu.entries)
        for decided, scene in seen
        if scene.menu is not None and scene.menu.name == "bag" and "KEY ITEMS" in scene.lines
    ]
    assert len(bags) >= 5
    for truth, entries in bags:
        assert truth is not None
        assert ("PARCEL" in entries) == any(item.item == PARCEL for item in truth.bag["key_items"])


def test_a_picture_is_read_in_a_few_milliseconds(careful_trials: list[Played]) -> None:
    eyes = Eyes()
    spent = []
    for decided in careful_trials[0].decisions:
        began = time.perf_counter()
        eyes.see(decided.view.frame_rgb)
        spent.append((time.perf_counter() - began) * 1000)
    assert statistics.median(spent) < 25
