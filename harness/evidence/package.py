"""A whole package loaded for verification, one trial at a time, each file when it is first needed."""

import functools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from harness.evidence.places import LABELS
from harness.evidence.reader import Experiment, TrialFolder, pair_of
from harness.formats.base import Sha256
from harness.formats.errors import BadFile
from harness.formats.evidence import VALID_REASONS, Attempt, Input, MemoryEvent, TraceRecord
from harness.formats.labels import FinalLabel
from harness.formats.oracle import SignRecord


class LoadedTrial:
    """One trial, its journals parsed once; each property raises ``BadFile`` where the file is damaged."""

    def __init__(self, folder: TrialFolder) -> None:
        self.folder = folder
        self.path = folder.path
        self.header = folder.header
        self.closing = folder.closing
        self.valid = folder.closing.reason in VALID_REASONS

    @functools.cached_property
    def trace(self) -> list[TraceRecord]:
        """Every committed decision."""
        return self.folder.trace()

    @functools.cached_property
    def attempts(self) -> list[Attempt]:
        """Every call."""
        return self.folder.attempts()

    @functools.cached_property
    def inputs(self) -> list[Input]:
        """Every accepted action."""
        return self.folder.inputs()

    @functools.cached_property
    def memory(self) -> list[MemoryEvent]:
        """Every event of episodic memory."""
        return self.folder.memory()

    @functools.cached_property
    def signs(self) -> list[SignRecord]:
        """Every sign of a milestone that the oracle saw."""
        return [line for line in self.folder.oracle() if isinstance(line, SignRecord)]

    @functools.cached_property
    def identities(self) -> list[Sha256]:
        """The SHA-256 of every emulated frame."""
        with self.folder.frames as frames:
            return frames.identities()

    @functools.cached_property
    def labels(self) -> list[FinalLabel] | None:
        """The adjudicated labels, null before unblinding."""
        return self.folder.labels()

    def shows(self, frame: int, sha256: Sha256) -> bool:
        """Whether a frame of this trial is that very picture."""
        return frame < len(self.identities) and self.identities[frame] == sha256


class Package:
    """An experiment and its trials; a trial that cannot be opened is a sentence in ``faults``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.experiment = Experiment(path)
        self.trials: list[LoadedTrial] = []
        self.faults: list[str] = []
        for name in self.experiment.trial_names():
            try:
                self.trials.append(LoadedTrial(TrialFolder(path / "trials" / name)))
            except BadFile as fault:
                self.faults.append(str(fault))

    @property
    def valid(self) -> list[LoadedTrial]:
        """The trials that ended by M8, a budget or the loop rule."""
        return [trial for trial in self.trials if trial.valid]

    @property
    def judged(self) -> list[LoadedTrial]:
        """The trials that reviewers label: valid, and so is the other one of their pair."""
        void = {pair_of(trial.header) for trial in self.trials if not trial.valid}
        return [t for t in self.valid if pair_of(t.header) is None or pair_of(t.header) not in void]

    @property
    def labelled(self) -> bool:
        """Whether adjudicated labels were written back."""
        return any((trial.path / LABELS).exists() for trial in self.trials)


def each(trials: Iterable[LoadedTrial], look: Callable[[LoadedTrial], Iterator[str]]) -> Iterator[str]:
    """Yield what ``look`` finds in each trial; a damaged file is a finding and the next trial is looked at."""
    for trial in trials:
        try:
            yield from look(trial)
        except BadFile as fault:
            yield str(fault)
