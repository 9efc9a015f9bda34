"""The forgetful player: it plays the same errand and makes every kind of memory error on the way, each on record."""

from harness.agents.scripted import mission, mistakes
from harness.agents.scripted.errands import Part
from harness.agents.scripted.mistakes import Mistake, on_map
from harness.agents.scripted.plan import Edge, Place
from harness.agents.scripted.player import MAX_ACTIONS, Errand, Player
from harness.agents.scripted.slips import Slip, Slips
from harness.agents.scripted.turns import Now, Turn
from harness.agents.scripted.words import presses, standing
from harness.formats.action import MemoryWrite
from harness.formats.base import DecisionNumber
from harness.formats.evidence import PlantedError


class Forgetful(Player):
    """Its seed chooses where the mistakes happen and how far each goes."""

    name = "scripted:forgetful"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.slips = Slips()
        self.ended_at: dict[int, DecisionNumber] = {}
        self.claimed: str | None = None
        """The objective it says it is after while it is mistaken."""
        self.other_ball = self.draw.choice(("ball_1", "ball_2"))
        self._unnoted = True
        """The parcel will be received and not noted."""
        self._persists: Slip | None = None
        self._pending = self._choose()

    def _choose(self) -> list[Mistake]:
        early = self.draw.random() < 0.5
        invent_stage, invent_map = self.draw.choice(
            ((mission.WALK, "town"), (mission.PARCEL, "next_town"), (mission.DELIVER, "next_town"))
        )
        turning = self.draw.randint(17, 21)
        return [
            Mistake(
                "unsupported_overwrite",
                lambda p, now: (
                    p.stage == (mission.RIVAL if early else mission.WALK)
                    and now.recall.active(mission.COMPANION_IS) is not None
                    and on_map(now, "laboratory", "town")
                ),
                mistakes.overwrite,
            ),
            Mistake(
                "duplicate_objective",
                lambda p, now: p.stage == mission.WALK and on_map(now, "laboratory"),
                mistakes.duplicate,
            ),
            Mistake(
                "memory_use_failure",
                lambda p, now: (
                    p.stage == mission.WALK and on_map(now, "town") and now.recall.active(mission.WAY_OUT) is not None
                ),
                mistakes.turn_back,
            ),
            Mistake(
                "fabrication", lambda p, now: p.stage == invent_stage and on_map(now, invent_map), mistakes.invented
            ),
            Mistake(
                "context_substitution",
                lambda p, now: (
                    p.stage == mission.PARCEL
                    and on_map(now, "next_town")
                    and now.recall.active(mission.LAB_DOOR) is not None
                ),
                mistakes.wrong_town,
            ),
            Mistake(
                "omission",
                lambda p, now: p.stage == mission.PARCEL and on_map(now, "shop") and mission.PARCEL in p.ended_at,
                mistakes.forgot_parcel,
            ),
            Mistake(
                "contradiction",
                lambda p, now: (
                    p.stage == mission.DELIVER
                    and on_map(now, "next_town")
                    and now.scene.place is not None
                    and now.scene.place.y >= turning
                    and now.recall.active(mission.PARCEL_COLLECTED) is not None
                ),
                mistakes.both_true,
            ),
        ]

    @property
    def objective(self) -> str:
        """Return the objective in words, a mistaken one while a mistake lasts."""
        return self.claimed or super().objective

    def planted(self) -> list[PlantedError]:
        """Return every mistake made so far, then every route walked twice."""
        return [*self.slips.planted(self.actions), *self.trail.planted()]

    def trusts(self, now: Now) -> bool:
        """Do not let a note made in error say which step is at hand."""
        return self.errand is None

    def side_trip(self, now: Now) -> Errand | None:
        """Begin the next mistake whose moment has come."""
        for mistake in self._pending:
            if mistake.due(self, now):
                self._pending.remove(mistake)
                return mistake.begin(self, now)
        return None

    def learn(self, now: Now) -> list[MemoryWrite]:
        """Learn as anybody does, but store nothing about the parcel when it is received."""
        before = self.stage
        writes = super().learn(now)
        if before == mission.PARCEL and self.stage == mission.DELIVER and self._unnoted:
            self.stage = mission.PARCEL
            return []
        return writes

    def ended(self, now: Now, step: int, cue: str) -> list[MemoryWrite]:
        """Leave the choice of a companion open in the notes, and the parcel in the bag after its delivery."""
        self.ended_at.setdefault(step, now.decision)
        one = mission.STEPS[step]
        if step == mission.CHOOSE:
            return [one.done.written(cue)]
        writes = super().ended(now, step, cue)
        if step == mission.DELIVER:
            collected = now.recall.active(mission.PARCEL_COLLECTED)
            outdated = collected.fact_id if collected else None
            return [writes[0].model_copy(update={"supersedes": outdated}), *writes[1:]]
        return writes

    def parcel_noted(self, now: Now, said: str) -> tuple[MemoryWrite, ...]:
        """Store at last that the parcel is here, and go on to the next step."""
        self.stage, self._unnoted = mission.DELIVER, False
        done = mission.STEPS[mission.PARCEL].goal.written(said[:300], completed=True)
        held = [claim.written(said[:300]) for claim in (mission.HAS_PARCEL, mission.PARCEL_COLLECTED)]
        return (*held, done, mission.STEPS[mission.DELIVER].goal.written(said[:300]))

    def listen(self, now: Now) -> Turn:
        """Read a message; once the parcel is delivered, still believe that it is in the bag."""
        turn = super().listen(now)
        held = now.recall.active(mission.HAS_PARCEL)
        delivered = self.ended_at.get(mission.DELIVER)
        if held is None or delivered is None or delivered >= now.decision or self._persists is not None:
            return turn
        self._persists = self.slips.begin(
            "false_persistence",
            "Keeps 'I carry the PARCEL' active after its delivery and still means to hand it over.",
            now.decision, self.actions, [held], [delivered],
        )  # fmt: skip
        self._persists.wasted = 0
        words = f"I carry the PARCEL, my note {held.fact_id} says so. I press A to hand it to the professor."
        return turn._replace(words=words, reads=(held.fact_id,))

    def follow(self, now: Now, start: Place, way: list[Edge], why: str, reads: tuple[str, ...] = ()) -> Part:
        """Walk exactly these steps, waiting where somebody stands in the way."""
        places = [start, *(edge.to for edge in way)]
        for _ in range(4 * len(way)):
            here = now.scene.place
            if here == places[-1] or here not in places:
                break
            k = places.index(here)
            ahead: list[Edge] = []
            for edge in way[k : k + MAX_ACTIONS]:
                if edge.to in now.scene.people:
                    break
                ahead.append(edge)
            if not ahead:
                now = yield Turn("Somebody stands in my way. I wait.", ("NOOP", "NOOP"))
                continue
            self.trail.plan(now.decision, here, ahead)
            buttons = tuple(edge.button for edge in ahead)
            now = yield Turn(f"{why} {standing(now.scene.location)} I walk {presses(buttons)}.", buttons, reads)
        return now
