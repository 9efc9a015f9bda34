"""Everything a window says, and everything a folder holds, searched for words that would betray a condition."""

import contextlib
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QListWidget, QWidget

from firered_review.core.masking import Masker
from firered_review.qt.widgets.commands import Command
from harness.evidence.reader import Experiment

Said = tuple[str, str]
"""Where something is said, and what."""
ROLES = [*range(16), *range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 8)]
LEFT_OUT = ("quit", "full_screen")
_DEPTH = 4
_ROWS = 400


def betraying(experiment: Path) -> list[str]:
    """Return what must be said nowhere: conditions, trials, models, agents, masked names, where the experiment is."""
    source = Experiment(experiment)
    manifest = source.manifest
    found = [one.id for one in manifest.conditions]
    found += [trial.name for trial in source.valid_trials()]
    found += [one.model for one in manifest.conditions if one.model]
    found += [one.agent for one in source.conditions.values()]
    found += [*manifest.masked_names, str(experiment), "gpt-4o-mini"]
    return sorted({one.casefold() for one in found})


def masked_twice(words: Sequence[str]) -> list[str]:
    """Return the words that a masker, given them, would let through; there should be none."""
    masker = Masker(list(words))
    return [one for one in words if "/" not in one and one in masker.text(f"x {one} y").casefold()]


def leaks(said: Iterable[Said], words: Sequence[str]) -> list[str]:
    """Return each place that says one of the words."""
    return sorted({f"{where}: {word}" for where, text in said for word in words if word in text.casefold()})


def said_now() -> Iterator[Said]:
    """Yield every text of every window and menu there is, shown or not."""
    for window in QApplication.topLevelWidgets():
        yield from said_by(window)


def said_by(window: QWidget) -> Iterator[Said]:
    """Yield every text of a window: properties of every widget and action, item models in every role, painted words."""
    for one in [window, *window.findChildren(QObject)]:
        yield from _properties(one)
        if isinstance(one, QAction):
            yield type(one).__name__, " ".join((one.text(), one.iconText(), one.toolTip(), one.statusTip()))
        if isinstance(one, QComboBox):
            yield "QComboBox", " ".join(one.itemText(row) for row in range(one.count()))
        if isinstance(one, QListWidget | QAbstractItemView) and one.model() is not None:
            yield from _model(one.model())
        if type(one).__module__.startswith("firered_review"):
            yield from ((type(one).__name__, text) for text in _strings(vars(one), _DEPTH))


def _properties(one: QObject) -> Iterator[Said]:
    meta = one.metaObject()
    for index in range(meta.propertyCount()):
        name = meta.property(index).name()
        value = one.property(name)
        if isinstance(value, str) and value:
            yield f"{type(one).__name__}.{name}", value
    for name in (bytes(one.data()).decode() for one in one.dynamicPropertyNames()):
        with contextlib.suppress(RuntimeError):  # a type of Qt's own, which is no text
            yield type(one).__name__, str(one.property(name))


def _model(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[Said]:
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), _ROWS)):
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in ROLES:
                for text in _strings(model.data(index, role), _DEPTH):
                    yield f"{type(model).__name__}, role {role}", text
    for section in range(columns):
        yield type(model).__name__, str(model.headerData(section, Qt.Orientation.Horizontal))


def _strings(value: Any, depth: int) -> Iterator[str]:
    """Yield the texts in plain values, and in the plain values of our own objects, to a depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Path):
        yield str(value)
    elif depth and isinstance(value, dict):
        for key, one in list(value.items()):
            yield from _strings(key, depth - 1)
            yield from _strings(one, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for one in list(value)[:_ROWS]:
            yield from _strings(one, depth - 1)
    elif isinstance(value, BaseModel):
        yield value.model_dump_json()
    elif depth and type(value).__module__.startswith("firered_review.qt") and not isinstance(value, QObject):
        yield from _strings(getattr(value, "__dict__", {}), depth - 1)


def through_every_command(commands: Sequence[Command], look: Callable[[], None]) -> None:
    """Give each command, look at every window there then is, and close what it opened."""
    for command in commands:
        if command.id in LEFT_OUT:
            continue
        before = {id(one) for one in QApplication.topLevelWidgets() if one.isVisible()}
        command.run()
        QApplication.processEvents()
        look()
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and id(window) not in before:
                window.close()
        QApplication.processEvents()


def held_in(folder: Path) -> Iterator[Said]:
    """Yield the bytes of every file below a folder, names too, and what is deflated in them or in database cells."""
    for path in sorted(folder.rglob("*")):
        yield "a name", str(path.relative_to(folder))
        if path.is_file():
            data = path.read_bytes()
            yield path.name, data.decode("latin-1")
            if data.startswith(b"SQLite format 3\0"):
                yield from _cells(path)
            if data.startswith(b"\x1f\x8b"):
                yield path.name, zlib.decompress(data, 31).decode("utf-8", "replace")


def _cells(path: Path) -> Iterator[Said]:
    held = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        for (table,) in held.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in held.execute(f"SELECT * FROM {table}"):
                yield f"{path.name}, {table}", " ".join(one for one in row if isinstance(one, str))
    finally:
        held.close()
