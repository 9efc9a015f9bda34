"""Reading a trial and an experiment; nothing is changed by it, and nothing outside is touched."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from harness.evidence.motion import LEFTOVERS, MotionReader
from harness.evidence.places import JOURNALS, LABELS, MOTION, TRIALS, plain_file, plain_folder
from harness.formats.base import Sha256, sha256_hex
from harness.formats.codebook import Codebook, CodebookSet, ErrorRubric, MilestoneRubric
from harness.formats.errors import BadFile
from harness.formats.evidence import (
    VALID_REASONS,
    Attempt,
    Input,
    MemoryEvent,
    TraceRecord,
    TrialClosing,
    TrialHeader,
)
from harness.formats.files import load_json, parse, read_bytes, read_json, read_lines, read_yaml
from harness.formats.labels import FinalLabel
from harness.formats.manifest import Condition, Freeze, Local, Manifest, MemoryPolicy, Schedule
from harness.formats.oracle import SignRecord, StateRecord

R = TypeVar("R", bound=BaseModel)


class TrialFolder:
    """One finished trial. Its journals are parsed each time they are asked for; keep what you need.

    Raises:
        BadFile: the folder is no trial, its header is damaged, or the trial was killed and not yet recovered.
    """

    def __init__(self, path: Path) -> None:
        self.path = plain_folder(path)
        self.name = path.name
        self.header: TrialHeader = read_json(plain_file(path, "trial.json"), TrialHeader)
        left = [MOTION + ending for ending in LEFTOVERS if (path / (MOTION + ending)).exists()]
        if self.header.closing is None or left:
            raise BadFile(
                f"{path} was not finished. If it is not being recorded now, start firered-harness record or run first, "
                "it recovers killed trials."
            )
        self.closing: TrialClosing = self.header.closing

    @property
    def torn(self) -> list[str]:
        """Names of the journals whose last line is torn; that line is left out on reading."""
        return [f"{name}.jsonl" for name in (*JOURNALS, "annotations") if self._is_torn(f"{name}.jsonl")]

    @property
    def frames(self) -> MotionReader:
        """A new reader of every emulated frame; the caller closes it."""
        return MotionReader(plain_file(self.path, MOTION))

    def trace(self) -> list[TraceRecord]:
        """Return one record per committed decision."""
        return self._lines("trace.jsonl", TraceRecord)

    def attempts(self) -> list[Attempt]:
        """Return every call, refused ones too."""
        return self._lines("attempts.jsonl", Attempt)

    def inputs(self) -> list[Input]:
        """Return every accepted action."""
        return self._lines("inputs.jsonl", Input)

    def memory(self) -> list[MemoryEvent]:
        """Return every event of episodic memory."""
        return self._lines("memory.jsonl", MemoryEvent)

    def oracle(self) -> list[StateRecord | SignRecord]:
        """Return every sample of hidden state and every milestone's sign, in order."""
        path = plain_file(self.path, "oracle.jsonl")
        found: list[StateRecord | SignRecord] = []
        for number, line in enumerate(read_bytes(path).split(b"\n")[:-1], 1):
            where = f"{path}, line {number}"
            value = load_json(line, where)
            sign = isinstance(value, dict) and value.get("record") == "sign"
            found.append(parse(SignRecord, value, where) if sign else parse(StateRecord, value, where))
        return found

    def labels(self) -> list[FinalLabel] | None:
        """Return the adjudicated labels written back at unblinding, or null before it."""
        return self._lines(LABELS, FinalLabel) if (self.path / LABELS).exists() else None

    def file(self, relative: str) -> bytes:
        """Return the bytes of a file below the trial that a record names.

        Raises:
            BadFile: the name leads outside, or there is no such plain file.
        """
        return read_bytes(plain_file(self.path, relative))

    def _lines(self, name: str, model: type[R]) -> list[R]:
        return read_lines(plain_file(self.path, name), model).records

    def _is_torn(self, name: str) -> bool:
        path = self.path / name
        if path.is_symlink() or not path.is_file():
            return False
        return read_bytes(path)[-1:] not in (b"", b"\n")


