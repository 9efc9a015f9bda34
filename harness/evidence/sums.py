"""SHA256SUMS: what plain ``sha256sum --check`` understands, over every file of an experiment but two."""

import contextlib
import fcntl
import hashlib
import os
import re
from collections.abc import Callable, Iterator
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
_SMALL = 1 << 16
_LINE = re.compile(r"([0-9a-f]{64}) [ *]([^\\\x00-\x1f\x7f]+)")
_NAME = re.compile(r"[^\\\x00-\x1f\x7f\ud800-\udfff]+")
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
        for part in experiment.glob(f".{SUMS}.*.part"):
            part.unlink()  # a kill left it: whoever writes these holds the lock
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
    files, findings = _walk(str(experiment), "", lines)
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
                Finding(
                    "changed",
                    name,
                    f"{experiment / name} was changed, or its line in {SUMS} was: the SHA-256 is another.",
                )
            )
        if progress is not None:
            progress(done, len(files))
    known = {finding.path for finding in findings}
    for name in lines.keys() - hashes.keys() - known:
        findings.append(Finding("missing", name, f"{experiment / name} is listed in {SUMS} but missing."))
    return _Compared(sorted(findings, key=lambda finding: finding.path), hashes)


def _walk(root: str, below: str, lines: dict[str, Sha256]) -> _Walk:
    """List every plain file below a folder; links and trials still growing are findings and not entered.

    ``root`` is the experiment, ``below`` the folder's name in it with its slash, empty for the experiment itself.
    Paths are strings here: a package may hold a hundred thousand files.
    """
    files: list[str] = []
    findings: list[Finding] = []
    with os.scandir(f"{root}/{below}") as entries:
        every = sorted(entries, key=lambda entry: entry.name)
    for entry in every:
        name = below + entry.name
        if name in (SUMS, LOCAL):
            continue
        if _NAME.fullmatch(entry.name) is None:
            findings.append(Finding("name", name, f"{name!r} is a name that {SUMS} cannot hold: rename or remove it."))
        elif entry.is_file(follow_symlinks=False):
            if entry.name[0] == "." and _PART.fullmatch(entry.name):
                why = f"{entry.path} was never finished: remove it if nothing is running."
                findings.append(Finding("unfinished", name, why))
            else:
                files.append(name)
        elif not entry.is_dir(follow_symlinks=False):
            findings.append(
                Finding("link", name, f"{entry.path} is a link or no plain file; links are never followed.")
            )
        elif below == f"{TRIALS}/" and not _finished(Path(entry.path)) and not _any_below(lines, name):
            why = f"{entry.path} is not finished: it is recorded or was killed."
            findings.append(Finding("unfinished", name, why))
        else:
            inner = _walk(root, f"{name}/", lines)
            files += inner.files
            findings += inner.findings
    return _Walk(files, findings)


def _finished(trial: Path) -> bool:
    try:
        return read_json(plain_file(trial, "trial.json"), TrialHeader).closing is not None
    except BadFile:
        return False


def _any_below(lines: dict[str, Sha256], folder: str) -> bool:
    return any(name.startswith(f"{folder}/") for name in lines)


def _hash_all(experiment: Path, names: list[str]) -> Iterator[tuple[str, Sha256 | None]]:
    """Hash files: large ones on two threads, the many small ones here, where they wait for no lock."""
    root = os.open(experiment, os.O_RDONLY)
    try:
        with ThreadPoolExecutor(_THREADS, thread_name_prefix="sums") as pool:
            later = []
            for name in names:
                digest = _hash_small(root, name)
                if digest is None:
                    later.append((name, pool.submit(_hash_large, root, name)))
                else:
                    yield name, digest
            for name, waiting in later:
                yield name, waiting.result()
    finally:
        os.close(root)


def _hash_small(root: int, name: str) -> Sha256 | None:
    """Return a file's SHA-256; null where it is not small or cannot be read, which the other way finds out."""
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=root)
    except OSError:
        return None
    try:
        data = os.read(handle, _SMALL)
        return hashlib.sha256(data).hexdigest() if len(data) < _SMALL else None
    except OSError:
        return None
    finally:
        os.close(handle)


def _hash_large(root: int, name: str) -> Sha256 | None:
    """Return a file's SHA-256, null where it cannot be read."""
    digest = hashlib.sha256()
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=root)
        try:
            while chunk := os.read(handle, _CHUNK):
                digest.update(chunk)
        finally:
            os.close(handle)
    except OSError:
        return None
    return digest.hexdigest()


@contextlib.contextmanager
def _alone(experiment: Path) -> Iterator[None]:
    handle = os.open(plain_folder(experiment), os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
