"""What a reviewer has begun on a trial and not finished; kept beside the labels, it is no label."""

from typing import Any

from pydantic import field_serializer

from firered_review.core.rules import ErrorDraft
from harness.formats.base import FrameNumber, Record

_KEPT = 20


class Pending(Record):
    """In and out, the first passage of a route, the begin of a battle, a memory error and a note being written."""

    mark_in: FrameNumber | None = None
    mark_out: FrameNumber | None = None
    passage: tuple[FrameNumber, FrameNumber] | None = None
    """The first passage of a route whose repetition is still to be marked."""
    battle_in: FrameNumber | None = None
    draft: ErrorDraft | None = None
    note: str = ""
    """A note that is being written."""
    note_at: FrameNumber | None = None
    """The frame it is written at."""
    draft_of: str | None = None
    """The id of the memory error that the draft changes, null for a new one."""
    let_go: tuple["Pending", ...] = ()
    """What was let go of, the last one last; it can be brought back."""

    @property
    def empty(self) -> bool:
        """Whether nothing is begun."""
        begun = (self.mark_in, self.mark_out, self.passage, self.battle_in, self.draft, self.note or None)
        return all(one is None for one in begun)

    @property
    def labels_begun(self) -> int:
        """How many labels would come of what is begun: route or segment, battle, memory error, note."""
        segment = (self.mark_in, self.mark_out, self.passage) != (None, None, None)
        return segment + (self.battle_in is not None) + (self.draft is not None) + bool(self.note)

    def after_letting_go(self) -> "Pending":
        """Return nothing begun, with what was begun kept to be brought back."""
        gone = self.model_copy(update={"let_go": ()})
        return Pending(let_go=(*self.let_go, gone)[-_KEPT:])

    def after_bringing_back(self) -> "Pending":
        """Return what was let go of last; what is begun now is let go of in its place."""
        rest, back = self.let_go[:-1], self.let_go[-1]
        if not self.empty:
            rest = (*rest, self.model_copy(update={"let_go": ()}))
        return back.model_copy(update={"let_go": rest})

    @field_serializer("draft")
    def _named(self, draft: ErrorDraft | None) -> dict[str, Any] | None:
        return None if draft is None else {**draft._asdict(), "citations": list(draft.citations)}
