"""Keeps the widgets of the annotate window at what the session holds: trial, stage, cursor, labels, drafts."""

from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from firered_review.core.history import Changes
from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.annotate.layout import AnnotateLayout
from firered_review.qt.annotate.trial_pictures import TrialPictures
from firered_review.qt.frames.playback import Playback
from firered_review.qt.labels.model import DRAFT_ID
from firered_review.qt.labels.rows import Row
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.showing import HINTS, Showing, saved_words
from firered_review.qt.session.timeline_source import content_of, draft_mark, mark_of
from firered_review.qt.widgets.keys_in_force import KeysInForce
from firered_review.qt.words.codebook import cause_choice, type_choice
from firered_review.qt.words.labels import grouped
from harness.formats.labels import CauseLabel, ErrorLabel, RouteLabel

_SEEN_MS = 250


class Desk(NamedTuple):
    """What is followed, and where it is shown."""

    session: ReviewSession
    labelling: Labelling
    playback: Playback
    parts: AnnotateLayout
    keys: KeysInForce


class Following(QObject):
    """Shows what changed, and nothing else; it changes nothing itself."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._labelling, self._playback, self._parts, self._keys = desk
        self.showing = Showing(desk.session, desk.parts.frame_panel, desk.parts.decision_panel)
        self._pictures: TrialPictures | None = None
        self._seen_timer = QTimer(self, singleShot=True, interval=_SEEN_MS)
        self._seen_timer.timeout.connect(self._show_seen)
        self._connect()
        self.begin_trial()
        self._show_keys()

    @property
    def measured(self) -> bool:
        """Whether the lane of screen change is complete."""
        return self._pictures is not None and self._pictures.measured

    @property
    def title(self) -> str:
        """The trial, and its place in the bundle."""
        session = self._session
        return f"{session.trial.codename} · trial {session.number} of {len(session.bundle.trials)}"

    def begin_trial(self) -> None:
        """Show another trial from the start."""
        session = self._session
        self._parts.top.set_title(self.title)
        self.stop_measuring()
        trial = session.trial
        self._pictures = TrialPictures(trial.open_frames, trial.boundaries, self._parts.timeline)
        self.begin_stage()
        self._pictures.start()

    def begin_stage(self) -> None:
        """Show what the stage of the trial may show."""
        session, parts = self._session, self._parts
        second = session.stage == 2
        self.showing.begin_trial()
        self.words = self.showing.words()
        parts.milestones.show(session.labels)
        self._show_labels()
        self.content = content_of(session, self.words)
        self.content.tip_of = self._tip_of
        if self._pictures is not None:
            self._pictures.fill(self.content)
        parts.decision_panel.show_stage(session.stage)
        parts.timeline.show_content(self.content)
        words = "what it remembered" if second else "what happened"
        kind = "labels are locked" if session.locked else "demonstration" if session.bundle.header.demonstration else ""
        parts.top.set_chip(0, kind, "warning" if session.locked else "plain")
        parts.top.set_chip(1, f"stage {session.stage} of 2: {words}", "accent", f"stage {session.stage}")
        parts.frame_panel.show_view(self.showing.view)
        self._show_saved()
        self._show_begun()
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show everything at the cursor."""
        session = self._session
        session.source.look_ahead(session.cursor, self._playback.speed or 1)
        self.showing.show_cursor()
        self._parts.timeline.set_cursor(session.cursor)
        self._show_next_citation()
        begun = self._labelling.unfinished
        if begun.mark_in is not None and begun.mark_out is None:
            self._parts.timeline.update()

    def stop_measuring(self) -> None:
        """Let go of the threads that measure the change of the screen and make small pictures."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    # --- inside -----------------------------------------------------------------------------------------------------
    def _connect(self) -> None:
        session, labelling = self._session, self._labelling
        self._keys.changed.connect(self._show_keys)
        session.cursor_moved.connect(self.show_cursor)
        session.changed.connect(self._take_changes)
        session.trial_changed.connect(self.begin_trial)
        session.stage_changed.connect(self.begin_stage)
        session.seen_changed.connect(self._saw)
        labelling.unfinished.changed.connect(self._show_begun)
        labelling.selected_changed.connect(self._show_selected)
        self._playback.speed_changed.connect(self._parts.frame_panel.show_speed)
        self._parts.frame_panel.frame.painted.connect(self._painted)
        self._parts.decision_panel.fact_chosen.connect(self._show_next_citation)

    def _show_labels(self) -> None:
        hints = () if self._session.stage == 2 else [self._keys.written(hint) for hint in HINTS]
        self._parts.labels.show(self._session.labels, self.words, hints)

    def _show_keys(self) -> None:
        for rows in (self._parts.milestones, self._parts.labels):
            rows.show_keys(self._keys.of)
        if self._session.stage == 1:
            self._show_labels()

    def _take_changes(self, changes: Changes) -> None:
        labels, parts = self._session.labels, self._parts
        parts.milestones.update(changes.label_ids, labels)
        parts.labels.update(changes.label_ids, labels)
        made = [one for one in changes.label_ids if one in labels and one not in self.content.marks]
        for label_id in changes.label_ids:
            label = labels.get(label_id)
            if label is None:
                self.content.marks.pop(label_id, None)
            else:
                self.content.marks[label_id] = mark_of(label_id, label, self.words, self._session.trial.boundaries)
        if self._labelling.selected not in labels:
            self._labelling.select(None)
        if len(made) == len(changes.label_ids) == 1:
            parts.timeline.add_mark(self.content.marks[made[0]])
        else:
            parts.timeline.redraw_marks()
        self._show_saved()
        self._show_selected()

    def _show_begun(self) -> None:
        parts, begun = self._parts, self._labelling.unfinished
        card = self._labelling.errors.card()
        parts.timeline.set_segment(begun.mark_in, begun.mark_out)
        parts.timeline.set_pending(begun.now.passage, begun.now.battle_in)
        self.content.marks.pop(DRAFT_ID, None)
        parts.labels_panel.turn_to(0 if card is None else 1)
        if card is not None:
            parts.error_card.show_card(card)
            self._show_next_citation()
            title = self.words.types[card.draft.type] if card.draft.type else "Memory error"
            right = card.needed[0].split(" is still")[0].removeprefix("a ") + "?" if card.needed else "ready"
            parts.labels.set_draft(Row(title, kind="error", right=right, filled=False, tinted=True))
            mark = draft_mark(card.draft, self.words, self._session)
            if mark is not None:
                self.content.marks[DRAFT_ID] = mark
        else:
            parts.labels.set_draft(None)
            focus = QApplication.focusWidget()
            if focus is not None and parts.error_card.isAncestorOf(focus):
                parts.frame_panel.frame.setFocus()
        parts.timeline.redraw_marks()
        self._show_counts()
        self._explain()

    def _show_next_citation(self) -> None:
        if self._labelling.errors.draft is not None:
            fact = self._parts.decision_panel.chosen_fact
            self._parts.error_card.show_next_citation(fact or f"frame {grouped(self._session.cursor)}")

    def _show_selected(self) -> None:
        self._parts.labels_panel.select(self._labelling.selected)
        self._parts.timeline.set_selected(self._labelling.selected)
        self._explain()

    def _explain(self) -> None:
        """Show the codebook's words for the label that is selected or begun."""
        codebook, label = self._session.bundle.codebook, self._labelling.selected_label
        begun = self._labelling.unfinished.now
        if isinstance(label, RouteLabel) or (begun.mark_in, begun.passage) != (None, None):
            self._parts.labels_panel.explain("Repeated route", codebook.codebook.route_rule)
        elif isinstance(label, ErrorLabel):
            choice = type_choice(codebook.errors, label.type)
            self._parts.labels_panel.explain(choice.title, choice.definition)
        elif isinstance(label, CauseLabel):
            choice = cause_choice(codebook.errors, label.cause)
            self._parts.labels_panel.explain(choice.title, choice.definition)

    def _show_saved(self) -> None:
        self._parts.top.set_chip(2, saved_words(self._session.saved_at), "good")
        self._show_counts()

    def _show_counts(self) -> None:
        self._parts.status.set_counts(self.showing.counts(self._labelling.unfinished.now))

    def _saw(self) -> None:
        """Show it soon; frames that come at once while it waits do not put it off."""
        if not self._seen_timer.isActive():
            self._seen_timer.start()

    def _show_seen(self) -> None:
        self._parts.timeline.redraw_lanes()
        self._show_counts()

    def _painted(self, frame: int) -> None:
        self._session.painted(frame, passed=self._playback.speed != 0)

    def _tip_of(self, label_id: str) -> str:
        label = self._session.labels.get(label_id)
        return self.words.tip(label) if label is not None else ""
