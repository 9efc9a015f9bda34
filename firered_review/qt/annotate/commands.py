"""The commands of the annotate window: what each key and menu entry does to session, labelling and playback."""

import functools
from typing import Protocol

from firered_review.qt.annotate.labelling import Labelling
from firered_review.qt.errors.card import CardPlace
from firered_review.qt.frames.panel import View
from firered_review.qt.frames.playback import SECOND, Playback
from firered_review.qt.session.review import ReviewSession
from firered_review.qt.session.showing import saved_words
from firered_review.qt.session.wayfinding import TARGETS, next_frame
from firered_review.qt.widgets.commands import Command
from firered_review.qt.words.labels import frame_of, grouped
from harness.formats.base import MILESTONES


class Desk(Protocol):
    """What the commands ask of their window."""

    target: str
    """What N looks for."""

    def say(self, sentence: str) -> None: ...  # noqa: D102
    def ask_go_to(self) -> None: ...  # noqa: D102
    def ask_find(self) -> None: ...  # noqa: D102
    def ask_target(self) -> None: ...  # noqa: D102
    def ask_note(self) -> None: ...  # noqa: D102
    def ask_cause(self) -> None: ...  # noqa: D102
    def ask_stage_two(self) -> None: ...  # noqa: D102
    def show_view(self, view: View) -> None: ...  # noqa: D102
    def zoom_timeline(self, factor: float) -> None: ...  # noqa: D102
    def chosen_fact(self) -> str | None: ...  # noqa: D102
    def focus_card(self, place: CardPlace) -> None: ...  # noqa: D102
    def focus_filter(self) -> None: ...  # noqa: D102
    def open_label(self) -> None: ...  # noqa: D102
    def leave_chooser(self) -> bool: ...  # noqa: D102
    def leave(self) -> None: ...  # noqa: D102
    def turn_full_screen(self) -> None: ...  # noqa: D102
    def turn_colours(self) -> None: ...  # noqa: D102
    def show_keys(self) -> None: ...  # noqa: D102
    def open_menus(self) -> None: ...  # noqa: D102
    def close(self) -> bool: ...  # noqa: D102


def annotate_commands(desk: Desk, session: ReviewSession, labelling: Labelling, playback: Playback) -> list[Command]:
    """Return every command of the annotate window, in the order of its menus."""
    go = Going(desk, session, labelling, playback)
    return [
        *_file(desk, session, go),
        *_edit(labelling),
        *_go(desk, go, playback),
        *_label(desk, labelling),
        *_view(desk),
    ]


class Going:
    """Moves the cursor for the commands."""

    def __init__(self, desk: Desk, session: ReviewSession, labelling: Labelling, playback: Playback) -> None:
        self._desk, self._session = desk, session
        self._labelling, self._playback = labelling, playback

    def by(self, frames: int) -> None:
        """Go some frames on or back, and stand still."""
        self.to(self._session.cursor + frames)

    def to(self, frame: int) -> None:
        """Go to a frame, and stand still."""
        self._playback.stop()
        self._session.move_to(frame)

    def last(self) -> None:
        """Go to the last frame."""
        self.to(self._session.source.count - 1)

    def decision(self, step: int) -> None:
        """Go to the boundary frame of the next or previous decision."""
        session = self._session
        number = session.decision
        if step < 0 and session.cursor == session.trial.boundaries[number - 1]:
            number -= 1
        elif step > 0:
            number += 1
        if 1 <= number <= len(session.trial.boundaries):
            self.to(session.trial.boundaries[number - 1])

    def label(self, step: int) -> None:
        """Go to the next or previous label and select it."""
        places = sorted((frame_of(label), label_id) for label_id, label in self._session.labels.items())
        now = (self._session.cursor, self._labelling.selected or ("" if step > 0 else "\uffff"))
        before = [place for place in places if place < now]
        after = [place for place in places if place > now]
        place = (after[0] if after else None) if step > 0 else (before[-1] if before else None)
        if place is None:
            self._desk.say("There is no label further on." if step > 0 else "There is no label before this.")
            return
        self.to(place[0])
        self._labelling.select(place[1])

    def target(self, step: int) -> None:
        """Go to the next or previous frame of what N looks for."""
        frame = next_frame(self._session, self._desk.target, step)
        what = next(target.text for target in TARGETS if target.id == self._desk.target)
        if frame is None and self._desk.target == "unseen" and step > 0 and self._goes_on():
            self._desk.say("No unseen stretch comes after this one: play on from here to see it.")
            return
        if frame is None:
            self._desk.say(f"There is no {what} {'further on' if step > 0 else 'before this'}.")
            return
        self.to(frame)
        self._desk.say(f"{what} at frame {grouped(frame)}")

    def _goes_on(self) -> bool:
        """Whether the frame after the cursor was not seen yet."""
        return not self._session.seen.flags[self._session.cursor : self._session.cursor + 2].all()

    def trial(self, step: int) -> None:
        """Open the next or previous trial of the bundle."""
        codename = self._session.beside(step)
        if codename is None:
            self._desk.say("This is the last trial of the bundle." if step > 0 else "This is the first trial.")
            return
        self._playback.stop()
        self._session.open_trial(codename)


