"""SHA256SUMS: what plain ``sha256sum --check`` understands, over every file of an experiment but two."""

import contextlib
import fcntl
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, NamedTuple

from harness.evidence.places import LABELS, LOCAL, SUMS, TRIALS, plain_file, plain_folder
from harness.formats.base import Sha256, sha256_hex
from harness.formats.errors import BadFile, Refused, WrongHash
from harness.formats.evidence import TrialHeader
from harness.formats.files import read_bytes, read_json, write_whole

_THREADS = 2
_CHUNK = 1 << 20
_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^\\\x00-\x1f\x7f]+)")
_LABELS = re.compile(rf"{TRIALS}/[^/]+/{re.escape(LABELS)}")
_PART = re.compile(r"\..+\.\d+\.part")
_Progress = Callable[[int, int], None]


class Finding(NamedTuple):
    """What is wrong with one file; ``path`` is relative to the experiment, ``sentence`` says it in words."""

    kind: Literal["missing", "changed", "unlisted", "link", "name", "unfinished", "unreadable"]
    path: str
    sentence: str


class _Walk(NamedTuple):
    files: list[str]
    findings: list[Finding]


def write_sums(experiment: Path, progress: _Progress | None = None) -> Sha256:
    """Check the lines there are, then add those of new files, atomically; return the new file's SHA-256.

    Trials that are still being recorded are left out until they end. One process at a time does this.

    Raises:
        WrongHash: a listed file is missing or changed; nothing is written then.
        Refused: a link, or a name that ``sha256sum`` could not read back.
    """
    return _renew(experiment, lambda finding: finding.kind == "unlisted", progress)


def renew_sums_for_annotations(experiment: Path, progress: _Progress | None = None) -> Sha256:
    """Take in the ``annotations.jsonl`` of trials, and nothing else; return the new file's SHA-256.

    Raises:
        WrongHash: any other file is missing, changed or new; nothing is written then.
    """

    def allowed(finding: Finding) -> bool:
        return finding.kind in ("unlisted", "changed") and _LABELS.fullmatch(finding.path) is not None

    return _renew(experiment, allowed, progress)


def check_sums(experiment: Path, progress: _Progress | None = None) -> list[Finding]:
    """Hash every file and return what is missing, changed, unlisted, or no plain file; empty when all is well.

    Raises:
        BadFile: there is no SHA256SUMS, or a line of it is not one.
    """
    plain_folder(experiment)
    if not (experiment / SUMS).exists():
        raise BadFile(f"{experiment / SUMS} is missing: it appears when the first trial ends.")
    return _compare(experiment, listed(experiment), progress).findings


