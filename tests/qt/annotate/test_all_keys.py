"""Every key of the key map, by real events, wherever the keyboard is, under three layouts."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from firered_review.qt.widgets.commands import key_table, load_keymap
from tests.qt.annotate.test_under_x import layout, start
from tests.qt.children import Child, needs_xdotool

__all__ = ["layout", "start"]


class Layout(NamedTuple):
    """A keyboard layout: where its letters are, where its signs are, and what some keys produce by themselves."""

    name: str
    letters: dict[str, int]
    signs: dict[str, str]
    produced: dict[int, str]


_ROWS = ((24, "QWERTYUIOP"), (38, "ASDFGHJKL"), (52, "ZXCVBNM"))
_US = {letter: first + place for first, row in _ROWS for place, letter in enumerate(row)}
_AZERTY = _US | {"A": 24, "Z": 25, "Q": 38, "W": 52, "M": 47}
_NAMES = {"Left": "Left", "Right": "Right", "Home": "Home", "End": "End", "Space": "space", "Enter": "Return"}
_NAMES |= {"Esc": "Escape", "Delete": "Delete", "PageUp": "Prior", "PageDown": "Next"}
_NAMES |= {key: key for key in ("F1", "F10", "F11")}
LAYOUTS = [
    Layout(
        "us",
        _US,
        {",": "59", ".": "60", "?": "shift+61", "+": "shift+21", "=": "21", "-": "20"},
        {10: "1", 24: "q", 25: "w", 52: "z", 56: "b", 58: "m", 59: ",", 60: "."},
    ),
    Layout(
        "fr",
        _AZERTY,
        {",": "58", ".": "shift+59", "?": "shift+58", "+": "shift+21", "=": "21", "-": "15"},
        {10: "&", 11: "\u00e9", 24: "a", 25: "z", 38: "q", 47: "m", 52: "w", 58: ",", 59: ";"},
    ),
    Layout(
        "ru",
        _US,
        {",": "59", ".": "60", "?": "shift+16", "+": "shift+21", "=": "21", "-": "20"},
        {10: "1", 24: "\u0439", 52: "\u044f", 56: "\u0438", 58: "\u044c", 59: "\u0431", 60: "\u044e"},
    ),
]
EVERYTHING = ("frame", "milestones", "labels", "memory", "timeline")
ALWAYS = {"Esc", "F1", "F10", "F11", "Ctrl+S", "Ctrl+G", "Ctrl+F", "Ctrl+Q", "Ctrl+PageUp", "Ctrl+PageDown"}


def pressed(key: str, keyboard: Layout) -> str:
    """Return a key of the key map as xdotool presses it on a keyboard."""
    *held_down, last = [*key[:-2].split("+"), "+"] if key.endswith("++") else key.split("+")
    if last in _NAMES:
        code = _NAMES[last]
    elif last.isdigit():
        code = str(9 + int(last)) if last != "0" else "19"
    else:
        code = keyboard.signs.get(last) or str(keyboard.letters[last])
    return "+".join([*(one.lower() for one in held_down), code])


def bare(key: str) -> bool:
    """Tell whether a key writes a character where it is pressed in a text."""
    last = key.removeprefix("Shift+")
    return "Ctrl" not in key and last not in _NAMES


def given(child: Child, keyboard: Layout, keys: list[str], focus: str) -> list[str]:
    """Press keys at a place and return the commands that were given, in order."""
    child.say(f"focus {focus}")
    assert child.wait("focus") == f"focus {focus} True"
    begin = len(child.heard)
    child.type_all([pressed(key, keyboard) for key in keys])
    child.say("focus frame")
    child.wait("focus")
    return [line.split()[1] for line in child.heard[begin:] if line.startswith("did ")]


@needs_xdotool
@pytest.mark.parametrize("keyboard", LAYOUTS, ids=[one.name for one in LAYOUTS])
def test_every_key_gives_its_command_wherever_the_keyboard_is(
    start: Callable[[Path], Child], layout: Callable[..., None], bundle_folder: Path, keyboard: Layout
) -> None:
    layout(keyboard.name)
    child = start(bundle_folder)
    child.say("listen")
    child.say("focus frame")
    child.wait("focus")
    for code, character in keyboard.produced.items():
        child.type(str(code))
        assert child.wait(f"key {code} ") == f"key {code} {character!a}"
    table = key_table(load_keymap("annotate"))
    keys = list(table)
    assert len(keys) > 60
    for focus in EVERYTHING:
        assert given(child, keyboard, keys, focus) == [table[key] for key in keys], focus
    mine = [key for key in keys if key not in ("Space", "Enter")]
    assert given(child, keyboard, mine, "button") == [table[key] for key in mine]
    choosing = [key for key in keys if key != "Space"]
    assert given(child, keyboard, choosing, "chooser") == [table[key] for key in choosing if not bare(key)]
    for field in ("note", "filter"):
        typed = [key for key in keys if key not in ("Enter", "Ctrl+Enter")]
        found = given(child, keyboard, typed, field)
        assert found == [table[key] for key in typed if key in ALWAYS], field
    child.quit()


@needs_xdotool
def test_letters_choose_in_a_chooser_and_enter_goes_back_to_the_frame(
    start: Callable[[Path], Child], bundle_folder: Path
) -> None:
    child = start(bundle_folder)
    child.type("m")
    child.wait("front dialog")
    child.type("m")
    child.wait("front window")
    child.type("Right", "Right")
    child.wait("place 2")
    child.type("e")
    child.type_all(["c", "o", "n", "t", "r", "Return", "Right", "c", "u", "shift+t", "x", "Escape", "End"])
    child.wait("place 240")
    child.say("draft")
    draft = child.wait("draft ")
    child.quit()
    assert "type='contradiction'" in draft
    assert "decision=1" in draft
    assert draft.count("Citation(") == 1
    assert "frame=3" in draft
    assert "severity='material'" in draft
    assert "note='x'" in draft
