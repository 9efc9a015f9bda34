"""The real window on a real X server: real key events and keyboard layouts."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firered_review.store.bundle import open_bundle
from firered_review.store.labels import LabelStore
from harness.formats.labels import Label, MilestoneLabel
from tests.qt.children import Child, children, needs_xdotool

TRIAL = "brisk-otter"


class Annotating(Child):
    """An annotate window in a process of its own."""

    module = "tests.qt.annotate.desk_child"


@pytest.fixture
def start(display: str) -> Iterator[Callable[[Path], Annotating]]:
    with children(display, Annotating) as started:
        yield started


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
