"""Reading a bundle: what one reviewer, or the adjudicator, received; nothing in it is changed."""

import bisect
import functools
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel

from firered_review.core.errors import ReviewError, Sealed, Tampered
from firered_review.core.rules import TrialFacts
from firered_review.store.recognise import recognise
from harness.evidence.motion import MotionReader
from harness.evidence.places import plain_file, plain_folder
from harness.formats.base import DecisionNumber, FrameNumber, Sha256, sha256_hex
from harness.formats.bundle import (
    BundleAction,
    BundleDecision,
    BundleHeader,
    BundleMemoryEvent,
    BundleText,
    BundleTrial,
)
from harness.formats.codebook import CodebookSet
from harness.formats.files import load_json, parse, read_bytes
from harness.formats.labels import FrameIdentity, Label, Stage

HEADER = "bundle.json"
CODEBOOK = "codebook.json"
LABELS = "labels.sqlite"

R = TypeVar("R", bound=BaseModel)
Kind = Literal["review", "adjudication", "training"]


class TrialView:
    """One blinded trial of a bundle; every file is read when it is first asked for and checked against its hash."""

    def __init__(self, bundle: "Bundle", codename: str) -> None:
        self.codename = codename
        self._bundle = bundle
        self._folder = f"trials/{codename}"

    @functools.cached_property
    def info(self) -> BundleTrial:
        """Counts and timing of the trial."""
        return self._bundle.record(f"{self._folder}/trial.json", BundleTrial)

    @functools.cached_property
    def decisions(self) -> list[BundleDecision]:
        """Every decision, in order; decision n is at index n − 1."""
        found = self._bundle.lines(f"{self._folder}/decisions.jsonl", BundleDecision)
        if [one.decision for one in found] != list(range(1, len(found) + 1)):
            raise ReviewError(
                f"{self._bundle.path / self._folder / 'decisions.jsonl'} skips a decision: ask for it again."
            )
        return found

    @functools.cached_property
    def actions(self) -> list[BundleAction]:
        """Every accepted action, in order."""
        return self._bundle.lines(f"{self._folder}/actions.jsonl", BundleAction)

    @functools.cached_property
    def frames(self) -> MotionReader:
        """Every emulated frame; for the thread that first asked. Another thread takes ``open_frames``."""
        return self.open_frames()

    def open_frames(self) -> MotionReader:
        """Return a new reader of the frames; the caller closes it."""
        return MotionReader(plain_file(self._bundle.path, f"{self._folder}/motion.sqlite"))

    @functools.cached_property
    def boundaries(self) -> list[FrameNumber]:
        """Boundary frame of each decision; decision 1 comes first."""
        return [one.frame for one in self.decisions]

    def texts(self) -> list[BundleText]:
        """Return the agent's words, decision by decision. Stage two only."""
        return self._bundle.lines(f"{self._folder}/texts.jsonl", BundleText)

    def memory(self) -> list[BundleMemoryEvent]:
        """Return every event of the agent's memory. Stage two only."""
        return self._bundle.lines(f"{self._folder}/memory.jsonl", BundleMemoryEvent)

    def decision_at(self, frame: FrameNumber) -> DecisionNumber:
        """Return the decision in which a frame was emulated: the last whose boundary frame is not after it."""
        return max(1, bisect.bisect_right(self.boundaries, frame))

    def identity(self, frame: FrameNumber) -> FrameIdentity:
        """Return a frame's number and pixel hash.

        Raises:
            BadFile: there is no such frame.
        """
        return FrameIdentity(frame=frame, sha256=self.frames.sha256(frame))

    def boundary(self, decision: DecisionNumber) -> FrameIdentity:
        """Return the boundary frame of a decision."""
        one = self.decisions[decision - 1]
        return FrameIdentity(frame=one.frame, sha256=one.frame_sha256)

    @functools.cached_property
    def fact_decisions(self) -> Mapping[str, DecisionNumber]:
        """Fact id → the decision that stored it first. Stage two only."""
        return {
            event.fact.fact_id: event.fact.first_seen_decision
            for event in reversed(self.memory())
            if event.fact is not None
        }

    def facts_for_rules(self, stage: Stage, others: Mapping[str, Label]) -> TrialFacts:
        """Return what the rules of labels must know of this trial."""
        return TrialFacts(
            boundaries=self.boundaries,
            frames=self.frames.count,
            identity=self.frames.sha256,
            facts=self.fact_decisions if stage == 2 else {},
            stage=stage,
            others=others,
        )


