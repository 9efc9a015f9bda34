"""Side trips of a few decisions: look into a menu, read a sign, walk somewhere."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from harness.agents.scripted.plan import Place
from harness.agents.scripted.turns import Now, Turn
from harness.agents.scripted.words import standing
from harness.formats.base import Button

if TYPE_CHECKING:
    from harness.agents.scripted.player import Errand, Player

LIMIT = 40
"""Decisions after which any side trip is given up."""
Part = Generator[Turn, Now, Now]
"""A part of a side trip: it returns what was seen last."""


def walk_to(player: "Player", now: Now, goals: Sequence[Place], why: str, reads: tuple[str, ...] = ()) -> Part:
    """Walk until one of the goals is reached or no way leads there."""
    for _ in range(LIMIT):
        if now.scene.place in goals:
            return now
        turn = player.walk(now, list(goals), why, reads)
        if turn is None:
            return now
        now = yield turn
    return now


def face(player: "Player", now: Now, thing: Place, what: str, reads: tuple[str, ...] = ()) -> Part:
    """Walk to a thing, face it, press A, and stop at what that shows."""
    spots = dict(player.world.facing_spots(thing))
    now = yield from walk_to(player, now, list(spots), f"I go to {what}.", reads)
    player.hands_on = True
    for _ in range(3):
        if now.scene.screen != "overworld" or now.scene.place not in spots:
            break
        now = yield player.talk(now, thing, what, reads)
    return now


def read_through(player: "Player", now: Now) -> Part:
    """Read messages until none is open."""
    player.hands_on = True
    for _ in range(LIMIT):
        if now.scene.screen not in ("dialogue", "menu"):
            break
        now = yield (player.listen(now) if now.scene.screen == "dialogue" else player.choose(now))
    player.hands_on = False
    return now


def read_sign(player: "Player", now: Now, sign: tuple[str, int, int]) -> "Errand":
    """Read a signpost."""
    now = yield from face(player, now, Place(*sign), "the signpost to read it")
    yield from read_through(player, now)


def greet(player: "Player", now: Now, map_name: str, who: str) -> "Errand":
    """Talk to somebody."""
    now = yield from face(player, now, player.thing(map_name, who), f"my {who} to say goodbye")
    yield from read_through(player, now)


def pause(now: Now) -> "Errand":
    """Stand still for a moment."""
    yield Turn(f"{standing(now.scene.location)} I stop for a moment and look around.", ("NOOP", "NOOP"))


def open_page(player: "Player", now: Now, page: str, why: str, reads: tuple[str, ...] = ()) -> Part:
    """Open the START menu and a page of it; stop with the page on the screen, or earlier where it is not listed."""
    player.hands_on = True
    for _ in range(8):
        if now.scene.screen == "menu":
            break
        now = yield (player.listen(now) if now.scene.screen == "dialogue" else Turn(why, ("START", "NOOP"), reads))
    for _ in range(8):
        menu = now.scene.menu
        if menu is None or menu.name != "start" or menu.cursor is None:
            break
        target = next((k for k, entry in enumerate(menu.entries) if page in entry.upper()), None)
        if target is None:
            break
        if target == menu.cursor:
            now = yield Turn(f"The cursor is on {menu.entries[target]}. I open it.", ("A", "NOOP", "NOOP"), reads)
            continue
        button: Button = "DOWN" if target > menu.cursor else "UP"
        steps = min(abs(target - menu.cursor), 4)
        now = yield Turn(f"I move the cursor to {menu.entries[target]}.", (button,) * steps, reads)
    for _ in range(3):
        if page != "BAG" or now.scene.menu is None or now.scene.menu.name != "bag" or "KEY ITEMS" in now.scene.lines:
            break
        now = yield Turn("I turn to the KEY ITEMS.", ("RIGHT", "NOOP"), reads)
    return now


def close_menus(player: "Player", now: Now, words: str) -> Part:
    """Press B until the map is back."""
    for _ in range(8):
        if now.scene.screen == "overworld":
            break
        now = yield Turn(words, ("B", "NOOP", "NOOP"))
        words = "I close the menu."
    player.hands_on = False
    return now


def check_menu(player: "Player", now: Now, page: str) -> "Errand":
    """Open a page of the START menu, look, and close it."""
    now = yield from open_page(player, now, page, f"I open the START menu to look at {page}.")
    listed = ", ".join(now.scene.lines[1:]) or "nothing"
    words = f"{page} lists: {listed}. I close it." if now.scene.lines else f"I do not get to see {page}."
    yield from close_menus(player, now, words[:500])
