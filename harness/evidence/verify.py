"""Verifying a package: the protocol's eleven checks one by one, and on request every stored picture."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, NamedTuple

from harness.evidence import verify_frozen, verify_labels, verify_rows
from harness.evidence.package import LoadedTrial, Package
from harness.evidence.sums import check_sums
from harness.formats.errors import BadFile

Verdict = Literal["pass", "fail", "needs labels"]
_THREADS = 2


class ChecklistItem(NamedTuple):
    """One line of the protocol's checklist; each finding is a sentence that names file and place."""

    number: int
    title: str
    verdict: Verdict
    findings: list[str]


class _Check(NamedTuple):
    title: str
    look: Callable[[Package], Iterator[str]]
    needs_labels: bool = False


def _sums(package: Package) -> Iterator[str]:
    yield from package.faults
    said = " ".join(package.faults)
    for finding in check_sums(package.path):
        if finding.kind != "unfinished" or str(package.path / finding.path) not in said:
            yield finding.sentence


CHECKLIST: tuple[_Check, ...] = (
    _Check(
        "ROM, initial state, emulator, prompts, schemas and budgets are the same in every condition",
        verify_frozen.same_hashes,
    ),
    _Check("The first frame is the same in every valid trial", verify_frozen.same_first_frame),
    _Check("No trial begins with anything of an earlier trial", verify_frozen.nothing_carried_over),
    _Check("Every accepted action is in the trace and in the input log", verify_rows.actions_in_both),
    _Check("Every call, retries too, is in the totals", verify_rows.calls_in_totals),
    _Check("Every milestone has its evidence", verify_labels.milestones_have_evidence, needs_labels=True),
    _Check(
        "Every memory error cites an earlier fact and the later decision",
        verify_labels.errors_cite_both_ends,
        needs_labels=True,
    ),
    _Check("Required backtracking is no repeated route", verify_labels.return_legs_excluded, needs_labels=True),
    _Check(
        "Reviewers were blinded until the labels were frozen", verify_labels.blinded_until_frozen, needs_labels=True
    ),
    _Check("The rows of every trial add up to its summary", verify_rows.rows_add_up),
    _Check("SHA256SUMS holds", _sums),
)


def verify_experiment(path: Path, pictures: bool = False) -> list[ChecklistItem]:
    """Look at a whole package without changing it; ``pictures`` adds a twelfth item that decodes every picture.

    Raises:
        BadFile: the folder is no experiment.
    """
    package = Package(path)
    checks = list(CHECKLIST)
    if pictures:
        checks.append(_Check("Every stored picture is the one that was recorded", _pictures))
    return [_item(number, check, package) for number, check in enumerate(checks, 1)]


def _item(number: int, check: _Check, package: Package) -> ChecklistItem:
    findings: list[str] = []
    try:
        findings.extend(check.look(package))
    except BadFile as fault:
        findings.append(str(fault))
    verdict: Verdict = "pass"
    if findings:
        verdict = "fail"
    elif check.needs_labels and not package.labelled:
        verdict = "needs labels"
    return ChecklistItem(number, check.title, verdict, findings)


def _pictures(package: Package) -> Iterator[str]:
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="pictures") as pool:
        for findings in pool.map(_pictures_of, package.trials):
            yield from findings


def _pictures_of(trial: LoadedTrial) -> list[str]:
    found: list[str] = []
    try:
        with trial.folder.frames as frames:
            found.extend(frames.faults())
    except BadFile as fault:
        found.append(str(fault))
    return found
