"""Whether a model id names one dated version, or an alias that its provider may move."""

import re

_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"
_DATED = re.compile(
    rf"[-@.](?:20\d\d-{_MONTH}-{_DAY}|20\d\d{_MONTH}{_DAY})"  # …-2024-08-06, …-20250514, …@20250514
    r"(?:-v\d+(?::\d+)?)?$"  # a cloud's own version behind it
)
_DIGEST = re.compile(r"@(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})$")
_FAMILIES = (
    (re.compile(r"gemini-"), re.compile(rf"-00\d$|-preview-(?:{_MONTH}-20\d\d|{_MONTH}-{_DAY})$")),
    (re.compile(r"(?:mi|mini|magi|dev|code)stral|pixtral"), re.compile(rf"-2\d{_MONTH}$")),
    (re.compile(r"gpt-|grok-|deepseek-"), re.compile(rf"-{_MONTH}{_DAY}(?:-preview)?$")),
)
"""Families that write their versions in a short form of their own: the family, then its form."""


def is_pinned(model: str) -> bool:
    """Whether a model id carries a date, a version that its family never moves, or a digest of the weights."""
    name = model.strip().lower()
    if _DIGEST.search(name):
        return True
    name = re.sub(r":[a-z]+$", "", name.rsplit("/", 1)[-1])
    if _DATED.search(name):
        return True
    return any(family.search(name) and form.search(name) for family, form in _FAMILIES)
