"""The item models of the label lists: they hold ids and a row cache and touch only the rows that changed."""

import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from firered_review.qt.labels.rows import ROW_ROLE, Row
from firered_review.qt.words.labels import LabelWords, frame_of, grouped
from harness.formats.codebook import MilestoneDefinition
from harness.formats.labels import Label, MilestoneLabel

DRAFT_ID = "draft"
_Index = QModelIndex | QPersistentModelIndex
_Place = tuple[int, int, str]
_SECTIONS = (
    ("route", "Repeated routes", "route"),
    ("error", "Memory errors", "error_card"),
    ("battle", "Battles", "battle"),
    ("cause", "Other causes", "cause"),
    ("note", "Notes", "note"),
    ("bookmark", "Bookmarks", "bookmark"),
)
_ALWAYS = 2
"""The first sections have their heading even when empty."""
_ORDER = {kind: place for place, (kind, _, _) in enumerate(_SECTIONS)}
_LAST = 1 << 60


class _Rows(QAbstractListModel):
    """A list model of ``Row``."""

    _key_of: Callable[[str], str] = staticmethod(lambda _command: "")

    def show_keys(self, key_of: Callable[[str], str]) -> None:
        """From now on show the keys that this gives for commands."""
        self._key_of = key_of
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def row(self, place: int) -> Row | None:
        """Return a row's values."""
        raise NotImplementedError

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{row.text}, {row.right}" if row.right else row.text
        return row.tip or None if role == Qt.ItemDataRole.ToolTipRole else None

    @override
    def flags(self, index: _Index) -> Qt.ItemFlag:
        row = self.row(index.row()) if index.isValid() else None
        if row is None or row.look != "label":
            return Qt.ItemFlag.ItemIsEnabled if row else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class MilestonesModel(_Rows):
    """The eight milestones of the codebook, each with the frame it was labelled at."""

    def __init__(self, definitions: Iterable[MilestoneDefinition], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.definitions = list(definitions)
        self._found: dict[str, tuple[str, int]] = {}

    def show(self, labels: Mapping[str, Label]) -> None:
        """Take over every label of a trial."""
        self.beginResetModel()
        self._found = {
            label.milestone: (label_id, label.frame.frame)
            for label_id, label in labels.items()
            if isinstance(label, MilestoneLabel)
        }
        self.endResetModel()

    def update(self, label_ids: Iterable[str], labels: Mapping[str, Label]) -> None:
        """Take over the labels of these ids, which may be gone."""
        for label_id in label_ids:
            held = [one for one, (known, _) in self._found.items() if known == label_id]
            label = labels.get(label_id)
            for milestone in held:
                del self._found[milestone]
            if isinstance(label, MilestoneLabel):
                self._found[label.milestone] = (label_id, label.frame.frame)
                held.append(label.milestone)
            for place, definition in enumerate(self.definitions):
                if definition.id in held:
                    self.dataChanged.emit(self.index(place), self.index(place))

    @property
    def count(self) -> int:
        """How many milestones are labelled."""
        return len(self._found)

    def next_missing(self) -> int:
        """Return the row of the first milestone without a label; the last row when all have one."""
        places = [place for place, one in enumerate(self.definitions) if one.id not in self._found]
        return places[0] if places else len(self.definitions) - 1

    def place_of(self, label_id: str) -> int | None:
        """Return the row of a label."""
        for place, one in enumerate(self.definitions):
            if self._found.get(one.id, ("",))[0] == label_id:
                return place
        return None

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.definitions)

    @override
    def row(self, place: int) -> Row | None:
        if not 0 <= place < len(self.definitions):
            return None
        one = self.definitions[place]
        label_id, frame = self._found.get(one.id, ("", -1))
        return Row(
            text=one.title,
            label_id=label_id,
            kind="milestone",
            key=self._key_of(f"milestone_{one.id[1:]}"),
            right=grouped(frame) if label_id else "not yet",
            tip=one.definition,
            filled=bool(label_id),
            missing=not label_id,
        )


