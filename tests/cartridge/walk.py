"""Walks the cartridge's world and plays its story, driven by memory: for tests only."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from tests.cartridge.driver import WAYS, Cartridge, Spot

LEAVING = {"mat": "DOWN", "stairs_left": "LEFT", "stairs_right": "RIGHT"}


class Stuck(AssertionError):
    """The walker cannot go on; says where it stands and what the game shows."""


class Walker:
    """Goes to tiles, talks, fights: presses of 12 frames and 12 frames of rest, as the demonstration does."""

    def __init__(self, game: Cartridge, *, fight: str = "win") -> None:
        self.game = game
        self.fight = fight
        self.actions = 0
        self.met = 0
        self.log: list[str] = []

    def act(self, button: str) -> None:
        self.actions += 1
        self.game.act(button)

    # --- ground ---
    def solid(self, spot: Spot) -> bool:
        return self.game.world["maps"][spot.map]["solid"][spot.y][spot.x] == "#"

    def shifted(self, spot: Spot, dx: int, dy: int) -> Spot | None:
        """Return the tile beside a tile, over the joints of the outdoor maps."""
        maps = self.game.world["maps"]
        here = maps[spot.map]
        x, y = spot.x + dx, spot.y + dy
        if 0 <= x < here["width"] and 0 <= y < here["height"]:
            return Spot(spot.map, x, y)
        if here["outdoor_at"] is None:
            return None
        wx, wy = x + here["outdoor_at"][0], y + here["outdoor_at"][1]
        for name in self.game.world["outdoors"]:
            other = maps[name]
            ox, oy = wx - other["outdoor_at"][0], wy - other["outdoor_at"][1]
            if 0 <= ox < other["width"] and 0 <= oy < other["height"]:
                return Spot(name, ox, oy)
        return None

    def occupied(self) -> set[Spot]:
        """Return where the other people stand now."""
        here = self.game.spot
        raw = self.game.read("gObjectEvents", 0x240)
        found = set()
        for n in range(1, 16):
            record = raw[n * 0x24 : (n + 1) * 0x24]
            if not record[0] & 1:
                continue
            x = int.from_bytes(record[0x10:0x12], "little", signed=True) - 7
            y = int.from_bytes(record[0x12:0x14], "little", signed=True) - 7
            spot = self.shifted(Spot(here.map, here.x, here.y), x - here.x, y - here.y)
            if spot:
                found.add(spot)
        return found

    def roads(self, spot: Spot, taken: set[Spot]) -> list[tuple[str, Spot, int]]:
        """Return button, tile and cost of every press that leads on from a tile."""
        found = []
        plan = self.game.world["maps"][spot.map]
        for button, (dx, dy) in WAYS.items():
            for warp in plan["warps"]:
                on_it = tuple(warp["at"]) == (spot.x, spot.y) and LEAVING.get(warp["kind"]) == button
                door = warp["kind"] == "door" and button == "UP" and tuple(warp["at"]) == (spot.x, spot.y - 1)
                if on_it or door:
                    found.append((button, Spot(warp["to"], *warp["to_at"]), 6))
            to = self.shifted(spot, dx, dy)
            if to is None or to in taken:
                continue
            if not self.solid(to):
                grass = [to.x, to.y] in self.game.world["maps"][to.map]["grass"]
                found.append((button, to, 4 if grass else 1))
            elif button == "DOWN" and [to.x, to.y] in self.game.world["maps"][to.map]["ledges"]:
                below = self.shifted(to, 0, 1)
                if below and not self.solid(below) and below not in taken:
                    found.append((button, below, 2))
        return found

    def route(self, goal: Callable[[Spot], bool]) -> list[str]:
        """Return the buttons of the cheapest way to a goal."""
        start, taken = self.game.spot, self.occupied()
        queue: list[tuple[int, Spot, tuple[str, ...]]] = [(0, start, ())]
        done = set()
        while queue:
            cost, here, path = heapq.heappop(queue)
            if goal(here):
                return list(path)
            if here in done:
                continue
            done.add(here)
            for button, to, price in self.roads(here, taken):
                if to not in done:
                    heapq.heappush(queue, (cost + price, to, (*path, button)))
        raise Stuck(f"no way from {start}")

    # --- waiting and reading ---
    def settle(self, limit: int = 400) -> None:
        """Let scenes, words, battles and fades pass until the field is free."""
        for _ in range(limit):
            if self.game.in_battle:
                self.battle_turn()
            elif self.game.free:
                return
            elif self.game.task("Task_YesNoMenu_HandleInput") or self.game.u8("sTextPrinters", 0x1B) or self.waiting():
                self.act("A")
            else:
                self.act("NOOP")
        raise Stuck(f"at {self.game.spot}: {self.game.text!r}")

    def waiting(self) -> bool:
        """Whether a script waits for a press."""
        context = self.game.read("sGlobalScriptContext", 16)
        return context[1] == 2 and int.from_bytes(context[4:8], "little") & ~1 == self.game.symbols["WaitForAorBPress"]

    def battle_turn(self) -> None:
        """One press in a battle: away from wild ones, otherwise fight."""
        game = self.game
        phase = game.u32("gBattleMainFunc") & ~1
        if self.fight == "lose" and game.u8("gBattleTypeFlags") & 8:
            base = game.symbols["gBattleMons"]
            if game.u16(base, 0x28) > 1:
                game.poke(base + 0x28, (1).to_bytes(2, "little"))
        if phase == game.symbols["HandleInputChooseAction"] and not game.u8("gBattleTypeFlags") & 8:
            cursor = game.u8("gActionSelectionCursor")
            self.act("A" if cursor == 3 else "DOWN" if cursor < 2 else "RIGHT")
            return
        self.act("A")

    def go(self, goal: Spot, limit: int = 400) -> None:
        """Walk to a tile through doors, scenes and battles."""
        for _ in range(limit):
            self.settle()
            if self.game.spot == goal:
                return
            buttons = self.route(lambda spot: spot == goal)
            before = self.game.spot
            if not buttons:
                return
            self.act(buttons[0])
            if self.game.spot != before and self.game.in_battle:
                self.met += 1
        raise Stuck(f"never reached {goal}, now {self.game.spot}")

    def face(self, way: str) -> None:
        """Turn without leaving the tile: the tile beside must be blocked, or a tap is enough."""
        if self.game.facing != way:
            self.game.act(way, 3, 21)
            self.actions += 1

    def talk(self, way: str) -> None:
        """Turn and speak, through to the end of the scene."""
        self.settle()
        self.face(way)
        self.settle()
        self.act("A")
        self.settle()


def play_to_rival(walker: Walker, ball: int = 1, note: Callable[[str], None] = lambda _: None) -> None:
    """Play from the bedroom to the end of the rival's battle."""
    walker.settle()
    note("bedroom")
    walker.go(Spot("house", 9, 2))
    walker.go(Spot("town", 6, 7))
    note("town")
    to_edge(walker)
    note("laboratory")
    walker.go(Spot("laboratory", 7 + ball, 5))
    walker.talk("UP")
    note("companion")
    walker.go(Spot("laboratory", 6, 7))
    through_gate(walker)
    note("rival")


def play_to_logbook(walker: Walker, ball: int = 1, note: Callable[[str], None] = lambda _: None) -> None:
    """Play bedroom to logbook; ``note`` is called with a word after each leg."""
    play_to_rival(walker, ball, note)
    walker.go(Spot("road", 12, 33))
    walker.go(Spot("next_town", 6, 16))
    note("next town")
    walker.act("UP")
    walker.settle()
    note("parcel")
    walker.go(Spot("laboratory", 6, 4))
    walker.talk("UP")
    note("logbook")


def to_edge(walker: Walker) -> None:
    """Walk north until the professor calls."""
    walker.go(Spot("town", 12, 2))
    walker.act("UP")
    walker.act("NOOP")
    walker.settle()
    if walker.game.spot.map != "laboratory":
        raise Stuck(f"the professor did not come: {walker.game.spot}")


def through_gate(walker: Walker) -> None:
    """Step onto the gate's row; the rival fights."""
    walker.act("DOWN")
    walker.act("NOOP")
    walker.settle()
