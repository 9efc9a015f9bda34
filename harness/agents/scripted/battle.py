"""What to press in a battle."""

import random

from harness.agents.scripted.sight import Menu, Scene
from harness.agents.scripted.turns import Turn
from harness.formats.base import Button


def turn(scene: Scene, draw: random.Random) -> Turn:
    """Return the presses for one picture of a battle: fight on, now and then with the second move."""
    menu = scene.menu
    if menu is None or menu.cursor is None:
        text = scene.box.text if scene.box else ""
        if scene.box is not None and scene.box.waits:
            return Turn(f'The battle says: "{text}" I press A.', ("A", "NOOP"))
        return Turn(
            f'The battle goes on: "{text}" I press A.' if text else "The battle goes on. I wait.", ("A", "NOOP")
        )
    if menu.name == "battle":
        return towards(menu, "FIGHT", "I choose FIGHT.")
    if menu.name == "moves":
        known = [k for k, entry in enumerate(menu.entries) if entry]
        target = menu.entries[known[-1] if len(known) > 1 and draw.random() < 0.6 else known[0]]
        return towards(menu, target, f"I choose the move {target}.")
    return Turn("I do not need this and go back.", ("B", "NOOP"))


def towards(menu: Menu, entry: str, words: str) -> Turn:
    """Return the presses that bring the cursor of a grid of two columns to an entry and choose it."""
    target = next((k for k, name in enumerate(menu.entries) if entry in name), 0)
    at = menu.cursor or 0
    presses: list[Button] = []
    if target // 2 != at // 2:
        presses.append("DOWN" if target // 2 > at // 2 else "UP")
    if target % 2 != at % 2:
        presses.append("RIGHT" if target % 2 > at % 2 else "LEFT")
    return Turn(words, (*presses, "A", "NOOP"))
