"""The mistakes a forgetful player makes on purpose: when each is due, and how it goes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from harness.agents.scripted import mission
from harness.agents.scripted.errands import Part, close_menus, face, open_page, read_through, walk_to
from harness.agents.scripted.plan import Place, route
from harness.agents.scripted.recall import Claim
from harness.agents.scripted.turns import Now, Turn
from harness.formats.base import ErrorType

if TYPE_CHECKING:
    from harness.agents.scripted.forgetful import Forgetful
    from harness.agents.scripted.player import Errand

NO_LOGBOOK = Claim("event", "START menu", "lists", "no LOGBOOK", "The START menu lists no LOGBOOK.")
NOT_COLLECTED = Claim("inventory", "PARCEL", "is_state", "not collected", "The PARCEL is not collected.")
WRONG_COMPANION = Claim("event", "my companion", "is_called", "RILLNEWT", "My companion is RILLNEWT.")


class Mistake(NamedTuple):
    """One mistake: its type, whether this is the moment for it, and the side trip it is."""

    type: ErrorType
    due: Callable[["Forgetful", Now], bool]
    begin: Callable[["Forgetful", Now], "Errand"]


def on_map(now: Now, *names: str) -> bool:
    """Tell whether the picture shows one of these maps."""
    return now.scene.place is not None and now.scene.place.map in names


def overwrite(player: "Forgetful", now: Now) -> "Errand":
    """Replace the companion's confirmed name by a guess, then look into the party and mend it."""
    fact = now.recall.active(mission.COMPANION_IS)
    slip = player.slips.begin(
        "unsupported_overwrite",
        f"Overwrites the confirmed name of the companion ({mission.COMPANION}) by a guess ({WRONG_COMPANION.object}) "
        "with no new evidence on the screen.",
        now.decision, player.actions, [fact],
    )  # fmt: skip
    guess = WRONG_COMPANION.written("I have not looked again.", 0.4, fact.fact_id if fact else None)
    now = yield Turn(
        f"I think my companion may be called {WRONG_COMPANION.object}. I have not looked again, but I change my note.",
        ("NOOP",), writes=(guess,),
    )  # fmt: skip
    now = yield from open_page(player, now, "PARTY", "I open the START menu to see my companion.")
    wrong = now.recall.active(WRONG_COMPANION)
    listed = ", ".join(now.scene.lines[1:])
    mended = mission.COMPANION_IS.written(f"The party lists: {listed}", supersedes=wrong.fact_id if wrong else None)
    player.slips.recover(slip, now.decision, player.actions)
    now = yield Turn(f"The party lists: {listed}. My note was wrong and I mend it.", ("B", "NOOP"), writes=(mended,))
    yield from close_menus(player, now, "I close the menu.")


def duplicate(player: "Forgetful", now: Now) -> "Errand":
    """Start the finished choice of a companion again."""
    choose = mission.STEPS[mission.CHOOSE]
    listed = now.recall.active(choose.goal)
    slip = player.slips.begin(
        "duplicate_objective",
        "Restarts the objective to choose a companion, though it was chosen before the battle.",
        now.decision, player.actions, [now.recall.active(mission.COMPANION_IS)], [player.ended_at[mission.CHOOSE]],
    )  # fmt: skip
    reads = (listed.fact_id,) if listed else ()
    player.claimed = choose.objective
    now = yield Turn("My list says that I must choose a companion. I go to the table and choose one.", ("NOOP",), reads)
    now = yield from face(
        player, now, player.thing("laboratory", player.other_ball), "the table with the companions", reads
    )
    now = yield from read_through(player, now)
    player.claimed = None
    player.slips.recover(slip, now.decision, player.actions)
    closed = choose.goal.written("I have a companion and get no second one.", completed=True)
    yield Turn(
        "Nothing here is for me: I have a companion already. That objective is done and I close it.",
        ("NOOP",),
        writes=(closed,),
    )


def turn_back(player: "Forgetful", now: Now) -> "Errand":
    """Read that the way out lies north, walk back south all the same, then walk the same way north again."""
    start = now.scene.place
    far = (
        route(player.world.roads, start, player.world.maps["town"].triggers["north_edge"], player.draw)
        if start
        else None
    )
    if start is None or far is None or len(far) < 8:
        return
    way = far[: player.draw.randint(7, min(len(far) - 2, 11))]
    now = yield from player.follow(now, start, way, "I walk north.")
    fact, aim = now.recall.active(mission.WAY_OUT), now.recall.active(mission.STEPS[mission.WALK].goal)
    reads = tuple(one.fact_id for one in (fact, aim) if one is not None)
    slip = player.slips.begin(
        "memory_use_failure",
        "Reads that the way out of MOSSBANK is its north edge, and walks back south; then the same way north again.",
        now.decision, player.actions, [fact, aim],
    )  # fmt: skip
    slip.caused_route = True
    why = "My note says that the way out of MOSSBANK is its north edge. I walk back south to look for a way out there."
    now = yield from walk_to(player, now, [start], why, reads)
    player.slips.recover(slip, now.decision, player.actions)
    yield from player.follow(
        now, start, way, "There is nothing here. The note was right, I walk north as before.", reads
    )


