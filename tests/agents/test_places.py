"""Finding the place from a picture alone."""

import random

import numpy as np
import pytest

from harness.agents.scripted.eyes import OWN_X, OWN_Y, Eyes
from harness.agents.scripted.plan import Place
from tests.agents.pictures import put, screen


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def walkable(eyes: Eyes) -> list[Place]:
    return [
        Place(one.name, x, y)
        for one in eyes.world.maps.values()
        for y in range(one.height)
        for x in range(one.width)
        if not eyes.world.tile(Place(one.name, x, y)).solid
    ]


def test_every_walkable_tile_of_every_map_is_recognised(eyes: Eyes) -> None:
    for place in walkable(eyes)[::7]:
        found = eyes.places.locate(screen(eyes.places, place))
        assert found is not None
        assert found.place == place


def test_figures_and_a_box_over_a_third_of_the_screen_do_not_hide_the_place(eyes: Eyes) -> None:
    draw = random.Random(5)  # noqa: S311 - the same places every time
    for place in draw.sample(walkable(eyes), 60):
        frame = screen(eyes.places, place)
        frame[112:] = 248
        for _ in range(3):
            x, y = draw.randrange(220), draw.randrange(90)
            frame[y : y + 24, x : x + 16] = 72
        found = eyes.places.locate(frame)
        assert found is not None
        assert found.place == place


def test_a_darkened_picture_shows_no_place(eyes: Eyes) -> None:
    frame = screen(eyes.places, Place("town", 12, 9)) // 2
    assert eyes.places.locate(frame) is None
    assert eyes.see(frame.tobytes()).screen == "transition"


def test_the_player_s_facing_and_people_in_the_way_are_seen(eyes: Eyes) -> None:
    place = Place("town", 12, 9)
    for pose in eyes.figures.player:
        frame = screen(eyes.places, place)
        put(frame, pose.picture, pose.covers, OWN_X, OWN_Y)
        girl = next(one for one in eyes.figures.others if one.who == "girl")
        put(frame, girl.picture, girl.covers, OWN_X + 32, OWN_Y)
        scene = eyes.see(frame.tobytes())
        assert (scene.place, scene.facing) == (place, pose.facing)
        assert scene.people == (Place("town", 14, 9),)
        assert eyes.figures.who(frame, OWN_X + 32, OWN_Y) == "girl"


def test_a_picture_of_noise_is_no_place(eyes: Eyes) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (160, 240, 3), dtype=np.uint8)
    assert eyes.see(noise.tobytes()).place is None
