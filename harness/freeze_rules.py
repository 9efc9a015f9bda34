"""What a protocol must be before it can be frozen: filled in, fair, pinned, balanced, and without a key in it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from harness.agents.registry import KNOWN
from harness.evidence.places import trial_name
from harness.evidence.reader import Experiment
from harness.formats.errors import BadFile, Refused
from harness.formats.files import load_json, load_yaml, read_bytes
from harness.formats.manifest import Condition, Manifest
from harness.key_search import key_in_folder
from harness.pins import is_pinned
from harness.schedule import declared_order

_PLACEHOLDER = re.compile(r"\b(?:REPLACE_WITH_\w+|SET_BEFORE_RUN|YYYY-MM-DD\S*)")
_TEXTS = (".txt", ".json", ".yaml")
MAY_DIFFER = {
    "A": frozenset({"id", "agent", "model", "base_url", "api_key_env", "seed", "structured_output", "wrapper"}),
    "B": frozenset({"id", "episodic_memory"}),
}
"""Per design, the fields in which its two conditions may differ: the model with its provider's wrapper, or memory."""
_CARRIES_STATE = re.compile(r"session|conversation|thread|previous_response|cache_id|cached_content|^store$", re.I)
_INTERFACE_TEXT = (
    "experiment manifest condition trial agent decision attempt action frame boundary observation fact oracle "
    "milestone repeated route memory error cause effect reviewer label revision seal match conflict adjudication "
    "agreement freeze unblind codebook bundle codename evidence package battle note bookmark stage seen unsure"
)


class _Left(NamedTuple):
    """A value that nobody filled in, and where."""

    place: str
    value: str


def refuse_unfit(experiment: Experiment, frozen: list[str]) -> tuple[Condition, Condition]:
    """Return the two conditions of an experiment that may be frozen; ``frozen`` names its files.

    Raises:
        Refused: something is left to fill in, unfair, floating, unbalanced, or a key.
        BadFile: a file is damaged.
    """
    refuse_placeholders(experiment.path, frozen)
    first, second = _two_conditions(experiment)
    _refuse_keys(experiment)
    _refuse_other_differences(experiment.manifest.design, first, second)
    _refuse_floating(experiment.manifest, (first, second))
    for condition in (first, second):
        _refuse_unknown_agent(condition)
        _refuse_carried_state(condition)
    declared_order(experiment.manifest.trials.per_condition, experiment.manifest.trials.order)
    _refuse_other_contract(experiment)
    _refuse_named_ids(experiment)
    return first, second


def refuse_placeholders(folder: Path, frozen: list[str]) -> None:
    """Refuse an experiment in which a value was left to fill in, naming every one of them.

    Raises:
        Refused: there is one.
        BadFile: a file is not YAML or not text.
    """
    left = [one for name in frozen if name.endswith(_TEXTS) for one in _left_in(folder, name)]
    if left:
        named = "; ".join(f"{place} ({value})" for place, value in left)
        raise Refused(f"{folder} still holds values to fill in before freezing: {named}.")


def _left_in(folder: Path, name: str) -> Iterator[_Left]:
    try:
        text = read_bytes(folder / name).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{folder / name} is not UTF-8 text.") from None
    value = load_yaml(text, str(folder / name)) if name.endswith(".yaml") else None
    if value is not None:
        yield from (_Left(f"{name} {place}", left) for place, left in _left_at(value, ""))
        return
    for number, line in enumerate(text.splitlines(), 1):
        yield from (_Left(f"{name} line {number}", match[0]) for match in _PLACEHOLDER.finditer(line))


