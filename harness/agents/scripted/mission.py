"""The errand as a player understands it: eight steps, what ends each of them, and the facts that say so."""

import re
from typing import NamedTuple

from harness.agents.scripted.recall import Claim, Recall
from harness.agents.scripted.sight import Scene

COMPANION = "THISTLET"
COMPANIONS = ("THISTLET", "CINDERLAM", "RILLNEWT")


def goal(name: str, sentence: str) -> Claim:
    """Return an objective as a claim."""
    return Claim("objective", "player", "must", name, sentence)


HAS_PARCEL = Claim("inventory", "player", "has_item", "PARCEL", "I carry the PARCEL.")
PARCEL_COLLECTED = Claim("inventory", "PARCEL", "is_state", "collected", "The PARCEL is collected.")
PARCEL_DELIVERED = Claim("inventory", "PARCEL", "is_state", "delivered", "The professor has the PARCEL.")
COMPANION_IS = Claim("event", "my companion", "is_called", COMPANION, f"My companion is {COMPANION}.")
LOGBOOK_RECEIVED = Claim("event", "player", "received", "LOGBOOK", "The professor gave me the LOGBOOK.")
LAB_DOOR = Claim(
    "location",
    "MOSSBANK",
    "needed_door",
    "east side, southern path",
    "MOSSBANK: the door I need is east, on the southern path.",
)
SHOP_DOOR = Claim(
    "location",
    "FERNWELL",
    "needed_door",
    "west side, southern path",
    "FERNWELL: the SHOP is west, on the southern path.",
)
WAY_OUT = Claim("location", "MOSSBANK", "way_out", "north edge", "The way out of MOSSBANK is its north edge.")


class Step(NamedTuple):
    """One step of the errand."""

    name: str
    objective: str
    done: Claim
    """What is written once it is done."""
    cue: re.Pattern[str] | None
    """What a message says when it is done; None where something else shows it."""
    maps: frozenset[str]
    """Being on one of these maps shows that it is done."""

    @property
    def goal(self) -> Claim:
        """Return the objective as a claim."""
        return goal(self.name, self.objective)


def _step(name: str, objective: str, done: Claim, cue: str | None = None, maps: tuple[str, ...] = ()) -> Step:
    return Step(name, objective, done, re.compile(cue, re.IGNORECASE) if cue else None, frozenset(maps))


AWAY = ("road", "next_town", "shop", "rest_house")
STEPS: tuple[Step, ...] = (
    _step(
        "leave the house",
        "Leave my bedroom and the house.",
        Claim("event", "player", "left", "house", "I left my house."),
        maps=("town", "laboratory", "rival_house", *AWAY),
    ),
    _step(
        "go north",
        "Walk to the north edge of MOSSBANK.",
        Claim("event", "professor", "stopped", "player", "The professor stopped me at the north edge."),
        cue=r"Wait! You there|Wild creatures live|Come with me",
        maps=("laboratory", *AWAY),
    ),
    _step(
        "choose a companion",
        f"Choose the companion {COMPANION} in the laboratory.",
        COMPANION_IS,
        cue=rf"You received {COMPANION}",
        maps=AWAY,
    ),
    _step(
        "meet the rival",
        "Fight the battle against WREN in the laboratory.",
        Claim("event", "player", "fought", "WREN", "The battle against WREN is over."),
        cue=r"Good match",
        maps=AWAY,
    ),
    _step(
        "walk to FERNWELL",
        "Walk north over BRAMBLE ROAD to FERNWELL.",
        Claim("location", "player", "reached", "FERNWELL", "I reached FERNWELL."),
        maps=("next_town", "shop", "rest_house"),
    ),
    _step(
        "get the parcel",
        "Get the PARCEL from the clerk in the shop of FERNWELL.",
        HAS_PARCEL,
        cue=r"received the PARCEL",
    ),
    _step(
        "deliver the parcel",
        "Carry the PARCEL back to the professor in MOSSBANK.",
        PARCEL_DELIVERED,
        cue=r"delivered the PARCEL",
    ),
    _step(
        "receive the logbook", "Receive the LOGBOOK from the professor.", LOGBOOK_RECEIVED, cue=r"received the LOGBOOK"
    ),
)
LEAVE, NORTH, CHOOSE, RIVAL, WALK, PARCEL, DELIVER, LOGBOOK, OVER = range(9)
RESTS_ON: dict[int, tuple[Claim, ...]] = {
    WALK: (WAY_OUT,),
    PARCEL: (SHOP_DOOR,),
    DELIVER: (HAS_PARCEL, LAB_DOOR),
}
"""Which notes, beside the objective, a step is walked by."""


def reached(recall: Recall, objective: str | None) -> int:
    """Return the index of the step at hand: the one after the last that memory or the last objective calls done."""
    stage = LEAVE
    for k, step in enumerate(STEPS):
        if recall.knows(step.done):
            stage = max(stage, k + 1)
        if recall.active(step.goal) or objective == step.objective:
            stage = max(stage, k)
    return stage


def shown_done(stage: int, scene: Scene) -> tuple[int, str]:
    """Return the step at hand after what the picture shows, and the words of the cue (empty where nothing ended)."""
    cue = ""
    if scene.place is not None and scene.screen == "overworld":
        later = [k for k in range(stage, len(STEPS)) if scene.place.map in STEPS[k].maps]
        if later:
            stage, cue = later[-1] + 1, f"The picture shows {scene.location}."
    if scene.box is not None and scene.box.waits and stage < OVER:
        pattern = STEPS[stage].cue
        if pattern is not None and pattern.search(scene.box.text):
            stage, cue = stage + 1, f"Message: {scene.box.text}"
    return stage, cue[:300]
