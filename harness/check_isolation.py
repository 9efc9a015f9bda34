"""Whether a trial can begin with anything of another one: facts, responses, sessions, save memory, caches."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.base import Sha256, sha256_hex
from harness.formats.check import CheckItem, Look
from harness.formats.evidence import Attempt
from harness.formats.files import load_json
from harness.memory.store import EpisodicMemory


class FolderStamp(NamedTuple):
    """Names, sizes and times of the files in a folder, to see whether anything was written there."""

    files: tuple[tuple[str, int, int], ...]


def stamp_of(folder: Path) -> FolderStamp:
    """Return the stamp of a folder; folders in it, such as the experiment itself, are left out."""
    entries = ((path.name, path.lstat()) for path in folder.iterdir() if path.is_symlink() or not path.is_dir())
    return FolderStamp(tuple(sorted((name, stat.st_size, stat.st_mtime_ns) for name, stat in entries)))


def isolation_items(experiment: Experiment, seen: Look, before: FolderStamp, rom_folder: Path) -> Iterator[CheckItem]:
    """Yield what was found: the memory store, earlier responses, save memory, provider caches, the ROM's folder."""
    trials = experiment.trials()
    yield _nothing_known(experiment, trials)
    yield _nothing_answered(trials)
    fresh = seen.start == seen.again
    words = "is the state's again after the game was played" if fresh else "keeps what the game wrote before"
    yield CheckItem(
        title="Save memory is fresh at every restore",
        verdict="pass" if fresh else "fail",
        found=f"save memory {words}.",
    )
    yield from _caches(trials)
    untouched = stamp_of(rom_folder) == before
    yield CheckItem(
        title="The ROM's folder is untouched",
        verdict="pass" if untouched else "fail",
        found="it is as it was." if untouched else "a file in it was added, changed or removed.",
    )


def _nothing_known(experiment: Experiment, trials: list[TrialFolder]) -> CheckItem:
    begun = EpisodicMemory(experiment.memory_policy).retrieve()
    left = [trial.name for trial in trials if trial.memory() and trial.memory()[0].event == "shown"]
    words = f"{left[0]} was shown a fact before it wrote one" if left else "every trial starts with no fact"
    return CheckItem(
        title="No trial begins with facts of another", verdict="fail" if left or begun else "pass", found=f"{words}."
    )


def _nothing_answered(trials: list[TrialFolder]) -> CheckItem:
    owner: dict[tuple[str, Sha256], str] = {}
    shared: list[str] = []
    for trial in trials:
        answers = sorted({_answer(trial, one) for one in trial.attempts() if one.response_id and one.response_path})
        shared += [
            f"{trial.name} and {owner[answer]} share the response {answer[0]}"
            for answer in answers
            if owner.setdefault(answer, trial.name) != trial.name
        ]
        if _assistant_turn(trial):
            shared.append(f"the first request of {trial.name} holds an earlier reply")
    return CheckItem(
        title="No trial begins with an earlier response or session",
        verdict="fail" if shared else "pass",
        found=f"{'; '.join(shared) or 'no response id or session is shared'}.",
    )


def _answer(trial: TrialFolder, attempt: Attempt) -> tuple[str, Sha256]:
    """Return a response's id and the hash of its bytes: some servers count their ids from 1 again."""
    return str(attempt.response_id), sha256_hex(trial.file(str(attempt.response_path)))


def _assistant_turn(trial: TrialFolder) -> bool:
    attempts = trial.attempts()
    if not attempts:
        return False
    request: Any = load_json(trial.file(attempts[0].request_path), f"{trial.name}: {attempts[0].request_path}")
    return any(one.get("role") == "assistant" for one in request.get("messages", []))


def _caches(trials: list[TrialFolder]) -> Iterator[CheckItem]:
    found = []
    for trial in trials:
        first = next(iter(trial.attempts()), None)
        if first is not None and first.cached_tokens:
            found.append(f"{trial.name} ({first.cached_tokens} tokens)")
    if found:
        yield CheckItem(
            title="No provider cache served a first decision",
            verdict="warn",
            found=f"a provider cache served the first decision of {', '.join(found)}: the prompt was in its cache. "
            "`verify` takes that as state of an earlier trial unless a limitation in the manifest names the cache.",
        )
