"""The adjudication window: it connects items, labels, frames and the decision, and does nothing else."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

from firered_review.core.judgement import Item
from firered_review.qt.adjudicate.commands import adjudicate_commands
from firered_review.qt.adjudicate.deciding import Deciding
from firered_review.qt.adjudicate.item_timeline import content_of_item
from firered_review.qt.adjudicate.item_words import Listing, differing, evidence_words
from firered_review.qt.adjudicate.layout import AdjudicateLayout
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.sheets import AdjudicateSheets
from firered_review.qt.adjudicate.side_panel import SidePanel
from firered_review.qt.frames.source import FrameSource
from firered_review.qt.session.review import KNOWN_ERRORS
from firered_review.qt.session.showing import saved_words
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
from firered_review.qt.widgets.keys import KeyRouter, is_text_field
from firered_review.qt.widgets.keys_in_force import KeysInForce
from firered_review.qt.widgets.look import Look
from firered_review.qt.words.fields import fields
from firered_review.qt.words.labels import frame_of, grouped
from harness.formats.labels import Label

_WAITS = "This waits until the trial's milestones, routes and battles are judged."
_CLOSED = "Hidden state opens after a first judgement."
_OPENS = "⟨evidence⟩ opens hidden state; what is decided later is marked as decided after it was seen."


class AdjudicateWindow(QMainWindow):
    """The adjudicator's desk on one database and its bundle."""

    closed = Signal()

    def __init__(self, look: Look, session: AdjudicationSession, extra: Extra = no_extra) -> None:
        super().__init__()
        self._look, self._session = look, session
        self._offset = 0
        self._listing = Listing()
        self._shown: tuple[Item | None, bool, bool] | None = None
        """The item on screen, whether it waits, whether the labels are frozen."""
        self.setWindowTitle("Adjudication – FireRed Review")
        layout = self._layout = AdjudicateLayout(self, look, session)
        self.items_panel, self.drawer, self.sides = layout.items, layout.drawer, layout.sides
        self.judging, self.timeline, self.status = layout.judging, layout.timeline, layout.status
        self.deciding = Deciding(self, session, self.judging, self.drawer)
        self.sheets = AdjudicateSheets(self, look, session, self.say)
        self.keys = KeysInForce(self, load_keymap("adjudicate"))
        self.commands = with_extra(adjudicate_commands(self, session), extra(self))
        self.keys.name_entries(self.commands)
        self._by_id = {command.id: command for command in self.commands}
        fill_menus(layout.top.menus, self.commands, self.keys.keymap)
        self.router = KeyRouter(self, key_table(self.keys.keymap), self._key_pressed)
        self._connect()
        self._take_changes()
        self.free_keyboard()

    def _connect(self) -> None:
        session, deciding = self._session, self.deciding
        session.changed.connect(self._take_changes)
        session.current_changed.connect(self._show_item)
        session.refused.connect(self.say)
        self.items_panel.chosen.connect(session.go_to)
        self.judging.chosen.connect(deciding.choose)
        self.judging.decided.connect(deciding.decide)
        deciding.said.connect(self.say)
        deciding.ended.connect(self.free_keyboard)
        self.drawer.card.here_asked.connect(self.put_here)
        self.timeline.moved.connect(self._scrub)
        for side in self.sides:
            side.frame.stepped.connect(self.step)

    # --- what commands ask ------------------------------------------------------------------------------------------
    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar."""
        self.status.say(self.keys.written(sentence))

    def free_keyboard(self) -> None:
        """Take the keyboard away from any text field."""
        self.sides[0].frame.setFocus()

    def step(self, frames: int) -> None:
        """Go some frames on or back on both sides, to the ends of the trial at most; 0 goes back to the labels."""
        item = self._session.item()
        if item is None:
            return
        places = [self._frame_of(label) for label in self._labels(item)]
        last = self._session.source(item).count - 1
        wanted = 0 if frames == 0 else self._offset + frames
        self._offset = max(-max(places), min(wanted, last - min(places)))
        self._show_frames()

    def step_decision(self, decisions: int) -> None:
        """Go so many decisions on or back from the frame of side A."""
        item = self._session.item()
        if item is None:
            return
        boundaries = self._session.trial(item).boundaries
        number = self._session.trial(item).decision_at(self._cursor(item)) + decisions
        self._scrub(boundaries[min(max(1, number), len(boundaries)) - 1])

    def put_here(self) -> None:
        """Put the frame on side A into the label that is being written."""
        item = self._session.item()
        if item is not None:
            frame = self._cursor(item)
            self.deciding.put_here(frame, self._session.trial(item).decision_at(frame))

    def show_evidence(self) -> None:
        """Show what hidden state says, once the item was judged."""
        found, item = self._session.evidence(), self._session.item()
        if found is not None and item is not None:
            self.judging.show_door(evidence_words(found, item))

    def turn_memory(self) -> None:
        """Show the agent's words and memory in place of the list, or the list again."""
        item = self._session.item()
        if item is None:
            return
        if not self._session.may_see_memory(item.trial):
            self.say("Memory opens when this trial's milestones, routes and battles have a first judgement each.")
            return
        self.drawer.turn()

    def leave(self) -> None:
        """Leave a text field, else the label being written, else the choice."""
        if is_text_field(QApplication.focusWidget()):
            self.free_keyboard()
        elif self.drawer.shows_card:
            self.deciding.leave_card()
        else:
            self.free_keyboard()
            self._show_item()

    def turn_full_screen(self) -> None:
        """Fill the screen, or stop filling it."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def turn_colours(self) -> None:
        """Change between light and dark."""
        self._look.turn_over()

    def use_keymap(self, keymap: Keymap) -> None:
        """From now on listen to these keys, and show them in the menus."""
        self.keys.take(keymap)
        self.judging.show_keys(self.keys.of)
        fill_menus(self._layout.top.menus, self.commands, keymap)
        self.router.use(key_table(keymap))

    def open_menus(self) -> None:
        """Open the first menu."""
        self._layout.top.open_menus()

    def show_keys(self) -> None:
        """Show every key."""
        KeysPage(self._look, self, self.commands, self.keys.keymap).open()

    # --- following the session --------------------------------------------------------------------------------------
    def _take_changes(self) -> None:
        session, top = self._session, self._layout.top
        items = session.items()
        decided = sum(one.state != "open" for one in items)
        top.set_title(f"Adjudication · {decided} of {len(items)} decided")
        top.set_chip(0, "demonstration" if session.bundle.header.demonstration else "", "plain")
        top.set_chip(1, "labels are frozen" if session.frozen else "label freeze: not yet", "plain", "")
        top.set_chip(2, saved_words(session.saved_at), "good")
        words = {one.trial: session.words(one) for one in {item.trial: item for item in items}.values()}
        self.items_panel.show_items(self._listing.of(items, words, session.waiting()))
        if self._shown != self._what_is_shown():
            self._show_item()

    def _show_item(self) -> None:
        item = self._session.item()
        waits = item is not None and self._session.waits(item)
        self._shown = self._what_is_shown()
        self._offset = 0
        self.items_panel.select(self._session.current)
        if item is None:
            return
        words = self._session.words(item)
        labels = self._labels(item)
        lines = [fields(label, words) if label is not None else None for label in labels]
        for side, one, beside in zip(self.sides, lines, reversed(lines), strict=True):
            side.show_fields(one, differing(item), beside)
        self.deciding.show_item(item, waits=waits)
        self._show_door(item, waits=waits)
        self.timeline.show_content(content_of_item(self._session, item))
        self._show_frames()

    def _what_is_shown(self) -> tuple[Item | None, bool, bool]:
        """Return the item at hand, without labels while it waits, whether it waits, and whether labels are frozen."""
        item = self._session.item()
        waits = item is not None and self._session.waits(item)
        return item._replace(a=None, b=None) if item and waits else item, waits, self._session.frozen

    def _show_door(self, item: Item, *, waits: bool) -> None:
        if self._session.evidence_was_shown(item):
            self.show_evidence()
        else:
            self.judging.show_door(self.keys.written(_WAITS if waits else _OPENS if item.judged_once else _CLOSED))

    def _show_frames(self) -> None:
        item = self._session.item()
        if item is None:
            return
        source, trial = self._session.source(item), self._session.trial(item)
        for side, label in zip(self.sides, self._labels(item), strict=True):
            at = label or next((one for one in self._labels(item) if one is not None), None)
            frame = min(max(0, self._frame_of(at) + self._offset), source.count - 1)
            self._show_side(side, source, frame)
            side.show_place(f"frame {grouped(frame)} · decision {trial.decision_at(frame)}")
        cursor = self._cursor(item)
        self.timeline.set_cursor(cursor)
        self.drawer.show_decision(trial.decision_at(cursor), self._session, item)

    def _show_side(self, side: SidePanel, source: FrameSource, frame: int) -> None:
        try:
            side.show_frame(frame, source.image(frame))
        except KNOWN_ERRORS as error:
            side.frame.show_fault(str(error))

    def _labels(self, item: Item) -> tuple[Label | None, Label | None]:
        """Return the labels as they are shown; for one of the adjudicator's own, that one."""
        if self._session.waits(item):
            return None, None
        sides = self._session.sides(item)
        return sides if any(sides) else (item.final, None)

    def _frame_of(self, label: Label | None) -> int:
        return frame_of(label) if label is not None else 0

    def _cursor(self, item: Item) -> int:
        """Return the frame on side A."""
        labels = self._labels(item)
        frame = self._frame_of(labels[0] or labels[1]) + self._offset
        return min(max(0, frame), self._session.source(item).count - 1)

    def _scrub(self, frame: int) -> None:
        item = self._session.item()
        if item is not None:
            labels = self._labels(item)
            self._offset = frame - self._frame_of(labels[0] or labels[1])
            self._show_frames()

    # --- Qt ---------------------------------------------------------------------------------------------------------
    def _key_pressed(self, command_id: str, repeated: bool) -> bool:
        return run_by_key(self._by_id, command_id, repeated)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout.fit(self.width(), self.height())

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self._session.close()
        super().closeEvent(event)
        self.closed.emit()
