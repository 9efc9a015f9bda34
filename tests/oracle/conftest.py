"""Both revisions, and the profile of each."""

import pytest

from harness.formats.oracle import Profile
from harness.oracle import load_profile
from tests.oracle.facts import REVISIONS, Revision


@pytest.fixture(params=sorted(REVISIONS))
def revision(request: pytest.FixtureRequest) -> Revision:
    return REVISIONS[request.param]


@pytest.fixture
def profile(revision: Revision) -> Profile:
    return load_profile(revision.profile)
