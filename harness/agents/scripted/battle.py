"""What to press in a battle."""

import random

from harness.agents.scripted.sight import Menu, Scene
from harness.agents.scripted.turns import Turn
from harness.formats.base import Button


def turn(scene: Scene, draw: random.Random, *, flee: bool) -> Turn:
    """Return the presses for one picture of a battle: fight on, or run where that was decided."""
    menu = scene.menu
    if menu is None or menu.cursor is None:
        text = scene.box.text if scene.box else ""
        if scene.box is not None and scene.box.waits:
            return Turn(f'The battle says: "{text}" I press A.', ("A", "NOOP", "NOOP"))
        return Turn(f'The battle goes on: "{text}" I wait.', ("NOOP", "NOOP"))
    if menu.name == "battle":
        return towards(menu, "RUN", "I try to run.", 2) if flee else towards(menu, "FIGHT", "I choose FIGHT.", 2)
    known = [entry for entry in menu.entries if entry]
    target = known[-1] if len(known) > 1 and draw.random() < 0.6 else known[0]
    return towards(menu, target, f"I choose the move {target}.", 1)


def towards(menu: Menu, entry: str, words: str, columns: int) -> Turn:
    """Return the presses that bring the pointer to an entry of a grid and choose it."""
    target = next((k for k, name in enumerate(menu.entries) if name == entry), 0)
    at = menu.cursor or 0
    presses: list[Button] = []
    if target // columns != at // columns:
        presses.append("DOWN" if target // columns > at // columns else "UP")
    if target % columns != at % columns:
        presses.append("RIGHT" if target % columns > at % columns else "LEFT")
    return Turn(words, (*presses, "A", "NOOP"))
