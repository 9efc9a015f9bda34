"""The small windows that the adjudication window opens over itself: conflicts and agreement."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from firered_review.qt.adjudicate.agreement_sheet import AgreementSheet
from firered_review.qt.adjudicate.conflicts_sheet import ConflictsSheet
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.widgets.look import Look
from harness.formats.base import MILESTONES
from harness.formats.labels import MilestoneLabel


class AdjudicateSheets:
    """Opens them over a window; ``say`` shows a sentence in it."""

    def __init__(self, window: QWidget, look: Look, session: AdjudicationSession, say: Callable[[str], None]) -> None:
        self._window, self._look, self._session, self._say = window, look, session, say

    def show_agreement(self) -> None:
        """Show how far the reviewers agree."""
        sheet = AgreementSheet(self._window, self._look)
        try:
            sheet.show_agreements(self._session.agreements())
        except KNOWN_ERRORS as error:
            sheet.show_fault(str(error))
        sheet.open()

    def show_conflicts(self) -> None:
        """Show where hidden state and the adjudicated frames disagree."""
        sheet = ConflictsSheet(self._window, self._session.reasons)
        sheet.closing.connect(lambda *conflict: self._close(sheet, *conflict))
        sheet.wanted.connect(lambda *place: self._go_to(sheet, *place))
        self._fill(sheet)
        sheet.open()

    def _fill(self, sheet: ConflictsSheet) -> None:
        sheet.show_conflicts(self._session.conflicts(), self._session.closing_reasons())

    def _close(self, sheet: ConflictsSheet, trial: str, name: str, reason: str) -> None:
        milestone = next(one for one in MILESTONES if one == name)
        if self._session.close_conflict(trial, milestone, reason):
            self._fill(sheet)

    def _go_to(self, sheet: ConflictsSheet, trial: str, milestone: str) -> None:
        sheet.accept()
        for item in self._session.items():
            sides = (one for one in (item.a, item.b, item.final) if isinstance(one, MilestoneLabel))
            if item.trial == trial and any(one.milestone == milestone for one in sides):
                self._session.go_to(item.item)
                return
        self._say(f"No label names {milestone} in {trial}: ⟨own_label⟩ in that trial writes one that neither side has.")