class LabelsModel(_Rows):
    """Every other label in sections by kind, each in order of frames; headings are rows of their own."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: list[_Place] = []
        self._place_of: dict[str, _Place] = {}
        self._cache: dict[str, Row] = {}
        self._labels: Mapping[str, Label] = {}
        self._words: LabelWords | None = None
        self._draft: Row | None = None

    def show(self, labels: Mapping[str, Label], words: LabelWords, hints: Sequence[str] = ()) -> None:
        """Take over every label of a trial; ``hints`` are lines in place of memory errors.

        Rows are made when they are first looked at, so ``labels`` must go on to hold what ``update`` is told of.
        """
        self.beginResetModel()
        self._words, self._labels, self._cache, self._place_of = words, labels, {}, {}
        for label_id, label in labels.items():
            if label.kind in _ORDER:
                self._place_of[label_id] = (_ORDER[label.kind], frame_of(label), label_id)
        for section, (_, title, key) in enumerate(_SECTIONS):
            if section < _ALWAYS or any(place[0] == section for place in self._place_of.values()):
                self._add_heading(section, title, "" if hints and section == 1 else key)
        for number, hint in enumerate(hints):
            name = f"hint {number}"
            self._cache[name] = Row(text=hint, look="hint")
            self._place_of[name] = (1, number, name)
        if self._draft is not None:
            self._cache[DRAFT_ID], self._place_of[DRAFT_ID] = self._draft, (1, _LAST, DRAFT_ID)
        self._places = sorted(self._place_of.values())
        self.endResetModel()

    def update(self, label_ids: Iterable[str], labels: Mapping[str, Label]) -> None:
        """Take over the labels of these ids, which may be gone."""
        self._labels = labels
        for label_id in label_ids:
            label = labels.get(label_id)
            if label is None or label.kind not in _ORDER:
                self._remove(label_id)
            else:
                self._put(label_id, (_ORDER[label.kind], frame_of(label), label_id), self._row_of(label_id, label))

    def set_draft(self, row: Row | None) -> None:
        """Show the memory error that is being put together, or none."""
        self._draft = row
        if row is None:
            self._remove(DRAFT_ID)
        else:
            self._put(DRAFT_ID, (1, _LAST, DRAFT_ID), row)

    def place_of(self, label_id: str) -> int | None:
        """Return the row of a label."""
        place = self._place_of.get(label_id)
        return bisect.bisect_left(self._places, place) if place else None

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._places)

    @override
    def row(self, place: int) -> Row | None:
        if not 0 <= place < len(self._places):
            return None
        name = self._places[place][2]
        if name not in self._cache and name in self._labels:
            self._cache[name] = self._row_of(name, self._labels[name])
        row = self._cache.get(name)
        return row._replace(key=self._key_of(row.key)) if row is not None and row.key else row

    def _row_of(self, label_id: str, label: Label) -> Row:
        if self._words is None:
            return Row(text="")
        words = self._words
        return Row(words.title(label), label_id, label.kind, right=words.place(label), tip=words.tip(label))

    def _add_heading(self, section: int, title: str, key: str) -> None:
        name = f"heading {section}"
        self._cache[name] = Row(text=title, key=key, look="heading")
        self._place_of[name] = (section, -1, name)

    def _put(self, label_id: str, place: _Place, row: Row) -> None:
        if self._place_of.get(label_id) == place:
            self._cache[label_id] = row
            at = bisect.bisect_left(self._places, place)
            self.dataChanged.emit(self.index(at), self.index(at))
            return
        self._remove(label_id)
        section = place[0]
        heading = f"heading {section}"
        if heading not in self._place_of:
            _, title, key = _SECTIONS[section]
            self._insert(heading, (section, -1, heading), Row(text=title, key=key, look="heading"))
        self._insert(label_id, place, row)

    def _insert(self, name: str, place: _Place, row: Row) -> None:
        at = bisect.bisect_left(self._places, place)
        self.beginInsertRows(QModelIndex(), at, at)
        self._places.insert(at, place)
        self._place_of[name], self._cache[name] = place, row
        self.endInsertRows()

    def _remove(self, name: str) -> None:
        place = self._place_of.get(name)
        if place is None:
            return
        at = bisect.bisect_left(self._places, place)
        self.beginRemoveRows(QModelIndex(), at, at)
        del self._places[at], self._place_of[name]
        self._cache.pop(name, None)
        self.endRemoveRows()
        section = place[0]
        alone = section >= _ALWAYS and place[2] != f"heading {section}"
        if alone and not any(one[0] == section and one[1] >= 0 for one in self._around(at)):
            self._remove(f"heading {section}")

    def _around(self, at: int) -> list[_Place]:
        return self._places[max(0, at - 1) : at + 1]
