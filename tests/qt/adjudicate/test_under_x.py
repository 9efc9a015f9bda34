"""A whole adjudication by real keys and clicks, killed and taken up again, against the same decisions from a file."""

import contextlib
import json
import random
import shutil
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PySide6.QtWidgets import QApplication

from firered_review.cli import main
from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.store.adjudication import open_adjudication
from firered_review.store.bundle import open_bundle
from tests.adjudications import Chain
from tests.disagreements import ITEMS, make_disagreements
from tests.qt.adjudicate.script import Scripted, first_place, script_of
from tests.qt.children import Child, children, needs_xdotool

OWN_DECISION = 37


class Adjudicating(Child):
    """An adjudication window in a process of its own."""

    module = "tests.qt.adjudicate.child"

    def __init__(self, environment: dict[str, str], *places: Path) -> None:
        super().__init__(environment, *places)
        self.at = next(line for line in self.heard if line.startswith("ready")).split()[2]

    def keys(self, *keys: str) -> None:
        """Press keys one after the other in one go."""
        command = ["xdotool", "key", "--delay", "4", *keys]
        subprocess.run(command, env=self._environment, check=True, timeout=20)

    def write(self, text: str) -> None:
        """Type a text."""
        command = ["xdotool", "type", "--delay", "4", text]
        subprocess.run(command, env=self._environment, check=True, timeout=20)

    def click(self, name: str) -> None:
        """Click on a button by its accessible name."""
        self.say(f"where {name}")
        _, x, y = self.wait("place").split()
        command = ["xdotool", "mousemove", x, y, "click", "1"]
        subprocess.run(command, env=self._environment, check=True, timeout=20)

    def go_to(self, item: str) -> None:
        """Walk down the list as far as an item."""
        while self.at != item:
            self.keys("Down")
            self.at = self.wait("at").split()[1]


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return make_disagreements(tmp_path_factory.mktemp("disagreements"))


@pytest.fixture
def start(display: str) -> Iterator[Callable[[Path, Path], Adjudicating]]:
    with children(display, Adjudicating) as started:
        yield started


def decide(child: Adjudicating, one: Scripted, number: int) -> None:
    """Give one item its outcome, now and then by mouse, by a typed word, or after a choice that is taken back."""
    child.go_to(one.item.item)
    digit = str(one.reason % 10)
    if number % 9 == 4:
        child.keys("x", digit, "Return", "ctrl+z")
    if one.verdict == "combine":
        child.keys("d")
        child.wait("front dialog")
        child.keys("Right", "Return")
        child.wait("front window")
    elif one.verdict == "new":
        assert one.label is not None
        child.keys("f", "ctrl+a", *str(first_place(one.label)), "Return")
    elif number % 11 == 3 and one.shown() in ("a", "s"):
        child.click("Take A" if one.shown() == "a" else "Take B")
    else:
        child.keys(one.shown())
    child.keys(digit)
    if one.word:
        child.keys("t")
        child.write(one.word)
        child.keys("Return")
    elif number % 11 == 3:
        child.click("store this decision")
    else:
        child.keys("Return")


@needs_xdotool
def test_two_hundred_items_by_real_events_end_as_the_same_decisions_by_file(
    qapp: QApplication, start: Callable[[Path, Path], Adjudicating], chain: Chain, tmp_path: Path
) -> None:
    by_hand, by_file = tmp_path / "by-hand.sqlite", tmp_path / "by-file.sqlite"
    for path in (by_hand, by_file):
        shutil.copy(chain.database, path)
    script, reasons = read_script(by_file, chain.adjudicator)
    child = start(by_hand, chain.adjudicator)
    child.keys("shift+a")
    child.wait("decided")
    cut = len(script) // 2
    for number, one in enumerate(script[:cut]):
        decide(child, one, number)
    child = kill_and_reopen(child, start, by_hand, chain, script[cut - 1])
    rest = [one for one in script if standing(by_hand)[one.item.item] is None]
    assert {one.item.item for one in script[cut:]} == {one.item.item for one in rest}
    child.keys("ctrl+z")
    child.at = child.wait("at").split()[1]
    assert child.at == script[cut - 1].item.item
    child.keys("ctrl+y")
    for number, one in enumerate(rest):
        decide(child, one, number)
    child.keys("shift+a")
    write_one_of_ones_own(child)
    child.quit()
    assert len(standing(by_hand)) == ITEMS + 1
    give_by_file(by_file, chain, script, reasons, child.at)
    assert standing(by_hand) == standing(by_file)
    assert deeds(by_hand) == deeds(by_file)
    for path in (by_hand, by_file):
        told = CliRunner().invoke(main, ["check", str(path)])
        assert told.exit_code == 0, told.output
        open_items = [item for item in read_items(path, chain.adjudicator) if item.state == "open"]
        assert open_items == []


def read_script(database: Path, bundle_folder: Path) -> tuple[list[Scripted], list[str]]:
    bundle = open_bundle(bundle_folder, "adjudication")
    held = open_adjudication(database, bundle)
    session = AdjudicationSession(held, bundle)
    script = script_of(session.items(), bundle)
    assert {one.verdict for one in script} == {"a", "b", "combine", "new", "neither", "disputed"}
    reasons = session.reasons
    session.close()
    held.close()
    return script, reasons


