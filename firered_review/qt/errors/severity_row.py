"""The three severities as buttons, and which one the labelled recovery speaks for."""

from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from firered_review.core.severity import Proposal
from firered_review.qt.widgets.pieces import push, words
from harness.formats.base import Severity
from harness.formats.codebook import ErrorRubric

_SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class SeverityRow(QWidget):
    """``chosen`` carries the severity that was clicked; the proposal is words, never a choice made by itself."""

    chosen = Signal(str)

    def __init__(self, rubric: ErrorRubric) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(4)
        group = QButtonGroup(self)
        group.setExclusive(False)
        self.buttons: list[QPushButton] = []
        for place, one in enumerate(rubric.severities):
            button = push(one.title, f"severity {one.title}: {one.definition}", checkable=True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setStyleSheet("padding-left: 2px; padding-right: 2px")
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(one.title) + 10)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            group.addButton(button, place)
            self.buttons.append(button)
            row.addWidget(button, 1)
        group.idClicked.connect(lambda place: self.chosen.emit(_SEVERITIES[place]))
        column.addLayout(row)
        self._why = words("", tone="secondary", wrap=True)
        column.addWidget(self._why)

    def show_choice(self, severity: Severity | None, proposal: Proposal) -> None:
        """Show the severity that is chosen, and the one that is proposed with its reason."""
        for one, button in zip(_SEVERITIES, self.buttons, strict=True):
            button.setChecked(one == severity)
        differs = severity is not None and proposal.severity is not None and severity != proposal.severity
        lead = "Proposed differently" if differs else "Proposed"
        self._why.setText(f"{lead}: {proposal.why[0].lower()}{proposal.why[1:]}" if proposal.severity else proposal.why)
