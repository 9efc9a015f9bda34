"""Searching a bundle for what would betray a condition: names, ids, costs, times, order, and what pictures carry."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import pairwise
from math import comb, factorial
from pathlib import Path

from pydantic import BaseModel

from firered_review.store.blind import NEUTRAL_TIME
from firered_review.store.bundle import CODEBOOK, HEADER, LABELS, Bundle
from firered_review.store.picture_leaks import picture_leaks, recorded_trial
from firered_review.store.sealing import ENDING
from firered_review.store.telling_words import TellingWords
from harness.evidence.reader import Experiment, TrialFolder
from harness.formats.bundle import (
    BundleAction,
    BundleDecision,
    BundleHeader,
    BundleMemoryEvent,
    BundleText,
    BundleTrial,
    TrainingAnswer,
)
from harness.formats.codebook import CodebookSet
from harness.formats.errors import BadFile
from harness.formats.files import load_json, parse, read_bytes

_MODELS: Mapping[str, type[BaseModel]] = {
    HEADER: BundleHeader,
    CODEBOOK: CodebookSet,
    "trial.json": BundleTrial,
    "decisions.jsonl": BundleDecision,
    "actions.jsonl": BundleAction,
    "texts.jsonl": BundleText,
    "memory.jsonl": BundleMemoryEvent,
    "answers.jsonl": TrainingAnswer,
}
_SUSPECT = 0.01
"""An order is a finding when it would come by chance less often than this."""


def check_leaks(experiment: Path, folder: Path) -> list[str]:
    """Return a sentence for each thing in a bundle that should not be there; file and place lead it.

    What the reviewer made since, labels and sealed set, is not looked at.

    Raises:
        ReviewError: the folder is no bundle.
        BadFile: bundle or experiment cannot be read at all.
    """
    source = Experiment(experiment)
    bundle = Bundle(folder)
    try:
        words = TellingWords(source)
        trials = source.valid_trials()
        recorded = {name: recorded_trial(bundle.trial(name), trials) for name in bundle.trials}
        return [
            *_files(bundle, words),
            *(leak for path in _own(bundle) if path.suffix != ".sqlite" for leak in _text(bundle, path, words)),
            *(leak for name, trial in recorded.items() for leak in picture_leaks(bundle.path, name, trial)),
            *_order(bundle, [recorded[name] for name in bundle.trials]),
        ]
    finally:
        bundle.close()


def _own(bundle: Bundle) -> list[Path]:
    return [bundle.path / name for name in (HEADER, *bundle.header.files)]


def _files(bundle: Bundle, words: TellingWords) -> Iterator[str]:
    own = set(_own(bundle))
    for path in sorted(bundle.path.rglob("*")):
        made_since = path.parent == bundle.path and (path.name.startswith(LABELS) or path.suffix == ENDING)
        if path.is_symlink():
            yield f"{path} is a link, and says where something lies."
        elif path.is_file() and path not in own and not made_since:
            yield f"{path} is not one of the files this bundle was made with."
        for word in words.in_text(path.relative_to(bundle.path).as_posix().replace("/", " ")):
            yield f"{path}: its name holds “{word}”."
    for path in own:
        if not path.is_file():
            yield f"{path} is missing."
            continue
        if int(path.stat().st_mtime) != NEUTRAL_TIME:
            when = datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
            yield f"{path}: its modification time, {when} UTC, is not the neutral one."


def _text(bundle: Bundle, path: Path, words: TellingWords) -> Iterator[str]:
    """Yield what one file of text holds: fields no model of a bundle has, and telling words, line by line."""
    model = _MODELS.get(path.name)
    if model is None:
        yield f"{path} is no file that a bundle has."
    if not path.is_file() or path.is_symlink():
        return
    data = read_bytes(path)
    whole = path.suffix == ".json"
    lines = [data] if whole else data.split(b"\n")
    for number, line in enumerate(lines, 1):
        where = str(path) if whole else f"{path}, line {number}"
        texts: Iterable[str] = line.decode(errors="replace").splitlines()
        if model is not None and line:
            try:
                value = load_json(line, where)
                texts = strings(value)
                parse(model, value, where)
            except BadFile as fault:
                yield str(fault)
        for word in dict.fromkeys(word for text in texts for word in words.in_text(text)):
            yield f"{where}: “{word}”."


def strings(value: object) -> Iterator[str]:
    """Yield every text of a parsed file, names of entries too, but no name of a field of ours."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if not name.isidentifier():
                yield name
            yield from strings(one)
    elif isinstance(value, float):
        yield repr(value)


def _order(bundle: Bundle, trials: list[TrialFolder | None]) -> Iterator[str]:
    """Yield an order of trials that is that of the recording, or one condition after the other."""
    headers = [trial.header for trial in trials if trial is not None]
    n = len(headers)
    places = [(one.started_utc, one.position or 0) for one in headers]
    where = f"{bundle.path / HEADER}, trials"
    if 1 / factorial(n) < _SUSPECT and places == sorted(set(places)):
        yield f"{where}: they stand in the order in which they were recorded (by chance 1 in {factorial(n):,})."
    ids = [one.condition_id for one in headers]
    changes = sum(one != other for one, other in pairwise(ids))
    ways = comb(n, ids.count(ids[0])) if ids else 1
    if len(set(ids)) == 2 and changes == 1 and 2 / ways < _SUSPECT:
        yield f"{where}: those of one condition stand before those of the other (by chance 1 in {ways // 2:,})."
