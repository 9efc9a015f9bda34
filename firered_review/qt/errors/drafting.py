"""Putting a memory error together at the cursor, from the first key to the stored label."""

from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from firered_review.core.rules import ErrorDraft, draft_problems
from firered_review.core.severity import Proposal, propose
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.unfinished import Unfinished
from firered_review.qt.words.labels import grouped
from harness.formats.labels import Citation, ErrorLabel


class Card(NamedTuple):
    """Everything that the card of a memory error shows."""

    draft: ErrorDraft
    needed: list[str]
    proposal: Proposal


class ErrorDrafting(QObject):
    """What the keys of the memory-error card do. ``stored`` carries the id of a saved label, ``said`` a sentence."""

    said = Signal(str)
    stored = Signal(str)

    def __init__(self, session: ReviewSession, unfinished: Unfinished, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._unfinished = session, unfinished

    @property
    def draft(self) -> ErrorDraft | None:
        """The memory error on the card, null without one."""
        return self._unfinished.draft

    def here(self) -> bool:
        """Open a memory error, or set its later decision to the cursor's; tells whether there is a card now."""
        if not self._second_stage():
            return False
        decision = self._session.decision
        begun = self.draft is None
        never = self.draft is None or self.draft.not_recovered
        if not self._change(decision=decision, not_recovered=never):
            return self.draft is not None
        if begun:
            then = "Choose its type and press Enter, then ⟨cite⟩ cites what it contradicts."
            self.said.emit(f"Memory error at decision {decision}. {then}")
        else:
            self.said.emit(f"The later decision of the memory error is now decision {decision}.")
        return self.draft is not None

    def cite(self, fact: str | None) -> None:
        """Cite a fact, or the frame at the cursor."""
        frame = self._session.cursor
        if fact is not None:
            self._cite(Citation(fact=fact), fact)
        else:
            self._cite(Citation(frame=self._session.trial.identity(frame)), f"frame {grouped(frame)}")

    def cite_decision(self) -> None:
        """Cite the decision at the cursor."""
        self._cite(Citation(decision=self._session.decision), f"decision {self._session.decision}")

    def recovered_here(self) -> None:
        """Set the recovery of the draft to the cursor's decision."""
        if self.draft is None:
            self.said.emit("There is no memory error open: ⟨error_card⟩ opens one at its later decision.")
        elif self._change(recovery_decision=self._session.decision, not_recovered=False):
            self.said.emit(f"Recovered at decision {self._session.decision}.")

    def next_severity(self) -> None:
        """Choose the proposed severity, then each time the next one."""
        if self.draft is None:
            self.said.emit("There is no memory error open: ⟨error_card⟩ opens one at its later decision.")
            return
        ids = [one.id for one in self._session.bundle.codebook.errors.severities]
        now = self.draft.severity
        following = self.proposal().severity if now is None else ids[(ids.index(now) + 1) % len(ids)]
        if self._change(severity=following):
            self.said.emit(f"Severity: {following}.")

    def redraft(self, draft: ErrorDraft) -> None:
        """Take over what was chosen on the card."""
        self._unfinished.put(draft=draft)

    def edit(self, label_id: str) -> bool:
        """Open a memory error that was saved; tells whether it is on the card."""
        label = self._session.labels.get(label_id)
        if not isinstance(label, ErrorLabel) or self._session.stage == 1:
            return False
        now = self._unfinished.now
        if now.draft is not None and now.draft_of != label_id:
            self.said.emit("Finish the memory error on the card first, or let go of it with Esc.")
            return False
        draft = ErrorDraft(
            label.type,
            label.severity,
            tuple(label.citations),
            label.decision,
            label.recovery_decision,
            label.recovery_decision is None,
            label.cause,
            label.note,
        )
        return now.draft_of == label_id or self._unfinished.put(draft=draft, draft_of=label_id)

    def needed(self) -> list[str]:
        """Return what the draft still lacks, as sentences without a full stop."""
        rules = self._session.rules(without=self._unfinished.now.draft_of)
        return draft_problems(self.draft, rules) if self.draft else []

    def proposal(self) -> Proposal:
        """Return which severity the labelled recovery speaks for, and why."""
        session = self._session
        return propose(self.draft or ErrorDraft(), session.whole, session.bundle.codebook.errors.minor_actions)

    def card(self) -> Card | None:
        """Return what the card shows, null without a draft."""
        return Card(self.draft, self.needed(), self.proposal()) if self.draft is not None else None

    def save(self) -> bool:
        """Store the draft; tells whether it was complete and stored."""
        draft, of = self.draft, self._unfinished.now.draft_of
        if draft is None:
            return False
        missing = self.needed()
        if missing or draft.decision is None:
            self.said.emit("Not saved yet: " + "; ".join(missing) + ".")
            return False
        label = draft.label(self._session.trial.boundary(draft.decision))
        if of is not None and of in self._session.labels:
            saved = of if self._session.change(of, label) else None
        else:
            saved = self._session.make(label)
        if saved is None:
            return False
        self._unfinished.put(draft=None, draft_of=None)
        self.stored.emit(saved)
        return True

    # --- inside -----------------------------------------------------------------------------------------------------
    def _cite(self, citation: Citation, what: str) -> None:
        if not self._second_stage():
            return
        have = self.draft.citations if self.draft else ()
        if citation in have:
            self.said.emit(f"{what[0].upper()}{what[1:]} is cited already.")
            return
        later: dict[str, Any] = {} if self.draft else {"not_recovered": True}
        if self._change(citations=(*have, citation), **later):
            self.said.emit(f"Cited {what}. ⟨error_card⟩ sets the later decision to the one at the cursor.")

    def _change(self, **chosen: Any) -> bool:
        return self._unfinished.put(draft=(self.draft or ErrorDraft())._replace(**chosen))

    def _second_stage(self) -> bool:
        if self._session.stage == 1:
            self.said.emit(
                "Memory errors are labelled in the second stage: ⟨stage_two⟩ goes on to what the agent remembered."
            )
        return self._session.stage == 2
