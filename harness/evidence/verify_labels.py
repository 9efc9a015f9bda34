"""Checks of adjudicated labels against the evidence they rest on."""

from collections.abc import Iterator
from pathlib import Path

from harness.evidence.package import LoadedTrial, Package, each
from harness.evidence.places import LABELS
from harness.formats.bundle import SealedKey
from harness.formats.errors import BadFile
from harness.formats.files import load_json, parse
from harness.formats.labels import Citation, ErrorLabel, MilestoneLabel, RouteLabel

_KEY_BYTES = 1 << 20


def milestones_have_evidence(package: Package) -> Iterator[str]:
    """Check that every milestone, the oracle's or adjudicated, points at a frame that was stored."""
    with_oracle = package.experiment.manifest.oracle != "none"

    def look(trial: LoadedTrial) -> Iterator[str]:
        latched = {sign.milestone: sign.frame for sign in trial.signs if sign.sign == "latched"}
        for milestone in trial.closing.milestones:
            if with_oracle and latched.get(milestone, len(trial.identities)) >= len(trial.identities):
                yield f"{trial.path / 'oracle.jsonl'}: milestone {milestone} has no latched sign at a stored frame."
        for place, label in _adjudicated(trial):
            if isinstance(label, MilestoneLabel) and not trial.shows(label.frame.frame, label.frame.sha256):
                yield f"{place}: {label.milestone} rests on a frame that is not this trial's frame {label.frame.frame}."

    yield from each(package.valid, look)


def errors_cite_both_ends(package: Package) -> Iterator[str]:
    """Check that every memory error cites something earlier and the later decision that contradicts it."""
    yield from each(package.valid, _errors)


def _errors(trial: LoadedTrial) -> Iterator[str]:
    boundary = {record.decision_id: record for record in trial.trace}
    for place, label in _adjudicated(trial):
        if not isinstance(label, ErrorLabel):
            continue
        record = boundary.get(label.decision)
        if record is None or (record.frame, record.frame_sha256) != (label.frame.frame, label.frame.sha256):
            yield f"{place}: decision {label.decision} with this boundary frame is not in trace.jsonl."
        elif not all(_earlier(trial, citation, label.decision, record.frame) for citation in label.citations):
            yield f"{place}: what is cited does not come before decision {label.decision}."


def _earlier(trial: LoadedTrial, citation: Citation, decision: int, frame: int) -> bool:
    if citation.frame is not None:
        return citation.frame.frame <= frame and trial.shows(citation.frame.frame, citation.frame.sha256)
    if citation.decision is not None:
        return citation.decision < decision
    return any(event.fact_id == citation.fact and event.fact and event.decision < decision for event in trial.memory)


def return_legs_excluded(package: Package) -> Iterator[str]:
    """Check that no repeated route has a new milestone between its passages, as required backtracking has."""
    yield from each(package.valid, _routes)


def _routes(trial: LoadedTrial) -> Iterator[str]:
    reached = [sign.frame for sign in trial.signs if sign.sign == "latched"]
    reached += [label.frame.frame for _, label in _adjudicated(trial) if isinstance(label, MilestoneLabel)]
    for place, label in _adjudicated(trial):
        if isinstance(label, RouteLabel):
            first, second = label.first.last.frame, label.second.first.frame
            if second <= first:
                yield f"{place}: the two passages of the route overlap."
            if any(first < frame < second for frame in reached):
                yield f"{place}: a milestone lies between the two passages, so the way back was required."


def blinded_until_frozen(package: Package) -> Iterator[str]:
    """Check that no blinding key lies in the package; labels come into it only through an unblinding, all at once."""
    for path in sorted(package.path.rglob("*")):
        if path.name in ("sealed-key.json", "coordinator") or _is_key(path):
            yield f"{path}: the blinding key never belongs into the experiment."
    if package.labelled:
        for trial in package.judged:
            if trial.labels is None:
                yield f"{trial.path / LABELS} is missing, other trials have theirs."


def _is_key(path: Path) -> bool:
    """Whether a file is a sealed key under another name."""
    if path.suffix != ".json" or path.is_symlink() or not path.is_file() or path.stat().st_size > _KEY_BYTES:
        return False
    data = path.read_bytes()
    if b'"secret"' not in data:
        return False
    try:
        parse(SealedKey, load_json(data, str(path)), str(path))
    except BadFile:
        return False
    return True


def _adjudicated(trial: LoadedTrial) -> Iterator[tuple[str, object]]:
    for line, final in enumerate(trial.labels or [], 1):
        if final.adjudicated is not None:
            yield f"{trial.path / 'annotations.jsonl'}, line {line}", final.adjudicated
