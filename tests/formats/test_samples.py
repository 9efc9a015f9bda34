"""A sample of every released file version must load for ever; a newer one is refused by its number."""

import json
from pathlib import Path

import pytest
from pydantic import BaseModel, TypeAdapter

from firered_review.store.sealing import read_sealed
from harness.formats.action import Reply
from harness.formats.base import SCHEMA_VERSION
from harness.formats.bundle import (
    BundleAction,
    BundleDecision,
    BundleHeader,
    BundleMemoryEvent,
    BundleText,
    BundleTrial,
    Maskings,
    SealedKey,
)
from harness.formats.codebook import Codebook, CodebookSet, ErrorRubric, MilestoneRubric
from harness.formats.errors import NewerVersion
from harness.formats.evidence import Attempt, Input, MemoryEvent, PlantedError, TraceRecord, TrialHeader
from harness.formats.files import parse, read_json, read_lines, read_yaml
from harness.formats.labels import FinalLabel
from harness.formats.manifest import Condition, Freeze, Local, Manifest, MemoryPolicy, Schedule
from harness.formats.oracle import OracleLine
from harness.formats.prices import PriceSchedule

SAMPLES = Path(__file__).parent / "v1"
JSON: dict[str, type[BaseModel]] = {
    "bundle-trial.json": BundleTrial,
    "bundle.json": BundleHeader,
    "codebook.json": CodebookSet,
    "freeze.json": Freeze,
    "maskings.json": Maskings,
    "response.json": Reply,
    "prices.json": PriceSchedule,
    "schedule.json": Schedule,
    "sealed-key.json": SealedKey,
    "trial.json": TrialHeader,
}
YAML: dict[str, type[BaseModel]] = {
    "codebook.yaml": Codebook,
    "condition-vision.yaml": Condition,
    "condition.yaml": Condition,
    "local.yaml": Local,
    "manifest.yaml": Manifest,
    "memory-error-rubric.yaml": ErrorRubric,
    "memory-policy.yaml": MemoryPolicy,
    "milestones.yaml": MilestoneRubric,
}
LINES: dict[str, type[BaseModel]] = {
    "annotations.jsonl": FinalLabel,
    "attempts.jsonl": Attempt,
    "bundle-actions.jsonl": BundleAction,
    "bundle-decisions.jsonl": BundleDecision,
    "bundle-memory.jsonl": BundleMemoryEvent,
    "bundle-texts.jsonl": BundleText,
    "inputs.jsonl": Input,
    "memory.jsonl": MemoryEvent,
    "planted.jsonl": PlantedError,
    "trace.jsonl": TraceRecord,
}


@pytest.mark.parametrize("name", sorted(JSON))
def test_a_json_file_of_version_1_loads(name: str) -> None:
    assert read_json(SAMPLES / name, JSON[name])


@pytest.mark.parametrize("name", sorted(YAML))
def test_a_yaml_file_of_version_1_loads(name: str) -> None:
    assert read_yaml(SAMPLES / name, YAML[name])


@pytest.mark.parametrize("name", sorted(LINES))
def test_every_line_of_a_version_1_file_loads(name: str) -> None:
    found = read_lines(SAMPLES / name, LINES[name])
    assert len(found.records) >= 1
    assert not found.torn


def test_oracle_lines_of_version_1_load() -> None:
    line: TypeAdapter[object] = TypeAdapter(OracleLine)
    assert [line.validate_json(one) for one in (SAMPLES / "oracle.jsonl").read_bytes().splitlines()]


def test_a_sealed_set_of_version_1_loads_and_its_digest_holds() -> None:
    assert read_sealed(SAMPLES / "ada.sealed").sealed.reviewer == "ada"


def test_every_sample_is_read_by_a_test() -> None:
    known = {*JSON, *YAML, *LINES, "oracle.jsonl", "ada.sealed"}
    assert {path.name for path in SAMPLES.iterdir() if path.is_file()} == known


def test_a_newer_version_is_refused_before_anything_else_is_looked_at() -> None:
    value = json.loads((SAMPLES / "trial.json").read_text()) | {"schema_version": SCHEMA_VERSION + 1, "strange": []}
    with pytest.raises(NewerVersion, match=r"newer version \(format 2, this program reads 1\): update FireRed Review"):
        parse(TrialHeader, value, "trial.json")
