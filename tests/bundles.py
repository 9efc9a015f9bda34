"""Makes small but truthful bundles: real pictures, one action a decision, a memory that changes its mind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import numpy as np

from firered_review.store.bundle import CODEBOOK, HEADER
from harness.evidence.motion import MotionWriter
from harness.formats.base import Button, sha256_hex
from harness.formats.bundle import (
    BundleAction,
    BundleAttempt,
    BundleBudgets,
    BundleDecision,
    BundleFact,
    BundleHeader,
    BundleMemoryEvent,
    BundleObserved,
    BundleText,
    BundleTrial,
    Question,
)
from harness.formats.codebook import load_codebook
from harness.formats.files import line_json, pretty_json, write_whole

CODEBOOK_FOLDER = Path(__file__).parents[1] / "resources" / "codebook"
PRESS, SETTLE = 4, 4
WAY: tuple[Button, ...] = ("RIGHT", "RIGHT", "DOWN", "RIGHT", "A", "LEFT", "UP", "NOOP")


def picture(frame: int, trial: int) -> bytes:
    """Return a room with a figure that walks; every eighth frame stands still, so pictures repeat."""
    canvas = np.full((160, 240, 3), (214, 226, 196), np.uint8)
    canvas[::16] = canvas[:, ::16] = (196, 210, 178)
    step = frame // 2
    x, y = 16 + (step * 3 + trial * 40) % 200, 32 + (step // 60 * 16) % 96
    canvas[y : y + 20, x : x + 14] = (186, 60, 52)
    canvas[y : y + 8, x + 2 : x + 12] = (238, 200, 160)
    return canvas.tobytes()


def make_bundle(
    folder: Path,
    reviewer: str = "ada",
    *,
    kind: Literal["review", "adjudication", "training"] = "review",
    codenames: tuple[str, ...] = ("brisk-otter", "quiet-heron"),
    decisions: int = 30,
    settle: int = SETTLE,
    questions: tuple[Question, ...] = ("groups",),
) -> Path:
    """Write a bundle of trials with ``decisions`` decisions of four frames and ``settle`` each; return its folder."""
    folder.mkdir(parents=True)
    codebook = load_codebook(CODEBOOK_FOLDER)
    write_whole(folder / CODEBOOK, pretty_json(codebook))
    for number, codename in enumerate(codenames):
        _write_trial(folder / "trials" / codename, codename, number, decisions, settle)
    files = {p.relative_to(folder).as_posix(): sha256_hex(p.read_bytes()) for p in folder.rglob("*") if p.is_file()}
    header = BundleHeader(
        kind=kind,
        reviewer=reviewer,
        commitment="c" * 64,
        sums_sha256="5" * 64,
        codebook_version=codebook.codebook.version,
        demonstration=True,
        budgets=BundleBudgets(accepted_actions=2500, model_decisions=1200),
        trials=list(codenames),
        files=files,
        questions=list(questions),
    )
    write_whole(folder / HEADER, pretty_json(header))
    return folder


def _write_trial(folder: Path, codename: str, number: int, decisions: int, settle: int) -> None:
    folder.mkdir(parents=True)
    span = PRESS + settle
    frames = decisions * span + 1
    motion = MotionWriter(folder / "motion.sqlite")
    for frame in range(frames):
        motion.add(frame, picture(frame, number))
    boundaries = [index * span for index in range(decisions)]
    hashes = [motion.identity(frame) for frame in boundaries]
    motion.close()
    info = BundleTrial(
        codename=codename,
        frames=frames,
        decisions=decisions,
        actions=decisions,
        press_frames=PRESS,
        settle_frames=settle,
    )
    write_whole(folder / "trial.json", pretty_json(info))
    lines = [
        BundleDecision(decision=i + 1, frame=frame, frame_sha256=hashes[i], settled=i % 7 != 3)
        for i, frame in enumerate(boundaries)
    ]
    write_whole(folder / "decisions.jsonl", b"".join(map(line_json, lines)))
    write_whole(folder / "actions.jsonl", b"".join(map(line_json, _actions(boundaries, settle))))
    write_whole(folder / "texts.jsonl", b"".join(map(line_json, _texts(decisions))))
    write_whole(folder / "memory.jsonl", b"".join(map(line_json, _memory(boundaries))))


def _actions(boundaries: list[int], settle: int) -> Iterator[BundleAction]:
    for index, frame in enumerate(boundaries):
        yield BundleAction(
            action_number=index + 1,
            decision=index + 1,
            action=WAY[index % len(WAY)],
            first_frame=frame + 1,
            press_frames=PRESS,
            last_frame=frame + PRESS + settle,
            input_read=index % 9 != 5,
            settled=True,
        )


def _texts(decisions: int) -> Iterator[BundleText]:
    for number in range(1, decisions + 1):
        refused = number % 10 == 4
        yield BundleText(
            decision=number,
            attempts=[
                *(
                    [BundleAttempt(attempt=1, refused="the reply names five actions, four are allowed")]
                    if refused
                    else []
                ),
                BundleAttempt(attempt=2 if refused else 1, refused=None),
            ],
            reasoning_summary=f"The way to the shop is still open, step {number}.",
            observed=BundleObserved(
                screen="overworld", location_guess="town", objective_guess="fetch the parcel", certainty=0.75
            ),
            memory_read=["inventory-0001"] if number > 6 else [],
            memory_shown=["inventory-0001"] if number > 5 else [],
            memory_written=["inventory-0001"] if number == 5 else [],
        )


def _memory(boundaries: list[int]) -> Iterator[BundleMemoryEvent]:
    facts = (("inventory-0001", 5, "has_item", "parcel"), ("location-0002", 9, "at", "town"))
    for fact_id, decision, predicate, value in facts:
        if decision > len(boundaries):
            return
        yield _event("write", decision, _fact(fact_id, decision, predicate, value, boundaries))
    if len(boundaries) >= 20:
        old = _fact("inventory-0001", 5, "has_item", "parcel", boundaries, status="superseded")
        new = _fact("inventory-0003", 20, "delivered", "parcel", boundaries)
        yield _event("write", 20, new)
        yield _event("supersession", 20, old, "inventory-0003")


def _event(
    event: Literal["write", "supersession"], decision: int, fact: BundleFact, superseded_by: str | None = None
) -> BundleMemoryEvent:
    return BundleMemoryEvent(
        event=event,
        decision=decision,
        fact_id=fact.fact_id,
        fact=fact,
        superseded_by=superseded_by,
        guess_over_confirmed=False,
        refused=None,
    )


def _fact(
    fact_id: str,
    decision: int,
    predicate: str,
    value: str,
    boundaries: list[int],
    status: Literal["active", "superseded"] = "active",
) -> BundleFact:
    return BundleFact(
        fact_id=fact_id,
        kind="location" if fact_id.startswith("location") else "inventory",
        subject="player",
        predicate=predicate,
        object=value,
        status=status,
        confidence=0.9,
        first_seen_decision=decision,
        last_confirmed_decision=decision,
        supersedes=None,
        value=f"player {predicate} {value}",
        evidence="message on screen",
        confirmed=True,
        evidence_frame=boundaries[decision - 1],
    )
