"""A reconciled database, and the adjudication window open on a copy of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firered_review.qt.widgets.look import Look
from tests.adjudications import Chain, make_chain
from tests.qt.adjudicate.adjudicating import Table, at_table


@pytest.fixture(scope="session")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """Read it only: it is shared."""
    return make_chain(tmp_path_factory.mktemp("chain"))


@pytest.fixture
def table(look: Look, chain: Chain, tmp_path: Path) -> Iterator[Table]:
    with at_table(look, chain, tmp_path) as table:
        yield table
