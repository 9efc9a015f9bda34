"""The commands of the adjudication window."""

import functools
from typing import Protocol

from firered_review.core.judgement import Item, Verdict
from firered_review.qt.adjudication_session import AdjudicationSession
from firered_review.qt.commands import Command
from firered_review.qt.showing import saved_words


class Desk(Protocol):
    """What the commands ask of their window."""

    def say(self, sentence: str) -> None: ...  # noqa: D102
    def choose(self, verdict: Verdict) -> None: ...  # noqa: D102
    def decide(self) -> None: ...  # noqa: D102
    def step(self, frames: int) -> None: ...  # noqa: D102
    def show_evidence(self) -> None: ...  # noqa: D102
    def turn_memory(self) -> None: ...  # noqa: D102
    def leave(self) -> None: ...  # noqa: D102
    def turn_full_screen(self) -> None: ...  # noqa: D102
    def turn_colours(self) -> None: ...  # noqa: D102
    def show_keys(self) -> None: ...  # noqa: D102
    def close(self) -> bool: ...  # noqa: D102


_VERDICTS: tuple[tuple[str, str, Verdict], ...] = (
    ("take_a", "Take A", "a"),
    ("take_b", "Take B", "b"),
    ("combine", "Combine…", "combine"),
    ("reject_both", "Neither", "neither"),
    ("leave_disputed", "Leave disputed", "disputed"),
)


def adjudicate_commands(desk: Desk, session: AdjudicationSession) -> list[Command]:
    """Return every command of the adjudication window, in the order of its menus."""
    go = functools.partial(_go, desk, session)
    return [
        Command("save", "Save (always saved)", "File", lambda: desk.say(f"Already {saved_words(session.saved_at)}.")),
        Command("quit", "Close", "File", desk.close),
        Command("undo", "Undo", "Edit", lambda: _undo(desk, session), repeats=True),
        Command("redo", "Redo", "Edit", lambda: _redo(desk, session), repeats=True),
        Command("next_disagreement", "Next disagreement", "Go", lambda: go(1, disagreement=True)),
        Command("previous_disagreement", "Previous disagreement", "Go", lambda: go(-1, disagreement=True)),
        Command("next_item", "Next item", "Go", lambda: go(1), repeats=True),
        Command("previous_item", "Previous item", "Go", lambda: go(-1), repeats=True),
        Command("previous_frame", "Previous frame", "Go", lambda: desk.step(-1), repeats=True),
        Command("next_frame", "Next frame", "Go", lambda: desk.step(1), repeats=True),
        Command("first_offset", "Back to the labelled frames", "Go", lambda: desk.step(0)),
        *(Command(name, text, "Label", functools.partial(desk.choose, one)) for name, text, one in _VERDICTS),
        Command("decide", "Decide", "Label", desk.decide),
        Command("accept_exact", "Accept every exact agreement", "Label", lambda: _accept(desk, session)),
        Command("leave", "Let go", "Label", desk.leave),
        Command("evidence", "Hidden state", "View", desk.show_evidence),
        Command("memory", "Words and memory", "View", desk.turn_memory),
        Command("colours", "Light or dark", "View", desk.turn_colours),
        Command("full_screen", "Full screen", "View", desk.turn_full_screen),
        Command("keys", "Keys", "Help", desk.show_keys),
    ]


def _go(desk: Desk, session: AdjudicationSession, step: int, *, disagreement: bool = False) -> None:
    def wanted(item: Item) -> bool:
        if not disagreement:
            return True
        return item.state == "open" and item.finding != "both" and not session.waits(item)

    found = session.beside(step, wanted)
    if found is None:
        desk.say("No disagreement is open." if disagreement else "There is no item.")
    else:
        session.go_to(found)


def _accept(desk: Desk, session: AdjudicationSession) -> None:
    count = session.accept_exact()
    desk.say(f"{count} exact agreements accepted." if count else "No exact agreement is open.")


def _undo(desk: Desk, session: AdjudicationSession) -> None:
    desk.say("Taken back." if session.undo() else "There is nothing to take back.")


def _redo(desk: Desk, session: AdjudicationSession) -> None:
    desk.say("Brought back." if session.redo() else "There is nothing to bring back.")
