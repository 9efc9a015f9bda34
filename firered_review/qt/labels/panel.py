"""The left panel: milestones with their keys, the codebook's definition, and every other label."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from firered_review.qt.labels.model import LabelsModel, MilestonesModel
from firered_review.qt.labels.rows import ROW_HEIGHT, ROW_ROLE, Row, RowDelegate
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import ElidedLabel, card, heading, words

_SIDE, _BELOW, _LEAST = 14, 8, 34
"""What is left free beside everything and below the last list; the height of two lines of a definition."""


class RowList(QTableView):
    """A list of rows: a table of one column, which takes in a row among ten thousand without laying out the rest."""

    def __init__(self, look: Look, name: str, preferred_rows: int = 0) -> None:
        super().__init__()
        self._delegate = RowDelegate(look)
        self._preferred = preferred_rows
        self._squeezed = False
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFont(text_font())
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        if preferred_rows:
            self.setMaximumHeight(preferred_rows * ROW_HEIGHT)
        look.changed.connect(self.viewport().update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, (self._preferred or 4) * ROW_HEIGHT)

    def squeeze(self, *, on: bool) -> None:
        """Let the list become shorter than its rows, or not."""
        self._squeezed = on
        self.updateGeometry()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, (2 if self._squeezed or not self._preferred else self._preferred) * ROW_HEIGHT)


class LabelsPanel(QFrame):
    """Shows the two label models. ``chosen`` tells a label that was clicked, ``opened`` one double-clicked.

    A second page, for a card that takes the panel's place, is put in by ``add_page``.
    """

    chosen = Signal(str)
    opened = Signal(str)

    def __init__(self, look: Look, milestones: MilestonesModel, labels: LabelsModel) -> None:
        super().__init__()
        self.setProperty("panel", True)
        self._milestones, self._labels = milestones, labels
        self._pages = QStackedLayout(self)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, _BELOW)
        column.setSpacing(0)
        self._title = heading("Milestones")
        self._title.setContentsMargins(_SIDE, 12, _SIDE, 6)
        column.addWidget(self._title)
        self._milestone_list = RowList(look, "milestones", len(milestones.definitions))
        self._milestone_list.setModel(milestones)
        column.addWidget(self._milestone_list, 2)
        self._definition = _Definition([one.definition for one in milestones.definitions])
        column.addWidget(self._definition)
        self._label_list = RowList(look, "labels")
        self._label_list.setModel(labels)
        column.addWidget(self._label_list, 3)
        self._pages.addWidget(page)
        for view in (self._milestone_list, self._label_list):
            view.clicked.connect(self._click)
            view.doubleClicked.connect(self._double_click)
            view.selectionModel().currentChanged.connect(self._walk)
        self._milestone_list.entered.connect(self._point)
        milestones.dataChanged.connect(self.show_definition)
        milestones.modelReset.connect(self.show_definition)
        self.show_definition()

    def add_page(self, page: QWidget) -> None:
        """Put a card behind the lists."""
        self._pages.addWidget(page)

    def turn_to(self, page: int) -> None:
        """Show the lists (0) or a card."""
        self._pages.setCurrentIndex(page)

    def select(self, label_id: str | None) -> None:
        """Make one label the selected one, wherever it stands."""
        for view, place in (
            (self._milestone_list, self._milestones.place_of(label_id) if label_id else None),
            (self._label_list, self._labels.place_of(label_id) if label_id else None),
        ):
            selection = view.selectionModel()
            blocked = selection.blockSignals(True)
            if place is None:
                view.clearSelection()
                view.setCurrentIndex(QModelIndex())
            else:
                view.setCurrentIndex(view.model().index(place, 0))
            selection.blockSignals(blocked)
            view.viewport().update()
        self.show_definition()

    def show_definition(self) -> None:
        """Show the codebook's words for the selected milestone, else for the next one missing, else for the last."""
        index = self._milestone_list.currentIndex()
        place = index.row() if index.isValid() else self._milestones.next_missing()
        one = self._milestones.definitions[place]
        self._definition.show_words(f"{one.id[1:]} · {one.title}", one.definition)

    def set_low(self, low: bool) -> None:
        """Leave out the definition where there is no room for it."""
        self._definition.setVisible(not low)
        self._milestone_list.squeeze(on=low)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the definition what the two lists, at their least, and everything around them leave."""
        others = (self._title, self._milestone_list, self._label_list)
        taken = sum(one.minimumSizeHint().height() for one in others) + _BELOW
        room = self.contentsRect()
        self._definition.fit(room.width(), room.height() - taken)

    def _click(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is not None and row.label_id:
            self.chosen.emit(row.label_id)
        self.show_definition()

    def explain(self, title: str, text: str) -> None:
        """Show the codebook's words for what is being labelled, until another choice is made."""
        self._definition.show_words(title, text)

    def _point(self, index: QModelIndex) -> None:
        one = self._milestones.definitions[index.row()]
        self.explain(f"{one.id[1:]} · {one.title}", one.definition)

    def _double_click(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is not None and row.label_id:
            self.opened.emit(row.label_id)

    def _walk(self, index: QModelIndex) -> None:
        self._click(index)


class _Definition(QFrame):
    """The codebook's definition of one choice, always as high as the longest of ``usual``; a longer one scrolls."""

    def __init__(self, usual: Sequence[str]) -> None:
        super().__init__()
        self._usual = usual
        frame, column = card()
        self._title = ElidedLabel(font=text_font(bold=True))
        self._text = words("", tone="secondary", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._text)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self._title)
        column.addWidget(self._scroll)
        column.setSpacing(2)
        self._column = column
        self._around = around = QVBoxLayout(self)
        around.setContentsMargins(_SIDE, 8, _SIDE, 4)
        around.addWidget(frame)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, title: str, text: str) -> None:
        """Show a title and its definition."""
        self._title.set_whole(title)
        self._text.setText(text)
        self._scroll.verticalScrollBar().setValue(0)

    def fit(self, width: int, height: int) -> None:
        """Take the room that the longest of the usual words needs in a panel of this width, at most this height."""
        inside, outside = self._column.contentsMargins(), self._around.contentsMargins()
        beside = inside.left() + inside.right() + outside.left() + outside.right() + 4
        above = inside.top() + inside.bottom() + outside.top() + outside.bottom() + 4
        taken = above + self._title.sizeHint().height() + self._column.spacing()
        room = QRect(0, 0, width - beside, 10_000)
        metrics, wrapped = self._text.fontMetrics(), Qt.TextFlag.TextWordWrap
        heights = (metrics.boundingRect(room, wrapped, text).height() for text in self._usual)
        words_height = max(_LEAST, min(max(heights, default=0) + 2, height - taken))
        self._scroll.setFixedHeight(words_height)
        self.setFixedHeight(taken + words_height)
