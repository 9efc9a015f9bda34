"""The real window on a real X server: real key events and keyboard layouts."""

import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.labels import Label, MilestoneLabel

ROOT = Path(__file__).parents[3]
TRIAL = "brisk-otter"


class Child:
    """A window in a process of its own."""

    module = "tests.qt.annotate.desk_child"

    def __init__(self, environment: dict[str, str], *places: Path) -> None:
        self._environment = environment
        command = [sys.executable, "-m", self.module, *map(str, places)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.heard: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        self.ready = self.wait("ready").split()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(line.strip())
            self.lines.put(line.strip())

    def say(self, line: str) -> None:
        """Give the process a line to obey."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, start: str, seconds: float = 20) -> str:
        """Return the next line that begins like this."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                line = self.lines.get(timeout=0.2)
            except queue.Empty:
                assert self.process.poll() is None, "the window's process ended"
                continue
            if line.startswith(start):
                return line
        raise AssertionError(f"no line begins with {start!r}: {self.heard[-5:]}")

    def type(self, *keys: str) -> None:
        """Press keys with xdotool: names, or key codes."""
        for key in keys:
            subprocess.run(["xdotool", "key", key], env=self._environment, check=True, timeout=10)

    def type_all(self, keys: list[str]) -> None:
        """Press many keys in one go, and wait until the window has had them."""
        command = ["xdotool", "key", "--delay", "4", *keys]
        subprocess.run(command, env=self._environment, check=True, timeout=60)
        time.sleep(0.3)

    def quit(self) -> None:
        """Close the window and wait for the process."""
        self.say("quit")
        assert self.process.wait(20) == 0


@pytest.fixture
def start(display: str) -> Iterator[Callable[[Path], Child]]:
    environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONUNBUFFERED": "1"}
    children: list[Child] = []

    def started(folder: Path) -> Child:
        children.append(Child(environment, folder))
        return children[-1]

    yield started
    for child in children:
        if child.process.poll() is None:
            child.process.kill()
        child.process.wait(10)
        for pipe in (child.process.stdin, child.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def layout(display: str) -> Iterator[Callable[..., None]]:
    environment = os.environ | {"DISPLAY": display}

    def chosen(*names: str) -> None:
        subprocess.run(["setxkbmap", *names], env=environment, check=True, timeout=10)

    if shutil.which("setxkbmap") is None:
        pytest.skip("setxkbmap is not installed: make test installs the package x11-xkb-utils")
    yield chosen
    chosen("us")


def labels_on_disk(folder: Path) -> dict[str, Label]:
    bundle = open_bundle(folder)
    store = LabelStore(folder, "ada", bundle)
    found = store.labels(TRIAL)
    store.close()
    bundle.close()
    return found


def milestones_on_disk(folder: Path) -> dict[str, int]:
    return {
        one.milestone: one.frame.frame for one in labels_on_disk(folder).values() if isinstance(one, MilestoneLabel)
    }


needs_xdotool = pytest.mark.skipif(shutil.which("xdotool") is None, reason="make test installs the package xdotool")


@needs_xdotool
def test_real_keys_label_undo_redo_close_and_everything_is_there_again(
    start: Callable[[Path], Child], bundle_folder: Path
) -> None:
    child = start(bundle_folder)
    child.type("Right", "Right", "ctrl+Right", "3", "Right", "4", "ctrl+z", "ctrl+y", "ctrl+z", "ctrl+shift+z")
    child.type("Right", "i", "Right", "o", "r", "ctrl+Right", "i", "ctrl+Right", "o", "r", "End")
    child.wait("place 240")
    child.quit()
    assert milestones_on_disk(bundle_folder) == {"M3": 8, "M4": 9}
    before = labels_on_disk(bundle_folder)
    assert sorted(one.kind for one in before.values()) == ["milestone", "milestone", "route"]
    again = start(bundle_folder)
    again.type("Left")
    again.wait("place 239")
    assert set(again.wait("shown").split()[1:]) == set(before)
    again.quit()
    assert labels_on_disk(bundle_folder) == before


@needs_xdotool
@pytest.mark.parametrize(
    ("name", "digits", "letters", "undo"),
    [
        ("us", {"10": "'1'", "13": "'4'"}, {"56": "'b'"}, "52"),
        ("fr", {"10": "'&'", "13": '"\'"'}, {"56": "'b'"}, "25"),
        ("ru", {"10": "'1'", "13": "'4'"}, {"56": r"'\u0438'"}, "52"),
    ],
)
def test_digits_are_physical_keys_and_letters_the_produced_ones_where_latin(
    start: Callable[[Path], Child],
    layout: Callable[..., None],
    bundle_folder: Path,
    name: str,
    digits: dict[str, str],
    letters: dict[str, str],
    undo: str,
) -> None:
    layout(name)
    child = start(bundle_folder)
    child.type("Right")
    for code, produced in {**digits, **letters}.items():
        child.type(code)
        child.wait(f"key {code} {produced}")
        child.wait("shown ")
    child.say("key 2")
    child.wait("key 0 ")
    control = ["xdotool", "keydown", "37", "key", undo, "keyup", "37"]
    subprocess.run(control, env=child._environment, check=True, timeout=10)
    child.wait(f"key {undo}")
    child.quit()
    assert sorted(one.kind for one in labels_on_disk(bundle_folder).values()) == ["bookmark", "milestone", "milestone"]
    assert milestones_on_disk(bundle_folder) == {"M1": 1, "M4": 1}