def _file(desk: Desk, session: ReviewSession, go: Going) -> list[Command]:
    return [
        Command("save", "Save (always saved)", "File", lambda: desk.say(already_saved(session))),
        Command("previous_trial", "Previous trial", "File", lambda: go.trial(-1)),
        Command("next_trial", "Next trial", "File", lambda: go.trial(1)),
        Command("quit", "Close", "File", desk.close),
    ]


def already_saved(session: ReviewSession) -> str:
    """Return the answer to Ctrl+S."""
    if session.saved_at is None:
        return "Already saved: every label is on disk before it is shown."
    return f"Already {saved_words(session.saved_at)}: every label is on disk before it is shown."


def _edit(labelling: Labelling) -> list[Command]:
    return [
        Command("undo", "Undo", "Edit", labelling.undo, repeats=True),
        Command("redo", "Redo", "Edit", labelling.redo, repeats=True),
        Command("bring_back", "Bring back what was let go of", "Edit", labelling.bring_back),
        Command("delete", "Delete the selected label", "Edit", labelling.delete),
    ]


def _go(desk: Desk, go: Going, playback: Playback) -> list[Command]:
    return [
        Command("play", "Play or pause", "Go", playback.toggle),
        Command("previous_frame", "Previous frame", "Go", lambda: go.by(-1), repeats=True),
        Command("next_frame", "Next frame", "Go", lambda: go.by(1), repeats=True),
        Command("previous_decision", "Previous decision", "Go", lambda: go.decision(-1), repeats=True),
        Command("next_decision", "Next decision", "Go", lambda: go.decision(1), repeats=True),
        Command("back_one_second", "One second back", "Go", lambda: go.by(-SECOND), repeats=True),
        Command("on_one_second", "One second on", "Go", lambda: go.by(SECOND), repeats=True),
        Command("shuttle_back", "Shuttle back", "Go", lambda: playback.shuttle(-1)),
        Command("shuttle_stop", "Stop", "Go", playback.hold),
        Command("shuttle_on", "Shuttle on", "Go", lambda: playback.shuttle(1)),
        Command("first_frame", "First frame", "Go", lambda: go.to(0)),
        Command("last_frame", "Last frame", "Go", go.last),
        Command("previous_label", "Previous label", "Go", lambda: go.label(-1), repeats=True),
        Command("next_label", "Next label", "Go", lambda: go.label(1), repeats=True),
        Command("next_target", "Next of the chosen kind", "Go", lambda: go.target(1), repeats=True),
        Command("previous_target", "Previous of the chosen kind", "Go", lambda: go.target(-1), repeats=True),
        Command("choose_target", "Choose what to look for…", "Go", desk.ask_target),
        Command("go_to", "Go to frame or decision…", "Go", desk.ask_go_to),
        Command("filter_memory", "Filter the memory", "Go", desk.focus_filter),
        Command("find", "Find in what the agent wrote…", "Go", desk.ask_find),
    ]


