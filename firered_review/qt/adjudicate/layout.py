"""Where everything stands in the adjudication window, and what gives way where there is little room."""

from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from firered_review.qt.adjudicate.items_panel import ItemsPanel
from firered_review.qt.adjudicate.judging_panel import JudgingPanel
from firered_review.qt.adjudicate.memory_drawer import MemoryDrawer
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.side_panel import SidePanel
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.bars import StatusBar, TopBar
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.pieces import panel

_HINTS = (
    ((("N", "next_disagreement"),), "next disagreement"),
    ((("M", "memory"),), "memory"),
    ((("Ctrl+Z", "undo"),), "undo"),
    ((("F1", "keys"),), "keys"),
)
_DRAWN = "Order of A and B is drawn per item and recorded"
LEAST = (900, 520)
_NARROW, _LOW = 1280, 680


class AdjudicateLayout:
    """Builds the pieces into a window."""

    def __init__(self, window: QMainWindow, look: Look, session: AdjudicationSession) -> None:
        window.resize(1440, 900)
        window.setMinimumSize(*LEAST)
        self.top = TopBar(3)
        window.setMenuWidget(self.top)
        self.items = ItemsPanel(look)
        self.drawer = MemoryDrawer(look, self.items, session.codebook)
        self.sides = (SidePanel(look, "A", "A", "take_a"), SidePanel(look, "B", "S", "take_b"))
        self.judging = JudgingPanel(look, session.reasons)
        self.timeline = Timeline(look)
        self.status = StatusBar(look, _HINTS)
        pair = QHBoxLayout()
        pair.setSpacing(10)
        for side in self.sides:
            pair.addWidget(side, 1)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addLayout(pair, 1)
        right.addWidget(self.judging)
        self._surface = panel()
        inside = QVBoxLayout(self._surface)
        inside.setContentsMargins(0, 2, 0, 2)
        inside.addWidget(self.timeline)
        right.addWidget(self._surface)
        row = QHBoxLayout()
        row.setContentsMargins(14, 10, 14, 8)
        row.setSpacing(10)
        row.addWidget(self.drawer)
        row.addLayout(right, 1)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.status)
        window.setCentralWidget(middle)

    def fit(self, width: int, height: int) -> None:
        """Give way where there is little room: a narrower list, no timeline, more room for what is said."""
        self.drawer.setFixedWidth(300 if width < _NARROW else 380)
        self._surface.setVisible(height >= _LOW)
        self.status.set_counts(_DRAWN if width >= _NARROW else "")
