"""What was tried before the first trial: ``check.json``."""

from typing import Literal

from harness.formats.base import Record, Sha256, UtcTime, Versioned


class CheckItem(Record):
    """One thing that was tried, its verdict, and what was found in one sentence."""

    title: str
    verdict: Literal["pass", "warn", "fail"]
    found: str


class Check(Versioned):
    """``check.json``: two fresh cores, one after the other, from the frozen state."""

    checked_utc: UtcTime
    first_frame_sha256: Sha256 | None
    items: list[CheckItem]
