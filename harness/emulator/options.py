"""The one configuration the emulator is ever started with, and its hash."""

from collections.abc import Mapping

from harness.formats.base import Sha256, canonical_json, sha256_hex

CORE_OPTIONS: Mapping[str, int | str] = {
    "allowOpposingDirections": 0,
    "frameskip": 0,
    "idleOptimization": "remove",
    "interframeBlending": 0,
    "skipBios": 1,
    "threadedVideo": 0,
    "useBios": 0,
}
"""Core options by the names mGBA gives them in its own configuration file."""

CLOCK_UNIX_MS = 1_000_000_000_000
"""What the cartridge clock shows, always: 2001-09-09 01:46:40 UTC."""


def core_config_sha256() -> Sha256:
    """Return the SHA-256 of the canonical JSON of core options, BIOS kind, clock, save memory and audio."""
    return sha256_hex(
        canonical_json(
            {
                "audio": "off",
                "bios": "high-level emulation",
                "clock": {"kind": "fixed", "unix_ms": CLOCK_UNIX_MS},
                "options": dict(CORE_OPTIONS),
                "save_memory": "in memory, fresh or from the state",
            }
        )
    )
