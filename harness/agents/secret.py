"""Keys: from the environment only, and blanked wherever somebody sends one back."""

import os
from typing import NamedTuple

from harness.formats.errors import MissingPiece
from harness.formats.manifest import Condition

_SHORTEST = 8
"""What is shorter, such as ``EMPTY``, is a placeholder for a server that wants no key, and no secret."""


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
    """Replace every appearance of a key by as many ``*``, also one that JSON escapes and one cut off at the end."""
    if key is None or len(key) < _SHORTEST:
        return Blanked(body, False)
    found = body
    for shape in {key, key.replace("/", "\\/")}:
        secret = shape.encode("ascii")
        found = found.replace(secret, b"*" * len(secret))
        for length in range(len(secret) - 1, _SHORTEST - 1, -1):
            if found.endswith(secret[:length]):
                found = found[:-length] + b"*" * length
                break
    return Blanked(found, found != body)