def read_items(database: Path, bundle_folder: Path) -> list[Item]:
    bundle = open_bundle(bundle_folder, "adjudication")
    held = open_adjudication(database, bundle)
    found = held.items()
    held.close()
    bundle.close()
    return found


def kill_and_reopen(
    child: Adjudicating, start: Callable[[Path, Path], Adjudicating], database: Path, chain: Chain, last: Scripted
) -> Adjudicating:
    """Kill the window as soon as it has shown the last decision; it must be there, and be what undo takes back."""
    shown = sum(one is not None for one in standing(database).values())
    while standing(database)[last.item.item] is None:
        child.wait("decided")
        shown = sum(one is not None for one in standing(database).values())
    child.process.kill()
    child.process.wait(10)
    assert sum(one is not None for one in standing(database).values()) == shown
    return start(database, chain.adjudicator)


def write_one_of_ones_own(child: Adjudicating) -> None:
    """Write a cause that neither side has, by keyboard alone."""
    child.keys("shift+f", "shift+Tab", "Down", "Down", "Down", "Down", "Tab", "Down", "Tab")
    child.keys(*str(OWN_DECISION), "Return", "1", "Return")
    child.at = child.wait("at").split()[1]


def give_by_file(database: Path, chain: Chain, script: list[Scripted], reasons: list[str], at: str) -> None:
    """Apply the same decisions by the command, and the label of one's own to the trial it was written in."""
    trial = script[-1].item.trial
    assert at == f"item-{ITEMS + 1:05d}"
    bundle = open_bundle(chain.adjudicator, "adjudication")
    frame = bundle.trial(trial).boundary(OWN_DECISION).model_dump()
    bundle.close()
    first = bundle.codebook.errors.causes
    cause = next(one.id for one in first if one.id != "memory")
    label = {"kind": "cause", "cause": cause, "decision": OWN_DECISION, "frame": frame}
    own = {"trial": trial, "decision": "new", "label": label, "reason": reasons[0]}
    entries: list[dict[str, Any]] = [*(one.entry(reasons) for one in script), own]
    file = database.with_suffix(".json")
    file.write_text(json.dumps({"accept_exact": True, "items": entries}))
    command = ["adjudicate", str(database), "--bundle", str(chain.adjudicator), "--json", str(file)]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    assert "0 still open" in told.output


def standing(database: Path) -> dict[str, tuple[Any, ...] | None]:
    """Return item → its trial, kind, sides, and what stands: verdict, label, reason, whether after hidden state."""
    query = "SELECT item.item, item.trial, item.kind, item.a, item.b, verdict, label, reason, after_evidence"
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as raw:
        rows = raw.execute(f"{query} FROM item LEFT JOIN decision USING (item)").fetchall()
    return {row[0]: row[1:] if row[5] is not None else None for row in rows}


def deeds(database: Path) -> Counter[tuple[Any, ...]]:
    """Return what the audit chain bears out, but for what was taken back: each deed with its rows, times aside."""
    done: list[tuple[Any, ...]] = []
    undone: list[tuple[Any, ...]] = []
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as raw:
        entries = [row[0] for row in raw.execute("SELECT what FROM audit ORDER BY number")]
        steps: dict[int, list[tuple[Any, ...]]] = {}
        for step, *row in raw.execute(
            "SELECT step, deed, item, verdict, label, reason, after_evidence FROM judgement ORDER BY number"
        ):
            steps.setdefault(step, []).append(tuple(row))
    assert [what for what in entries if what in ("judged", "undone", "redone")] == [
        rows[0][0] for rows in steps.values()
    ]
    for rows in steps.values():
        deed = rows[0][0]
        if deed == "undone":
            undone.append(done.pop())
        elif deed == "redone":
            done.append(undone.pop())
        else:
            done.append(tuple(sorted(row[1:] for row in rows)))
            undone.clear()
    return Counter([*done, *(("entry", what) for what in entries if what not in ("judged", "undone", "redone"))])


@needs_xdotool
@pytest.mark.parametrize("seed", range(3))
def test_a_kill_at_any_moment_loses_no_decision_that_was_shown(
    start: Callable[[Path, Path], Adjudicating], chain: Chain, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - a moment to kill at, not a secret
    database = tmp_path / "answer.sqlite"
    shutil.copy(chain.database, database)
    child = start(database, chain.adjudicator)
    child.keys(*("w", "1", "Return", "Down") * chance.randint(3, 12))
    child.wait("decided")
    time.sleep(chance.random() * 0.3)
    child.process.kill()
    child.process.wait(10)
    time.sleep(0.1)
    shown = [int(line.split()[1]) for line in child.heard if line.startswith("decided")]
    kept = [item for item in read_items(database, chain.adjudicator) if item.state == "disputed"]
    assert len(kept) >= max(shown) >= 1
    assert CliRunner().invoke(main, ["check", str(database)]).exit_code == 0
