"""Looking for keys of providers in the files of an experiment; a key that is found is never repeated."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from harness.formats.files import read_bytes

_LARGEST = 8 << 20
_ENV_NAME = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
_LEFT = r"(?<![A-Za-z0-9])"
_SHAPES = (
    re.compile(_LEFT + r"sk-[A-Za-z0-9_-]{16,}"),
    re.compile(_LEFT + r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])"),
    re.compile(_LEFT + r"AIza[0-9A-Za-z_-]{30,}"),
    re.compile(_LEFT + r"(?:gh[pousr]_|github_pat_|hf_|gsk_|xai-|nvapi-|pplx-|xox[abprs]-|r8_)[A-Za-z0-9_-]{20,}"),
    re.compile(_LEFT + r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\."),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    re.compile(r"://[^/\s:@]+:[^/\s@]+@"),
)
_NAMED = re.compile(
    r"(?:api[-_ ]?key|access[-_ ]?key|secret|token|passw(?:or)?d|authorization|credentials?|[?&]key)"
    r"[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic)\s+)?([A-Za-z0-9+/_=.-]{20,})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\bbearer\s+([A-Za-z0-9+/_=.-]{20,})", re.IGNORECASE)
_VARIABLE = re.compile(r"(?<![A-Za-z0-9])api_key_env[\"']?\s*:\s*[\"']?([^\s\"',#]+)")


class KeyFound(NamedTuple):
    """Where a text holds what looks like a key, and what it looks like without the key itself."""

    line: int
    looks_like: str


def keys_in(text: str, planted: Iterable[str] = ()) -> Iterator[KeyFound]:
    """Yield every place that looks like a key; ``planted`` are keys that are known and must not occur."""
    for key in planted:
        for at in _starts(text, key):
            yield KeyFound(_line(text, at), "the key of this environment")
    for shape in _SHAPES:
        for match in shape.finditer(text):
            yield KeyFound(_line(text, match.start()), f"{match[0][:4]}…")
    for named in (_NAMED, _BEARER):
        for match in named.finditer(text):
            if re.search(r"\d", match[1]) and re.search(r"[A-Za-z]", match[1]):
                yield KeyFound(_line(text, match.start()), "a long value behind a word for keys")
    for match in _VARIABLE.finditer(text):
        if match[1] not in ("null", "~") and not _ENV_NAME.fullmatch(match[1]):
            yield KeyFound(_line(text, match.start()), "api_key_env takes the name of a variable, in capitals")


def key_in_folder(folder: Path, variables: Iterable[str] = ()) -> str | None:
    """Return a sentence about the first key in any file below a folder, or null; ``variables`` name known keys."""
    known = [os.environ[name] for name in variables if len(os.environ.get(name, "")) >= 8]
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.is_symlink() or path.stat().st_size > _LARGEST:
            continue
        found = next(keys_in(read_bytes(path).decode("utf-8", "replace"), known), None)
        if found is not None:
            return (
                f"{path}, line {found.line}, holds what looks like a key ({found.looks_like}): take it out, and put "
                "it into an environment variable that the condition names in api_key_env."
            )
    return None


def _starts(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