class Bundle:
    """A bundle's folder.

    Raises:
        BadFile: the folder is no bundle, or a file of it is missing or damaged.
        NewerVersion: it was made by a newer version.
        Tampered: a file is not the one that the bundle was made with.
    """

    def __init__(self, path: Path) -> None:
        self.path = plain_folder(path)
        if not (path / HEADER).is_file():
            raise ReviewError(f"{path} is not a bundle: it has no {HEADER}.")
        raw = read_bytes(plain_file(path, HEADER))
        self.sha256: Sha256 = sha256_hex(raw)
        """SHA-256 of ``bundle.json``, which holds the hash of every other file."""
        self.header: BundleHeader = parse(BundleHeader, load_json(raw, str(path / HEADER)), str(path / HEADER))
        self.codebook: CodebookSet = self.record(CODEBOOK, CodebookSet)
        self._trials = {codename: TrialView(self, codename) for codename in self.header.trials}

    @property
    def trials(self) -> Sequence[str]:
        """The codenames, in the bundle's order."""
        return self.header.trials

    def trial(self, codename: str) -> TrialView:
        """Return one trial.

        Raises:
            ReviewError: the bundle holds no such trial.
        """
        if codename not in self._trials:
            raise ReviewError(f"{self.path} holds no trial {codename}.")
        return self._trials[codename]

    def record(self, relative: str, model: type[R]) -> R:
        """Read one JSON file of the bundle, checked against its hash."""
        where = str(self.path / relative)
        return parse(model, load_json(self._checked(relative), where), where)

    def lines(self, relative: str, model: type[R]) -> list[R]:
        """Read a file of lines of the bundle, checked against its hash."""
        where = f"{self.path / relative}, line"
        parts = self._checked(relative).split(b"\n")[:-1]
        return [parse(model, load_json(part, f"{where} {i}"), f"{where} {i}") for i, part in enumerate(parts, 1)]

    def verify(self) -> None:
        """Hash every file that the bundle was made with, pictures included.

        Raises:
            BadFile: one is missing.
            Tampered: one is not the file it was.
        """
        for relative in self.header.files:
            self.verify_one(relative)

    def verify_one(self, relative: str) -> None:
        """Hash one file; raises as ``verify`` does."""
        self._checked(relative)

    def close(self) -> None:
        """Let go of every open file."""
        for view in self._trials.values():
            if "frames" in view.__dict__:
                view.frames.close()
                del view.__dict__["frames"]

    def _checked(self, relative: str) -> bytes:
        path = plain_file(self.path, relative)
        data = read_bytes(path)
        if hashlib.sha256(data).hexdigest() != self.header.files.get(relative):
            raise Tampered(f"{path} is not the file this bundle was made with: ask for the bundle again.")
        return data


_PLACES: dict[Kind, tuple[str, str]] = {
    "review": ("a reviewer's bundle", "annotate"),
    "adjudication": ("the adjudicator's bundle", "adjudicate"),
    "training": ("a training bundle", "train"),
}
"""Kind of a bundle → what it is and the command that opens it."""


def open_bundle(path: Path, kind: Kind = "review") -> Bundle:
    """Open a bundle of one kind.

    Raises:
        Sealed: it is a sealed label set.
        ReviewError: it is no bundle, or one of another kind; the errors of ``Bundle``.
    """
    return _of_kind(path, (kind,))


def open_any(path: Path) -> Bundle:
    """Open a bundle that somebody labels: a reviewer's, or one for training; raises as ``open_bundle`` does."""
    return _of_kind(path, ("review", "training"))


def _of_kind(path: Path, kinds: Sequence[Kind]) -> Bundle:
    if not (path / HEADER).exists():
        found = recognise(path)
        if found is not None:
            raise (Sealed if "sealed label set" in found else ReviewError)(f"{path} is not a bundle but {found}.")
    if path.is_file():
        raise ReviewError(f"{path} is a file, not a bundle's folder.")
    bundle = Bundle(path)
    if bundle.header.kind in kinds:
        return bundle
    bundle.close()
    what, command = _PLACES[bundle.header.kind]
    only = "training opens training bundles only" if kinds == ("training",) else "it does not open here"
    raise ReviewError(f"{path} is {what}, and {only}: use firered-review {command}.")
