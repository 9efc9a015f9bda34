"""The commands of the adjudication window."""

import functools
from typing import Protocol

from firered_review.core.history import Changes
from firered_review.core.judgement import Item, Verdict
from firered_review.qt.adjudicate.deciding import Deciding
from firered_review.qt.adjudicate.items_panel import ItemsPanel
from firered_review.qt.adjudicate.judging_panel import JudgingPanel
from firered_review.qt.adjudicate.session import AdjudicationSession
from firered_review.qt.adjudicate.sheets import AdjudicateSheets
from firered_review.qt.session.showing import saved_words
from firered_review.qt.widgets.commands import Command


class Desk(Protocol):
    """What the commands ask of their window."""

    deciding: Deciding
    items_panel: ItemsPanel
    judging: JudgingPanel
    sheets: AdjudicateSheets

    def say(self, sentence: str) -> None: ...  # noqa: D102
    def step(self, frames: int) -> None: ...  # noqa: D102
    def step_decision(self, decisions: int) -> None: ...  # noqa: D102
    def put_here(self) -> None: ...  # noqa: D102
    def show_evidence(self) -> None: ...  # noqa: D102
    def turn_memory(self) -> None: ...  # noqa: D102
    def leave(self) -> None: ...  # noqa: D102
    def turn_full_screen(self) -> None: ...  # noqa: D102
    def turn_colours(self) -> None: ...  # noqa: D102
    def show_keys(self) -> None: ...  # noqa: D102
    def open_menus(self) -> None: ...  # noqa: D102
    def close(self) -> bool: ...  # noqa: D102


_VERDICTS: tuple[tuple[str, str, Verdict], ...] = (
    ("take_a", "Take A", "a"),
    ("take_b", "Take B", "b"),
    ("combine", "Combine…", "combine"),
    ("new_label", "New label…", "new"),
    ("reject_both", "Neither", "neither"),
    ("leave_disputed", "Leave disputed", "disputed"),
)
_SECOND = 60
"""Frames; the game runs at 59.7275 a second."""
_REASONS = 10


def adjudicate_commands(desk: Desk, session: AdjudicationSession) -> list[Command]:
    """Return every command of the adjudication window, in the order of its menus."""
    go = functools.partial(_go, desk, session)
    return [
        Command("save", "Save (always saved)", "File", lambda: desk.say(f"Already {saved_words(session.saved_at)}.")),
        Command("quit", "Close", "File", desk.close),
        Command("undo", "Undo", "Edit", lambda: _undo(desk, session), repeats=True),
        Command("redo", "Redo", "Edit", lambda: _redo(desk, session), repeats=True),
        Command("find", "Find in the list", "Edit", desk.items_panel.focus_text),
        Command("next_disagreement", "Next disagreement", "Go", lambda: go(1, disagreement=True)),
        Command("previous_disagreement", "Previous disagreement", "Go", lambda: go(-1, disagreement=True)),
        Command("next_item", "Next item in the list", "Go", lambda: go(1), repeats=True),
        Command("previous_item", "Previous item in the list", "Go", lambda: go(-1), repeats=True),
        *_frame_commands(desk),
        *(Command(name, text, "Label", functools.partial(_choose, desk, one)) for name, text, one in _VERDICTS),
        Command("decide", "Decide", "Label", lambda: desk.deciding.decide()),
        Command("own_label", "A label neither has…", "Label", lambda: desk.deciding.write_own()),
        Command("here", "Take the frame on screen", "Label", desk.put_here),
        Command("note", "A word for the reader", "Label", desk.judging.focus_note),
        *(
            Command(f"reason_{number}", f"Reason: {reason}", "Label", functools.partial(_reason, desk, number))
            for number, reason in enumerate(session.reasons[:_REASONS], 1)
        ),
        Command("accept_exact", "Accept every exact agreement", "Label", lambda: _accept(desk, session)),
        Command("leave", "Let go", "Label", desk.leave),
        Command("evidence", "Hidden state", "View", desk.show_evidence),
        Command("conflicts", "Hidden state against the screen…", "View", lambda: desk.sheets.show_conflicts()),
        Command("agreement", "Agreement…", "View", lambda: desk.sheets.show_agreement()),
        Command("memory", "Words and memory", "View", desk.turn_memory),
        Command("next_filter", "Next filter of the list", "View", lambda: desk.items_panel.turn_filter(1)),
        Command("previous_filter", "Previous filter of the list", "View", lambda: desk.items_panel.turn_filter(-1)),
        Command("colours", "Light or dark", "View", desk.turn_colours),
        Command("full_screen", "Full screen", "View", desk.turn_full_screen),
        Command("keys", "Keys", "Help", desk.show_keys),
        Command("menus", "Menus", "Help", desk.open_menus),
    ]


