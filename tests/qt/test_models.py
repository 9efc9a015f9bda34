"""Item models touch only the rows that changed, and keep Qt's own rules."""

import time
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from firered_review.qt.labels.model import LabelsModel, MilestonesModel
from firered_review.qt.labels.rows import ROW_ROLE, Row
from firered_review.qt.memory.history import MemoryHistory
from firered_review.qt.memory.model import MemoryModel
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import words_of
from firered_review.store.bundle import Bundle, open_bundle
from harness.formats.labels import BattleLabel, BookmarkLabel, Label, MilestoneLabel, NoteLabel, Segment

TRIAL = "brisk-otter"
FAIL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture(scope="module")
def bundle(bundle_master: Path) -> Bundle:
    return open_bundle(bundle_master)


def note(bundle: Bundle, frame: int, text: str = "x") -> Label:
    return NoteLabel(frame=bundle.trial(TRIAL).identity(frame), note=text)


def texts(model: LabelsModel) -> list[str]:
    return [model.index(row).data(ROW_ROLE).text for row in range(model.rowCount())]


def test_labels_stand_in_sections_in_the_order_of_their_frames(qtbot: QtBot, bundle: Bundle) -> None:
    model = LabelsModel()
    QAbstractItemModelTester(model, FAIL)
    words = words_of(bundle.codebook, bundle.trial(TRIAL).decision_at, {}.get)
    model.show({}, words)
    assert texts(model) == ["Repeated routes", "Memory errors"]
    labels = {"a": note(bundle, 90, "late"), "b": note(bundle, 10, "early")}
    model.update(labels, labels)
    view = bundle.trial(TRIAL)
    labels["c"] = BattleLabel(span=Segment(first=view.identity(5), last=view.identity(9)))
    model.update(["c"], labels)
    assert texts(model) == ["Repeated routes", "Memory errors", "Battles", "Battle", "Notes", "early", "late"]
    labels["b"] = note(bundle, 99, "moved")
    model.update(["b"], labels)
    assert texts(model)[-2:] == ["late", "moved"]
    model.set_draft(Row("Memory error", kind="error", right="type?", tinted=True))
    assert texts(model)[2] == "Memory error"
    model.set_draft(None)
    del labels["c"]
    model.update(["c"], labels)
    assert texts(model) == ["Repeated routes", "Memory errors", "Notes", "late", "moved"]
    for gone in ("a", "b"):
        del labels[gone]
    model.update(["a", "b"], labels)
    assert texts(model) == ["Repeated routes", "Memory errors"]


def test_one_change_among_ten_thousand_labels_touches_one_row(qtbot: QtBot, bundle: Bundle) -> None:
    identity = bundle.trial(TRIAL).identity(3)
    labels: dict[str, Label] = {
        f"{number:05d}": BookmarkLabel(frame=identity.model_copy(update={"frame": number})) for number in range(10_000)
    }
    model = LabelsModel()
    model.show(labels, words_of(bundle.codebook, bundle.trial(TRIAL).decision_at, {}.get))
    labels["new"] = BookmarkLabel(frame=identity.model_copy(update={"frame": 5_000}))
    started = time.perf_counter()
    with qtbot.waitSignal(model.rowsInserted) as inserted, qtbot.assertNotEmitted(model.modelReset):
        model.update(["new"], labels)
    assert time.perf_counter() - started < 0.05
    assert inserted.args[1] == inserted.args[2]


def test_milestones_keep_their_rows_and_say_which_is_next(qtbot: QtBot, bundle: Bundle) -> None:
    model = MilestonesModel(bundle.codebook.milestones.milestones)
    QAbstractItemModelTester(model, FAIL)
    model.show({})
    assert (model.rowCount(), model.next_missing(), model.count) == (8, 0, 0)
    labels: dict[str, Label] = {"x": MilestoneLabel(milestone="M1", frame=bundle.trial(TRIAL).identity(12))}
    with qtbot.waitSignal(model.dataChanged) as changed:
        model.update(["x"], labels)
    assert changed.args[0].row() == 0
    assert (model.next_missing(), model.place_of("x")) == (1, 0)
    assert model.index(0).data(ROW_ROLE).right == "12"
    model.update(["x"], {})
    assert model.index(0).data(ROW_ROLE).right == "not yet"


def test_memory_at_a_decision_follows_writes_and_supersessions(qtbot: QtBot, look: Look, bundle: Bundle) -> None:
    history = MemoryHistory(bundle.trial(TRIAL).memory())
    assert history.at(4) == []
    assert [(one.fact.fact_id, one.active) for one in history.at(9)] == [
        ("location-0002", True),
        ("inventory-0001", True),
    ]
    late = history.at(20)
    assert [(one.fact.fact_id, one.active) for one in late] == [
        ("inventory-0003", True),
        ("location-0002", True),
        ("inventory-0001", False),
    ]
    assert late[-1].superseded_by == "inventory-0003"
    model = MemoryModel(look)
    QAbstractItemModelTester(model, FAIL)
    model.show(history.at(9))
    with qtbot.assertNotEmitted(model.modelReset):
        model.show(history.at(10))
    model.show(late)
    assert model.active == 2
