"""The adjudication list with its filters."""

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QVBoxLayout,
)

from firered_review.qt.adjudicate.item_words import FILTERS, Listed, matches
from firered_review.qt.adjudicate.items_model import ITEM_ROLE, ItemDelegate, ItemRow, ItemsModel
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import push, words

_IN_A_ROW = 3


class ItemsPanel(QFrame):
    """Shows items by filter; ``chosen`` tells the one that was clicked or walked to."""

    chosen = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self._model = ItemsModel(self)
        self._filter = FILTERS[0]
        self._selected: str | None = None
        self._listed: Sequence[Listed] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 10, 1, 8)
        column.setSpacing(8)
        grid = QGridLayout()
        grid.setContentsMargins(13, 0, 13, 0)
        grid.setSpacing(4)
        self._buttons = QButtonGroup(self)
        for place, one in enumerate(FILTERS):
            button = push(one.text, f"show {one.text.lower()} items", checkable=True)
            button.setProperty("small", True)
            button.setFont(text_font(12))
            button.setChecked(place == 0)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._buttons.addButton(button, place)
            grid.addWidget(button, place // _IN_A_ROW, place % _IN_A_ROW)
        self._text = QLineEdit()
        self._text.setFont(text_font())
        self._text.setPlaceholderText("Find")
        self._text.setAccessibleName("show items that hold these words")
        self._text.setClearButtonEnabled(False)
        self._text.textChanged.connect(lambda _: self._show_again())
        row, place = divmod(len(FILTERS), _IN_A_ROW)
        grid.addWidget(self._text, row, place, 1, _IN_A_ROW - place)
        column.addLayout(grid)
        self._buttons.idClicked.connect(self._choose_filter)
        self._empty = words("Nothing here.", tone="secondary")
        self._empty.setContentsMargins(14, 4, 14, 4)
        column.addWidget(self._empty)
        self._list = QListView()
        self._list.setModel(self._model)
        self._list.setItemDelegate(ItemDelegate(look, self._list))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setAccessibleName("items to decide")
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self._list, 1)
        self._list.clicked.connect(self._click)
        look.changed.connect(self._list.viewport().update)

    def show_items(self, items: Sequence[Listed]) -> None:
        """Show these items, trial by trial."""
        self._listed = items
        for place, one in enumerate(FILTERS):
            self._buttons.button(place).setText(f"{one.text} {sum(one.id in item.filters for item in items)}")
        rows: list[ItemRow] = []
        for trial, group in itertools.groupby(items, lambda item: item.row.trial):
            mine = list(group)
            wanted = (one.row for one in mine if self._filter.id in one.filters)
            shown = [row for row in wanted if matches(row, self._text.text())]
            if shown:
                left = sum(one.open for one in mine)
                rows.append(ItemRow("", "", trial, trial, f"{left} open" if left else "all decided"))
                rows += shown
        self._model.show(rows)
        self._empty.setVisible(not rows)

    def select(self, item: str | None) -> None:
        """Make one item the selected one."""
        self._selected = item
        place = self._model.place_of(item) if item else None
        if place is None:
            self._list.clearSelection()
            self._list.setCurrentIndex(QModelIndex())
        else:
            self._list.setCurrentIndex(self._model.index(place))

    def turn_filter(self, step: int) -> None:
        """Choose the next or previous filter."""
        place = (self._buttons.checkedId() + step) % len(FILTERS)
        self._buttons.button(place).setChecked(True)
        self._choose_filter(place)

    def focus_text(self) -> None:
        """Put the keyboard on the words to find."""
        self._text.setFocus()
        self._text.selectAll()

    def shown_items(self) -> list[str]:
        """Return the ids in the list, as far as filter and words let them in."""
        return self._model.items()

    def _choose_filter(self, place: int) -> None:
        self._filter = FILTERS[place]
        self._show_again()

    def _show_again(self) -> None:
        self.show_items(self._listed)
        self.select(self._selected)

    def _click(self, index: QModelIndex) -> None:
        row: ItemRow | None = index.data(ITEM_ROLE)
        if row is not None and row.item:
            self.chosen.emit(row.item)
