"""The adjudicator's window, walked as far as it goes, says and keeps no condition, trial or reviewer."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from firered_review.qt.start.preferences import Preferred
from firered_review.qt.start.starting import Starting
from firered_review.qt.widgets.look import Look
from firered_review.store.adjudication import open_adjudication
from firered_review.store.decisions_file import write_items
from harness.formats.labels import MilestoneLabel
from tests.adjudications import Chain
from tests.qt.adjudicate.adjudicating import Table
from tests.qt.leaks import betraying, held_in, leaks, said_by, said_now, through_every_command

REVIEWERS = (" ada ", " bo ", "ada's", "bo's", "'ada'", "'bo'", '"ada"', '"bo"', "ada and bo", "bo and ada")


@pytest.fixture(scope="module")
def words(chain: Chain) -> list[str]:
    return betraying(chain.experiment)


@pytest.fixture
def quiet(capfd: pytest.CaptureFixture[str], words: list[str]) -> Iterator[None]:
    """Whatever is printed or logged meanwhile says none of the words."""
    yield
    told = capfd.readouterr()
    assert leaks([("stdout", told.out), ("stderr", told.err)], words) == []


def test_every_item_frame_door_and_command_before_and_after_the_judgements(
    quiet: None, table: Table, words: list[str], tmp_path: Path
) -> None:
    never = [*words, *REVIEWERS]

    def look_everywhere() -> None:
        QApplication.processEvents()
        assert leaks(said_now(), never) == []

    walk(table, look_everywhere)
    m8 = next(one for one in table.database.items() if isinstance(one.a, MilestoneLabel) and one.a.milestone == "M8")
    table.database.judge(m8.item, "neither", reason="x")
    table.judge_first_stage()
    walk(table, look_everywhere)
    assert table.session.conflicts()
    commands = [one for one in table.window.commands if not one.id.startswith("reason_")]
    through_every_command(commands, look_everywhere)
    assert leaks(held_in(tmp_path), words) == []


def walk(table: Table, look_everywhere: Callable[[], None]) -> None:
    """Go to every item, open every door, step through frames, show the memory where it may be seen."""
    for item in table.session.items():
        table.session.go_to(item.item)
        table.window.show_evidence()
        table.window.step_decision(3)
        if table.session.may_see_memory(item.trial) and not table.window.drawer.currentIndex():
            table.window.turn_memory()
        assert leaks(said_by(table.window), [*REVIEWERS]) == []
        if not table.session.waits(item):
            table.window.deciding.choose("new")
            table.window.deciding.leave_card()
    look_everywhere()


def test_the_memory_that_is_walked_is_there_to_be_found(table: Table) -> None:
    table.judge_first_stage()
    item = next(one for one in table.session.items() if one.kind == "error")
    table.session.go_to(item.item)
    table.window.turn_memory()
    QApplication.processEvents()
    assert leaks(said_by(table.window), ["inventory-0001"])
    assert leaks(said_by(table.window), ["[masked]"])


def test_before_the_first_stage_no_word_of_memory_is_in_any_corner_of_the_window(table: Table) -> None:
    for item in table.session.items():
        table.session.go_to(item.item)
        QApplication.processEvents()
        assert leaks(said_by(table.window), ["inventory-0001", "[masked]", "go on"]) == [], item


def test_the_file_of_items_and_the_list_of_recent_files_name_none(
    look: Look, chain: Chain, words: list[str], tmp_path: Path
) -> None:
    database = Path(shutil.copy(chain.database, tmp_path / "answer.sqlite"))
    db = open_adjudication(database)
    write_items(db, tmp_path / "items.json")
    db.close()
    recent = tmp_path / "recent.json"
    starting = Starting(look, Preferred(look, tmp_path / "preferences.json"), recent, [], [])
    starting.window.ask_folder = lambda _title: chain.adjudicator  # type: ignore[method-assign]
    starting.window.database_picked.emit(str(database))
    (window,) = starting.windows
    QTest.qWaitForWindowExposed(window)
    window.close()
    starting.window.close()
    assert recent.exists()
    assert leaks(held_in(tmp_path), words) == []
