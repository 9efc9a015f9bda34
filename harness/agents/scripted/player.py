"""The player both scripted agents are: it looks, recalls, notes what it learnt, and takes the errand's next step."""

import random
from collections.abc import Generator
from typing import NamedTuple

from harness.agents.port import Answer, View
from harness.agents.scripted import battle, mission
from harness.agents.scripted.eyes import Eyes
from harness.agents.scripted.learning import places_learnt
from harness.agents.scripted.plan import Edge, Place, route
from harness.agents.scripted.recall import Claim, Recall
from harness.agents.scripted.sight import Scene
from harness.agents.scripted.trail import Trail
from harness.agents.scripted.turns import Now, Turn, reply
from harness.agents.scripted.words import presses, standing, whereabouts
from harness.agents.scripted.world import WAYS
from harness.formats.action import MemoryWrite
from harness.formats.base import Button
from harness.formats.evidence import PlantedError

MAX_ACTIONS = 4
"""The manifest's longest sequence."""
PATIENCE = 3
"""Decisions without any change before something else is tried."""
Errand = Generator[Turn, Now, None]
"""A side trip: it yields turns and is sent what was seen after each."""
WAIT: tuple[Button, ...] = ("NOOP",)


class Way(NamedTuple):
    """The next presses towards somewhere, and the tiles they should lead over."""

    start: Place
    edges: tuple[Edge, ...]
    last: bool
    """Whether they reach the goal."""

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Return the presses."""
        return tuple(edge.button for edge in self.edges)


class Player:
    """Decides from picture, facts and last objective; everything else it keeps is about the last few moments."""

    name = "scripted"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.draw = random.Random(seed)  # noqa: S311 - variation, not secrecy
        self.eyes = Eyes()
        self.world = self.eyes.world
        self.trail = Trail()
        self.stage = mission.LEAVE
        self.fought = False
        self.flee = False
        self.errand: Errand | None = None
        self.hands_on = False
        """The errand also wants dialogues and menus, not only free walking."""
        self.actions = 0
        self.avoid: dict[Place, int] = {}
        self._last: tuple[Scene, tuple[Button, ...]] | None = None
        self._still = 0

    def decide(self, view: View, retry: str | None) -> Answer:
        """Return one reply; after a refusal, the smallest one there is."""
        scene = self.eyes.see(view.frame_rgb)
        now = Now(view, scene, Recall(view.facts))
        if retry is not None:
            words = f"My last reply was refused ({retry[:200]}). I wait and look again."
            return Answer(reply(now, Turn(words, WAIT), self.objective))
        self._settle_in(now)
        writes = self.learn(now)
        turn = self.turn(now)
        self.actions += len(turn.actions)
        self._last = (scene, turn.actions)
        turn = turn._replace(writes=(*writes, *turn.writes))
        return Answer(reply(now, turn, self.objective))

    def planted(self) -> list[PlantedError]:
        """Return the mistakes made on purpose: none."""
        return []

    @property
    def objective(self) -> str:
        """Return the objective in words."""
        if self.stage == mission.OVER:
            return "The errand is done."
        return mission.STEPS[self.stage].objective

    def turn(self, now: Now) -> Turn:
        """Choose the presses: battles and messages first, then a side trip, then the errand."""
        scene = now.scene
        if scene.screen == "battle":
            if self._last is None or self._last[0].screen != "battle":
                self.flee = self.stage != mission.RIVAL and self.draw.random() < 0.5
            self.fought = True
            return battle.turn(scene, self.draw, flee=self.flee)
        if scene.screen in ("transition", "unknown") or (scene.screen == "overworld" and scene.place is None):
            return self._wait(now)
        if self.errand is not None and (self.hands_on or scene.screen == "overworld"):
            try:
                return self.errand.send(now)
            except StopIteration:
                self.drop_errand()
        if scene.screen == "dialogue":
            return self.listen(now)
        if scene.screen == "menu":
            return self.choose(now)
        begun = self.side_trip(now) if self._still < PATIENCE else None
        if begun is not None:
            self.errand = begun
            try:
                return next(begun)
            except StopIteration:
                self.drop_errand()
        return self.go_on(now)

    def drop_errand(self) -> None:
        """Leave the side trip."""
        self.errand, self.hands_on, self._still = None, False, 0

    def side_trip(self, now: Now) -> Errand | None:
        """Return a side trip to begin here, if any."""
        return None

    # What was learnt

    def learn(self, now: Now) -> list[MemoryWrite]:
        """Return what this picture teaches: steps that ended, and places worth knowing."""
        self.stage = (
            max(self.stage, mission.reached(now.recall, now.view.objective)) if self.trusts(now) else self.stage
        )
        before = self.stage
        self.stage, cue = mission.shown_done(self.stage, now.scene)
        if self.stage == mission.RIVAL and self.fought and now.scene.screen in ("overworld", "dialogue"):
            self.stage, cue = mission.WALK, "The battle screen is gone and the laboratory is back."
        writes: list[MemoryWrite] = []
        if before == mission.LEAVE and self.stage == mission.LEAVE and not now.recall.active(mission.STEPS[0].goal):
            writes.append(mission.STEPS[0].goal.written("The picture shows my bedroom."))
        for k in range(before, self.stage):
            writes += self.ended(now, k, cue)
        if self.stage > before:
            self.trail.gain()
            if self.stage < mission.OVER:
                writes.append(mission.STEPS[self.stage].goal.written(cue))
        return writes + places_learnt(self.world, now, (before, self.stage), cue)

    def trusts(self, now: Now) -> bool:
        """Tell whether memory may say which step is at hand."""
        return True

    def ended(self, now: Now, step: int, cue: str) -> list[MemoryWrite]:
        """Return the writes for a step that ended: what happened, and the objective closed."""
        one = mission.STEPS[step]
        writes = [one.done.written(cue, supersedes=self._outdated(now, one.done))]
        if now.recall.active(one.goal):
            writes.append(one.goal.written(cue, completed=True))
        return writes

    def _outdated(self, now: Now, done: Claim) -> str | None:
        if done is mission.PARCEL_DELIVERED:
            held = now.recall.active(mission.HAS_PARCEL)
            return held.fact_id if held else None
        return None

    # What to press

    def listen(self, now: Now) -> Turn:
        """Read a message to its end, then go on."""
        box = now.scene.box
        text = box.text if box else ""
        same = self._last is not None and self._last[0].box == box
        if box is not None and not box.waits and not same:
            return Turn(f'A message is being written: "{text}" I let it finish.', ("NOOP", "NOOP"))
        return Turn(f'I read: "{text}" I press A to go on.', ("A", "NOOP", "NOOP"))

    def choose(self, now: Now) -> Turn:
        """Answer a question with yes, leave any other menu."""
        menu = now.scene.menu
        if menu is not None and menu.name == "yes_no":
            if menu.cursor == 0:
                return Turn("I am asked and say yes.", ("A", "NOOP"))
            return Turn("I move the cursor to yes.", ("UP",))
        return Turn("I do not need this menu and close it.", ("B", "NOOP"))

    def go_on(self, now: Now) -> Turn:
        """Take the errand's next step from where the picture shows me."""
        if self.stage == mission.OVER:
            return Turn("The errand is done. I wait.", WAIT)
        reads = tuple(now.recall.ids(mission.STEPS[self.stage].goal, *mission.RESTS_ON.get(self.stage, ())))
        person = {mission.PARCEL: "clerk", mission.DELIVER: "professor", mission.LOGBOOK: "professor"}.get(self.stage)
        if self.stage == mission.CHOOSE:
            return self.talk(now, self.thing("laboratory", "ball_0"), f"the companion {mission.COMPANION}", reads)
        if self.stage == mission.LOGBOOK and self._still < PATIENCE:
            return Turn("The professor has the PARCEL. I wait for what happens next.", ("NOOP", "NOOP"), reads)
        if person is not None:
            return self.talk(
                now, self.thing("shop" if person == "clerk" else "laboratory", person), f"the {person}", reads
            )
        return self.walk(now, self.goals(), self.objective, reads) or self._wait(now)

    def goals(self) -> list[Place]:
        """Return the tiles that the step at hand leads to."""
        maps = self.world.maps
        if self.stage == mission.LEAVE:
            return [to for to in maps["house"].warps.values() if to.map == "town"]
        if self.stage == mission.NORTH:
            return maps["town"].triggers["north_edge"]
        if self.stage == mission.RIVAL:
            return maps["laboratory"].triggers["gate"]
        south = maps["next_town"].height - 1
        return [Place("next_town", x, south) for x in range(maps["next_town"].width)]

    def thing(self, map_name: str, name: str) -> Place:
        """Return where a person or a thing stands."""
        return self.world.maps[map_name].people[name]

    def way(self, now: Now, goals: list[Place]) -> Way | None:
        """Return the next presses towards the nearest goal, at most four, ending at a door or a jump."""
        here = now.scene.place
        if here is None:
            return None
        far = {place for place in self.world.standing if place.map != here.map}
        blocked = far | set(now.scene.people) | set(self.avoid)
        edges = route(self.world.roads, here, goals, self.draw, blocked)
        if edges is None:
            edges = route(self.world.roads, here, goals, self.draw, far)
        if not edges:
            return None
        taken: list[Edge] = []
        for edge in edges[:MAX_ACTIONS]:
            taken.append(edge)
            if edge.cost == 2:
                break
        return Way(here, tuple(taken), len(taken) == len(edges))

    def walk(self, now: Now, goals: list[Place], why: str, reads: tuple[str, ...] = ()) -> Turn | None:
        """Return a turn towards a goal, or None on it or where no way leads."""
        way = self.way(now, goals)
        if way is None:
            return None
        if self._still >= PATIENCE:
            return self._another_way(now, way)
        self.trail.plan(now.decision, way.start, way.edges)
        after: tuple[Button, ...] = ("NOOP",) if way.edges[-1].cost == 2 and len(way.edges) < MAX_ACTIONS else ()
        words = f"{why} {standing(now.scene.location)} I walk {presses(way.buttons)}."
        return Turn(words, way.buttons + after, reads)

    def talk(self, now: Now, thing: Place, what: str, reads: tuple[str, ...] = ()) -> Turn:
        """Walk to a thing or person, face it and press A."""
        spots = dict(self.world.facing_spots(thing))
        here = now.scene.place
        if here in spots:
            look = spots[here]
            turned: tuple[Button, ...] = () if now.scene.facing == look else (look,)
            return Turn(f"I stand before {what} and press A.", (*turned, "A", "NOOP"), reads)
        turn = self.walk(now, [spot for spot in spots if spot not in now.scene.people], f"I go to {what}.", reads)
        return turn or self._wait(now)

    # When nothing moves

    def _settle_in(self, now: Now) -> None:
        here = now.scene.place
        if now.scene.screen == "battle":
            self.trail.gain()
        if here is not None and now.scene.screen == "overworld":
            self.trail.see(here)
        same = self._last is not None and now.scene._replace(people=()) == self._last[0]._replace(people=())
        self._still = self._still + 1 if same else 0
        self.avoid = {place: left - 1 for place, left in self.avoid.items() if left > 1}

    def _another_way(self, now: Now, way: Way) -> Turn:
        self.avoid[way.edges[0].to] = 6
        buttons: tuple[Button, ...] = ("A", "B", "NOOP")
        button, side = buttons[self._still % 3], self.draw.choice(tuple(WAYS))
        return Turn(
            f"I have not moved for {self._still} decisions. I press {button} and try another way round.", (button, side)
        )

    def _wait(self, now: Now) -> Turn:
        if self._still >= 4 * PATIENCE:
            return Turn("Nothing changes. I press A in case something waits for me.", ("A", "NOOP"))
        return Turn(f"I wait for the picture to settle ({now.scene.location}).", ("NOOP", "NOOP"))

    def place_words(self, place: Place) -> str:
        """Return a place in words."""
        return whereabouts(self.world, place)
