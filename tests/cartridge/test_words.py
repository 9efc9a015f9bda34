"""Everybody can be spoken to and every sign can be read, before and after the errand."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.cartridge.driver import WAYS, Cartridge, Spot
from tests.cartridge.walk import Stuck, Walker, play_to_logbook

INDOORS_FIRST = ("laboratory", "town", "house", "bedroom", "rival_house", "road", "next_town", "shop", "rest_house")


def stand_before(walker: Walker, thing: Spot) -> str:
    """Walk to a tile from which the thing can be faced, over a counter too; return the way to face."""
    for reach in (1, 2):
        for way, (dx, dy) in WAYS.items():
            spot = Spot(thing.map, thing.x - dx * reach, thing.y - dy * reach)
            plan = walker.game.world["maps"][spot.map]
            inside = 0 <= spot.x < plan["width"] and 0 <= spot.y < plan["height"]
            if not inside or walker.solid(spot) or spot in walker.occupied():
                continue
            try:
                walker.go(spot)
            except Stuck:
                continue
            return way
    raise AssertionError(f"{thing} cannot be reached")


def hear(walker: Walker, where: Callable[[], Spot]) -> str:
    """Face a thing, press A, return the words after they are all read; who walks about is followed."""
    for _ in range(12):
        walker.settle()
        walker.face(stand_before(walker, where()))
        walker.game.act("A", 2, 0)
        if walker.game.locked and not walker.game.in_battle:
            words = walker.game.text
            walker.settle()
            return words
        walker.settle()
    raise AssertionError(f"{where()} says nothing")


def person_now(game: Cartridge, map_name: str, number: int) -> Spot:
    """Return where the person with this local id stands now."""
    raw = game.read("gObjectEvents", 0x240)
    here = game.spot
    for n in range(1, 16):
        record = raw[n * 0x24 : (n + 1) * 0x24]
        if record[0] & 1 and record[8] == number:
            x = int.from_bytes(record[0x10:0x12], "little", signed=True) - 7
            y = int.from_bytes(record[0x12:0x14], "little", signed=True) - 7
            spot = Walker(game).shifted(here, x - here.x, y - here.y)
            assert spot is not None
            return spot
    raise AssertionError(f"person {number} of {map_name} is not there")


def entry(walker: Walker, name: str) -> Spot:
    """Return a tile of a map to stand on, so that its people are there."""
    if walker.game.spot.map == name:
        return walker.game.spot
    outdoors = {"town": Spot("town", 12, 9), "road": Spot("road", 12, 31), "next_town": Spot("next_town", 14, 22)}
    if name in outdoors:
        return outdoors[name]
    warps = (warp for plan in walker.game.world["maps"].values() for warp in plan["warps"])
    return next(Spot(name, *warp["to_at"]) for warp in warps if warp["to"] == name)


@pytest.mark.slow
def test_every_sign_and_every_person_has_words_after_the_errand() -> None:
    game = Cartridge.in_bedroom()
    walker = Walker(game)
    play_to_logbook(walker)
    order = ("bedroom", "house", "rival_house", "laboratory", "shop", "rest_house", "town", "road", "next_town")
    people = [person["id"] for name in order for person in game.world["maps"][name]["people"]]
    heard = {}
    for name in INDOORS_FIRST:
        plan = game.world["maps"][name]
        for n, sign in enumerate(plan["signs"]):
            words = hear(walker, partial(Spot, name, *sign["at"]))
            assert words.replace("\f", "\n") == sign["text"]
            heard[f"{name} {n}"] = words
        for person in plan["people"]:
            if person["id"] == "rival":
                continue  # gone by now
            walker.go(entry(walker, name))
            heard[person["id"]] = hear(walker, partial(person_now, game, name, people.index(person["id"]) + 1))
    assert len(set(heard.values())) == len(heard)
    game.close()
