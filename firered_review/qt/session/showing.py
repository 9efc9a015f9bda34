"""What the widgets of the annotate window show of a session; they themselves know nothing of it."""

import bisect
from datetime import datetime

from PySide6.QtGui import QImage

from firered_review.core.pending import Pending
from firered_review.qt.frames.panel import FramePanel, Held, View
from firered_review.qt.frames.screen_change import difference
from firered_review.qt.memory.decision_panel import DecisionPanel
from firered_review.qt.session.review import KNOWN_ERRORS, ReviewSession
from firered_review.qt.widgets.paragraphs import Paragraph
from firered_review.qt.words.labels import LabelWords, grouped, words_of
from harness.formats.bundle import BundleAction, BundleText
from harness.formats.labels import ErrorLabel, MilestoneLabel, RouteLabel

HINTS = ("Label what happened first.", "⟨stage_two⟩ goes on to what it remembered.")


class Showing:
    """Puts a session's frame, place and decision into the widgets that show them."""

    def __init__(self, session: ReviewSession, frame: FramePanel, decision: DecisionPanel) -> None:
        self._session = session
        self._frame, self._decision = frame, decision
        self.view: View = "frame"
        self._shown_decision = (0, 0)
        self.begin_trial()

    def begin_trial(self) -> None:
        """Prepare for another trial or stage."""
        actions = self._session.trial.actions
        self._action_starts = [one.first_frame for one in actions]
        self._by_decision: dict[int, list[BundleAction]] = {}
        for action in actions:
            self._by_decision.setdefault(action.decision, []).append(action)
        self._shown_decision = (0, 0)

    def words(self) -> LabelWords:
        """Return the words for labels of this trial."""
        trial = self._session.trial
        stored = trial.fact_decisions if self._session.stage == 2 else {}
        return words_of(self._session.bundle.codebook, trial.decision_at, stored.get)

    def show_cursor(self) -> None:
        """Show the frame at the cursor and everything said about it."""
        session = self._session
        frame = session.cursor
        try:
            images, captions = self._pictures(frame)
            self._frame.show_frame(frame, images, captions)
        except KNOWN_ERRORS as error:
            self._frame.show_fault(frame, str(error))
        decision = session.decision
        held = self._held(frame)
        self._frame.show_place(self._place(decision, frame), self._warning(decision, frame), held)
        if (decision, session.stage) != self._shown_decision:
            self._shown_decision = (decision, session.stage)
            self.show_decision()

    def show_decision(self) -> None:
        """Show the decision at the cursor: buttons, and from stage two on words and memory."""
        session = self._session
        decision = session.decision
        text = session.texts.get(decision)
        refused = sum(1 for one in text.attempts if one.refused) if text else 0
        plural = "attempt" if refused == 1 else "attempts"
        warning = f"{refused} {plural} refused" if refused else ""
        buttons = [one.action for one in self._by_decision.get(decision, [])]
        self._decision.show_decision(decision, buttons, warning)
        history = session.history
        if history is not None:
            refusals = history.refused.get(decision, [])
            pressed = Paragraph("pressed", " ".join(buttons) or "no button was accepted")
            self._decision.show_words([pressed, *paragraphs_of(text, refusals)])
            self._decision.show_memory(history.at(decision))

    def counts(self, begun: Pending) -> str:
        """Return how far this reviewer is, in one line."""
        session = self._session
        total = len(self._session.bundle.codebook.milestones.milestones)
        parts = [f"{len(session.of_kind(MilestoneLabel))} of {total} milestones"]
        parts.append(_count(len(session.of_kind(RouteLabel)), "route"))
        if self._session.stage == 2:
            parts.append(_count(len(session.of_kind(ErrorLabel)), "memory error"))
        if begun.labels_begun:
            parts.append(f"{begun.labels_begun} unfinished")
        unseen = self._session.seen.unseen
        parts.append(f"unseen: {grouped(unseen)} frames" if unseen else "every frame seen")
        return " · ".join(parts)

    # --- inside -----------------------------------------------------------------------------------------------------
    def _pictures(self, frame: int) -> tuple[list[QImage], list[str]]:
        session = self._session
        boundaries = session.trial.boundaries
        decision = session.decision
        if self.view == "difference" and decision > 1:
            before = session.source.image(boundaries[decision - 2])
            return [difference(before, session.source.image(frame))], []
        if self.view == "pair":
            first = boundaries[decision - 1]
            last = boundaries[decision] if decision < len(boundaries) else session.source.count - 1
            captions = [f"before, frame {grouped(first)}", f"after, frame {grouped(last)}"]
            return [session.source.image(first), session.source.image(last)], captions
        return [session.source.image(frame)], []

    def _action(self, frame: int) -> BundleAction | None:
        place = bisect.bisect_right(self._action_starts, frame) - 1
        return self._session.trial.actions[place] if place >= 0 else None

    def _held(self, frame: int) -> Held | None:
        one = self._action(frame)
        if one is None:
            return None
        last = one.first_frame + one.press_frames - 1
        return Held(one.action, one.first_frame, one.last_frame, one.first_frame <= frame <= last)

    def _place(self, decision: int, frame: int) -> str:
        one = self._action(frame)
        mine = self._by_decision.get(decision, [])
        if one is None or one not in mine:
            return f"decision {decision}"
        return f"decision {decision} · action {mine.index(one) + 1} of {len(mine)}"

    def _warning(self, decision: int, frame: int) -> str:
        one = self._action(frame)
        boundary = self._session.trial.decisions[decision - 1]
        if one is not None and one.input_read is False and frame <= one.last_frame:
            return "press not read"
        if boundary.settled is False and frame == boundary.frame:
            return "mid-step, not settled"
        unsettled = one is not None and one.settled is False and frame == one.last_frame
        return "mid-step, not settled" if unsettled else ""


def saved_words(at: str | None) -> str:
    """Return when the last label was stored, in this machine's own time."""
    if at is None:
        return "saved"
    local = datetime.fromisoformat(at).astimezone()
    return f"saved {local:%H:%M:%S}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def paragraphs_of(text: BundleText | None, refusals: list[str]) -> list[Paragraph]:
    """Return what the agent said at a decision, part by part."""
    if text is None:
        return [Paragraph("", "Nothing was recorded of this decision's words.")]
    found = [
        Paragraph("refused", f"attempt {one.attempt}: {one.refused}", warns=True)
        for one in text.attempts
        if one.refused
    ]
    if text.observed is not None:
        seen = f"{text.observed.screen}: {text.observed.location_guess}"
        found.append(Paragraph("saw", f"{seen} (certain to {text.observed.certainty:.0%})"))
        found.append(Paragraph("wanted", text.observed.objective_guess))
    if text.reasoning_summary:
        found.append(Paragraph("thought", text.reasoning_summary))
    for title, facts in (("read", text.memory_read), ("wrote", text.memory_written)):
        if facts:
            found.append(Paragraph(title, chips=tuple(facts)))
    shown = tuple(one for one in text.memory_shown if one not in text.memory_read)
    if shown:
        found.append(Paragraph("shown", chips=shown))
    found += [Paragraph("memory", f"refused: {refusal}", warns=True) for refusal in refusals]
    return found