class Experiment:
    """An experiment's folder. Every file is read when it is first asked for.

    Raises:
        BadFile: the folder is no experiment.
    """

    def __init__(self, path: Path) -> None:
        self.path = plain_folder(path)
        if not (path / "manifest.yaml").is_file():
            raise BadFile(f"{path} is no experiment: it has no manifest.yaml.")

    @functools.cached_property
    def manifest(self) -> Manifest:
        """The manifest."""
        return self._one("manifest.yaml", Manifest, read_yaml)

    @functools.cached_property
    def freeze(self) -> Freeze:
        """The protocol freeze."""
        return self._one("freeze.json", Freeze, read_json)

    @property
    def freeze_sha256(self) -> Sha256:
        """SHA-256 of ``freeze.json`` as it is now."""
        return sha256_hex(read_bytes(plain_file(self.path, "freeze.json")))

    @functools.cached_property
    def schedule(self) -> Schedule:
        """The counterbalanced schedule."""
        return self._one("schedule.json", Schedule, read_json)

    @functools.cached_property
    def local(self) -> Local:
        """This machine's paths of ROM and state."""
        return self._one("local.yaml", Local, read_yaml)

    @functools.cached_property
    def memory_policy(self) -> MemoryPolicy:
        """The memory policy of every condition."""
        return self._one("memory-policy.yaml", MemoryPolicy, read_yaml)

    @functools.cached_property
    def conditions(self) -> dict[str, Condition]:
        """Condition id → condition, in the manifest's order."""
        found = {}
        for path in sorted(plain_folder(self.path / "conditions").glob("*.yaml")):
            condition = self._one(f"conditions/{path.name}", Condition, read_yaml)
            if condition.id in found:
                raise BadFile(f"{path} is a second file of the condition {condition.id}: remove one of them.")
            found[condition.id] = condition
        wanted = [entry.id for entry in self.manifest.conditions]
        if sorted(wanted) != sorted(found):
            raise BadFile(f"{self.path / 'conditions'} holds {sorted(found)}, the manifest names {sorted(wanted)}.")
        return {name: found[name] for name in wanted}

    def codebook(self) -> CodebookSet:
        """Return the three scoring files as one record."""
        return CodebookSet(
            codebook=self._one("scoring/codebook.yaml", Codebook, read_yaml),
            milestones=self._one("scoring/milestones.yaml", MilestoneRubric, read_yaml),
            errors=self._one("scoring/memory-error-rubric.yaml", ErrorRubric, read_yaml),
        )

    def trial_names(self) -> list[str]:
        """Return the names of all trial folders, finished or not, sorted."""
        folder = self.path / TRIALS
        if not folder.exists():
            return []
        return sorted(entry.name for entry in plain_folder(folder).iterdir() if not entry.name.startswith("."))

    def trials(self) -> list[TrialFolder]:
        """Return all trials, sorted by name; a killed one that nobody recovered is an error."""
        return [TrialFolder(self.path / TRIALS / name) for name in self.trial_names()]

    def valid_trials(self) -> list[TrialFolder]:
        """Return the trials that count: ended by M8, a budget or the loop rule, as did the other one of their pair."""
        every = self.trials()
        void = {pair_of(trial.header) for trial in every if trial.closing.reason not in VALID_REASONS}
        valid = [trial for trial in every if trial.closing.reason in VALID_REASONS]
        return [trial for trial in valid if pair_of(trial.header) is None or pair_of(trial.header) not in void]

    def _one(self, relative: str, model: type[R], read: Callable[[Path, type[Any]], Any]) -> R:
        record: R = read(plain_file(self.path, relative), model)
        return record


def pair_of(header: TrialHeader) -> tuple[int, int] | None:
    """Return which pair of the schedule, and which recording of it, a trial belongs to; null outside the schedule."""
    return None if header.position is None else ((header.position + 1) // 2, header.rerun)
