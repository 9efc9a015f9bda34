"""Hidden state: where it lies in memory and what it says. No agent may import this package."""

from harness.oracle.milestones import MilestoneLatch
from harness.oracle.options import Options, read_options
from harness.oracle.profile import check_rom, load_profile, profile_sha256
from harness.oracle.state import read_state

__all__ = ["MilestoneLatch", "Options", "check_rom", "load_profile", "profile_sha256", "read_options", "read_state"]
