"""Hidden state: where it lies in memory and what it says. No agent may import this package."""

from harness.oracle.milestones import MilestoneLatch
from harness.oracle.profile import check_rom, load_profile, profile_sha256
from harness.oracle.state import read_state

__all__ = ["MilestoneLatch", "check_rom", "load_profile", "profile_sha256", "read_state"]
