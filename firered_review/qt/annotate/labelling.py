"""Making labels at the cursor, and taking them back; what is begun meanwhile is in ``Unfinished``."""

from PySide6.QtCore import QObject, Signal

from firered_review.qt.errors.drafting import ErrorDrafting
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.unfinished import Unfinished
from firered_review.qt.words.labels import grouped
from harness.formats.base import FrameNumber, MilestoneId, PrimaryCause
from harness.formats.labels import (
    BattleLabel,
    BookmarkLabel,
    CauseLabel,
    Label,
    MilestoneLabel,
    NoteLabel,
    RouteLabel,
    Segment,
)

_MARKING = "⟨mark_in⟩ at its first frame, ⟨mark_out⟩ at its last, then ⟨route⟩."


class Labelling(QObject):
    """What the keys of labels do; ``said`` is one sentence about what was done, with commands in place of keys."""

    said = Signal(str)
    selected_changed = Signal()

    def __init__(self, session: ReviewSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.unfinished = Unfinished(session, self)
        self.errors = ErrorDrafting(session, self.unfinished, self)
        self.errors.said.connect(self.said)
        self.errors.stored.connect(lambda label_id: self._done(label_id, "Memory error saved."))
        self.selected: str | None = None
        """The id of the label that Delete would remove."""
        session.trial_changed.connect(lambda: self.select(None))

    def select(self, label_id: str | None) -> None:
        """Make a label the selected one."""
        if label_id != self.selected:
            self.selected = label_id
            self.selected_changed.emit()

    @property
    def selected_label(self) -> Label | None:
        """The selected label, as it is on disk."""
        return self._session.labels.get(self.selected or "")

    # --- at the cursor ----------------------------------------------------------------------------------------------
    def milestone(self, milestone: MilestoneId) -> None:
        """Label a milestone at the cursor; one that is there already moves here."""
        session = self._session
        here = grouped(session.cursor)
        for label_id, label in session.of_kind(MilestoneLabel).items():
            if label.milestone == milestone:
                moved = label.model_copy(update={"frame": session.trial.identity(session.cursor)})
                if label.frame.frame == session.cursor:
                    self._done(label_id, f"{milestone} is at frame {here} already.")
                elif session.change(label_id, moved):
                    self._done(label_id, f"{milestone} moved from frame {grouped(label.frame.frame)} to {here}.")
                return
        made = session.make(MilestoneLabel(milestone=milestone, frame=session.trial.identity(session.cursor)))
        if made:
            self._done(made, f"{milestone} labelled at frame {here}.")

    def bookmark(self) -> None:
        """Keep the cursor's place; a bookmark that is there goes."""
        session = self._session
        for label_id, label in session.of_kind(BookmarkLabel).items():
            if label.frame.frame == session.cursor:
                self.select(label_id)
                self.delete()
                return
        made = session.make(BookmarkLabel(frame=session.trial.identity(session.cursor)))
        if made:
            self._done(made, f"Bookmark at frame {grouped(session.cursor)}.")

    def begin_note(self, text: str) -> None:
        """Keep on disk what there is of a note; it stays at the frame where it was begun."""
        at = self._session.cursor if self.unfinished.now.note_at is None else self.unfinished.now.note_at
        self.unfinished.put(note=text, note_at=at if text else None)

    def note(self, text: str) -> None:
        """Keep a remark where it was begun, at the cursor where it was not."""
        if text.strip():
            begun = self.unfinished.now.note_at
            at = self._session.cursor if begun is None else begun
            made = self._session.make(NoteLabel(frame=self._session.trial.identity(at), note=text))
            if made and (begun is None or self.unfinished.put(note="", note_at=None)):
                self._done(made, f"Note kept at frame {grouped(at)}.")

    def cause(self, cause: PrimaryCause) -> None:
        """Label a bad stretch whose cause is not memory, at the cursor's decision."""
        decision = self._session.decision
        label = CauseLabel(cause=cause, decision=decision, frame=self._session.trial.boundary(decision))
        made = self._session.make(label)
        if made:
            self._done(made, f"Cause labelled at decision {decision}.")

    def reword(self, label_id: str, label: Label) -> None:
        """Store a label whose words were edited."""
        if self._session.labels.get(label_id) != label and self._session.change(label_id, label):
            self._done(label_id, "Changed. ⟨undo⟩ takes it back.")

    # --- segments ---------------------------------------------------------------------------------------------------
    def set_in(self) -> None:
        """Begin a segment at the cursor."""
        begin, end = self._session.cursor, self.unfinished.mark_out
        if self.unfinished.put(mark_in=begin, mark_out=end if end is not None and end >= begin else None):
            self.said.emit(f"In at frame {grouped(begin)}. ⟨mark_out⟩ marks the last frame of the {self._which}.")

    def set_out(self) -> None:
        """End a segment at the cursor."""
        begin, end = self.unfinished.mark_in, self._session.cursor
        if self.unfinished.put(mark_out=end, mark_in=begin if begin is not None and begin <= end else None):
            begun = self.unfinished.mark_in is not None
            keeps = f"⟨route⟩ or ⟨make_segment⟩ keeps it as the {self._which}."
            then = keeps if begun else "⟨mark_in⟩ marks the first frame."
            self.said.emit(f"Out at frame {grouped(end)}. {then}")

    def route(self) -> None:
        """Take the segment as first passage, and the next one as its repetition."""
        begun = self.unfinished.now
        if begun.mark_in is None:
            self.said.emit(f"Mark the {self._which} of a route: {_MARKING}")
            return
        end = self._session.cursor if begun.mark_out is None else begun.mark_out
        if end <= begun.mark_in:
            then = "go to its last frame, then press ⟨mark_out⟩ and ⟨route⟩, or ⟨route⟩ alone."
            self.said.emit(f"The {self._which} begins here: {then}")
            return
        segment = (begun.mark_in, end)
        if begun.passage is None:
            if self.unfinished.put(passage=segment, mark_in=None, mark_out=None):
                self.said.emit(f"First passage kept. Mark its repetition: {_MARKING}")
            return
        made = self._session.make(RouteLabel(first=self._segment(begun.passage), second=self._segment(segment)))
        if made and self.unfinished.put(passage=None, mark_in=None, mark_out=None):
            self._done(made, "Repeated route labelled. ⟨make_segment⟩ shows the two side by side.")

    def battle(self) -> None:
        """Begin a battle at the cursor, then end it."""
        begin = self.unfinished.now.battle_in
        if begin is None:
            if self.unfinished.put(battle_in=self._session.cursor):
                self.said.emit(f"Battle from frame {grouped(self._session.cursor)}. ⟨battle⟩ marks its last frame.")
            return
        made = self._session.make(BattleLabel(span=self._segment((begin, self._session.cursor))))
        if made and self.unfinished.put(battle_in=None):
            self._done(made, "Battle labelled.")

    # --- taking back ------------------------------------------------------------------------------------------------
    def leave(self) -> bool:
        """Let go of what is begun, or of the selection; tells whether there was anything."""
        if self.unfinished.let_go():
            self.said.emit("Let go. ⟨undo⟩, or ⟨bring_back⟩ later, brings it back; nothing that was saved changed.")
            return True
        held = self.selected is not None
        self.select(None)
        return held

    def bring_back(self) -> None:
        """Bring back what was let go of last."""
        back = self.unfinished.bring_back()
        self.said.emit("Brought back." if back else "Nothing was let go of in this trial.")

    def delete(self) -> None:
        """Remove the selected label, from this trial alone."""
        label = self.selected_label
        if label is None or self.selected is None:
            self.said.emit("Nothing is selected: ⟨next_label⟩ and ⟨previous_label⟩ go to a label.")
            return
        if self._session.delete(self.selected):
            self.select(None)
            self.said.emit(f"One {label.kind} deleted from this trial. ⟨undo⟩ brings it back.")

    def undo(self) -> None:
        """Take back the last edit of this trial, or letting go where that was last."""
        if self.unfinished.just_let_go:
            self.bring_back()
            return
        changes = self._session.undo()
        self.said.emit("Taken back. ⟨redo⟩ brings it again." if changes else "There is nothing to take back.")

    def redo(self) -> None:
        """Bring back what was taken back."""
        changes = self._session.redo()
        self.said.emit("Brought back." if changes else "There is nothing to bring back.")

    # --- inside -----------------------------------------------------------------------------------------------------
    @property
    def _which(self) -> str:
        return "first passage" if self.unfinished.now.passage is None else "repetition"

    def _segment(self, frames: tuple[FrameNumber, FrameNumber]) -> Segment:
        first, last = (self._session.trial.identity(frame) for frame in frames)
        return Segment(first=first, last=last)

    def _done(self, label_id: str, sentence: str) -> None:
        self.select(label_id)
        self.said.emit(sentence)