def _left_at(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _left_at(part, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _left_at(part, f"{place}.{number}")
    elif isinstance(value, str) and (match := _PLACEHOLDER.search(value)):
        yield place, match[0]


def _two_conditions(experiment: Experiment) -> tuple[Condition, Condition]:
    manifest = experiment.manifest
    entries = manifest.conditions
    if len(entries) != 2:
        raise Refused(f"The manifest names {len(entries)} conditions; a comparison needs two.")
    if trial_name(entries[0].id, 1) == trial_name(entries[1].id, 1):
        raise Refused(f"The conditions {entries[0].id} and {entries[1].id} would share their trials' folders.")
    first, second = (experiment.conditions[entry.id] for entry in entries)
    policy = experiment.memory_policy.name
    if {entry.memory_policy for entry in entries} != {policy}:
        raise Refused(f"Both conditions must name the memory policy {policy!r}, which is memory-policy.yaml's.")
    for entry, condition in zip(entries, (first, second), strict=True):
        if entry.model != condition.model:
            raise Refused(f"The manifest and the file of {condition.id} in conditions/ name different models.")
    return first, second


def _refuse_keys(experiment: Experiment) -> None:
    variables = [one.api_key_env for one in experiment.conditions.values() if one.api_key_env]
    found = key_in_folder(experiment.path, ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", *variables])
    if found is not None:
        raise Refused(found)


def _refuse_other_differences(design: str, first: Condition, second: Condition) -> None:
    if design == "B" and first.episodic_memory == second.episodic_memory:
        raise Refused("In design B exactly one condition has episodic_memory: true.")
    for name in Condition.model_fields:
        one, other = getattr(first, name), getattr(second, name)
        if one != other and name not in MAY_DIFFER[design]:
            raise Refused(
                f"Conditions {first.id} and {second.id} differ in {name}, which design {design} keeps equal "
                f"({one} and {other})."
            )
    if first.seed != second.seed and "unsupported" not in (first.seed, second.seed):
        raise Refused(f"Conditions {first.id} and {second.id} differ in seed ({first.seed} and {second.seed}).")


def _refuse_floating(manifest: Manifest, conditions: tuple[Condition, Condition]) -> None:
    for one in conditions:
        model = one.model
        if model is None or is_pinned(model) or any(model in said for said in manifest.limitations):
            continue
        raise Refused(
            f"The condition {one.id} names the model {model!r}, an alias that may come to mean another model: name a "
            f"dated version, or say so in the manifest's limitations with a sentence that names {model!r}."
        )


def _refuse_unknown_agent(condition: Condition) -> None:
    if condition.agent not in KNOWN and not condition.agent.startswith("replay:"):
        raise Refused(
            f"The condition {condition.id} names the agent {condition.agent!r}, which this program does not know: "
            f"use one of {', '.join(KNOWN)}."
        )


def _refuse_carried_state(condition: Condition) -> None:
    carried = next((name for name in condition.sampling if _CARRIES_STATE.search(name)), None)
    if carried is not None:
        raise Refused(
            f"conditions/{condition.id}.yaml: sampling.{carried} would carry state from one call to the next, which "
            "no trial may have: take it out."
        )


def _refuse_other_contract(experiment: Experiment) -> None:
    rules, game = experiment.manifest.agent, experiment.manifest.game
    allowed = rules.allowed_actions
    if len(set(allowed)) != len(allowed):
        raise Refused("agent.allowed_actions names an action twice.")
    if set(allowed) <= {"NOOP"}:
        raise Refused("The manifest allows no action but NOOP.")
    path = experiment.path / "prompts" / "action-schema.json"
    schema = load_json(read_bytes(path), str(path))
    try:
        actions = schema["properties"]["actions"]
        offered, most = set(actions["items"]["enum"]), actions["maxItems"]
    except (KeyError, TypeError):
        raise BadFile(f"{path} does not say which actions there are and how many at most.") from None
    if offered != set(allowed) or most != rules.max_actions_per_decision:
        raise Refused(
            f"{path} offers other actions, or another number of them, than the manifest's allowed_actions and "
            f"max_actions_per_decision ({rules.max_actions_per_decision}): agents would be told another contract."
        )
    prompt = experiment.path / "prompts" / "system.txt"
    if game.starter.lower() not in read_bytes(prompt).decode("utf-8").lower():
        raise Refused(f"{prompt} does not name the starter {game.starter!r} that the manifest fixes.")


def _refuse_named_ids(experiment: Experiment) -> None:
    """An id that is a word of the codebook or the interface could not be searched for when leaks are looked for."""
    text = " ".join([_INTERFACE_TEXT, *_strings(experiment.codebook())])
    words = " ".join(re.findall(r"[a-z0-9]+", text.lower()))
    for condition in experiment.conditions:
        spoken = re.sub(r"[-_]+", " ", condition)
        if f" {spoken} " in f" {words} ":
            raise Refused(
                f"The condition id {condition!r} is a word of the codebook or the interface, so a leak of it could not "
                "be found: choose another id."
            )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
