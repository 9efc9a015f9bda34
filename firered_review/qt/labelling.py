"""Making labels at the cursor: what is pending (in, out, first passage, battle, memory error) and what is stored."""

from typing import Any

from PySide6.QtCore import QObject, Signal

from firered_review.core.rules import ErrorDraft, draft_problems
from firered_review.qt.label_words import grouped
from firered_review.qt.session import ReviewSession
from harness.formats.base import FrameNumber, MilestoneId, PrimaryCause
from harness.formats.labels import (
    BattleLabel,
    BookmarkLabel,
    CauseLabel,
    Citation,
    ErrorLabel,
    MilestoneLabel,
    NoteLabel,
    RouteLabel,
    Segment,
)


class Labelling(QObject):
    """What the keys of labels do.

    ``said`` is one sentence about what was done; ``pending_changed`` says that in, out, passage, battle or draft did.
    """

    said = Signal(str)
    pending_changed = Signal()
    selected_changed = Signal()

    def __init__(self, session: ReviewSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.selected: str | None = None
        """The id of the label that Delete would remove."""
        session.trial_changed.connect(self.forget)
        self._clear()

    def _clear(self) -> None:
        self.mark_in: FrameNumber | None = None
        self.mark_out: FrameNumber | None = None
        self.passage: tuple[FrameNumber, FrameNumber] | None = None
        """The first passage of a route whose repetition is still to be marked."""
        self.battle_in: FrameNumber | None = None
        self.draft: ErrorDraft | None = None
        self.draft_of: str | None = None
        """The id of the memory error that the draft changes, null for a new one."""

    def forget(self) -> None:
        """Drop everything pending: another trial was opened."""
        self._clear()
        self.select(None)
        self.pending_changed.emit()

    def select(self, label_id: str | None) -> None:
        """Make a label the selected one."""
        if label_id != self.selected:
            self.selected = label_id
            self.selected_changed.emit()

    # --- at the cursor ----------------------------------------------------------------------------------------------
    def milestone(self, milestone: MilestoneId) -> None:
        """Label a milestone at the cursor; one that is there already moves here."""
        session = self._session
        for label_id, label in session.labels.items():
            if isinstance(label, MilestoneLabel) and label.milestone == milestone:
                moved = label.model_copy(update={"frame": session.trial.identity(session.cursor)})
                if session.change(label_id, moved):
                    was = grouped(label.frame.frame)
                    self._done(label_id, f"{milestone} moved from frame {was} to {grouped(session.cursor)}.")
                return
        made = session.make(MilestoneLabel(milestone=milestone, frame=session.trial.identity(session.cursor)))
        if made:
            self._done(made, f"{milestone} labelled at frame {grouped(session.cursor)}.")

    def bookmark(self) -> None:
        """Keep the cursor's place; a bookmark that is there goes."""
        session = self._session
        for label_id, label in session.labels.items():
            if isinstance(label, BookmarkLabel) and label.frame.frame == session.cursor:
                self.select(label_id)
                self.delete()
                return
        made = session.make(BookmarkLabel(frame=session.trial.identity(session.cursor)))
        if made:
            self._done(made, f"Bookmark at frame {grouped(session.cursor)}.")

    def note(self, text: str) -> None:
        """Keep a remark at the cursor."""
        if text.strip():
            made = self._session.make(NoteLabel(frame=self._session.trial.identity(self._session.cursor), note=text))
            if made:
                self._done(made, f"Note kept at frame {grouped(self._session.cursor)}.")

    def cause(self, cause: PrimaryCause) -> None:
        """Label a bad stretch whose cause is not memory, at the cursor's decision."""
        decision = self._session.decision
        label = CauseLabel(cause=cause, decision=decision, frame=self._session.trial.boundary(decision))
        made = self._session.make(label)
        if made:
            self._done(made, f"Cause labelled at decision {decision}.")

    # --- segments ---------------------------------------------------------------------------------------------------
    def set_in(self) -> None:
        """Begin a segment at the cursor."""
        self.mark_in = self._session.cursor
        if self.mark_out is not None and self.mark_out < self.mark_in:
            self.mark_out = None
        self.said.emit(f"In at frame {grouped(self.mark_in)}. O marks the end.")
        self.pending_changed.emit()

    def set_out(self) -> None:
        """End a segment at the cursor."""
        self.mark_out = self._session.cursor
        if self.mark_in is not None and self.mark_in > self.mark_out:
            self.mark_in = None
        self.said.emit(f"Out at frame {grouped(self.mark_out)}. R or Enter makes it a passage of a route.")
        self.pending_changed.emit()

    def route(self) -> None:
        """Take the segment as first passage, and the next one as its repetition."""
        if self.mark_in is None or self.mark_out is None:
            which = "first passage" if self.passage is None else "repetition"
            self.said.emit(f"Mark the {which} first: I at its first frame, O at its last, then R.")
            return
        segment = (self.mark_in, self.mark_out)
        if self.passage is None:
            self.passage, self.mark_in, self.mark_out = segment, None, None
            self.said.emit("First passage kept. Mark its repetition with I and O, then R.")
            self.pending_changed.emit()
            return
        made = self._session.make(RouteLabel(first=self._segment(self.passage), second=self._segment(segment)))
        if made:
            self.passage = self.mark_in = self.mark_out = None
            self._done(made, "Repeated route labelled.")
            self.pending_changed.emit()

    def battle(self) -> None:
        """Begin a battle at the cursor, then end it."""
        if self.battle_in is None:
            self.battle_in = self._session.cursor
            self.said.emit(f"Battle from frame {grouped(self.battle_in)}. Shift+B again marks its last frame.")
            self.pending_changed.emit()
            return
        made = self._session.make(BattleLabel(span=self._segment((self.battle_in, self._session.cursor))))
        if made:
            self.battle_in = None
            self._done(made, "Battle labelled.")
            self.pending_changed.emit()

    def leave(self) -> bool:
        """Let go of what is pending, or of the selection; tells whether there was anything."""
        pending = (self.mark_in, self.mark_out, self.passage, self.battle_in, self.draft)
        if all(one is None for one in pending):
            held = self.selected is not None
            self.select(None)
            return held
        self._clear()
        self.said.emit("Let go. Nothing that was saved changed.")
        self.pending_changed.emit()
        return True

    # --- memory errors ----------------------------------------------------------------------------------------------
    def error_here(self) -> bool:
        """Open a memory error, or set its later decision to the cursor's; tells whether there is a card now."""
        if not self._second_stage():
            return False
        decision = self._session.decision
        self._redraft(decision=decision, not_recovered=self.draft is None or self.draft.not_recovered)
        self.said.emit(f"Memory error at decision {decision}. Go back to what it contradicts: C cites it.")
        return True

    def cite(self, fact: str | None) -> None:
        """Cite a fact, or the frame at the cursor."""
        if not self._second_stage():
            return
        if fact is not None:
            citation, what = Citation(fact=fact), fact
        else:
            citation = Citation(frame=self._session.trial.identity(self._session.cursor))
            what = f"frame {grouped(self._session.cursor)}"
        have = self.draft.citations if self.draft else ()
        if citation not in have:
            later: dict[str, Any] = {} if self.draft else {"not_recovered": True}
            self._redraft(citations=(*have, citation), **later)
        self.said.emit(f"Cited {what}. E sets the later decision to the one at the cursor.")

    def cite_decision(self) -> None:
        """Cite the decision at the cursor."""
        if self._second_stage():
            have = self.draft.citations if self.draft else ()
            self._redraft(citations=(*have, Citation(decision=self._session.decision)))

    def recovered_here(self) -> None:
        """Set the recovery of the draft to the cursor's decision."""
        if self.draft is not None:
            self._redraft(recovery_decision=self._session.decision, not_recovered=False)

    def redraft(self, draft: ErrorDraft) -> None:
        """Take over what was chosen on the card."""
        self.draft = draft
        self.pending_changed.emit()

    def edit(self, label_id: str) -> bool:
        """Open a memory error that was saved; tells whether it is one."""
        label = self._session.labels.get(label_id)
        if not isinstance(label, ErrorLabel) or self._session.stage == 1:
            return False
        self.draft_of = label_id
        self.redraft(
            ErrorDraft(
                label.type,
                label.severity,
                tuple(label.citations),
                label.decision,
                label.recovery_decision,
                label.recovery_decision is None,
                label.cause,
                label.note,
            )
        )
        return True

    def needed(self) -> list[str]:
        """Return what the draft still lacks, as sentences without a full stop."""
        return draft_problems(self.draft, self._session.rules(without=self.draft_of)) if self.draft else []

    def save_draft(self) -> bool:
        """Store the draft; tells whether it was complete and stored."""
        draft = self.draft
        if draft is None:
            return False
        missing = self.needed()
        if missing or draft.decision is None:
            self.said.emit("Not saved yet: " + "; ".join(missing) + ".")
            return False
        label = draft.label(self._session.trial.boundary(draft.decision))
        if self.draft_of is not None:
            saved = self.draft_of if self._session.change(self.draft_of, label) else None
        else:
            saved = self._session.make(label)
        if saved is None:
            return False
        self.draft = self.draft_of = None
        self._done(saved, "Memory error saved.")
        self.pending_changed.emit()
        return True

    # --- taking back ------------------------------------------------------------------------------------------------
    def delete(self) -> None:
        """Remove the selected label, from this trial alone."""
        label = self._session.labels.get(self.selected or "")
        if label is None or self.selected is None:
            self.said.emit("Nothing is selected: . and , go to a label.")
            return
        if self._session.delete(self.selected):
            self.select(None)
            self.said.emit(f"One {label.kind} deleted from this trial. Ctrl+Z brings it back.")

    def undo(self) -> None:
        """Take back the last edit of this trial."""
        changes = self._session.undo()
        self.said.emit("Taken back. Ctrl+Shift+Z brings it again." if changes else "There is nothing to take back.")

    def redo(self) -> None:
        """Bring back what was taken back."""
        changes = self._session.redo()
        self.said.emit("Brought back." if changes else "There is nothing to bring back.")

    # --- inside -----------------------------------------------------------------------------------------------------
    def _redraft(self, **chosen: Any) -> None:
        self.draft = (self.draft or ErrorDraft())._replace(**chosen)
        self.pending_changed.emit()

    def _second_stage(self) -> bool:
        if self._session.stage == 1:
            self.said.emit("Memory errors are labelled in the second stage: M goes on to what the agent remembered.")
        return self._session.stage == 2

    def _segment(self, frames: tuple[FrameNumber, FrameNumber]) -> Segment:
        first, last = (self._session.trial.identity(frame) for frame in frames)
        return Segment(first=first, last=last)

    def _done(self, label_id: str, sentence: str) -> None:
        self.select(label_id)
        self.said.emit(sentence)
