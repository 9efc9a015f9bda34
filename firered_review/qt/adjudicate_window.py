"""The adjudication window: it connects items, labels, frames and the decision, and does nothing else."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget
from typing_extensions import override

from firered_review.core.judgement import Item, Verdict
from firered_review.qt.adjudicate_commands import adjudicate_commands
from firered_review.qt.adjudication_session import AdjudicationSession
from firered_review.qt.bars import StatusBar, TopBar
from firered_review.qt.combine_dialog import Choice, CombineDialog
from firered_review.qt.commands import Extra, Keymap, fill_menus, key_table, load_keymap, no_extra, with_extra
from firered_review.qt.dialogs import KeysPage
from firered_review.qt.frames import FrameSource
from firered_review.qt.item_words import combined, differing, possible
from firered_review.qt.items_panel import ItemsPanel
from firered_review.qt.judging_panel import JudgingPanel
from firered_review.qt.keys import KeyRouter, is_text_field
from firered_review.qt.label_fields import fields
from firered_review.qt.label_words import frame_of, grouped
from firered_review.qt.look import Look
from firered_review.qt.memory_drawer import MemoryDrawer
from firered_review.qt.pieces import panel
from firered_review.qt.session import KNOWN_ERRORS
from firered_review.qt.showing import saved_words
from firered_review.qt.side_panel import SidePanel
from firered_review.qt.timeline import Timeline
from firered_review.qt.timeline_source import content_of_item
from harness.formats.labels import Label

_HINTS = ((("N",), "next disagreement"), (("M",), "memory"), (("Ctrl", "Z"), "undo"), (("?",), "keys"))


class AdjudicateWindow(QMainWindow):
    """The adjudicator's desk on one database and its bundle."""

    closed = Signal()

    def __init__(self, look: Look, session: AdjudicationSession, extra: Extra = no_extra) -> None:
        super().__init__()
        self._look, self._session = look, session
        self._offset = 0
        self._verdict: Verdict | None = None
        self._combined: Label | None = None
        self._build()
        self._keymap = load_keymap("adjudicate")
        self.commands = with_extra(adjudicate_commands(self, session), extra(self))
        self._by_id = {command.id: command for command in self.commands}
        fill_menus(self._top.menus, self.commands, self._keymap)
        self.router = KeyRouter(self, key_table(self._keymap), self._key_pressed)
        session.changed.connect(self._take_changes)
        session.current_changed.connect(self._show_item)
        session.refused.connect(self.say)
        self.items_panel.chosen.connect(session.go_to)
        self.judging.chosen.connect(self.choose)
        self.judging.decided.connect(self.decide)
        self.timeline.moved.connect(self._scrub)
        self._take_changes()
        self.sides[0].frame.setFocus()

    # --- what commands ask ------------------------------------------------------------------------------------------
    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar."""
        self.status.say(sentence)

    def choose(self, verdict: Verdict) -> None:
        """Choose a verdict; deciding it needs a reason."""
        item = self._session.item()
        if self._session.frozen:
            self.say("The labels are frozen: nothing can be decided any more.")
            return
        if item is None or self._session.waits(item) or verdict not in possible(item):
            self.say("This item does not allow that.")
            return
        self._combined = None
        if verdict == "combine":
            self._ask_combine(item)
            return
        self._set_verdict(verdict)

    def decide(self) -> None:
        """Store the chosen verdict with its reason."""
        if self._verdict is None:
            self.say("Choose first: A, S, D, X or W.")
        elif not self.judging.reason:
            self.say("A reason is still needed: choose one with the arrows, or write a word.")
            self.judging.focus_reason()
        elif self._session.judge(self._verdict, self._combined, self.judging.reason):
            self.sides[0].frame.setFocus()
            self.say("Decided. N goes to the next disagreement, Ctrl+Z takes it back.")

    def step(self, frames: int) -> None:
        """Go some frames on or back on both sides."""
        self._offset = 0 if frames == 0 else self._offset + frames
        self._show_frames()

    def show_evidence(self) -> None:
        """Show what hidden state says, once the item was judged."""
        found = self._session.evidence()
        if found is None:
            return
        signs = [f"{one.milestone} {one.sign} at frame {grouped(one.frame)}" for one in found.signs]
        routes = [f"detected {grouped(one.first[0])} ↻ {grouped(one.second[0])}" for one in found.routes]
        self.judging.show_door("Hidden state: " + ("; ".join([*signs, *routes]) or "nothing around this item"))

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
        """Leave a text field, else the choice."""
        if is_text_field(QApplication.focusWidget()):
            self.sides[0].frame.setFocus()
        else:
            self._show_item()

    def turn_full_screen(self) -> None:
        """Fill the screen, or stop filling it."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def turn_colours(self) -> None:
        """Change between light and dark."""
        self._look.turn_over()

    def use_keymap(self, keymap: Keymap) -> None:
        """From now on listen to these keys, and show them in the menus."""
        self._keymap = keymap
        self._top.menus.clear()
        fill_menus(self._top.menus, self.commands, keymap)
        self.router.use(key_table(keymap))

    def show_keys(self) -> None:
        """Show every key."""
        KeysPage(self._look, self, self.commands, self._keymap).open()

    # --- building ---------------------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.resize(1440, 900)
        self.setMinimumSize(960, 540)
        self._top = TopBar(3)
        self.setMenuWidget(self._top)
        self.items_panel = ItemsPanel(self._look)
        self.drawer = MemoryDrawer(self._look, self.items_panel)
        self.sides = (SidePanel(self._look, "A", "A"), SidePanel(self._look, "B", "S"))
        self.judging = JudgingPanel(self._look, self._session.reasons)
        self.timeline = Timeline(self._look)
        self.status = StatusBar(self._look, _HINTS)
        self.status.set_counts("Order of A and B is drawn per item and recorded")
        pair = QHBoxLayout()
        pair.setSpacing(10)
        for side in self.sides:
            pair.addWidget(side, 1)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addLayout(pair, 1)
        right.addWidget(self.judging)
        surface = panel()
        inside = QVBoxLayout(surface)
        inside.setContentsMargins(0, 2, 0, 2)
        inside.addWidget(self.timeline)
        right.addWidget(surface)
        row = QHBoxLayout()
        row.setContentsMargins(14, 10, 14, 8)
        row.setSpacing(10)
        row.addWidget(self.drawer)
        row.addLayout(right, 1)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self.status)
        self.setCentralWidget(middle)

    # --- following the session --------------------------------------------------------------------------------------
    def _take_changes(self, _changes: object = None) -> None:
        items = self._session.items()
        decided = sum(one.state == "decided" for one in items)
        self._top.set_title(f"Adjudication · {decided} of {len(items)} decided")
        self.setWindowTitle("Adjudication – FireRed Review")
        self._top.set_chip(0, "demonstration" if self._session.bundle.header.demonstration else "", "plain")
        self._top.set_chip(1, "labels are frozen" if self._session.frozen else "label freeze: not yet", "plain")
        self._top.set_chip(2, saved_words(self._session.saved_at), "good")
        words = {one.trial: self._session.words(one) for one in items}
        waiting = {one.item for one in items if self._session.waits(one)}
        self.items_panel.show_items(items, words, waiting)
        self._show_item()

    def _show_item(self) -> None:
        item = self._session.item()
        self._offset, self._combined = 0, None
        self.items_panel.select(self._session.current)
        if item is None:
            return
        waits = self._session.waits(item)
        words = self._session.words(item)
        differ = differing(item)
        labels = (None, None) if waits else self._session.sides(item)
        lines = [fields(label, words) if label is not None else None for label in labels]
        rows = max((len(one) for one in lines if one is not None), default=1)
        for side, one in zip(self.sides, lines, strict=True):
            side.show_fields(one, differ, rows)
        self._set_verdict(self._session.shown_verdict(item))
        standing = item.judgement.reason if item.judgement else ("Exact agreement" if item.exact and not waits else "")
        self.judging.show_judgement(self._verdict, standing)
        self.judging.show_possible([] if waits or self._session.frozen else possible(item))
        if waits:
            door = "This waits until the trial's milestones, routes and battles are judged"
        else:
            door = "O opens hidden state" if item.judged_once else "Hidden state opens after a first judgement"
        self.judging.show_door(door)
        self.timeline.show_content(content_of_item(self._session, item))
        self._show_frames()

    def _show_frames(self) -> None:
        item = self._session.item()
        if item is None:
            return
        source, trial = self._session.source(item), self._session.trial(item)
        labels = (None, None) if self._session.waits(item) else self._session.sides(item)
        known = next((label for label in labels if label is not None), None)
        for side, label in zip(self.sides, labels, strict=True):
            at = label or known
            frame = min(max(0, (frame_of(at) if at is not None else 0) + self._offset), source.count - 1)
            self._show_side(side, source, frame)
            side.show_place(f"frame {grouped(frame)} · decision {trial.decision_at(frame)}")
            if side is self.sides[0]:
                self.timeline.set_cursor(frame)
                self.drawer.show_decision(trial.decision_at(frame), self._session, item)

    def _show_side(self, side: SidePanel, source: FrameSource, frame: int) -> None:
        try:
            side.show_frame(frame, source.image(frame))
        except KNOWN_ERRORS as error:
            side.frame.show_fault(str(error))

    def _set_verdict(self, verdict: Verdict | None) -> None:
        self._verdict = verdict
        self.judging.show_verdict(verdict)

    def _ask_combine(self, item: Item) -> None:
        a, b = self._session.sides(item)
        if a is None or b is None:
            return
        words, differ = self._session.words(item), differing(item)
        pairs = zip(fields(a, words), fields(b, words), strict=True)
        choices = [Choice(one.name, one.text, one.value, other.value) for one, other in pairs if one.name in differ]
        dialog = CombineDialog(self, choices)
        dialog.combined.connect(lambda from_b: self._take_combined(combined(a, b, from_b)))
        dialog.open()

    def _take_combined(self, label: Label) -> None:
        self._combined = label
        self._set_verdict("combine")

    def _scrub(self, frame: int) -> None:
        item = self._session.item()
        labels = self._session.sides(item) if item is not None and not self._session.waits(item) else (None, None)
        known = next((label for label in labels if label is not None), None)
        self._offset = frame - (frame_of(known) if known is not None else 0)
        self._show_frames()

    # --- Qt ---------------------------------------------------------------------------------------------------------
    def _key_pressed(self, command_id: str, repeated: bool) -> bool:
        command = self._by_id.get(command_id)
        if command is None:
            return False
        if not repeated or command.repeats:
            command.run()
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.drawer.setFixedWidth(300 if self.width() < 1280 else 380)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self._session.close()
        super().closeEvent(event)
        self.closed.emit()
