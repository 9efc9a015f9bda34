"""How far the reviewers agree: every figure with its interval, what was missed, and the curve over the tolerance."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.core.agreement import PLURAL
from firered_review.core.figures import Agreement, Figure
from firered_review.core.tolerance_curve import CurvePoint
from firered_review.qt.adjudicate.tolerance_curve_view import ToleranceCurveView
from firered_review.qt.widgets.look import Look, mono_font
from firered_review.qt.widgets.pieces import heading, push, rule, words
from firered_review.qt.widgets.sheet import Sheet

_WIDTH = 760
_SCROLL = {Qt.Key.Key_Up: -40, Qt.Key.Key_Down: 40, Qt.Key.Key_PageUp: -300, Qt.Key.Key_PageDown: 300}
_FIRST, _FURTHER = "The two reviewers", "A further set of labels, against what it is compared with"


class AgreementSheet(Sheet):
    """Shows reports of agreement; it names no reviewer. Up, Down and the page keys scroll."""

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent, "Agreement", _WIDTH)
        self._look = look

    def show_agreements(self, agreements: Sequence[Agreement]) -> None:
        """Show these reports, that of the two reviewers first."""
        column = self.new_body()
        for place, one in enumerate(agreements):
            if len(agreements) > 1:
                column.addWidget(heading(_FURTHER if place else _FIRST))
            self._add_figures(column, one.figures)
            self._add_missed(column, one)
            self._add_curve(column, one.curve)
            column.addWidget(words(one.intervals, tone="secondary", wrap=True))
        column.addStretch(1)
        done = self.add_button("Done", "close this window", first=True)
        done.clicked.connect(self.accept)
        self.fit()

    def show_fault(self, sentence: str) -> None:
        """Say why there is no agreement to show."""
        column = self.new_body()
        column.addWidget(words(sentence, tone="warning", wrap=True))
        column.addStretch(1)
        self.add_button("Done", "close this window", first=True).clicked.connect(self.accept)
        self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _SCROLL.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + step)

    # --- inside -----------------------------------------------------------------------------------------------------
    def _add_figures(self, column: QVBoxLayout, figures: Sequence[Figure]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for place, width in ((3, 90), (4, 130)):
            grid.setColumnMinimumWidth(place, width)
        for place, title in enumerate(("figure", "n", "out", "value", "95 %")):
            label = words(title, tone="faint")
            label.setAlignment(_END if place in (1, 2) else _START)
            grid.addWidget(label, 0, place)
        for row, one in enumerate(figures, 1):
            self._add_figure(grid, row, one)
        column.addLayout(grid)

    def _add_figure(self, grid: QGridLayout, row: int, one: Figure) -> None:
        name = words(one.name, wrap=True)
        grid.addWidget(name, row, 0)
        for place, count in ((1, one.used), (2, one.left_out)):
            label = words(str(count), font=mono_font(12), tone="plain" if place == 1 or count else "faint")
            label.setAlignment(_END)
            grid.addWidget(label, row, place)
        defined = one.value is not None
        value = words(one.words, font=mono_font(12)) if defined else words(one.words, tone="warning", wrap=True)
        if not defined:
            grid.addWidget(value, row, 3, 1, 2)
        else:
            grid.addWidget(value, row, 3)
            grid.addWidget(words(_interval(one), tone="secondary", font=mono_font(12)), row, 4)
        whole = f"{one.name}: {one.words} {_interval(one)}, {one.used} used"
        value.setAccessibleName(f"{whole}, {one.left_out} left out: {one.why_left_out}" if one.left_out else whole)

    def _add_missed(self, column: QVBoxLayout, report: Agreement) -> None:
        for figure in report.figures:
            if figure.left_out:
                text = f"{figure.name}: {figure.left_out} left out, {figure.why_left_out}."
                column.addWidget(words(text, tone="secondary", wrap=True))
        for one in report.missed:
            if one.only_one_side:
                text = (
                    f"{PLURAL[one.kind].capitalize()} that one side alone has: {one.only_one_side}, of them "
                    f"{one.unseen} where the other never had the place on screen, {one.judged_otherwise} judged "
                    "otherwise."
                )
                column.addWidget(words(text, tone="secondary", wrap=True))

    def _add_curve(self, column: QVBoxLayout, points: Sequence[CurvePoint]) -> None:
        kinds = list(dict.fromkeys(one.kind for one in points))
        if not kinds:
            return
        column.addWidget(rule())
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(words("Over the tolerance", tone="secondary"))
        view = ToleranceCurveView(self._look)
        group = QButtonGroup(view)
        for place, kind in enumerate(kinds):
            button = push(PLURAL[kind].capitalize(), f"the curve of {PLURAL[kind]}", checkable=True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setAutoDefault(False)
            button.setChecked(place == 0)
            group.addButton(button, place)
            row.addWidget(button)
        row.addStretch(1)
        group.idClicked.connect(lambda place: view.show_points([one for one in points if one.kind == kinds[place]]))
        view.show_points([one for one in points if one.kind == kinds[0]])
        column.addLayout(row)
        column.addWidget(view)


def _interval(one: Figure) -> str:
    return "" if one.low is None or one.high is None else f"{one.low:.3g} – {one.high:.3g}"


_START = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
