"""The careful player: it keeps its memory in order, looks at bag and party, and walks no way twice."""

from harness.agents.scripted import mission
from harness.agents.scripted.errands import check_menu, greet, pause, read_sign
from harness.agents.scripted.player import Errand, Player
from harness.agents.scripted.turns import Now
from harness.agents.scripted.world import OUTDOORS


class Careful(Player):
    """Plays the whole errand; its seed chooses signs to read, menus to check and among equal ways."""

    name = "scripted:careful"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._checks = {mission.RIVAL: "PARTY", mission.DELIVER: "BAG", mission.OVER: "LOGBOOK"}
        if self.draw.random() < 0.5:
            self._checks[mission.WALK] = "PARTY"
        signs = [(name, x, y) for name in OUTDOORS for x, y in sorted(self.world.maps[name].signs)]
        self._greets = self.draw.random() < 0.5
        self._pauses = self.draw.randint(0, 3)
        self._signs = self.draw.sample(signs, self.draw.choice((1, 2, 2, 3)))

    def side_trip(self, now: Now) -> Errand | None:
        """Check a menu once after a step that changed it, or read a signpost that is close by."""
        page = self._checks.get(self.stage)
        if page is not None:
            del self._checks[self.stage]
            return check_menu(self, now, page)
        here = now.scene.place
        if self._greets and here is not None and here.map == "house":
            self._greets = False
            return greet(self, now, "house", "mother")
        if self._pauses and self.draw.random() < 0.04:
            self._pauses -= 1
            return pause(now)
        for sign in self._signs:
            if here is not None and self.stage >= mission.NORTH and near(here, sign):
                self._signs.remove(sign)
                return read_sign(self, now, sign)
        return None


def near(here: tuple[str, int, int], there: tuple[str, int, int], reach: int = 4) -> bool:
    """Tell whether two places of one map are at most ``reach`` tiles apart."""
    return here[0] == there[0] and abs(here[1] - there[1]) + abs(here[2] - there[2]) <= reach
