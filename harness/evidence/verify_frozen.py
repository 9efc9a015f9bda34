"""Checks of what must be the same in every trial: hashes, first frame, an empty memory at the start."""

from collections.abc import Iterator

from harness.evidence.package import LoadedTrial, Package, each
from harness.evidence.places import REQUESTS, attempt_name, plain_file, trial_name
from harness.formats.base import Sha256, sha256_hex
from harness.formats.errors import BadFile
from harness.formats.files import read_bytes

_FROZEN_FOLDERS = ("prompts", "conditions", "scoring")
_OF_WRITTEN = ("shown", "read", "update", "supersession", "eviction")
_FROZEN_FILES = ("manifest.yaml", "memory-policy.yaml", "prices.json")


def same_hashes(package: Package) -> Iterator[str]:
    """Check that ROM, state, emulator, prompts, conditions, budgets and scoring are the frozen ones, in every trial."""
    experiment, path = package.experiment, package.path
    freeze, manifest = experiment.freeze, experiment.manifest
    for name, sha256 in freeze.files.items():
        try:
            if sha256_hex(read_bytes(plain_file(path, name))) != sha256:
                yield f"{path / name} is not what was frozen."
        except BadFile as fault:
            yield str(fault)
    for name in _FROZEN_FILES:
        if name not in freeze.files and (path / name).exists():
            yield f"{path / name} was not frozen."
    for folder in _FROZEN_FOLDERS:
        for file in sorted((path / folder).rglob("*")):
            if file.is_file() and file.relative_to(path).as_posix() not in freeze.files:
                yield f"{file} was not frozen."
    if (manifest.game.rom_sha256, manifest.game.initial_state_sha256) != (
        freeze.rom_sha256,
        freeze.initial_state_sha256,
    ):
        yield f"{path / 'manifest.yaml'} names another ROM or initial state than {path / 'freeze.json'}."
    yield from each(package.trials, lambda trial: _same_header(package, trial))


def _same_header(package: Package, trial: LoadedTrial) -> Iterator[str]:
    freeze, timing, header = package.experiment.freeze, package.experiment.manifest.emulator, trial.header
    expected = {
        "freeze_sha256": package.experiment.freeze_sha256,
        "rom_sha256": freeze.rom_sha256,
        "initial_state_sha256": freeze.initial_state_sha256,
        "emulator_files": freeze.emulator_files,
        "press_frames": timing.press_frames,
        "settle_frames": timing.settle_frames,
        "experiment_id": package.experiment.manifest.experiment_id,
    }
    for name, value in expected.items():
        if getattr(header, name) != value:
            yield f"{trial.path / 'trial.json'}: {name} is not the frozen one."
    yield from _right_place(package, trial)


def _right_place(package: Package, trial: LoadedTrial) -> Iterator[str]:
    """A trial lies in the folder of its name and stands in the schedule where it says."""
    header, where = trial.header, trial.path / "trial.json"
    if header.condition_id not in {entry.id for entry in package.experiment.manifest.conditions}:
        yield f"{where}: the manifest has no condition {header.condition_id}."
    if trial.path.name != trial_name(header.condition_id, header.trial_id, header.rerun):
        yield f"{where}: this is trial {header.trial_id} of {header.condition_id}, its folder has another name."
    if header.position is None:
        return
    due = [
        (one.condition, one.trial) for one in package.experiment.schedule.positions if one.position == header.position
    ]
    if due != [(header.condition_id, header.trial_id)]:
        yield f"{where}: schedule.json has another trial at position {header.position}."


def same_first_frame(package: Package) -> Iterator[str]:
    """Check that every valid trial begins with the same picture, and that its motion store says so too."""
    if not package.trials:
        yield f"{package.path / 'trials'} holds no finished trial."
    first = {trial.header.first_frame_sha256 for trial in package.valid}
    if len(first) > 1:
        for trial in package.valid:
            yield f"{trial.path / 'trial.json'}: the first frame is {trial.header.first_frame_sha256[:12]}…"
    yield from each(package.valid, _first_frame_stored)


def _first_frame_stored(trial: LoadedTrial) -> Iterator[str]:
    if not trial.shows(0, trial.header.first_frame_sha256):
        yield f"{trial.path / 'motion.sqlite'}, frame 0 is not the first frame that trial.json names."


def nothing_carried_over(package: Package) -> Iterator[str]:
    """Check that no trial shows a fact, a frame or a response of another one, and begins as its condition does."""
    yield from each(package.valid, _own_memory)
    seen: dict[tuple[str, Sha256], LoadedTrial] = {}
    begun: dict[str, tuple[str, LoadedTrial]] = {}
    admitted = any("cache" in said.lower() for said in package.experiment.manifest.limitations)

    def compared(trial: LoadedTrial) -> Iterator[str]:
        for attempt in trial.attempts:
            if attempt.response_id is None or attempt.response_path is None:
                continue  # some servers count their ids from 1 again: an answer is another's when its bytes are too
            body = sha256_hex(read_bytes(plain_file(trial.path, attempt.response_path)))
            other = seen.setdefault((attempt.response_id, body), trial)
            if other is not trial:
                yield f"{trial.path / 'attempts.jsonl'}: response {attempt.response_id} is {other.path.name}'s too."
        if not admitted:
            yield from _provider_cache(trial)
        if trial.trace:
            name = f"{REQUESTS}/{attempt_name(1, 1)}"
            prompt = sha256_hex(read_bytes(plain_file(trial.path, name)))
            first, other = begun.setdefault(trial.header.condition_id, (prompt, trial))
            if first != prompt:
                yield f"{trial.path / name} is not the first prompt of {other.path.name}."

    yield from each(package.valid, compared)


def _provider_cache(trial: LoadedTrial) -> Iterator[str]:
    """The very first call of a trial cannot have anything cached of its own; a retry after it can."""
    cached = trial.attempts[0].cached_tokens if trial.attempts else None
    if cached:
        where = trial.path / "attempts.jsonl"
        yield (
            f"{where}, line 1: {cached} tokens of the first call came from a provider's cache, and no limitation in "
            "manifest.yaml names the cache."
        )


def _own_memory(trial: LoadedTrial) -> Iterator[str]:
    written: set[str] = set()
    where = trial.path / "memory.jsonl"
    for line, event in enumerate(trial.memory, 1):
        if event.event in _OF_WRITTEN and event.fact_id not in written:
            yield f"{where}, line {line}: fact {event.fact_id} has the event {event.event} before this trial wrote it."
        if event.event == "write" and event.fact_id is not None:
            written.add(event.fact_id)
        if event.fact is not None and not trial.shows(event.fact.evidence_frame, event.fact.evidence_frame_sha256):
            yield f"{where}, line {line}: the evidence of fact {event.fact_id} is no frame of this trial."
