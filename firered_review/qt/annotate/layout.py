"""The widgets of the annotate window and where they stand."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from firered_review.qt.errors.card import ErrorCard
from firered_review.qt.frames.panel import FramePanel
from firered_review.qt.labels.model import LabelsModel, MilestonesModel
from firered_review.qt.labels.panel import LabelsPanel
from firered_review.qt.memory.decision_panel import DecisionPanel
from firered_review.qt.timeline.widget import Timeline
from firered_review.qt.widgets.bars import StatusBar, TopBar
from firered_review.qt.widgets.look import Look
from firered_review.qt.widgets.pieces import panel
from harness.formats.codebook import CodebookSet

_HINTS = (
    ((("1", "milestone_1"), ("–", ""), ("8", "milestone_8")), "milestone"),
    ((("R", "route"),), "route"),
    ((("N", "next_target"),), "next changed frame"),
    ((("F1", "keys"),), "keys"),
)
_NARROW, _LOW = 1180, 700


class AnnotateLayout:
    """Everything that is seen of the annotate window: menus above, labels, frame and decision, timeline below."""

    def __init__(self, window: QMainWindow, look: Look, codebook: CodebookSet) -> None:
        owner: QObject = window
        self.top = TopBar(3)
        self.milestones = MilestonesModel(codebook.milestones.milestones, owner)
        self.labels = LabelsModel(owner)
        self.labels_panel = LabelsPanel(look, self.milestones, self.labels)
        self.error_card = ErrorCard(look, codebook.errors)
        self.labels_panel.add_page(self.error_card)
        self.frame_panel = FramePanel(look)
        self.decision_panel = DecisionPanel(look)
        self.timeline = Timeline(look)
        self.status = StatusBar(look, _HINTS)
        window.resize(1440, 900)
        window.setMinimumSize(900, 520)
        window.setMenuWidget(self.top)
        window.setCentralWidget(self._middle())

    def fit(self, width: int, height: int) -> None:
        """Leave out or narrow what there is no room for in a window of this size."""
        narrow, low = width < _NARROW, height < _LOW
        self.labels_panel.setFixedWidth(236 if narrow else 300)
        self.decision_panel.setFixedWidth(268 if narrow else 344)
        self.frame_panel.set_narrow(narrow)
        self.labels_panel.set_low(low)
        self.decision_panel.set_low(low=low)
        self.timeline.set_low(low=low)

    def _middle(self) -> QWidget:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.setContentsMargins(14, 10, 14, 0)
        row.setSpacing(10)
        row.addWidget(self.labels_panel)
        row.addWidget(self.frame_panel, 1)
        row.addWidget(self.decision_panel)
        column.addLayout(row, 1)
        below = QHBoxLayout()
        below.setContentsMargins(14, 0, 14, 0)
        surface = panel()
        inside = QVBoxLayout(surface)
        inside.setContentsMargins(0, 2, 0, 2)
        inside.addWidget(self.timeline)
        below.addWidget(surface)
        column.addLayout(below)
        column.addWidget(self.status)
        return middle