def _label(desk: Desk, labelling: Labelling) -> list[Command]:
    milestones = [
        Command(
            f"milestone_{one[1:]}", f"Milestone {one[1:]} here", "Label", functools.partial(labelling.milestone, one)
        )
        for one in MILESTONES
    ]
    return [
        *milestones,
        Command("mark_in", "In: the segment begins here", "Label", labelling.set_in),
        Command("mark_out", "Out: the segment ends here", "Label", labelling.set_out),
        Command(
            "make_segment", "Make the segment, save the card, open the label", "Label", lambda: _enter(desk, labelling)
        ),
        Command("route", "Repeated route: first passage, then repetition", "Label", labelling.route),
        Command("battle", "Battle: first frame, then last", "Label", labelling.battle),
        *_memory_error(desk, labelling),
        Command("cause", "Cause other than memory…", "Label", desk.ask_cause),
        Command("note", "Note…", "Label", desk.ask_note),
        Command("bookmark", "Bookmark", "Label", labelling.bookmark),
        Command("leave", "Let go", "Label", desk.leave),
        Command("stage_two", "On to what it remembered…", "Label", desk.ask_stage_two),
    ]


def _memory_error(desk: Desk, labelling: Labelling) -> list[Command]:
    errors = labelling.errors
    return [
        Command("error_card", "Memory error at this decision", "Label", lambda: _error(desk, labelling)),
        Command("error_type", "Type of the memory error", "Label", lambda: desk.focus_card("type")),
        Command("error_severity", "Severity: the proposed one, then the next", "Label", errors.next_severity),
        Command("error_cause", "Primary cause of the memory error", "Label", lambda: desk.focus_card("cause")),
        Command("error_note", "Note on the memory error", "Label", lambda: desk.focus_card("note")),
        Command("cite", "Cite the chosen fact or this frame", "Label", lambda: errors.cite(desk.chosen_fact())),
        Command("cite_frame", "Cite this frame", "Label", lambda: errors.cite(None)),
        Command("cite_decision", "Cite this decision", "Label", errors.cite_decision),
        Command("recovered", "Recovered at this decision", "Label", errors.recovered_here),
    ]


def _error(desk: Desk, labelling: Labelling) -> None:
    begun = labelling.errors.draft is None
    if labelling.errors.here() and begun:
        desk.focus_card("type")


def _enter(desk: Desk, labelling: Labelling) -> None:
    begun = labelling.unfinished.now
    if desk.leave_chooser():
        return
    if begun.draft is not None:
        labelling.errors.save()
    elif begun.mark_in is None and labelling.selected is not None:
        desk.open_label()
    else:
        labelling.route()


def _view(desk: Desk) -> list[Command]:
    return [
        Command("show_frame", "Frame", "View", lambda: desk.show_view("frame")),
        Command("show_difference", "Difference to the previous decision", "View", lambda: desk.show_view("difference")),
        Command("show_pair", "Before and after", "View", lambda: desk.show_view("pair")),
        Command("zoom_in", "Timeline closer", "View", lambda: desk.zoom_timeline(1.6), repeats=True),
        Command("zoom_out", "Timeline wider", "View", lambda: desk.zoom_timeline(1 / 1.6), repeats=True),
        Command("zoom_all", "Timeline: the whole trial", "View", lambda: desk.zoom_timeline(0)),
        Command("colours", "Light or dark", "View", desk.turn_colours),
        Command("full_screen", "Full screen", "View", desk.turn_full_screen),
        Command("keys", "Keys", "Help", desk.show_keys),
        Command("menus", "Menus", "Help", desk.open_menus),
    ]