def wrong_town(player: "Forgetful", now: Now) -> "Errand":
    """Use what was noted about MOSSBANK's doors in FERNWELL."""
    fact = now.recall.active(mission.LAB_DOOR)
    slip = player.slips.begin(
        "context_substitution",
        "Applies the note about the door in MOSSBANK (east, southern path) to FERNWELL and enters the rest house.",
        now.decision, player.actions, [fact],
    )  # fmt: skip
    reads = (fact.fact_id,) if fact else ()
    inside = [to for to in player.world.maps["next_town"].warps.values() if to.map == "rest_house"]
    why = "My note says: the door I need is east, on the southern path. The shop must be there."
    now = yield from walk_to(player, now, inside, why, reads)
    player.slips.recover(slip, now.decision, player.actions)
    words = "Beds and sofas, no shelves: the rest house. My note was about MOSSBANK, not FERNWELL. I try the west side."
    seen = mission.SHOP_DOOR.written("The east door led into the rest house; a roof marked SHOP is in the west.", 0.85)
    yield Turn(words, ("NOOP",), writes=(seen,))


def forgot_parcel(player: "Forgetful", now: Now) -> "Errand":
    """Leave the shop with the parcel unnoted, come back and ask for it."""
    got = player.ended_at[mission.PARCEL]
    outside = list(player.world.maps["shop"].warps.values())
    now = yield from walk_to(player, now, outside, "I leave the shop.")
    aim = now.recall.active(mission.STEPS[mission.PARCEL].goal)
    slip = player.slips.begin(
        "omission",
        "Received the PARCEL and stored nothing about it; goes back to the counter to ask for it.",
        now.decision, player.actions, [], [got],
    )  # fmt: skip
    reads = (aim.fact_id,) if aim else ()
    now = yield Turn(
        "My notes say: get the PARCEL. Nothing says that I have it. I go back in and ask the clerk.", ("NOOP",), reads
    )
    now = yield from face(player, now, player.thing("shop", "clerk"), "the clerk to ask for the PARCEL", reads)
    said = now.scene.box.text if now.scene.box else "The clerk gives me nothing more."
    player.slips.recover(slip, now.decision, player.actions)
    writes = player.parcel_noted(now, said)
    now = yield player.listen(now)._replace(
        writes=writes, words=f'The clerk says: "{said}" So I have the PARCEL already.'[:600]
    )
    yield from read_through(player, now)


def invented(player: "Forgetful", now: Now) -> "Errand":
    """See that no logbook is listed, later note that it was received, look again and take it back."""
    now = yield from open_page(player, now, "LOGBOOK", "I open the START menu to see what I have.")
    listed = ", ".join(now.scene.menu.entries) if now.scene.menu else ""
    looked = now.decision
    now = yield Turn(
        f"The menu lists: {listed}. No LOGBOOK yet. I close it.",
        ("B", "NOOP"),
        writes=(NO_LOGBOOK.written(f"The menu lists: {listed}"[:300]),),
    )
    now = yield from close_menus(player, now, "I close the menu.")
    for _ in range(3):
        now = yield player.go_on(now)
    fact = now.recall.active(NO_LOGBOOK)
    slip = player.slips.begin(
        "fabrication",
        "Stores that the LOGBOOK was received, which never happened; the START menu seen before does not list it.",
        now.decision, player.actions, [fact], [looked],
    )  # fmt: skip
    player.hands_on = True
    now = yield Turn(
        "The professor gave me the LOGBOOK. I note it and look it up in the START menu.",
        ("START", "NOOP"), writes=(mission.LOGBOOK_RECEIVED.written("I remember the professor's words.", 0.9),),
    )  # fmt: skip
    false = now.recall.active(mission.LOGBOOK_RECEIVED)
    player.slips.recover(slip, now.decision, player.actions)
    taken_back = NO_LOGBOOK.written("The menu still lists no LOGBOOK.", supersedes=false.fact_id if false else None)
    now = yield Turn(
        "The menu lists no LOGBOOK: I never got it. I take the note back.", ("B", "NOOP"),
        (false.fact_id,) if false else (), (taken_back,),
    )  # fmt: skip
    yield from close_menus(player, now, "I close the menu.")


def both_true(player: "Forgetful", now: Now) -> "Errand":
    """Note that the parcel is not collected beside the note that it is, and act on both."""
    start = now.scene.place
    now = yield player.go_on(now)._replace(
        writes=(NOT_COLLECTED.written("I do not see the PARCEL on the screen.", 0.85),)
    )
    yes, no = now.recall.active(mission.PARCEL_COLLECTED), now.recall.active(NOT_COLLECTED)
    slip = player.slips.begin(
        "contradiction",
        "Holds 'the PARCEL is collected' and 'the PARCEL is not collected' for true at once and turns back.",
        now.decision, player.actions, [yes, no],
    )  # fmt: skip
    reads = tuple(one.fact_id for one in (yes, no) if one is not None)
    why = "The PARCEL is collected and I bring it south; it is not collected and I must fetch it. I turn back."
    now = yield from back_a_little(player, now, start, why, reads)
    now = yield from open_page(player, now, "BAG", "Both cannot be. I look into the BAG.", reads)
    no = now.recall.active(NOT_COLLECTED)
    player.slips.recover(slip, now.decision, player.actions)
    mended = mission.PARCEL_COLLECTED.written("The BAG lists the PARCEL.", supersedes=no.fact_id if no else None)
    now = yield Turn(
        "The BAG lists the PARCEL: it is collected. I strike the other note.", ("B", "NOOP"), reads, (mended,)
    )
    yield from close_menus(player, now, "I close the menu.")


def back_a_little(player: "Forgetful", now: Now, start: Place | None, why: str, reads: tuple[str, ...]) -> Part:
    """Walk back towards the shop for a few tiles."""
    shop = [to for to in player.world.maps["next_town"].warps.values() if to.map == "shop"]
    for _ in range(2):
        turn = player.walk(now, shop, why, reads)
        if turn is None or start is None:
            break
        now = yield turn
    return now
