"""What reconciling copies of hidden state: milestone signs and detected routes, under the database's codenames."""

import bisect
from collections.abc import Iterator, Sequence

from sqlite_utils import Database

from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import MILESTONES
from harness.formats.evidence import Input
from harness.formats.oracle import SignRecord, StateRecord
from harness.routes import repeated_routes, walk


def copy_oracle(db: Database, source: Experiment, name: str, folder: TrialFolder) -> None:
    """Write a trial's signs and repeated routes, inside the caller's transaction."""
    oracle, inputs = folder.oracle(), folder.inputs()
    db.conn.executemany(
        "INSERT INTO sign VALUES (?, ?, ?, ?, ?, ?)", [(name, *row) for row in signs_of(oracle, folder, inputs)]
    )
    spans = {one.action_number: (one.first_frame, one.last_frame) for one in inputs}
    steps = walk(inputs, oracle, source.manifest.return_legs)
    rows = [
        (
            *(name, number, spans[route.first.first_action][0], spans[route.first.last_action][1]),
            *(spans[route.second.first_action][0], spans[route.second.last_action][1], route.steps),
        )
        for number, route in enumerate(repeated_routes(steps), 1)
    ]
    db.conn.executemany("INSERT INTO route VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def signs_of(
    oracle: Sequence[StateRecord | SignRecord], folder: TrialFolder, inputs: Sequence[Input]
) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield milestone, sign, frame, derived, unconfirmed; missing earliest and settled signs by DEFINITIONS.md 37."""
    signs = {(one.milestone, one.sign): one for one in oracle if isinstance(one, SignRecord)}
    states = sorted((one for one in oracle if isinstance(one, StateRecord)), key=lambda one: one.frame)
    last_action = inputs[-1].first_frame if inputs else 0
    for milestone in MILESTONES:
        for sign in ("earliest", "latched", "settled"):
            if (milestone, sign) in signs:
                one = signs[milestone, sign]
                yield milestone, sign, one.frame, 0, int(one.unconfirmed)
        latched = signs.get((milestone, "latched"))
        if latched is None:
            continue
        if (milestone, "earliest") not in signs:
            yield milestone, "earliest", _message_before(states, latched.frame), 1, int(latched.unconfirmed)
        if (milestone, "settled") not in signs:
            ended = latched.frame >= last_action
            frame = folder.closing.frames - 1 if ended else latched.frame
            yield milestone, "settled", frame, 1, int(latched.unconfirmed)


def _message_before(states: Sequence[StateRecord], latched: int) -> int:
    """Return the first sampled frame of the last message box before a latch, or the latch where there was none."""
    end = bisect.bisect_right([one.frame for one in states], latched)
    first: int | None = None
    for one in reversed(states[:end]):
        if one.state is not None and one.state.screen == "dialogue":
            first = one.frame
        elif first is not None:
            break
    return latched if first is None else first
