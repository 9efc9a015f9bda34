"""The annotate window: it connects the session with the widgets, and does nothing else."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

from firered_review.core.history import Changes
from firered_review.qt.annotate_commands import annotate_commands
from firered_review.qt.annotate_layout import AnnotateLayout
from firered_review.qt.asking import Asking
from firered_review.qt.commands import Extra, Keymap, fill_menus, key_table, load_keymap, no_extra, with_extra
from firered_review.qt.dialogs import KeysPage
from firered_review.qt.keys import KeyRouter, is_text_field
from firered_review.qt.label_words import frame_of
from firered_review.qt.labelling import Labelling
from firered_review.qt.labels_model import DRAFT_ID
from firered_review.qt.look import Look
from firered_review.qt.playback import Playback
from firered_review.qt.rows import Row
from firered_review.qt.screen_change import ScreenChange
from firered_review.qt.session import ReviewSession
from firered_review.qt.showing import HINTS, Showing, saved_words
from firered_review.qt.timeline_source import content_of, draft_mark, mark_of
from firered_review.qt.wayfinding import TARGETS

_SEEN_MS = 250


class AnnotateWindow(QMainWindow):
    """One reviewer's desk on one bundle; closing it writes what is left and closes the session."""

    closed = Signal()

    def __init__(self, look: Look, session: ReviewSession, extra: Extra = no_extra) -> None:
        super().__init__()
        self._look, self._session = look, session
        self.target = "changed"
        self.labelling = Labelling(session, self)
        self.playback = Playback(self._play_step, self)
        self._build()
        self._showing = Showing(session, self.frame_panel, self.decision_panel)
        self._asking = Asking(self, session, self.labelling)
        self._keymap = load_keymap("annotate")
        own = annotate_commands(self, session, self.labelling, self.playback)
        self.commands = with_extra(own, extra(self))
        self._by_id = {command.id: command for command in self.commands}
        fill_menus(self._top.menus, self.commands, self._keymap)
        self.router = KeyRouter(self, key_table(self._keymap), self._key_pressed, self._key_released)
        self._seen_timer = QTimer(self, singleShot=True, interval=_SEEN_MS)
        self._seen_timer.timeout.connect(self._show_seen)
        self._change: ScreenChange | None = None
        self._connect()
        self._begin_trial()
        self.frame_panel.frame.setFocus()

    # --- what commands ask of the window ----------------------------------------------------------------------------
    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar."""
        self.status.say(sentence)

    def ask_go_to(self) -> None:
        """Ask for a frame or decision."""
        self._asking.go_to()

    def ask_find(self) -> None:
        """Search what the agent wrote."""
        self._asking.find()

    def ask_target(self) -> None:
        """Choose what N looks for."""
        self._asking.target(self.target, self._set_target)

    def ask_note(self) -> None:
        """Ask for a note."""
        self._asking.note()

    def ask_cause(self) -> None:
        """Choose a cause other than memory."""
        self._asking.cause()

    def ask_stage_two(self) -> None:
        """Ask once whether to go on to what the agent remembered."""
        self.playback.stop()
        self._asking.stage_two()

    def show_view(self, view: str) -> None:
        """Show the frame, its difference, or the pair before and after."""
        self._showing.view = view  # type: ignore[assignment]
        self.frame_panel.show_view(self._showing.view)
        self._showing.show_cursor()

    def zoom_timeline(self, factor: float) -> None:
        """Zoom the timeline round the cursor; 0 shows everything."""
        self.timeline.zoom(factor)

    def chosen_fact(self) -> str | None:
        """Return the fact that C cites."""
        return self.decision_panel.chosen_fact

    def focus_card(self) -> None:
        """Put the keyboard on the card of a memory error."""
        self.error_card.focus_type()

    def leave(self) -> None:
        """Leave the text field, else let go of what is pending or selected."""
        if is_text_field(QApplication.focusWidget()):
            self.frame_panel.frame.setFocus()
        elif not self.labelling.leave():
            self.decision_panel.choose_fact(None)

    def turn_full_screen(self) -> None:
        """Fill the screen, or stop filling it."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def turn_colours(self) -> None:
        """Change between light and dark."""
        self._look.turn_over()

    def show_keys(self) -> None:
        """Show every key."""
        KeysPage(self._look, self, self.commands, self._keymap).open()

    def use_keymap(self, keymap: Keymap) -> None:
        """From now on listen to these keys, and show them in the menus."""
        self._keymap = keymap
        self._top.menus.clear()
        fill_menus(self._top.menus, self.commands, keymap)
        self.router.use(key_table(keymap))

    @property
    def measured(self) -> bool:
        """Whether the lane of screen change is complete."""
        return self._change is not None and self._change.finished

    # --- building ---------------------------------------------------------------------------------------------------
    def _build(self) -> None:
        parts = AnnotateLayout(self, self._look, self._session.bundle.codebook)
        self._layout = parts
        self._top, self._milestones, self._labels = parts.top, parts.milestones, parts.labels
        self.labels_panel, self.error_card = parts.labels_panel, parts.error_card
        self.frame_panel, self.decision_panel = parts.frame_panel, parts.decision_panel
        self.timeline, self.status = parts.timeline, parts.status

    def _connect(self) -> None:
        session, labelling = self._session, self.labelling
        session.cursor_moved.connect(self._show_cursor)
        session.changed.connect(self._take_changes)
        session.trial_changed.connect(self._begin_trial)
        session.stage_changed.connect(self._begin_stage)
        session.seen_changed.connect(self._seen_timer.start)
        session.refused.connect(self.say)
        labelling.said.connect(self.say)
        labelling.pending_changed.connect(self._show_pending)
        labelling.selected_changed.connect(self._show_selected)
        self.playback.speed_changed.connect(self.frame_panel.show_speed)
        self.frame_panel.frame.painted.connect(self._painted)
        self.frame_panel.frame.stepped.connect(lambda step: session.move_to(session.cursor + step))
        self.frame_panel.step_asked.connect(lambda step: session.move_to(session.cursor + step))
        self.frame_panel.play_asked.connect(self.playback.toggle)
        self.frame_panel.shuttle_asked.connect(self.playback.shuttle)
        self.frame_panel.view_chosen.connect(self.show_view)
        self.timeline.moved.connect(session.move_to)
        self.timeline.chosen.connect(self._go_to_label)
        self.labels_panel.chosen.connect(self._go_to_label)
        self.labels_panel.opened.connect(labelling.edit)
        self.decision_panel.cite_asked.connect(labelling.cite)
        self.decision_panel.evidence_asked.connect(self._go_to_evidence)
        self.error_card.redrafted.connect(labelling.redraft)
        self.error_card.saved.connect(labelling.save_draft)
        self.error_card.left.connect(labelling.leave)

    # --- following the session --------------------------------------------------------------------------------------
    def _begin_trial(self) -> None:
        session = self._session
        title = f"{session.trial.codename} · trial {session.number} of {len(session.bundle.trials)}"
        self._top.set_title(title)
        self.setWindowTitle(f"{title} – FireRed Review")
        self._stop_measuring()
        self._change = ScreenChange(session.trial.open_frames, session.trial.boundaries)
        self._change.advanced.connect(self.timeline.redraw)
        self._begin_stage()
        self._change.start()

    def _begin_stage(self) -> None:
        session = self._session
        second = session.stage == 2
        self._showing.begin_trial()
        self._words = self._showing.words()
        self._milestones.show(session.labels)
        self._labels.show(session.labels, self._words, () if second else HINTS)
        self._content = content_of(session, self._words)
        self._content.tip_of = self._tip_of
        if self._change is not None:
            self._content.change = self._change.shares
        self.decision_panel.show_stage(session.stage)
        self.timeline.show_content(self._content)
        words = "what it remembered" if second else "what happened"
        kind = "sealed" if session.locked else "demonstration" if session.bundle.header.demonstration else ""
        self._top.set_chip(0, kind, "warning" if session.locked else "plain")
        self._top.set_chip(1, f"stage {session.stage} of 2: {words}", "accent", f"stage {session.stage}")
        self._show_saved()
        self.frame_panel.show_view(self._showing.view)
        self._show_pending()
        self._show_cursor()

    def _tip_of(self, label_id: str) -> str:
        label = self._session.labels.get(label_id)
        return self._words.tip(label) if label is not None else ""

    def _show_cursor(self) -> None:
        session = self._session
        step = self.playback.speed
        session.source.look_ahead(session.cursor, step or 1)
        self._showing.show_cursor()
        self.timeline.set_cursor(session.cursor)
        if self.labelling.mark_in is not None and self.labelling.mark_out is None:
            self.timeline.update()

    def _take_changes(self, changes: Changes) -> None:
        labels = self._session.labels
        self._milestones.update(changes.label_ids, labels)
        self._labels.update(changes.label_ids, labels)
        for label_id in changes.label_ids:
            label = labels.get(label_id)
            if label is None:
                self._content.marks.pop(label_id, None)
            else:
                self._content.marks[label_id] = mark_of(label_id, label, self._words, self._session.trial.boundaries)
        if self.labelling.selected not in labels:
            self.labelling.select(None)
        self.timeline.redraw_marks()
        self._show_saved()
        self._show_selected()

    def _show_pending(self) -> None:
        labelling = self.labelling
        draft = labelling.draft
        self.timeline.set_segment(labelling.mark_in, labelling.mark_out)
        self._content.marks.pop(DRAFT_ID, None)
        self.labels_panel.turn_to(0 if draft is None else 1)
        if draft is not None:
            needed = labelling.needed()
            self.error_card.show_draft(draft, needed)
            title = self._words.types[draft.type] if draft.type else "Memory error"
            right = needed[0].split(" is still")[0].removeprefix("a ") + "?" if needed else "ready"
            self._labels.set_draft(Row(title, kind="error", right=right, filled=False, tinted=True))
            mark = draft_mark(draft, self._words, self._session)
            if mark is not None:
                self._content.marks[DRAFT_ID] = mark
        else:
            self._labels.set_draft(None)
            focus = QApplication.focusWidget()
            if focus is not None and self.error_card.isAncestorOf(focus):
                self.frame_panel.frame.setFocus()
        self.timeline.redraw_marks()
        self._show_counts()

    def _show_selected(self) -> None:
        self.labels_panel.select(self.labelling.selected)
        self.timeline.set_selected(self.labelling.selected)

    def _show_saved(self) -> None:
        self._top.set_chip(2, saved_words(self._session.saved_at), "good")
        self._show_counts()

    def _show_counts(self) -> None:
        self.status.set_counts(self._showing.counts(self.labelling))

    def _show_seen(self) -> None:
        self.timeline.redraw()
        self._show_counts()

    def _painted(self, frame: int) -> None:
        self._session.painted(frame, passed=self.playback.speed != 0)

    # --- going ------------------------------------------------------------------------------------------------------
    def _play_step(self, frames: int) -> bool:
        before = self._session.cursor
        self._session.move_to(before + frames)
        return self._session.cursor != before

    def _go_to_label(self, label_id: str) -> None:
        label = self._session.labels.get(label_id)
        if label is not None:
            self.playback.stop()
            self.labelling.select(label_id)
            self._session.move_to(frame_of(label))

    def _go_to_evidence(self, fact_id: str) -> None:
        history = self._session.history
        state = history.state(fact_id, self._session.decision) if history else None
        if state is not None:
            self._session.move_to(state.fact.evidence_frame)

    def _set_target(self, target: str) -> None:
        self.target = target
        text = next(one.text for one in TARGETS if one.id == target)
        self.status.set_hint(2, f"next {text}")

    # --- Qt ---------------------------------------------------------------------------------------------------------
    def _key_pressed(self, command_id: str, repeated: bool) -> bool:
        command = self._by_id.get(command_id)
        if command is None:
            return False
        if not repeated or command.repeats:
            command.run()
        return True

    def _key_released(self, command_id: str) -> None:
        if command_id == "shuttle_stop":
            self.playback.let_go()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout.fit(self.width(), self.height())

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.playback.stop()
        self._stop_measuring()
        self._session.close()
        super().closeEvent(event)
        self.closed.emit()

    def _stop_measuring(self) -> None:
        if self._change is not None:
            self._change.close()
            self._change = None
