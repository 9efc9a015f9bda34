"""Keys: from the environment only, and blanked wherever somebody sends one back."""

import functools
import os
import re
from typing import NamedTuple

from harness.formats.errors import MissingPiece
from harness.formats.manifest import Condition

_SHORTEST = 8
"""What is shorter, such as ``EMPTY``, is a placeholder for a server that wants no key, and no secret."""
_LONGEST_CHARACTER = 16
"""Bytes of one character, escaped at some depth."""


def key_of(condition: Condition, usual: str) -> str | None:
    """Return a condition's key, or null for a server of one's own without one; ``usual`` is the provider's variable.

    A key of the provider is never sent to another server unless the condition says so by ``api_key_env``.

    Raises:
        MissingPiece: the variable is not set, or holds what no header can carry.
    """
    if condition.base_url is not None and condition.api_key_env is None:
        return None
    name = condition.api_key_env or usual
    key = os.environ.get(name, "").strip()
    if not key:
        raise MissingPiece(
            f"The condition {condition.id} needs a key: put it into the environment variable {name}, "
            "or name another one as api_key_env."
        )
    if not key.isascii() or not key.isprintable():
        raise MissingPiece(f"The environment variable {name} holds characters that no key has: set it again.")
    return key


class Blanked(NamedTuple):
    """A body without keys, and whether it held one."""

    body: bytes
    redacted: bool


def blank(body: bytes, key: str | None) -> Blanked:
    """Replace every appearance of a key by as many ``*``, also one that JSON escapes and one cut off at the end.

    Each character may stand for itself or be escaped, at any depth: a reply is JSON inside JSON.
    """
    if key is None or len(key) < _SHORTEST:
        return Blanked(body, False)
    whole, beginnings = _shapes(key)
    found = whole.sub(_stars, body)
    tail = len(found) - _LONGEST_CHARACTER * len(key)
    for beginning in beginnings:
        cut = beginning.search(found, max(0, tail))
        if cut is not None:
            found = found[: cut.start()] + b"*" * len(cut[0])
            break
    return Blanked(found, found != body)


def _stars(match: "re.Match[bytes]") -> bytes:
    return b"*" * len(match[0])


@functools.lru_cache(maxsize=8)
def _shapes(key: str) -> "tuple[re.Pattern[bytes], list[re.Pattern[bytes]]]":
    """Return what finds a key, and what finds its beginnings at the end of a body, the longest first."""
    shapes = [_character(one) for one in key]
    lengths = range(len(shapes) - 1, _SHORTEST - 1, -1)
    return re.compile(b"".join(shapes)), [re.compile(b"".join(shapes[:length]) + rb"\Z") for length in lengths]


def _character(one: str) -> bytes:
    escaped = rb"\\+u00" + b"".join(b"[%c%c]" % (d.lower().encode(), d.upper().encode()) for d in f"{ord(one):02x}")
    plain = rb"\\*" + re.escape(one.encode("ascii")) if one in '/"\\' else re.escape(one.encode("ascii"))
    return b"(?:%b|%b)" % (plain, escaped)
