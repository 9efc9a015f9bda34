"""What was planted in a trial and how it was found: sums by type, and a row for each that leads to its frame."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QGridLayout, QWidget

from firered_review.core.training import Finding, State, tally
from firered_review.qt.labels.panel import RowList
from firered_review.qt.labels.rows import ROW_HEIGHT, ROW_ROLE, Row
from firered_review.qt.widgets.look import Look, text_font
from firered_review.qt.widgets.pieces import Tone, card, heading, words
from firered_review.qt.widgets.sheet import Sheet
from firered_review.qt.words.labels import LabelWords, frame_of, grouped

_GROUPS: Mapping[str, str] = {"milestone": "Milestones", "route": "Repeated routes"}
_STATES: Mapping[State, str] = {
    "missed": "missed",
    "differs": "found, differs",
    "found": "found",
    "extra": "not planted",
}
_ROWS = 8


class TrainingSheet(Sheet):
    """Stays beside the window it belongs to; ``chosen`` carries the frame of the row that was gone to."""

    chosen = Signal(int)

    def __init__(
        self, parent: QWidget | None, look: Look, findings: Sequence[Finding], titles: LabelWords, later: str
    ) -> None:
        super().__init__(parent, "What was planted", 560)
        self._titles = titles
        self.setModal(False)
        self._findings = sorted(findings, key=lambda one: (list(_STATES).index(one.state), _frame(one)))
        column = self.new_body()
        column.addWidget(words(_summary(findings), tone="secondary", wrap=True))
        if later:
            column.addWidget(words(later, tone="warning", wrap=True))
        if findings:
            column.addLayout(self._sums())
            column.addSpacing(4)
            column.addWidget(heading("One by one"))
        self._model = QStandardItemModel(self)
        self.list = RowList(look, "what was planted, one by one")
        self.list.setModel(self._model)
        for one in self._findings:
            self._model.appendRow(self._item(one))
        self.list.setFixedHeight(min(len(self._findings), _ROWS) * ROW_HEIGHT + 2)
        self.list.setVisible(bool(findings))
        column.addWidget(self.list)
        frame, inside = card()
        self._what = words("", font=text_font(bold=True), wrap=True)
        self._why = words("Choose a row to see what it was; the window behind goes to its frame.", wrap=True)
        self._why.setAccessibleName("what the chosen row was")
        inside.addWidget(self._what)
        inside.addWidget(self._why)
        frame.setMinimumHeight(92)
        frame.setVisible(bool(findings))
        column.addWidget(frame)
        column.addStretch(1)
        self.list.selectionModel().currentChanged.connect(self._choose)
        self.list.clicked.connect(self._choose)
        self.add_button("Close", "close this and go on labelling", filled=True, first=True).clicked.connect(self.accept)
        self.fit()

    def _sums(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for place, title in enumerate(("planted", "found", "missed", "not planted"), 1):
            grid.addWidget(words(title, tone="faint", font=text_font(12)), 0, place, Qt.AlignmentFlag.AlignRight)
        for row, sums in enumerate(tally(self._findings), 1):
            grid.addWidget(words(_GROUPS.get(sums.group) or self._titles.types.get(sums.group, sums.group)), row, 0)
            for place, count in enumerate((sums.planted, sums.found, sums.missed, sums.extra), 1):
                tone: Tone = "warning" if place > 2 and count else "plain"
                grid.addWidget(words(str(count), tone=tone), row, place, Qt.AlignmentFlag.AlignRight)
        return grid

    def _item(self, finding: Finding) -> QStandardItem:
        label = finding.label or (finding.answer.label if finding.answer is not None else None)
        assert label is not None  # noqa: S101 - a finding has one of the two
        title, state = self._titles.title(label), _STATES[finding.state]
        right = f"{state} · {grouped(_frame(finding))}"
        waits = finding.state in ("missed", "extra")
        row = Row(title, kind=label.kind, right=right, filled=finding.label is not None, tinted=waits)
        item = QStandardItem(f"{title}, {state}, frame {_frame(finding)}")
        item.setData(row, ROW_ROLE)
        item.setEditable(False)
        return item

    def _choose(self, index: QModelIndex) -> None:
        if not 0 <= index.row() < len(self._findings):
            return
        finding = self._findings[index.row()]
        self._what.setText(self._sentence(finding))
        self._why.setText(finding.answer.words if finding.answer is not None else "Nothing was planted here.")
        self.chosen.emit(_frame(finding))

    def _sentence(self, finding: Finding) -> str:
        if finding.answer is None or finding.label is None:
            label = finding.label or (finding.answer.label if finding.answer is not None else None)
            return "" if label is None else f"{self._titles.title(label)}: {_STATES[finding.state]}"
        planted = self._titles.title(finding.answer.label)
        if not finding.differs:
            return f"{planted}: found"
        return f"Planted: {planted}. Labelled: {self._titles.title(finding.label)}"


def _frame(finding: Finding) -> int:
    label = finding.label or (finding.answer.label if finding.answer is not None else None)
    return frame_of(label) if label is not None else 0


def _summary(findings: Sequence[Finding]) -> str:
    planted = sum(one.answer is not None for one in findings)
    found = sum(one.answer is not None and one.label is not None for one in findings)
    extra = sum(one.state == "extra" for one in findings)
    if not findings:
        return "Nothing was planted in this trial, and you labelled nothing that would have been."
    told = f"You found {found} of {planted} that were there to find"
    return f"{told}, and labelled {extra} where nothing was." if extra else f"{told}."