def _frame_commands(desk: Desk) -> list[Command]:
    step, decision = desk.step, desk.step_decision
    return [
        Command("previous_frame", "Previous frame", "Go", lambda: step(-1), repeats=True),
        Command("next_frame", "Next frame", "Go", lambda: step(1), repeats=True),
        Command("previous_decision", "Previous decision", "Go", lambda: decision(-1), repeats=True),
        Command("next_decision", "Next decision", "Go", lambda: decision(1), repeats=True),
        Command("back_one_second", "Back one second", "Go", lambda: step(-_SECOND), repeats=True),
        Command("on_one_second", "On one second", "Go", lambda: step(_SECOND), repeats=True),
        Command("first_offset", "Back to the labelled frames", "Go", lambda: step(0)),
    ]


def _choose(desk: Desk, verdict: Verdict) -> None:
    desk.deciding.choose(verdict)


def _reason(desk: Desk, number: int) -> None:
    desk.judging.choose_reason(number)


def _go(desk: Desk, session: AdjudicationSession, step: int, *, disagreement: bool = False) -> None:
    listed = set(desk.items_panel.shown_items())

    def wanted(item: Item) -> bool:
        if not disagreement:
            return item.item in listed
        return item.state == "open" and item.finding != "both" and not session.waits(item)

    found = session.beside(step, wanted)
    if found is None:
        desk.say(_nothing_open(session) if disagreement else "There is no item in the list.")
    else:
        session.go_to(found)


def _nothing_open(session: AdjudicationSession) -> str:
    """Say what is left to do where no disagreement is open."""
    left = sum(item.state == "open" for item in session.items())
    if left:
        how = "⟨accept_exact⟩ takes those that agree exactly, ⟨next_item⟩ goes on"
        return f"No disagreement is open; {left} items are: {how}."
    then = "⟨conflicts⟩ compares them with hidden state, then firered-review freeze makes them final"
    return f"Every item is decided: {then}."


def _accept(desk: Desk, session: AdjudicationSession) -> None:
    count = session.accept_exact()
    desk.say(
        f"{count} exact agreements accepted, ⟨undo⟩ takes them back."
        if count
        else "No exact agreement is open, or it waits for its trial."
    )


def _undo(desk: Desk, session: AdjudicationSession) -> None:
    _tell(desk, session, session.undo(), "Taken back", "There is nothing to take back.")


def _redo(desk: Desk, session: AdjudicationSession) -> None:
    _tell(desk, session, session.redo(), "Brought back", "There is nothing to bring back.")


def _tell(desk: Desk, session: AdjudicationSession, done: Changes | None, deed: str, nothing: str) -> None:
    """Say what was taken back, and go to it where it is one item."""
    if done is None:
        desk.say(nothing)
        return
    if len(done.label_ids) == 1:
        session.go_to_if_there(next(iter(done.label_ids)))
    what = {0: "a conflict", 1: "one item"}.get(len(done.label_ids), f"{len(done.label_ids)} items")
    desk.say(f"{deed}: {what}.")
