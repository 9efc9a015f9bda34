"""A reconciled chain that the tests of the adjudication database share."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firered_review.store.adjudication import AdjudicationDatabase, open_adjudication
from firered_review.store.bundle import open_bundle
from tests.adjudications import Chain, make_chain


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """A reconciled chain with one trial a condition, that no test may touch."""
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def chain(master: Chain, tmp_path: Path) -> Chain:
    """The chain with a database of its own, to do anything to."""
    database = tmp_path / "adjudication.sqlite"
    shutil.copy(master.database, database)
    return master._replace(database=database)


@pytest.fixture
def db(chain: Chain) -> Iterator[AdjudicationDatabase]:
    """The database of ``chain``, open beside the adjudicator's bundle."""
    bundle = open_bundle(chain.adjudicator, "adjudication")
    db = open_adjudication(chain.database, bundle)
    yield db
    db.close()
    bundle.close()
