"""The annotate window: it connects what is asked of it with who answers, and does nothing else."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

from firered_review.qt.annotate.asking import Asking
from firered_review.qt.annotate.commands import annotate_commands
from firered_review.qt.annotate.following import Desk, Following
from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.annotate.layout import AnnotateLayout
from firered_review.qt.annotate.mark_moving import MarkMoving, moving_command
from firered_review.qt.annotate.opening_labels import OpeningLabels
from firered_review.qt.errors.card import CardPlace
from firered_review.qt.frames.panel import View
from firered_review.qt.frames.playback import Playback
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.wayfinding import TARGETS
from firered_review.qt.widgets.commands import (
    Extra,
    Keymap,
    fill_menus,
    key_table,
    load_keymap,
    no_extra,
    run_by_key,
    with_extra,
)
from firered_review.qt.widgets.dialogs import KeysPage
from firered_review.qt.widgets.keys import KeyRouter, is_chooser, is_text_field
from firered_review.qt.widgets.keys_in_force import KeysInForce
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.labels import frame_of


class AnnotateWindow(QMainWindow):
    """One reviewer's desk on one bundle; closing it writes what is left and closes the session."""

    closed = Signal()

    def __init__(self, look: Look, session: ReviewSession, extra: Extra = no_extra) -> None:
        super().__init__()
        self._look, self._session = look, session
        self.target = "changed"
        self.labelling = Labelling(session, self)
        self.playback = Playback(self._play_step, self)
        self.keys = KeysInForce(self, load_keymap("annotate"))
        self._layout = parts = AnnotateLayout(self, look, session.bundle.codebook)
        self._top, self.status, self.timeline = parts.top, parts.status, parts.timeline
        self.labels_panel, self.error_card = parts.labels_panel, parts.error_card
        self.frame_panel, self.decision_panel = parts.frame_panel, parts.decision_panel
        self.following = Following(Desk(session, self.labelling, self.playback, parts, self.keys), self)
        self._asking = Asking(self, session, self.labelling, self.keys)
        self._opening = OpeningLabels(self, look, session, self.labelling)
        self._moving = MarkMoving(session, self.labelling, self)
        own = [*annotate_commands(self, session, self.labelling, self.playback), moving_command(self._moving)]
        self.commands = with_extra(own, extra(self))
        self._by_id = {command.id: command for command in self.commands}
        self.keys.name_entries(self.commands)
        fill_menus(self._top.menus, self.commands, self.keys.keymap)
        self.router = KeyRouter(self, key_table(self.keys.keymap), self._key_pressed, self._key_released)
        self._connect()
        self._show_title()
        self.keys.show_caps()
        self.frame_panel.frame.setFocus()

    # --- what commands ask of the window ----------------------------------------------------------------------------
    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar, its commands written as the keys in force."""
        self.status.say(self.keys.written(sentence))

    def ask_go_to(self) -> None:
        """Ask for a frame or decision."""
        self._asking.go_to()

    def ask_find(self) -> None:
        """Search the words of the trial."""
        self._asking.find()

    def ask_target(self) -> None:
        """Choose what to look for."""
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

    def show_view(self, view: View) -> None:
        """Show the frame, its difference, or the pair before and after."""
        self.following.showing.view = view
        self.frame_panel.show_view(view)
        self.following.showing.show_cursor()

    def zoom_timeline(self, factor: float) -> None:
        """Zoom the timeline round the cursor; 0 shows everything."""
        self.timeline.zoom(factor)

    def chosen_fact(self) -> str | None:
        """Return the fact that the key of citing cites."""
        return self.decision_panel.chosen_fact

    def focus_card(self, place: CardPlace) -> None:
        """Put the keyboard on a choice of the memory-error card, if it is open."""
        if self.labelling.errors.draft is None:
            self._asking.tell("No memory error is open", "⟨error_card⟩ opens one at its later decision.")
        else:
            self.error_card.focus(place)

    def focus_filter(self) -> None:
        """Put the keyboard on the filter of the memory."""
        if not self.decision_panel.focus_filter():
            self._asking.find()  # a filter is typed, and what is typed must not reach the window

    def open_label(self) -> None:
        """Open the selected label: a route's two passages, a memory error's card, the words of others."""
        self._opening.open(self.labelling.selected)

    def leave(self) -> None:
        """Leave the text field or chooser, else let go of what is begun or selected."""
        focus = QApplication.focusWidget()
        if is_text_field(focus) or is_chooser(focus):
            self.frame_panel.frame.setFocus()
        elif not self.labelling.leave():
            self.decision_panel.choose_fact(None)

    def leave_chooser(self) -> bool:
        """Go from a chooser back to the frame; tells whether the keyboard was on one."""
        on_chooser = is_chooser(QApplication.focusWidget())
        if on_chooser:
            self.frame_panel.frame.setFocus()
        return on_chooser

    def turn_full_screen(self) -> None:
        """Fill the screen, or stop filling it."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def turn_colours(self) -> None:
        """Change between light and dark."""
        self._look.turn_over()

    def open_menus(self) -> None:
        """Open the first menu."""
        self._layout.top.open_menus()

    def show_keys(self) -> None:
        """Show every key."""
        KeysPage(self._look, self, self.commands, self.keys.keymap).open()

    def use_keymap(self, keymap: Keymap) -> None:
        """From now on listen to these keys, and show them wherever a key is named."""
        self.keys.take(keymap)
        fill_menus(self._top.menus, self.commands, keymap)
        self.router.use(key_table(keymap))

    @property
    def measured(self) -> bool:
        """Whether the lane of screen change is complete."""
        return self.following.measured

    # --- inside -----------------------------------------------------------------------------------------------------
    def _connect(self) -> None:
        session, labelling, errors = self._session, self.labelling, self.labelling.errors
        session.trial_changed.connect(self._show_title)
        session.cursor_moved.connect(self.leave_chooser)  # else the next C would choose a type and cite nothing
        session.refused.connect(self.say)
        labelling.said.connect(self.say)
        self.frame_panel.frame.stepped.connect(lambda step: session.move_to(session.cursor + step))
        self.frame_panel.step_asked.connect(lambda step: session.move_to(session.cursor + step))
        self.frame_panel.play_asked.connect(self.playback.toggle)
        self.frame_panel.shuttle_asked.connect(self.playback.shuttle)
        self.frame_panel.view_chosen.connect(self.show_view)
        self.timeline.moved.connect(session.move_to)
        self.timeline.chosen.connect(self._go_to_label)
        self.timeline.opened.connect(self._opening.open)
        self.timeline.end_moved.connect(self._moving.move_end)
        self._moving.said.connect(self.say)
        self.labels_panel.chosen.connect(self._go_to_label)
        self.labels_panel.opened.connect(self._opening.open)
        self.decision_panel.cite_asked.connect(errors.cite)
        self.decision_panel.evidence_asked.connect(self._go_to_evidence)
        self.error_card.redrafted.connect(errors.redraft)
        self.error_card.saved.connect(errors.save)
        self.error_card.left.connect(labelling.leave)

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.following.title} – FireRed Review")

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
        return run_by_key(self._by_id, command_id, repeated)

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
        self.following.stop_measuring()
        self._session.close()
        super().closeEvent(event)
        self.closed.emit()
