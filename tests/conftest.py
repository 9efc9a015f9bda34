"""What all tests share: properties are tried without a clock, and in CI with the same examples every time."""

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("steady")
