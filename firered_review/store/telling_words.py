"""The words, ids, costs and times of an experiment that no text of a bundle may hold."""

import re
from collections.abc import Iterator

from firered_review.store.blinded_trial import masker_of
from harness.evidence.reader import Experiment, TrialFolder

_TOKEN = re.compile(r"[\w.:/+-]+")
_TIME = re.compile(r"(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d)?")
_DIGITS = 4
"""A cost or a latency with fewer digits than this could be any number."""


class TellingWords:
    """Finds in a text whatever names a condition, a trial, a call, a price or a time."""

    def __init__(self, source: Experiment) -> None:
        self._masker = masker_of(source)
        self._ids = {source.manifest.experiment_id.lower()} - {""}
        for trial in source.trials():
            self._ids |= {one.lower() for one in _ids(trial)}

    def in_text(self, text: str) -> Iterator[str]:
        """Yield every telling word of a text, once."""
        before = self._masker.counts.copy()
        self._masker.text(text)
        found = [word for word, count in self._masker.counts.items() if count > before[word]]
        found += [token for token in _TOKEN.findall(text) if token.strip(".:/+-").lower() in self._ids]
        found += [match[0] for match in _TIME.finditer(text)]
        yield from dict.fromkeys(found)


def _ids(trial: TrialFolder) -> Iterator[str]:
    yield trial.name
    for one in trial.trace():
        yield one.prompt_sha256
        yield from filter(None, (one.response_id, one.raw_response_path, one.model_id))
        yield from _numbers(one.provider_cost_usd, one.latency_ms)
    for call in trial.attempts():
        yield call.request_path
        yield from filter(None, (call.response_id, call.response_path, call.model_id, call.request_id))
        yield from _numbers(call.cost_usd, call.latency_ms)


def _numbers(*values: float | None) -> Iterator[str]:
    for value in values:
        text = "" if value is None else repr(float(value)).removesuffix(".0")
        if "." in text and len(text.replace(".", "").strip("0")) >= _DIGITS:
            yield text