def listed(experiment: Path) -> dict[str, Sha256]:
    """Return relative path → SHA-256 as SHA256SUMS has them; empty when there is no such file yet.

    Raises:
        BadFile: a line is not one of ``sha256sum``, leads outside, or stands twice.
    """
    path = experiment / SUMS
    if path.is_symlink():
        raise BadFile(f"{path} is a link; links are never followed.")
    if not path.exists():
        return {}
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8 text.") from None
    if text and not text.endswith("\n"):
        raise BadFile(f"{path} is cut off in its last line.")
    found: dict[str, Sha256] = {}
    for number, line in enumerate(text.split("\n")[:-1], 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise BadFile(f"{path}, line {number} is not a line of sha256sum.")
        name = match[2]
        if name.startswith("/") or ".." in name.split("/") or name in found:
            raise BadFile(f"{path}, line {number} names a file twice or outside the experiment: {name}.")
        found[name] = match[1]
    return found


def sums_sha256(experiment: Path) -> Sha256:
    """Return the SHA-256 of SHA256SUMS itself.

    Raises:
        BadFile: there is none.
    """
    return sha256_hex(read_bytes(plain_file(experiment, SUMS)))


class _Compared(NamedTuple):
    findings: list[Finding]
    hashes: dict[str, Sha256]


def _renew(experiment: Path, allowed: Callable[[Finding], bool], progress: _Progress | None) -> Sha256:
    with _alone(experiment):
        lines = listed(experiment)
        findings, hashes = _compare(experiment, lines, progress)
        for finding in findings:
            if finding.kind == "unfinished" or allowed(finding):
                continue
            error = Refused if finding.kind in ("link", "name") else WrongHash
            raise error(f"{finding.sentence} {SUMS} was left as it is.")
        lines |= hashes
        text = "".join(f"{lines[name]}  {name}\n" for name in sorted(lines, key=str.encode))
        write_whole(experiment / SUMS, text.encode())
        return sha256_hex(text.encode())


def _compare(experiment: Path, lines: dict[str, Sha256], progress: _Progress | None) -> _Compared:
    """Hash every file once; the hashes hold listed and unlisted files alike."""
    files, findings = _walk(experiment, experiment, lines)
    hashes: dict[str, Sha256] = {}
    for done, (name, digest) in enumerate(_hash_all(experiment, files), 1):
        if digest is None:
            findings.append(Finding("unreadable", name, f"{experiment / name} cannot be read."))
            continue
        hashes[name] = digest
        if name not in lines:
            findings.append(Finding("unlisted", name, f"{experiment / name} is not listed in {SUMS}."))
        elif lines[name] != digest:
            findings.append(
                Finding("changed", name, f"{experiment / name} was changed: its SHA-256 is not the one in {SUMS}.")
            )
        if progress is not None:
            progress(done, len(files))
    known = {finding.path for finding in findings}
    for name in lines.keys() - hashes.keys() - known:
        findings.append(Finding("missing", name, f"{experiment / name} is listed in {SUMS} but missing."))
    return _Compared(sorted(findings, key=lambda finding: finding.path), hashes)


def _walk(experiment: Path, folder: Path, lines: dict[str, Sha256]) -> _Walk:
    """List every plain file below a folder; links and trials still growing are findings and not entered."""
    files: list[str] = []
    findings: list[Finding] = []
    with os.scandir(folder) as entries:
        every = sorted(entries, key=lambda entry: entry.name)
    for entry in every:
        path = Path(entry.path)
        name = path.relative_to(experiment).as_posix()
        if name in (SUMS, LOCAL):
            continue
        if _LINE.fullmatch(f"{'0' * 64}  {name.encode(errors='surrogateescape').decode(errors='replace')}") is None:
            findings.append(Finding("name", name, f"{name!r} is a name that {SUMS} cannot hold: rename or remove it."))
        elif entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
            findings.append(Finding("link", name, f"{path} is a link or no plain file; links are never followed."))
        elif entry.is_file() and _PART.fullmatch(entry.name):
            findings.append(Finding("unfinished", name, f"{path} was never finished: remove it if nothing is running."))
        elif entry.is_file():
            files.append(name)
        elif folder == experiment / TRIALS and not _finished(path) and not _any_below(lines, name):
            findings.append(Finding("unfinished", name, f"{path} is not finished: it is recorded or was killed."))
        else:
            below = _walk(experiment, path, lines)
            files += below.files
            findings += below.findings
    return _Walk(files, findings)


def _finished(trial: Path) -> bool:
    try:
        return read_json(plain_file(trial, "trial.json"), TrialHeader).closing is not None
    except BadFile:
        return False


def _any_below(lines: dict[str, Sha256], folder: str) -> bool:
    return any(name.startswith(f"{folder}/") for name in lines)


def _hash_all(experiment: Path, names: Iterable[str]) -> Iterator[tuple[str, Sha256 | None]]:
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="sums") as pool:
        yield from pool.map(lambda name: (name, _hash(experiment / name)), names)


def _hash(path: Path) -> Sha256 | None:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            digest = hashlib.sha256()
            while chunk := os.read(handle, _CHUNK):
                digest.update(chunk)
            return digest.hexdigest()
        finally:
            os.close(handle)
    except OSError:
        return None


@contextlib.contextmanager
def _alone(experiment: Path) -> Iterator[None]:
    handle = os.open(plain_folder(experiment), os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
